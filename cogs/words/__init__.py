"""The translation functions: every sentence that people read goes through one of them.

The English text is the message's id, as in gettext. A sentence with blanks is translated first and
filled afterwards.
"""

from __future__ import annotations

from contextvars import ContextVar
from gettext import NullTranslations
from typing import Any, Final

from games.sentences import both, marked

__all__ = ["ENGLISH", "_", "both", "catalogue", "counted", "marked"]

ENGLISH: Final = NullTranslations()

catalogue: Final[ContextVar[NullTranslations]] = ContextVar("catalogue")
"""The catalogue that `_` uses: the language of the reader."""


def _(message: str, /, **blanks: Any) -> str:
    """The sentence in its reader's language, its `{blanks}` filled. An empty text stays empty."""
    # A catalogue keeps its own header under the empty message.
    text = catalogue.get(ENGLISH).gettext(message) if message else ""
    return text.format(**blanks) if blanks else text


def counted(one: str, many: str, number: int, /, **blanks: Any) -> str:
    """The sentence for that `number` of things; `{number}` is one of its blanks."""
    return catalogue.get(ENGLISH).ngettext(one, many, number).format(number=number, **blanks)
