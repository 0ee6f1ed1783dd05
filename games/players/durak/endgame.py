"""Solves endgames of Durak, in which two seats are left, the talon is empty, and all cards are
known.

The solver answers yes-or-no questions: can the attacker of the bout reach a goal? If the answer is
no, the defender can prevent the goal. Results are cached by position.

A goal is a chance of winning, as a number from 1 to CERTAIN. The goal CERTAIN means a win, and the
goal 1 means at least a draw. A search that looks only some bouts ahead (ahead.py) also asks for
goals between these two."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Final

from games.durak.rules.rules import Rules
from games.players.durak.cards import TRUMPS, Order, bits_in, dearest
from games.players.durak.ending import CERTAIN

WIN: Final = 1
DRAW: Final = 0
LOSS: Final = -1
EVEN: Final = CERTAIN // 2
"""The chance of winning that a draw is worth, which is half a certain win."""
GOALS: Final = {WIN: CERTAIN, DRAW: 1}
"""For a win and for a draw, the chance of winning (up to CERTAIN) that a seat must reach to force
this result or a better one. Only a loss has the chance 0, so any chance above 0 is at least a
draw."""
WHOLE: Final = CERTAIN + 1
"""The number that turns a goal of one side into a goal of the other side. The chances of winning of
both sides add up to CERTAIN. So a side fails to reach the chance `goal` exactly if the other side
reaches the chance `WHOLE - goal`."""
FAR: Final = 1 << 30
DEEPEST: Final = 180
"""How deep the search may go, counted in bouts and in answers of the defender. Each of them needs
up to four nested calls. Python allows about a thousand, and the caller needs some of them."""


class TooManyNodes(Exception):
    """Raised when an endgame can't be solved within the solver's budget of nodes."""


class Solver:
    """A solver for endgames with these rules. The solver finds out whether the attacker of a bout
    can reach a goal, which is a chance of winning (up to CERTAIN).

    `a` is always the attacker's hand, and `d` the defender's hand. `unbeaten` are the unbeaten
    attack cards, `lying` all cards on the table, and `spent` the trumps that can't be shown any
    more. All five parameters are bit masks of cards.

    An endless game is a draw (DUR-46). So a return to a position in which an earlier bout began
    counts as a draw."""

    def __init__(self, rules: Rules, order: Order, budget: int) -> None:
        self.nodes = 0
        self._budget = budget
        self._deep = 0
        self._rules = rules
        self._beaters, self._ranks = order.beaters, order.ranks
        self._most = rules.most_attacks[1]
        self._loops = rules.passing
        self._forgets = rules.travel_once_per_attack
        self._both_out = CERTAIN if rules.options.last_defence == "loses" else EVEN
        self._known: dict[tuple[int, ...], bool] = {}
        self._path: dict[tuple[int, ...], int] = {}
        self._loop = FAR
        """The smallest depth of an earlier position to which the search has returned (FAR: no
        return so far). Such a return counts as a draw by repetition."""

    def been(self, a: int, d: int, spent: int, goals: Iterable[int] = GOALS.values()) -> None:
        """Remember that an earlier bout of this game began in this position. If the search returns
        to the position, the return counts as a draw for each of `goals` (chances of winning). `a`
        is the attacker's hand, `d` is the defender's hand, and `spent` are the trumps that can't be
        shown any more."""
        for goal in goals:
            self._path[a, d, 0 if self._forgets else spent, goal] = -1

    def begin(self, a: int, d: int, spent: int, goal: int) -> bool:
        """Return whether the attacker (hand `a`) reaches `goal` against the defender (hand `d`).
        The attacker is about to open a bout. `spent` are the trumps that can't be shown any more to
        pass an attack on. `goal` is a chance of winning, up to CERTAIN (a certain win)."""
        key = (a, d, spent, goal)
        reached = self._known.get(key)
        if reached is not None:
            return reached
        depth = self._path.get(key)
        if depth is not None:
            self._loop = min(self._loop, depth)
            return goal <= EVEN
        self._enter()
        depth = len(self._path)
        self._path[key] = depth
        outer, self._loop = self._loop, FAR
        reached = any(
            self.answer(a ^ cards, d, cards, cards, spent, goal) for cards in self._leads(a, d)
        )
        del self._path[key]
        self._deep -= 1
        self._keep(key, reached, depth, outer)
        return reached

    def _enter(self) -> None:
        """Count a node, and go one level deeper. Raises TooManyNodes when the budget of nodes or of
        depth is spent. After this error the counts are wrong, and the solver must not be used
        again."""
        self.nodes += 1
        self._deep += 1
        if self._deep > DEEPEST:
            self._budget = 0
        if self.nodes > self._budget:
            raise TooManyNodes

    def _keep(self, key: tuple[int, ...], reached: bool, depth: int, outer: int) -> None:
        """Cache the result `reached` of a position (`key`), unless the result is uncertain.

        A result is uncertain if it depends on a draw by repetition with a position that the search
        entered earlier, at a smaller depth than `depth`. Such a draw depends on the moves before
        the position `key`. `outer` is the smallest depth of a repeated position (`_loop`) from
        before the search entered the position `key`."""
        if reached == (key[-1] > EVEN) or self._loop >= depth:
            self._known[key] = reached
            self._loop = outer
        else:
            self._loop = min(outer, self._loop)

    def _leads(self, a: int, d: int) -> Iterator[int]:
        """DUR-10: yield each set of cards in the hand `a` that may open a bout against the hand
        `d`, as a bit mask. If only one card may open it, cheaper cards come first. Otherwise the
        rank of the cheapest card comes first, and within a rank larger sets come first."""
        if self._rules.single:
            while a:
                card = a & -a
                a ^= card
                yield card
            return
        room = min(self._most, d.bit_count())
        while a:
            group = bits_in(a & self._ranks[a & -a])
            for size in range(min(room, len(group)), 0, -1):
                for cards in combinations(group, size):
                    yield sum(cards)
            a ^= sum(group)

    def answer(self, a: int, d: int, unbeaten: int, lying: int, spent: int, goal: int) -> bool:
        """Return whether the attacker reaches the chance `goal` of winning (up to CERTAIN) when the
        defender must answer the `unbeaten` attack cards. `a` is the attacker's hand, and `d` the
        defender's hand. The other parameters are explained in the class."""
        key = (a, d, unbeaten, lying, spent, goal)
        reached = self._known.get(key)
        if reached is not None:
            return reached
        self._enter()
        if not self._loops:
            reached = self._known[key] = self._holds(a, d, unbeaten, lying, spent, goal)
            self._deep -= 1
            return reached
        outer, self._loop = self._loop, FAR
        reached = self._holds(a, d, unbeaten, lying, spent, goal)
        self._deep -= 1
        self._keep(key, reached, len(self._path), outer)
        return reached

    def _holds(self, a: int, d: int, unbeaten: int, lying: int, spent: int, goal: int) -> bool:
        """Return whether the attacker (hand `a`) reaches `goal` whatever the defender (hand `d`)
        does. `goal` is a chance of winning, up to CERTAIN. The other parameters are explained in
        the class.

        The defender's possible answers are to beat all unbeaten cards, to pass the attack on, or to
        take. To beat only some cards before a take is not tried. It doesn't help the defender,
        because the attacker can add more cards."""
        if unbeaten & unbeaten - 1:
            for used in self._covers(d, unbeaten):
                if not self.go_on(a, d ^ used, lying | used, spent, goal):
                    return False
        else:
            cards = d & self._beaters[unbeaten]
            while cards:
                card = cards & -cards
                cards ^= card
                if not self.go_on(a, d ^ card, lying | card, spent, goal):
                    return False
        if self._loops and unbeaten == lying and a:
            for after, shown in self.passes(a, d, lying, spent):
                more = after ^ d
                table = lying | more
                if self.answer(after, a, table, table, shown, WHOLE - goal):
                    return False
        return self.pile(a, d, unbeaten, lying, spent, goal)

    def _covers(self, d: int, unbeaten: int) -> Iterator[int]:
        """Yield each set of cards in the hand `d` that beats all unbeaten cards, as a bit mask.
        Sets that beat the dearest attack card with a cheaper card come first."""
        target = dearest(unbeaten)
        rest = unbeaten ^ target
        cards = d & self._beaters[target]
        while cards:
            cover = cards & -cards
            cards ^= cover
            if rest:
                for others in self._covers(d ^ cover, rest):
                    yield cover | others
            else:
                yield cover

    def passes(self, a: int, d: int, lying: int, spent: int) -> Iterator[tuple[int, int]]:
        """DUR-30, DUR-33: yield each way in which the defender (hand `d`) can pass the attack on to
        the attacker (hand `a`). `lying` are the cards on the table, and `spent` the trumps that
        can't be shown any more. Each way is a pair: the defender's hand afterwards, and the new
        value of `spent`."""
        rules = self._rules
        size, room = lying.bit_count(), a.bit_count()
        cards = d & self._ranks[lying & -lying]
        if room > size and size < self._most:
            for card in bits_in(cards & ~spent if self._forgets else cards):
                yield d ^ card, spent
        shown = cards & TRUMPS & ~spent
        if rules.travel and shown and room >= size:
            yield d, spent | shown

    def go_on(self, a: int, d: int, lying: int, spent: int, goal: int) -> bool:
        """Return whether the attacker (hand `a`) reaches `goal` after the defender (hand `d`) has
        beaten all cards `lying` on the table. The attacker may throw in another card or be done.
        `goal` is a chance of winning, up to CERTAIN. `spent` are the trumps that can't be shown any
        more."""
        if a and d and lying.bit_count() < 2 * self._most:
            cards = a & self.same_rank(lying)
            while cards:
                card = cards & -cards
                cards ^= card
                if self.answer(a ^ card, d, card, lying | card, spent, goal):
                    return True
        return self.repelled(a, d, spent, goal)

    def same_rank(self, lying: int) -> int:
        """The bit mask of all cards that share their rank with a card on the table."""
        ranks = self._ranks
        found = 0
        while lying:
            same = ranks[lying & -lying]
            found |= same
            lying &= ~same
        return found

    def pile(self, a: int, d: int, unbeaten: int, lying: int, spent: int, goal: int) -> bool:
        """DUR-24: return whether the attacker (hand `a`) reaches `goal` when the defender (hand
        `d`) takes the cards `lying` on the table. The attacker may add cards first, within the
        rules. `unbeaten` are the unbeaten attack cards. `spent` are the trumps that can't be shown
        any more. `goal` is a chance of winning, up to CERTAIN."""
        if not a:
            return True
        rules = self._rules
        if rules.pile_on:
            cards = bits_in(a & self.same_rank(lying))
            most = len(cards)
            if not rules.unlimited:
                size = unbeaten.bit_count()
                attacks = (lying.bit_count() + size) // 2
                most = min(most, self._most - attacks, d.bit_count() - size)
            for size in range(most, 0, -1):
                for added in combinations(cards, size):
                    more = sum(added)
                    if self.taken(a ^ more, d | lying | more, spent, goal):
                        return True
        return self.taken(a, d | lying, spent, goal)

    def taken(self, a: int, d: int, spent: int, goal: int) -> bool:
        """DUR-24: return whether the attacker (hand `a`) reaches `goal` after a bout in which the
        defender took the cards. The defender's hand `d` includes the taken cards. `spent` are the
        trumps that can't be shown any more. `goal` is a chance of winning, up to CERTAIN."""
        return not a or self.begin(a, d, 0 if self._forgets else spent, goal)

    def repelled(self, a: int, d: int, spent: int, goal: int) -> bool:
        """DUR-23: return whether the attacker of a bout reaches the chance `goal` of winning (up to
        CERTAIN) after the defender has beaten all cards. The defender attacks next. `a` is the
        attacker's hand, `d` the defender's hand, and `spent` the trumps that can't be shown any
        more."""
        if a and d:
            return not self.begin(d, a, 0 if self._forgets else spent, WHOLE - goal)
        if d:
            return True
        return not a and self._both_out >= goal
