"""Reading another seat: guesses its hidden cards and its thresholds from all its actions.

The guesses are a Markov chain (the Metropolis–Hastings algorithm). Each step changes the imagined
hand a little; the worse a change fits the observations (judging.py), the more rarely it is
accepted. All numbers are whole, and chance comes from the player's own random source."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.core import Chance
from games.durak.rules.rules import Rules
from games.players.durak.cards import Order
from games.players.durak.judging import bearing, in_talon, judge_of
from games.players.durak.observations import Change, Observation
from games.players.durak.thresholds import Reach

ODDS: Final = 12
"""Each strike makes a hand this number of times less likely. (A strike is a contradiction to an
observation.)"""
ODDS_OF_THRESHOLDS: Final = 4
"""Each strike (a contradiction to an observed action) makes guessed thresholds this number of times
less likely. For guessed hands, the number is larger (`ODDS`). Thresholds get the smaller number
because observations depend on each other, and because people don't play exactly by any listed
thresholds."""
MOST: Final = 6
"""The most additional strikes that count when a new guess is judged. (A strike is a contradiction
between a guess and an observation.) A guess with more strikes is practically excluded anyway."""
START: Final = -1
"""The value of `Card.since` for cards that were dealt at the beginning."""
SAME_FOR_ALL: Final = ("nothing", "something")
"""The verbs of those observations that tell nothing about a seat's thresholds (limits on the worth
of cards). Such an observation only says whether the seat has a card that it can throw in."""
STILL: Final = 1 << 20
"""The value of `Card.until` for cards that are still hidden in the hand."""


Judged = list[tuple[int, int]]
"""Pairs of the index of an observation and the number of strikes at this observation. (A strike is
a contradiction between the guess and the observation.)"""


class Card:
    """A hidden card that came into another seat's hand. `since` and `until` say when it came and
    when it was no longer hidden there (because it was played or shown), counted in observations."""

    __slots__ = ("bit", "since", "until")

    def __init__(self, bit: int, until: int) -> None:
        self.bit = bit
        self.since = START
        """The number of observed actions of the seat before the card came into the seat's hand.
        START if the card was dealt at the beginning."""
        self.until = until
        """The number of observed actions of the seat until the card was played or shown. The action
        that played or showed the card is counted, too. STILL if the card is still hidden in the
        hand."""


class Reading:
    """A guess of another seat's hand, and of the thresholds (limits on the worth of cards) by which
    the seat chooses its moves. `hand` are the guessed cards, and `reach` the guessed thresholds.

    The guess is the present state of a Markov chain. The better a guess fits the observations, the
    more often it occurs in this chain. `change` tries other cards, and `guess` tries other
    thresholds."""

    def __init__(
        self,
        observations: Sequence[Observation],
        changes: Sequence[Change],
        among: Sequence[Reach],
        rules: Rules,
        order: Order,
    ) -> None:
        """Make a guess of one other seat's hand and thresholds. `observations` are the seat's
        actions, and `changes` the changes in the hidden cards of its hand. The guessed thresholds
        are always an item of `among`."""
        self._observations, self._changes = observations, changes
        self._among = among
        self._judges = [judge_of(seen, rules, order) for seen in observations]
        self._left = [in_talon(seen, rules) for seen in observations]
        self._bearing = [bearing(seen, rules, order) for seen in observations]
        self.reach = among[0]
        self._judged: dict[int, list[dict[int, int]]] = {}
        """A cache of the numbers of strikes (contradictions between the guess and an observation).
        The key is the `id` of guessed thresholds (a Reach). The list has a dictionary for each
        observation, which maps the bit mask of the cards that matter for the observation to the
        number of strikes."""
        self._heeded: dict[int, list[int]] = {}
        """For each bit mask of cards, the indexes of the observations for which at least one of
        these cards matters."""
        self._telling = [
            place
            for place, seen in enumerate(observations)
            if not (seen.verb in SAME_FOR_ALL or (seen.verb == "attack" and rules.single))
        ]
        """The indexes of the observations that depend on the seat's thresholds (limits on the worth
        of the cards that the seat plays). All other observations fit all thresholds equally
        well."""

    def start(self, known: int, hidden: Sequence[int], rest: list[int], rng: Chance) -> None:
        """Begin with a first guess of the seat's hand and thresholds. `known` is a bit mask of the
        cards that everybody knows to be in the hand. `hidden` lists the bits of the guessed cards,
        and `rest` lists the bits of the cards that no seat holds. Later calls of `change` and
        `settle` exchange cards between the guess and the list `rest`."""
        self._known, self._rest = known, rest
        self._still = [Card(bit, STILL) for bit in hidden]
        self._cards = self._still[:]
        self._tell_since(rng)
        self._held = [seen.known for seen in self._observations]
        self._strikes = [0] * len(self._observations)
        for card in self._cards:
            for place in range(max(card.since, 0), min(card.until, len(self._observations))):
                self._held[place] |= card.bit
        self._take_habits(rng.choice(self._among))
        self._strikes = [self._judge(place, held) for place, held in enumerate(self._held)]
        self.guess(rng, len(self._among))

    def _tell_since(self, rng: Chance) -> None:
        """Guess when each card came into the hand, and store the time in `Card.since`. The changes
        of the hand are examined from the last to the first. For each draw of unseen cards, the
        drawn cards are chosen at random among the held cards that have no time yet."""
        undated = self._cards[:]
        for change in reversed(self._changes):
            if change.lost:
                card = Card(change.lost, change.place)
                self._cards.append(card)
                undated.append(card)
                continue
            rng.shuffle(undated)
            for card in undated[: change.size]:
                card.since = change.place
            del undated[: change.size]

    @property
    def hand(self) -> int:
        """Return the bit mask of the cards that the seat holds now, according to the present
        guess."""
        return self._known | sum(card.bit for card in self._still)

    def change(self, rng: Chance) -> None:
        """Try two random changes of the guessed hand, one after the other. First, an unseen card
        replaces one of the hidden cards. Second, two cards exchange the times at which they came
        into the hand. A change that fits the observations less well is kept only sometimes."""
        self._exchange(rng)
        self._swap(rng)

    def guess(self, rng: Chance, times: int = 1) -> None:
        """Try randomly chosen thresholds for the seat, `times` times. If the new thresholds
        contradict the observations as often as the present ones or less often, the new ones are
        kept. If they contradict the observations more often, they are kept only by chance, and more
        rarely with each further contradiction. The guessed hand stays the same."""
        for _ in range(times):
            reach = rng.choice(self._among)
            if reach is self.reach:
                continue
            before, found = self.reach, self._strikes
            self._take_habits(reach)
            worse = sum(self._strikes) - sum(found)
            if worse > 0 and rng.randrange(ODDS_OF_THRESHOLDS ** min(worse, MOST)):
                self.reach, self._strikes = before, found
                self._known_of = self._judged[id(before)]

    def _take_habits(self, reach: Reach) -> None:
        self.reach = reach
        if id(reach) not in self._judged:
            self._judged[id(reach)] = [{} for _ in self._observations]
        self._known_of = self._judged[id(reach)]
        judged, held, bearings = self._known_of, self._held, self._bearing
        anew = self._strikes[:]
        for place in self._telling:
            found = judged[place].get(held[place] & bearings[place])
            anew[place] = self._judge(place, held[place]) if found is None else found
        self._strikes = anew

    def _judge(self, place: int, held: int) -> int:
        cards, judged = held & self._bearing[place], self._known_of[place]
        found = judged.get(cards)
        if found is None:
            stage = self.reach[self._left[place]]
            found = self._judges[place](cards, stage)
            judged[cards] = found
        return found

    def settle(self, rng: Chance) -> None:
        """Do what `change` does, which is two random changes of the guessed hand. Then try a step
        that makes the hand fit the observations better.

        The step picks at random an observation that contradicts the hand, and a card of the hand
        that matters for this observation. The step then tries one of two changes. Either a card
        that nobody holds replaces the picked card. Or the picked card exchanges its time with a
        card that came into the hand after the observation. In the new guess, the picked card then
        came after the observation, so the seat did not yet hold it when the observation was
        made."""
        self.change(rng)
        against = [place for place, found in enumerate(self._strikes) if found]
        if not against:
            return
        place = rng.choice(against)
        doubtful = self._held[place] & self._bearing[place]
        suspects = [card for card in self._cards if card.bit & doubtful]
        if not suspects:
            return
        card = rng.choice(suspects)
        later = [other for other in self._cards if place < other.since < card.until]
        unseen = len(self._rest) if card.until == STILL else 0
        if not later and not unseen:
            return
        number = rng.randrange(len(later) + unseen)
        if number < len(later):
            self._let_swap(card, later[number], rng)
        else:
            self._let_exchange(card, number - len(later), rng)

    def _exchange(self, rng: Chance) -> None:
        """Try to replace a hidden card that the seat holds at present by a card that nobody
        holds."""
        held, unseen = self._still, len(self._rest)
        if held and unseen:
            number, place = divmod(rng.randrange(len(held) * unseen), unseen)
            self._let_exchange(held[number], place, rng)

    def _let_exchange(self, card: Card, place: int, rng: Chance) -> None:
        other = self._rest[place]
        if self._may_differ(rng, card.since, STILL, card.bit ^ other):
            card.bit, self._rest[place] = other, card.bit

    def _swap(self, rng: Chance) -> None:
        """Choose at random two cards that came hidden into the guessed hand, and try to exchange
        the times at which they came. Nothing changes if one card was gone before the other came, or
        if chance rejects the new guess."""
        cards = self._cards
        if cards:
            number, place = divmod(rng.randrange(len(cards) ** 2), len(cards))
            one, other = cards[number], cards[place]
            if one.since > other.since:
                one, other = other, one
            self._let_swap(one, other, rng)

    def _let_swap(self, one: Card, other: Card, rng: Chance) -> None:
        if one.since < other.since < one.until and self._may_differ(
            rng, one.since, other.since, one.bit ^ other.bit
        ):
            one.since, other.since = other.since, one.since

    def trade(self, other: Reading, rng: Chance) -> None:
        """Try to exchange a hidden card of this guessed hand with a hidden card of the guessed hand
        `other`. Nothing changes if one of the hands has no such card, or if chance rejects the new
        guess."""
        if not (self._still and other._still):
            return
        one, two = rng.choice(self._still), rng.choice(other._still)
        bits = one.bit ^ two.bit
        worse, judged = self._judged_with(one.since, STILL, bits)
        worse_there, judged_there = other._judged_with(two.since, STILL, bits)
        if likely(worse + worse_there, rng):
            self._differ(one.since, STILL, bits, judged)
            other._differ(two.since, STILL, bits, judged_there)
            one.bit, two.bit = two.bit, one.bit

    def _may_differ(self, rng: Chance, since: int, until: int, bits: int) -> bool:
        """Try another guess of the seat's hand from observation `since` on until just before
        observation `until`. In this guess, each card in the bit mask `bits` is removed if the
        present guess has the card, and added if not. Return whether the new guess is kept. A guess
        that fits the observations less well is kept only sometimes."""
        worse, judged = self._judged_with(since, until, bits)
        if not likely(worse, rng):
            return False
        self._differ(since, until, bits, judged)
        return True

    def _judged_with(self, since: int, until: int, bits: int) -> tuple[int, Judged]:
        """Judge the observations for another guess of the seat's hand. The parameters describe this
        guess as in `_may_differ`. Return how many more contradictions the guess has than the
        present guess (below 0 for fewer). Also return the affected observations with their new
        numbers of contradictions."""
        held, bearings = self._held, self._bearing
        known, before = self._known_of, self._strikes
        worse, judged = 0, []
        for place in self._heeded.get(bits) or self._heed(bits):
            if since <= place < until:
                found = known[place].get((held[place] ^ bits) & bearings[place])
                if found is None:
                    found = self._judge(place, held[place] ^ bits)
                worse += found - before[place]
                judged.append((place, found))
        return worse, judged

    def _heed(self, bits: int) -> list[int]:
        """Return the indexes of the observations whose judgement depends on any of the cards in the
        bit mask `bits`. Also cache the list."""
        heeded = [place for place, heeds in enumerate(self._bearing) if heeds & bits]
        self._heeded[bits] = heeded
        return heeded

    def _differ(self, since: int, until: int, bits: int, judged: Judged) -> None:
        held = self._held
        for place in range(max(since, 0), min(until, len(held))):
            held[place] ^= bits
        for place, found in judged:
            self._strikes[place] = found


def likely(worse: int, rng: Chance) -> bool:
    """Return whether to accept a change that adds `worse` contradictions between the guess and the
    observations. A change that adds none is always accepted. Otherwise chance decides, and the more
    contradictions are added, the more rarely the change is accepted."""
    return worse <= 0 or not rng.randrange(ODDS ** min(worse, MOST))
