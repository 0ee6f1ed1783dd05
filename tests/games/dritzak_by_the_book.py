"""A second implementation of Dritzak, to be compared with the engine. It is slow and plain, and
written only from the rules.

Cards are texts in lists. Only the deal is taken from games.dritzak."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations, takewhile
from typing import Any

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
ASKED = ["3", "4", "5", "6", "7", "8", "9", "J", "Q", "K", "A", "2", "10"]
WINNER = {
    frozenset({"rock", "paper"}): "paper",
    frozenset({"rock", "scissors"}): "rock",
    frozenset({"paper", "scissors"}): "scissors",
}


def rank(card: str) -> str:
    return card[:-1]


def text(verb: str, cards: Iterable[str]) -> str:
    return " ".join([verb, *sorted(cards)])


class DritzakByTheBook:
    """A game of Dritzak that begins at `dealt`, the engine's position right after `Dritzak.new`."""

    def __init__(self, options: Any, dealt: dict[str, Any]) -> None:
        self.options = options
        self.seats = len(dealt["hands"])
        self.decks = (
            (1 if self.seats <= 6 else 2) if options.decks == "auto" else int(options.decks)
        )
        self.full = 2 if self.seats == 6 and self.decks == 1 else 3
        self.hands: list[list[str]] = [list(hand) for hand in dealt["hands"]]
        self.face_up: list[list[str]] = [[] for _ in dealt["hands"]]
        self.face_down: list[list[str | None]] = [list(places) for places in dealt["face_down"]]
        self.draw: list[str] = list(dealt["draw"])
        self.pile: list[str] = []
        self.discard: list[str] = []
        self.jinxed: list[int] = list(dealt.get("jinxed", []))
        self.phase = "choose"
        self.turn: int | None = None
        self.direction = 1
        self.out: list[int] = []
        self.resigned: list[int] = []
        self.chosen: dict[int, list[str]] = {}
        self.lowest = ""
        self.holders: list[int] = []
        self.first_turns: list[int] = []
        self.throwers: list[int] = []
        self.thrown: dict[int, str] = {}
        self.wins: dict[int, int] = {}
        self.asked = False
        self.idle = 0
        self.laid: list[tuple[int, str, str]] = []
        self.poor_form: list[int] = []
        self.honours: list[str] = []
        self.outcome: tuple[list[int], str, list[str]] | None = None

    def still_in(self) -> list[int]:
        return [
            seat for seat in range(self.seats) if seat not in self.out and seat not in self.resigned
        ]

    def after(self, seat: int) -> int:
        for _ in range(self.seats):
            seat = (seat + self.direction) % self.seats
            if seat in self.still_in():
                break
        return seat

    def clockwise(self, seat: int) -> list[int]:
        seats = self.still_in()
        return seats[seats.index(seat) :] + seats[: seats.index(seat)]

    # What is legal

    def legal(self, seat: int) -> set[str]:
        if self.outcome or seat not in self.still_in():
            return set()
        if self.phase == "choose":
            return (
                set()
                if seat in self.chosen
                else {text("up", three) for three in combinations(self.hands[seat], 3)}
            )
        if self.phase == "throw":
            may = seat in self.throwers and seat not in self.thrown
            return {"throw rock", "throw paper", "throw scissors"} if may else set()
        if seat != self.turn:
            return set()
        return (self.plays(seat) or self.turns_of_cards(seat)) | (
            {"pickup"} if self.pile else set()
        )

    def playable(self, card: str) -> bool:
        """DRI-21 and DRI-51: whether the card may be played now."""
        if not self.pile:
            return True
        top = rank(self.pile[-1])
        if self.options.sevens and top == "7":
            return rank(card) == "10" or RANKS.index(rank(card)) <= RANKS.index("7")
        return (
            rank(card) in ("2", "10") or top == "2" or RANKS.index(rank(card)) >= RANKS.index(top)
        )

    def plays(self, seat: int) -> set[str]:
        """DRI-20: return the moves that play cards from the hand, or from the face-up cards if the
        hand is empty."""
        found = set()
        zone = self.hands[seat] or self.face_up[seat]
        for kind in RANKS:
            cards = [card for card in zone if rank(card) == kind and self.playable(card)]
            for count in range(1, len(cards) + 1):
                found |= {text("play", some) for some in combinations(cards, count)}
        return found

    def turns_of_cards(self, seat: int) -> set[str]:
        """DRI-29 and DRI-60: return the moves that turn up a face-down card, and the move that asks
        the Shijo (an oracle who knows these cards). The set is empty while the seat has other
        cards."""
        if self.hands[seat] or self.face_up[seat]:
            return set()
        flips = {f"flip {place}" for place, card in enumerate(self.face_down[seat], 1) if card}
        return flips | ({"shijo"} if self.options.shijo and not self.asked else set())

    # The moves

    def play(self, seat: int, move: str) -> None:
        self.poor_form = []
        verb, *named = move.split()
        makes: dict[str, Callable[[int, list[str]], None]] = {
            "up": self.choose,
            "throw": self.throw,
            "shijo": self.ask,
            "pickup": self.pick_up,
            "flip": self.flip,
            "play": self.lay_down,
        }
        makes[verb](seat, named)

    def choose(self, seat: int, cards: list[str]) -> None:
        self.chosen[seat] = cards
        self.show_choices()

    def show_choices(self) -> None:
        """DRI-03, DRI-10 and DRI-11: when all seats have chosen, show their choices and determine
        who starts. If several seats could start, they throw rock, paper, scissors for it. Do
        nothing while a seat hasn't chosen."""
        if any(seat not in self.chosen for seat in self.still_in()):
            return
        for seat in self.still_in():
            for card in self.chosen[seat]:
                self.hands[seat].remove(card)
                self.face_up[seat].append(card)
        held = {
            kind: [seat for seat in self.still_in() if self.count(seat, kind)] for kind in ASKED
        }
        self.lowest = next(kind for kind in ASKED if held[kind])
        self.holders = held[self.lowest]
        counts = {
            seat: sum(self.count(other, self.lowest) for other in self.run(seat))
            for seat in self.holders
        }
        self.throwers = [seat for seat in self.holders if counts[seat] == max(counts.values())]
        self.wins = dict.fromkeys(self.throwers, 0)
        self.phase = "throw"
        self.start_if_one_is_left()

    def count(self, seat: int, kind: str) -> int:
        return sum(rank(card) == kind for card in self.hands[seat])

    def run(self, seat: int) -> list[int]:
        return list(takewhile(lambda other: other in self.holders, self.clockwise(seat)))

    def start_if_one_is_left(self) -> None:
        if len(self.throwers) == 1:
            self.phase, self.turn = "play", self.throwers[0]
            self.first_turns = self.run(self.throwers[0])

    def throw(self, seat: int, sign: list[str]) -> None:
        self.thrown[seat] = sign[0]
        self.settle_throws()

    def settle_throws(self) -> None:
        """DRI-12: decide a round of rock, paper, scissors."""
        if len(self.thrown) < len(self.throwers):
            return
        thrown, self.thrown = self.thrown, {}
        best = WINNER.get(frozenset(thrown.values()))
        if best is None:
            return
        winners = [seat for seat in self.throwers if thrown[seat] == best]
        if len(self.throwers) == 2:
            self.wins[winners[0]] += 1
            if self.wins[winners[0]] == 2:
                self.throwers = winners
        else:
            self.throwers, self.wins = winners, dict.fromkeys(winners, 0)
        self.start_if_one_is_left()

    def ask(self, seat: int, _: list[str]) -> None:
        self.asked = True

    def pick_up(self, seat: int, _: list[str]) -> None:
        self.had_first_turn(seat)
        self.take(seat, [])

    def take(self, seat: int, cards: list[str]) -> None:
        self.hands[seat] += self.pile + cards
        self.pile, self.laid = [], []
        self.pass_from(seat)
        self.count_turn(progress=False)

    def flip(self, seat: int, place: list[str]) -> None:
        """DRI-29: turn up a face-down card of the seat, and play the card. If the card can't be
        played, the seat takes the pile and the card. `place` has one text, the number of the card's
        place from the left (1 to 3)."""
        self.had_first_turn(seat)
        card = self.face_down[seat][int(place[0]) - 1]
        assert card is not None
        self.face_down[seat][int(place[0]) - 1] = None
        if self.playable(card):
            self.lay(seat, [card], "face_down")
        else:
            self.take(seat, [card])

    def lay_down(self, seat: int, cards: list[str]) -> None:
        if (
            self.had_first_turn(seat)
            and rank(cards[0]) != self.lowest
            and self.count(seat, self.lowest)
        ):
            self.poor_form = [seat]
        zone, name = (
            (self.hands[seat], "hand") if self.hands[seat] else (self.face_up[seat], "face_up")
        )
        for card in cards:
            zone.remove(card)
        self.lay(seat, cards, name)

    def had_first_turn(self, seat: int) -> bool:
        """DRI-13: return whether the seat has its first turn now and belongs to the run that begins
        the game. (A run is a row of neighbouring seats that all hold the lowest rank.) Also record
        that the seat has had its first turn."""
        first = seat in self.first_turns
        self.first_turns = [other for other in self.first_turns if other != seat]
        return first

    def lay(self, seat: int, cards: list[str], zone: str) -> None:
        """DRI-24 to DRI-26, DRI-40, DRI-50, DRI-52: put cards on the pile, and do everything that
        follows from this under these rules."""
        same = bool(self.pile) and rank(self.pile[-1]) == rank(cards[0])
        if same and self.options.reversal:
            self.direction = -self.direction
        before = list(self.laid)
        self.laid += [(seat, rank(card), zone) for card in cards]
        self.pile += cards
        cleared = rank(cards[0]) == "10" or self.is_set()
        if cleared:
            self.discard += self.pile
            self.pile = []
        drew = self.refill(seat)
        gone = not self.hands[seat] and not self.face_up[seat] and not any(self.face_down[seat])
        if gone:
            self.go_out(seat, self.deegan(seat, before) if zone == "face_down" else 0)
        if self.outcome:
            return
        if cleared and not gone:
            self.asked = False
        else:
            self.pass_from(seat)
            for _ in cards if same and self.options.skip and not cleared else ():
                self.turn = self.after(self.turn or 0)
        self.count_turn(progress=cleared or drew or gone)

    def is_set(self) -> bool:
        """DRI-25: whether the top of the pile is a complete set."""
        run = list(takewhile(lambda card: rank(card) == rank(self.pile[-1]), reversed(self.pile)))
        if self.options.set_rule == "unique-suits":
            return len({card[-1] for card in run}) == 4
        return len(run) >= (4 * self.decks if self.options.set_rule == "all" else 4)

    def refill(self, seat: int) -> bool:
        """DRI-26: fills the hand up, and returns whether a card was drawn."""
        drawn = self.draw[: max(0, self.full - len(self.hands[seat]))]
        del self.draw[: len(drawn)]
        self.hands[seat] += drawn
        return bool(drawn)

    def deegan(self, seat: int, before: list[tuple[int, str, str]]) -> int:
        """DRI-41: return the number of 10s that the seat played right before its last card (the
        degree of a walk-off Deegan). `before` lists the cards played before the last card. If the
        last of these 10s was not face down, return 0."""
        tens = list(takewhile(lambda laid: laid[:2] == (seat, "10"), reversed(before)))
        return len(tens) if tens and tens[0][2] == "face_down" else 0

    def pass_from(self, seat: int) -> None:
        self.turn = self.after(seat)
        self.asked = False

    # The end

    def go_out(self, seat: int, degree: int) -> None:
        """DRI-40 to DRI-42: record that a seat has no cards left, and end the game if the rules say
        so. `degree` is 0 unless the seat has gone out by a walk-off Deegan (a special way to win).
        In that case `degree` is the number of 10s that the seat played in a row just before its
        last card."""
        self.out.append(seat)
        if len(self.out) > 1:
            if len(self.still_in()) == 1:
                self.end_by_places()
            return
        if seat in self.jinxed:
            self.end([list(range(self.seats))], "void")
            return
        if degree:
            self.honours = [f"walk-off:{seat}:{degree}"]
        present = [other for other in range(self.seats) if other not in self.resigned]
        spared = [other for other in present if other not in self.jinxed]
        if spared != present:
            self.end(
                [spared, [other for other in present if other in self.jinxed], self.resigned], "won"
            )
        elif not self.options.play_on or len(self.still_in()) == 1:
            self.end([[seat], self.still_in(), self.resigned], "won")

    def end_by_places(self, kind: str = "won") -> None:
        self.end([*([seat] for seat in self.out), self.still_in(), self.resigned], kind)

    def end(self, groups: list[list[int]], kind: str) -> None:
        groups = [group for group in groups if group]
        ranks = [
            next(place for place, group in enumerate(groups, 1) if seat in group)
            for seat in range(self.seats)
        ]
        self.outcome = (ranks, kind, self.honours)

    def count_turn(self, *, progress: bool) -> None:
        """DRI-44: counts a turn with or without progress, and ends the game as a draw after 300
        turns in a row without progress."""
        self.idle = 0 if progress else self.idle + 1
        if self.idle == 300:
            self.end_by_places("draw")

    def resign(self, seat: int) -> None:
        """DRI-43: a seat resigns."""
        self.poor_form = []
        self.discard += [
            *self.hands[seat],
            *self.face_up[seat],
            *filter(None, self.face_down[seat]),
        ]
        self.hands[seat], self.face_up[seat], self.face_down[seat] = [], [], [None] * 3
        self.idle = 0
        self.resigned.append(seat)
        self.chosen.pop(seat, None)
        self.had_first_turn(seat)
        self.holders = [other for other in self.holders if other != seat]
        if len(self.still_in()) == 1:
            (last,) = self.still_in()
            if last in self.jinxed and not self.out:
                self.end([list(range(self.seats))], "void")
            else:
                self.end_by_places()
        elif self.phase == "choose":
            self.show_choices()
        elif self.phase == "throw" and seat in self.throwers:
            self.drop_out(seat)
        elif seat == self.turn:
            self.pass_from(seat)

    def drop_out(self, seat: int) -> None:
        """DRI-12: record that a seat has left the rock, paper, scissors for the start. If one seat
        is left, this seat starts. If two are left, they begin again at 0–0. If three or more are
        left, they go on with the signs that they have already thrown."""
        self.throwers.remove(seat)
        self.thrown.pop(seat, None)
        if len(self.throwers) == 2:
            self.thrown, self.wins = {}, dict.fromkeys(self.throwers, 0)
        self.start_if_one_is_left()
        if self.phase == "throw" and self.thrown:
            self.settle_throws()
