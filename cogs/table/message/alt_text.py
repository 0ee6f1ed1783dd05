"""The alt texts of pictures: plain text without formatting or mentions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from discord.utils import remove_markdown

from bot.core.model import Emote
from bot.pictures.hand import playable
from bot.pictures.outcome import Ending
from bot.pictures.result import is_shown_apart, open_zones, with_telling_counters
from bot.pictures.scene import Captions
from bot.pictures.table import runs_back
from bot.pictures.zones import PILE_SHOWN, figure_of, lies_before, title_of
from cogs.discord.layout import ALT_TEXT
from cogs.words import _, as_sentence, counted, in_context
from cogs.words.cards import SUIT_NAMES, SYMBOLS, spoken
from cogs.words.seats import emote_told, listed
from games.cards import SUITS
from games.view import SeatView, Tense, View, Zone

# Translators: In the description of a picture, which is read aloud.

ELLIPSIS: Final = "…"
LEFT: Final = {"deck-empty": 0, "last-card": 1}
"""The number of cards in the deck, by the name of the urgent fact about it."""


def table_alt(view: View, captions: Captions) -> str:
    """Return the alt text of the table's picture. It says whose move it is, then names the cards in
    the middle, and then the seats clockwise."""
    middle = [_middle_zone(zone, captions) for zone in view.zones if zone.owner is None]
    return clipped(
        [
            _turn(view, captions),
            *middle,
            *_signs(view),
            *_tension(view, captions),
            *(seat_alt(view, seat, captions) for seat in view.seats),
        ]
    )


def hand_alt(view: View, hand: Sequence[str], captions: Captions) -> str:
    """Return the alt text of a hand's picture. The text begins with the cards in the order of
    `hand`, the cards that can be played, and the cards in front of the hand's owner. Then the table
    follows as in the alt text of the table's picture, with the other seats clockwise."""
    count = counted("{number} card", "{number} cards", len(hand))
    parts = [
        _("Your hand, {count}: {cards}", count=count, cards=spoken_cards(hand))
        if hand
        else _("Your hand is empty")
    ]
    used = playable(view)
    if used:
        before = (card for zone in lies_before(view) for card in zone.cards)
        cards = [card for card in hand if card in used] or [card for card in before if card in used]
        parts.append(_("You can play {cards}", cards=spoken_cards(cards)))
    side = view.seats[view.seat or 0].side
    shown = {zone.owner for zone in lies_before(view) if zone.is_hand}
    owners = [seat.seat for seat in view.seats if seat.side == side or seat.seat in shown]
    seats, me = len(view.seats), view.seat or 0
    others = [view.seats[(me + step) % seats] for step in range(1, seats)]
    return clipped(
        [
            *parts,
            *(
                as_sentence(zone)
                for owner in owners
                for zone in _before(view, owner, captions, hands=owner in shown)
            ),
            _turn(view, captions),
            *(_middle_zone(zone, captions) for zone in view.zones if zone.owner is None),
            *_signs(view),
            *_tension(view, captions),
            *(seat_alt(view, seat, captions, hands=seat.seat not in shown) for seat in others),
            _self(view, captions),
        ]
    )


def result_alt(view: View, ending: Ending, captions: Captions) -> str:
    """Return the alt text of the picture of a finished game: how the game ended, the cards in the
    middle, the cards of the last move if the picture shows them separately, and the seats from the
    first place to the last."""
    view = with_telling_counters(view)
    middle = [_middle_zone(zone, captions) for zone in open_zones(view)]
    if is_shown_apart(view, ending):
        middle.append(f"{ending.title}: {spoken_cards(ending.cards)}")
    medals = [told for _sign, told in ending.medals]
    seats = [
        _placed(view, view.seats[seat], ending, captions)
        for seat in ending.in_order(len(view.seats))
    ]
    return clipped(
        [*map(remove_markdown, (ending.headline, *ending.lines, *medals)), *middle, *seats]
    )


