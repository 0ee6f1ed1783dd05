// Where everything lies on the cloth, from a state and the cloth's size alone. Nothing here knows a
// game: zones have an owner and a layout, and that decides.
//
// arranged() returns {places, boxes, seats, hand, strip, wide}:
//   places: one for each card that is seen, {key, zone, index, card, x, y, wide, tilt, order, hand,
//           small}; x, y are its middle. The key tells equal cards apart (`7S#1`); a back has none.
//   boxes:  one for each zone of the middle and each of mine, {zone, x, y, wide, high, caption}
//   gaps:   the outlines of empty places
//   seats:  one for each other seat, {seat, x, y, wide, high, tight, brief}; a tight one has its name
//           below its face, a brief one has room for the marks of its roles alone

import { RATIO, flowed, shaped } from "./shapes.js";

const CAPTION = 20;
const CAPTIONED = [58, 100]; // the least width of what has a caption, and the most that a long one needs
const SIGN = 6.4; // the width of a letter of a caption, roughly
const STRIP = 52;
const PLATE = 50; // the height of a name plate
const TIGHT = 70; // … of one in a narrow place
const EDGE = 10;
const MIDDLE = 130; // what the middle needs
const ROOMY = 112; // the width of a seat in a row, with its roles in words …
const DENSE = 68; // … and with their marks alone
const SQUEEZED = [[1, ROOMY], [0.85, ROOMY], [1, DENSE], [0.85, DENSE], [0.7, DENSE], [0.55, DENSE]]; // the part that
// hands and seats take of their room, and the least width of a seat on a narrow cloth
const LETTER = 7; // the width of a letter beside a face, roughly …
const SMALLER = 6.1; // … and below one
const BESIDE = 100; // what a plate needs beside the name
const SCORED = 62; // what a score or a clock needs
const LONGEST = 14; // letters of a name that count for its plate
const TOUCH = 25; // the least pixels of a card in hand that can be hit
const LARGEST = 150; // a card of the middle, where nobody has a hand
const SMALL = 46; // a card narrower than this shows its suit once

const isHand = (zone) => zone.hand;

/** The whole arrangement. `wide` and `high`: the cloth in pixels. Where too little is left for the
    middle, hands and seats take less. */
export function arranged(told, wide, high) {
  // Before and after a game, all sit around the cloth, the reader too.
  const state = told.view ? told : { ...told, me: null };
  for (const [part, least] of SQUEEZED) {
    const out = attempt(state, wide, high, part, least);
    if (out.room.high >= MIDDLE * out.k || part === SQUEEZED.at(-1)[0]) return out;
  }
}

function attempt(state, wide, high, part, least) {
  const zones = (state.view?.zones ?? []).map((zone, number) => ({ ...zone, id: number }));
  const k = magnified(wide, high);
  const out = { places: [], boxes: [], gaps: [], seats: [], order: 0, beside: 0, k, part, least };
  const across = wide > high * 1.05 && (wide >= 760 || high < 420);
  const strip = STRIP * k;
  const foot = state.me === null ? high - EDGE : mine(out, zones, state.me, wide, high);
  const right = wide > 600 ? out.beside : 0; // there is room to keep the words in the middle
  out.strip = {
    x: EDGE + out.beside, y: foot - strip, wide: wide - 2 * EDGE - out.beside - right, high: strip,
  };
  out.room = seated(out, state, zones, { wide, high: foot - strip, across });
  middle(out, zones.filter((zone) => zone.owner === null), out.room, across);
  keyed(out.places);
  return out;
}

/** By how much everything is larger than on a usual screen; less than 1 on a very low one. */
export function magnified(wide, high) {
  return high < 400 ? Math.max(0.72, high / 400) : Math.max(1, Math.min(wide / 1500, high / 850));
}

/** My hand at the lower edge, and my other zones above it. Returns where they begin. */
function mine(out, zones, me, wide, high) {
  const own = zones.filter((zone) => zone.owner === me);
  const hands = own.filter(isHand);
  const cards = hands.flatMap((zone) => zone.cards.map((card, index) => ({ zone, card, index })));
  const tall = Math.min(190 * out.k, Math.max(84, high * 0.215)) * Math.max(0.72, out.part);
  const size = Math.min(tall / RATIO, wide * 0.22);
  out.size = size;
  let top = handed(out, cards, size, wide, high);
  const others = own.filter((zone) => !isHand(zone) && worth(zone));
  const heaps = others.filter(isAside);
  const rows = others.filter((zone) => !heaps.includes(zone));
  if (rows.length) top = before(out, rows, size, wide, top, high);
  if (heaps.length) aside(out, heaps, wide, top);
  return top;
}

