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

    `title` is a few words for a lobby. `description` is one sentence or a few short ones, with at
    most 100 characters together (Discord's limit for a line in a menu).

    Each keyword in `labels` stands for a value of the option, with `_` in place of `-`. Its text is
    the name of this value for people, such as `at_once="at once"`. For the value 2, the keyword is
    `n2`. Yes-or-no options need no labels."""
    return Field(
        default=default,
        title=title,
        description=description,
        json_schema_extra={"labels": dict(labels)},
    )


class GameOptions(BaseModel):
    """The base class of every game's options. Objects can't be changed, and unknown names are
    refused.

    When options clash, a pydantic validator raises a `ValueError` with a sentence for people."""

    model_config = ConfigDict(frozen=True, extra="forbid", validate_default=True)

    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {}
    """For each preset, the fields that differ from the defaults. The first preset is the game's
    default."""

    preset_titles: ClassVar[Mapping[str, str]] = {}
    """Names of presets for people. A preset that isn't listed here is shown by its own name."""

    preset_notes: ClassVar[Mapping[str, str]] = {}
    """For each preset, a description in one line of at most 100 characters (Discord's limit for a
    line in a menu). A preset that isn't listed here is described by its changes."""

    def clashes(self, seats: int) -> list[str]:
        """Return the reasons why `seats` seats can't play with these options, each as a sentence.
        Empty when the seats can play. A reason that is a `Sentence` is translated before people see
        it."""
        return []

    def changed_from(self, preset: str) -> dict[str, Any]:
        """Return the options whose values differ from those of `preset`, as a dict from the name to
        the value."""
        base = type(self)(**self.presets[preset])
        return {name: value for name, value in self if getattr(base, name) != value}

    @classmethod
    def label(cls, name: str, value: Any) -> str:
        """Return the word for a value of the option `name`. This is `yes` or `no` for True or
        False, the value's label if it has one, and otherwise the value as text."""
        if isinstance(value, bool):
            return marked("yes") if value else marked("no")
        key, labels = str(value).replace("-", "_"), _labels(cls.model_fields[name])
        return labels.get(key, labels.get(f"n{key}", str(value)))


def _labels(field: FieldInfo) -> Mapping[str, str]:
    extra = field.json_schema_extra
    labels = extra.get("labels", {}) if isinstance(extra, dict) else {}
    return labels if isinstance(labels, dict) else {}  # type: ignore[return-value]
