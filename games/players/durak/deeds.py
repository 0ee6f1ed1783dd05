"""What the other seat at a table for two did, and what lay before it as it did so.

Each deed says something of the hand it came from, for who knows by which habits the seat plays:
`strikes` says how badly a hand and habits go with a deed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, NamedTuple

from games.cards import SUITS
from games.durak.events import MOST_SEATS
from games.durak.rules import Rules
from games.players.durak.cards import UP_TO, WORTH, Order, bits_in, order_of
from games.players.durak.habits import Stage

Fields = Mapping[str, Any]

IMPOSSIBLE: Final = 3
"""The strikes against a hand that goes against the rules; habits that don't fit are one."""


class Deed(NamedTuple):
    """One thing that a seat did, sets of cards in the bits of the order."""

    verb: str
    """A move's, or `nothing`: it had nothing to add; or `something`: it has."""
    card: int
    """What was played, the cheapest card of several; 0: none."""
    size: int
    """How many cards were played."""
    target: int
    """Of a beat, the card that was beaten."""
    known: int
    """The cards that everybody knew to be in the hand."""
    drawn: int
    """How many cards both seats had drawn."""
    lying: int
    unbeaten: int
    ranks: int
    """All cards that share a rank with one on the table."""
    attacks: int
    """How many attack cards lay."""
    facing: int
    """How many cards the other seat held."""
    taking: bool
    discarded: bool
    """Whether a bout had gone to the discard pile."""


class Change(NamedTuple):
    """Cards of unknown origin that left the hand, or that came into it unseen."""

    place: int
    """How many deeds came before."""
    lost: int
    """The card that left the hand, by its bit; 0: cards were drawn."""
    size: int
    """How many cards came or left."""


