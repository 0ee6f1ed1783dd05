"""How well a hand, and the thresholds that somebody plays by, go with what it did.

`judge_of` works out once what a deed means at its table; the judge that it gives is asked for
thousands of hands.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from games.durak.rules.rules import Rules
from games.players.durak.cards import TRUMPS, UP_TO, WORTH, Order, bits_in
from games.players.durak.deeds import Deed
from games.players.durak.thresholds import Stage
from games.players.durak.turns import NOBODY, heir_of, throwers_of

IMPOSSIBLE: Final = 3
"""The strikes against a hand that goes against the rules; thresholds that don't fit are one."""

Judge = Callable[[int, Stage], int]
"""How badly a deed goes with a hand (as it was before) and thresholds: 0 for what they would have
done, else 1, or IMPOSSIBLE."""


def bearing(deed: Deed, rules: Rules, order: Order) -> int:
    """The cards that a deed says something of: its judge heeds no others of a hand."""
    if deed.verb == "attack":
        return _cheaper(deed.card) | (0 if rules.single else order.ranks[deed.card])
    if deed.verb not in ("beat", "take"):
        return deed.ranks
    cards = deed.ranks if _passable(deed, rules) else _showable(deed, rules)
    for target in bits_in(deed.unbeaten):
        cards |= order.beaters[target]
    return cards


def in_talon(deed: Deed, rules: Rules) -> int:
    """How many cards were still to be drawn."""
    return rules.deck.bit_count() - deed.dealt - deed.drawn


def judge_of(deed: Deed, rules: Rules, order: Order) -> Judge:
    """The function that judges hands and thresholds by this deed."""
    return JUDGES[deed.verb](deed, rules, order)


def _cheaper(card: int) -> int:
    """All cards that are worth less to keep than this card."""
    worth = WORTH[card]
    return UP_TO[worth - 1] if worth else 0


def _attacks(deed: Deed, rules: Rules, order: Order) -> Judge:
    """The cheapest card opens, with as many of its rank as may be spared."""
    cheaper, card, size = _cheaper(deed.card), deed.card, deed.size
    if rules.single:
        return lambda hand, stage: int(hand & cheaper != 0)
    rank, most = order.ranks[card], min(rules.most_attacks[deed.discarded], _facing(deed, rules))

    def judge(hand: int, stage: Stage) -> int:
        if hand & cheaper:
            return 1
        group = hand & rank & (stage.throw | card)
        return int(min(group.bit_count(), most) != size)

    return judge


def _throws(deed: Deed, rules: Rules, order: Order) -> Judge:
    """The cheapest card that fits is thrown in, if it may be spared."""
    card, taking, cheaper = deed.card, deed.taking, deed.ranks & _cheaper(deed.card)

    def judge(hand: int, stage: Stage) -> int:
        spared = stage.pile if taking else stage.throw
        return int(not card & spared or hand & cheaper & spared != 0)

    return judge


def _is_done(deed: Deed, rules: Rules, order: Order) -> Judge:
    """Nothing that fits may be spared."""
    ranks, taking = deed.ranks, deed.taking
    return lambda hand, stage: int(hand & ranks & (stage.pile if taking else stage.throw) != 0)


def _has_nothing(deed: Deed, rules: Rules, order: Order) -> Judge:
    """DUR-16: the seat might have thrown in (DUR-11, DUR-12), but holds no card that fits."""
    might = rules.auto_done and _has_room(deed, rules) and _may_throw(deed, rules)
    fitting = deed.ranks if might else 0
    return lambda hand, stage: IMPOSSIBLE if hand & fitting else 0


def _has_something(deed: Deed, rules: Rules, order: Order) -> Judge:
    """DUR-16: a seat that isn't done could add something."""
    fitting = deed.ranks
    return lambda hand, stage: 0 if hand & fitting else IMPOSSIBLE


def _may_throw(deed: Deed, rules: Rules) -> bool:
    """DUR-12: whether the seat is one of those that may throw in."""
    throwers = throwers_of(rules, deed.attacker, deed.defender, deed.in_play)
    return bool(throwers >> deed.seat & 1)


