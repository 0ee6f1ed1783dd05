// The board: what the server tells is shown, and what the member does is asked of it.

import { render } from "./vendor/lit-html.js";
import { Moves, cardOf } from "./choice.js";
import { bar, numbered, spots } from "./controls.js";
import { keyboard } from "./keys.js";
import { arranged, magnified } from "./layout.js";
import { Link, entered } from "./link.js";
import * as panels from "./panels.js";
import { dragging, hovering } from "./pointer.js";
import * as sound from "./sound.js";
import { Stage } from "./stage.js";

const PACE = 170; // milliseconds that one step is seen before the next, where steps come faster
const TURNED = 1100; // milliseconds for which each step of a replay is seen that plays by itself
const TOASTED = 6000;
const NOTICED = 900; // a connection that is lost for less isn't worth a word

const inDiscord = new URLSearchParams(location.search).has("frame_id");
const part = (id) => document.getElementById(id);
const cloth = part("cloth");
const stage = new Stage(part("stage"));

const board = {
  hello: null, state: null, layout: null, moves: new Moves([], [], {}),
  picked: [], aimed: "", asked: null, sending: false, dismissed: -1, skew: 0, sheet: null, trouble: "",
  playing: false, hint: "",
};
const text = new Proxy({}, { get: (_, key) => board.hello?.text[key] ?? "" });
const queue = [];
let link = null;
let due = 0;
let waiting = 0;

/* What is told */

function heard(frame) {
  if (frame.is === "hello") greeted(frame);
  else if (frame.is === "state") {
    queue.push(frame);
    step();
  } else if (frame.is === "hint") hinted(frame.line);
  else if (frame.is === "launched" && inDiscord) begin();
}

function greeted(hello) {
  board.hello = hello;
  document.documentElement.lang = hello.language;
  document.documentElement.dir = hello.direction;
  document.body.dataset.deck = hello.deck;
  cloth.setAttribute("aria-label", text.table);
  part("spots").setAttribute("aria-label", text.hand);
}

/** Shows the next state, each for long enough to be seen, and faster the more are waiting. */
function step() {
  clearTimeout(waiting);
  if (!queue.length) return;
  const still = stage.still.matches || document.hidden;
  const left = still ? 0 : due - performance.now();
  if (left > 0) {
    waiting = setTimeout(step, left);
    return;
  }
  const moved = shown(queue.shift());
  due = performance.now() + (moved ? PACE / (queue.length + 1) : 0);
  if (queue.length) step();
}

/** Takes a state. Returns how many cards travel. */
function shown(state) {
  const before = board.state;
  const anew = !before || before.number !== state.number || !before.view || !state.view;
  if (state.version !== before?.version) board.hint = "";
  board.state = state;
  board.skew = state.now ? Date.now() - state.now : 0;
  board.moves = new Moves(state.moves ?? [], state.amounts ?? [], state.verbs ?? {});
  board.aimed = "";
  board.asked = null;
  if (!board.moves.fitting(board.picked).length) board.picked = [];
  const dealt = Boolean(before) && anew && Boolean(state.view) && !stage.still.matches && !document.hidden;
  const moved = draw({ instantly: anew && !dealt, dealt });
  tell(before, state, moved);
  goOn();
  return moved;
}

/** A hint stands in the bar until the table changes. */
function hinted(line) {
  board.hint = line;
  part("live").textContent = line;
  controls();
}

/** A replay that plays by itself goes on, up to its last step. */
function goOn() {
  clearTimeout(goOn.later);
  const steps = board.state?.steps;
  if (board.playing && steps) goOn.later = setTimeout(() => act.step(steps.at + 1, true), TURNED);
}

/** A line as a sentence, so that a screen reader pauses after it. */
const ended = (line) => (/[.!?…]$/.test(line) ? line : `${line}.`);

/** What is said of what waits: a move chosen before one's turn, and one to be taken back. */
const pending = (state) => [state?.ahead?.line, state?.takes_back?.waits && state.takes_back.label];

function tell(before, state, moved) {
  const known = pending(before);
  const news = [...(state.news ?? []).map((each) => each.line), ...pending(state).filter((line) => !known.includes(line))];
  const lines = news.filter(Boolean);
  if (before?.status !== state.status || lines.length) part("live").textContent = [...lines, state.status].map(ended).join(" ");
  const mine = (each) => each?.view?.waiting?.includes(each.me);
  document.title = `${mine(state) ? "● " : ""}${state.title}`;
  if (moved) sound.play("card");
  if (state.phase === "over" && before?.phase === "playing") sound.play("end");
  else if (mine(state) && !mine(before)) sound.play("turn");
}

/* What is drawn */

const zonesOf = (state) => (state.view?.zones ?? []).map((zone) => ({
  name: `${zone.owner ?? ""}/${zone.name}`, size: zone.cards.length + zone.covers.filter(Boolean).length,
}));

