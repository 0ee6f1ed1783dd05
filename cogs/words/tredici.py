"""The words of the game Tredici (GameWords): labels of moves, names of roles and zones, and
sentences for its events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from cogs.words import _, both, counted, in_context, marked, reasons
from cogs.words.cards import SUIT_NAMES, suit, texts
from cogs.words.game import GameWords, Role, Together, Verb, Weight, you_deal
from cogs.words.seats import Names
from cogs.words.sentences import Telling

# Translators: A line about the game; where it begins a line, it gets a capital letter.

OWED: Final[Mapping[str, str]] = {
    "swap": marked("You'll discard three cards and draw three"),
    "redraw": marked("You'll swap your whole hand for a new one"),
    "fresh": marked("You'll draw a full hand"),
}
NEXT: Final[Mapping[str, str]] = {
    "swap": marked("{who} discards three cards and draws three"),
    "redraw": marked("{who} swaps their whole hand"),
    "fresh": marked("{who} draws a full hand"),
}
# Translators: In brackets, as in “Ada calls kisché (wrongly, as nobody shares a suit)”.
KINDS: Final[Mapping[str, str]] = {
    "kische": marked("a single kisché, as one other player has the caller's suit"),
    "triple": marked("a triple kisché, as two others have the caller's suit"),
    "passive": marked("a passive kisché, as two others share a suit"),
    "triple-passive": marked("a triple passive kisché, as three others share a suit"),
    "double": marked("a double kisché, as two pairs of players share suits"),
    "nimoeglich": marked("an impossible kisché, or “nimöglich”, as everyone has the same suit"),
    "wrong": marked("wrongly, as nobody shares a suit"),
}

DRAWN: Final[Mapping[str, str]] = {
    "run-out": marked(
        "the deck and the discard pile are empty and nobody holds more than one card, "
        "so it's a draw"
    ),
    "no-progress": marked("nobody has set a card aside for ages, so the game ends in a draw"),
}


def _you_call() -> str:
    return in_context("beside “You”", "called kisché")


def _number(one: str, many: str) -> Telling:
    def tell(fields: Mapping[str, Any], names: Names) -> str:
        seat = fields.get("seat")
        who = (
            names[seat]
            if isinstance(seat, int)
            else names.side(fields["side"])
            if "side" in fields
            else ""
        )
        return counted(one, many, fields["count"], who=who)

    return tell


def _seen(name: str, sentence: str) -> Telling:
    """Return a function that tells an event in which a seat discards or draws cards. `name` is the
    event's name. If the reader knows the cards (as in a puzzle), the function fills the cards into
    `sentence`. Otherwise the function tells only how many cards the event is about."""

    def tell(fields: Mapping[str, Any], names: Names) -> str:
        if "cards" not in fields:
            return NUMBERED[name](fields, names)
        return _(sentence, who=names[fields["seat"]], cards=texts(fields["cards"]))

    return tell


def _own(sentence: str) -> Telling:
    def tell(fields: Mapping[str, Any], names: Names) -> str:
        # Translators: In place of cards: “you draw nothing”.
        return _(sentence, cards=texts(fields["cards"]) or _("nothing"))

    return tell


def _aces(fields: Mapping[str, Any], names: Names) -> str:
    cards = fields["cards"]
    return counted(
        "you drew an ace of another suit: {cards}",
        "you drew aces of other suits: {cards}",
        len(cards),
        cards=texts(cards),
    )


NUMBERED: Final[Mapping[str, Telling]] = {
    "discarded": _number(*both("{who} discards {number} card", "{who} discards {number} cards")),
    "drew": _number(*both("{who} draws {number} card", "{who} draws {number} cards")),
}
SEEN: Final[Mapping[str, Telling]] = {
    "discarded": _seen("discarded", marked("{who} discards {cards}")),
    "drew": _seen("drew", marked("{who} draws {cards}")),
}
OWN: Final[Mapping[str, Telling]] = {
    "discarded": _own(marked("you discard {cards}")),
    "drew": _own(marked("you draw {cards}")),
}


def _known_aside(fields: Mapping[str, Any], names: Names) -> str:
    cards = texts(fields["cards"])
    if fields["seat"] == names.me:
        return _("you set {cards} aside", cards=cards)
    return _("{seat} sets {cards} aside", seat=names[fields["seat"]], cards=cards)


def _all_set_aside(events: Sequence[Mapping[str, Any]], names: Names) -> str:
    told = [
        _("{seat}: {number}", seat=names[fields["seat"]], number=fields["count"])
        for fields in events
    ]
    # Translators: A list: “cards set aside – Ada: 2, Berta: 1”.
    return _("cards set aside – {told}", told=", ".join(told))


def _turn(events: Mapping[str, Mapping[str, Any]], names: Names) -> str:
    """Return one sentence about a whole turn: the cards that were changed or drawn, and the cards
    that were set aside. `events` maps the name of each event of the turn to the event's fields."""
    own = next(iter(events.values()))["seat"] == names.me
    changed, kept = _changed(events, names, own=own), events.get("set-aside")
    if kept is None:
        return changed
    if "cards" not in kept:
        number = kept["count"]
        # Translators: The end of “Ada swaps 3 cards, then sets 2 cards aside”.
        aside = counted("sets {number} card aside", "sets {number} cards aside", number)
    elif own:
        # Translators: The end of “you draw 7♥ 2♣, then set 7♥ aside”.
        aside = _("set {cards} aside", cards=texts(kept["cards"]))
    else:
        # Translators: The end of “Ada draws 7♥ 2♣, then sets 7♥ aside”.
        aside = _("sets {cards} aside", cards=texts(kept["cards"]))
    # Translators: Two deeds of one player: “Ada swaps 3 cards, then sets 2 cards aside”.
    return _("{changed}, then {aside}", changed=changed, aside=aside)


