// The cards on the cloth, and their motion: each element goes from where it is to where it lies now.
// Motion is CSS transitions, which begin wherever a card is at that moment; so it can be interrupted.

import { blankCard, turn } from "./card.js";

const BASE = 100; // a card's width in the style sheet, which is then scaled
const AHEAD = 14; // milliseconds by which one card leaves before the next
const MOST_AHEAD = 70; // so all have arrived within 300, beside the style sheet's pace
const DEAL = 500; // the same, at a new deal
const LIFTED = 900; // z-index of cards that travel
const GONE = 300;

export class Stage {
  constructor(root) {
    this.root = root;
    this.items = []; // {element, card, zone, place, key}
    this.boxes = new Map(); // where each zone was
    this.sizes = new Map(); // how many cards each zone had
    this.still = matchMedia("(prefers-reduced-motion: reduce)");
  }

  /** The element of the card with that key. */
  of(key) {
    return this.items.find((item) => item.key === key)?.element;
  }

  /** Everything goes at once: another game, or none. */
  clear() {
    this.root.replaceChildren();
    this.items = [];
    this.boxes.clear();
    this.sizes.clear();
  }

  /** Shows a layout. `names` are zones by number (`{name, size}`), `written` a card's own letters. */
  show(layout, names, written, { instantly = false, dealt = false } = {}) {
    if (dealt) this.clear();
    const boxes = centres(layout, names);
    const deck = dealt ? deckOf(layout) : null;
    const flows = this.flows(names);
    const matched = match(this.items, layout.places, names, flows);
    const fresh = [];
    let moved = 0;
    const items = layout.places.map((place, number) => {
      let item = matched[number];
      if (!item) {
        item = { element: blankCard(), card: undefined };
        const from = deck ?? this.source(flows, boxes, place, names);
        put(item.element, { ...place, ...from, tilt: 0 });
        fresh.push(item.element);
      }
      item.from = item.place;
      return item;
    });
    this.root.append(...fresh);
    // New cards begin where they come from; those under way travel on meanwhile.
    const still = instantly ? [this.root] : fresh;
    for (const each of still) each.classList.add("at-once");
    if (still.length) void this.root.offsetWidth;
    if (!instantly) for (const each of still) each.classList.remove("at-once");
    layout.places.forEach((place, number) => {
      const item = items[number];
      const { element } = item;
      if (item.card !== place.card) {
        turn(element, place.card, written(place.card));
        if (item.card !== undefined && !instantly) flip(element, this.still.matches);
      }
      const travels = item.zone !== names[place.zone].name;
      element.style.transitionDelay = travels ? `${Math.min(dealt ? DEAL : MOST_AHEAD, AHEAD * moved++)}ms` : "0ms";
      element.style.translate = "";
      element.classList.toggle("small", place.small);
      element.classList.toggle("in-hand", place.hand);
      put(element, place);
      element.style.zIndex = travels && !instantly ? LIFTED + place.order : place.order;
      Object.assign(item, { card: place.card, zone: names[place.zone].name, place, key: place.key });
    });
    const kept = new Set(items);
    const gone = this.items.filter((item) => !kept.has(item));
    gone.forEach((item) => this.leave(item, flows, boxes, instantly));
    this.items = items;
    this.boxes = boxes;
    this.sizes = new Map(names.map((zone) => [zone.name, zone.size]));
    if (instantly) {
      void this.root.offsetWidth;
      this.root.classList.remove("at-once");
    }
    setTimeout(() => this.settle(), dealt ? DEAL + 320 : 320);
    return moved;
  }

  /** Cards that have arrived lie in their order. */
  settle() {
    for (const { element, place } of this.items) element.style.zIndex = place.order;
  }

  /** By how much each zone grew; what left one went to another. */
  flows(names) {
    return new Map(names.map((zone) => [zone.name, zone.size - (this.sizes.get(zone.name) ?? zone.size)]));
  }

  /** Where a card comes from that wasn't seen before: the zone that lost cards. */
  source(flows, boxes, place, names) {
    const name = names[place.zone].name;
    const from = [...flows].find(([zone, grown]) => grown < 0 && zone !== name && (this.boxes.has(zone)));
    return from ? this.boxes.get(from[0]) : boxes.get(name);
  }

  /** A card that is seen no more goes where cards were added, and fades. */
  leave(item, flows, boxes, instantly) {
    const { element } = item;
    if (instantly || this.still.matches) return element.remove();
    const to = [...flows].find(([zone, grown]) => grown > 0 && zone !== item.zone && boxes.has(zone));
    element.style.transitionDelay = "";
    if (to) put(element, { ...item.place, ...boxes.get(to[0]), tilt: 0 });
    element.classList.add("gone");
    setTimeout(() => element.remove(), GONE);
  }
}

function put(element, { x, y, wide, tilt }) {
  element.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) rotate(${tilt.toFixed(2)}deg) scale(${(wide / BASE).toFixed(4)})`;
}

/** Turns a card over: its face is there already, and opens from its middle line. */
function flip(element, still) {
  if (still) return;
  element.firstChild.animate([{ transform: "scaleX(0.05)" }, { transform: "none" }],
    { duration: 180, easing: "ease-out" });
}

/** Where a new deal comes from: the heap of the middle, or the middle itself. */
function deckOf(layout) {
  const { room } = layout;
  const heap = layout.boxes.find((box) => box.heap && box.seat === null);
  const { x, y, wide, high } = heap ?? room;
  return { x: x + wide / 2, y: y + high / 2 };
}

/** The middle of each zone, by name. */
function centres(layout, names) {
  const found = new Map();
  for (const box of layout.boxes)
    found.set(names[box.zone].name, { x: box.x + box.wide / 2, y: box.y + box.high / 2 });
  for (const place of layout.places) {
    const name = names[place.zone].name;
    if (!found.has(name)) found.set(name, { x: place.x, y: place.y });
  }
  return found;
}

/** Which element each place gets: the same card where it is known, then backs of the same zone, then
    whatever may be that card. */
function match(items, places, names, flows) {
  const free = new Set(items);
  const found = new Array(places.length);
  const zoneOf = (place) => names[place.zone].name;
  const take = (number, wanted) => {
    if (found[number]) return;
    for (const item of free)
      if (wanted(item)) {
        free.delete(item);
        found[number] = item;
        return;
      }
  };
  const each = (wanted) => places.forEach((place, number) => take(number, (item) => wanted(item, place)));
  each((item, place) => item.card !== null && item.card === place.card && item.zone === zoneOf(place));
  each((item, place) => item.card !== null && item.card === place.card);
  each((item, place) => item.card === null && place.card === null && item.zone === zoneOf(place));
  const lost = (item) => (flows.get(item.zone) ?? -1) < 0;
  each((item, place) => lost(item) && item.zone !== zoneOf(place) && (item.card === null || place.card === null));
  each((item, place) => item.zone === zoneOf(place) && (item.card === null || place.card === null));
  return found;
}
