"""Test that the container files agree with the program that they start."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from pydantic import BaseModel

from bot.config import Settings
from tests.present import present

ROOT = Path(__file__).parents[1]
CONTAINERS = ("Dockerfile", "compose.yaml", "compose.postgresql.yaml")


def packages() -> list[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    names: list[str] = project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
    return names


@pytest.mark.parametrize("name", CONTAINERS)
def test_every_setting_that_a_container_gets_exists(name: str) -> None:
    told = re.findall(r"\bSHIJO_(\w+?)__(\w+)", (ROOT / name).read_text())
    assert told
    for section, key in told:
        kind = Settings.model_fields[section.lower()].annotation
        assert isinstance(kind, type)
        assert issubclass(kind, BaseModel)
        assert key.lower() in kind.model_fields, (section, key)


def test_the_image_holds_every_package_of_the_wheel() -> None:
    copied = re.findall(r"^COPY (\w+) \w+$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    sent = re.findall(r"^!(\w+)$", (ROOT / ".dockerignore").read_text(), re.MULTILINE)
    assert sorted(copied) == sorted(packages())
    assert set(packages()) <= set(sent)


def test_everything_that_the_image_copies_is_sent_to_its_builder() -> None:
    sent = {
        line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line[:1] == "!"
    }
    for line in (ROOT / "Dockerfile").read_text().splitlines():
        if line.startswith("COPY ") and "--from" not in line:
            *copied, _place = line.split()[1:]
            assert set(copied) <= sent
            assert all((ROOT / each).exists() for each in copied)


def test_nothing_is_installed_without_its_hash() -> None:
    installs = re.findall(
        r"pip install(.*?)(?:\n[A-Z]|&&)", (ROOT / "Dockerfile").read_text(), re.DOTALL
    )
    assert len(installs) == 2
    assert all("--require-hashes" in each or "--no-index" in each for each in installs)


@pytest.mark.parametrize("name", CONTAINERS[1:])
def test_shijo_has_no_rights_in_its_container(name: str) -> None:
    compose = (ROOT / name).read_text()
    for wanted in ("read_only: true", "cap_drop: [ALL]", "no-new-privileges:true"):
        assert wanted in compose
    assert re.search(r"^USER shijo$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)


@pytest.mark.parametrize("name", CONTAINERS[1:])
def test_a_container_is_asked_for_its_health_as_its_image_says(name: str) -> None:
    # podman builds images in a format that has no health check.
    said = re.search(
        r'^HEALTHCHECK --interval=(\w+) --timeout=(\w+) --start-period=(\w+) \\\n +CMD \[(".+")\]$',
        (ROOT / "Dockerfile").read_text(),
        re.MULTILINE,
    )
    interval, timeout, start_period, command = present(said).groups()
    asked = [
        f'test: ["CMD", {command}]',
        f"interval: {interval}",
        f"timeout: {timeout}",
        f"start_period: {start_period}",
    ]
    assert re.search(r"\s+".join(map(re.escape, asked)), (ROOT / name).read_text())


@pytest.mark.parametrize("name", [*CONTAINERS[::2], "ci.yml", "release.yml"])
def test_what_others_publish_is_named_by_its_hash(name: str) -> None:
    folder = ROOT / ".github" / "workflows" if name.endswith(".yml") else ROOT
    text = (folder / name).read_text()
    actions = re.findall(r"uses: (\S+)", text)
    images = re.findall(r"^ *(?:FROM|image:) +(\S*:\S*)", text, re.MULTILINE)
    assert actions or images
    assert all(re.fullmatch(r"[\w/-]+@[0-9a-f]{40}", each) for each in actions)
    assert all(re.fullmatch(r"[\w:.-]+@sha256:[0-9a-f]{64}", each) for each in images)