class Deeds:
    """The deeds of both seats, from the events of a game as one of them may know them."""

    def __init__(self) -> None:
        self.begun = False
        """Whether the trump card was turned up: nothing is noted before."""
        self.order = order_of(SUITS[0])
        self._clear()

    def _clear(self) -> None:
        self.deeds: list[list[Deed]] = [[] for _ in range(MOST_SEATS)]
        self.changes: list[list[Change]] = [[] for _ in range(MOST_SEATS)]
        self.known = [0] * MOST_SEATS
        """By seat, the cards that everybody knows to be in its hand."""
        self.dealt = [0] * MOST_SEATS
        self.drawn = 0
        self._counts = [0] * MOST_SEATS
        self._discarded = False
        self._attacker = self._defender = 0
        self._clear_table()

    def _clear_table(self) -> None:
        self._lying = self._unbeaten = self._ranks = self._attacks = 0
        self._taking = self._said = False

    def watch(self, name: str, fields: Fields) -> None:
        """Takes note of an event."""
        note = NOTES.get(name)
        if note is not None and (self.begun or name in ("dealt", "trump", "redeal")):
            note(self, fields)

    def deed(self, verb: str, seat: int, cards: Iterable[int] = (), target: int = 0) -> Deed:
        """What a seat would do now."""
        played = sorted(cards)
        other = self._defender if seat == self._attacker else self._attacker
        return Deed(
            verb,
            played[0] if played else 0,
            len(played),
            target,
            self.known[seat],
            self.drawn,
            self._lying,
            self._unbeaten,
            self._ranks,
            self._attacks,
            self._counts[other],
            self._taking,
            self._discarded,
        )

    def _note(self, verb: str, seat: int, names: Iterable[str] = (), target: int = 0) -> list[int]:
        """A deed is done; gives the bits of the cards that leave the hand."""
        bits = [self.order.bits[name] for name in names]
        self.deeds[seat].append(self.deed(verb, seat, bits, target))
        place = len(self.deeds[seat])
        for bit in bits:
            if self.known[seat] & bit:
                self.known[seat] ^= bit
            else:
                self.changes[seat].append(Change(place, bit, 1))
        self._counts[seat] -= len(bits)
        return bits

    def _learn_trump(self, fields: Fields) -> None:
        self.begun, self.order = True, order_of(fields["suit"])

    def _deal(self, fields: Fields) -> None:
        self.dealt[fields["seat"]] = self._counts[fields["seat"]] = fields["count"]

    def _draw(self, fields: Fields) -> None:
        """DUR-40: everyone sees who draws the trump card."""
        seat, count = fields["seat"], fields["count"]
        self._counts[seat] += count
        self.drawn += count
        if "trump" in fields:
            self.known[seat] |= self.order.bits[fields["trump"]]
            count -= 1
        if count:
            self.changes[seat].append(Change(len(self.deeds[seat]), 0, count))

    def _begin(self, fields: Fields) -> None:
        self._clear_table()
        self._attacker, self._defender = fields["attacker"], fields["defender"]

    def _lay(self, verb: str, fields: Fields) -> None:
        for bit in self._note(verb, fields["seat"], fields["cards"]):
            self._lying |= bit
            self._unbeaten |= bit
            self._ranks |= self.order.ranks[bit]
            self._attacks += 1
        self._said = False

    def _attack(self, fields: Fields) -> None:
        self._lay("attack", fields)

    def _throw(self, fields: Fields) -> None:
        self._lay("throw", fields)

    def _pass(self, fields: Fields) -> None:
        """DUR-31: who passes an attack on is the attacker now."""
        self._lay("pass", fields)
        self._attacker, self._defender = fields["seat"], fields["defender"]

    def _show(self, fields: Fields) -> None:
        """DUR-33: so is who shows a trump, which all have seen now."""
        seat = fields["seat"]
        self._note("show", seat)
        for name in fields["cards"]:
            bit = self.order.bits[name]
            if not self.known[seat] & bit:
                self.changes[seat].append(Change(len(self.deeds[seat]), bit, 1))
                self.known[seat] |= bit
        self._attacker, self._defender = seat, fields["defender"]
        self._said = False

    def _beat(self, fields: Fields) -> None:
        target = self.order.bits[fields["attack"]]
        (card,) = self._note("beat", fields["seat"], fields["cards"], target)
        self._unbeaten &= ~target
        self._lying |= card
        self._ranks |= self.order.ranks[card]
        self._said = False

    def _take(self, fields: Fields) -> None:
        self._note("take", fields["seat"])
        self._taking, self._said = True, False

    def _done(self, fields: Fields) -> None:
        self._note("done", fields["seat"])
        self._said = True

    def _repelled(self, fields: Fields) -> None:
        self._note_silence()
        self._discarded = True
        self._clear_table()

    def _taken(self, fields: Fields) -> None:
        self._note_silence()
        seat = fields["seat"]
        self.known[seat] |= self._lying
        self._counts[seat] += len(fields["cards"])
        self._clear_table()

    def _note_silence(self) -> None:
        """DUR-16: an attacker who did not say done is done by itself."""
        if not self._said:
            self._note("nothing", self._attacker)

    def _redeal(self, fields: Fields) -> None:
        self._clear()


NOTES: Final[Mapping[str, Callable[[Deeds, Fields], None]]] = {
    "redeal": Deeds._redeal,
    "dealt": Deeds._deal,
    "trump": Deeds._learn_trump,
    "bout": Deeds._begin,
    "attack": Deeds._attack,
    "throw": Deeds._throw,
    "pass": Deeds._pass,
    "show": Deeds._show,
    "beat": Deeds._beat,
    "take": Deeds._take,
    "done": Deeds._done,
    "drew": Deeds._draw,
    "bout-repelled": Deeds._repelled,
    "bout-taken": Deeds._taken,
}
"""By the name of an event, what it teaches."""


def bearing(deed: Deed, rules: Rules, order: Order) -> int:
    """The cards that a deed says something of: `strikes` heeds no others of a hand."""
    if deed.verb == "attack":
        return _cheaper(deed.card) | (0 if rules.single else order.ranks[deed.card])
    if deed.verb not in ("beat", "take"):
        return deed.ranks
    cards = deed.ranks if _passable(deed, rules) else 0
    for target in bits_in(deed.unbeaten):
        cards |= order.beaters[target]
    return cards


def strikes(deed: Deed, hand: int, stage: Stage, rules: Rules, order: Order) -> int:
    """How badly a deed goes with a hand (as it was before) and habits: 0 for what they would have
    done, else 1, or IMPOSSIBLE."""
    return JUDGES[deed.verb](deed, hand, stage, rules, order)


def _cheaper(card: int) -> int:
    """All cards that are less gladly kept."""
    worth = WORTH[card]
    return UP_TO[worth - 1] if worth else 0


