"""The classes of options. The lobby's choices, the tables in the documents and the error sentences
are made from their fields."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

import games
from games.core import Game, OptionsError, options_from
from tests.games.options import values_of

KINDS = list(games.available().values())
every_game = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)


@every_game
def test_every_option_has_a_title_a_short_description_and_a_word_for_each_value(
    kind: type[Game],
) -> None:
    for name, field in kind.Options.model_fields.items():
        assert field.title, name
        assert field.description, name
        assert len(field.description) <= 100, "what Discord allows a select's line"
        labels = [kind.Options.label(name, value) for value in values_of(field.annotation)]
        assert all(labels), name
        assert len(set(labels)) == len(labels), f"{name}: two values have one name"


@every_game
def test_labels_name_values_that_there_are(kind: type[Game]) -> None:
    for name, field in kind.Options.model_fields.items():
        assert isinstance(field.json_schema_extra, dict)
        labels = field.json_schema_extra["labels"]
        assert isinstance(labels, dict)
        values = {
            f"n{value}" if isinstance(value, int) else str(value).replace("-", "_")
            for value in values_of(field.annotation)
        }
        assert set(labels) <= values, name


@every_game
def test_every_preset_is_made_of_options_that_there_are(kind: type[Game]) -> None:
    for preset, changes in kind.Options.presets.items():
        options = kind.options(preset)
        assert options.changed_from(preset) == {}
        assert all(getattr(options, name) == value for name, value in changes.items())
    assert kind.options() == kind.options(next(iter(kind.Options.presets)))
    assert set(kind.Options.preset_titles) <= set(kind.Options.presets)


@every_game
def test_options_come_back_from_json_and_never_change(kind: type[Game]) -> None:
    for preset in kind.Options.presets:
        options = kind.options(preset)
        assert options_from(kind, options.model_dump(mode="json")) == options
        name = next(iter(kind.Options.model_fields))
        with pytest.raises(ValidationError):
            setattr(options, name, getattr(options, name))


@every_game
def test_a_preset_that_is_not_there_is_refused_with_those_that_are(kind: type[Game]) -> None:
    with pytest.raises(OptionsError, match=next(iter(kind.Options.presets))):
        kind.options("poker")


@every_game
def test_changed_options_are_told_from_their_preset(kind: type[Game]) -> None:
    first, field = next(iter(kind.Options.model_fields.items()))
    for value in values_of(field.annotation):
        changed = kind.Options(**{first: value}).changed_from(next(iter(kind.Options.presets)))
        assert set(changed) <= {first} | set(next(iter(kind.Options.presets.values())))
