"""Components: everything that can be pressed, each declared once.

A component holds no state: its custom id leads to the cog that answers it, even after a restart.
Its items are discord.py's dynamic items, which check a custom id against their template when they
are made; they are never registered with the library."""

from __future__ import annotations

import re
from collections.abc import Callable, Coroutine, Iterator
from typing import Any, Final, TypeVar

from discord import ui

LIMIT: Final = 100
"""Characters of a custom id that Discord allows."""

Item = ui.DynamicItem[ui.Item[Any]]

_TOKEN: Final = re.compile(r"\{(\w+)\}|([\[\]])|([^{}\[\]]+)")

Pressed = TypeVar("Pressed", bound=Callable[..., Coroutine[Any, Any, None]])

MARK: Final = "__components__"
"""The attribute of a cog's method that names the components whose presses it answers."""


class Component:
    """One kind of button, select or modal. `form` is the shape of its custom ids: fields in braces,
    and optional parts in square brackets, as in `t:{table}:{action}[:{detail}]`; `fields` are the
    patterns of the fields. The first letters of all forms differ, because if two forms matched the
    same id, both would answer it."""

    def __init__(self, form: str, **fields: str) -> None:
        self.form = form
        self._tokens = [found.groups() for found in _TOKEN.finditer(form)]
        self.names = tuple(name for name, _, _ in self._tokens if name)
        pattern = "".join(self._patterns(fields))
        self.template = re.compile(pattern)
        self.match = self.template.fullmatch
        """The fields of a custom id of this form, None for any other. A press asks all forms."""
        self._item: type[Item] = type(
            f"Item_{form[0]}", (ui.DynamicItem,), {"__module__": __name__}, template=self.template
        )

    def __repr__(self) -> str:
        return f"Component({self.form!r})"

    def _patterns(self, fields: dict[str, str]) -> Iterator[str]:
        for name, bracket, text in self._tokens:
            if name:
                yield f"(?P<{name}>{fields[name]})"
            elif bracket:
                yield "(?:" if bracket == "[" else ")?"
            else:
                yield re.escape(text)

    def id(self, *values: object) -> str:
        """The custom id with these values for its fields, in order. A value that is None or missing
        is left out together with the brackets around it. Raises ValueError when the id would be too
        long for Discord."""
        given = dict(zip(self.names, values, strict=False))
        custom_id = "".join(self._parts(given))
        if len(custom_id) > LIMIT:
            raise ValueError(f"a custom id of {len(custom_id)} characters")
        return custom_id

    def _parts(self, given: dict[str, object]) -> Iterator[str]:
        depth, missing = 0, 0
        for place, (name, bracket, text) in enumerate(self._tokens):
            if bracket == "[":
                depth += 1
                if not missing and given.get(self._first_in(place)) is None:
                    missing = depth
            elif bracket == "]":
                if missing == depth:
                    missing = 0
                depth -= 1
            elif not missing:
                yield text or str(given[name])

    def _first_in(self, place: int) -> str:
        """The name of the first field in the form from this place on."""
        return next(name for name, _, _ in self._tokens[place:] if name)

    def __call__(self, item: ui.Item[Any]) -> Item:
        """The item with a custom id of this form, ready to be put into a message."""
        return self._item(item)


def on_press(*components: Component) -> Callable[[Pressed], Pressed]:
    """Marks the method of a cog that answers presses on these components. It takes the interaction
    and the match of the custom id."""

    def mark(method: Pressed) -> Pressed:
        setattr(method, MARK, components)
        return method

    return mark
