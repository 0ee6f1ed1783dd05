"""Judges how well an imagined hand and thresholds agree with the actions of the seat that holds the
hand.

`judge_of` prepares a function (a judge) for one observation. That function is then called for
thousands of hands, so the preparation is done only once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from games.durak.rules.rules import Rules
from games.players.durak.cards import TRUMPS, UP_TO, WORTH, Order, bits_in
from games.players.durak.observations import Observation
from games.players.durak.thresholds import TalonStage
from games.players.durak.turns import NOBODY, heir_of, throwers_of

IMPOSSIBLE: Final = 3
"""The number of strikes for a hand that is against the rules. (A strike is a contradiction to an
observation.) If only the thresholds don't fit, it is one strike."""

Judge = Callable[[int, TalonStage], int]
"""A function that takes a seat's hand before an observed action, and thresholds. It returns 0 if a
seat with this hand and these thresholds would have done the same, otherwise 1 or IMPOSSIBLE."""


def bearing(seen: Observation, rules: Rules, order: Order) -> int:
    """Return the bit mask of the cards that matter for an observation, in the bits of `order`. The
    judge of the observation says how well a hand fits the observation (`judge_of`). Other cards in
    the hand make no difference to the judge."""
    if seen.verb == "attack":
        return _cheaper(seen.card) | (0 if rules.single else order.ranks[seen.card])
    if seen.verb not in ("beat", "take"):
        return seen.ranks
    cards = seen.ranks if _passable(seen, rules) else _showable(seen, rules)
    for target in bits_in(seen.unbeaten):
        cards |= order.beaters[target]
    return cards


def in_talon(seen: Observation, rules: Rules) -> int:
    """The number of cards that were in the talon when the observation was made."""
    return rules.deck.bit_count() - seen.dealt - seen.drawn


def judge_of(seen: Observation, rules: Rules, order: Order) -> Judge:
    """Return the judge for this observation. A judge is a function that takes a guessed hand, and
    the guessed thresholds (limits on the worth of cards) for one size of the talon. The function
    returns how strongly this guess contradicts the observation (0: not at all)."""
    return JUDGES[seen.verb](seen, rules, order)


def _cheaper(card: int) -> int:
    """The bit mask of all cards that are worth less to keep than this card."""
    worth = WORTH[card]
    return UP_TO[worth - 1] if worth else 0


def _attacks(seen: Observation, rules: Rules, order: Order) -> Judge:
    """Return a judge for an opening (see `Judge`). The judge expects that a seat opens with the
    cheapest card in hand. If the rules allow several cards of this rank, the judge expects as many
    of them as the thresholds for throwing in allow."""
    cheaper, card, size = _cheaper(seen.card), seen.card, seen.size
    if rules.single:
        return lambda hand, stage: int(hand & cheaper != 0)
    rank, most = (
        order.ranks[card],
        min(rules.most_attacks[seen.discarded], _facing(seen, rules)),
    )

    def judge(hand: int, stage: TalonStage) -> int:
        if hand & cheaper:
            return 1
        group = hand & rank & (stage.throw | card)
        return int(min(group.bit_count(), most) != size)

    return judge


def _throws(seen: Observation, rules: Rules, order: Order) -> Judge:
    """Return a judge for a throw-in: a function that compares a guessed hand and thresholds (limits
    on the worth of cards) with this action. The judge expects that a seat throws in the cheapest
    suitable card, if the thresholds allow it. The judge returns 0 if the guess agrees with the
    action, otherwise 1."""
    card, taking, cheaper = (
        seen.card,
        seen.taking,
        seen.ranks & _cheaper(seen.card),
    )

    def judge(hand: int, stage: TalonStage) -> int:
        spared = stage.pile if taking else stage.throw
        return int(not card & spared or hand & cheaper & spared != 0)

    return judge


def _is_done(seen: Observation, rules: Rules, order: Order) -> Judge:
    """Return a judge for a seat that said `done`: a function that compares a guessed hand and
    thresholds (limits on the worth of cards) with this action. The judge returns 1 if the guess
    contradicts the action, because the thresholds would let the seat throw in a card of the hand.
    Otherwise the judge returns 0."""
    ranks, taking = seen.ranks, seen.taking
    return lambda hand, stage: int(hand & ranks & (stage.pile if taking else stage.throw) != 0)


def _has_nothing(seen: Observation, rules: Rules, order: Order) -> Judge:
    """Return a judge (see `Judge`) for a seat that the game counted as done without a move of the
    seat (DUR-16). A seat with a card that fits would have had to act, if the rules allowed the seat
    to throw in (DUR-11, DUR-12). So the judge returns IMPOSSIBLE for a hand with such a card,
    otherwise 0."""
    might = rules.auto_done and _has_room(seen, rules) and _may_throw(seen, rules)
    fitting = seen.ranks if might else 0
    return lambda hand, stage: IMPOSSIBLE if hand & fitting else 0


