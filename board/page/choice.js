// What may be played, from the list of legal moves alone: which cards can be picked, where they may
// go, and which moves remain. A card is told apart from an equal one by its key, `7S#0`.

/** The card that a key stands for. */
export const cardOf = (key) => key.slice(0, key.indexOf("#"));

/** How often each card is there. */
function counted(cards) {
  const found = new Map();
  for (const card of cards) found.set(card, (found.get(card) ?? 0) + 1);
  return found;
}

function without(cards, card) {
  const place = card ? cards.indexOf(card) : -1;
  return place < 0 ? cards : cards.toSpliced(place, 1);
}

/** The moves of one state, ready to be asked for. */
export class Moves {
  constructor(moves, amounts, verbs) {
    this.verbs = verbs;
    this.amounts = amounts;
    const ofSlider = new Set(amounts.map((amount) => amount.verb));
    const all = moves.map((move) => {
      const laid = without(move.cards, move.on);
      return { ...move, laid, counts: counted(laid) };
    });
    this.withCards = all.filter((move) => move.laid.length);
    this.bare = all.filter((move) => !move.laid.length && !ofSlider.has(move.verb));
  }

  get none() {
    return !this.withCards.length && !this.bare.length && !this.amounts.length;
  }

  /** The moves that lay all of these cards, and perhaps more. */
  fitting(picked) {
    const wanted = [...counted(picked.map(cardOf))];
    return this.withCards.filter((move) =>
      wanted.every(([card, times]) => (move.counts.get(card) ?? 0) >= times));
  }

  /** The moves that lay exactly these cards. */
  exact(picked) {
    return picked.length
      ? this.fitting(picked).filter((move) => move.laid.length === picked.length)
      : [];
  }

  /** The cards that can be picked beside those that are. */
  open(picked) {
    const have = counted(picked.map(cardOf));
    const found = new Set();
    for (const move of this.fitting(picked))
      for (const [card, times] of move.counts)
        if (times > (have.get(card) ?? 0)) found.add(card);
    return found;
  }

  /** The keys after one more was picked, or given back; one that doesn't fit begins anew. */
  toggled(picked, key) {
    if (picked.includes(key)) return picked.filter((each) => each !== key);
    for (const next of [[...picked, key], [key]]) if (this.fitting(next).length) return next;
    return picked;
  }

  /** The move that a single tap plays: there is but one, and it lays this card alone. */
  atOnce(picked) {
    const fitting = this.fitting(picked);
    return picked.length === 1 && fitting.length === 1 && fitting[0].laid.length === 1
      ? fitting[0]
      : null;
  }

  /** The moves with these cards that end on that card; "" for those that end on none. */
  onto(picked, card) {
    return this.exact(picked).filter((move) => move.on === card);
  }

  /** The moves without cards, by verb, in the order of the list. */
  get groups() {
    return [...Map.groupBy(this.bare, (move) => move.verb)].map(([verb, moves]) => ({
      verb, moves, words: this.verbs[verb],
    }));
  }
}
