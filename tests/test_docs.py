"""Test the pages of docs/. Each page is short enough to be read to its end, and all links lead
somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = sorted(DOCS.glob("*.md"))
LINKED = [*PAGES, *sorted((DOCS / "rules").glob("*.md")), *sorted(ROOT.glob("*.md"))]

MOST_WORDS = 1500
MORE_WORDS = {"architecture.md": 2500}
"""The most words of pages that may be longer than others. architecture.md describes the whole
program, and has a picture and two tables."""
WITHOUT_END = {"measurements.md", "new-game.md"}
"""Pages that may have any length: the measurements, to which more are added, and the page that
explains a game's code line by line."""

LINK = re.compile(r"\]\(([^)\s:]*?)(?:#([-\w]+))?\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
CODE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def anchors(page: Path) -> set[str]:
    """Return the names (anchors) that GitHub gives to the headings of a page."""
    headings = HEADING.findall(CODE.sub("", text_of(page)))
    return {re.sub(r"[^-\w ]", "", each).lower().replace(" ", "-") for each in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_can_be_read_to_its_end(page: Path) -> None:
    if page.name not in WITHOUT_END:
        assert len(text_of(page).split()) <= MORE_WORDS.get(page.name, MOST_WORDS)


def test_the_pages_of_which_more_is_allowed_are_there() -> None:
    assert {*MORE_WORDS, *WITHOUT_END} <= {page.name for page in PAGES}


@pytest.mark.parametrize("page", LINKED, ids=lambda page: page.name)
def test_a_link_leads_to_a_file_and_to_a_heading_of_it(page: Path) -> None:
    for name, heading in LINK.findall(CODE.sub("", text_of(page))):
        path = page.parent / name if name else page
        assert path.exists(), name
        assert not heading or heading in anchors(path), (name, heading)


def test_the_first_page_for_hosts_leads_to_each_of_the_others() -> None:
    told = {name for name, _ in LINK.findall(text_of(DOCS / "hosting.md"))}
    others = {"operations", "monitoring", "backups", "containers", "several-processes"}
    others |= {"request-rate", "owner", "figures"}
    assert {f"{name}.md" for name in others} <= told
