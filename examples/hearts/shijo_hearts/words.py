"""What Hearts is called and told in. Its other languages lie in `locale` beside this file."""

from collections.abc import Mapping, Sequence
from typing import Any

from cogs.words import _, counted, marked
from cogs.words.game import GameWords, Role, Verb
from cogs.words.seats import Names


def _points(score: int | str) -> str:
    return counted("{number} point", "{number} points", int(score))


def _took(fields: Mapping[str, Any], names: Names) -> str:
    """Told by a function, since a trick without points is told in fewer words."""
    who = names[fields["seat"]]
    if not fields["points"]:
        return _("{seat} takes the trick", seat=who)
    return _("{seat} takes the trick: {points}", seat=who, points=_points(fields["points"]))


def _moon(parts: Sequence[str], names: Names) -> str:
    return _("🌕 {name} shot the moon", name=names[int(parts[0])])


WORDS = GameWords(
    verbs={"play": Verb(marked("Play"), marked("Play…"))},
    roles={"led": Role("", marked("leads"))},
    zones={"trick": marked("Played"), "taken": marked("Taken"), "hand": marked("hand")},
    events={
        "played": marked("{seat} plays {cards}"),
        "took": _took,
        "resigned": marked("{seat} left the game"),
    },
    honours={"moon": _moon},
    points=_points,
)
