"""Tests of checking bot players' moves after a game. Each move must be the one that the bot
player's level chooses from what the seat knew. The bot checks this, and so does the command line,
which reads the game's file."""

from __future__ import annotations

import io
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.core.fairness import verify
from bot.core.model import OpenedGame, Phase
from bot.core.played import Bot, MovesError, printed, read, split
from bot.tables.manager import Tables
from games.players import LEVELS, VERSION, manners, stand_in
from games.record import Step
from tests import WHOLE_GAMES
from tests.beyond import the_first
from tests.bot.conftest import Now
from tests.bot.evening import ANN, BOB, GUILD, dealt, run_out
from tests.bot.subjects import history
from tests.cogs.plugins import own_package

__all__ = ["own_package"]

SEATS = {"hearts": 4}


async def finished(tables: Tables, now: Now, game: str = "durak", bots: int = 2) -> OpenedGame:
    """Return a finished game in which only bot players moved."""
    table = await run_out(tables, await dealt(tables, ANN, bots=bots, game=game), now)
    assert table.phase is Phase.OVER
    return await history(tables).finished(table.id, table.game_number, GUILD)


@pytest.mark.parametrize(
    "game",
    the_first(2, ["durak", "heaps", "dritzak", "tredici", *WHOLE_GAMES]),
)
@pytest.mark.usefixtures("own_package")
async def test_every_move_of_a_bot_player_is_what_it_had_to_play(
    tables: Tables, now: Now, game: str
) -> None:
    opened = await finished(tables, now, game, bots=SEATS.get(game, 3) - 1)
    verdicts = await tables.thoughts.check(opened)
    assert [verdict.seat for verdict in verdicts] == [*range(SEATS.get(game, 3))], (
        "who stands in is checked too"
    )
    assert verdicts[0].bot.strength == stand_in(game)
    assert all(verdict.right == verdict.moves > 0 for verdict in verdicts)
    chosen = [step for step in opened.record.steps if step.move != "go"]  # nobody ends a pause
    assert sum(verdict.moves for verdict in verdicts) == len(chosen)


async def test_a_habit_is_part_of_what_is_checked(tables: Tables, now: Now) -> None:
    opened = await finished(tables, now, bots=3)
    bots = opened.played.bots
    assert {bot.manner for bot in bots.values()} <= set(manners("durak"))
    without = {seat: replace(bot, manner="") for seat, bot in bots.items()}
    verdicts = await tables.thoughts.check(
        replace(opened, played=replace(opened.played, bots=without))
    )
    assert any(verdict.right < verdict.moves for verdict in verdicts)


async def test_a_player_of_another_level_would_have_played_otherwise(
    tables: Tables, now: Now
) -> None:
    opened = await finished(tables, now, bots=3)
    pretended = {seat: Bot(bot.name, LEVELS[-1]) for seat, bot in opened.played.bots.items()}
    verdicts = await tables.thoughts.check(
        replace(opened, played=replace(opened.played, bots=pretended))
    )
    assert any(verdict.right < verdict.moves for verdict in verdicts)


async def test_players_of_another_version_are_not_judged(tables: Tables, now: Now) -> None:
    opened = await finished(tables, now)
    for version in (None, VERSION + 1):
        with pytest.raises(MovesError, match="The bots have changed since"):
            await tables.thoughts.check(
                replace(opened, played=replace(opened.played, players=version))
            )


@pytest.mark.parametrize("bot", [Bot("Otto", "uninstalled"), Bot("Otto", "skilled", "hums")])
async def test_a_player_that_is_not_installed_is_not_judged(
    tables: Tables, now: Now, tmp_path: Path, capsys: pytest.CaptureFixture[str], bot: Bot
) -> None:
    opened = await finished(tables, now)
    played = replace(opened.played, bots={1: bot})
    with pytest.raises(MovesError, match="One of these bots isn't installed here"):
        await tables.thoughts.check(replace(opened, played=played))
    file = tmp_path / "game.txt"
    file.write_text(f"{opened.deal_header}\n{printed(played)}", encoding="utf-8")
    assert main(["verify", str(file), "--players"]) == 1
    assert "One of these bots isn't installed here" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("step", "why"),
    [
        (Step(9, "done"), "There's no seat 9 at this table."),
        (Step(-1, "done"), "There's no seat -1 at this table."),
        (Step(1, "done"), "does not replay"),
    ],
)
async def test_a_made_up_move_is_refused_in_one_line(
    tables: Tables,
    now: Now,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    step: Step,
    why: str,
) -> None:
    opened = await finished(tables, now)
    bots = {**opened.played.bots, step.seat: opened.played.bots[1]}
    played = replace(opened.played, bots=bots, steps=(*opened.played.steps, step))
    file = tmp_path / "game.txt"
    file.write_text(f"{opened.deal_header}\n{printed(played)}", encoding="utf-8")
    assert main(["verify", str(file), "--players"]) == 1
    [said] = capsys.readouterr().err.splitlines()
    assert why in said


async def test_the_command_line_checks_them_from_the_file(
    tables: Tables,
    now: Now,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opened = await finished(tables, now)
    text = f"{opened.deal_header}\n{printed(opened.played)}"
    file = tmp_path / "game.txt"
    file.write_text(text, encoding="utf-8")
    monkeypatch.setattr(sys, "argv", ["shijo", "verify", str(file), "--players"])
    main()
    told = capsys.readouterr().out
    moves = sum(step.seat == 1 for step in opened.record.steps)
    bot = opened.played.bots[1]
    assert bot.manner in manners("durak"), "a named one plays with a habit"
    assert f"{moves} of {moves} moves of {bot.name} (skilled) are what it had to play" in told
    assert "the stand-in of seat 1 (casual)" in told
    # What was changed is refused, whether or not the digest was made anew.
    monkeypatch.setattr(sys, "argv", ["shijo", "verify", "-", "--players"])
    monkeypatch.setattr(sys, "stdin", io.StringIO(text.replace("seat 1 skilled", "seat 1 master")))
    assert main() == 1
    assert "the moves were changed" in capsys.readouterr().err


async def test_the_moves_read_as_they_were_printed(tables: Tables, now: Now) -> None:
    opened = await finished(tables, now)
    header, section = split(f"{opened.deal_header}\n{printed(opened.played)}")
    assert read(section) == opened.played
    assert verify(header).header == opened.record.header
    assert verify(header + section).header == opened.record.header
    for broken in ("", section.replace("seat 1", "seat one"), section[: len(section) // 2]):
        with pytest.raises(MovesError):
            read(broken)
    assert opened.played.steps == tuple(Step(step.seat, step.move) for step in opened.record.steps)
    assert BOB.id not in {player.member_id for player in opened.about.players}


async def test_files_of_before_there_were_names_are_read_as_they_were(
    tables: Tables, now: Now
) -> None:
    opened = await finished(tables, now)
    nameless = replace(opened.played, bots={1: Bot("Bot 1", "skilled")})
    section = printed(nameless)
    assert "seat 1 skilled Bot 1" in section, "as it was written then"
    assert read(section) == nameless
    named = printed(opened.played)
    bot = opened.played.bots[1]
    assert f"seat 1 skilled/{bot.manner} {bot.name}" in named
