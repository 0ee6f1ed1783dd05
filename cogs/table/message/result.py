"""The result of a finished game in words, and the data that the picture of the result shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.achievements.model import BY_NAME
from bot.core.model import Happening, Table
from bot.core.placing import is_draw_in_order, places_of
from bot.leaderboards.model import Booked, Moved
from bot.pictures.outcome import Ending
from bot.pictures.scene import Captions
from bot.pictures.seats import name_of
from cogs.discord.layout import short
from cogs.table.message.headline import by_place, headline, mark_of, nobody_is_ahead, who_left
from cogs.table.message.scores import score_lines, series_line
from cogs.words import _, in_context
from cogs.words.game import GameWords
from cogs.words.generic import in_words
from cogs.words.names import escaped
from cogs.words.seats import Names, listed
from games.cards import is_card
from games.core import Event, Outcome, View

NAMES: Final = (32, 18, 12, 8)
"""The lengths, in characters, to which the names in a headline are shortened. They are tried in
this order until the headline is short enough (`HEADLINE`). If no length is sufficient, the last one
is used."""
HEADLINE: Final = 40
"""The most characters of a headline in a picture. Names are shortened to fit (`NAMES`)."""


UNBOOKED: Final = Booked()
"""The effects of a game on ratings, badges and statistics, if no effects are known. All fields are
empty."""
FEW: Final = 6
"""The most cards that members can take in at one look."""
FINAL: Final = "crown"
"""The sign (bot.pictures.badges) of a tournament's final."""
CHAMPION: Final = "cup"
"""The sign (bot.pictures.badges) of a title."""
UP: Final = "▲"
DOWN: Final = "▼"
LEVEL: Final = "±"
"""The sign before the change of a rating that stayed the same. `UP` and `DOWN` stand before gains
and losses."""


def result_lines(
    outcome: Outcome,
    words: GameWords,
    names: Names,
    view: View | None,
    booked: Booked = UNBOOKED,
) -> list[str]:
    """Return the result in words. The lines are the headline, the places (with the changes of
    ratings, if the game is rated), the final scores, and the lines that `lines_without_places`
    returns. `view` is the view of the finished game (None: the cards are no longer known, and the
    scores are left out)."""
    return [
        headline(outcome, words, names),
        *_what_it_was(booked),
        *_place_lines(outcome, words, names, view, booked),
        *_scores(outcome, names, view),
        *_beside_places(outcome, words, names, booked),
    ]


def lines_without_places(
    outcome: Outcome, words: GameWords, names: Names, booked: Booked
) -> list[str]:
    """Return the lines of a result that belong to no single place. The lines come in this order:
    whether a moderator has voided the game, whether the game was a tournament's final, the score of
    the match, and honours (special feats in the game). The last lines name the champion of the last
    season, if the champion played in this game, and the badges that players earned."""
    return [*_what_it_was(booked), *_beside_places(outcome, words, names, booked)]


def _what_it_was(booked: Booked) -> list[str]:
    return [
        *([annulled_line()] if booked.annulled else []),
        # Translators: This game was a tournament's final.
        *([f"🏆 {_('Final')}"] if booked.final else []),
    ]


def _beside_places(outcome: Outcome, words: GameWords, names: Names, booked: Booked) -> list[str]:
    return [
        *_series(booked, names),
        *honour_lines(outcome, words, names),
        *([] if booked.champion is None else [f"🏆 {_titled(booked.champion, names)}"]),
        *_badge_lines(booked, names),
    ]


def annulled_line() -> str:
    """Return the line for everyone about a game that a moderator has voided."""
    return _("🚫 A moderator has voided this game, so it doesn't count.")


def _titled(seat: int, names: Names) -> str:
    return _("{name} is last season's champion", name=names[seat])


def _badge_lines(booked: Booked, names: Names) -> list[str]:
    """Return a line for each badge that players earned by the game. A badge is announced only in
    the result of the game that earned it."""
    return [
        _("🏅 {name} earns a badge: **{badge}**", name=names[seat], badge=_(BY_NAME[badge].title))
        for seat, badge in booked.badges
    ]


def _place_lines(
    outcome: Outcome,
    words: GameWords,
    names: Names,
    view: View | None,
    booked: Booked,
) -> list[str]:
    lines = []
    for place, seats in sorted(by_place(outcome, who_left(view)).items()):
        mark = mark_of(place, outcome, words)
        still = [seat for seat in seats if booked.of(seat) is None]
        for seat in seats:
            moved = booked.of(seat)
            if moved is not None:
                lines.append(f"{_place(mark, [seat], names, view)} · {moved_words(moved)}")
        if still and mark:
            lines.append(_place(mark, still, names, view))
    return lines


def _scores(outcome: Outcome, names: Names, view: View | None) -> list[str]:
    """Return the line with the final scores, ordered from the best place to the last. The list is
    empty in a game without scores, and if `view` is None."""
    if view is None:
        return []
    order = sorted(range(len(view.seats)), key=lambda seat: (outcome.ranks[seat], seat))
    return score_lines(view, names, order)


def _series(booked: Booked, names: Names) -> list[str]:
    """Return the line with the score of the match: how many games each player has won in the
    present series (the games in a row at this table with the same players). The list is empty if
    the match has no score yet."""
    told = series_line(booked.series, names)
    # Translators: The score of several games in a row: “Match: Ada 2, Berta 1”.
    return [_("Match: {score}", score=told)] if told else []