def _facing(deed: Deed, rules: Rules) -> int:
    """How many cards the seat held that was attacked, or, where it is the defender who did
    something, the seat that the attack could have been passed on to (DUR-31)."""
    if deed.seat != deed.defender:
        return deed.counts[deed.defender]
    heir = heir_of(rules, deed.counts, deed.defender, deed.in_play, in_talon(deed, rules))
    return 0 if heir == NOBODY else deed.counts[heir]


def _has_room(deed: Deed, rules: Rules) -> bool:
    if deed.taking and (rules.unlimited or not rules.pile_on):
        return rules.pile_on
    fewer = deed.attacks < rules.most_attacks[deed.discarded]
    return fewer and deed.unbeaten.bit_count() < _facing(deed, rules)


def _passable(deed: Deed, rules: Rules) -> bool:
    """DUR-30, DUR-31: whether the attack could have been passed on."""
    room = deed.attacks < min(rules.most_attacks[deed.discarded], _facing(deed, rules))
    return rules.passing and room and _in_time(deed, rules)


def _in_time(deed: Deed, rules: Rules) -> bool:
    """DUR-30: before any beat; an option may forbid it in the first bout of a game."""
    begun = deed.discarded or deed.drawn > 0
    return (begun or rules.options.first_bout_passing) and deed.unbeaten == deed.lying


def _showable(deed: Deed, rules: Rules) -> int:
    """DUR-33: the trumps that could have been shown to pass on."""
    room = deed.attacks <= _facing(deed, rules)
    if not (rules.travel and room and _in_time(deed, rules)):
        return 0
    spent = deed.shown_now if rules.travel_once_per_attack else deed.shown
    return deed.ranks & TRUMPS & ~spent


def _passes(deed: Deed, rules: Rules, order: Order) -> Judge:
    """The cheapest card that passes is played, if it may be spared."""
    card, cheaper = deed.card, deed.ranks & _cheaper(deed.card)
    showable = _showable(deed, rules)

    def judge(hand: int, stage: Stage) -> int:
        if stage.shows and hand & showable:
            return 1
        return int(not card & stage.carry or hand & cheaper & stage.carry != 0)

    return judge


def _shows(deed: Deed, rules: Rules, order: Order) -> Judge:
    """A trump is shown by those who do so whenever they may."""
    return lambda hand, stage: int(not stage.shows)


def _answers(deed: Deed, rules: Rules, order: Order) -> Judge:
    """An answer fits a seat that either beats all cards, with its cheapest ones, or none."""
    showable = _showable(deed, rules)
    passing = deed.ranks if _passable(deed, rules) else 0
    takes, covers, worth = deed.verb == "take", _covers(deed, order), WORTH.get(deed.card)

    def judge(hand: int, stage: Stage) -> int:
        if (hand & showable and stage.shows) or hand & passing & stage.carry:
            return 1
        cover = covers(hand, stage)
        if takes or not cover:
            return int((cover == 0) != takes)
        return int(WORTH[cover] != worth)

    return judge


def _covers(deed: Deed, order: Order) -> Judge:
    """What beats the target, or, where there is none, the dearest card; 0: all is taken."""
    targets = bits_in(deed.unbeaten)[::-1]
    beaters = [(order.beaters[target], target == deed.target) for target in targets]
    lying = bits_in(deed.lying)

    def cover_of(hand: int, stage: Stage) -> int:
        free, answer = hand, 0
        for beating, wanted in beaters:
            cover = free & beating
            if not cover:
                return 0
            cover &= -cover
            if not answer or wanted:
                answer = cover
            free ^= cover
        keep = stage.keep
        if keep:
            swept = sum([keep[card] for card in bits_in(hand ^ free)])
            if stage.whole:
                swept += sum([keep[card] for card in lying])
            if swept > stage.sweep:
                return 0
        return answer

    return cover_of


JUDGES: Final[dict[str, Callable[[Deed, Rules, Order], Judge]]] = {
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
