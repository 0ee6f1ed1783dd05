"""A second implementation of Tredici, to be compared with the engine. It is slow and plain, and
written only from the rules.

Cards are texts in lists, and are drawn one by one. Only the deal is taken from games.tredici. The
stream of chance is taken from games.shuffle, so that both implementations shuffle in the same
way."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations
from typing import Any

from games.cards import NUMBER
from games.shuffle import Stream

KINDS = {
    (1, 0): "kische",
    (2, 0): "triple",
    (0, 2): "passive",
    (0, 3): "triple-passive",
    (1, 2): "double",
    (0, 0): "wrong",
}
"""TRE-32: the kind of a kisché (the call that reveals all suits). The first number of the key is
how many other sides have the caller's suit. The second number is how many other sides share a suit
that isn't the caller's. If both numbers are 0, the call was wrong."""


def text(verb: str, cards: Iterable[str]) -> str:
    return " ".join([verb, *sorted(cards)])


def in_order(cards: Iterable[str]) -> list[str]:
    return sorted(cards, key=NUMBER.__getitem__)


class TrediciByTheBook:
    """A game from its deal on: `dealt` is the engine's position right after `Tredici.new`."""

    def __init__(self, options: Any, sides: tuple[int, ...], dealt: dict[str, Any]) -> None:
        self.options = options
        self.side_of = sides
        self.seats = len(sides)
        self.hands: list[list[str]] = [list(hand) for hand in dealt["hands"]]
        self.stacks: list[list[str]] = [[] for _ in range(max(sides) + 1)]
        self.targets: list[str | None] = [None] * len(self.stacks)
        self.draw: list[str] = list(dealt["draw"])
        self.discard: list[str] = []
        self.turn: int = dealt["turn"]
        self.owes: list[str] = [""] * self.seats
        self.full_hand: int = dealt["full_hand"]
        self.stream = Stream(bytes.fromhex(dealt["stream"]["seed"]), dealt["stream"]["read"])
        self.setting_up = True
        self.kische_used = False
        self.kinds: list[str] = []
        self.calls: dict[int, tuple[int, set[int]]] = {}
        self.choosing: list[int] = []
        self.gives: dict[int, str] | None = None
        self.drawing: dict[str, Any] | None = None
        self.idle = 0
        self.resigned: list[int] = []
        self.outcome: tuple[list[int], str] | None = None

    def players(self, side: int) -> list[int]:
        return [
            seat
            for seat in range(self.seats)
            if self.side_of[seat] == side and seat not in self.resigned
        ]

    def sides_from(self, seat: int) -> list[int]:
        count = len(self.stacks)
        sides = [(self.side_of[seat] + step) % count for step in range(count)]
        return [side for side in sides if self.players(side)]

    def after(self, seat: int) -> int:
        seat = (seat + 1) % self.seats
        return self.after(seat) if seat in self.resigned else seat

    def has_all(self, side: int) -> bool:
        return sum(card[-1] == self.targets[side] for card in self.stacks[side]) == 13

    # What is legal

    def legal(self, seat: int) -> set[str]:
        if self.outcome or seat in self.resigned:
            return set()
        side = self.side_of[seat]
        if self.setting_up:
            may = self.targets[side] is None and self.players(side)[0] == seat
            return {f"target {suit}" for suit in "SHDC" if may}
        tredici = {"tredici"} if self.has_all(side) else set()
        return self.awaited(seat) | tredici | self.about_kische(seat)

    def awaited(self, seat: int) -> set[str]:
        if self.choosing:
            may = self.players(self.choosing[0])[0] == seat
            return {f"target {suit}" for suit in "SHDC" if may and suit not in self.targets}
        hand = self.hands[seat]
        if self.gives is not None:
            return set() if seat in self.gives else {f"give {card}" for card in hand}
        if seat != self.turn:
            return set()
        if self.owes[seat] == "swap" and hand:
            return {text("discard", cards) for cards in combinations(hand, min(3, len(hand)))}
        return {"draw"}

    def about_kische(self, seat: int) -> set[str]:
        """TRE-30: return the legal moves of `seat` about a kisché (a call that reveals which sides
        collect the same suit). These moves are calling kisché, or agreeing to or refusing a call of
        the seat's own side."""
        if self.kische_used:
            return set()
        if self.side_of[seat] not in self.calls:
            return {"kische"}
        caller, agreed = self.calls[self.side_of[seat]]
        return set() if seat in {caller, *agreed} else {"agree", "refuse"}

    # The moves

    def play(self, seat: int, move: str) -> None:
        verb, *named = move.split()
        makes: dict[str, Callable[[int, list[str]], None]] = {
            "target": self.choose,
            "draw": self.take_turn,
            "discard": self.take_turn,
            "give": self.give,
            "kische": self.call,
            "agree": self.agree,
            "refuse": self.refuse,
            "tredici": self.win_by_call,
        }
        makes[verb](seat, named)
        self.follow()

    def choose(self, seat: int, suit: list[str]) -> None:
        self.targets[self.side_of[seat]] = suit[0]
        if self.setting_up:
            self.begin_when_chosen()
        else:
            self.choosing.pop(0)

    def begin_when_chosen(self) -> None:
        """TRE-03: begin play once all targets are chosen."""
        if not self.setting_up or any(
            self.targets[side] is None for side in self.sides_from(self.turn)
        ):
            return
        self.setting_up = False
        seat = self.turn
        for _ in range(self.seats - len(self.resigned)):
            side = self.side_of[seat]
            own = in_order(card for card in self.hands[seat] if card[-1] == self.targets[side])
            self.hands[seat] = [card for card in self.hands[seat] if card not in own]
            self.stacks[side] += own
            self.owes[seat] = f"draw {len(own)}" if own else "swap"
            seat = self.after(seat)

    def take_turn(self, seat: int, cards: list[str]) -> None:
        """TRE-10 to TRE-13: make the turn of `seat`. The seat discards `cards`, or its whole hand
        if it owes a `redraw`. Then it draws."""
        owed = self.owes[seat]
        gone = in_order(self.hands[seat]) if owed == "redraw" else cards
        if self.options.reshuffle:
            gone = in_order(gone)
        self.hands[seat] = [card for card in self.hands[seat] if card not in gone]
        self.discard += gone
        count = {"swap": 3, "redraw": self.full_hand, "fresh": self.full_hand}.get(owed)
        left = int(owed.split()[1]) if count is None else count
        self.drawing = {"left": left, "aside": [], "found": 0, "ace": False}
        self.go_on_drawing()

    def go_on_drawing(self) -> None:
        """TRE-14, TRE-15, TRE-20: draws card by card. When the drawing deck and the discards are
        both empty, the draw stops before the turn is over."""
        if self.drawing is None:
            return
        seat, drawing = self.turn, self.drawing
        while drawing["left"] and len(self.hands[seat]) < self.full_hand:
            if not self.draw:
                self.turn_over()
            if not self.draw:
                self.lay_aside(drawing)
                return
            self.draw_one(seat, drawing)
            if self.has_all(self.side_of[seat]) and self.options.call == "auto":
                return
        self.lay_aside(drawing)
        self.end_turn(seat, drawing)

    def draw_one(self, seat: int, drawing: dict[str, Any]) -> None:
        card = self.draw.pop(0)
        drawing["left"] -= 1
        side = self.side_of[seat]
        if card[-1] == self.targets[side]:
            drawing["aside"].append(card)
            drawing["found"] += 1
            self.stacks[side].append(card)
        else:
            self.hands[seat].append(card)
            drawing["ace"] |= card.startswith("A")

    def lay_aside(self, drawing: dict[str, Any]) -> None:
        """Sort the cards that the seat at turn has put on its side's stack since the beginning of a
        draw. These cards are in `drawing["aside"]`, and are sorted at the end of the stack by their
        numbers. The list `drawing["aside"]` becomes empty."""
        stack = self.stacks[self.side_of[self.turn]]
        found, drawing["aside"] = drawing["aside"], []
        stack[len(stack) - len(found) :] = in_order(found)

    def end_turn(self, seat: int, drawing: dict[str, Any]) -> None:
        """End the turn of `seat`, note what it owes on its next turn (TRE-10 to TRE-12), and end
        the game as a draw after too many turns without progress (TRE-23)."""
        found = drawing["found"]
        self.drawing = None
        self.owes[seat] = "redraw" if drawing["ace"] else f"draw {found}" if found else "swap"
        self.turn = self.after(seat)
        self.idle = 0 if found else self.idle + 1
        if self.idle >= 20 * (self.seats - len(self.resigned)):
            self.draw_game()

    def turn_over(self) -> None:
        """TRE-20: the discards become the drawing deck."""
        self.draw, self.discard = self.discard, []
        if self.options.reshuffle:
            self.shuffle()

    def shuffle(self) -> None:
        """Shuffle the drawing deck. The engine draws cards from the end of its list, but this class
        draws from the beginning. For this reason, the shuffled list is reversed."""
        if self.draw:
            self.stream.shuffle(self.draw)
            self.draw.reverse()

    def give(self, seat: int, card: list[str]) -> None:
        assert self.gives is not None
        self.gives[seat] = card[0]

    def follow(self) -> None:
        """TRE-21, TRE-22, and TRE-40 with `auto`: do what happens by itself, until the game waits
        for somebody or is over."""
        while not (self.outcome or self.setting_up or self.choosing):
            if self.options.call == "auto" and self.won_by_all():
                return
            if self.gives is not None:
                if any(self.hands[seat] and seat not in self.gives for seat in range(self.seats)):
                    return
                self.gather(self.gives)
            elif self.draw or self.discard:
                return
            elif max(map(len, self.hands)) <= 1:
                self.draw_game()
            else:
                self.full_hand -= 1
                self.gives = {}

    def gather(self, gives: dict[int, str]) -> None:
        for seat, card in gives.items():
            self.hands[seat].remove(card)
        self.draw = [gives[seat] for seat in sorted(gives)]
        self.shuffle()
        self.gives = None
        self.go_on_drawing()

    # Kisché

    def call(self, seat: int, _: list[str]) -> None:
        self.calls[self.side_of[seat]] = (seat, set())
        self.take_effect(self.side_of[seat])

    def agree(self, seat: int, _: list[str]) -> None:
        self.calls[self.side_of[seat]][1].add(seat)
        self.take_effect(self.side_of[seat])

    def refuse(self, seat: int, _: list[str]) -> None:
        del self.calls[self.side_of[seat]]

    def take_effect(self, side: int) -> None:
        """TRE-30 and TRE-32: let the call of `side` take effect once the whole team has agreed.
        Before that, nothing happens."""
        caller, agreed = self.calls[side]
        if not {caller, *agreed}.issuperset(self.players(side)):
            return
        self.calls, self.kische_used, self.idle = {}, True, 0
        own, *others = self.sides_from(caller)
        suits = [self.targets[other] for other in others]
        mine = [other for other in others if self.targets[other] == self.targets[own]]
        theirs = [
            other for other in others if other not in mine and suits.count(self.targets[other]) > 1
        ]
        self.kinds.append("nimoeglich" if mine == others else KINDS[len(mine), len(theirs)])
        self.purge([other for other in others if other in mine + theirs] or [own])

    def purge(self, sides: list[int]) -> None:
        """TRE-33: purge these sides, that is, discard all their cards. For each side, the stacks
        are discarded first, then the hands in the order of the seats."""
        for side in sides:
            self.discard += self.stacks[side]
            self.stacks[side], self.targets[side] = [], None
            for seat in self.players(side):
                self.lose_hand(seat)
                self.owes[seat] = "fresh"
        if self.side_of[self.turn] in sides:
            self.drawing = None
        self.choosing = sides

    def lose_hand(self, seat: int) -> None:
        self.discard += in_order(self.hands[seat])
        self.hands[seat] = []
        if self.gives is not None:
            self.gives.pop(seat, None)

    # The end

    def win_by_call(self, seat: int, _: list[str]) -> None:
        self.end(self.side_of[seat])

    def won_by_all(self) -> bool:
        winners = [side for side in self.sides_from(self.turn) if self.has_all(side)]
        if winners:
            self.end(winners[0])
        return bool(winners)

    def draw_game(self) -> None:
        if not self.won_by_all():
            self.end(None)

    def end(self, winner: int | None) -> None:
        """TRE-41, TRE-42: end the game. `winner` is the side that has won, or None for a draw."""
        ranks = [1 if winner in (None, side) else 2 for side in self.side_of]
        last = max(ranks[seat] for seat in range(self.seats) if seat not in self.resigned) + 1
        ranks = [last if seat in self.resigned else ranks[seat] for seat in range(self.seats)]
        self.outcome = (ranks, "draw" if winner is None else "won")

    def resign(self, seat: int) -> None:
        """TRE-42, TRE-30: a seat resigns."""
        side = self.side_of[seat]
        self.resigned.append(seat)
        self.lose_hand(seat)
        if not self.players(side):
            self.discard += self.stacks[side]
            self.stacks[side], self.targets[side] = [], None
            self.choosing = [other for other in self.choosing if other != side]
        left = [other for other in range(len(self.stacks)) if self.players(other)]
        if len(left) == 1:
            self.end(left[0])
            return
        if seat == self.turn:
            self.leave_turn(seat)
        if side in self.calls:
            if self.calls[side][0] == seat:
                del self.calls[side]
            else:
                self.take_effect(side)
        self.begin_when_chosen()
        self.follow()

    def leave_turn(self, seat: int) -> None:
        if self.drawing is not None and self.drawing["found"]:
            self.idle = 0
        self.drawing = None
        self.turn = self.after(seat)
