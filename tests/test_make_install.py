"""Test `make install`, which a host calls after each update."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_what_was_installed_besides_is_kept_up_to_date(tmp_path: Path) -> None:
    for name in ("requirements/run.txt", "requirements/postgresql.txt", "requirements/sentry.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("")
    projects = ("pyproject.toml", "cardroom/pyproject.toml")
    for name in (*projects, ".venv/python-ready", ".venv/run-ready"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("")
    shutil.copyfile(ROOT / "Makefile", tmp_path / "Makefile")

    def planned(target: str) -> str:
        return subprocess.run(
            ["make", "--dry-run", target], cwd=tmp_path, capture_output=True, text=True, check=True
        ).stdout

    assert "postgresql.txt" not in planned("install")
    assert "postgresql.txt" in planned("install-postgresql")
    (tmp_path / ".venv" / "postgresql-ready").write_text("")
    assert "postgresql.txt" not in planned("install")
    os.utime(tmp_path / "requirements" / "postgresql.txt", (time.time() + 10,) * 2)
    assert "postgresql.txt" in planned("install")
    assert "sentry.txt" not in planned("install")
