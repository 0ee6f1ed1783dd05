"""The frames that the server sends to a board. A frame about a table contains only one seat's view
and the events that this seat may know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from pydantic_core import to_json

from board.scenes import Scene
from board.told import AheadTold, MoveTold, ResultTold, SeatTold, Told, VerbTold
from bot.core.model import Happening, Table
from games.moves import ORDERED_VERBS, Amount, Move
from games.view import SeatView, View, Zone

PROTOCOL: Final = 1
Frame = Mapping[str, Any]


def encoded(frame: Frame) -> bytes:
    """Return a frame as the JSON text that is sent to the page, in UTF-8. pydantic's encoder takes
    less than half the time of Python's own."""
    return to_json(frame)


def state(
    scene: Scene, told: Told, news: Sequence[Happening], log: Sequence[str], now: datetime
) -> Frame:
    """Return the frame with all that the reader may see of a table. `scene` is the state of the
    table, and `told` has the text about that state. `news` are the events since the last frame to
    this reader, `log` the lines of the last events, and `now` is the server's time."""
    table, view, seat = scene.table, told.view, scene.seat
    return {
        "is": "state",
        "version": table.version,
        "number": table.game_number,
        "now": _milliseconds(now),
        "title": told.title,
        "phase": table.phase.value,
        "me": seat,
        "seats": _seats(table, view, told.seats),
        "view": None if view is None else _view(view, told.zones),
        "facts": told.facts,
        "status": told.status,
        "pressing": told.pressing,
        "moves": _moves(view, told.moves),
        "amounts": [] if view is None else [_amount(each) for each in view.amounts],
        "verbs": {name: _verb(verb) for name, verb in (told.verbs or {}).items()},
        "news": [_happening(each, line) for each, line in zip(news, told.news, strict=True)],
        "log": log,
        "says": [{"seat": who, "line": line} for who, line in told.says],
        "result": None if told.result is None else _result(told.result),
        "emotes": [each._asdict() for each in told.emotes],
        "ahead": None if told.ahead is None else _ahead(told.ahead),
        "takes_back": None if told.takes_back is None else told.takes_back._asdict(),
        "guess": None if told.guess is None else told.guess._asdict(),
        "chances": _chances(scene, told),
        "can": scene.can,
        "steps": None if scene.steps is None else _steps(*scene.steps),
    }


def done(number: int, version: int) -> Frame:
    """Return the frame that tells a page that its request with this `number` was carried out and
    stored. `version` is the table's version after the request."""
    return {"is": "done", "id": number, "version": version}


def refused(number: int | None, why: str) -> Frame:
    """Return the frame that tells a page that its request was refused and has changed nothing.
    `number` is the number of the request (None: it could not be read), `why` the reason in the
    reader's language."""
    return {"is": "refused", "id": number, "why": why}


def bye(why: str, *, again: float | None = None, where: str = "") -> Frame:
    """Return the last frame before the connection is closed. `why` is the reason in the reader's
    language, `again` the seconds after which the page connects again (None: never), and `where` the
    path of the socket to use then, relative to the page (empty: the same path)."""
    return {"is": "bye", "why": why, "again": again, "where": where}


def launched() -> Frame:
    """Return the frame that tells a page in the Activity that its member has launched the Activity
    for another table. The page then changes to that table."""
    return {"is": "launched"}


def text(number: int, title: str, paragraphs: Sequence[str]) -> Frame:
    """Return the frame with a text for the reader, such as the rules. `number` is the number of the
    request that it answers."""
    return {"is": "text", "id": number, "title": title, "paragraphs": paragraphs}


def hint(line: str) -> Frame:
    """Return the frame with one line for the reader: advice for their seat, or the reason why the
    adviser gives no advice."""
    return {"is": "hint", "line": line}


def _steps(shown: int, last: int) -> Frame:
    return {"at": shown, "last": last}


def _view(view: View, titles: Sequence[str]) -> Frame:
    return {
        "zones": [_zone(zone, title) for zone, title in zip(view.zones, titles, strict=True)],
        "waiting": view.waiting_on,
        "pause": view.pause,
    }


def _zone(zone: Zone, title: str) -> Frame:
    return {
        "name": zone.name,
        "title": title,
        "owner": zone.owner,
        "layout": zone.layout,
        "cards": zone.cards,
        "covers": zone.covers,
        "gaps": zone.gaps,
        "number": zone.number,
        "most": zone.most,
        "hand": zone.is_hand,
    }


def _seats(table: Table, view: View | None, told: Sequence[SeatTold]) -> list[Frame]:
    return [
        {
            "seat": number,
            "name": seat.name,
            "bot": seat.is_bot,
            "away": seat.absent,
            "until": _until(table, number),
            "face": said.face,
            "level": said.level,
            "roles": [role._asdict() for role in said.roles],
            "score": said.score,
            "line": said.line,
            "called": said.called,
            "emote": None if said.emote is None else said.emote._asdict(),
            **_in_game(None if view is None else view.seats[number], view),
        }
        for number, (seat, said) in enumerate(zip(table.seats, told, strict=True))
    ]


def _in_game(seat: SeatView | None, view: View | None) -> Frame:
    if seat is None or view is None:
        return {"side": 0, "cards": 0, "out": False, "left": False, "waited": False}
    return {
        "side": seat.side,
        "cards": seat.cards,
        "out": seat.out,
        "left": seat.resigned,
        "waited": seat.seat in view.waiting_on,
    }


def _until(table: Table, seat: int) -> int | None:
    """Return the end of the seat's time limit for its move, in milliseconds since 1970. Returns
    None for a bot player, and for a seat without a time limit."""
    until = table.clocks.get(seat)
    return None if until is None or table.seats[seat].is_bot else _milliseconds(until)


def _milliseconds(moment: datetime) -> int:
    return int(moment.timestamp() * 1000)


def _moves(view: View | None, told: Sequence[MoveTold]) -> list[Frame]:
    if view is None:
        return []
    return [_move(move, said) for move, said in zip(view.moves, told, strict=True)]


def _move(move: Move, told: MoveTold) -> Frame:
    lays_on = move.verb in ORDERED_VERBS and len(move.cards) > 1
    card = "" if not move.cards else move.cards[-1] if lays_on else move.cards[0]
    return {
        "move": str(move),
        "verb": move.verb,
        "cards": move.cards,
        "card": card,
        "on": move.cards[0] if lays_on else "",
        "other": move.other,
        **told._asdict(),
    }


def _amount(amount: Amount) -> Frame:
    return {
        "verb": amount.verb,
        "low": amount.low,
        "high": amount.high,
        "step": amount.step,
        "offered": amount.offered,
    }


def _verb(verb: VerbTold) -> Frame:
    return verb._asdict()


def _happening(happening: Happening, line: str) -> Frame:
    """Return one event as a part of a frame: the seat that acted, and `line`, the event in words.
    The move itself is left out, because its text may name face-down cards."""
    return {"seat": happening.seat, "line": line}


def _ahead(told: AheadTold) -> Frame:
    offered = [{"moves": moves, "label": label} for moves, label in told.offered]
    return {"offered": offered, "chosen": told.chosen, "line": told.line}


def _chances(scene: Scene, told: Told) -> list[Frame]:
    """Return each seat's chance of winning, as a number of thousandths (`part`) and in words
    (`label`). The list is empty if the reader may not see the chances."""
    parts = scene.chances or ()
    return [{"part": part, "label": label} for part, label in zip(parts, told.chances, strict=True)]


def _result(told: ResultTold) -> Frame:
    places = [each._asdict() for each in told.places]
    return {"headline": told.headline, "lines": told.lines, "places": places}
