// Short sounds, made where they are heard; silent until somebody asks for them.

const KEPT = "sound";

let context = null;

// In Discord's frame some browsers keep nothing for a page: then the choice lasts as long as the page.
const kept = (work) => {
  try {
    return work(localStorage);
  } catch {
    return null;
  }
};
let on = kept((store) => store.getItem(KEPT)) === "on";

export const isOn = () => on;

/** Switches sound on or off; a browser lets it begin only by a press. */
export function toggle() {
  on = !on;
  kept((store) => store.setItem(KEPT, on ? "on" : "off"));
  if (on) play("turn");
}

/** Plays `card`, `turn`, `refused` or `end`, if sound is on. */
export function play(name) {
  if (!isOn()) return;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  SOUNDS[name](context.currentTime);
}

const SOUNDS = {
  card: (now) => rustle(now, 0.07, 2400, 0.12),
  turn: (now) => [523, 659].forEach((pitch, place) => tone(now + place * 0.11, pitch, 0.16)),
  refused: (now) => tone(now, 165, 0.18),
  end: (now) => [523, 659, 784, 1047].forEach((pitch, place) => tone(now + place * 0.12, pitch, 0.3)),
};

function tone(at, pitch, long) {
  const source = new OscillatorNode(context, { type: "triangle", frequency: pitch });
  source.connect(fading(at, long, 0.12));
  source.start(at);
  source.stop(at + long);
}

function rustle(at, long, pitch, loud) {
  const buffer = context.createBuffer(1, context.sampleRate * long, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let place = 0; place < samples.length; place += 1) samples[place] = Math.random() * 2 - 1;
  const source = new AudioBufferSourceNode(context, { buffer });
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: pitch, Q: 0.8 });
  source.connect(filter).connect(fading(at, long, loud));
  source.start(at);
}

function fading(at, long, loud) {
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + long);
  gain.connect(context.destination);
  return gain;
}
