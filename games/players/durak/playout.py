"""Playing an imagined game to its end, quickly: every seat plays as the quick player does.

`play_out` is one long function because function calls would double the time that it needs: for one
move of the master, thousands of bouts are played. It makes no objects for events or moves. If it
gets a log, it adds the moves to the log.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from games.durak.rules.bout import IDLE_BOUTS
from games.durak.rules.options import HAND_SIZE
from games.players.durak.cards import TRUMPS
from games.players.durak.ending import CERTAIN, chance, weights_for
from games.players.durak.masks import Position
from games.players.durak.thresholds import PATIENCE, Reach
from games.players.durak.turns import NOBODY, fool_of, going_out, heir_of, refill, throwers_of

ANOTHER: Final = -2
LAST_TWO: Final = 2
JUDGED: Final = 14
"""The result is estimated only if the two hands together have at most this number of cards. The
weights of the estimate were not fitted to endgames with more cards."""

Log = list[tuple[int, str, int, int]]
"""A list of moves. Each item has the seat, the verb, the cards, and for the verb `beat` the attack
card."""


class End(NamedTuple):
    """The end of a playout of Durak. If the result is certain, `fool` says who has lost: a seat, no
    seat (NOBODY), or an unknown seat of another side (ANOTHER). If the playout stopped with two
    seats left, either `fool` or `rival` loses, and `chance` is the probability that `fool` loses.
    `bouts` is the number of bouts played, which counts as the cost of the playout."""

    fool: int
    """The seat that loses. NOBODY if no seat loses. ANOTHER if the loser is outside `mine` (an
    argument of `play_out`), and the playout stopped before it was known which seat it is."""
    rival: int
    """The other one of the two seats that were left. If `fool` doesn't lose, `rival` loses. NOBODY
    if the result is certain."""
    chance: int
    """The probability that the seat `fool` loses the game, as a number up to CERTAIN."""
    out: list[int]
    """The seats that went out, in the order in which they did."""
    bouts: int
    """The number of bouts that were played, which is the cost of the playout."""


def play_out(  # noqa: C901, PLR0912, PLR0915 - one loop; see above
    position: Position, reaches: Sequence[Reach], mine: int = 0, log: Log | None = None
) -> End:
    """Play the game on from a copy of the position. Each seat plays by its own thresholds in
    `reaches` (limits on the worth of cards).

    `mine` is a bit mask of the seats of one side. The playout stops when none of these seats is
    still in the game. If `mine` is 0, no side is watched in this way.

    Without a `log`, the playout also stops when only two seats are left, the talon is empty and the
    two hands are small enough (`JUDGED`). The result is estimated in this case. With a log, all
    moves are added to the log, and the result is never estimated."""
    rules, order = position.rules, position.order
    beaters, same_rank = order.beaters, order.ranks
    following, opponents = rules.following, rules.opponents
    hands, talon, by, out = position.hands[:], position.talon[:], position.by[:], position.out[:]
    attacker, defender = position.attacker, position.defender
    unbeaten, lying, ranks = position.open, position.lying, position.ranks
    taking, said = position.taking, position.said
    standing, throwers = position.standing, position.throwers
    idle, progress, travelled = position.idle, position.progress, position.travelled
    single, pile_on, unlimited = rules.single, rules.pile_on, rules.unlimited
    travel = rules.travel
    passing = rules.passing and (position.bout_over or rules.options.first_bout_passing)
    most = rules.most_attacks[position.discarded]
    weights = weights_for(rules)
    bouts, sitting = 0, len(hands)
    two = sitting == LAST_TWO
    while True:
        left = len(talon)
        if not by:  # DUR-10: the attacker opens
            hand = hands[attacker]
            card = hand & -hand
            ranks = same_rank[card]
            if not single:
                group = hand & ranks & (reaches[attacker][left].throw | card)
                room = min(most, hands[defender].bit_count())
                while group.bit_count() > room:
                    group ^= 1 << group.bit_length() - 1
                card = group
            hands[attacker] = hand ^ card
            unbeaten = lying = card
            by = [attacker] * card.bit_count()
            if log is not None:
                log.append((attacker, "attack", card, 0))
        while True:
            if unbeaten and not taking:  # the defender answers
                hand, stage = hands[defender], reaches[defender][left]
                if stage.shows and travel and passing and unbeaten == lying and idle < PATIENCE:
                    card = hand & ranks & TRUMPS & ~travelled
                    heir = heir_of(rules, hands, defender, standing, left) if card else NOBODY
                    if heir != NOBODY and hands[heir].bit_count() >= len(by):
                        travelled |= card
                        if log is not None:
                            log.append((defender, "show", card, 0))
                        attacker, defender, said = defender, heir, 0
                        throwers = throwers_of(rules, attacker, defender, standing)
                        continue
                if passing and unbeaten == lying and len(by) < most and idle < PATIENCE:
                    cards = hand & ranks & stage.carry
                    if rules.travel_once_per_attack:
                        cards &= ~travelled
                    heir = heir_of(rules, hands, defender, standing, left) if cards else NOBODY
                    if heir != NOBODY and hands[heir].bit_count() > len(by):
                        card = cards & -cards
                        hands[defender] = hand ^ card
                        unbeaten |= card
                        lying |= card
                        by.append(defender)
                        if log is not None:
                            log.append((defender, "pass", card, 0))
                        attacker, defender, said = defender, heir, 0
                        throwers = throwers_of(rules, attacker, defender, standing)
                        continue
                rest, free, used = unbeaten, hand, 0
                while rest:
                    target = 1 << rest.bit_length() - 1
                    cover = free & beaters[target]
                    if not cover:
                        break
                    cover &= -cover
                    free ^= cover
                    used |= cover
                    rest ^= target
                keep = stage.keep
                if keep and not rest:
                    cards, swept = lying | used if stage.whole else used, 0
                    while cards:
                        card = cards & -cards
                        cards ^= card
                        swept += keep[card]
                    taking = swept > stage.sweep
                else:
                    taking = rest != 0
                if taking:
                    if log is not None:
                        log.append((defender, "take", 0, 0))
                else:
                    if log is not None:
                        _log_beats(log, defender, hand, unbeaten, beaters)
                    hands[defender] = free
                    lying |= used
                    unbeaten = 0
                    while used:
                        cover = used & -used
                        used ^= cover
                        ranks |= same_rank[cover]
                said = 0
            # Nothing to answer: the first seat in the order that may throw in does, or nobody.
            card = 0
            if (
                pile_on
                and (
                    unlimited
                    or (len(by) < most and unbeaten.bit_count() < hands[defender].bit_count())
                )
                if taking
                else len(by) < most and hands[defender]
            ):
                seats = throwers & ~said
                seat = attacker if seats >> attacker & 1 else following[defender][seats]
                while seats:
                    seats &= ~(1 << seat)
                    cards = hands[seat] & ranks
                    if cards:
                        stage = reaches[seat][left]
                        cards &= stage.pile if taking else stage.throw
                        if cards:
                            card = cards & -cards
                            break
                        if log is not None:
                            log.append((seat, "done", 0, 0))
                        said |= 1 << seat
                    seat = following[defender][seats]
            if not card:
                break
            hands[seat] ^= card
            unbeaten |= card
            lying |= card
            by.append(seat)
            said = 0
            if log is not None:
                log.append((seat, "throw", card, 0))
        # The bout is over.
        bouts += 1
        if taking:
            hands[defender] |= lying
            heir = following[defender][standing]
            idle = 0 if progress else idle + 1
        else:
            heir, idle, most = defender, 0, rules.most_attacks[1]
        if talon:
            if two:  # as below, without the call
                for seat in (attacker, defender):
                    missing = HAND_SIZE - hands[seat].bit_count()
                    if missing > 0 and talon:
                        hands[seat] |= sum(talon[-missing:])
                        del talon[-missing:]
            else:
                refill(rules, hands, talon, by, attacker, defender, standing)
            if len(talon) < left:
                idle = 0
        if not talon:
            if hands.count(0) + standing.bit_count() > sitting:
                gone = going_out(hands, by, defender, standing)
                for seat in gone:
                    standing &= ~(1 << seat)
                out += gone
                if rules.sides_in[standing] <= 1:
                    fool = fool_of(rules, defender, standing)
                    return End(fool, NOBODY, CERTAIN, out, bouts)
                if mine and not standing & mine:
                    return End(ANOTHER, NOBODY, CERTAIN, out, bouts)
            if (
                log is None
                and standing.bit_count() == LAST_TWO
                and sum(hands).bit_count() <= JUDGED
            ):
                attacker = heir if standing >> heir & 1 else following[heir][standing]
                defender = following[attacker][standing]
                sure = chance(hands[attacker], hands[defender], beaters, weights)
                return End(defender, attacker, sure, out, bouts)
        if idle >= IDLE_BOUTS:
            return End(NOBODY, NOBODY, CERTAIN, out, bouts)
        taking = progress = False
        unbeaten = lying = ranks = said = 0
        by = []
        passing = rules.passing
        if rules.travel_once_per_attack:
            travelled = 0
        attacker = heir if standing >> heir & 1 else following[heir][standing]
        defender = following[attacker][standing & opponents[attacker]]
        throwers = 1 << attacker if two else throwers_of(rules, attacker, defender, standing)


def _log_beats(log: Log, defender: int, hand: int, unbeaten: int, beaters: dict[int, int]) -> None:
    while unbeaten:
        target = 1 << unbeaten.bit_length() - 1
        cover = hand & beaters[target]
        cover &= -cover
        log.append((defender, "beat", cover, target))
        hand ^= cover
        unbeaten ^= target
