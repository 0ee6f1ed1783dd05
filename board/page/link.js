// The way to the server: the door is opened once, then a socket carries frames both ways, and is
// opened anew for as long as the door stands.

const PAUSES = [300, 1000, 2000, 5000];
const ANSWERED = 10_000; // milliseconds in which a server answers that is still there
const SILENT = 30_000; // after which it is asked whether it is
const GONE = { readyState: WebSocket.CLOSED, close() {} };
const FAILED = 3; // handshakes in a row after which the door itself is asked

/** A request that sends `content`. */
export const posted = (content) => ({
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify(content),
});

/** What the server answers, and whether that is `ok`. Asked again some times, each by a request that `asking` makes
    anew, while nobody answers, or only a proxy whose server restarts. Throws with a sentence. */
export async function told(address, asking = () => ({})) {
  for (let tries = 0; ; tries += 1) {
    const answer = await answered(address, await asking());
    if (answer) return answer;
    if (tries === PAUSES.length) throw new Error(document.getElementById("unreached").content.textContent);
    await new Promise((over) => { setTimeout(over, PAUSES[tries]); });
  }
}

/** The server's own answer; null if there is none, or another's. */
async function answered(address, request) {
  try {
    const answer = await fetch(address, request);
    const content = await answer.json();
    return answer.ok || content.why ? { ...content, ok: answer.ok } : null;
  } catch {
    return null;
  }
}

/** Changes a link's secret for a session. Returns the address of the board. Throws with a sentence. */
export async function entered(secret) {
  const answer = await told("/enter", () => posted({ link: secret }));
  if (!answer.ok) throw new Error(answer.why);
  return answer.at;
}

/** A socket that comes back. `heard` gets every frame; `changed` "open", "lost", or "ended" with
    the sentence that says why. `board` is the board's address. */
export class Link {
  constructor(heard, changed, board = location.href) {
    this.board = board;
    this.heard = heard;
    this.changed = changed;
    this.waiting = new Map();
    this.id = 0;
    this.failures = 0;
    this.heardAt = Date.now();
    this.checking = setInterval(() => this.check(), SILENT);
    this.home = new URL("socket", String(board).replace(/^http/, "ws").replace(/#.*$/, ""));
    this.address = this.home;
    this.open();
  }

  open() {
    this.bye = null;
    this.greeted = false;
    const socket = new WebSocket(this.address);
    this.socket = socket;
    const own = (heard) => (event) => socket === this.socket && heard(event);
    socket.addEventListener("message", own((message) => this.read(JSON.parse(message.data))));
    socket.addEventListener("close", own(() => this.closed()));
    setTimeout(own(() => this.greeted || this.abandon()), ANSWERED);
  }

  /** Comes again by another socket: nothing comes by this one, though nobody has closed it. */
  abandon() {
    const silent = this.socket;
    this.socket = GONE;
    silent.close();
    this.closed();
  }

  /** Asks whether the server is there, when a page that is looked at has heard nothing for long. */
  check() {
    if (!document.hidden && Date.now() - this.heardAt > SILENT) this.ask("here");
  }

  read(frame) {
    this.heardAt = Date.now();
    if (frame.is === "state") this.failures = 0; // a greeting alone shows no table yet
    if (frame.is === "hello") {
      this.greeted = true;
      this.changed("open");
    }
    if (frame.is === "bye") this.bye = frame;
    if (this.waiting.has(frame.id)) {
      const settle = this.waiting.get(frame.id);
      this.waiting.delete(frame.id);
      settle(frame);
    }
    this.heard(frame);
  }

  /** Closes it for good. */
  leave() {
    this.left = true;
    clearInterval(this.checking);
    this.socket.close();
  }

  async closed() {
    if (this.left) return;
    this.socket = GONE; // so that its timers abandon nothing any more
    for (const settle of this.waiting.values()) settle({ is: "lost" });
    this.waiting.clear();
    if (this.bye && this.bye.again === null) return this.changed("ended", this.bye.why);
    this.changed("lost", this.bye?.why);
    // Another process may serve the table by now: without word, any of them says which.
    this.address = this.bye?.where ? new URL(this.bye.where, this.home) : this.home;
    const pause = this.bye ? this.bye.again * 1000 : this.pause();
    this.failures += 1;
    if (this.failures % FAILED === 0) {
      const why = await refusal(this.board);
      if (why) return this.changed("ended", why);
    }
    setTimeout(() => this.left || this.open(), pause * (0.8 + Math.random() * 0.4));
  }

  pause() {
    return PAUSES[Math.min(this.failures, PAUSES.length - 1)];
  }

  /** Sends a request, and resolves to its answer: `done`, `refused`, `text`, or `lost`. */
  ask(what, more = {}) {
    if (this.socket.readyState !== WebSocket.OPEN) return Promise.resolve({ is: "lost" });
    const id = ++this.id;
    setTimeout(() => this.waiting.has(id) && this.abandon(), ANSWERED);
    return new Promise((settle) => {
      this.waiting.set(id, settle);
      this.socket.send(JSON.stringify({ do: what, id, ...more }));
    });
  }
}

/** Why the door is shut; "" while it stands, or nobody answers. */
async function refusal(board) {
  try {
    const answer = await fetch(new URL("alive", board));
    return answer.status === 403 ? (await answer.json()).why : "";
  } catch {
    return ""; // no network: the socket says when there is one again
  }
}