/** My heaps and figures, small, at the left of the strip, which begins beside them. */
function aside(out, zones, wide, foot) {
  const shapes = zones.map((zone) => shaped(zone, 28 * out.k, wide / 4));
  out.beside = shapes.reduce((sum, each) => sum + each.wide + 12, 0);
  const laid = { shapes, ...flowed(shapes, out.beside, 12) };
  put(out, zones, laid, EDGE, foot - (STRIP * out.k + laid.high) / 2, { mine: true, badge: true });
}

/** Whether a seat's zone is drawn: an empty one isn't. */
const worth = (zone) =>
  zone.cards.length > 0 || zone.gaps.length > 0 || (zone.layout === "number" && zone.number > 0);

/** The hand in as few lines as can be hit by a finger, in a slight arc where there is one. */
function handed(out, cards, size, wide, high) {
  const number = cards.length;
  if (!number) return high - EDGE;
  const room = wide - 2 * EDGE - (wide > 600 ? size * 0.2 : 0);
  const tall = size * RATIO;
  let lines = 1;
  const stepOf = (inLine) =>
    inLine > 1 ? Math.min(size * 1.06, (room - size) / (inLine - 1)) : 0;
  while (lines < 4 && stepOf(Math.ceil(number / lines)) < TOUCH && number > lines) lines += 1;
  const inLine = Math.ceil(number / lines);
  const step = stepOf(inLine);
  const down = tall * 0.61; // rank and suit of a card in the line above stay in sight
  const lift = tall * 0.2;
  const arc = lines === 1 && wide > 600 ? Math.min(1.4, 11 / Math.max(1, number)) : 0;
  const half = (number - 1) / 2;
  const dropped = (from) => (arc * Math.PI / 180) * (from * from * step) / 2;
  const total = (lines - 1) * down + tall + dropped(half) + (arc * Math.PI / 180) * half * size / 2;
  const top = high - total - 8;
  cards.forEach(({ zone, card, index }, place) => {
    const line = Math.floor(place / inLine);
    const here = Math.min(inLine, number - line * inLine);
    const from = (place % inLine) - (here - 1) / 2;
    out.places.push({
      zone: zone.id, index, card, wide: size, hand: true, mine: true,
      x: wide / 2 + from * step,
      y: top + line * down + tall / 2 + dropped(from),
      tilt: arc * from, order: (out.order += 1), small: size < SMALL, step,
    });
  });
  out.hand = { x: 0, y: top - lift, wide, high: high - top + lift };
  return top - lift;
}

/** What lies before me, above my hand. */
function before(out, zones, size, wide, top, high) {
  const room = wide - 2 * EDGE;
  const most = high * 0.2 * out.part;
  let card = size * 0.66;
  let laid;
  for (;; card *= 0.92) {
    const shapes = zones.map((zone) => boxed(shaped(zone, card, room), zone, out.k));
    laid = { shapes, ...flowed(shapes, room, card * 0.35) };
    if (laid.high <= most || card < 24) break;
  }
  const y = top - laid.high - 4;
  put(out, zones, laid, EDGE, y, { mine: true, caption: true });
  return y - 6;
}

/** A shape with room for its caption. */
function boxed(shape, zone, k) {
  const [least, most] = CAPTIONED;
  const written = SIGN * (zone.title.length + (shape.more ? 3 : 0));
  const pad = Math.max(0, Math.min(Math.max(least, written), most) * k - shape.wide) / 2;
  const moved = (each) => ({ ...each, x: each.x + pad });
  return {
    ...shape, cards: shape.cards.map(moved), gaps: shape.gaps.map(moved),
    wide: shape.wide + 2 * pad, high: shape.high + CAPTION * k, inner: shape.high,
  };
}