def _changed(events: Mapping[str, Mapping[str, Any]], names: Names, *, own: bool) -> str:
    old, new = events.get("discarded"), events.get("drew")
    if old is None or new is None:
        name, fields = ("drew", new) if old is None else ("discarded", old)
        telling = (OWN if own else SEEN)[name]
        return telling(fields or {}, names)
    if own:
        return _("you swap {old} for {new}", old=texts(old["cards"]), new=texts(new["cards"]))
    who, number = names[new["seat"]], new["count"]
    if "cards" in old:
        told = texts(old["cards"]), texts(new["cards"])
        return _("{who} swaps {old} for {new}", who=who, old=told[0], new=told[1])
    if old["count"] == number:
        return counted("{who} swaps {number} card", "{who} swaps {number} cards", number, who=who)
    return counted(
        "{who} discards {old} and draws {number} card",
        "{who} discards {old} and draws {number} cards",
        number,
        who=who,
        old=old["count"],
    )


def _kische(fields: Mapping[str, Any], names: Names) -> str:
    kind = KINDS.get(str(fields["kind"]).replace("_", "-"), str(fields["kind"]))
    # Translators: The revealed suits and the purged players follow.
    if fields["seat"] == names.me:
        return _("🗣️ You call kisché ({kind})", kind=_(kind))
    return _("🗣️ {seat} calls kisché ({kind})", seat=names[fields["seat"]], kind=_(kind))


def _announced(fields: Mapping[str, Any], names: Names) -> str:
    told = [
        _("{side}: {suit}", side=names.side(side), suit=suit(target))
        for side, target in enumerate(fields["targets"])
        if target in SUIT_NAMES
    ]
    # Translators: A list of the players' revealed suits.
    return _("suits – {told}", told=", ".join(told))


def _won(fields: Mapping[str, Any], names: Names) -> str:
    if names.seats_of(fields["side"]) == [names.me]:
        return _("🎉 Tredici! You have all thirteen {suit}", suit=suit(fields["suit"]))
    return _(
        "🎉 Tredici! {side} has all thirteen {suit}",
        side=names.side(fields["side"]),
        suit=suit(fields["suit"]),
    )


def _draw(fields: Mapping[str, Any], names: Names) -> str:
    sentence = DRAWN[fields["reason"]]
    return _(sentence)


def _targets(value: Any, names: Names) -> str:
    own = None if names.me is None else names.sides[names.me]
    known = [
        _("Your suit: {suit}", suit=suit(target))
        if side == own
        else _("{side}: {suit}", side=names.side(side), suit=suit(target))
        for side, target in enumerate(value)
        if target in SUIT_NAMES
    ]
    return " · ".join(known)


def _owes(value: Any, names: Names) -> str:
    if not isinstance(value, str):
        return ""
    owed, _sep, number = value.partition(" ")
    if owed == "draw":
        return counted("You'll draw {number} card", "You'll draw {number} cards", int(number))
    return _(OWED[owed]) if owed in OWED else ""


def _owed(value: Any, names: Names) -> str:
    """Return a line that says for each seat what this seat has to do next. `value` has a word for
    each seat, such as `draw 2`."""
    return " · ".join(_next(seat, owes, names) for seat, owes in enumerate(value))


def _next(seat: int, owes: str, names: Names) -> str:
    owed, _sep, number = owes.partition(" ")
    if owed == "draw":
        return NUMBERED["drew"]({"seat": seat, "count": int(number)}, names)
    return _(NEXT[owed], who=names[seat])


def _full_hand(value: Any, names: Names) -> str:
    return (
        counted("a full hand is {number} card", "a full hand is {number} cards", value)
        if isinstance(value, int)
        else ""
    )


