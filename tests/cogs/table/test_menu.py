"""Tests of the menu *More…* of a table."""

from __future__ import annotations

from dataclasses import replace

from bot.core.model import Seat
from cogs.table.message.menu import more_menu
from games.core import SeatView
from tests.cogs.tables import table, view
from tests.limits import text_of

ADA = Seat("Ada", 101, joined_by=1)
BERTA = Seat("Berta", 102, joined_by=2)
CLEO = Seat("Cleo", 103, joined_by=3)
BOT = Seat("Bot 1")
VOTE = "It takes more than half of the other players to remove someone."
DUEL = "With two players, you can only remove your opponent while a bot is filling in for them."
MODERATING = "As a moderator, you can remove a player right away."
SPECTATOR = 999


def removing(
    *seats: Seat, reader: int = 101, moderates: bool = False, resigned: int | None = None
) -> list[str]:
    """Return what the menu of a running game with these seats tells the member `reader` about
    removing a player: the sentences, and the names in the select. The seat `resigned` has left the
    game."""
    views = tuple(
        SeatView(number, number, 6, (), resigned=number == resigned) for number in range(len(seats))
    )
    shown = table(view(seats=views), view(seat=None, seats=views), seats=seats)
    told = text_of(more_menu(shown, reader, moderates=moderates).to_components()).splitlines()
    names = {seat.name for seat in seats}
    return [each for each in told if each in {VOTE, DUEL, MODERATING, *names}]


def test_removing_is_told_only_to_somebody_with_a_player_to_remove() -> None:
    assert removing(ADA, BERTA, CLEO) == [VOTE, "Berta", "Cleo"]
    assert removing(ADA, BOT) == []


def test_only_an_absent_opponent_can_be_removed_in_a_game_of_two() -> None:
    assert removing(ADA, BERTA, BOT) == [DUEL]
    assert removing(ADA, replace(BERTA, absent=True), BOT) == [DUEL, "Berta"]
    assert removing(ADA, BERTA, CLEO, resigned=2) == [DUEL]


def test_somebody_for_whose_removal_the_reader_has_voted_is_not_offered_again() -> None:
    assert removing(ADA, replace(BERTA, votes=frozenset({101})), CLEO) == [VOTE, "Cleo"]


def test_only_a_moderator_who_does_not_play_removes_somebody_alone() -> None:
    assert removing(ADA, BERTA, moderates=True) == [DUEL]
    told = removing(ADA, BERTA, reader=SPECTATOR, moderates=True)
    assert told == [MODERATING, "Ada", "Berta"]


def test_nothing_of_removing_is_told_to_somebody_who_has_no_vote() -> None:
    assert removing(ADA, BERTA, CLEO, reader=SPECTATOR) == []
    assert removing(ADA, BERTA, CLEO, resigned=0) == []
