"""Test learning tables. At such a table, members can ask for advice: the move that a bot player of
the level master would choose. Only the hand message of the member who asks shows the advice."""

from __future__ import annotations

import random
import re

import pytest

from bot.core.errors import NotSaved, TableError, TableQuarantined
from bot.core.model import Phase
from games.players import adviser
from games.players.finding import Finding
from games.shuffle import Stream
from tests.journeys.conftest import Click, Evening, at_once
from tests.limits import text_of, walk
from tests.present import present

LINE = "At a learning table, everyone can ask for hints, and the game doesn't count."


def said(evening: Evening, member_id: int) -> str:
    return text_of(evening.panels[member_id].components)


async def learning_table(evening: Evening, game: str = "durak") -> None:
    """Deal a game of Nora and Pavel at a learning table, and open both hands."""
    await evening.lobby(game, evening.pavel)
    await evening.press(evening.nora, "🎓 Learning table: off")
    assert LINE in evening.text
    await evening.press(evening.nora, "Start")
    for member in (evening.nora, evening.pavel):
        await evening.hand(member)


@pytest.mark.parametrize("game", ["durak", "dritzak"])
async def test_the_hand_panel_names_the_masters_move_and_why(untimed: Evening, game: str) -> None:
    evening = untimed
    await learning_table(evening, game)
    table = await evening.table()
    seat = min(present(table.live).waiting_on)
    member = evening.member_at(table, seat)
    await member.click(evening.panels[member.id], label="Hint")
    told = next(
        line for line in said(evening, member.id).splitlines() if line.startswith("> 🎓 **")
    )
    assert (await evening.table()).version == table.version, "nothing was played"
    # It is what a master finds by this seat's own view, and it goes away with the next move.
    view = present(table.view(seat))
    asking = present(adviser(game))
    for event in present(table.live).dealt():
        if event.tells(seat):
            asking.watch(event.name, event.seen_by(seat))
    assert asking.explain(view, Stream(b"any")).move in view.moves
    assert re.match(r"> 🎓 \*\*.+?\*\*: .+\.$", told), "and why"
    other = next(each for each in (evening.nora, evening.pavel) if each.id != member.id)
    assert "> 🎓" not in said(evening, other.id), "nobody else sees it"


async def test_the_panel_says_that_the_adviser_thinks_while_it_does(
    untimed: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = untimed
    await learning_table(evening)
    table = await evening.table()
    member = evening.member_at(table, min(present(table.live).waiting_on))
    seen = []
    advise = evening.bot.tables.advise

    async def watched(table_id: str, member_id: int) -> tuple[Finding, int]:
        seen.append(said(evening, member_id))
        return await advise(table_id, member_id)

    monkeypatch.setattr(evening.bot.tables, "advise", watched)
    await member.click(evening.panels[member.id], label="Hint")
    (meanwhile,) = seen
    assert "> 🎓 Thinking…" in meanwhile
    assert "Thinking" not in said(evening, member.id)


@pytest.mark.parametrize("refusal", [NotSaved(), TableQuarantined(reason="It broke.")])
async def test_the_panel_says_why_there_is_no_advice(
    untimed: Evening, monkeypatch: pytest.MonkeyPatch, refusal: TableError
) -> None:
    evening = untimed
    await learning_table(evening)
    table = await evening.table()
    member = evening.member_at(table, min(present(table.live).waiting_on))

    async def refused(_table_id: str, _member_id: int) -> tuple[Finding, int]:
        raise refusal

    monkeypatch.setattr(evening.bot.tables, "advise", refused)
    await member.click(evening.panels[member.id], label="Hint")
    assert f"> {refusal.reason}" in said(evening, member.id)
    assert "Thinking" not in said(evening, member.id)


async def test_who_dismisses_the_hand_meanwhile_is_told_nothing_more(
    untimed: Evening, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    evening = untimed
    await learning_table(evening)
    table = await evening.table()
    member = evening.member_at(table, min(present(table.live).waiting_on))
    panel, advise = evening.panels[member.id], evening.bot.tables.advise

    async def dismissed(table_id: str, member_id: int) -> tuple[Finding, int]:
        evening.env.backend.delete_message(panel.channel_id, panel.id)
        return await advise(table_id, member_id)

    monkeypatch.setattr(evening.bot.tables, "advise", dismissed)
    pressed = await member.click(panel, label="Hint")
    assert not pressed.followups
    assert not [each for each in caplog.records if each.levelname == "ERROR"]


async def test_no_other_table_gives_advice(evening: Evening) -> None:
    await evening.dealt("durak", evening.pavel)
    panel = await evening.hand(evening.nora)
    assert "Hint" not in text_of(panel.components)
    table = await evening.table()
    forged = Click(evening.nora, panel, f"h:{table.id}:{table.version}:@advice")
    await at_once(evening, forged)
    assert "You can only get hints at learning tables." in said(evening, evening.nora.id)


async def test_the_host_alone_makes_it_a_learning_table_and_only_in_the_lobby(
    evening: Evening,
) -> None:
    await evening.lobby("durak", evening.pavel)
    refused = (await evening.press(evening.pavel, "🎓 Learning table: off")).response
    assert present(refused).ephemeral
    assert not (await evening.table()).learning
    await evening.press(evening.nora, "🎓 Learning table: off")
    assert (await evening.table()).learning
    await evening.press(evening.nora, "🎓 Learning table: on")
    assert not (await evening.table()).learning


async def test_a_learning_table_is_marked_and_its_games_do_not_count(
    evening: Evening, rng: random.Random
) -> None:
    await learning_table(evening)
    await evening.restart()
    assert (await evening.table()).learning
    assert LINE in evening.text
    over = await evening.finish(rng)
    assert over.phase is Phase.OVER
    assert LINE in evening.text
    assert present(over.outcome).kind != "void", "somebody has won it"
    shown = present((await evening.nora.slash(evening.channel, "history")).response)
    (line,) = [each for each in text_of(shown.components).splitlines() if each.startswith("- ")]
    assert "🃏" in line, "the history names who lost …"
    assert line.endswith("(doesn't count)"), "… and says the same as the result"
    boards = evening.bot.boards
    assert await boards.history(evening.guild.id, evening.nora.id) == {}
    profile = await boards.profile(evening.guild.id, evening.nora.id)
    assert profile is None or all(game.counts["games"] == 0 for game in profile.games)
    # The next game at the table is one for learning, too.
    await evening.press(evening.nora, "Again")
    assert (await evening.table()).learning


async def test_a_game_that_only_chance_plays_has_no_such_switch(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.table.lobby.settings.adviser_of", lambda _: None)
    await evening.lobby("durak")
    gear = await evening.gear(evening.nora)
    assert not any(part.get("label", "").startswith("🎓") for part in walk(gear.components))
