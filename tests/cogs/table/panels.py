"""Reads hand panels (the messages with a member's hand) for tests. It finds out what can be
pressed, and how many presses a move needs."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any

from bot.core.model import Seat
from cogs.discord.components import IN_HAND
from cogs.discord.presses import BEGIN, MODAL, PAGE, SET, SINGLE, HandId
from cogs.table.hand.controls import modal
from cogs.table.hand.partial_move import CARD, NOTHING, PartialMove, after_press, ends
from games.core import Move, View
from tests.cogs.tables import panel_of, table
from tests.limits import (
    ACTION_ROW,
    BUTTON,
    STRING_SELECT,
    check_message,
    walk,
)
from tests.present import present


def built(seen: View, **more: Any) -> list[dict[str, Any]]:
    seats = tuple(Seat(f"P{number}", 100 + number) for number in range(len(seen.seats)))
    components: list[dict[str, Any]] = panel_of(
        table(seen, seats=seats), present(seen.seat), **more
    ).to_components()
    check_message({"components": components, "allowed_mentions": {"parse": []}})
    return components


def read(custom_id: str) -> HandId:
    return HandId.read(present(IN_HAND.match(custom_id)))


def reachable(components: list[dict[str, Any]]) -> set[str]:
    """Return the moves that can be made by one press or one choice in this panel. They are the
    moves of buttons and the moves that are lines of a select. In a select from which several cards
    are picked, they are the moves with at most four cards."""
    moves: set[str] = set()
    for part in walk(components):
        if part["type"] == BUTTON and not read(part["custom_id"]).kind:
            moves.add(read(part["custom_id"]).move([]))
        elif part["type"] == STRING_SELECT and read(part["custom_id"]).words != (PAGE,):
            parsed = read(part["custom_id"])
            values = [option["value"] for option in part["options"]]
            if parsed.kind == SINGLE:
                moves |= {parsed.move([value]) for value in values}
            else:
                sizes = range(part["min_values"], min(part["max_values"], 4) + 1)
                picks = itertools.chain.from_iterable(
                    itertools.combinations(values, size) for size in sizes
                )
                moves |= {str(Move.parse(parsed.move(list(pick)))) for pick in picks}
    return moves


def presses(seen: View, move: Move) -> int | None:
    """Return the smallest number of presses that make this move, starting with a newly opened
    panel. Returns None if the panel can't make the move."""
    first = built(seen)
    found = _presses(seen, first, move, 0, NOTHING)
    for part in walk(first):
        if part.get("custom_id", "").endswith(PAGE):
            for option in part["options"]:
                if not option.get("default"):
                    page = built(seen, page=int(option["value"]))
                    found += _presses(seen, page, move, 1, NOTHING)
    return min(found, default=None)


def _presses(
    seen: View, components: list[dict[str, Any]], move: Move, before: int, partial_move: PartialMove
) -> list[int]:
    found = []
    for part in walk(components):
        if part["type"] not in {BUTTON, STRING_SELECT} or read(part["custom_id"]).words == (PAGE,):
            continue
        custom_id = read(part["custom_id"])
        if part["type"] == BUTTON and custom_id.kind == BEGIN:
            found += _after(seen, part, move, before + 1, partial_move)
        elif part["type"] == BUTTON and custom_id.kind != MODAL:
            found += [before + 1] * (custom_id.move([]) == move)
        elif custom_id.kind == SINGLE:
            found += [
                before + 1
                for option in part["options"]
                if custom_id.move([option["value"]]) == move
            ]
        elif custom_id.words == (move.verb,):
            fields = (
                [part]
                if custom_id.kind == SET
                else fields_of(present(modal(seen, custom_id.words[0], str(custom_id))).to_dict())
            )
            found += [before + (1 if custom_id.kind == SET else 2)] * can_be_picked(move, fields)
    return found


def _after(
    seen: View, button: dict[str, Any], move: Move, before: int, partial_move: PartialMove
) -> list[int]:
    """Return a list of how many presses in total the move can take if this button is pressed next.
    The list is empty if the button doesn't lead to the move. `before` is the number of presses up
    to and including the press on this button. `partial_move` is the part of the move that earlier
    presses have chosen."""
    custom_id = read(button["custom_id"])
    # In whatever order cards are pressed, there are as many presses.
    missing = sorted((Counter(move.cards) - Counter(partial_move[1:])).elements())
    next_card = move.cards if custom_id.words[0] == CARD else missing[:1]
    towards = custom_id.words == (move.verb,) or custom_id.words[-1] in next_card
    now = after_press(partial_move, custom_id)
    if not towards or button.get("disabled") or len(now) <= len(partial_move):
        return []
    if ends(seen, now) == move:
        return [before]
    return _presses(seen, built(seen, partial_move=now), move, before, now)


def fields_of(form: dict[str, Any]) -> list[dict[str, Any]]:
    return [part["component"] for part in form["components"]]


def can_be_picked(move: Move, fields: list[dict[str, Any]]) -> bool:
    offered = Counter(
        option["value"].partition("#")[0] for field in fields for option in field["options"]
    )
    least, most = (
        sum(field["min_values"] for field in fields),
        sum(field["max_values"] for field in fields),
    )
    return least <= len(move.cards) <= most and Counter(move.cards) <= offered


def texts(moves: tuple[Move, ...]) -> set[str]:
    return {str(move) for move in moves}


def shown_labels(components: list[dict[str, Any]]) -> list[str]:
    """Return the labels of all options in the selects of a message, without invisible characters
    (see `plain`)."""
    return [
        plain(option["label"]) for part in walk(components) for option in part.get("options", ())
    ]


def button_rows(components: list[dict[str, Any]]) -> list[list[str]]:
    """Return the labels of all buttons, one list for each row, without invisible characters (see
    `plain`)."""
    rows = (part["components"] for part in walk(components) if part["type"] == ACTION_ROW)
    return [[plain(each["label"]) for each in row] for row in rows if row[0]["type"] == BUTTON]


def button(components: list[dict[str, Any]], label: str) -> dict[str, Any]:
    """Return the button with this label."""
    return next(part for part in walk(components) if plain(part.get("label", "")) == label)


def plain(text: str) -> str:
    """Return the text without the invisible characters beside the symbols of suits: word joiners
    and variation selectors."""
    return text.translate({0x2060: None, 0xFE0E: None, 0xFE0F: None})
