"""Tests of the menu *More…* of a table."""

from __future__ import annotations

from bot.core.model import Seat
from cogs.table.message.menu import more_menu
from tests.cogs.tables import table, view
from tests.limits import text_of

ADA = Seat("Ada", 101, joined_by=1)


def test_removing_is_told_only_to_somebody_with_a_player_to_remove() -> None:
    for other, is_told in ((Seat("Berta", 102, joined_by=2), True), (Seat("Bot 1"), False)):
        shown = table(view(), view(seat=None), seats=(ADA, other))
        told = text_of(more_menu(shown, 101, moderates=False).to_components())
        assert ("to remove someone" in told) is is_told
