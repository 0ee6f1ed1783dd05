"""A second, slower implementation of the rules of Durak. It lists the legal moves of a position. It
uses the engine's options and its functions for ranks and suits, but none of the engine's rules.

It reads a position as `Game.position()` gives it (the keys are in docs/rules/durak.md)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, groupby
from typing import Any

from games.cards import RANKS, rank_of, suit_of
from games.durak import DurakOptions

LIMITS = {"hand": (99, 99), "six": (6, 6), "five-first": (5, 6)}


def marked(
    position: dict[str, Any],
) -> tuple[list[tuple[str, str | None]], list[list[str]]]:
    """Return the cards on the table, and the cards in the hands. Of two equal cards, the second one
    is marked with `#2`."""
    met: set[str] = set()

    def met_again(card: str) -> str:
        again = card + "#2" * (card in met)
        met.add(card)
        return again

    table = [
        (met_again(attack), None if cover is None else met_again(cover))
        for attack, cover in position["table"]
    ]
    return table, [[met_again(card) for card in hand] for hand in position["hands"]]


class Book:
    """A position, and the moves that each seat has in it."""

    def __init__(
        self, position: dict[str, Any], options: DurakOptions, sides: tuple[int, ...]
    ) -> None:
        self.options, self.sides = options, sides
        self.hands: list[list[str]] = position["hands"]
        self.table: list[tuple[str, str | None, int]] = [
            (attack, cover, by)
            for (attack, cover), by in zip(position["table"], position["by"], strict=True)
        ]
        self.marked_table, self.marked_hands = marked(position)
        self.attacker, self.defender = position["attacker"], position["defender"]
        self.trump, self.talon, self.taking = (
            position["trump"],
            position["talon"],
            position["taking"],
        )
        self.said, self.phase = position["done"], position["phase"]
        gone = {seat for group in position["out"] for seat in group} | {
            *position.get("resigned", ())
        }
        self.still_in = [seat for seat in range(len(self.hands)) if seat not in gone]
        self.left = position.get("resigned", [])
        begun = bool(position["discard"])
        self.may_pass_yet = options.first_bout_passing or position.get("bout_over", begun)
        self.most = LIMITS[options.limit][position.get("discarded", begun)]
        shown = position["shown"] if options.travel == "once-per-game" else []
        self.travelled = position.get("travelled", [card.replace(self.trump, "") for card in shown])
        self.barred = {int(seat): cards for seat, cards in position.get("barred", {}).items()}
        self.barred_accusers = position.get("barred_accusers", [])
        newest = [cover for _, cover in self.marked_table[-1:] if cover]
        self.undecided = position.get("undecided", newest)
        self.kept = position.get("kept", [])

    @property
    def unbeaten(self) -> list[str]:
        return [attack for attack, cover, _ in self.table if cover is None]

    def clockwise(self, seat: int) -> list[int]:
        seats = len(self.hands)
        return [(seat + step) % seats for step in range(1, seats)]

    def opponents(self, seat: int) -> list[int]:
        """DUR-06: the seats of other sides that are still in, clockwise."""
        return [
            other
            for other in self.clockwise(seat)
            if other in self.still_in and self.sides[other] != self.sides[seat]
        ]

    def beats(self, card: str, attack: str) -> bool:
        """DUR-20, DUR-21: whether the card beats the attack card."""
        suit, attacked = suit_of(card), suit_of(attack)
        if attacked is None:
            return False
        if suit is None:
            return attacked in ("HD" if card == "RJ" else "SC")
        if suit == attacked:
            return RANKS.index(rank_of(card)) > RANKS.index(rank_of(attack))
        return bool(suit == self.trump)

    def waits_on(self) -> set[int]:
        """DUR-04, DUR-10, DUR-14, DUR-22: the seats for which the game waits."""
        if self.phase == "redeal":
            return {seat for seat in self.still_in if self.lopsided(seat) and seat not in self.kept}
        if not self.table:
            return {self.attacker}
        if self.unbeaten and not self.taking:
            return {self.defender}
        return set(self.asked())

    def lopsided(self, seat: int) -> bool:
        """DUR-04: return whether the seat's hand is lopsided (five or more cards of one suit)."""
        suits = [suit_of(card) for card in self.hands[seat]]
        return any(suits.count(suit) >= 5 for suit in "SHDC")

    def moves(self, seat: int) -> set[tuple[str, ...]]:
        """Return every legal move of a seat, as the words of its text. The cards of an attack are
        sorted."""
        if seat in self.left:
            return set()
        if seat not in self.still_in:
            may = self.options.cheating and seat not in self.barred_accusers
            return set(self.accusals(seat)) if may else set()
        if self.phase == "redeal":
            return {("redeal",), ("keep",)} if seat in self.waits_on() else set()
        if not self.table:
            return set(self.openings()) if seat == self.attacker else set()
        moves = set(self.defence()) if seat == self.defender else set(self.additions(seat))
        if self.options.cheating and seat not in self.barred_accusers:
            moves |= set(self.accusals(seat))
        return moves

    def openings(self) -> Iterator[tuple[str, ...]]:
        """DUR-10, DUR-11: the moves that open a bout."""
        hand = sorted(self.hands[self.attacker], key=rank_of)
        most = (
            1
            if self.options.opening == "single"
            else min(8, self.most, len(self.hands[self.defender]))
        )
        for _, group in groupby(hand, key=rank_of):
            together = sorted(group)
            for size in range(1, most + 1):
                yield from (("attack", *cards) for cards in combinations(together, size))

    def entitled(self) -> list[int]:
        """DUR-12, DUR-51: the seats that may throw in, in the order of DUR-14."""
        others = self.opponents(self.defender)
        if self.options.throwers == "neighbours":
            others = [seat for seat in others if seat in (self.attacker, others[0])]
        return sorted(others, key=lambda seat: seat != self.attacker)

    def open_to_throws(self) -> bool:
        """DUR-11, DUR-13, DUR-24: return whether one more attack card may be put on the table now,
        by the limits of attack cards and by the rules about when cards may be thrown in."""
        if self.taking:
            if self.options.pile_on != "limited":
                return self.options.pile_on == "unlimited"
        elif self.options.throw_from == "first-beat" and len(self.unbeaten) == len(self.table):
            return False
        return len(self.unbeaten) < len(self.hands[self.defender]) and len(self.table) < self.most

    def lawful(self, seat: int) -> list[str]:
        """DUR-12: the cards that the seat may rightfully throw in."""
        if seat not in self.entitled() or not self.open_to_throws():
            return []
        ranks = {
            rank_of(card) for attack, cover, _ in self.table for card in (attack, cover) if card
        }
        return [card for card in self.hands[seat] if rank_of(card) in ranks]

    def asked(self) -> list[int]:
        """DUR-14, DUR-15, DUR-16, DUR-73: the seats that may act now, by throwing in or saying
        done."""
        if self.options.cheating:
            return [
                s
                for s in self.still_in
                if s != self.defender and self.hands[s] and s not in self.said
            ]
        able = [
            seat
            for seat in self.entitled()
            if seat not in self.said
            and (
                self.lawful(seat)
                if self.options.auto_done
                else self.hands[seat] and self.open_to_throws()
            )
        ]
        return able[:1] if self.options.throw_order == "priority" else able

    def additions(self, seat: int) -> Iterator[tuple[str, ...]]:
        if seat not in self.asked():
            return
        yield ("done",)
        yield from (("throw", card) for card in self.lawful(seat))
        answerable = len(self.unbeaten) < len(self.hands[self.defender])
        if self.options.cheating and answerable and seat in self.opponents(self.defender):  # DUR-70
            yield from (
                ("throw", card)
                for card in self.hands[seat]
                if card not in self.barred.get(seat, ())
            )

    def defence(self) -> Iterator[tuple[str, ...]]:
        """DUR-20 to DUR-22, DUR-30 to DUR-33, DUR-70: the moves of the defender."""
        if self.taking or not self.unbeaten:
            return
        yield ("take",)
        hand = self.hands[self.defender]
        wrong = self.options.cheating
        for attack in self.unbeaten:
            for card in hand:
                if self.beats(card, attack) or (
                    wrong and card not in self.barred.get(self.defender, ())
                ):
                    yield ("beat", attack, card)
        passable = (
            self.options.passing and self.may_pass_yet and len(self.unbeaten) == len(self.table)
        )
        heirs = [seat for seat in self.opponents(self.defender) if self.hands[seat] or self.talon]
        if not passable or not heirs:
            return
        room = len(self.hands[heirs[0]]) - len(self.table)
        for card, with_mark in zip(hand, self.marked_hands[self.defender], strict=True):
            if rank_of(card) != rank_of(self.table[0][0]):
                continue
            mark = with_mark.removeprefix(card)
            shown = suit_of(card) == self.trump and rank_of(card) + mark in self.travelled
            if (
                room >= 1
                and len(self.table) < self.most
                and not (shown and self.options.travel == "once-per-attack")
            ):
                yield ("pass", card)
            if (
                room >= 0
                and self.options.travel != "off"
                and suit_of(card) == self.trump
                and not shown
            ):
                yield ("show", card)

    def accusals(self, seat: int) -> Iterator[tuple[str, ...]]:
        """DUR-71: the accusations that the seat may make."""
        for (attack, cover, by), (_, marked_cover) in zip(
            self.table, self.marked_table, strict=True
        ):
            if cover is None and by != seat:
                yield ("accuse", attack)
            if marked_cover in self.undecided and seat != self.defender:
                yield ("accuse", str(cover))
