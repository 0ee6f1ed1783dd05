"""`shijo pages`: writes PRIVACY.md and TERMS.md for members, filled in from config.toml."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from bot.config import Settings, load
from bot.core.errors import Refusal

ROOT: Final = Path(__file__).parents[2]
PAGES: Final = ("PRIVACY.md", "TERMS.md")
BLANK: Final = "⟨{}⟩"
NOTE: Final = "*For the host:"
"""The beginning of the line that is only for the host; it is left out."""


def pages(parsed: argparse.Namespace) -> None:
    """`shijo pages`: writes PRIVACY.md and TERMS.md into a folder, filled in for this bot. Raises
    Refusal when they can't be read or written."""
    told, folder = blanks(load(parsed.config)), Path(parsed.folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name in PAGES:
            page = filled((ROOT / name).read_text(encoding="utf-8"), told)
            (folder / name).write_text(page, encoding="utf-8")
    except OSError as error:
        raise Refusal(f"can't write the pages: {error}") from None
    print(f"{' and '.join(PAGES)} are in {folder}.")
    for key in ("name", "support"):
        if not getattr(load(parsed.config).host, key):
            print(f"They say that [host] {key} isn't set in config.toml.")


def blanks(settings: Settings) -> Mapping[str, str]:
    """Return a mapping from each blank of PRIVACY.md and TERMS.md to the text to write there. A
    blank is given by its name. The texts follow from the host's settings."""
    days = settings.tables.keep_games
    sqlite = settings.database.url.startswith("sqlite")
    return {
        "host": settings.host.name or "someone who hasn't given a name ([host] name isn't set)",
        "support": settings.host.support or "an address that's missing ([host] support isn't set)",
        "database": "a file on the host's machine" if sqlite else "the host's PostgreSQL database",
        "errors": (
            "Errors are reported to Sentry, without names, ids or cards."
            if settings.log.sentry.get_secret_value()
            else "Errors aren't reported to anyone."
        ),
        "records": f"{days} days" if days else "for ever",
    }


def filled(page: str, told: Mapping[str, str]) -> str:
    """Return the text of a page with its blanks filled in. `told` maps the name of each blank to
    the text to write there. Parts that are meant for the host alone are left out."""
    for blank, text in told.items():
        page = page.replace(BLANK.format(blank), text)
    lines = page.splitlines(keepends=True)
    kept = [line for line in lines if not line.startswith(NOTE)]
    return "".join(kept).replace("\n\n\n", "\n\n")