function put(out, zones, laid, x, y, { mine = false, caption = false, badge = false, seat = null } = {}) {
  zones.forEach((zone, number) => {
    const shape = laid.shapes[number];
    const left = x + laid.at[number].x;
    const up = y + laid.at[number].y;
    for (const each of shape.cards)
      out.places.push({
        zone: zone.id, index: each.index, card: each.card, wide: each.wide, mine, seat,
        x: left + each.x + each.wide / 2, y: up + each.y + (each.wide * RATIO) / 2,
        tilt: each.tilt, order: (out.order += 1), small: each.wide < SMALL,
        cover: each.cover ?? false, hand: false,
      });
    for (const gap of shape.gaps)
      out.gaps.push({ x: left + gap.x, y: up + gap.y, wide: gap.wide, zone: zone.id });
    out.boxes.push({
      zone: zone.id, x: left, y: up, wide: shape.wide, high: shape.inner ?? shape.high,
      caption, badge, seat, heap: shape.more ?? null, number: zone.layout === "number",
    });
  });
}

/** The other seats around the cloth, from my left clockwise. Returns the room that they leave. */
function seated(out, state, zones, { wide, high, across }) {
  const number = state.seats.length;
  const first = state.me === null ? 0 : state.me + 1;
  const others = Array.from({ length: number - (state.me === null ? 0 : 1) },
    (_, step) => state.seats[(first + step) % number]);
  return across
    ? around(out, others, zones, wide, high)
    : above(out, others, zones, wide, high);
}

/** On a wide cloth: up the left side, along the top, and down the right side. */
function around(out, others, zones, wide, high) {
  const number = others.length;
  const aside = number < 3 ? 0 : number < 8 ? 1 : 2;
  const columns = aside ? Math.max(150, wide * 0.17) : 0;
  const left = others.slice(0, aside).reverse();
  const right = others.slice(number - aside);
  const top = others.slice(aside, number - aside);
  const each = Math.min(420 * out.k, (wide - 2 * EDGE) / Math.max(1, top.length));
  const start = (wide - each * top.length) / 2;
  let under = 0;
  const tight = areTight(top, each - 10, out.k);
  top.forEach((seat, place) => {
    const box = { x: start + each * place + 5, y: EDGE, wide: each - 10, most: high * 0.34 * out.part, tight };
    under = Math.max(under, sat(out, seat, zones, box));
  });
  for (const [seats, x] of [[left, EDGE], [right, wide - columns - EDGE]]) {
    const begin = start > columns + EDGE ? EDGE : under + 6;
    const room = (high - begin) / Math.max(1, seats.length);
    seats.forEach((seat, place) => {
      const most = room - 20;
      const y = begin + room * place + 8;
      sat(out, seat, zones, { x, y, wide: columns, most, tight: areTight([...left, ...right], columns, out.k), centre: true });
    });
  }
  const side = columns ? columns + EDGE + 16 : EDGE;
  return { x: side, y: under + 12, wide: wide - 2 * side, high: high - under - 18 };
}

/** On a narrow cloth: in rows along the top. */
function above(out, others, zones, wide, high) {
  const most = Math.max(1, Math.floor((wide - EDGE) / out.least));
  const rows = Math.ceil(others.length / most);
  const inRow = Math.ceil(others.length / Math.max(1, rows));
  const tight = areTight(others, Math.min(280, (wide - EDGE) / inRow) - 4, out.k);
  let y = 6;
  for (let row = 0; row < rows; row += 1) {
    const here = others.slice(row * inRow, (row + 1) * inRow);
    const each = Math.min(280, (wide - EDGE) / here.length);
    const start = (wide - each * here.length) / 2;
    const ends = here.map((seat, place) =>
      sat(out, seat, zones, {
        x: start + each * place + 2, y, wide: each - 4, most: (high * 0.46 * out.part) / rows, tight,
      }));
    y = Math.max(...ends) + 8;
  }
  return { x: EDGE, y: y + 4, wide: wide - 2 * EDGE, high: high - y - 10 };
}

/** The letters of a seat's roles. */
const said = ({ roles }) => roles.reduce((sum, { mark, word }) => sum + (mark ? 2 : 0) + word.length + 2, 0);

/** Whether one of these seats has no room for its name beside its face; then all do without. */
const areTight = (seats, wide, k) => seats.some((seat) => {
  const words = LETTER * Math.max(said(seat), Math.min(LONGEST, seat.name.length) * 1.2);
  return wide < (BESIDE + (seat.score || seat.until ? SCORED : 0) + words) * k;
});

