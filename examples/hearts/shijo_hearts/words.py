"""What Hearts is called and told in. Its other languages lie in `locale` beside this file."""

from collections.abc import Mapping, Sequence
from typing import Any

from cogs.words import _, both, counted, marked
from cogs.words.game import GameWords, Role, Strength, Verb, Weight
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


def _way(value: Any, names: Names) -> str:
    ways = {
        1: _("Pass three cards to your left"),
        2: _("Pass three cards across"),
        3: _("Pass three cards to your right"),
    }
    return ways.get(value, "")


WORDS = GameWords(
    verbs={
        "play": Verb(marked("Play"), marked("Play…")),
        "pass": Verb(marked("Pass on"), marked("Pass on…")),
        "go": Verb(marked("Next deal"), marked("Next deal…"), weight=Weight.USUAL),
    },
    roles={"led": Role("", marked("leads"))},
    zones={
        "trick": marked("Played"),
        "passed": marked("Passed on"),
        "taken": marked("Taken"),
        "hand": marked("hand"),
    },
    facts={"way": _way},
    events={
        "chose": both("{who} has chosen three cards", "{who} have chosen three cards"),
        "passed": marked("{seat} passes three cards to {to}"),
        "played": marked("{seat} plays {cards}"),
        "took": _took,
        "moon": marked("🌕 {seat} shoots the moon"),
        "scored": marked("deal {deal} is over"),
        "deals": marked("{seat} deals"),
        "resigned": marked("{seat} left the game"),
    },
    private={"passed": marked("{seat} passes {cards} to {to}")},
    honours={"moon": _moon},
    points=_points,
    strengths={
        "skilled": Strength(
            marked("Skilled"), marked("counts the cards, and knows who's out of a suit")
        ),
        "casual": Strength(marked("Casual"), marked("stays low, and dumps points on you")),
        "beginner": Strength(
            marked("Beginner"), marked("passes anything, and stays low when it remembers")
        ),
    },
)
