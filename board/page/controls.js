// What can be pressed: the cards themselves, places that they go to, and the bar below. All of it
// is made of the legal moves.

import { html, nothing } from "./vendor/lit-html.js";
import { cardOf } from "./choice.js";

/** The buttons over cards: those of my hand, whatever else can be picked, and what is aimed at. */
export function spots({ layout, moves, picked, words, text, focus, act }) {
  const open = moves.open(picked);
  const anew = moves.open([]);
  const aims = new Set(moves.exact(picked).map((move) => move.on).filter(Boolean));
  const usable = (place) => open.has(place.card) || anew.has(place.card);
  const shown = layout.places.filter((place) =>
    place.card !== null && (place.hand || aims.has(place.card) || usable(place)));
  const first = shown.find((place) => place.key === focus) ?? shown.find(usable) ?? shown[0];
  return shown.map((place) => {
    const aim = !place.hand && aims.has(place.card);
    const chosen = picked.includes(place.key);
    const playable = aim || usable(place);
    const look = ["spot at", place.hand && "hand", aim && "aim", chosen && "picked", playable && "playable"];
    return html`
      <button type="button" class=${look.filter(Boolean).join(" ")} .box=${place} .card=${place.key}
        tabindex=${place === first ? 0 : -1} aria-pressed=${aim ? nothing : chosen}
        aria-disabled=${playable ? nothing : "true"}
        @click=${() => (aim ? act.aim(place.card) : act.tap(place.key))}>
        <span class="unseen">${words[place.card]?.[1] ?? place.card}${playable ? `, ${text.playable}` : ""}</span>
      </button>`;
  });
}

const WEIGHTS = { usual: "usual", plain: "", grave: "grave" };

const button = (label, press, look = "", mark = "") => html`
  <button type="button" class="move ${look}" @click=${press}>
    ${mark ? html`<span aria-hidden="true">${mark}</span> ` : nothing}<span>${label}</span></button>`;

/** The bar: what to do with the picked cards, or the moves that need none. */
export function bar({ state, moves, picked, aimed, asked, playing, hint, text, act }) {
  if (state.steps) return steps(state.steps, playing, text, act);
  if (asked) return question(asked, moves, text, act);
  if (picked.length) return withCards(moves, picked, aimed, text, act);
  return html`
    ${moves.groups.map((group) => bare(group, act))}
    ${moves.amounts.map((amount) => slider(amount, moves.verbs[amount.verb], text, act))}
    ${state.ahead ? ahead(state.ahead, text, act) : nothing}
    ${state.takes_back ? takingBack(state.takes_back, act) : nothing}
    ${hint ? html`<p>${hint}</p>` : state.can.includes("hint") ? button(text.hint, act.hint, "", "🎓") : nothing}
    ${state.can.includes("back") ? button(text.back, act.back, "usual") : nothing}
    ${state.can.includes("again") ? button(text.again, act.again, "usual") : nothing}
    ${state.phase === "playing" && moves.none && state.me === null ? watching(state, text, act) : nothing}`;
}

/** The last move, to be taken back when all agree. A button that waits keeps the focus, which a disabled one loses. */
const takingBack = ({ label, waits }, act) => html`
  <button type="button" class="move" aria-disabled=${waits ? "true" : nothing} @click=${() => waits || act.takeBack()}>
    <span aria-hidden="true">↩️</span> <span>${label}</span></button>`;

/** For those who watch: each seat's chances, where they are known, and their guess. */
function watching({ chances, guess }, text, act) {
  return html`
    <p>${guess?.line || text.spectating}</p>
    ${chances?.length ? html`<div class="group chances" role="group" aria-label=${text.chances}>
      <p aria-hidden="true">${text.chances}</p>
      ${chances.map(({ part, label }) => html`<span class="chance">
        <meter min="0" max="1000" .value=${part} aria-hidden="true"></meter> <span>${label}</span></span>`)}</div>` : nothing}
    ${guess?.answers.length ? list(guess.ask, guess.answers, act.guess) : nothing}`;
}

/** A list that is called what it asks, and tells which of its lines was chosen. `what` it is about, for the focus. */
function list(label, lines, choose, what = "") {
  const chosen = ({ target }) => {
    choose(Number(target.value));
    target.value = "";
  };
  return html`<select class="move grave" .what=${what} aria-label=${label} @change=${chosen}>
    <option value="" selected hidden>${label}</option>
    ${lines.map((line, place) => html`<option value=${place}>${line}</option>`)}</select>`;
}