def moved_words(moved: Moved) -> str:
    """Return the change of a rating as text, such as `1043 → 1061 ▲18`."""
    sign = UP if moved.points > 0 else DOWN if moved.points < 0 else LEVEL
    return f"{moved.before} → {moved.after} {sign}{abs(moved.points)}"


def honour_lines(outcome: Outcome, words: GameWords, names: Names) -> list[str]:
    """Return a line for each honour (a special feat) in the outcome of a game."""
    told = []
    for honour in outcome.honours:
        name, *parts = honour.split(":")
        known = words.honours.get(name)
        told.append(
            known(parts, names)
            if known
            else " ".join(["🎖️", escaped(in_words(name)), *map(escaped, parts)])
        )
    return told


def _place(mark: str, seats: Sequence[int], names: Names, view: View | None) -> str:
    gone = [seat for seat in seats if view is not None and view.seats[seat].resigned]
    left = _left(gone, seats, names) if gone else ""
    return f"{mark} {listed([names.label(seat) for seat in seats])}{left}".lstrip()


def _left(gone: Sequence[int], seats: Sequence[int], names: Names) -> str:
    """Return the words after the names of `seats`, of which `gone` left the game. If all of them
    left, the words don't repeat their names."""
    if list(gone) != list(seats):
        # Translators: After the names of the players at one place in a result.
        return _(" ({names} left the game)", names=listed([names.label(seat) for seat in gone]))
    if gone == [names.me]:
        return in_context("beside “You”", " (left the game)")
    # Translators: After the names of the players at one place in a result, who all left.
    return _(" (left the game)")


# The picture


class Written(Names):
    """The names of seats for a picture: plain text, without the formatting of a message."""

    def __getitem__(self, seat: int) -> str:
        return self.names[seat] if 0 <= seat < len(self.names) else "?"


def ending_of(
    table: Table,
    outcome: Outcome,
    view: View,
    words: GameWords,
    captions: Captions,
    booked: Booked = UNBOOKED,
) -> Ending:
    """Return the data that the picture of a result shows besides the cards and seats of the view:
    the headline and the lines below it, the places, the changes of ratings, the badges, and the
    last cards."""
    for most in NAMES:
        names = Written(
            tuple(short(name_of(seat.seat, captions), most) for seat in view.seats),
            sides=tuple(seat.side for seat in view.seats),
        )
        told = headline(outcome, words, names)
        if len(told) <= HEADLINE:
            break
    seat, cards = last_cards(table.recent, words)
    in_order = is_draw_in_order(outcome.ranks, outcome.kind)
    return Ending(
        headline=told,
        lines=tuple(filter(None, (*_series(booked, names), words.score(outcome, names)))),
        medals=(
            *([(FINAL, _("Final"))] if booked.final else []),
            *([] if booked.champion is None else [(CHAMPION, _titled(booked.champion, names))]),
            *(("star", line) for line in honour_lines(outcome, words, names)),
            *(
                (BY_NAME[badge].sign, _badge_for(names[owner], badge))
                for owner, badge in booked.badges
            ),
        ),
        drawn=tuple(
            seat
            for seat, rank in enumerate(outcome.ranks)
            if outcome.kind == "draw" and rank == 1 and not in_order
        ),
        bots=frozenset(number for number, seat in enumerate(table.seats) if seat.is_bot),
        places=(
            ()
            if nobody_is_ahead(outcome)
            else places_of(outcome.ranks, outcome.kind, who_left(view))
        ),
        moved=booked.moved,
        last=_(words.last),
        cards=cards,
        title=last_cards_title(seat, names),
    )


def _badge_for(name: str, badge: str) -> str:
    # Translators: In a picture of a result: a player has earned a badge.
    return _("Badge for {name}: “{badge}”", name=name, badge=_(BY_NAME[badge].title))


def last_cards(recent: Sequence[Happening], words: GameWords) -> tuple[int | None, tuple[str, ...]]:
    """Return the seat and the cards of a game's last move, as far as everyone may know them.
    `recent` has the last moves, and only the newest of them is used. Of the events of this move,
    the latest event with at most `FEW` cards is taken. If all events with cards have more cards
    (such as a whole pile), the latest of these events is taken. The seat is None if the cards
    belong to no single seat. Returns (None, ()) if no event names cards."""
    events = reversed(recent[-1].events if recent else ())
    found = [each for event in events if (each := _cards_of(event, words)) is not None]
    few = (each for each in found if len(each[1]) <= FEW)
    return next(few, found[0] if found else (None, ()))


def last_cards_title(seat: int | None, names: Names) -> str:
    """Return the text beside the cards of a game's last move, which belong to this seat (None: to
    no single seat)."""
    # Translators: Above the cards that ended a game.
    return _("Last cards") if seat is None else _("{name}'s last cards", name=names[seat])


def _cards_of(event: Event, words: GameWords) -> tuple[int | None, tuple[str, ...]] | None:
    """Return the cards that an event names to everyone, and the seat to which they belong (None: to
    no single seat). Returns None if the event names no cards to everyone."""
    fields = event.seen_by(None)
    cards = fields.get("cards") or [fields.get("card")]
    if not isinstance(cards, (list, tuple)):
        return None
    if not all(isinstance(card, str) and is_card(card) for card in cards):
        return None
    seat = None if event.name in words.by_several else fields.get("seat")
    return seat if isinstance(seat, int) else None, tuple(cards)
