"""Tests that the bot and the command in README.md work as they are printed there."""

from __future__ import annotations

import asyncio
import os
import re
import sys
from pathlib import Path

from cardroom.visitor import visiting

README = Path(__file__).parents[1] / "README.md"
PATIENCE = 60


async def test_the_bot_of_the_readme_answers(tmp_path: Path) -> None:
    text = README.read_text(encoding="utf-8")
    (source,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    (told,) = re.findall(r"^(API=.*) python dice\.py$", text, re.MULTILINE)
    (tmp_path / "dice.py").write_text(source, encoding="utf-8")
    room = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "cardroom", "--bot", "Dice", "--port", "0"),
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(README.parent)},
        stdout=asyncio.subprocess.PIPE,
    )
    assert room.stdout is not None
    addresses = dict([(await room.stdout.readline()).decode().split() for _ in range(4)])
    names = {"API": "api", "GATEWAY": "gateway", "TOKEN": "token"}
    assert told == " ".join(
        f"{name}={re.sub(r':[0-9]+/', ':8734/', addresses[key])}" for name, key in names.items()
    )
    bot = await asyncio.create_subprocess_exec(
        *(sys.executable, "dice.py"),
        cwd=tmp_path,
        env={**os.environ, **{name: addresses[key] for name, key in names.items()}},
    )
    try:
        async with visiting(addresses["page"], "Nora") as nora:
            await nora.until(
                lambda: nora.online and [each for each in nora.commands if each["name"] == "roll"],
                patience=PATIENCE,
            )
            done = await nora.slash("roll", sides=2)
            assert re.fullmatch("🎲 [12] of 2", done.seen.text)
    finally:
        for process in (bot, room):
            process.terminate()
            await process.wait()