/** Draws everything at the cloth's size now. */
function draw(how = {}) {
  const { state } = board;
  chrome();
  if (!state) return 0;
  drawBar();
  const { width, height } = cloth.getBoundingClientRect();
  board.layout = arranged(state, width, height);
  const written = (card) => board.hello?.cards[card]?.[0] ?? card ?? "";
  const moved = stage.show(board.layout, zonesOf(state), written, how);
  const shared = { state, layout: board.layout, text, words: board.hello?.cards ?? {}, act };
  render(panels.felt(shared), part("felt"));
  render(panels.seats(shared), part("seats"));
  render(panels.middle(shared), part("middle"));
  render(panels.strip(shared), part("strip"));
  controls();
  return moved;
}

/** The head line, notices and the sheet. */
function chrome() {
  const { state } = board;
  render(panels.head({ state, text, sound: sound.isOn(), act }), part("top"));
  const over = state?.result && board.dismissed !== state.number;
  render(board.trouble ? panels.message(board.trouble)
    : over ? panels.result({ state, text, act }) : "", part("notice"));
  if (board.sheet === "log" && state) render(panels.sheet({ title: text.log, list: state.log }, text, closeSheet), part("sheet"));
}

/** The bar. If what has the focus there is gone, what stands there for the same gets it. */
function drawBar() {
  const what = document.activeElement?.what;
  render(bar({ ...board, text, act }), part("bar"));
  part("bar").querySelectorAll("output").forEach(numbered);
  if (what && document.activeElement === document.body)
    [...part("bar").querySelectorAll(".move")].find((each) => each.what === what)?.focus();
}

/** What can be pressed; and which cards stand up for it. */
function controls() {
  const focused = document.activeElement?.card;
  const words = board.hello?.cards ?? {};
  drawBar();
  render(spots({ ...board, words, text, focus: focused, act }), part("spots"));
  place(cloth);
  const found = [...document.querySelectorAll(".spot")];
  const again = focused && found.find((spot) => spot.card === focused);
  if (again && document.activeElement !== again) again.focus();
  raise(found);
}

function raise(found) {
  const looks = new Map(found.map((spot) => [spot.card, spot.classList]));
  const mine = !board.moves.none;
  for (const { element, key, place: at } of stage.items) {
    const look = looks.get(key);
    element.classList.toggle("playable", look?.contains("playable") ?? false);
    element.classList.toggle("picked", look?.contains("picked") ?? false);
    element.classList.toggle("aim", look?.contains("aim") ?? false);
    element.classList.toggle("grey", mine && at.hand && !look?.contains("playable"));
  }
}

/** Puts each element with a box where its box is; styles by script, since the page allows no others. */
function place(root) {
  for (const element of root.querySelectorAll(".at")) {
    const { x, y, wide, high, tilt, key } = element.box;
    const { style } = element;
    if (key !== undefined || element.classList.contains("gap")) {
      style.width = `${wide}px`;
      style.height = `${wide * 1.4}px`;
      const from = key === undefined ? "" : "translate(-50%, -50%) ";
      style.transform = `translate(${x}px, ${y}px) ${from}rotate(${tilt ?? 0}deg)`;
      if (key !== undefined) style.zIndex = element.box.order;
    } else {
      style.transform = `translate(${x}px, ${y}px)`;
      style.width = `${wide}px`;
      style.height = high ? `${high}px` : "";
    }
  }
  tick();
}

/** The clocks: minutes and seconds that are left. */
function tick() {
  for (const element of document.querySelectorAll("time.clock")) {
    const left = Math.max(0, Math.round((element.until - (Date.now() - board.skew)) / 1000));
    element.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    element.classList.toggle("short", left <= 15);
  }
}

function toast(words) {
  part("toast").textContent = words;
  clearTimeout(toast.later);
  toast.later = setTimeout(() => { part("toast").textContent = ""; }, TOASTED);
}

function closeSheet() {
  part("sheet").close();
}

function openSheet(kind, content) {
  board.sheet = kind;
  render(panels.sheet(content, text, closeSheet), part("sheet"));
  part("sheet").showModal();
  if (kind === "log") part("sheet").scrollTop = part("sheet").scrollHeight;
}

/* What is done */

async function ask(what, more) {
  if (board.sending) return;
  board.sending = true;
  const answer = await link.ask(what, more);
  board.sending = false;
  if (answer.is === "refused") {
    toast(answer.why);
    sound.play("refused");
  } else if (answer.is === "lost") toast(text.lost);
  if (answer.is !== "done" && board.state) draw();
  return answer;
}

