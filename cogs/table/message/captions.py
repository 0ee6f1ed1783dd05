"""The words inside the pictures of a table, and the lines for urgent facts (such as *one card
left*), in a picture and in a message."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Final

from bot.core.model import Table
from bot.core.people import PEOPLE
from bot.pictures.fonts import written
from bot.pictures.scene import Captions
from cogs.words import _, as_sentence, in_context, marked
from cogs.words.cards import rank_letters
from cogs.words.game import GameWords
from cogs.words.generic import in_words
from cogs.words.seats import Names
from games.view import SCORE, TENSION, Tense, View

SEEN_FACTS: Final = frozenset({"trump", "trump_card", "direction", SCORE, TENSION})
"""Facts that a table's picture shows."""
HAND: Final = "hand"
"""The zone that holds a seat's hand."""
CHECK: Final = "✓"
SIGNS: Final = {"⚔️": "swords", "🛡️": "shield"}
"""The names of drawings for two emoji that mark a seat's role (attacker and defender). Pictures
show the drawings, because their font lacks these emoji."""
# Translators: A caption in a table's picture when the game gets exciting.
TENSE: Final[Mapping[str, str]] = {
    "deck-empty": marked("The deck is empty"),
    "last-card": marked("One card left in the deck"),
    "trump-fight": marked("Trump duel!"),
    "one-card": marked("{name}: last card!"),
    "blind": marked("{name} is playing blind"),
    "close": marked("{name}: {score}!"),
}
"""The words for urgent facts, by the names that several games share. A fact with any other name is
told by its name."""
# Translators: A caption in a player's own picture when the game gets exciting.
OWN_TENSE: Final[Mapping[str, str]] = {
    "one-card": marked("Your last card!"),
    "blind": marked("You're playing blind"),
    "close": marked("You: {score}!"),
}
"""The words for urgent facts for the player whom the fact is about."""


def captions_of(
    table: Table, words: GameWords, *, opened: bool = False, me: int | None = None
) -> Captions:
    """Return the names and titles for pictures of this table. With `opened`, the picture shows all
    hands, and each has a title. The reader's own seat `me` is called *You* (None: the picture is
    for everyone)."""
    return captions_for(
        [seat.name for seat in table.seats],
        words,
        opened=opened,
        me=me,
        faces=[seat.name if seat.is_bot and seat.name in PEOPLE else "" for seat in table.seats],
        moods=["" if seat.said is None else seat.said.emote for seat in table.seats],
    )


def captions_for(
    names: Iterable[str],
    words: GameWords,
    *,
    opened: bool = False,
    me: int | None = None,
    faces: Iterable[str] = (),
    moods: Iterable[str] = (),
) -> Captions:
    """Return the names and titles for pictures of a table. `names`, `faces` and `moods` have one
    text for each seat, in the order of the seats. A text in `faces` is the name of a bot player
    with a portrait, and a text in `moods` is an emote. Both can be empty. With `opened`, the
    picture shows all hands, and each hand has a title. The reader's own seat `me` is called *You*.
    If the picture is for everyone, `me` is None."""
    called = tuple(" ".join(name.split()) or "?" for name in names)
    return Captions(
        tuple(_("You") if seat == me else name for seat, name in enumerate(called)),
        zone=partial(_opened_zone, words) if opened else words.zone,
        role=partial(_role, words),
        # Translators: Below a player's name: they have no cards left.
        out=_("is out"),
        # Translators: Below a player's name: they left the game early.
        left=_("has left"),
        sign=partial(_sign, words),
        letters=rank_letters(),
        score=words.points,
        hand=partial(_hand_of, called),
        tense=partial(_tense, words, called, me),
        faces=tuple(faces),
        moods=tuple(moods),
        me=me,
        own_role=partial(_own_role, words),
        own_out=in_context("beside “You”", "are out"),
        own_left=in_context("beside “You”", "have left"),
        brief=_brief(words),
    )


def _hand_of(names: Sequence[str], owner: int) -> str:
    # Translators: Above a player's cards.
    return _("{name}'s hand", name=names[owner])


def _tense(words: GameWords, names: Sequence[str], me: int | None, view: View, tense: Tense) -> str:
    """Return the words for an urgent fact, such as *one card left*, for a picture. The reader sits
    in the seat `me` (None: the picture is for everyone). A player's name is written in the letters
    that the picture's font has, or replaced by the seat's number (`#2`) if too few letters
    remain."""
    seat = tense.seat
    name = "" if seat is None else written(names[seat]) or f"#{seat + 1}"
    return tense_words(view, tense, name, words, me)


def _opened_zone(words: GameWords, name: str) -> str:
    # Translators: Above a player's cards.
    return _("hand") if name == HAND else words.zone(name)


def _sign(words: GameWords, name: str) -> str:
    role = words.role(name)
    return SIGNS.get(role.mark, "") if role else ""


def _role(words: GameWords, name: str) -> str:
    """Return the word for a role. The word is empty for the role `turn`, which is drawn as an
    arrow, and for roles that are not shown."""
    role = words.role(name)
    if role is None or name == "turn":
        return ""
    if role.word:
        return _(role.word)
    if role.caption:
        return _(role.caption)
    return in_words(name).lower() if role.mark else ""


def _brief(words: GameWords) -> dict[str, str]:
    """Return a sign for the role `done`, unless it has a word that stands after the name."""
    role = words.role("done")
    return {"done": CHECK} if role is not None and not role.word else {}


def _own_role(words: GameWords, name: str) -> str:
    """Return the word for a role beside *You*. The word is empty if it is the usual word."""
    role = words.role(name)
    if role is None or not role.own or not _role(words, name):
        return ""
    return role.own() if callable(role.own) else _(role.own)


def tense_words(
    view: View, tense: Tense, name: str, words: GameWords, me: int | None = None
) -> str:
    """Return the words for an urgent fact, such as *one card left*, as plain text. The fact
    concerns the seat whose player is called `name`, or the whole table. The reader sits in the seat
    `me`, or in the seat from which the game is seen."""
    score = None if tense.seat is None else view.score(tense.seat)
    own = tense.seat is not None and tense.seat in (view.seat, me)
    known, name = (OWN_TENSE if own else TENSE).get(tense.name), _("You") if own else name
    if known is not None:
        return _(known, name=name, score="" if score is None else words.points(score))
    told = in_words(tense.name)
    return told if tense.seat is None else f"{name}: {told.lower()}"


def tension_line(view: View, words: GameWords, names: Names) -> str:
    """Return all urgent facts of a view, such as *one card left*, in one line of a message. The
    line is empty when there are no such facts."""
    told = (
        tense_words(view, each, "" if each.seat is None else names[each.seat], words)
        for each in view.tension
    )
    return " · ".join(as_sentence(each) for each in told)
