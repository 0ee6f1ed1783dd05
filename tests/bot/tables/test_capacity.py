"""Tests of how many tables are kept in memory when the settings give no number."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from bot.tables import capacity

MIB = 1024**2


@pytest.fixture
def system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Replace the paths of Linux's control groups (cgroups) by paths in `tmp_path`, and return
    `tmp_path`. The folder `groups` has two nested groups without memory limits. This process
    belongs to neither group."""
    monkeypatch.setattr(capacity, "OWN_GROUP", tmp_path / "own")
    monkeypatch.setattr(capacity, "CGROUPS", tmp_path / "groups")
    (tmp_path / "groups" / "system" / "shijo").mkdir(parents=True)
    return tmp_path


def has(monkeypatch: pytest.MonkeyPatch, mebibytes: int) -> None:
    """Let the machine have `mebibytes` MiB of memory."""
    known = {"SC_PAGE_SIZE": MIB, "SC_PHYS_PAGES": mebibytes}
    monkeypatch.setattr(os, "sysconf", known.__getitem__, raising=False)


@pytest.mark.parametrize(
    ("mebibytes", "tables"), [(128, 2_000), (1024, 2_000), (2048, 3_495), (16_384, 10_000)]
)
def test_a_tenth_of_the_memory_within_bounds(
    system: Path, monkeypatch: pytest.MonkeyPatch, mebibytes: int, tables: int
) -> None:
    has(monkeypatch, mebibytes)
    assert capacity.usual_live_tables() == tables


@pytest.mark.parametrize(("inner", "outer"), [("2147483648\n", "max\n"), ("max\n", "2147483648\n")])
def test_the_limit_of_a_container_counts(
    system: Path, monkeypatch: pytest.MonkeyPatch, inner: str, outer: str
) -> None:
    has(monkeypatch, 16_384)
    (system / "own").write_text("1:name=systemd:/\n0::/system/shijo\n")
    (system / "groups" / "system" / "shijo" / "memory.max").write_text(inner)
    (system / "groups" / "memory.max").write_text(outer)
    assert capacity.usual_live_tables() == 3_495


def test_a_system_that_says_nothing(system: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "sysconf", raising=False)
    assert capacity.usual_live_tables() == 2_000