const act = {
  tap(key) {
    if (board.sending) return;
    board.aimed = "";
    board.asked = null;
    board.picked = board.moves.toggled(board.picked, key);
    const move = board.moves.atOnce(board.picked);
    if (move && board.picked.includes(key)) act.play(move);
    else controls();
  },
  aim(card) {
    const moves = board.moves.onto(board.picked, card);
    if (moves.length === 1) act.play(moves[0]);
    else {
      board.aimed = card;
      controls();
    }
  },
  play(move) {
    if (move.label && board.moves.verbs[move.verb]?.question && !move.laid?.length) {
      board.asked = move;
      controls();
    } else act.sure(move);
  },
  sure(move) {
    board.picked = [];
    board.aimed = "";
    board.asked = null;
    ask("move", { move: move.move, version: board.state.version });
    controls();
  },
  /** Takes back what is picked or asked. Returns whether there was anything. */
  cancel() {
    const had = board.picked.length > 0 || board.asked !== null;
    board.picked = [];
    board.aimed = "";
    board.asked = null;
    if (had) controls();
    return had;
  },
  /** Enter without a focus: plays what is picked, if that is one move. */
  enter() {
    const exact = board.moves.exact(board.picked);
    if (exact.length === 1) act.play(exact[0]);
    return exact.length === 1;
  },
  again() {
    const [high, low] = crypto.getRandomValues(new Uint32Array(2));
    ask("again", { luck: (high % 2 ** 21) * 2 ** 32 + low });
  },
  back: () => ask("back"),
  hint: () => ask("hint"),
  takeBack: () => ask("take_back", { version: board.state.version }),
  guess: (seat) => ask("guess", { seat, game: board.state.number }),
  ahead: (moves) => ask("ahead", { moves }),
  emote(emote) {
    part("emotes").hidePopover();
    ask("emote", { emote });
  },
  /** The steps of a replay; none, where nothing is replayed. */
  steps: () => board.state?.steps,
  /** Shows another step; who asks for one stops a replay that plays by itself. */
  async step(step, playing = false) {
    board.playing = playing && step < board.state.steps.last;
    const answer = await ask("step", { step });
    if (!answer) goOn(); // another request is under way: the step is asked for later
    if (answer?.is !== "refused") return;
    board.playing = false;
    controls();
  },
  /** Plays a replay by itself, or stops it. */
  run() {
    board.playing = !board.playing && board.state.steps.at < board.state.steps.last;
    controls();
    goOn();
    return true;
  },
  log: () => openSheet("log", { title: text.log, list: board.state.log }),
  async rules() {
    const answer = await ask("rules");
    if (answer?.is === "text") openSheet("rules", answer);
  },
  sound() {
    sound.toggle();
    chrome();
  },
  dismiss() {
    board.dismissed = board.state.number;
    chrome();
  },
};

dragging(cloth, stage, {
  begin(key) {
    if (!board.picked.includes(key)) {
      const next = board.moves.toggled(board.picked, key);
      board.picked = next.includes(key) ? next : [key];
    }
    controls();
    return board.picked;
  },
  moved(aim) {
    for (const spot of document.querySelectorAll(".spot.aim")) spot.classList.toggle("over", spot.card === aim);
  },
  drop(key, aim, inHand) {
    if (inHand) {
      act.cancel();
      return false;
    }
    const moves = aim ? board.moves.onto(board.picked, cardOf(aim)) : board.moves.exact(board.picked);
    const sure = moves.length === 1 && !board.sending;
    if (sure) act.play(moves[0]);
    else controls();
    return sure;
  },
  handHigh: () => board.layout.hand?.high ?? 0,
});

/* The beginning */

keyboard({ act });
hovering(part("spots"), stage);
let width = 0;
new ResizeObserver(() => {
  document.documentElement.style.fontSize = `${16 * magnified(innerWidth, innerHeight * 0.85)}px`;
  // A bar that grows by a line is no reason to stop cards that are under way.
  const turned = width !== cloth.clientWidth;
  width = cloth.clientWidth;
  if (board.state) draw({ instantly: turned });
}).observe(cloth);
setInterval(tick, 500);
part("sheet").addEventListener("close", () => { board.sheet = null; });
part("sheet").addEventListener("click", (event) => { if (event.target === part("sheet")) closeSheet(); });
document.addEventListener("visibilitychange", step);

function changed(what, why = "") {
  board.trouble = what === "ended" ? why : "";
  document.body.classList.toggle("lost", what === "lost");
  clearTimeout(changed.later);
  if (what === "lost" && board.hello) changed.later = setTimeout(toast, NOTICED, why || text.reconnecting);
  if (what === "open") {
    part("toast").textContent = "";
    // A line that comes again knows nothing of the step that a replay had reached.
    if (board.state?.steps) link.ask("step", { step: board.state.steps.at });
  }
  chrome();
}

/** In Discord's frame: shows the table for which the member has launched the Activity. */
async function launched() {
  link?.leave();
  const { arrived } = await import("./activity.js");
  const address = await arrived();
  queue.length = 0;
  clearTimeout(goOn.later);
  Object.assign(board, {
    state: null, dismissed: -1, picked: [], aimed: "", asked: null, sending: false, playing: false,
  });
  link = new Link(heard, changed, address);
}

async function begin() {
  const secret = location.hash.slice(1);
  if (/\/t\/[^/]+\/$/.test(location.pathname)) {
    link = new Link(heard, changed);
    return;
  }
  try {
    if (inDiscord) return await launched();
    if (!secret) board.trouble = part("need-link").content.textContent;
    else {
      // The link is left behind; all that the board needs is here already.
      history.replaceState(null, "", await entered(secret));
      link = new Link(heard, changed);
    }
  } catch (error) {
    board.trouble = error.message;
  }
  chrome();
}

chrome();
begin();
