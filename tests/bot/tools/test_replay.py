"""Tests of what `shijo replay` and `shijo verify` print, for the built-in games, for a game of a
package, and for damaged records."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import games
from bot.__main__ import main
from bot.core.fairness import hash_of, printed_header, seed_of
from games.record import Header, loads, replay
from tests.games.plugins import EXAMPLES, write_metadata
from tests.golden.make import FOLDER
from tests.looked_at import position_after

ROOT = Path(__file__).parents[3]


def told(capsys: pytest.CaptureFixture[str], record: Path) -> list[str]:
    """Return the lines that `shijo replay` prints for a record."""
    assert main(["replay", str(record)]) == 0
    printed = capsys.readouterr()
    assert not printed.err
    return printed.out.splitlines()


@pytest.mark.parametrize(
    "record",
    sorted(file for name in games.BUILT_IN for file in FOLDER.glob(f"{name}-*.txt")),
    ids=lambda file: file.stem,
)
def test_every_hand_every_move_and_the_outcome_are_told(
    capsys: pytest.CaptureFixture[str], record: Path
) -> None:
    """`shijo replay` prints each seat's dealt hand, every move and the result. It can show all
    hands because a record holds the seed of the deal."""
    lines = told(capsys, record)
    read = loads(record.read_text(encoding="utf-8"))
    assert lines[0].startswith(
        f"{read.header.game} (rules version {read.header.version}), {read.header.seats} seats: "
    )
    game = read.header.deal()
    dealt = [
        f"  seat {seat} is dealt {' '.join(game.view(seat).hand)}" for seat in range(game.seats)
    ]
    assert set(dealt) <= set(lines)
    moves = lines[lines.index(dealt[-1]) + 1 : -1]
    for number, (step, move) in enumerate(zip(read.steps, moves, strict=True), 1):
        assert move.split("  -> ")[0] == f"{number:4}. seat {step.seat}: {step.move}"
    for _, _, events in list(replay(read))[-1:]:
        assert all(event.name in moves[-1] for event in events)
    outcome = position_after(read).outcome
    assert outcome is not None
    said = lines[-1].removeprefix(f"{outcome.kind.capitalize()}; ")
    for seat, rank in enumerate(outcome.ranks):
        (of_this_rank,) = [part for part in said.split("; ") if part.startswith(f"rank {rank}: ")]
        listed = of_this_rank.split(".")[0].split("seat")[1].removeprefix("s")
        assert str(seat) in listed.replace(",", "").split()
    assert all(honour in said for honour in outcome.honours)


def test_a_game_of_durak(capsys: pytest.CaptureFixture[str]) -> None:
    lines = told(capsys, FOLDER / "durak-throw-in-2.txt")
    assert lines[0].startswith(
        "durak (rules version 2), 2 seats: auto_done yes, cheating no, deck auto, "
    )
    assert lines[1:6] == [
        "  seat 0 is dealt 10S 6H 7D 7C 10C AC",
        "  seat 1 is dealt 7S JS 8H KH 10D QD",
        "   1. seat 0: attack 10C  -> attack cards 10C",
        "   2. seat 1: take  -> take",
        (
            "   3. seat 0: done  -> done; bout-taken seat 1 cards 10C; drew count 1 cards 9C; bout "
            "attacker 0 defender 1"
        ),
    ]
    assert lines[-2:] == [
        (
            "  75. seat 1: take  -> take; bout-taken cards QH; out seat 0; ended fool 1 ranks 1 2 "
            "kind won honours none"
        ),
        "Won; rank 1: seat 0; rank 2: seat 1.",
    ]


def test_a_game_of_dritzak_that_follows_another(capsys: pytest.CaptureFixture[str]) -> None:
    lines = told(capsys, FOLDER / "dritzak-next.txt")
    assert lines[0].startswith(
        "dritzak (rules version 1), 3 seats: deal hidden, decks auto, play_on no, "
    )
    assert lines[1:5] == [
        "  seat 1 deals",
        "  seat 1 plays with jinx",
        "  the game before: Won; rank 1: seat 2; rank 2: seats 0, 1.",
        "  seat 0 is dealt 2D 8H 9D KS AS AC",
    ]
    assert lines[-1] == "Draw; rank 1: seats 0, 1; rank 2: seat 2."


def test_a_game_of_tredici(capsys: pytest.CaptureFixture[str]) -> None:
    lines = told(capsys, FOLDER / "tredici-tredici-2.txt")
    assert lines[0].endswith(", 2 seats: call manual, reshuffle yes, teams 0")
    assert lines[1:4] == [
        "  seat 0 is dealt QS 3H 4H 6D KD 6C 10C",
        "  seat 1 is dealt 6S 7H 8H 4D 5D 9D AC",
        "   1. seat 0: target C  -> target-chosen side 0 suit C",
    ]
    assert lines[4].startswith(
        "   2. seat 1: target C  -> target-chosen side 1 suit C; set-aside seat 0 side 0 count 2 "
    )
    assert lines[-2:] == [
        "  47. seat 0: tredici  -> tredici side 0 suit C",
        "Won; rank 1: seat 0; rank 2: seat 1.",
    ]


EIGHTS = """shijo record 1
game simple-eights 1
options {"wild":"8"}
seats 3
seed 6f6e65

