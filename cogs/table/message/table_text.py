"""The text about a running game: the middle of the table, the seats, and whose move it is. All that
it tells of the game comes from a view. So every game can be shown, and the text contains nothing
that the reader may not know. Names, emotes and deadlines come from the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from discord.utils import format_dt

from bot.core.model import Seat, Table
from bot.pictures.fonts import NAMELESS, written
from bot.pictures.zones import figure_of
from cogs.table.message.captions import SEEN_FACTS
from cogs.table.message.scores import score_of
from cogs.words import _, as_sentence, counted
from cogs.words.cards import text, texts
from cogs.words.game import GameWords
from cogs.words.generic import in_words, shown
from cogs.words.seats import EMOTES, Names, listed
from games.core import SeatView, View, Zone

PILE_CARDS: Final = 12
"""The most cards of an open pile that are shown, from the top."""
SIDE_MARKS: Final = ("🔴", "🔵", "🟢", "🟡", "🟣", "🟠")
BOUND: Final = "\u00a0"
"""A space at which no line breaks, so that on a phone a number stays with the counted noun."""
GAP: Final = f"{BOUND}· "
"""The separator of the parts of a line. No line begins with it."""
EMPTY_PLACE: Final = "×"
"""The sign for an empty place in a row of cards. A dash would look like punctuation."""
DISCARD: Final = "discard"
"""The name of the zone that isn't mentioned while it is empty."""


def names_of(table: Table, view: View | None = None, me: int | None = None) -> Names:
    """Return the names of a table's seats, for the reader in the seat `me` (None: for everyone).
    With a `view` of the game, the result also knows which seats play on the same side."""
    sides = tuple(seat.side for seat in view.seats) if view else ()
    return Names(tuple(seat.name for seat in table.seats), me, sides)


# ---------------------------------------------------------------------- the middle


def middle_lines(view: View, words: GameWords, names: Names, most: int = PILE_CARDS) -> list[str]:
    """Return the lines about the middle of the table. The first line has the facts of the view, and
    the number of cards in piles whose cards aren't shown. Each other zone has a line with its
    cards. At most `most` cards of a pile are named."""
    zones = [zone for zone in view.zones if zone.owner is None]
    lines: list[str] = []
    counts: list[str] = []
    for zone in zones:
        if zone.layout == "number":
            counts.append(f"{words.zone(zone.name)}{BOUND}{figure_of(zone)}")
        elif zone.layout == "pairs":
            lines.extend(_pairs(zone, picked_up=bool(view.facts.get(words.taking))))
        elif zone.name in words.numbers or _unseen(zone):
            counts.extend(
                [f"{words.zone(zone.name)}{BOUND}{len(zone.cards)}"]
                if zone.cards or zone.name != DISCARD
                else []
            )
        elif zone.layout == "pile":
            lines.append(pile_line(zone, words, most))
        else:
            lines.append(f"{words.zone(zone.name)}: {_row(zone)}")
    details = [*facts_told(view, words, names), *counts]
    joined = GAP.join(details)
    return [*([as_sentence(joined)] if joined else []), *lines]


def _unseen(zone: Zone) -> bool:
    """Return whether nothing but the number of cards is known of a zone."""
    return zone.layout == "count" or (bool(zone.cards) and all(card is None for card in zone.cards))


def _pairs(zone: Zone, *, picked_up: bool) -> list[str]:
    if not zone.cards:
        return [_("Nothing on the table yet.")]
    if picked_up:
        # Translators: The cards on the table that the defender picks up.
        return [_("Picked up: {cards}", cards=texts((*zone.cards, *filter(None, zone.covers))))]
    covers = zone.covers or (None,) * len(zone.cards)
    unbeaten = [text(card) for card, cover in zip(zone.cards, covers, strict=True) if cover is None]
    beaten = [
        f"~~{text(card)}~~{BOUND}{text(cover)}"
        for card, cover in zip(zone.cards, covers, strict=True)
        if cover
    ]
    lines = []
    if unbeaten:
        # Translators: The attacking cards that the defender still has to beat.
        lines.append(_("To beat: {cards}", cards=" ".join(unbeaten)))
    if beaten:
        # Translators: The attacking cards that are beaten, each with the card that beat it.
        lines.append(_("Beaten: {cards}", cards=GAP.join(beaten)))
    return lines


