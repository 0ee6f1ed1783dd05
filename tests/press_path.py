"""Count the files of bot/, cogs/ and games/ through which one press of a card passes.

`python -m tests.press_path` plays the first card of a game of Durak in the simulated Discord, with
both hands open. It prints the files whose functions ran, and counts them: until the move was
committed, and in total. The total includes the answer and the edits that follow. Worker threads
aren't included."""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from bot.db.writer import Writer
from tests.journeys.conftest import Evening, actions, database_without_time_limits
from tests.present import present
from tests.quick_sqlite import without_threads

ROOT = Path(__file__).parents[1]
ROOMS = tuple(f"{ROOT / room}/" for room in ("board", "bot", "cogs", "games"))


class PressPath:
    """The code files whose functions ran during a press, in the order of their first calls.
    `until_commit` is the number of files that had run when the move was committed to the database.
    The number is 0 before the commit."""

    def __init__(self) -> None:
        self.files: dict[str, None] = {}
        self.until_commit = 0

    @contextmanager
    def followed(self) -> Iterator[None]:
        """Record all calls of this thread inside the block."""
        sys.setprofile(self._called)
        try:
            yield
        finally:
            sys.setprofile(None)

    def _called(self, frame: FrameType, event: str, _argument: Any) -> None:
        name = frame.f_code.co_filename
        if event == "call" and name.startswith(ROOMS):
            self.files.setdefault(name.removeprefix(f"{ROOT}/"))
        elif event == "return" and frame.f_code is Writer._commit.__code__:
            self.until_commit = self.until_commit or len(self.files)


async def press_path(folder: Path) -> PressPath:
    """Play one press of a card, in a game whose database is in `folder`. Return the files through
    which the press passed."""
    path = PressPath()
    with pytest.MonkeyPatch.context() as monkeypatch:
        database_without_time_limits(monkeypatch)
        # Simulated time would run out while a thread of the database has something to do.
        without_threads(monkeypatch)
        await _press(Evening(folder), path)
    return path


async def _press(new: Evening, path: PressPath) -> None:
    async with new.begin() as evening:
        await evening.dealt("durak", evening.pavel)
        for member in (evening.nora, evening.pavel):
            await evening.hand(member)
        table = await evening.table()
        mover = evening.member_at(table, present(table.view(None)).waiting_on[0])
        card = next(actions(evening.panels[mover.id]))
        with path.followed():
            await evening.do(mover, card)
        assert (await evening.table()).version > table.version, "no card was played"


def main() -> None:
    """Play a card in a game of Durak, and print a numbered list of the code files through which the
    press passed. Also print when the move was committed, and how many files there were until the
    commit and in all."""
    with tempfile.TemporaryDirectory() as folder:
        path = asyncio.run(press_path(Path(folder)))
    for number, name in enumerate(path.files, 1):
        print(f"{number:4} {name}")
        if number == path.until_commit:
            print("     committed")
    print(f"{path.until_commit} files until the commit, {len(path.files)} in all")


if __name__ == "__main__":
    main()