0 draw
1 resign
2 resign
"""


def test_a_game_that_a_package_brings(tmp_path: Path) -> None:
    write_metadata(EXAMPLES / "simple-eights", tmp_path)
    replayed = subprocess.run(
        [sys.executable, "-m", "bot", "replay", "-"],
        env={"PYTHONPATH": os.pathsep.join(map(str, [ROOT, tmp_path, EXAMPLES / "simple-eights"]))},
        input=EIGHTS,
        capture_output=True,
        text=True,
        check=False,
    )
    assert not replayed.stderr
    assert replayed.stdout.splitlines() == [
        "simple-eights (rules version 1), 3 seats: wild 8",
        "  seat 0 is dealt 3H 4H 7H 9H 7D",
        "  seat 1 is dealt 3S 5S QH QD 3C",
        "  seat 2 is dealt AS 2H 2D 9D 10C",
        "   1. seat 0: draw  -> drew count 1 cards 8D",
        "   2. seat 1: resign  -> resigned",
        "   3. seat 2: resign  -> resigned",
        "Won; rank 1: seat 0; rank 2: seats 1, 2.",
    ]


def test_a_game_that_is_not_there(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    record = tmp_path / "eights.txt"
    record.write_text(EIGHTS, encoding="utf-8")
    assert main(["replay", str(record)]) == 1
    assert (
        "no game called simple-eights. Choose from durak, dritzak, tredici"
        in capsys.readouterr().err
    )


def test_a_record_that_breaks_off_says_whose_turn_it_is(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    whole = (FOLDER / "durak-throw-in-2.txt").read_text(encoding="utf-8")
    record = tmp_path / "half.txt"
    record.write_text(whole[: whole.index("1 take")], encoding="utf-8")
    assert told(capsys, record)[-2:] == [
        "   1. seat 0: attack 10C  -> attack cards 10C",
        "The game isn't over. Waiting for seat 1.",
    ]


def test_a_record_with_a_wrong_move_is_told_up_to_it(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    whole = (FOLDER / "durak-throw-in-2.txt").read_text(encoding="utf-8")
    record = tmp_path / "wrong.txt"
    record.write_text(whole.replace("1 take", "1 beat 10C 7S", 1), encoding="utf-8")
    assert main(["replay", str(record)]) == 1
    printed = capsys.readouterr()
    assert printed.out.splitlines()[-1] == "   1. seat 0: attack 10C  -> attack cards 10C"
    assert printed.err.startswith("shijo: Step 2 (1 beat 10C 7S) does not replay: ")


def test_a_reader_that_goes_away_is_no_error() -> None:
    """`shijo replay` ends without an error when the program that reads its output stops, as in
    `shijo replay … | head -1`."""
    record = FOLDER / "dritzak-dritzak-2.txt"
    with subprocess.Popen(
        [sys.executable, "-m", "bot", "replay", str(record)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait() == 0


@pytest.mark.parametrize("command", [["analyse", "game.txt"], ["analyse", "--json", "game.txt"]])
def test_no_command_minds_that_nobody_reads(tmp_path: Path, command: list[str]) -> None:
    head, _, moves = (FOLDER / "durak-throw-in-2.txt").read_text(encoding="utf-8").partition("\n\n")
    (tmp_path / "game.txt").write_text("\n".join([head, "", *moves.splitlines()[:2]]))
    with subprocess.Popen(
        [sys.executable, "-m", "bot", *command],
        cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait() == 0


def test_a_true_header_is_confirmed_and_a_changed_one_is_not(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    secret, joined = bytes(range(32)), (1187263451928374651, 1187263451928374900)
    options = loads((FOLDER / "durak-throw-in-2.txt").read_text(encoding="utf-8")).header.options
    text = printed_header(
        Header("durak", games.load("durak").version, options, 2, seed_of(secret, joined)),
        secret,
        joined,
    )
    header = tmp_path / "header.txt"
    header.write_text(f"```\n{text}```\n", encoding="utf-8")
    assert main(["verify", str(header)]) == 0
    said = capsys.readouterr().out
    assert said.startswith("True: this deal of durak for 2 follows from the secret and who joined.")
    assert said.rstrip().endswith(hash_of(secret))
    header.write_text(text.replace("seats 2", "seats 3"), encoding="utf-8")
    assert main(["verify", str(header)]) == 1
    refused = capsys.readouterr()
    assert refused.err.startswith("shijo: Refused: the lines were changed")
    assert not refused.out
