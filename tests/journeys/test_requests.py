"""Test how many requests a move needs, and that all of them are within Discord's limits."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from simcord.types import HttpLogEntry

import games
from bot.core.model import Panel, Speed
from tests.beyond import other_presets
from tests.journeys.conftest import Evening, action, actions
from tests.limits import check_request, walk
from tests.present import present


def kinds(requests: list[HttpLogEntry]) -> Counter[str]:
    """Count the requests by kind: answers, edits of hands, edits of the table's message, and
    others."""
    return Counter(kind_of(request) for request in requests)


def kind_of(request: HttpLogEntry) -> str:
    if request.path.endswith("/callback"):
        return "answer"
    if request.method == "PATCH" and request.path.startswith("/webhooks/"):
        return "panel"
    if request.method == "PATCH" and request.path.startswith("/channels/"):
        return "table"
    return f"{request.method} {request.path}"


async def test_a_move_costs_an_answer_an_edit_of_the_table_and_one_of_each_other_panel(
    evening: Evening, rng: random.Random
) -> None:
    players = (evening.nora, evening.pavel, evening.aiko)
    await evening.dealt("durak", evening.pavel, evening.aiko)
    for member in players:
        await evening.hand(member)
    moves = 0
    while "result" not in evening.text and moves < 40:
        version, start = (await evening.table()).version, len(evening.env.http_requests)
        assert await evening.play_on(rng, *players)
        table = await evening.table()
        assert table.version == version + 1
        moves += 1
        assert kind_of(evening.env.http_requests[start]) == "answer", (
            "who pressed is answered first"
        )
        expected = {"answer": 1, "table": 1, "panel": 2}
        assert kinds(evening.env.http_requests[start:]) == expected, table.recent[-1]
    assert moves > 10


async def test_only_panels_that_are_open_are_edited(evening: Evening, rng: random.Random) -> None:
    await evening.dealt("durak", evening.pavel)
    table = await evening.table()
    first = evening.member_at(table, present(table.view(None)).waiting_on[0])
    panel = await evening.hand(first)
    start = len(evening.env.http_requests)
    await evening.do(first, next(actions(panel)))
    # *Start* has opened the host's.
    assert kinds(evening.env.http_requests[start:]) == {"answer": 1, "table": 1, "panel": 1}


async def test_a_panel_is_not_edited_after_its_fifteen_minutes(evening: Evening) -> None:
    evening.settings = evening.settings.model_copy(
        update={"tables": evening.settings.tables.model_copy(update={"speed": Speed.NONE})}
    )
    await evening.restart()
    await evening.dealt("durak", evening.pavel)
    for member in (evening.nora, evening.pavel):
        await evening.hand(member)
    await evening.env.advance_time(16 * 60)
    table = await evening.table()
    first = evening.member_at(table, present(table.view(None)).waiting_on[0])
    start = len(evening.env.http_requests)
    await evening.do(first, next(actions(evening.panels[first.id])))
    assert kinds(evening.env.http_requests[start:]) == {"answer": 1, "table": 1}


@pytest.mark.parametrize("action_label", ["Join", "Leave"])
async def test_a_press_in_the_lobby_is_answered_by_the_lobby_itself(
    evening: Evening, action_label: str
) -> None:
    await evening.lobby("durak", evening.aiko)
    if action_label == "Leave":
        await evening.press(evening.pavel, "Join")
    start = len(evening.env.http_requests)
    await evening.press(evening.pavel, action_label)
    # *Leave* is behind the gear: that answers once, and the lobby is edited.
    wanted = {"answer": 1} if action_label == "Join" else {"answer": 2, "table": 1}
    assert kinds(evening.env.http_requests[start:]) == wanted


@pytest.mark.parametrize(
    ("game", "preset"),
    [
        pytest.param(name, preset, marks=other_presets(kind, preset))
        for name, kind in games.available().items()
        for preset in kind.Options.presets
    ],
)
async def test_every_message_of_a_game_is_within_discords_limits(
    evening: Evening, rng: random.Random, game: str, preset: str
) -> None:
    few = games.load(game).players[0]
    players = evening.members[: max(4 if preset == "teams" else 3, few)]
    await evening.lobby(game, *players[1:], preset=preset)
    await evening.press(evening.nora, "Options")
    await evening.press(evening.nora, "Rules")
    await evening.press(evening.nora, "Start")
    for _ in range(25):
        if "result" in evening.text or not await evening.play_on(rng, *players):
            break
    await evening.press(evening.nora, "Rules")
    await evening.nora.slash(evening.channel, "leaderboard")
    for request in evening.env.http_requests:
        check_request(request.method, request.path, request.json)


async def test_every_panel_of_options_is_within_discords_limits(evening: Evening) -> None:
    for game, kind in games.available().items():
        await evening.lobby(game)
        panel = present((await evening.press(evening.nora, "Options")).response)
        fields = [each for each in actions(panel) if ":field" in each.custom_id]
        assert {each.values[0] for each in fields} == set(kind.Options.model_fields)
        for field in fields:
            await evening.nora.select(panel, list(field.values), custom_id=field.custom_id)
            assert any(part.get("options") for part in walk(panel.components))
            back = action(panel, "All options")
            await evening.nora.click(panel, custom_id=back.custom_id)
    for request in evening.env.http_requests:
        check_request(request.method, request.path, request.json)


async def test_a_press_on_a_panel_that_can_still_be_edited_for_long_stores_no_new_token(
    evening: Evening, rng: random.Random, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening.settings = evening.settings.model_copy(
        update={"tables": evening.settings.tables.model_copy(update={"speed": Speed.NONE})}
    )
    await evening.restart()
    stored: list[str] = []
    keep = evening.bot.tables.shown.panel_opened

    async def note(panel: Panel) -> None:
        stored.append(panel.token)
        await keep(panel)

    monkeypatch.setattr(evening.bot.tables.shown, "panel_opened", note)
    await evening.dealt("durak", evening.pavel)
    players = (evening.nora, evening.pavel)
    for member in players:
        await evening.hand(member)
    assert len(stored) == 3, "*Start* has opened the host's"
    for _ in range(6):
        assert await evening.play_on(rng, *players)
    assert len(stored) == 3, "*Start* has opened the host's"
    await evening.env.advance_time(6 * 60)
    for _ in range(4):
        assert await evening.play_on(rng, *players)
    assert 3 < len(stored) <= 5
