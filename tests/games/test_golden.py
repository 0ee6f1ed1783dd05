"""Recorded games that are replayed in every run of the tests. Each must end exactly as it did when
it was recorded (tests/golden/make.py)."""

from __future__ import annotations

from contextlib import nullcontext
from itertools import islice
from pathlib import Path

import pytest

from games.record import dumps, loads
from tests import WHOLE_GAMES
from tests.games.plugins import EXAMPLES, installed
from tests.golden import make
from tests.golden.make import FOLDER, ending_of, hashes, wanted
from tests.looked_at import position_after

RECORDS = sorted(file.stem for file in FOLDER.glob("*.txt"))


@pytest.mark.parametrize("name", RECORDS)
def test_a_golden_record_replays_to_the_same_end(name: str, tmp_path: Path) -> None:
    game = name.partition("-")[0]
    with installed(EXAMPLES / game, tmp_path) if game in WHOLE_GAMES else nullcontext():
        replays(name)


def replays(name: str) -> None:
    text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    record = loads(text)
    assert dumps(record) == text
    game = position_after(record)
    assert game.outcome is not None
    assert ending_of(game) == hashes()[name]


def test_every_preset_has_golden_records_and_every_record_its_hash() -> None:
    assert sorted(hashes()) == RECORDS
    assert {label for label, _ in wanted()} <= set(RECORDS)


def test_making_records_never_touches_one_that_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(make, "FOLDER", tmp_path)
    monkeypatch.setattr(make, "HASHES", tmp_path / "hashes.json")
    monkeypatch.setattr(make, "wanted", lambda: islice(wanted(), 2))
    assert make.main() == 0
    first, second = sorted(tmp_path.glob("*.txt"))
    first.write_text("changed by hand")
    assert make.main() == 0
    assert first.read_text() == "changed by hand"
    second.unlink()
    assert make.main() == 1, "a hash without its record is for somebody to look at"
    assert not second.exists()