/** One seat: its name plate, and its cards below. Returns where it ends. */
function sat(out, seat, zones, { x, y, wide, most, tight, centre = false }) {
  const brief = tight && wide < said(seat) * SMALLER * out.k;
  const plate = (tight ? TIGHT : PLATE) * out.k;
  const own = zones.filter((zone) => zone.owner === seat.seat && worth(zone));
  let card = Math.min(78 * out.k, Math.max(30, most * 0.3) * out.part, wide * 0.36);
  let laid = { shapes: [], high: 0, at: [] };
  for (; own.length; card *= 0.9) {
    const shapes = own.map((zone) => shaped(zone, isHand(zone) && !open(zone) ? card * 0.66 : card, wide * 0.94));
    laid = { shapes, ...flowed(shapes, wide, card * 0.2) };
    if (plate + 4 + laid.high <= most || card < 17) break;
  }
  const tall = plate + (own.length ? 4 + laid.high : 0);
  const top = centre ? y + Math.max(0, (most - tall) / 2) : y;
  put(out, own, laid, x, top + plate + 4, { seat: seat.seat });
  out.seats.push({ seat: seat.seat, x, y: top, wide, high: plate, tight, brief });
  return top + tall;
}

const open = (zone) => zone.cards.some((card) => card !== null);

/** The zones of the middle, as large as they fit: heaps and figures aside, the rest in the middle. */
function middle(out, zones, room, across) {
  const heaps = zones.filter(isAside);
  const rest = zones.filter((zone) => !heaps.includes(zone));
  if (!heaps.length || !rest.length) return centred(out, zones, room);
  const sideways = across || room.high < room.wide * 0.7;
  const part = sideways
    ? { wide: room.wide * 0.34, high: room.high }
    : { wide: room.wide, high: Math.min(room.high * 0.42, 124) };
  const laid = fitted(heaps, part, sideways ? Math.min(150 * out.k, room.high * 0.24) : 64, 18, out.k);
  if (!sideways) {
    put(out, heaps, laid, room.x, room.y, { caption: true });
    const used = laid.high + 8;
    return centred(out, rest, { ...room, y: room.y + used, high: room.high - used });
  }
  const inwards = room.wide > 600 ? room.wide * 0.06 : 0;
  const beside = laid.wide + 24 + inwards;
  put(out, heaps, laid, room.x + inwards - (part.wide - laid.wide) / 2, room.y + (room.high - laid.high) / 2, { caption: true });
  const even = { ...room, x: room.x + beside, wide: room.wide - 2 * beside };
  const whole = { ...room, x: room.x + beside, wide: room.wide - beside };
  const most = largest(out);
  // In the middle of the cloth, unless the cards would be much smaller there.
  const better = even.wide > 0 && fitted(rest, even, most, 18, out.k).card > fitted(rest, whole, most, 18, out.k).card * 0.8;
  centred(out, rest, better ? even : whole);
}

/** The widest card of the middle: hardly wider than those in my hand. */
const largest = (out) => (out.size ?? LARGEST * out.k) * 1.12;

function centred(out, zones, area) {
  if (!zones.length) return;
  const laid = fitted(zones, area, zones.every(isAside) ? 110 * out.k : largest(out), 18, out.k);
  put(out, zones, laid, area.x, area.y + Math.max(0, (area.high - laid.high) / 2), { caption: true });
}

/** Whether a zone of the middle is a heap or a figure, which needs little room. An empty pile is
    one where cards are laid elsewhere. */
function isAside(zone, _, zones) {
  if (zone.layout === "count" || zone.layout === "number") return true;
  if (zone.layout !== "pile") return false;
  if (!zone.cards.length) return zones.some((other) => other.layout === "pairs" || other.layout === "row");
  return zone.cards.length > 1 && zone.cards.slice(0, -1).every((card) => card === null);
}

function fitted(zones, area, most, gap, k) {
  for (let card = Math.max(23, Math.min(most, area.wide * 0.3, area.high / RATIO)); ; card *= 0.94) {
    const shapes = zones.map((zone) => boxed(shaped(zone, card, area.wide), zone, k));
    const laid = { shapes, card, ...flowed(shapes, area.wide, gap) };
    if ((laid.high <= area.high && laid.wide <= area.wide) || card < 22) return laid;
  }
}

/** Gives each card that is known its key: its name, and how many equal ones lie before it. */
function keyed(places) {
  const seen = new Map();
  for (const place of [...places].sort((a, b) => a.zone - b.zone || a.index - b.index)) {
    if (place.card === null) continue;
    const number = seen.get(place.card) ?? 0;
    seen.set(place.card, number + 1);
    place.key = `${place.card}#${number}`;
  }
}
