"""Hypothesis strategies for the options of any game, made from the fields of the options' model."""

from __future__ import annotations

from typing import Any, Literal, get_args, get_origin

from hypothesis import strategies as st

from games.core import GameOptions


def values_of(annotation: Any) -> list[Any]:
    """Return every value that a field with this type can have. Raises TypeError for a type that is
    neither bool nor a Literal."""
    if annotation is bool:
        return [False, True]
    if get_origin(annotation) is Literal:
        return list(get_args(annotation))
    raise TypeError(f"An option is a choice or a yes-or-no, not {annotation}.")


def any_values(model: type[GameOptions]) -> st.SearchStrategy[dict[str, Any]]:
    """Return a strategy for values of all options, each of the right type. Many of these
    combinations clash."""
    fields = {
        name: st.sampled_from(values_of(field.annotation))
        for name, field in model.model_fields.items()
    }
    return st.fixed_dictionaries(fields)
