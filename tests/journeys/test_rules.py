"""The rules at hand: a game in about ten lines, then what this table plays differently, and nothing
else."""

from __future__ import annotations

import games
from tests.journeys.conftest import Evening
from tests.limits import check_request, text_of
from tests.present import present


async def test_the_rules_of_a_table_are_the_game_and_what_its_options_change(
    evening: Evening,
) -> None:
    await evening.lobby("durak", evening.pavel, preset="durnius-passing")
    rules = present((await evening.press(evening.pavel, "Rules")).response)
    assert rules.ephemeral
    game, changes = text_of(rules.components).split("At this table:")
    assert 5 <= len([line for line in game.splitlines() if line.strip()]) <= 14

    durak = games.load("durak")
    usual, here = durak.options(), durak.options("durnius-passing")
    differs = {name for name, value in here if getattr(usual, name) != value}
    told = [line for line in changes.splitlines()[1:] if line.strip()]
    assert len(told) == len(differs)
    for name, field in durak.Options.model_fields.items():
        label = durak.Options.label(name, getattr(here, name))
        assert any(f"{field.title}" in line and label in line for line in told) is (
            name in differs
        ), name
    for request in evening.env.http_requests:
        check_request(request.method, request.path, request.json)


async def test_a_table_by_the_usual_rules_adds_nothing_to_the_game(evening: Evening) -> None:
    await evening.dealt("durak", evening.pavel)
    rules = present((await evening.press(evening.nora, "Rules")).response)
    changes = text_of(rules.components).split("At this table:")[1]
    assert [line for line in changes.splitlines()[1:] if line.strip()] == []


async def test_the_rules_of_any_game_are_told_without_a_table(evening: Evening) -> None:
    for name, kind in games.available().items():
        told = text_of(
            present(
                (await evening.nora.slash(evening.channel, "rules", game=name)).response
            ).components
        )
        assert kind.title in told
        assert "At this table" not in told
