// What stands around the cards: the head line, seats, captions, the strip above the hand, results and
// sheets. Everything here is made of the server's words.

import { html, nothing } from "./vendor/lit-html.js";

const SPRITE = new URL("sprite.svg", import.meta.url).pathname;

const icon = (name) => html`<svg class="icon" aria-hidden="true"><use href="${SPRITE}#${name}"></use></svg>`;

const NARROW = 100; // pixels of a plate that has no room for face and score beside each other
const NEAR = 48; // pixels from the left edge within which a caption doesn't stand in the middle

/** A button of the head line. */
const tool = (name, label, press, pressed = nothing) => html`
  <button class="tool" type="button" title=${label} aria-label=${label} aria-pressed=${pressed} @click=${press}>
    ${icon(name)}</button>`;

export function head({ state, text, sound, act }) {
  const facts = [...(state?.facts ?? []), ...(state?.pressing ?? [])];
  return html`
    <div class="title"><h1>${state?.title || "Shijo"}</h1>
      ${facts.length ? html`<p>${facts.join(" · ")}</p>` : nothing}</div>
    <nav>
      ${state?.emotes?.length ? emotes(state.emotes, text, act) : nothing}
      ${state ? tool("icon-log", text.log, act.log) : nothing}
      ${state?.can.includes("rules") ? tool("icon-rules", text.rules, act.rules) : nothing}
      ${tool(sound ? "icon-sound" : "icon-silent", sound ? text.sound_off : text.sound_on, act.sound)}
    </nav>`;
}

/** A button that opens the emotes, and these. */
const emotes = (offered, text, act) => html`
  <button class="tool" type="button" title=${text.emotes} aria-label=${text.emotes} popovertarget="emotes">
    ${icon("icon-talk")}</button>
  <div id="emotes" popover role="group" aria-label=${text.emotes}>${offered.map(({ emote, sign, label }) => html`
    <button type="button" class="move" title=${label} aria-label=${label} @click=${() => act.emote(emote)}>${sign}</button>`)}
  </div>`;

/** The emote that is shown at a seat. */
const shown = ({ emote }) => (emote ? html`<span class="emote" title=${emote.label}>${emote.sign}</span>` : nothing);

/** A line of time that the clock fills in: what is left until a moment. */
const clock = (until) => (until ? html`<time class="clock" .until=${until}></time>` : nothing);

const avatar = (seat) => html`
  <span class="avatar side-${seat.side % 6}">${seat.face
    ? html`<svg><use href="${SPRITE}#face-${seat.face.toLowerCase()}"></use></svg>`
    : html`<span>${[...seat.name][0]}</span>`}</span>`;

/** The roles of a seat, in words as well where there is room for them. */
const roles = (seat, { brief }) => seat.roles.map(({ mark, word }) => (
  brief && mark ? mark : `${mark} ${word}`.trim())).join(brief ? " " : " · ");

/** Whether what a seat says would reach beyond the cloth's left or right edge. */
function edge({ x, wide }, { strip }) {
  if (x + wide / 2 < strip.wide / 4) return "leftmost";
  return x + wide / 2 > (strip.wide * 3) / 4 ? "rightmost" : "";
}

export function seats({ state, layout }) {
  return layout.seats.map((place) => {
    const seat = state.seats.find((each) => each.seat === place.seat);
    const said = state.says?.find((each) => each.seat === seat.seat);
    const mood = [
      place.tight && "tight", place.wide < NARROW && "narrow", edge(place, layout), seat.waited && "waited", seat.out && "out", state.phase === "over" && "over", (seat.away || seat.left) && "away",
    ].filter(Boolean).join(" ");
    return html`
      <section class="seat at ${mood}" .box=${place}>
        <p class="unseen">${seat.line}</p>
        <div class="plate" aria-hidden="true">
          ${avatar(seat)}
          <span class="who"><b>${seat.name}</b><small>${roles(seat, place)}</small></span>
          <span class="held">
            ${state.view ? html`<span class="count">${seat.cards}</span>` : nothing}
            ${seat.score ? html`<span class="score">${seat.score}</span>` : nothing}
          </span>
          ${clock(seat.until)}${shown(seat)}
        </div>
        ${said ? html`<q>${said.line}</q>` : nothing}
      </section>`;
  });
}

/** A card in words. */
const named = (words, card) => words[card]?.[1] ?? card;

