"""Brings the catalogues up to date: `python -m cogs.locale.extract [language …]`.

Without a language, those that there are; one that isn't there yet is begun. Sentences that are gone
are dropped, new ones are added without a translation, and the compiled catalogues are written anew.
"""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from cogs.gateway.languages import DOMAIN, FOLDER, LANGUAGES, SOURCE
from cogs.locale.found import messages

HEADER: Final = "# Shijo: every sentence that people read, in another language."
WIDTH: Final = 120


def template() -> Catalog:
    """All sentences, without translations."""
    # A moment that never changes: else every run would change the file.
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
        )
    return catalogue


def path_of(language: str) -> Path:
    """The file that translators into that language edit."""
    return FOLDER / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def read(language: str) -> Catalog:
    """The catalogue of that language as it is; an empty one when there is none yet."""
    path = path_of(language)
    with BytesIO(path.read_bytes() if path.exists() else b"") as file:
        return read_po(file, locale=language, domain=DOMAIN)


def updated(language: str) -> Catalog:
    """The catalogue of that language with today's sentences."""
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


def compiled(catalogue: Catalog) -> bytes:
    """What is read when the bot runs."""
    with BytesIO() as file:
        write_mo(file, catalogue)
        return file.getvalue()


def written(catalogue: Catalog) -> bytes:
    """What translators edit."""
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
    """Writes both files of a language."""
    path = path_of(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(written(catalogue))
    path.with_suffix(".mo").write_bytes(compiled(catalogue))


def main(languages: list[str]) -> None:
    """Updates the catalogues of these languages and says what is left to translate."""
    for language in languages or [code for code in LANGUAGES if code != SOURCE]:
        catalogue = updated(language)
        write(catalogue, language)
        left = [
            message.id for message in catalogue if message.id and not all(_strings(message.string))
        ]
        sys.stdout.write(f"{language}: {len(catalogue)} sentences, {len(left)} to translate\n")


def _strings(translated: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    return (
        (translated or "",)
        if isinstance(translated, str) or translated is None
        else tuple(translated)
    )


if __name__ == "__main__":
    main(sys.argv[1:])
