"""How well a hand, and the habits that somebody plays by, go with what it did."""

from __future__ import annotations

from typing import Final

from games.durak.rules import Rules
from games.players.durak.cards import TRUMPS, UP_TO, WORTH, Order, bits_in
from games.players.durak.deeds import Deed
from games.players.durak.habits import Stage

IMPOSSIBLE: Final = 3
"""The strikes against a hand that goes against the rules; habits that don't fit are one."""


def bearing(deed: Deed, rules: Rules, order: Order) -> int:
    """The cards that a deed says something of: `strikes` heeds no others of a hand."""
    if deed.verb == "attack":
        return _cheaper(deed.card) | (0 if rules.single else order.ranks[deed.card])
    if deed.verb not in ("beat", "take"):
        return deed.ranks
    cards = deed.ranks if rules.passing else 0
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
    room = deed.attacks < min(rules.most_attacks[deed.discarded], deed.facing)
    return rules.passing and room and _in_time(deed, rules)


def _in_time(deed: Deed, rules: Rules) -> bool:
    """DUR-30: before any beat; an option may forbid it in the first bout of a game."""
    begun = deed.discarded or deed.drawn > 0
    return (begun or rules.options.first_bout_passing) and deed.unbeaten == deed.lying


def _showable(deed: Deed, hand: int, stage: Stage, rules: Rules) -> int:
    """DUR-33: the trump that would have been shown to pass on, as a set."""
    room = deed.attacks <= deed.facing
    if not (stage.shows and rules.travel and room and _in_time(deed, rules)):
        return 0
    spent = deed.shown_now if rules.travel_once_per_attack else deed.shown
    return hand & deed.ranks & TRUMPS & ~spent


def _passes(deed: Deed, hand: int, stage: Stage, rules: Rules, order: Order) -> int:
    """The cheapest card that passes is played, if it may be spared."""
    if _showable(deed, hand, stage, rules):
        return 1
    cheaper = hand & deed.ranks & stage.carry & _cheaper(deed.card)
    return int(not deed.card & stage.carry or cheaper != 0)


def _shows(deed: Deed, hand: int, stage: Stage, rules: Rules, order: Order) -> int:
    """A trump is shown by those who do so whenever they may."""
    return int(not stage.shows)


def _answers(deed: Deed, hand: int, stage: Stage, rules: Rules, order: Order) -> int:
    """All is beaten with the cheapest cards, or nothing."""
    if _showable(deed, hand, stage, rules):
        return 1
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
