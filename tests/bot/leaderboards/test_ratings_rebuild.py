"""Tests of `shijo ratings rebuild`, and of computing the ratings of one game in one server again
from its results."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.core import levels
from bot.core.levels import MEASURED, SHOWN, Level
from bot.leaderboards.service import Boards
from bot.leaderboards.store.recount import uncounted
from bot.leaderboards.store.standings import Ladder
from bot.tables.store.tables import Store
from tests.bot.finished import START, agrees, derived, finish
from tests.bot.heaps import Heaps
from tests.bot.leaderboards.test_boards import won
from tests.bot.test_command_line import one_line, shijo
from tests.present import present
from tests.second_opinion import compute

GAMES = [won(1, 2), won(2, 3, deeds=[("walk-off", 2, 1)]), won(3, "greedy"), won(1, 2, 3)]


async def _played(file: Path) -> list[tuple[Any, ...]]:
    store = await Store.open(f"sqlite:///{file}")
    await finish(store, GAMES)
    await finish(store, GAMES, game="dritzak")
    await finish(store, GAMES, guild=11)
    running = await derived(store)
    await store.close()
    return running


async def _now_there(file: Path) -> list[tuple[Any, ...]]:
    store = await Store.open(f"sqlite:///{file}")
    there = await derived(store)
    await store.close()
    return there


def spoil(file: Path) -> None:
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE standings SET mu = mu + 1, won = 0")
        connection.execute("DELETE FROM deeds")
    connection.close()


async def test_the_command_finds_nothing_to_put_right_in_running_numbers(tmp_path: Path) -> None:
    running = await _played(tmp_path / "shijo.db")
    done = shijo(tmp_path, "ratings", "rebuild", SHIJO_DATABASE__URL="sqlite:///shijo.db")
    assert (done.returncode, done.stdout) == (
        0,
        "Recounted 12 games on 3 leaderboards and corrected 0 numbers.\n",
    )
    assert await _now_there(tmp_path / "shijo.db") == running


async def test_the_command_puts_right_what_is_wrong(tmp_path: Path) -> None:
    running = await _played(tmp_path / "shijo.db")
    spoil(tmp_path / "shijo.db")
    done = shijo(
        tmp_path,
        "ratings",
        "rebuild",
        "--server",
        "10",
        "--game",
        "durak",
        SHIJO_DATABASE__URL="sqlite:///shijo.db",
    )
    assert done.stdout.startswith("Recounted 4 games on 1 leaderboard and corrected ")
    assert not done.stdout.endswith(" 0 numbers.\n")
    assert await _now_there(tmp_path / "shijo.db") != running
    shijo(tmp_path, "ratings", "rebuild", SHIJO_DATABASE__URL="sqlite:///shijo.db")
    assert await _now_there(tmp_path / "shijo.db") == running


async def test_a_damaged_result_is_named_and_stops_no_other_game(tmp_path: Path) -> None:
    running = await _played(tmp_path / "shijo.db")
    with sqlite3.connect(tmp_path / "shijo.db") as connection:
        connection.execute(
            "UPDATE results SET deeds = 'x' WHERE guild_id = 10 AND game = 'durak' AND seq = 2"
        )
    connection.close()
    refused = one_line(
        shijo(tmp_path, "ratings", "rebuild", SHIJO_DATABASE__URL="sqlite:///shijo.db")
    )
    assert "a result of durak in server 10 is damaged" in refused
    assert await _now_there(tmp_path / "shijo.db") == running
    store = await Store.open(f"sqlite:///{tmp_path}/shijo.db")
    await finish(store, GAMES, first=20)
    profile = present(await Boards(store, now=lambda: START).profile(10, 1))
    assert {game.game: game.games for game in profile.games} == {"durak": 4, "dritzak": 2}
    await store.close()


async def test_a_ladder_that_cant_be_counted_hinders_no_start(tmp_path: Path) -> None:
    running = await _played(tmp_path / "shijo.db")
    with sqlite3.connect(tmp_path / "shijo.db") as connection:
        connection.execute("UPDATE results SET deeds = 'x' WHERE guild_id = 10 AND game = 'durak'")
        connection.execute("UPDATE ladders SET levels = 0")
    connection.close()
    spoil(tmp_path / "shijo.db")
    store = await Store.open(f"sqlite:///{tmp_path}/shijo.db")
    await Boards(store, now=lambda: START).count_the_rest()
    assert await uncounted(store) == [Ladder(10, "durak")]
    there = await derived(store, guild=11)
    assert there == [row for row in running if row[0] == 11]
    await store.close()


def test_the_command_says_in_one_line_what_stops_it(tmp_path: Path) -> None:
    (tmp_path / "shijo.db").mkdir()
    assert "shijo.db" in one_line(
        shijo(tmp_path, "ratings", "rebuild", SHIJO_DATABASE__URL="sqlite:///shijo.db")
    )


async def test_new_fixed_ratings_count_all_ladders_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await Store.open(f"sqlite:///{tmp_path}/shijo.db")
    games = [won(1, 2, "master"), won("master", 1, 2)]
    await finish(store, games)
    boards = Boards(store, now=lambda: START)
    await agrees(boards, compute(games))
    old = await boards.history(10, 1)
    assert await uncounted(store) == []
    stronger = replace(MEASURED["durak"][SHOWN], levels={"master": Level(90, 0, 1)})
    better = {**MEASURED, "durak": {SHOWN: stronger}}
    monkeypatch.setattr(levels, "MEASURED", better)
    assert await uncounted(store) == [Ladder(10, "durak")]
    await boards.count_the_rest()
    assert await uncounted(store) == []
    assert await boards.history(10, 1) != old
    await store.close()


async def test_a_packages_own_ratings_count_until_others_are_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Heaps, "ratings", {3: {"clever": 30.0}}, raising=False)
    levels._packaged.cache_clear()
    store = await Store.open(f"sqlite:///{tmp_path}/shijo.db")
    await finish(store, [won(1, 2, "clever")], game="heaps")
    boards = Boards(store, now=lambda: START)
    await boards.count_the_rest()
    beaten = await boards.history(10, 1)
    assert await uncounted(store) == []
    monkeypatch.setattr(Heaps, "ratings", {3: {"clever": 60.0}})
    levels._packaged.cache_clear()
    assert await uncounted(store) == [Ladder(10, "heaps")]
    await boards.count_the_rest()
    assert await uncounted(store) == []
    assert present(await boards.history(10, 1)) != beaten
    monkeypatch.undo()
    levels._packaged.cache_clear()
    assert await uncounted(store) == [], "a game that is gone stays as it was counted"
    await store.close()
