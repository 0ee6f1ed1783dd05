// How the cards of one zone lie, for every layout of a view. A shape is a box with cards in it, in
// pixels from its upper left corner: {wide, high, cards: [{index, card, x, y, wide, tilt, cover}],
// gaps: [{x, y, wide}], more}. `more` is the number of cards of a heap that shows only some.

export const RATIO = 1.4; // a card's height to its width
const LAYERS = 3; // backs drawn of a heap
const PILE = 4; // cards drawn of an open pile, from its top
const STEP = 0.36; // the part of a card that shows its index

const high = (wide) => wide * RATIO;

/** The zone with cards of `wide` pixels, in at most `most` pixels. */
export function shaped(zone, wide, most) {
  if (zone.layout === "number") return figure(wide);
  if (!zone.cards.length && !zone.gaps.length) return empty(wide);
  if (zone.layout === "pairs") return pairs(zone, wide, most);
  if (zone.layout === "count") return heap(zone, wide);
  if (zone.layout === "pile") return pile(zone, wide);
  return row(zone, wide, most);
}

function empty(wide) {
  const small = wide * 0.8;
  return { wide: small, high: high(small), cards: [], gaps: [{ x: 0, y: 0, wide: small }] };
}

function figure(wide) {
  return { wide: Math.max(46, wide * 1.1), high: Math.max(26, wide * 0.55), cards: [], gaps: [] };
}

function heap(zone, wide, from = 0) {
  const number = zone.cards.length - from;
  const thick = Math.max(1.5, wide * 0.035);
  const layers = Math.min(number, LAYERS);
  const grown = thick * (layers - 1);
  const cards = Array.from({ length: layers }, (_, layer) => ({
    index: layer, card: null, x: thick * layer, y: grown - thick * layer, wide, tilt: 0,
  }));
  return { wide: wide + grown, high: high(wide) + grown, cards, gaps: [], more: zone.cards.length };
}

/** An open pile, its top card whole. A known card below backs looks out from beneath them. */
function pile(zone, wide) {
  const top = zone.cards.at(-1);
  const backs = zone.cards.filter((card) => card === null).length;
  if (top === null) return heap(zone, wide);
  if (backs && backs === zone.cards.length - 1) return beneath(zone, wide);
  const first = Math.max(0, zone.cards.length - PILE);
  const step = wide * 0.3;
  const cards = zone.cards.slice(first).map((card, place) => ({
    index: first + place, card, x: step * place, y: wide * 0.05, wide, tilt: leaning(card, first + place),
  }));
  return {
    wide: wide + step * (cards.length - 1), high: high(wide) + wide * 0.1, cards, gaps: [],
    more: zone.cards.length,
  };
}

function beneath(zone, wide) {
  const heaped = heap({ cards: zone.cards.slice(0, -1) }, wide);
  const aside = wide * 0.5;
  const across = {
    index: zone.cards.length - 1, card: zone.cards.at(-1), wide, tilt: -6,
    x: wide * 0.04, y: heaped.high - high(wide) + wide * 0.03,
  };
  return {
    ...heaped, wide: heaped.wide + aside,
    cards: [across, ...heaped.cards.map((each) => ({ ...each, x: each.x + aside }))],
    more: zone.cards.length,
  };
}

/** A lean of some degrees that a card keeps as long as it lies at that place. */
function leaning(card, place) {
  const sign = card ? card.charCodeAt(0) * 7 + card.charCodeAt(card.length - 1) * 13 : 0;
  return ((sign + place * 5) % 9) - 4;
}

/** Cards side by side, overlapping where they must; backs always do. */
function row(zone, wide, most) {
  const places = zone.cards.length + zone.gaps.length;
  const open = zone.cards.some((card) => card !== null);
  const apart = open ? wide * 1.08 : wide * STEP;
  const fits = places > 1 ? (most - wide) / (places - 1) : apart;
  const step = Math.min(apart, Math.max(fits, wide * (open ? STEP : 0.06)));
  const inLine = Math.max(1, Math.floor((most - wide) / step + 1.001));
  const lines = Math.ceil(places / inLine);
  const even = Math.ceil(places / lines);
  const down = high(wide) * (lines > 1 ? 0.62 : 0);
  const cards = [];
  const gaps = [];
  let index = 0;
  for (let place = 0; place < places; place += 1) {
    const at = { x: step * (place % even), y: down * Math.floor(place / even), wide };
    if (zone.gaps.includes(place)) gaps.push(at);
    else {
      cards.push({ index, card: zone.cards[index], ...at, tilt: 0 });
      index += 1;
    }
  }
  return { wide: wide + step * (even - 1), high: high(wide) + down * (lines - 1), cards, gaps };
}

/** Cards, each with the one that covers it over its lower right part. */
function pairs(zone, wide, most) {
  const aside = wide * 0.34;
  const down = high(wide) * 0.24;
  const box = { wide: wide + aside, high: high(wide) + down };
  const gap = wide * 0.18;
  const inLine = Math.max(1, Math.floor((most + gap) / (box.wide + gap)));
  const lines = Math.ceil(zone.cards.length / inLine);
  const even = Math.ceil(zone.cards.length / lines);
  const cards = zone.cards.flatMap((card, index) => {
    const x = (box.wide + gap) * (index % even);
    const y = (box.high + gap) * Math.floor(index / even);
    const cover = zone.covers[index] ?? null;
    const lower = { index, card, x, y, wide, tilt: cover ? -3 : 0 };
    return cover
      ? [lower, { index, card: cover, x: x + aside, y: y + down, wide, tilt: 5, cover: true }]
      : [lower];
  });
  return {
    wide: (box.wide + gap) * even - gap, high: (box.high + gap) * lines - gap, cards, gaps: [],
  };
}

/** Shapes in lines of at most `most` pixels, each line in the middle. Returns {wide, high, at}. */
export function flowed(shapes, most, gap) {
  const lines = [];
  for (const shape of shapes) {
    const line = lines.at(-1);
    if (line && line.wide + gap + shape.wide <= most) {
      line.shapes.push(shape);
      line.wide += gap + shape.wide;
    } else lines.push({ shapes: [shape], wide: shape.wide });
  }
  const at = [];
  let y = 0;
  for (const line of lines) {
    const tall = Math.max(...line.shapes.map((shape) => shape.high));
    let x = (most - line.wide) / 2;
    for (const shape of line.shapes) {
      at.push({ x, y: y + (tall - shape.high) / 2 });
      x += shape.wide + gap;
    }
    y += tall + gap;
  }
  return { wide: Math.max(0, ...lines.map((line) => line.wide)), high: Math.max(0, y - gap), at };
}
