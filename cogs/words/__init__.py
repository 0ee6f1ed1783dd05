"""The translation functions: every sentence that people read goes through one of them.

The English text is the message's id, as in gettext. A sentence with blanks is translated first and
filled afterwards.
"""

from __future__ import annotations

from contextvars import ContextVar
from gettext import NullTranslations
from typing import Any, Final

from games.sentences import both, marked, of_caller

__all__ = ["ENGLISH", "_", "as_sentence", "both", "catalogue", "counted", "in_context", "marked"]

ENGLISH: Final = NullTranslations()

catalogue: Final[ContextVar[NullTranslations]] = ContextVar("catalogue")
"""The catalogue of translations that `_` uses, in the language of the reader."""


def _(message: str, /, **blanks: Any) -> str:
    """Return the sentence in its reader's language, with its `{blanks}` filled. An empty text stays
    empty."""
    found = catalogue.get(ENGLISH)
    # A catalogue keeps its own header under the empty message.
    text = message if found is ENGLISH or not message else found.gettext(of_caller(message))
    return text.format(**blanks) if blanks else text


def in_context(context: str, message: str, /, **blanks: Any) -> str:
    """Return the translation of a sentence whose English text is ambiguous, with its `blanks`
    filled. `context` explains the meaning to translators, who can translate the same text
    differently in another context. A translation can also put the blanks into another order."""
    return catalogue.get(ENGLISH).pgettext(context, of_caller(message)).format(**blanks)


def counted(one: str, many: str, number: int, /, **blanks: Any) -> str:
    """Return the sentence for that `number` of things, in the singular or the plural. `{number}` is
    one of the sentence's blanks."""
    return (
        catalogue.get(ENGLISH)
        .ngettext(of_caller(one), many, number)
        .format(number=number, **blanks)
    )


def as_sentence(text: str) -> str:
    """Return the text with a capital first letter."""
    return text[:1].upper() + text[1:]
