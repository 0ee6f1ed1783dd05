"""Tests of `shijo pages`, which prints the pages about privacy and terms. The pages name the host
given in config.toml. If a setting is missing, the command says which one."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.__main__ import main

HOST = """
[host]
name = "Nora Example"
support = "https://example.org/help"
[tables]
keep_games = 90
"""


def written(tmp_path: Path, settings: str) -> tuple[str, str]:
    config = tmp_path / "config.toml"
    config.write_text(settings, encoding="utf-8")
    assert main(["--config", str(config), "pages", str(tmp_path / "pages")]) == 0
    read = [(tmp_path / "pages" / name).read_text("utf-8") for name in ("PRIVACY.md", "TERMS.md")]
    return read[0], read[1]


def test_the_pages_name_the_host_and_have_no_gap(tmp_path: Path) -> None:
    for page in written(tmp_path, HOST):
        assert "Nora Example" in page
        assert "https://example.org/help" in page
        assert not {"⟨", "⟩"} & set(page)
        assert "For the host" not in page
    privacy, _terms = written(tmp_path, HOST)
    assert "the record: 90 days" in privacy
    assert "a file on the host's machine" in privacy


def test_what_is_not_set_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for page in written(tmp_path, ""):
        assert "[host] name isn't set" in page
        assert not {"⟨", "⟩"} & set(page)
    assert "[host] support isn't set" in capsys.readouterr().out
