"""Options of a game as pydantic models. Their fields contain the words for the lobby, documents and
errors."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from pydantic import BaseModel, ConfigDict, Field
from pydantic.fields import FieldInfo

from games.sentences import marked


def option(default: Any, title: str, description: str, **labels: str) -> Any:
    """Make a field of an options model.

    `title` is a word or two for a lobby, `description` one sentence of at most 100 characters
    (Discord's limit for a line of a select). Each keyword of `labels` is the text of a value, with
    `_` in place of `-`, and gives the name of that value, such as `at_once="at once"`. For the
    value 2, the keyword may be `n2`. Yes-or-no options need no labels."""
    return Field(
        default=default,
        title=title,
        description=description,
        json_schema_extra={"labels": dict(labels)},
    )


class GameOptions(BaseModel):
    """The base of every game's options. Unknown names are refused; models are frozen.

    Options that clash raise a `ValueError` in a pydantic validator, with a sentence for a
    person."""

    model_config = ConfigDict(frozen=True, extra="forbid", validate_default=True)

    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {}
    """By preset: the fields that differ from the defaults. The first preset is the game's
    default."""

    preset_titles: ClassVar[Mapping[str, str]] = {}
    """A preset's name for people, where it differs from the preset's own."""

    preset_notes: ClassVar[Mapping[str, str]] = {}
    """By preset: a description in one line of at most 100 characters (Discord's limit for a
    select's line). A preset without one is described by its changes."""

    def clashes(self, seats: int) -> list[str]:
        """The reasons why this number of seats can't play with these options, each as a sentence;
        empty when they can. A reason that is a `Sentence` is shown translated."""
        return []

    def changed_from(self, preset: str) -> dict[str, Any]:
        """The options that differ from `preset`, by name."""
        base = type(self)(**self.presets[preset])
        return {name: value for name, value in self if getattr(base, name) != value}

    @classmethod
    def label(cls, name: str, value: Any) -> str:
        """The word for a value of the option `name`: its label, yes or no, or the value itself."""
        if isinstance(value, bool):
            return marked("yes") if value else marked("no")
        key, labels = str(value).replace("-", "_"), _labels(cls.model_fields[name])
        return labels.get(key, labels.get(f"n{key}", str(value)))


def _labels(field: FieldInfo) -> Mapping[str, str]:
    extra = field.json_schema_extra
    labels = extra.get("labels", {}) if isinstance(extra, dict) else {}
    return labels if isinstance(labels, dict) else {}  # type: ignore[return-value]
