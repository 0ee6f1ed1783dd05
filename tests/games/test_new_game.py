"""`shijo new-game` writes a package whose game can be played and keeps every promise of the
contract."""

from __future__ import annotations

import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

import games
from bot.__main__ import main
from cogs.words.load import words_of
from cogs.words.seats import Names
from games.contract import judges
from games.core import Event
from tests.beyond import BEYOND
from tests.cogs.plugins import with_words


def test_what_is_laid_out_is_played_by_its_own_tests_and_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # That its judge tells the worst is left to `shijo check`, for time.
    monkeypatch.setattr(judges, "check_judge", lambda kind: None)
    monkeypatch.chdir(tmp_path)
    assert main(["new-game", "high-card", "--folder", str(tmp_path)]) == 0
    told = capsys.readouterr().out
    assert f"{Path(sys.executable).parent}/shijo check high-card" in told
    package, site = tmp_path / "high-card", tmp_path / "site"
    site.mkdir()
    with with_words(package, site):
        assert (games.broken(), games.load("high-card").title) == ({}, "High card")
        took = Event("took", {"seat": 0})
        assert words_of("high-card").told(took, Names(("Ada",))) == "**Ada** takes the trick"
        tests = runpy.run_path(str(package / "tests" / "test_game.py"))
        ran = [test() for name, test in tests.items() if name.startswith("test_")]
        assert len(ran) == 5
    (catalogue,) = package.rglob("*.po")
    with catalogue.open("rb") as file:
        assert len(read_po(file)) > 4
    laid_out = [file for file in package.rglob("*.*") if "__pycache__" not in file.parts]
    written = "".join(file.read_text() for file in laid_out if file.is_file())
    assert not re.search(r"@\w+@", written), "every blank is filled"


@BEYOND
def test_its_types_are_checked_strictly_where_shijo_is_installed(tmp_path: Path) -> None:
    assert main(["new-game", "high-card", "--folder", str(tmp_path)]) == 0
    ran = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "shijo_high_card"],
        check=False,
        cwd=tmp_path / "high-card",
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stdout


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("High Card", "lower-case letters"),
        ("2-up", "lower-case letters"),
        ("a--b", "lower-case letters"),
        ("a" * 33, "32 characters or fewer"),
        ("durak", "already"),
        ("there", "already exists"),
        ("none", "already uses None"),
        ("stream", "already uses Stream"),
        ("game-options", "already uses GameOptions"),
    ],
)
def test_a_name_that_cannot_be_is_refused_and_nothing_is_written(
    name: str, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "there").mkdir()
    assert main(["new-game", name, "--folder", str(tmp_path)]) == 1
    assert why in capsys.readouterr().err
    assert [path.name for path in tmp_path.rglob("*")] == ["there"]


def test_a_folder_that_is_a_file_is_refused_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    assert main(["new-game", "high-card", "--folder", str(tmp_path / "file")]) == 1
    [said] = capsys.readouterr().err.splitlines()
    assert said.startswith("shijo: can't write the game: ")
