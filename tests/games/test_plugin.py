"""Simple Eights, the example of a game as a package of its own (docs/new-game.md)."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import games
from bot.__main__ import main
from bot.tools import study
from games.core import Deed, Game, Stream
from games.players import player, strengths
from tests.games.plugins import EXAMPLES, installed, write_metadata

EIGHTS = EXAMPLES / "simple-eights"


@pytest.fixture(scope="module")
def eights(tmp_path_factory: pytest.TempPathFactory) -> Iterator[type[Game]]:
    with installed(EIGHTS, tmp_path_factory.mktemp("site")):
        yield games.load("simple-eights")


def test_it_is_under_150_lines() -> None:
    assert (
        len((EIGHTS / "shijo_simple_eights" / "game.py").read_text(encoding="utf-8").splitlines())
        < 150
    )


def test_a_process_of_its_own_finds_it_by_its_entry_point(tmp_path: Path) -> None:
    write_metadata(EIGHTS, tmp_path)
    code = "import games; print(games.load('simple-eights').title, games.broken())"
    path = os.pathsep.join([str(EXAMPLES.parent), str(tmp_path), str(EIGHTS)])
    ran = subprocess.run(
        [sys.executable, "-c", code],
        env={"PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout.strip() == "Simple Eights {}"


def test_its_options_have_words_for_their_values(eights: type[Game]) -> None:
    assert [eights.Options.label("wild", value) for value in ("8", "J")] == ["eights", "jacks"]


def test_shijo_check_plays_it_by_the_contract_suite(
    eights: type[Game], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # That its judge tells the worst is shown by the game of the tests, in less time.
    monkeypatch.setattr(study, "check_judge", lambda kind: None)
    assert main(["check", "simple-eights"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "Simple Eights, eights, 2 players: all checks passed"
    assert len(said) == len(eights.Options.presets) * len(eights.players) + 1
    assert said[-1] == "Simple Eights: lessons and judge, if any, passed too"


def test_shijo_check_says_which_promise_is_broken_with_the_game_that_shows_it(
    eights: type[Game], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    nameless = (Deed(0, "nameless"),)
    monkeypatch.setattr(eights, "deeds", classmethod(lambda cls, event: nameless))
    assert main(["check", "simple-eights"]) == 1
    said = capsys.readouterr().err
    assert "nameless" in said
    assert "shijo record 1\ngame simple-eights 1\n" in said


def test_shijo_check_of_a_game_that_is_not_installed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "bridge"]) == 1
    assert "no game called bridge" in capsys.readouterr().err


def test_its_player_beats_the_random_one(eights: type[Game]) -> None:
    assert strengths("simple-eights") == ["greedy", "random"]
    won = 0
    for number in range(100):
        game, rng = eights.new(seats=2, seed=bytes([number])), Stream(bytes([number]))
        while game.outcome is None:
            (seat,) = game.waiting_on
            game.play(
                seat,
                player("simple-eights", "greedy" if seat == number % 2 else "random")(
                    game.view(seat), rng
                ),
            )
        won += game.outcome.ranks[number % 2] == 1
    assert won > 70


def test_a_card_of_the_suit_of_the_rank_or_wild_goes_on_the_top_card(eights: type[Game]) -> None:
    """A card of the top card's suit or rank, or of the wild rank, can be played on the top card
    (SIM-2)."""
    position = {
        "hands": [["7S", "9H", "8D", "JD"], ["2S"]],
        "draw": ["3C"],
        "pile": ["9S"],
        "turn": 0,
    }
    assert eights.from_position(position).legal_moves(0) == [
        "play 7S",
        "play 9H",
        "play 8D",
        "draw",
    ]
    jacks = eights.from_position(position, options=eights.options("jacks"))
    assert jacks.legal_moves(0) == ["play 7S", "play 9H", "play JD", "draw"]


def test_the_winner_is_the_first_without_cards_the_rest_rank_by_what_they_hold(
    eights: type[Game],
) -> None:
    """The first player without cards wins, and the others are ranked by the number of their cards.
    The seat left of the winner begins the next game (SIM-1, SIM-3)."""
    position = {
        "hands": [["7S"], ["2S", "3S"], ["2H"], ["4S", "4H"]],
        "draw": ["3C"],
        "pile": ["9S"],
        "turn": 0,
    }
    game = eights.from_position(position)
    game.play(0, "play 7S")
    assert game.outcome is not None
    assert (game.outcome.ranks, game.outcome.kind) == ((1, 3, 2, 3), "won")
    assert eights.new(seats=4, seed=b"", previous=game.outcome).waiting_on == {1}


def test_the_last_card_of_the_draw_pile_ends_the_game(eights: type[Game]) -> None:
    """The game ends when the last card of the draw pile is drawn (SIM-3)."""
    game = eights.from_position(
        {"hands": [["7H"], ["2S", "3S"]], "draw": ["3C"], "pile": ["9S"], "turn": 0}
    )
    game.play(0, "draw")
    assert game.outcome is not None
    assert (game.outcome.ranks, game.outcome.kind) == ((1, 1), "draw")


def test_who_resigns_is_last_and_the_last_one_left_wins(eights: type[Game]) -> None:
    """A player who resigns is last, and their cards go under the draw pile. The last player who is
    left wins (SIM-4)."""
    game = eights.new(seats=3, seed=b"")
    (turn,) = game.waiting_on
    game.resign(turn)
    assert game.waiting_on == {(turn + 1) % 3}
    assert len(game.position()["draw"]) == 52 - 3 * 5 - 1 + 5
    game.resign((turn + 2) % 3)
    assert game.outcome is not None
    assert game.outcome.ranks[(turn + 1) % 3] == 1
