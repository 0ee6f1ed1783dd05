"""The sentence that says how a game ended, for everyone or for one of its players."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from bot.core.placing import Place, is_draw_in_order, places_of
from bot.pictures.ending import Tone
from cogs.table.message.medals import LOST, marked_place
from cogs.words import _
from cogs.words.game import GameWords
from cogs.words.seats import Names
from games.core import Outcome, View

# Translators: The first line of a game's result.


def nobody_is_ahead(outcome: Outcome) -> bool:
    """Return whether a game ended without anybody ahead of the others: all drew, all lost, or the
    game doesn't count."""
    even = outcome.kind == "draw" and len(set(outcome.ranks)) == 1
    return even or outcome.kind in {"lost", "void"}


def mark_of(place: Place, outcome: Outcome, words: GameWords) -> str:
    """Return the symbol of a place in the result of a game (a medal, the fool's cap or a number).
    The symbol is empty when nobody is ahead of the others."""
    if nobody_is_ahead(outcome):
        return ""
    return marked_place(place, outcome.ranks, outcome.kind, words)


def headline(outcome: Outcome, words: GameWords, names: Names) -> str:
    """Return the sentence that says how a game ended. If `names.me` is a seat, the sentence speaks
    to the player in that seat. If `names.me` is None, the sentence speaks to everyone."""
    if names.me is not None:
        sides = names.sides or tuple(range(len(outcome.ranks)))
        return own_headline(outcome, words, names.me, sides)
    if outcome.kind == "void":
        return _("This game doesn't count.")
    if outcome.kind == "lost":
        return f"{LOST} {_(words.lost)}"
    if nobody_is_ahead(outcome) or is_draw_in_order(outcome.ranks, outcome.kind):
        return _("🤝 A draw.")
    places = by_place(outcome)
    if outcome.kind == "draw":
        return _("🤝 A draw between {names}.", names=names.listed(places[min(places)]))
    first, last = places[min(places)], places[max(places)]
    return words.headline(
        names.listed(first), names.listed(last), len(last) if len(places) > 1 else 0
    )


def own_headline(outcome: Outcome, words: GameWords, seat: int, sides: Sequence[int]) -> str:
    """Return the sentence that tells the player of a seat how the game ended for them. `sides` has
    the side of each seat."""
    alone = won_alone(outcome, seat, sides)
    drawn = outcome.kind == "draw"
    told = _("The others drew.") if drawn else place_line(outcome, words, seat, sides)
    return {
        Tone.FIRST: _(words.you_first if alone else words.you_spared),
        Tone.LAST: _(_said_of_last(outcome, words)),
        Tone.DRAWN: _("It's a draw."),
        Tone.VOID: _("This game doesn't count."),
    }.get(tone_of(outcome, seat), told)


def _said_of_last(outcome: Outcome, words: GameWords) -> str:
    last = [seat for seat in range(len(outcome.ranks)) if tone_of(outcome, seat) is Tone.LAST]
    return (words.you_among_last if len(last) > 1 else "") or words.you_last


def place_line(outcome: Outcome, words: GameWords, seat: int, sides: Sequence[int]) -> str:
    """Return the place of a seat's side among all sides, such as `Finished #2 of 4`. `sides` has
    the side of each seat. In a game with a name for the last place (a fool), a side that is both
    among the winners and last gets the last place."""
    place, of = places_of(outcome.ranks, outcome.kind)[seat], len(set(sides))
    rank = of if place.won and place.last and words.last else place.rank
    return _("Finished #{place} of {number}", place=rank, number=of)


def tone_of(outcome: Outcome, seat: int) -> Tone:
    """Return how the game ended for a seat: it won, came last, came in between, or drew, or the
    game doesn't count (`Tone.VOID`). A seat that left a game in which the others drew came in
    between, because a drawn game has no last place."""
    place = places_of(outcome.ranks, outcome.kind)[seat]
    if outcome.kind == "void":
        return Tone.VOID
    if outcome.kind == "lost":
        return Tone.LAST
    even = nobody_is_ahead(outcome) or is_draw_in_order(outcome.ranks, outcome.kind)
    if even or (not place.won and place.rank == 1):
        return Tone.DRAWN
    if place.rank == 1:
        return Tone.FIRST
    return Tone.LAST if place.last and outcome.kind != "draw" else Tone.BETWEEN


def won_alone(outcome: Outcome, seat: int, sides: Sequence[int]) -> bool:
    """Return whether a seat has won, and no seat of another side has. `sides` has the side of each
    seat."""
    winners = {sides[other] for other, rank in enumerate(outcome.ranks) if rank == 1}
    return tone_of(outcome, seat) is Tone.FIRST and len(winners) == 1


def who_left(view: View | None) -> frozenset[int]:
    """Return the seats that left the game. The result is empty if `view` is None."""
    return frozenset(seat.seat for seat in view.seats if seat.resigned) if view else frozenset()


def by_place(outcome: Outcome, left: Collection[int] = frozenset()) -> dict[Place, list[int]]:
    """Return the seats of each place. The result maps a place to its seats. `left` are the seats
    that left the game."""
    places: dict[Place, list[int]] = {}
    for seat, place in enumerate(places_of(outcome.ranks, outcome.kind, left)):
        places.setdefault(place, []).append(seat)
    return places
