"""How dataclasses are written to rows of the database and read from them. A field is stored
unchanged in the column of the same name, unless `fields` says otherwise. So a new plain field is
named in its dataclass and in the schema, and nowhere else."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Any, Final

EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
MILLISECOND: Final = timedelta(milliseconds=1)


def to_number(moment: datetime, downtime: timedelta = timedelta()) -> int:
    """A moment as it is stored: milliseconds since 1970, minus the bot's downtime."""
    return (moment - downtime - EPOCH) // MILLISECOND


def to_moment(number: int, downtime: timedelta = timedelta()) -> datetime:
    """The moment that `to_number` wrote, postponed by the downtime of the bot."""
    return EPOCH + number * MILLISECOND + downtime


@dataclass(frozen=True, slots=True)
class Field:
    """How one field is stored: `write` turns the field's value into the column's, and `read` turns
    it back. Each takes a value and the downtime. `read` raises ValueError, TypeError or
    AttributeError for a value that it can't read."""

    write: Callable[[Any, timedelta], Any]
    read: Callable[[Any, timedelta], Any]


def plain(write: Callable[[Any], Any], read: Callable[[Any], Any]) -> Field:
    """A field for which downtime makes no difference."""
    return Field(lambda value, _: write(value), lambda value, _: read(value))


def optional(field: Field) -> Field:
    """The codec of a value that may be None, which is stored as NULL."""
    return Field(
        lambda value, downtime: None if value is None else field.write(value, downtime),
        lambda value, downtime: None if value is None else field.read(value, downtime),
    )


def one_of(kind: type[StrEnum]) -> Field:
    """A member of an enum, stored as its text."""
    return plain(lambda value: value.value, kind)


AS_IT_IS: Final = plain(lambda value: value, lambda value: value)
MOMENT: Final = plain(to_number, to_moment)
DEADLINE: Final = Field(to_number, to_moment)
"""A moment that downtime postpones."""
SPAN: Final = plain(lambda value: value // MILLISECOND, lambda value: value * MILLISECOND)
HEX: Final = plain(bytes.hex, bytes.fromhex)
MAPPING: Final = plain(lambda value: json.dumps(dict(value)), lambda value: dict(json.loads(value)))
TEXTS: Final = plain(json.dumps, lambda value: tuple(json.loads(value)))
SET: Final = plain(
    lambda value: json.dumps(sorted(value)), lambda value: frozenset(json.loads(value))
)


class Codec:
    """Writes and reads the columns of one table of the database. `columns` are the names of the
    stored fields of the dataclass; `fields` holds the codec of each field that isn't stored
    unchanged."""

    def __init__(self, columns: Iterable[str], **fields: Field) -> None:
        self.columns = tuple(columns)
        self._fields: Mapping[str, Field] = {
            name: fields.get(name, AS_IT_IS) for name in self.columns
        }

    def write(
        self, thing: object, downtime: timedelta = timedelta(), *, but: Collection[str] = ()
    ) -> dict[str, Any]:
        """The values of a dataclass's columns, without those named by `but`."""
        return {
            name: field.write(getattr(thing, name), downtime)
            for name, field in self._fields.items()
            if name not in but
        }

    def read(self, row: object, downtime: timedelta = timedelta()) -> dict[str, Any]:
        """The values of the dataclass's fields. Raises ValueError, TypeError or AttributeError for
        a damaged row."""
        return {
            name: field.read(getattr(row, name), downtime) for name, field in self._fields.items()
        }