def _placed(view: View, seat: SeatView, ending: Ending, captions: Captions) -> str:
    name = captions.names[seat.seat]
    # Whoever comes last has the last place, as in `headline.place_line`, however many tied before.
    last = len({each.side for each in view.seats})
    rank = last if ending.is_last(seat.seat) else ending.rank(seat.seat)
    place = f"{rank}. {name}" if ending.places else name
    moved = ending.moved[seat.seat] if seat.seat < len(ending.moved) else None
    told = [ending.last] if ending.is_last(seat.seat) else []
    told += _score(view, seat, captions)
    if moved is not None:
        told.append(_("rating {before} → {after}", before=moved.before, after=moved.after))
    if seat.cards:
        told.append(counted("{number} card", "{number} cards", seat.cards))
    told += _side(view, seat)
    before = _before(view, seat.seat, captions, hands=True)
    return _of_player(place, captions.gone(seat) if seat.resigned else "", told, before)


def _of_player(name: str, gone: str, told: Sequence[str], before: Sequence[str]) -> str:
    """Return what is told of a player, and the cards that lie before them, after their name. `gone`
    says that the player is out or has left (empty: neither). It makes a sentence with the name if
    nothing else is told."""
    if gone and not (told or before):
        return in_context("a player who is out or has left", "{name} {gone}", name=name, gone=gone)
    called = f"{name} ({gone})" if gone else name
    return "; ".join([f"{called}: {', '.join(told)}" if told else called, *before])


def clipped(sentences: Iterable[str]) -> str:
    """Join the sentences, in their order, to an alt text within Discord's limit. If not all fit,
    the text ends with an ellipsis."""
    text = ""
    for sentence in filter(None, sentences):
        ended = sentence if sentence.endswith(("!", "?", ".")) else f"{sentence}."
        longer = f"{text} {ended}" if text else ended
        if len(longer) > ALT_TEXT - len(ELLIPSIS) - 1:
            return f"{text} {ELLIPSIS}" if text else longer[: ALT_TEXT - 1] + ELLIPSIS
        text = longer
    return text


def spoken_cards(cards: Iterable[str | None]) -> str:
    """Return the known cards (those that aren't None) as text that screen readers read aloud."""
    return " ".join(spoken(card) for card in cards if card is not None)


def _turn(view: View, captions: Captions) -> str:
    if {view.seat, captions.me} & {*view.waiting_on}:
        return _("Your move.")
    names = listed([captions.names[seat] for seat in view.waiting_on])
    return _("To move: {names}", names=names) if names else ""


def _middle_zone(zone: Zone, captions: Captions) -> str:
    title, number = as_sentence(captions.zone(zone.name)), len(zone.cards)
    if zone.layout == "number":
        return _("{zone}: {number}", zone=title, number=figure_of(zone))
    if zone.layout == "pairs":
        return _("{zone}: {cards}", zone=title, cards=_pairs(zone)) if zone.cards else ""
    count = counted("{number} card", "{number} cards", number)
    known = [card for card in zone.cards if card is not None]
    if zone.layout == "count" or not known:
        return _("{zone}: {cards}", zone=title, cards=count)
    if zone.layout != "pile" or number == 1:
        return _("{zone}: {cards}", zone=title, cards=spoken_cards(known))
    if len(known) == 1:
        return _(
            "{zone}: {count}, ending with {cards}",
            zone=title,
            count=count,
            cards=spoken_cards(known),
        )
    seen = [card for card in reversed(zone.cards[-PILE_SHOWN:]) if card is not None]
    told = _("{zone}: {count}, {card} on top", zone=title, count=count, card=spoken_cards(seen[:1]))
    if seen[1:]:
        # Translators: After “9♣ on top, ”: the cards below it in the pile.
        told += ", " + _("with {cards} below it", cards=spoken_cards(seen[1:]))
    return told


def _pairs(zone: Zone) -> str:
    covers = zone.covers or (None,) * len(zone.cards)
    told = [
        _("{card} beaten by {cover}", card=spoken_cards([card]), cover=spoken_cards([cover]))
        if cover
        else spoken_cards([card])
        for card, cover in zip(zone.cards, covers, strict=True)
    ]
    return ", ".join(told)


def _tension(view: View, captions: Captions) -> list[str]:
    """Return the urgent facts that the description doesn't tell anyway."""
    return [captions.tense(view, each) for each in view.tension if not _is_told(view, each)]


