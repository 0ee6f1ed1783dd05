"""Brings the catalogues, in the form that translators edit, up to date with the sentences in the
code.

Babel reads the Python files and finds every sentence inside a marker, one of `KEYWORDS`. It looks
only at the marker's name, not at the file, function or class around it. Sentences that no longer
exist are removed, new ones are added without a translation, and the compiled files are written
again. The command is `python -m cogs.locale`.

Babel reads tokens. It skips a marker inside an f-string or deep inside another marker, and an
argument that is not a literal. If an argument consists of several literals, Babel reads only the
first one. `unread` finds such markers, because their sentences would never be offered for
translation."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any, Final, NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.catalog import Message as Entry
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from cogs.discord.languages import DOMAIN, FOLDER
from cogs.locale.compiled import compile_catalogue
from cogs.locale.notes import Note, note_at, notes_in

ROOT: Final = Path(__file__).parents[2]
ROOMS: Final = ("board", "bot", "cogs", "games")
"""The folders that are read, with everything below them."""

ONLY_MARKING: Final = frozenset({"marked", "both", "named_in"})
"""The functions that only mark a sentence in the code for translation. The sentence is translated
elsewhere by another function, which may get the sentence in a variable."""
KEYWORDS: Final[Mapping[str, tuple[int | tuple[int, str], ...] | None]] = {
    "_": None,
    "marked": None,
    "Sentence": None,
    "locale_str": None,
    "counted": (1, 2),
    "both": (1, 2),
    "in_context": ((1, "c"), 2),
    "named_in": ((1, "c"), 2),
}
"""The markers, in the form that Babel expects. The numbers are the places of the arguments: the
sentence for one thing and the sentence for several things, or the context ("c") and the sentence.
With None, the first argument is the only sentence."""

BLANK: Final = re.compile(r"\{\w+\}")
LETTER: Final = re.compile(r"[^\W\d_]")

HEADER: Final = "# Shijo: every sentence that people read, in another language."
WIDTH: Final = 120


class Message(NamedTuple):
    """A sentence in the code. `one` is the sentence, and `many` its form for several things (empty
    if it has none). `place` is the file. `context` distinguishes the sentence from other sentences
    with the same English text (empty if there is none). `note` is a note for translators (empty if
    there is none)."""

    one: str
    many: str
    place: str
    context: str
    note: str


def messages(root: Path = ROOT) -> tuple[Message, ...]:
    """Return all sentences that the rooms (folders in `ROOMS`) below `root` mark for translation,
    sorted. If a sentence occurs in several files, or with several notes for translators, it has an
    entry for each. The files are read only once, for all languages.

    Some sentences have no letter outside their blanks, such as `{page} / {pages}`. They are the
    same in every language, and are left out unless they have a context. A context is a text that
    distinguishes equal English sentences."""
    return _messages(root)


@cache
def _messages(root: Path) -> tuple[Message, ...]:
    return tuple(
        sorted(
            {
                found
                for found in _found(root)
                if found.context or LETTER.search(BLANK.sub("", found.one))
            }
        )
    )


def _found(root: Path) -> Iterator[Message]:
    notes: dict[str, list[Note]] = {}
    for room in ROOMS:
        for path, line, text, _comments, context in extract_from_dir(
            root / room, [("**.py", "python")], keywords=KEYWORDS
        ):
            place = f"{room}/{path}"
            if place not in notes:
                notes[place] = notes_in((root / place).read_text(encoding="utf-8"))
            one, many = text if isinstance(text, tuple) else (text, "")
            yield Message(one, many, place, context or "", note_at(notes[place], line))


def template() -> Catalog:
    """Return a new catalogue with all sentences of the code, without translations."""
    # A fixed date: the file changes only when a sentence does.
    catalogue = Catalog(
        domain=DOMAIN,
        project="shijo",
        header_comment=HEADER,
        creation_date=datetime(2026, 1, 1, tzinfo=UTC),
        charset="utf-8",
    )
    for message in messages():
        catalogue.add(
            (message.one, message.many) if message.many else message.one,
            locations=[(message.place, 0)],
            auto_comments=[message.note] if message.note else [],
            context=message.context or None,
        )
    return catalogue


@cache
def _today() -> Catalog:
    """Return the result of `template`. It is made only once, and all callers share it, so callers
    must not change it."""
    return template()


def path_of(language: str) -> Path:
    """Return the path of the `.po` file of a language, which translators edit."""
    return FOLDER / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def read(language: str) -> Catalog:
    """Return the catalogue of that language as it is on disk. If there is no file, return an empty
    catalogue."""
    path = path_of(language)
    with BytesIO(path.read_bytes() if path.exists() else b"") as file:
        return read_po(file, locale=language, domain=DOMAIN)


def updated(language: str) -> Catalog:
    """Return the catalogue of that language, changed so that it has exactly the sentences of
    today's code."""
    catalogue, source = read(language), template()
    catalogue.header_comment, catalogue.creation_date = HEADER, source.creation_date
    catalogue.revision_date, catalogue.project, catalogue.version = (
        source.creation_date,
        "shijo",
        "1",
    )
    catalogue.last_translator = catalogue.language_team = "Shijo"
    catalogue.msgid_bugs_address = "Shijo"
    catalogue.fuzzy = False
    catalogue.update(source, no_fuzzy_matching=True, update_header_comment=False)
    return catalogue