/** What lies in a zone, in words; of cards that lie face down, how many. */
function told(zone, words, text) {
  if (zone.layout === "number") return zone.most === null ? `${zone.number}` : `${zone.number}/${zone.most}`;
  const open = zone.cards.filter((card) => card !== null).length;
  if (!open) return `${zone.cards.length}`;
  const hidden = zone.cards.length - open;
  const seen = zone.cards.flatMap((card, place) => {
    const cover = zone.covers[place];
    if (card === null) return [];
    return cover ? `${named(words, card)} (${named(words, cover)})` : named(words, card);
  });
  return [...(hidden ? [`${hidden} × ${text.face_down}`] : []), ...seen].join(", ");
}

/** What stands at a zone: a figure, the number of a heap, its title. */
function boxed(box, zone, words, text) {
  const number = box.number ? told(zone, words, text) : box.heap;
  if (!box.caption && !box.number && !(box.badge && number)) return nothing;
  const named = box.caption && !(zone.layout === "pairs" && zone.cards.length);
  return html`
    <div class="box at ${box.badge ? "badge" : ""} ${box.x + box.wide / 2 < NEAR ? "leftmost" : ""}" .box=${box} title=${zone.title} aria-hidden="true">
      ${box.number || box.badge ? html`<span class=${box.number ? "figure" : "count"}>${number}</span>` : nothing}
      ${named ? html`<small>${zone.title}${box.heap ? html` <b>${box.heap}</b>` : nothing}</small>` : nothing}
    </div>`;
}

/** A zone's title for the ear, where nobody sees at which seat it lies. */
function heading(zone, state) {
  const owner = state.seats[zone.owner];
  return owner && !zone.title.includes(owner.name) ? `${owner.called}, ${zone.title}` : zone.title;
}

export function middle({ state, layout, words, text }) {
  const zones = state.view?.zones ?? [];
  return html`
    ${layout.boxes.map((box) => boxed(box, zones[box.zone], words, text))}
    <ul class="unseen">${zones.map((zone) =>
      zone.hand && zone.owner === state.me ? nothing : html`<li>${heading(zone, state)}: ${told(zone, words, text)}</li>`)}
    </ul>`;
}

export const felt = ({ layout }) => layout.gaps.map((gap) => html`<div class="gap at" .box=${gap}></div>`);

export function strip({ state, layout }) {
  const seat = state.seats.find((each) => each.seat === state.me);
  const last = state.log?.at(-1) ?? "";
  return html`
    <div class="mine at ${seat?.waited ? "waited" : ""}" .box=${layout.strip}>
      ${seat ? html`<p class="unseen">${seat.line}</p>` : nothing}
      <div class="words"><p class="status">${state.status}</p>${last ? html`<p class="last">${last}</p>` : nothing}</div>
      ${seat && (seat.roles.length || seat.score || seat.until || seat.emote)
        ? html`<div class="me" aria-hidden="true">
            ${seat.roles.map((role) => html`<span class="mark" title=${role.word || nothing}>${role.mark || role.word}</span>`)}
            ${seat.score ? html`<span class="score">${seat.score}</span>` : nothing}${clock(seat.until)}${shown(seat)}</div>`
        : nothing}
    </div>`;
}

export function result({ state, text, act }) {
  const { headline, lines, places } = state.result;
  return html`
    <section class="notice" aria-labelledby="headline">
      <button class="tool" type="button" aria-label=${text.close} @click=${act.dismiss}>${icon("icon-close")}</button>
      <h2 id="headline">${headline}</h2>
      <ol>${places.map(({ seat, mark, note }) => html`
        <li class=${seat === state.me ? "own" : ""}><span class="mark">${mark}</span>${avatar(state.seats[seat])}
          <span class="name">${state.seats[seat].name}</span>
          ${state.seats[seat].score ? html`<span class="score">${state.seats[seat].score}</span>` : nothing}
          ${note ? html`<span class="note">${note}</span>` : nothing}</li>`)}</ol>
      ${lines.map((line) => html`<p>${line}</p>`)}
    </section>`;
}

export const message = (words) => html`<section class="notice"><p>${words}</p></section>`;

export function sheet({ title, paragraphs, list }, text, close) {
  return html`
    <header><h2>${title}</h2>
      <button class="tool" type="button" aria-label=${text.close} @click=${close}>${icon("icon-close")}</button></header>
    <div class="body" tabindex="0">
      ${paragraphs?.map((line) => html`<p>${line}</p>`) ?? nothing}
      ${list ? html`<ol>${list.map((line) => html`<li>${line}</li>`)}</ol>` : nothing}
    </div>`;
}
