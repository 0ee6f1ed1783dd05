"""Test the packages in examples/ that are whole games (Eights, Hearts and Cheat). Like the three
built-in games, they are rated, analysed and replayed, and members can check their shuffles. They
can be the deal of the day and a duplicate match. Members can play them on the board, and others can
watch them. More tests are in test_package_company."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import games
from bot.core.model import Person, Phase
from bot.today.duplicate import DEALS
from bot.today.model import MEMBER, Sitting
from games.analysis import AnalysisBudget
from games.shuffle import Stream
from tests import WHOLE_GAMES
from tests.beyond import BEYOND
from tests.journeys import test_board, test_today, test_watching, ways
from tests.journeys.conftest import Evening
from tests.journeys.test_analysis import ask, step_button
from tests.journeys.test_results import checked, moved
from tests.journeys.test_today import quick
from tests.journeys.whole_packages import SHORT, each_game, packages
from tests.limits import check_request, text_of
from tests.present import present
from tests.sightings import cards_in

__all__ = ["packages", "quick"]

FEW = AnalysisBudget(deals=4, close=0, opened=1, least=0)


@pytest.fixture
def due(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the deal of every day be a deal of the game `name`."""
    monkeypatch.setattr("bot.today.model.kind_of", lambda day: games.load(name))


@each_game
async def test_a_game_is_rated_replayed_and_kept(
    evening: Evening, rng: random.Random, name: str
) -> None:
    title = games.load(name).title
    await evening.dealt(name, *evening.members[1:], preset=SHORT[name])
    table = await evening.finish(rng)
    assert table.phase is Phase.OVER
    await evening.edited()
    await evening.find_message()
    assert present(table.outcome).kind == "won"
    assert set(moved(evening.message)) == {"Nora", "Pavel", "Aiko", "Bert"}
    replay = await ways.to_replay(evening.channel, evening.bert)
    for action in ("next", "last"):
        await evening.bert.click(replay, custom_id=step_button(replay, action))
    assert f"step {len(present(table.record).steps)} of" in text_of(replay.components)
    for command in ("profile", "leaderboard", "history"):
        said = await evening.nora.slash(evening.channel, command)
        reply = present(said.response or next(iter(said.followups)))
        assert title in text_of(reply.components), command
    for request in evening.env.http_requests:
        check_request(request.method, request.path, request.json)
    assert (await checked(evening, evening.pavel)).content.startswith("✔ Fair deal")


@BEYOND
@pytest.mark.parametrize("name", WHOLE_GAMES)
async def test_a_game_is_analysed(evening: Evening, rng: random.Random, name: str) -> None:
    evening.bot.analyses.budget = FEW
    await evening.dealt(name, *evening.members[1:], preset=SHORT[name])
    await evening.finish(rng)
    told = text_of((await ask(evening)).components)
    assert f"{games.load(name).title} · analysis" in told
    assert told.count("accuracy") == 4


@each_game
@pytest.mark.usefixtures("due", "long_days")
async def test_it_is_the_deal_of_the_day(evening: Evening, name: str) -> None:
    home = await test_today.asked(evening, evening.nora)
    assert f"Today's deal: {games.load(name).title}" in text_of(home.components)
    deal = await test_today.press(evening.nora, home, "Play")
    await test_today.play(evening, evening.nora, deal, 3)
    today, sitting = evening.bot.service.today, await test_today.sitting_of(evening, evening.nora)
    with evening.env.time_context():
        while sitting.game.outcome is None:
            steps, move = len(sitting.played.steps), chosen(sitting)
            sitting = await today.move(evening.nora.id, today.day, move, steps)
    home = await test_today.asked(evening, evening.nora)
    assert " of 4" in text_of(home.components)
    assert "Nora" in text_of(home.components)
    before = text_of((await test_today.asked(evening, evening.pavel)).components)
    assert not cards_in(before)


def chosen(sitting: Sitting) -> str:
    """Return a random legal move of the member who plays the deal."""
    moves = sitting.game.legal_moves(MEMBER)
    return str(moves[Stream(b"%d" % len(sitting.played.steps)).randrange(len(moves))])


@BEYOND
@pytest.mark.parametrize("name", WHOLE_GAMES)
async def test_two_members_play_a_duplicate_of_it(evening: Evening, name: str) -> None:
    evening.bot.service.today.budget = test_today.QUICK
    duplicates = evening.bot.service.duplicates
    nora, pavel = (Person(each.id, each.name) for each in (evening.nora, evening.pavel))
    with evening.env.time_context():
        duplicate = await duplicates.begin(
            guild_id=evening.guild.id,
            channel_id=evening.channel.id,
            game=name,
            first=nora,
            second=pavel,
        )
        for who in (nora, pavel):
            for _deal in range(DEALS):
                sitting = present(await duplicates.play(duplicate.number, who))
                while sitting.game.outcome is None:
                    day, steps = sitting.deal.day, len(sitting.played.steps)
                    sitting = await duplicates.move(who.id, day, chosen(sitting), steps)
        over = await duplicates.get(duplicate.number)
    assert over.over
    assert over.points is not None
    assert over.points[0] == over.points[1], "both played the same way"


@BEYOND
@pytest.mark.parametrize("name", WHOLE_GAMES)
async def test_its_hand_leads_to_a_board(tmp_path: Path, name: str) -> None:
    evening = Evening(tmp_path)
    evening.has_board()
    async with evening.begin():
        await evening.dealt(name, *evening.members[1:])
        hand = await evening.hand(evening.pavel)
        address = await test_board.link(evening.pavel, hand)
        assert await test_board.let_in(evening, address) == (200, 1)


@BEYOND
@pytest.mark.parametrize("name", [name for name in WHOLE_GAMES if name != "hearts"])
async def test_a_watcher_sees_all_its_hands_a_minute_late(evening: Evening, name: str) -> None:
    await test_watching.opened_up(evening, name)
    before = present((await evening.table()).live).opened()
    shown = present((await evening.press(evening.bert, "Watch")).response)
    assert not cards_in(text_of(shown.components)) & set(before.hand_of(0))
    await evening.env.advance_time(61)
    await evening.bert.click(shown, label="Refresh")
    for seat in range(3):
        assert set(before.hand_of(seat)) <= cards_in(text_of(shown.components))
