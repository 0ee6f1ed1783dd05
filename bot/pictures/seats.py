"""Draws a seat as a panel, with its name, its roles, the number of its cards, and the cards in
front of it."""

from __future__ import annotations

from typing import Final

from bot.pictures.fonts import unbreakable, width, written
from bot.pictures.palette import Ramp, side_colour
from bot.pictures.scene import (
    LETTERING,
    Box,
    Captions,
    Card,
    Face,
    Mood,
    Place,
    Scene,
    Sign,
    Thing,
    below,
    beside,
    flowing,
    high,
    label,
)
from bot.pictures.zones import counter, numbered, on_chip
from games.view import SeatView, View, Zone

PAD: Final = 10
NEAR: Final = 6
NAME: Final = LETTERING
ROLE: Final = LETTERING
BAR: Final = 42
"""Height of the line with the name."""
STRIPE: Final = 8
"""Width of the stripe in the side's colour."""
ICON: Final = 24
"""The width in pixels of a card back that is drawn before the count of a seat's cards."""
STEP: Final = 9
"""Pixels from the left edge of one card back to the left edge of the next, where overlapping card
backs stand for a hand."""
FANNED: Final = 8
"""The most backs drawn of a hand, however many cards it has."""
FACE: Final = 38
"""The width and height in pixels of a bot player's face beside a name."""
SIGN: Final = 28
"""The width and height in pixels of the symbol for a seat's role in the game, such as attacker."""
TURN_SIGN: Final = "▶"
SCORE: Final = 120
"""The greatest width of a score's lettering."""
SCORE_PAD: Final = 12
"""The space on either side of a score in its chip."""
CARD: Final = 54
"""Width of the cards that lie before a seat."""


def name_of(seat: int, captions: Captions) -> str:
    """Return the name of a seat's player for a picture. If the font doesn't have the name's
    letters, the seat's number from 1 stands for it, such as `#2`."""
    return written(captions.names[seat]) or f"#{seat + 1}"


def stretched(scene: Scene, tall: int) -> Scene:
    """Make the panel of a seat `tall` pixels high, and return it. Its background and the stripe of
    its team become higher, and the line with the name keeps its height."""
    things = tuple(
        thing._replace(high=tall)
        if isinstance(thing, Box) and thing.high == scene.high and thing.colour != Ramp.TURN.ground
        else thing
        for thing in scene.things
    )
    return Scene(scene.wide, tall, things)