def _attacks(deed: Deed, hand: int, stage: Stage, rules: Rules, order: Order) -> int:
    """The cheapest card opens, with as many of its rank as may be spared."""
    if hand & _cheaper(deed.card):
        return 1
    if rules.single:
        return 0
    group = hand & order.ranks[deed.card] & (stage.throw | deed.card)
    most = min(rules.most_attacks[deed.discarded], deed.facing)
    return int(min(group.bit_count(), most) != deed.size)


def _throws(deed: Deed, hand: int, stage: Stage, rules: Rules, order: Order) -> int:
    """The cheapest card that fits is thrown in, if it may be spared."""
    spared = stage.pile if deed.taking else stage.throw
    cheaper = hand & deed.ranks & spared & _cheaper(deed.card)
    return int(not deed.card & spared or cheaper != 0)


def _is_done(deed: Deed, hand: int, stage: Stage, rules: Rules, order: Order) -> int:
    """Nothing that fits may be spared."""
    spared = stage.pile if deed.taking else stage.throw
    return int(hand & deed.ranks & spared != 0)


def _has_nothing(deed: Deed, hand: int, stage: Stage, rules: Rules, order: Order) -> int:
    """DUR-16: nothing fits, where there was room for it (DUR-11)."""
    return IMPOSSIBLE if hand & deed.ranks and rules.auto_done and _has_room(deed, rules) else 0


def _has_something(deed: Deed, hand: int, stage: Stage, rules: Rules, order: Order) -> int:
    """DUR-16: who isn't done could add something."""
    return 0 if hand & deed.ranks else IMPOSSIBLE


def _has_room(deed: Deed, rules: Rules) -> bool:
    if deed.taking and (rules.unlimited or not rules.pile_on):
        return rules.pile_on
    fewer = deed.attacks < rules.most_attacks[deed.discarded]
    return fewer and deed.unbeaten.bit_count() < deed.facing


def _passable(deed: Deed, rules: Rules) -> bool:
    """DUR-30, DUR-31: whether the attack could have been passed on."""
    first = deed.discarded or deed.drawn > 0 or rules.options.first_bout_passing
    room = deed.attacks < min(rules.most_attacks[deed.discarded], deed.facing)
    return rules.passing and first and room and deed.unbeaten == deed.lying


def _passes(deed: Deed, hand: int, stage: Stage, rules: Rules, order: Order) -> int:
    """The cheapest card that passes is played, if it may be spared."""
    cheaper = hand & deed.ranks & stage.carry & _cheaper(deed.card)
    return int(not deed.card & stage.carry or cheaper != 0)


def _shows(deed: Deed, hand: int, stage: Stage, rules: Rules, order: Order) -> int:
    """Nobody's habits say when to show a trump."""
    return 0


def _answers(deed: Deed, hand: int, stage: Stage, rules: Rules, order: Order) -> int:
    """All is beaten with the cheapest cards, or nothing."""
    if _passable(deed, rules) and hand & deed.ranks & stage.carry:
        return 1
    cover = _cover(deed, hand, stage, order)
    if deed.verb == "take" or not cover:
        return int((cover == 0) != (deed.verb == "take"))
    return int(WORTH[cover] != WORTH[deed.card])


def _cover(deed: Deed, hand: int, stage: Stage, order: Order) -> int:
    """What beats the target, or, where there is none, the dearest card; 0: all is taken."""
    free, unbeaten, used, answer = hand, deed.unbeaten, 0, 0
    while unbeaten:
        target = 1 << unbeaten.bit_length() - 1
        cover = free & order.beaters[target]
        if not cover:
            return 0
        cover &= -cover
        if not answer or target == deed.target:
            answer = cover
        free ^= cover
        used |= cover
        unbeaten ^= target
    if stage.keep:
        weighed = bits_in(used | deed.lying if stage.whole else used)
        if sum(stage.keep[card] for card in weighed) > stage.sweep:
            return 0
    return answer


JUDGES: Final = {
    "attack": _attacks,
    "throw": _throws,
    "done": _is_done,
    "nothing": _has_nothing,
    "something": _has_something,
    "pass": _passes,
    "show": _shows,
    "beat": _answers,
    "take": _answers,
}
"""By verb."""