/** A replay: its first and its last step, those beside the one that is shown, and all others. */
function steps({ at, last }, playing, text, act) {
  const to = (step, sign, label) => html`<button type="button" class="move" aria-label=${label} title=${label}
    ?disabled=${step === at || step < 0 || step > last} @click=${() => act.step(step)}>
    <span aria-hidden="true">${sign}</span></button>`;
  return html`<div class="group steps" role="group" aria-label=${text.replay}>
    ${to(0, "⇤", text.first)}${to(at - 1, "←", text.earlier)}
    <button type="button" class="move usual" aria-pressed=${playing} ?disabled=${at === last && !playing} @click=${act.run}>
      ${playing ? text.pause : text.play}</button>
    ${to(at + 1, "→", text.later)}${to(last, "⇥", text.last)}
    <input type="range" min="0" max=${last} .value=${`${at}`} aria-label=${text.step}
      aria-valuetext=${`${at} / ${last}`} @change=${({ target }) => act.step(Number(target.value))}>
  </div>`;
}

function question(move, moves, text, act) {
  return html`<p>${moves.verbs[move.verb].question}</p>
    ${button(move.label, () => act.sure(move), "danger")}
    ${button(text.cancel, act.cancel)}`;
}

function withCards(moves, picked, aimed, text, act) {
  const exact = aimed ? moves.onto(picked, aimed) : moves.exact(picked);
  const verbs = new Set(exact.map((move) => move.verb));
  const only = verbs.size === 1 ? moves.verbs[exact[0].verb] : null;
  const asks = only && exact.length > 1 ? only.ask : exact.length ? "" : text.choose;
  return html`
    ${asks ? html`<p>${asks}</p>` : nothing}
    ${exact.map((move) => button(
      exact.length > 1 && only ? move.choice || move.short || move.label : move.label,
      () => act.play(move), exact.length === 1 ? "usual" : WEIGHTS[moves.verbs[move.verb]?.weight] ?? ""))}
    ${button(text.cancel, act.cancel)}`;
}

function bare({ verb, moves, words }, act) {
  const look = WEIGHTS[words?.weight] ?? "";
  if (moves.length === 1) return button(moves[0].label, () => act.play(moves[0]), look, words?.mark);
  return html`<div class="group" role="group" aria-label=${words?.ask || words?.name || verb}>
    <p aria-hidden="true">${words?.ask || words?.name}</p>
    ${moves.map((move) => button(move.choice || move.short || move.label, () => act.play(move), look))}</div>`;
}

/** Moves that can be chosen before one's turn, or what was chosen. Each takes the place and the focus of the other. */
function ahead({ offered, chosen, line }, text, act) {
  const label = text.ahead.replace("{sign}", "⏩");
  const plans = offered.map((plan) => plan.label);
  return html`
    ${line ? html`<p id="plan">${line}</p>` : nothing}
    ${chosen ? html`<button type="button" class="move" .what=${"ahead"} aria-describedby="plan" @click=${() => act.ahead([])}>
      <span>${text.undo}</span></button>` : nothing}
    ${plans.length ? list(label, plans, (place) => act.ahead(offered[place].moves), "ahead") : nothing}`;
}

function slider(amount, words, text, act) {
  const { verb, low, high, step, offered } = amount;
  const start = offered[Math.floor(offered.length / 2)] ?? low;
  const read = (event) => event.currentTarget.closest(".group").querySelector("input");
  const set = (event, number) => {
    const input = read(event);
    input.value = number;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  };
  return html`<div class="group amount" role="group" aria-label=${words?.ask || words?.name || verb}>
    ${offered.map((number) => button(`${number}`, (event) => set(event, number), "chip"))}
    <input type="range" min=${low} max=${high} step=${step} .value=${`${start}`}
      aria-label=${text.number}
      @input=${(event) => numbered(event.target.nextElementSibling)}>
    <output></output>
    ${button(words?.name || verb, (event) => act.play({ verb, move: `${verb} ${read(event).value}` }), "usual", words?.mark)}
  </div>`;
}

/** Writes the number of a slider beside it: what was chosen, within the limits that the slider has now. */
export function numbered(output) {
  const { value } = output.previousElementSibling;
  if (output.value !== value) output.value = value; // else it would be read aloud again
}

/** The cards that belong to the pressed keys, for the stage. */
export const namesOf = (keys) => keys.map(cardOf);
