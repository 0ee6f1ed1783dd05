"""Tests of compiled catalogues (`.mo` files). The repository has none of them. They are made when
Shijo is installed or a translation is edited."""

from __future__ import annotations

import gettext
import os
import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest
from babel.messages.mofile import write_mo
from hatchling.builders.wheel import WheelBuilder

from cogs.discord.languages import LANGUAGES, SOURCE
from cogs.locale import __main__ as translators
from cogs.locale import extract
from cogs.locale.compiled import catalogues, compile_edited
from tests.beyond import BEYOND

ROOT = Path(__file__).parents[3]
COMPILED = {f"cogs/locale/{code}/LC_MESSAGES/shijo.mo" for code in LANGUAGES if code != SOURCE}


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Copy all files that a build of the catalogues needs from the repository to `tmp_path`, and
    return `tmp_path`. No compiled catalogue is among them."""
    for name in ("pyproject.toml", "README.md", ".gitignore", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path)
    shutil.copytree(ROOT / "bot" / "pictures" / "data", tmp_path / "bot" / "pictures" / "data")
    shutil.copytree(
        ROOT / "cogs" / "locale",
        tmp_path / "cogs" / "locale",
        ignore=shutil.ignore_patterns("*.mo*"),
    )
    assert not [*tmp_path.rglob("*.mo")]
    return tmp_path


def test_none_is_in_the_repository() -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("this is no clone")
    kept = subprocess.run(
        ["git", "ls-files", "cogs/*.mo"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert not kept.stdout


def test_a_wheel_has_them(checkout: Path) -> None:
    (wheel,) = WheelBuilder(str(checkout)).build(directory=str(checkout / "dist"))
    with ZipFile(wheel) as packed:
        assert set(packed.namelist()) >= COMPILED


def test_an_editable_installation_has_them(checkout: Path) -> None:
    [*WheelBuilder(str(checkout)).build(directory=str(checkout / "dist"), versions=["editable"])]
    assert all((checkout / path).exists() for path in COMPILED)


def test_an_edited_catalogue_is_compiled_again_and_no_other(checkout: Path) -> None:
    folder = checkout / "cogs" / "locale"
    assert len(compile_edited(folder)) == len(COMPILED)
    assert compile_edited(folder) == []
    edited = next(catalogues(folder))
    later = edited.with_suffix(".mo").stat().st_mtime + 1
    os.utime(edited, (later, later))
    subprocess.run([sys.executable, folder / "compiled.py"], check=True)
    assert edited.with_suffix(".mo").stat().st_mtime_ns != edited.stat().st_mtime_ns
    os.utime(edited.with_suffix(".mo"), (later + 1, later + 1))
    assert compile_edited(folder) == []


@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != SOURCE])
def test_they_say_what_the_translators_wrote(language: str, tmp_path: Path) -> None:
    """Our own compiler makes the same catalogue as Babel's compiler does, with the same
    translations and plural rule."""
    path = tmp_path / f"{language}.mo"
    with path.open("wb") as file:
        write_mo(file, extract.read(language))
    with path.open("rb") as file, extract.path_of(language).with_suffix(".mo").open("rb") as ours:
        wanted, there = gettext.GNUTranslations(file), gettext.GNUTranslations(ours)
    assert (
        vars(there)["_catalog"].items()
        >= {key: text for key, text in vars(wanted)["_catalog"].items() if key}.items()
    )
    assert [vars(there)["plural"](number) for number in range(130)] == [
        vars(wanted)["plural"](number) for number in range(130)
    ]


@BEYOND
def test_a_release_waits_for_translations(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    catalogue = extract.updated("de")
    for entry in catalogue:
        entry.string = entry.id
    monkeypatch.setattr(translators, "read", lambda _language: catalogue)
    assert translators.main(["--check", "de"]) == 0
    catalogue["Join"].string = ""
    assert translators.main(["--check", "de"]) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "  'Join'"


@pytest.mark.parametrize("change", ["a plural", "fuzzy", "no entry", "one form of three"])
def test_what_is_not_translated_is_known(change: str) -> None:
    catalogue = extract.read("ru")
    one, many = "{number} card", "{number} cards"
    entry = catalogue[one]
    assert entry.id == (one, many)
    if change == "a plural":
        entry.id = one
    elif change == "fuzzy":
        entry.flags.add("fuzzy")
    elif change == "no entry":
        catalogue.delete(one)
    else:
        entry.string = ("карта", "карты", "")
    assert {one} == {*extract.lacking(catalogue)} - {*extract.lacking(extract.read("ru"))}


def test_a_sentence_that_is_no_more_is_left_over() -> None:
    catalogue = extract.read("ru")
    catalogue.add("Nobody says this.", "Никто.")
    assert "Nobody says this." in extract.left_over(catalogue)