def pile_line(zone: Zone, words: GameWords, most: int = PILE_CARDS) -> str:
    """Return the line about an open pile: its number of cards, the card on top, and the cards below
    it. At most `most` cards are named."""
    if not zone.cards:
        # Translators: A pile without cards: “Pile: empty”.
        return _("{zone}: empty", zone=words.zone(zone.name))
    known = [card for card in reversed(zone.cards[-most:]) if card is not None]
    more = " …" if len(known) < len(zone.cards) else ""
    title = _("{zone} ({number})", zone=words.zone(zone.name), number=len(zone.cards))
    # Translators: A pile's top card: “Pile (7): 9♣ on top”.
    top = _("{card} on top", card=text(known[0]))
    if not known[1:]:
        return f"{title}: {top}"
    # Translators: After “9♣ on top, ”: the cards below it in the pile.
    return f"{title}: {top}, " + _("with {cards} below it", cards=texts(known[1:]) + more)


def _row(zone: Zone) -> str:
    if not zone.cards and not zone.gaps:
        # Translators: In place of a player's cards.
        return _("none")
    cards = list(zone.cards)
    for gap in sorted(zone.gaps):
        cards.insert(gap, "")
    return " ".join(EMPTY_PLACE if card == "" else text(card) for card in cards)


def facts_told(view: View, words: GameWords, names: Names) -> list[str]:
    """Return a few words for each fact of the view that is shown to members."""
    if not words.generic:
        told = (
            say(view.facts[name], names) for name, say in words.facts.items() if name in view.facts
        )
        return [fact for fact in told if fact]
    return [
        f"{in_words(name)}: {shown(name, value, names)}"
        for name, value in view.facts.items()
        if _simple(value)
    ]


def unseen_facts(view: View, words: GameWords, names: Names) -> str:
    """Return one line with the facts that the table's picture doesn't show. The line is empty when
    there are no such facts."""
    rest = {name: value for name, value in view.facts.items() if name not in SEEN_FACTS}
    told = GAP.join(facts_told(replace(view, facts=rest), words, names))
    return as_sentence(told)


def _simple(value: Any) -> bool:
    return isinstance(value, (str, int)) and value != ""


# ---------------------------------------------------------------------- the seats


def seat_lines(view: View, words: GameWords, names: Names, table: Table) -> list[str]:
    """Return a line for each seat: its roles, name, emote, score and number of cards, and ⏳ if the
    game waits for this seat. A player who has left or is out has a word about that instead of the
    number of cards. A further line has the cards in front of the seat, if there are any."""
    teams = len({seat.side for seat in view.seats}) < len(view.seats)
    lines: list[str] = []
    for seat in view.seats:
        lines.append(_seat_line(seat, view, words, names, table, teams=teams))
        zones = owned_zones(view, seat.seat, words)
        if zones:
            lines.append(f"-# {zones}")
    return lines


def owned_zones(view: View, owner: int, words: GameWords) -> str:
    """Return one line with the contents of the zones in front of the seat `owner`. If the seat is
    not the viewer's own, the known cards of the seat's hand are added. The line is empty if there
    is nothing to tell."""
    titles: dict[str, list[str]] = {}
    for zone in view.zones:
        if zone.owner != owner or not (zone.cards or zone.layout == "number"):
            continue
        if zone.layout != "hand":
            titles.setdefault(words.zone(zone.name), []).append(_owned(zone))
        elif owner != view.seat and any(zone.cards):
            title = hand_of(owner, words)
            titles.setdefault(title, []).append(texts(filter(None, zone.cards)))
    return GAP.join(f"{title} {' / '.join(parts)}" for title, parts in titles.items())


def hand_of(owner: int, words: GameWords) -> str:
    """Return the title of the hand of the seat `owner`, such as `Ada's hand`."""
    # Translators: Above a player's cards.
    return _("{name}'s hand", name=words.names[owner])


def _owned(zone: Zone) -> str:
    if zone.layout == "number":
        return figure_of(zone)
    return (
        str(len(zone.cards)) if zone.layout in {"count", "pile"} and _unseen(zone) else _row(zone)
    )


def waited_on_line(view: View, names: Names, table: Table) -> str:
    """Return the line that says for whom the game waits, and until when. Seats with the same
    deadline are named together. During a pause, the line says when the game goes on by itself.
    Returns an empty text when the game waits for nobody."""
    if view.pause:
        return _goes_on(table.clocks)
    together: dict[str, list[str]] = {}
    for seat in view.waiting_on:
        when = None if table.seats[seat].is_bot else table.clocks.get(seat)
        together.setdefault(_until(when), []).append(_named(seat, names, table.seats))
    limits = [until for until in together if until]
    if len(limits) > 1:
        waited = [f"{listed(named)} {until}".rstrip() for until, named in together.items()]
    else:
        waited = [named for group in together.values() for named in group]
    told = _("Waiting for {names}", names=listed(waited)) if waited else ""
    return f"{told} {limits[0]}" if len(limits) == 1 else told