def _is_told(view: View, tense: Tense) -> bool:
    """Return whether a number in the description tells this urgent fact: the number of cards of a
    zone in the middle or of a seat, or a seat's score."""
    if tense.name in LEFT:
        return any(
            zone.owner is None
            and zone.layout in {"count", "pile"}
            and len(zone.cards) == LEFT[tense.name]
            for zone in view.zones
        )
    if tense.seat is None:
        return False
    if tense.name == "one-card":
        return view.seats[tense.seat].cards == 1
    return tense.name == "close" and view.score(tense.seat) is not None


def _signs(view: View) -> list[str]:
    trump = view.facts.get("trump")
    signs = []
    if trump in SUITS:
        signs.append(_("Trumps: {suit}", suit=f"{SYMBOLS[trump]} {_(SUIT_NAMES[trump])}"))
    if runs_back(view):
        signs.append(_("Play goes anticlockwise"))
    return signs


def seat_alt(view: View, seat: SeatView, captions: Captions, *, hands: bool = True) -> str:
    """Return a seat in words: the number of cards, the roles, the score, and the cards in front of
    the seat. With `hands`, the known cards of the seat's hand are added."""
    name = captions.names[seat.seat]
    gone = captions.gone(seat)
    held = [counted("{number} card", "{number} cards", seat.cards), *captions.roles(seat)]
    told = [] if gone else held
    told += [*_score(view, seat, captions), *_side(view, seat), *_mood(seat, captions)]
    return _of_player(name, gone, told, _before(view, seat.seat, captions, hands=hands))


def _self(view: View, captions: Captions) -> str:
    """Return the roles, the score and the emote of the seat from which the game is seen, in words.
    The text is empty when the seat has none of these."""
    seat = view.seats[view.seat or 0]
    told = [
        *captions.roles(seat),
        *_score(view, seat, captions),
        *_mood(seat, captions),
    ]
    return f"{_('You')}: {', '.join(told)}" if told else ""


def _mood(seat: SeatView, captions: Captions) -> list[str]:
    """Return the emote at a seat in words. The list is empty if the seat shows no emote."""
    mood = captions.mood(seat.seat)
    return [emote_told(Emote(mood), own=seat.seat == captions.me)] if mood else []


def _score(view: View, seat: SeatView, captions: Captions) -> list[str]:
    value = view.score(seat.seat)
    return [] if value is None else [captions.score(value)]


def _side(view: View, seat: SeatView) -> list[str]:
    teams = len({each.side for each in view.seats}) < len(view.seats)
    return [_("team {number}", number=seat.side + 1)] if teams else []


def _before(view: View, owner: int, captions: Captions, *, hands: bool) -> list[str]:
    """Return the zones in front of the seat `owner` in words, one entry for each title. Zones
    without cards are left out, except zones that are shown as a number. The zone of the seat's hand
    is included only if `hands` is true and some cards of the hand are known."""
    titled: dict[str, list[str]] = {}
    for zone in view.zones:
        if (
            zone.owner == owner
            and (zone.cards or zone.layout == "number")
            and (zone.layout != "hand" or (hands and any(zone.cards)))
        ):
            titled.setdefault(title_of(zone, view, captions), []).append(_lying(zone))
    return [f"{title}: {', '.join(parts)}" for title, parts in titled.items()]


def _lying(zone: Zone) -> str:
    """Return the content of a zone in words: the known cards, and then the number of face-down
    cards. For a row with gaps and face-down cards, return only the number of cards and their
    positions from the left. For a hand, return only the known cards. For a zone that is shown as a
    number and not as cards, return this number."""
    if zone.layout == "number":
        return figure_of(zone)
    hidden = sum(card is None for card in zone.cards)
    if zone.gaps and hidden:
        places = [
            place + 1 for place in range(len(zone.cards) + len(zone.gaps)) if place not in zone.gaps
        ]
        # Translators: How many face-down cards, and their places from left to right.
        return _(
            "{number} (positions {places})",
            number=len(zone.cards),
            places=", ".join(map(str, places)) or "–",
        )
    if zone.layout == "hand":
        return spoken_cards(zone.cards)
    return " + ".join(filter(None, (spoken_cards(zone.cards), str(hidden) if hidden else "")))