def _collected(score: int | str) -> str:
    """Return a side's score as text, such as `10 of 13`: how many of the thirteen cards the side
    has set aside."""
    number, _sep, whole = str(score).partition("/")
    # Translators: A player's score: how many of the thirteen cards they have set aside.
    return _("{number} of {whole}", number=number, whole=whole)


WORDS: Final = GameWords(
    verbs={
        # Translators: A move: to choose the suit that you collect.
        "target": Verb(marked("Collect"), marked("Collect…")),
        "draw": Verb(marked("Draw"), marked("Draw…"), "🎴", Weight.USUAL),
        "discard": Verb(
            marked("Discard"),
            marked("Discard…"),
            played=both("Discard {cards}", "Discard {cards}"),
        ),
        "give": Verb(
            marked("Give"),
            marked("Give up a card…"),
            played=both("Give up {cards}", "Give up {cards}"),
        ),
        "kische": Verb(
            marked("Call kisché"),
            marked("Call kisché…"),
            "🗣️",
            Weight.GRAVE,
            marked(
                "Call kisché? It can only be called once per game, and you can't take it back. "
                "Everyone else collecting your suit is purged, and so are players who share any "
                "other suit. If nobody shares a suit, you're purged. Purged players lose all "
                "their cards and pick a new suit."
            ),
        ),
        "agree": Verb(marked("Agree to kisché"), marked("Agree to kisché…"), "👍", Weight.GRAVE),
        "refuse": Verb(marked("Refuse kisché"), marked("Refuse kisché…"), "👎"),
        "tredici": Verb(marked("Tredici!"), marked("Tredici!"), "🎉", Weight.USUAL),
    },
    roles={
        "turn": Role("▶️"),
        "dealer": Role("", marked("dealer"), own=you_deal),
        "captain": Role("", marked("captain"), marked("You're the captain of your team.")),
        "caller": Role("🗣️", caption=marked("called kisché"), own=_you_call),
    },
    # Translators: The title of a group of cards.
    zones={
        "draw": marked("The deck"),
        "discard": marked("Discard pile"),
        "stack": marked("set aside"),
        "hand": marked("hand"),
    },
    glosses=(
        marked(
            "**Kisché** reveals everyone's suit and can be called once per game. Anyone who "
            "shares a suit is **purged**, except the caller. Purged players lose all their cards "
            "and pick a new suit."
        ),
        marked("**A full hand** is the most cards you can hold. The table shows how many that is."),
    ),
    facts={"full_hand": _full_hand, "targets": _targets, "owes": _owes, "owed": _owed},
    events={
        "target-chosen": both("{who} picks a suit", "{who} pick a suit"),
        "set-aside": _number(
            *both("{who} sets {number} card aside", "{who} sets {number} cards aside")
        ),
        **SEEN,
        "ace": None,
        "reshuffled": marked("the discard pile becomes the deck"),
        "shrunk": marked(
            "the deck and the discard pile are empty, so a full hand is now "
            "{full_hand} and everyone gives up a card"
        ),
        "gave": both("{who} gives up a card", "{who} give up a card each"),
        "gathered": None,
        "kische-called": _kische,
        "targets-announced": _announced,
        "purged": both(
            "{who} is purged and loses all their cards",
            "{who} are purged and lose all their cards",
        ),
        "tredici": _won,
        # Translators: A player or a team; everyone else has left the game.
        "last-side": marked("{side} is the last one left"),
        "draw": _draw,
    },
    private={
        "target-chosen": marked("your suit is {suit}"),
        "set-aside": _known_aside,
        **OWN,
        "gave": _own(marked("you give up {cards}")),
        "ace": _aces,
        "kische-asked": marked("{seat} wants to call kisché"),
        "kische-agreed": marked("{seat} agrees to kisché"),
        "kische-refused": marked("{seat} refuses kisché"),
    },
    own={
        "purged": marked("you're purged and lose all your cards"),
        # Translators: Everyone else has left the game.
        "last-side": marked("you're the last one left"),
        "kische-asked": marked("you want to call kisché"),
        "kische-agreed": marked("you agree to kisché"),
        "kische-refused": marked("you refuse kisché"),
    },
    rows={"set-aside": _all_set_aside},
    together=(Together(frozenset({"discarded", "drew", "set-aside"}), _turn),),
    told_by={"discarded": "purged"},
    points=_collected,
    emblem=("10H", "JH", "QH", "KH", "AH"),
    # Translators: Read by the winner.
    you_first=marked("Tredici! All thirteen are yours."),
    reason=reasons.tredici,
    puzzle=marked(
        "You're {name}. Your task: {goal}. It all comes down to the order of your discards. You "
        "can see every hand and the cards to come, from left to right: the deck first, then the "
        "discard pile."
    ),
)