def _has_something(seen: Observation, rules: Rules, order: Order) -> Judge:
    """Return a judge for a seat that is not done: a function that compares a guessed hand with this
    observation. Seats with no card to throw in are done automatically (DUR-16). So the judge
    returns IMPOSSIBLE for a hand without a card whose rank is on the table. For any other hand, the
    judge returns 0."""
    fitting = seen.ranks
    return lambda hand, stage: 0 if hand & fitting else IMPOSSIBLE


def _may_throw(seen: Observation, rules: Rules) -> bool:
    """DUR-12: return whether the rules allowed throwing in to the seat that the observation is
    about."""
    throwers = throwers_of(rules, seen.attacker, seen.defender, seen.in_play)
    return bool(throwers >> seen.seat & 1)


def _facing(seen: Observation, rules: Rules) -> int:
    """Return the number of cards in the hand that must beat the attack. If the observed action is
    the defender's, the attack might have been passed on. In this case, count the hand of the seat
    to which the attack would go (DUR-31), and return 0 if no seat can get the attack. Otherwise,
    count the defender's hand."""
    if seen.seat != seen.defender:
        return seen.counts[seen.defender]
    heir = heir_of(
        rules,
        seen.counts,
        seen.defender,
        seen.in_play,
        in_talon(seen, rules),
    )
    return 0 if heir == NOBODY else seen.counts[heir]


def _has_room(seen: Observation, rules: Rules) -> bool:
    if seen.taking and (rules.unlimited or not rules.pile_on):
        return rules.pile_on
    fewer = seen.attacks < rules.most_attacks[seen.discarded]
    return fewer and seen.unbeaten.bit_count() < _facing(seen, rules)


def _passable(seen: Observation, rules: Rules) -> bool:
    """DUR-30, DUR-31: whether the defender could have passed the attack on."""
    room = seen.attacks < min(rules.most_attacks[seen.discarded], _facing(seen, rules))
    return rules.passing and room and _in_time(seen, rules)


def _in_time(seen: Observation, rules: Rules) -> bool:
    """DUR-30: return whether it was early enough in the bout to pass the attack on. All cards on
    the table must be unbeaten. In the first bout of the game, the option `first_bout_passing` must
    be on, too."""
    begun = seen.discarded or seen.drawn > 0
    return (begun or rules.options.first_bout_passing) and seen.unbeaten == seen.lying


def _showable(seen: Observation, rules: Rules) -> int:
    """DUR-33: the bit mask of the trumps that the defender could have shown to pass the attack
    on."""
    room = seen.attacks <= _facing(seen, rules)
    if not (rules.travel and room and _in_time(seen, rules)):
        return 0
    spent = seen.shown_now if rules.travel_once_per_attack else seen.shown
    return seen.ranks & TRUMPS & ~spent


def _passes(seen: Observation, rules: Rules, order: Order) -> Judge:
    """Return a judge for passing the attack on. The judge expects that a seat passes with the
    cheapest suitable card, if the thresholds allow it."""
    card, cheaper = seen.card, seen.ranks & _cheaper(seen.card)
    showable = _showable(seen, rules)

    def judge(hand: int, stage: TalonStage) -> int:
        if stage.shows and hand & showable:
            return 1
        return int(not card & stage.carry or hand & cheaper & stage.carry != 0)

    return judge


def _shows(seen: Observation, rules: Rules, order: Order) -> Judge:
    """Return a judge (see `Judge`) for showing a trump. The judge returns 0 if the thresholds say
    that the seat shows a trump whenever the rules allow this, otherwise 1. The hand makes no
    difference."""
    return lambda hand, stage: int(not stage.shows)


def _answers(seen: Observation, rules: Rules, order: Order) -> Judge:
    """Return a judge for the defender's answer. The judge expects that the defender either beats
    all cards with the cheapest suitable cards, or takes."""
    showable = _showable(seen, rules)
    passing = seen.ranks if _passable(seen, rules) else 0
    takes, covers, worth = (
        seen.verb == "take",
        _covers(seen, order),
        WORTH.get(seen.card),
    )

    def judge(hand: int, stage: TalonStage) -> int:
        if (hand & showable and stage.shows) or hand & passing & stage.carry:
            return 1
        cover = covers(hand, stage)
        if takes or not cover:
            return int((cover == 0) != takes)
        return int(WORTH[cover] != worth)

    return judge


def _covers(seen: Observation, order: Order) -> Judge:
    """Return a function that finds, from a hand and thresholds, the card with which the seat would
    beat the observed attack card (`seen.target`). The function returns the card's bit, or 0 if the
    seat would take.

    The seat takes if it can't beat all unbeaten cards, or if the thresholds (`keep`, `sweep`) say
    that the cards needed are worth too much. If no attack card was observed, the function finds the
    card that beats the most valuable attack card."""
    targets = bits_in(seen.unbeaten)[::-1]
    beaters = [(order.beaters[target], target == seen.target) for target in targets]
    lying = bits_in(seen.lying)

    def cover_of(hand: int, stage: TalonStage) -> int:
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


JUDGES: Final[dict[str, Callable[[Observation, Rules, Order], Judge]]] = {
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
"""For each verb of an observation, the function that makes a judge for such an observation. The
judge says how well a hand and thresholds fit the observation (see `Judge`)."""