def _goes_on(clocks: Mapping[int, datetime]) -> str:
    """Return the line that says when a game in a pause goes on by itself. This is the earliest
    deadline in `clocks`, which has the deadlines of the seats. The line is empty if there is no
    deadline."""
    when = min(clocks.values(), default=None)
    return _("The game carries on by itself {when}", when=format_dt(when, "R")) if when else ""


def unwritten_lines(names: Names, table: Table) -> list[str]:
    """Return a line for each name that the picture can't show because its font lacks the letters.
    The line has the name and the number that the picture shows instead. The seat of the reader is
    left out, because the picture calls it *You*."""
    return [
        f"-# #{number + 1} · {_named(number, names, table.seats)}"
        for number, seat in enumerate(table.seats)
        if written(seat.name or NAMELESS) is None and number != names.me
    ]


def _seat_line(
    seat: SeatView, view: View, words: GameWords, names: Names, table: Table, *, teams: bool
) -> str:
    roles = [role for role in map(words.role, seat.roles) if role is not None]
    marks = [role.mark for role in roles if role.mark]
    if teams:
        marks.insert(0, SIDE_MARKS[seat.side % len(SIDE_MARKS)])
    said = table.seats[seat.seat].said
    shown = [EMOTES[said.emote]] if said is not None else []
    parts = [" ".join([*dict.fromkeys(marks), _named(seat.seat, names, table.seats), *shown])]
    score = score_of(view, seat.seat, words)
    if score:
        parts.append(score)
    if seat.resigned:
        # Translators: After a player's name: they left the game early.
        parts.append(_("has left"))
    elif seat.out:
        # Translators: After a player's name: they have no cards left.
        parts.append(_("is out"))
    else:
        parts.append(counted("{number} card", "{number} cards", seat.cards))
        parts.extend(_(role.word) for role in roles if role.word)
        if seat.seat in view.waiting_on:
            parts.append("⏳")
    return GAP.join(parts)


def _named(seat: int, names: Names, seats: Sequence[Seat]) -> str:
    return f"{names[seat]} 🤖" if seats[seat].is_bot else names[seat]


def _until(when: datetime | None) -> str:
    """Return a deadline as text, with a timestamp that Discord counts down (`in 5 minutes`). The
    text is empty if there is no deadline."""
    return "" if when is None else f"⏳ {format_dt(when, 'R')}"


def waiting_line(view: View, names: Names, clocks: Mapping[int, datetime], words: GameWords) -> str:
    """Return the line that tells the reader, who is in the seat `view.seat`, whether it is their
    move. If it isn't, the line says for whom the game waits. A sentence about the reader's role is
    added if the role has such a sentence. `clocks` has the deadline of each seat."""
    me = view.seats[view.seat] if view.seat is not None else None
    roles = [role for role in map(words.role, me.roles) if role is not None] if me else []
    own = " ".join(_(role.you) for role in roles if role.you)
    if view.pause:
        return _goes_on(clocks)
    if me and (me.resigned or me.out):
        return _gone(view, me)
    if me and me.seat in view.waiting_on:
        # A role may say nothing of whose move it is: "You are the dealer."
        own = " ".join(filter(None, [_("Your move."), own]))
        return f"**{own}** {_until(clocks.get(me.seat))}".rstrip()
    waiting = _("Waiting for {names}.", names=names.listed(view.waiting_on))
    if view.moves:
        # Translators: Before “Waiting for Ada.”: the reader can move too, but doesn't have to.
        waiting = _meanwhile(view, words) or _("You can still play. {waiting}", waiting=waiting)
    return f"{own} {waiting}".lstrip()


def _meanwhile(view: View, words: GameWords) -> str:
    """Return the sentence, in the game's own words, about what a seat can do although the game
    doesn't wait for this seat. The sentence is empty when the game has no words for this."""
    verbs = (move.verb for move in view.moves)
    return next((_(words.meanwhile[verb]) for verb in verbs if verb in words.meanwhile), "")


def _gone(view: View, me: SeatView) -> str:
    if me.resigned:
        return _("You've left this game.")
    return _("You're out, but you can still make a move.") if view.moves else _("You're out.")
