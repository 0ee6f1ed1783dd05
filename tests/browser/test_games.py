"""Tests of Shijo's games, played in the card room's page to their end."""

from __future__ import annotations

import pytest

from tests.browser.chromium import Windows
from tests.browser.players import open_table, play

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.mark.parametrize("game", ["Durak", "Dritzak", "Tredici"])
async def test_a_game_of_two_windows_and_a_bot_player(
    tables: Windows, place: str, game: str
) -> None:
    nora = await tables.window("Nora", channel=place)
    aiko = await tables.window("Aiko", channel=place)
    await open_table(nora, game, aiko, bots=1)
    presses = await play(nora, aiko, over="Again")
    assert presses > 5