def written(catalogue: Catalog) -> bytes:
    """Return the bytes of the `.po` file, which translators edit."""
    with BytesIO() as file:
        write_po(
            file,
            catalogue,
            width=WIDTH,
            sort_output=True,
            ignore_obsolete=True,
            include_lineno=False,
        )
        return file.getvalue()


def write(catalogue: Catalog, language: str) -> None:
    """Write a catalogue as the `.po` file of its language, and compile the `.mo` file beside it."""
    path = path_of(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(written(catalogue))
    compile_catalogue(path)


def lacking(catalogue: Catalog) -> list[str]:
    """Return the sentences of today's code that this catalogue does not translate. People read
    these sentences in English. A sentence whose plural form was added or changed counts as not
    translated."""
    return [text_of(message) for message in _today() if not _translated(message, catalogue)]


def left_over(catalogue: Catalog) -> list[str]:
    """Return the sentences of this catalogue that today's code doesn't have any more."""
    return [
        text_of(message)
        for message in catalogue
        if message.id and not _today().get(message.id, message.context)
    ]


def text_of(message: Entry) -> str:
    """Return the English sentence of an entry, in its singular form."""
    return message.id if isinstance(message.id, str) else message.id[0]


def _translated(message: Entry, catalogue: Catalog) -> bool:
    there = catalogue.get(message.id, message.context)
    if not message.id:
        return True
    if there is None or there.fuzzy or there.id != message.id:
        return False
    forms = there.string or ()
    return bool(forms) and all(forms)


def unread(root: Path = ROOT) -> list[str]:
    """Return the calls that mark a sentence for translation and that Babel overlooks. The calls are
    searched in the rooms (folders in `ROOMS`) below `root`. Each result is a text `file:line:
    call`."""
    known = {text for message in messages(root) for text in _as_marked(message)}
    return [
        f"{path.relative_to(root).as_posix()}:{call.lineno}: {ast.unparse(call)}"
        for room in ROOMS
        for path in sorted((root / room).rglob("*.py"))
        for name, call in calls(ast.parse(path.read_text(encoding="utf-8")))
        if name in KEYWORDS and not _is_read(name, call, known)
    ]


def calls(tree: ast.AST) -> Iterator[tuple[str, ast.Call]]:
    """Yield each call below `tree` with the name of the called function. The name is "" if the
    function has none."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            called = node.func
            yield called.id if isinstance(called, ast.Name) else getattr(called, "attr", ""), node


def strings(node: ast.AST) -> list[str]:
    """Return the texts of all literals below `node`, also of literals inside f-strings."""
    return [
        each.value
        for each in ast.walk(node)
        if isinstance(each, ast.Constant) and isinstance(each.value, str)
    ]


def _as_marked(message: Message) -> Iterator[tuple[str, ...]]:
    yield (message.context, message.one) if message.context else (message.one, message.many)


def _is_read(name: str, call: ast.Call, known: set[tuple[str, ...]]) -> bool:
    texts = call.args[: len(KEYWORDS[name] or "1")]
    literals = [each.value for each in texts if isinstance(each, ast.Constant)]
    if len(literals) == len(texts):
        return not _lettered(literals) or (*literals, "")[:2] in known
    return name not in ONLY_MARKING and not any(map(strings, texts))


def _lettered(texts: list[Any]) -> bool:
    return any(LETTER.search(BLANK.sub("", text)) for text in texts)
