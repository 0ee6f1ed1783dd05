"""Tests that the English catalogue is written in the style of docs/words.md. The patterns that this
page lists as wrong don't occur."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from babel.messages.pofile import read_po

from cogs.locale.extract import messages

ROOT: Final = Path(__file__).parents[3]
PAGE: Final = ROOT / "docs" / "words.md"

OLD_FASHIONED: Final = "cogs/words/lore.py"
"""The file with the sayings of the Shijo, a figure in the game of Dritzak. The sayings aren't
checked, because they are old-fashioned on purpose."""

START: Final = r"(?:^|[.!?…] |\n[-*] |\n)[*_`]*"

PATTERNS: Final[dict[str, str]] = {
    "who does X, Y": START + r"(?:Who|Whoever|All others)\b(?![^.!\n]*\?)|\b[Oo]nly who\b",
    "a clause as a label": START
    + r"(?:Whether|How|What(?! an? )|Which|Whose|By which|For how|With whom)\b(?![^.!\n]*\?)"
    + rf"|{START}(?:When|Where)\b(?![^.!\n]*[?,])",
    "nobody acts": r"\b(?:is|are|was|were|be|been) (?:asked|told|mentioned|given|forgotten"
    r"|reckoned|counted|settled|dealt anew|broken off|announced)\b",
    "a colon for so or because": r"\b(?:is|are|was|were|has|have|had|can|can't|could|might|must"
    r"|will|won't|would|do|does|don't|doesn't|did|lies?|goes|gets?|\w+'(?:s|re|ve|ll|d))\b[^.!?:(]*"
    r": (?:it|you|they|there|that|he|she|I|nobody|everyone|all others"
    r"|(?:your|its|their) \w+ (?:is|are|will|would|won't))\b",
    "no contraction": r"\b(?:is|are|was|were|do|does|did|has|have|had|would|could|should|need|must"
    r"|will|can) not\b|\bcannot\b|\b(?:You|you|They|they|We|we) (?:are|will|would)\b(?![.,;:])"
    r"|\b(?:I am|I will|I have [a-z]+ed)\b|(?<!as )\b(?:[Ii]t|[Tt]here|That|[Hh]e|[Ss]he|What|Here)"
    r" is\b(?![.,])|\b[Yy]ou have (?:been|already|[a-z]+ed|chosen|left|shown|thrown|given|won)\b"
    r"|(?<!as )\b[Yy]ou are\b",
    "a word only this house uses": r"\b(?:[Tt]alon|[Bb]outs?|[Aa]dvice|[Mm]ention(?:s|ed)?"
    r"|[Bb]ot players?|[Nn]ot rated(?! yet)|[Aa]new|Annul|annul\w+|reckon\w*|[Bb]oards?|[Ff]olds?"
    r"|[Bb]oth decks|wish(?:es|ed)? for|[Ww]atchers?|[Bb]y post)\b"
    r"|\bkeeps? (?:the|their|your) seat|\bmiss(?:es|ed)? (?:the|an|another|your|her|their) attack",
    "a calque": r"\b(?:[Tt]here lies?|lies? there|that lies?|already lies?)\b"
    r"|\b(?:to|that|which) lie\b|\bknows? no\b|\bneeds? no\b|\bare the most\b"
    r"|\ba \w+ more\b|\bof (?:hers|theirs|his)\b|\b(?:other ones|that there are|all the same"
    r"|in place of|otherwise than|fares?|turns? round|turns the direction)\b",
    "may for can or might": r"\bmay\b",
    "semicolons": r";",
    "already last": r"\balready[.!?]?$|\balready[.!?] ",
    "at most, at once, any more, so that": r"\b(?:at most|at once|any more|so that)\b",
    "begin": r"\b[Bb]eg(?:in|ins|an|un|inning)\b",
    "X of a Y": r"\bof (?:a|this) (?:member|game|server|channel|table|tournament|puzzle|player)\b",
    "a blank as a riddle": r"\((?:none|no \w+): ",
    "such": r"\b(?:[Nn]o|[Oo]f|[Mm]ost|[Aa]ny) such\b|\bsuch (?:games|tables)\b",
    "somebody, everybody": r"\b(?:[Ss]ome|[Ee]very|[Aa]ny)body\b",
    "one for you": r"\bone (?:can|could|may|must|takes|picks|has to|holds)\b",
    "a score with a colon": r"\} : \{",
    "a place in words": r"\b[Pp]lace \{\w+\} of\b",
    "That is not …: it …": r"\bThat is not\b",
    "it without its noun": r"^Yes, .*\b(?:it|them)$|^It (?:starts|ends|opens|closes)\b"
    rf"|{START}It (?:fits|would work|would do)\b",
}
"""Patterns that a native writer would not use. Each has its name in docs/words.md and a regular
expression."""

MONTH: Final = "a month in a date"


def found(sentence: str) -> list[str]:
    """Return the names of the wrong patterns that occur in a sentence."""
    return [name for name, pattern in PATTERNS.items() if re.search(pattern, sentence)]


def catalogue() -> Iterator[tuple[str, str]]:
    """Yield the English sentences in all their forms, as pairs of a place and a sentence. For a
    sentence of our own code, the place is its file. The sayings in lore.py and the names of months
    are left out. The sentences of the example packages are included. They are read from each
    package's Russian catalogue, and their place is the name of this catalogue."""
    for message in messages():
        if message.place != OLD_FASHIONED and message.context != MONTH:
            yield message.place, message.one
            if message.many:
                yield message.place, message.many
    for catalogue in ROOT.glob("examples/*/*/locale/ru/LC_MESSAGES/*.po"):
        with catalogue.open("rb") as file:
            for entry in read_po(file):
                for text in (entry.id,) if isinstance(entry.id, str) else entry.id:
                    yield catalogue.stem, text


def rows(heading: str) -> list[list[str]]:
    """Return the rows of the table under the heading `heading` in docs/words.md, without the head
    of the table. Each row is the list of its cells."""
    section = PAGE.read_text(encoding="utf-8").split(f"\n## {heading}\n")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")][2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_no_sentence_has_a_pattern_that_a_friend_would_not_say() -> None:
    heard = [
        f"{place}: {sentence!r}: {', '.join(names)}"
        for place, sentence in catalogue()
        if (names := found(sentence))
    ]
    assert not heard, "\n".join(["see docs/words.md", *heard])


@pytest.mark.parametrize("row", rows("Patterns that don't occur"), ids=lambda row: row[1])
def test_each_bad_example_of_the_page_is_caught_and_its_mending_is_not(row: list[str]) -> None:
    pattern, bad, good = row
    assert pattern.replace("*", "") in found(bad)
    assert not found(good)


def test_the_page_names_every_pattern() -> None:
    named = {row[0].replace("*", "") for row in rows("Patterns that don't occur")}
    assert named == set(PATTERNS)


@pytest.mark.parametrize("row", rows("Ten examples"), ids=lambda row: row[0])
def test_what_the_examples_became_would_pass(row: list[str]) -> None:
    assert not found(row[1])