def panel(view: View, seat: SeatView, captions: Captions, wide: int) -> Scene:
    """Lay out the panel of a seat, `wide` pixels wide and as high as it needs."""
    teams = len({each.side for each in view.seats}) < len(view.seats)
    turn = seat.seat in view.waiting_on
    left = PAD + (STRIPE if teams else 0)
    room = wide - left - PAD
    head, lines = _head(seat, captions, room, turn, scored(view, seat.seat))
    body = below([*lines, *zones_before(view, seat, captions, room)], PAD // 2)
    return framed(wide, head, body, lit=turn, side=seat.side if teams else None)


def framed(
    wide: int, head: Scene, body: Scene, *, lit: bool, side: int | None, bar: int = BAR
) -> Scene:
    """Lay out a panel, `wide` pixels wide. The scene `head` stands in a line `bar` pixels high, and
    the scene `body` (it can be empty) below it.

    With `lit`, the line of the head is highlighted, as for the seat to move or the winner. `side`
    is the number of the seat's team, which a stripe at the left shows (None: no teams)."""
    left = PAD + (STRIPE if side is not None else 0)
    tall = bar + (body.high + PAD if body.parts else 0)
    things: list[Thing] = [Box(0, 0, wide, tall, Ramp.NAME.ground)]
    if lit:
        things.append(Box(0, 0, wide, bar, Ramp.TURN.ground))
    if side is not None:
        things.append(Box(0, 0, STRIPE, tall, side_colour(side), 4))
    return Scene(wide, tall, (*things, *head.moved(left, 0), *body.moved(left, bar + PAD // 2)))


def _head(
    seat: SeatView, captions: Captions, room: int, turn: bool, score: Scene
) -> tuple[Scene, list[Scene]]:
    """Lay out the upper part of a seat's panel. Returns the line with the name, and a list of
    further lines. The further lines show the `score`, the number of cards and the words for the
    seat's roles. If there is room, the words stand on the same line, after the number of cards. If
    there is no room and one of the roles has a symbol, all words are left out. If none of the roles
    has a symbol, the words get lines of their own. `turn` says whether it is the seat's turn."""
    free = room - (score.wide + PAD if score.parts else 0)
    name = named(seat, captions, room, turn)
    words = roles_of(seat, captions)
    short = width(words, ROLE) + PAD <= free - (ICON + NEAR + width(f"×{seat.cards}", NAME))
    if not short and any(map(captions.sign, seat.roles)):
        words = ""
    roles = label(words, ROLE, Ramp.QUIET_NAME, room) if short else _said(words, room)
    count = backs_of(seat, Ramp.NAME, free - (roles.wide + PAD if short else 0))
    lines = [[score, count, roles]] if short else [[score, count], [roles]]
    told = [[part for part in line if part.parts] for line in lines]
    return Scene(room, BAR, name.moved(0, (BAR - name.high) // 2)), [
        flowing(line, PAD if short else NEAR, room, bottom=False) for line in told if line
    ]


def _said(words: str, room: int) -> Scene:
    """Lay out the words for a seat's roles, on as many lines of at most `room` pixels as they
    need."""
    labels = [label(word, ROLE, Ramp.QUIET_NAME, room) for word in unbreakable(words)]
    return flowing(labels, NEAR, room)


def named(seat: SeatView, captions: Captions, most: int, turn: bool) -> Scene:
    """Lay out a seat's name in at most `most` pixels. Before the name are the face of a bot player,
    an arrow if it is the seat's `turn`, and the symbols of the seat's roles. After the name is the
    seat's emote. If there isn't enough room for the whole name, the arrow is left out. If this
    isn't enough, the face is left out too."""
    ramp = Ramp.TURN if turn else Ramp.QUIET_NAME if seat.out or seat.resigned else Ramp.NAME
    arrow = [label(TURN_SIGN, NAME, ramp, most)] if turn else []
    signs = (
        []
        if seat.out or seat.resigned
        else [sign for sign in map(captions.sign, seat.roles) if sign]
    )
    shapes = [
        Scene(SIGN, NAME * 5 // 4, (Sign(0, (NAME * 5 // 4 - SIGN) // 2, sign, SIGN, ramp),))
        for sign in signs
    ]
    name = name_of(seat.seat, captions)
    face, mood = _face(seat.seat, captions), _mood(seat.seat, captions)
    most -= mood[0].wide + NEAR if mood else 0
    before = next(
        (
            scene
            for parts in ([*face, *arrow, *shapes], [*face, *shapes])
            if (scene := beside(parts, NEAR)).wide + NEAR + width(name, NAME) <= most
        ),
        beside(shapes, NEAR),
    )
    taken = before.wide + NEAR if before.parts else 0
    return beside(
        [*([before] if taken else []), label(name, NAME, ramp, most - taken), *mood],
        NEAR,
    )


def _face(seat: int, captions: Captions) -> list[Scene]:
    """Return the face of the named bot player in a seat, as a list of one scene. It is empty for
    other players."""
    drawn = captions.faces[seat] if seat < len(captions.faces) else ""
    tall = NAME * 5 // 4
    return [Scene(FACE, tall, (Face(0, (tall - FACE) // 2, drawn, FACE),))] if drawn else []


def _mood(seat: int, captions: Captions) -> list[Scene]:
    """Lay out the emote at a seat, as a list of one scene. The list is empty if the seat shows no
    emote."""
    mood, tall = captions.mood(seat), NAME * 5 // 4
    return [Scene(FACE, tall, (Mood(0, (tall - FACE) // 2, mood, FACE),))] if mood else []


def roles_of(seat: SeatView, captions: Captions) -> str:
    """Return the words for a seat's roles, or what a picture writes in place of them. If the seat
    has resigned or is out of the game, return the word for this instead. The text is empty when no
    role of the seat has a word."""
    told = (captions.brief.get(name) or captions.word(seat.seat, name) for name in seat.roles)
    return captions.gone(seat) or ", ".join(filter(None, told))


def backs_of(seat: SeatView, ramp: Ramp, most: int) -> Scene:
    """Lay out some overlapping card backs, and after them the number of a seat's cards. As many
    backs are drawn as fit into `most` pixels, but at most one for each card, and at most `FANNED`.
    A seat without cards has an empty place instead. `ramp` has the colours of the number and its
    background. The scene is empty for a seat that has left or is out."""
    if seat.out or seat.resigned:
        return Scene(0, 0, ())
    text = label(f"×{seat.cards}", NAME, ramp, most)
    shown = max(1, min(seat.cards, FANNED, 1 + (most - text.wide - NEAR - ICON) // STEP))
    backs: tuple[Thing, ...] = tuple(
        Card(STEP * number, 0, None, ICON, high(ICON)) for number in range(shown)
    )
    wide = ICON + STEP * (shown - 1)
    if not seat.cards:
        backs = (Place(0, 0, ICON, high(ICON), ramp),)
    return Scene(
        wide + NEAR + text.wide, max(high(ICON), text.high), (*backs, *text.moved(wide + NEAR, -1))
    )


def scored(view: View, seat: int, ink: Ramp = Ramp.BLACK) -> Scene:
    """Lay out the score of a seat on a white plate with round ends. `ink` gives the colours of the
    digits and of the plate. The scene is empty if the seat has no score."""
    value = view.score(seat)
    if value is None:
        return Scene(0, 0, ())
    return on_chip(str(value), NAME, SCORE_PAD, SCORE, ink)


def zones_before(view: View, seat: SeatView, captions: Captions, room: int) -> list[Scene]:
    """Lay out the zones (groups of cards) in front of a seat, in lines of at most `room` pixels.
    Return a list with one scene, or an empty list if there are no zones. Of a hand, only the cards
    that the viewer sees are drawn. A counter (a zone with a number instead of cards) is drawn as
    its title and its number."""
    ramps = Ramp.QUIET_NAME, Ramp.NAME
    found = [
        counter_of(zone, captions, room)
        if zone.layout == "number"
        else numbered(_seen(zone), CARD, room, ramps)
        for zone in view.zones
        if _shown(zone, seat.seat)
    ]
    return [flowing(found, PAD, room)] if found else []


def counter_of(zone: Zone, captions: Captions, room: int) -> Scene:
    """Lay out a counter, which is a zone with a number instead of cards. Its title comes first,
    then the number."""
    title = label(captions.zone(zone.name), ROLE, Ramp.QUIET_NAME, room // 2)
    return beside([title, counter(zone, NAME, room - title.wide - NEAR)], NEAR)


def _shown(zone: Zone, seat: int) -> bool:
    if zone.owner != seat or not (zone.cards or zone.layout == "number"):
        return False
    return zone.layout != "hand" or any(zone.cards)


def _seen(zone: Zone) -> Zone:
    if zone.layout != "hand":
        return zone
    return Zone(
        zone.name, zone.owner, "row", tuple(card for card in zone.cards if card is not None)
    )
