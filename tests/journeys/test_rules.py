"""Test the rules that the bot shows. For a table, these are about ten lines that are true for the
table's options, then the differences from the preset, and then a line for each preset. The rules of
a game can also be shown without a table."""

from __future__ import annotations

import pytest

import games
from cogs.discord.layout import DESCRIPTION
from cogs.table.lobby.rulings import preset_title
from games.core import Game
from tests.journeys.conftest import Evening, action, actions
from tests.journeys.test_choices import choose
from tests.limits import check_request, text_of, walk
from tests.present import present

PASSING = "the defender can add a card of the same rank"


async def test_the_rules_of_a_table_are_true_for_its_options(evening: Evening) -> None:
    await evening.lobby("durak", evening.pavel, preset="durnius-passing")
    rules = present((await evening.press(evening.pavel, "Rules")).response)
    assert rules.ephemeral
    text = text_of(rules.components)
    told = [line for line in text.splitlines() if line.startswith("- ")]
    assert 8 <= len(told) <= 12
    assert "### This table's rules" in text
    assert PASSING in text, "told as it is played, and not as an option"
    assert "option" not in text
    assert "36 cards, sixes and up." in text
    assert "Changes to" not in text

    await evening.choose(evening.nora, "preset", "durnius")
    text = text_of(present((await evening.press(evening.pavel, "Rules")).response).components)
    assert PASSING not in text
    for request in evening.env.http_requests:
        check_request(request.method, request.path, request.json)


async def test_what_differs_from_the_preset_follows_and_then_the_presets(evening: Evening) -> None:
    await evening.lobby("durak", evening.pavel, preset="throw-in")
    panel = present((await evening.press(evening.nora, "Options")).response)
    table = await evening.table()
    await choose(evening.nora, panel, f"o:{table.id}:field", "passing")
    yes = action(panel, "yes")
    await choose(evening.nora, panel, yes.custom_id, *yes.values)
    text = text_of(present((await evening.press(evening.pavel, "Rules")).response).components)
    assert PASSING in text
    assert "Changes to **Throw-in Durak**: Passing: **yes**." in text
    durak = games.load("durak")
    after = text.split("Changes to")[1].splitlines()[1:]
    assert len([line for line in after if line.startswith("-# **")]) == len(durak.Options.presets)
    for preset in durak.Options.presets:
        (line,) = [each for each in after if f"**{preset_title(durak.Options, preset)}**" in each]
        assert not line.endswith("…")


async def test_room_follows_the_deck_and_the_teams(evening: Evening) -> None:
    await evening.lobby("durak", evening.pavel)
    assert "For 2 to 8 players." in evening.text
    panel = present((await evening.press(evening.nora, "Options")).response)
    table = await evening.table()
    for field, label, room in (
        ("deck", "24 cards", "For 2 to 4 players."),
        ("decks", "two", "For 2 to 8 players."),
        ("deck", "auto", "For 2 to 10 players."),
        ("decks", "one", "For 2 to 8 players."),
        ("teams", "teams of two", "Needs 2 more players."),
    ):
        await choose(evening.nora, panel, f"o:{table.id}:field", field)
        wanted = action(panel, label)
        await choose(evening.nora, panel, wanted.custom_id, *wanted.values)
        assert room in evening.text
    assert "*Start* adds" not in evening.text, "somebody else has joined"
    for _ in range(2):
        await evening.add_bot(evening.nora)
    assert "For 4 or 6 players." in evening.text


async def test_the_lobby_says_what_each_preset_is_like_and_cuts_nothing_off(
    evening: Evening,
) -> None:
    for game in ("durak", "dritzak", "tredici"):
        await evening.lobby(game)
        select = next(
            part
            for part in walk((await evening.gear(evening.nora)).components)
            if str(part.get("custom_id")).endswith(":preset")
        )
        notes = [option.get("description", "") for option in select["options"]]
        assert all(note and not note.endswith("…") for note in notes)


@pytest.mark.parametrize("kind", games.available().values(), ids=lambda kind: str(kind.name))
async def test_the_rules_of_any_game_are_told_without_a_table(
    evening: Evening, kind: type[Game]
) -> None:
    shown = await evening.nora.slash(evening.channel, "rules", game=kind.name)
    told = text_of(present(shown.response).components)
    assert kind.title in told
    assert "This table's rules" not in told
    for preset in kind.Options.presets:
        assert f"**{preset_title(kind.Options, preset)}** – " in told


async def test_without_a_table_the_games_are_offered_as_buttons(evening: Evening) -> None:
    shown = present((await evening.nora.slash(evening.channel, "rules")).response)
    assert shown.ephemeral
    assert [each.label for each in actions(shown)] == ["Durak", "Dritzak", "Tredici"]
    for title in ("Dritzak", "Tredici"):
        await evening.nora.click(shown, custom_id=action(shown, title).custom_id)
        assert f"## {title}" in text_of(shown.components)
        assert len(list(actions(shown))) == 3, "another one is a press away"


def test_a_preset_is_told_in_a_line_that_discord_takes() -> None:
    for kind in games.available().values():
        assert set(kind.Options.preset_notes) <= set(kind.Options.presets)
        assert all(len(note) <= DESCRIPTION for note in kind.Options.preset_notes.values())
