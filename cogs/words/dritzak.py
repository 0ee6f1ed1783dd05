"""The words of the game Dritzak (GameWords): labels of moves, names of roles and zones, and
sentences for its events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from cogs.words import _, both, counted, in_context, marked, reasons
from cogs.words.cards import hand_text, rank, text, texts
from cogs.words.game import GameWords, Handicap, Role, Together, Verb, Weight
from cogs.words.seats import Names, listed

# Translators: A line about the game; where it begins a line, it gets a capital letter.

# Translators: A sign in rock, paper, scissors.
SIGNS: Final[Mapping[str, str]] = {
    "rock": marked("✊ rock"),
    "paper": marked("✋ paper"),
    "scissors": marked("✌️ scissors"),
}
ENDED: Final[Mapping[str, str]] = {
    "jinx": marked("the winner is jinxed, so the game doesn't count"),
    "spared": marked("jinxed players come last, and everyone else shares the win"),
    "no-progress": marked(
        "nobody has drawn a card or cleared the pile for ages, so the game ends in a draw"
    ),
    "last-left": marked("everyone else has left"),
}
"""The sentences that tell members why a game ended, by reason."""
# Translators: Before “walk-off Deegan”: how many tens were turned over in a row before the last
# card.
DEGREES: Final = (marked("single"), marked("double"), marked("triple"), marked("quadruple"))


def _sign(sign: str) -> str:
    return _(SIGNS[sign]) if sign in SIGNS else sign


def _place(place: str, names: Names) -> str:
    # Translators: A face-down card by its place: “card 2”.
    return _("card {number}", number=place)


def _you_throw() -> str:
    return in_context("beside “You”", "yet to throw")


def _direction(value: Any, names: Names) -> str:
    return "" if value == 1 else _("Play goes anticlockwise ↺")


def _choice(value: Any, names: Names) -> str:
    return _("You've chosen {cards}", cards=texts(value)) if value else ""


def _thrown(value: Any, names: Names) -> str:
    return _("You've thrown {sign}", sign=_sign(value)) if value else ""


def _told_by_shijo(value: Any, names: Names) -> str:
    return f"🎴 {_answer(value)}" if value else ""


def _answer(fields: Mapping[str, Any]) -> str:
    if fields["answer"] == "advice":
        return _("The Shijo says to turn over card {place}.", place=fields["place"])
    if fields["answer"] == "revelation":
        return _(
            "The Shijo says card {place} is {card}.",
            place=fields["place"],
            card=text(fields["card"]),
        )
    return _("The Shijo is silent.")


def _up_shown(fields: Mapping[str, Any], names: Names) -> str:
    pairs = zip(fields["seats"], fields["cards"], strict=True)
    return "; ".join(
        _("you show {cards}", cards=texts(cards))
        if seat == names.me
        else _("{seat} shows {cards}", seat=names[seat], cards=texts(cards))
        for seat, cards in pairs
    )


def _tied(fields: Mapping[str, Any], names: Names) -> str:
    if names.me in fields["seats"]:
        others = [seat for seat in fields["seats"] if seat != names.me]
        return _(
            "you play rock, paper, scissors with {names} to see who starts",
            names=names.listed(others),
        )
    return _(
        "{seats} play rock, paper, scissors to see who starts",
        seats=names.listed(fields["seats"]),
    )


def _throws_shown(fields: Mapping[str, Any], names: Names) -> str:
    pairs = zip(fields["seats"], fields["signs"], strict=True)
    return listed(
        [
            _threw({"sign": sign}, names)
            if seat == names.me
            else _("{seat} threw {sign}", seat=names[seat], sign=_sign(sign))
            for seat, sign in pairs
        ]
    )


def _starts(fields: Mapping[str, Any], names: Names) -> str:
    if fields.get("rank") is None:
        return _("{seat} starts", seat=names[fields["seat"]])
    return _(
        "{seat} starts (lowest rank: {rank})",
        seat=names[fields["seat"]],
        rank=rank(fields["rank"]),
    )


def _i_start(fields: Mapping[str, Any], names: Names) -> str:
    if fields.get("rank") is None:
        return _("you start")
    return _("you start (lowest rank: {rank})", rank=rank(fields["rank"]))


def _i_flip(fields: Mapping[str, Any], names: Names) -> str:
    card = text(fields["card"])
    if fields["played"]:
        return _("you turn over {card}", card=card)
    return _("you turn over {card}, which can't be played", card=card)


def _i_pick_up(fields: Mapping[str, Any], names: Names) -> str:
    return counted("you pick up {number} card", "you pick up {number} cards", len(fields["cards"]))


def _flip(fields: Mapping[str, Any], names: Names) -> str:
    seat, card = names[fields["seat"]], text(fields["card"])
    if fields["played"]:
        return _("{seat} turns over {card}", seat=seat, card=card)
    return _("{seat} turns over {card}, which can't be played", seat=seat, card=card)


def _pickup(fields: Mapping[str, Any], names: Names) -> str:
    number = len(fields["cards"])
    return counted(
        "{who} picks up {number} card",
        "{who} picks up {number} cards",
        number,
        who=names[fields["seat"]],
    )


def _flip_and_pickup(events: Mapping[str, Mapping[str, Any]], names: Names) -> str:
    """Return one sentence about a face-down card that couldn't be played, and the pile that the
    seat then picked up."""
    flip, number = events["flip"], len(events["pickup"]["cards"])
    card = text(flip["card"])
    if flip["seat"] == names.me:
        return counted(
            "you turn over {card}, can't play it and pick up {number} card",
            "you turn over {card}, can't play it and pick up {number} cards",
            number,
            card=card,
        )
    return counted(
        "{seat} turns over {card}, can't play it and picks up {number} card",
        "{seat} turns over {card}, can't play it and picks up {number} cards",
        number,
        seat=names[flip["seat"]],
        card=card,
    )


def _poor_form(events: Mapping[str, Mapping[str, Any]], names: Names) -> str:
    """Return one sentence about the first card of a game if the seat held a lower one."""
    seat, cards = events["play"]["seat"], texts(events["play"]["cards"])
    if seat == names.me:
        return _("you play {cards} instead of your lowest card. Poor form!", cards=cards)
    return _(
        "{seat} plays {cards} instead of their lowest card. Poor form!",
        seat=names[seat],
        cards=cards,
    )


def _discarded(fields: Mapping[str, Any], names: Names) -> str:
    return (
        _("a ten clears the pile") if fields["by"] == "ten" else _("four of a kind clears the pile")
    )


def _drew(fields: Mapping[str, Any], names: Names) -> str:
    return _("you draw {cards}", cards=texts(fields["cards"]))


def _chose(fields: Mapping[str, Any], names: Names) -> str:
    return _("you chose {cards}", cards=hand_text(fields["cards"], "rank"))


def _threw(fields: Mapping[str, Any], names: Names) -> str:
    return _("you threw {sign}", sign=_sign(fields["sign"]))


def _told(fields: Mapping[str, Any], names: Names) -> str:
    if fields["answer"] == "advice":
        return _("the Shijo says to turn over card {place}", place=fields["place"])
    if fields["answer"] == "revelation":
        return _(
            "the Shijo says card {place} is {card}",
            place=fields["place"],
            card=text(fields["card"]),
        )
    return _("the Shijo stays silent")


def _skipped(fields: Mapping[str, Any], names: Names) -> str:
    skipped = [seat for seat in dict.fromkeys(fields["skipped"]) if seat != names.me]
    told = [_("you miss a turn")] if names.me in fields["skipped"] else []
    if skipped:
        who = names.listed(skipped)
        told.append(counted("{who} misses a turn", "{who} miss a turn", len(skipped), who=who))
    return "; ".join(told)


def _reversed(fields: Mapping[str, Any], names: Names) -> str:
    return _("play changes direction")


def _ended(fields: Mapping[str, Any], names: Names) -> str:
    sentence = ENDED.get(fields["reason"], "")
    return _(sentence)


def degree_word(degree: int) -> str:
    """Return the word for a walk-off (a special win in Dritzak) of this degree: 1 is a single
    walk-off, 2 a double one, and so on."""
    return _(DEGREES[degree - 1]) if degree <= len(DEGREES) else f"{degree}×"


# Translators: A win in Dritzak with a face-down card right after face-down tens: a “single walk-off
# Deegan” after one ten, a “double” one after two.
def _walk_off(fields: Mapping[str, Any], names: Names) -> str:
    if fields["seat"] == names.me:
        return _("🌟 You end on a {degree} walk-off Deegan!", degree=degree_word(fields["degree"]))
    return _(
        "🌟 A {degree} walk-off Deegan by {seat}!",
        seat=names[fields["seat"]],
        degree=degree_word(fields["degree"]),
    )


def _walk_off_honour(parts: Sequence[str], names: Names) -> str:
    return _walk_off({"seat": int(parts[0]), "degree": int(parts[1])}, names)


WORDS: Final = GameWords(
    verbs={
        "up": Verb(
            marked("Choose face-up cards"),
            marked("Choose face-up cards…"),
            played=both("Choose {cards}", "Choose {cards}"),
        ),
        # Translators: A move: to throw a sign in rock, paper, scissors.
        "throw": Verb(marked("Throw"), marked("Rock, paper or scissors…")),
        "play": Verb(
            marked("Play cards"), marked("Play…"), played=both("Play {cards}", "Play {cards}")
        ),
        "pickup": Verb(marked("Pick up the pile"), marked("Pick up…"), "🖐️", Weight.GRAVE),
        "flip": Verb(marked("Turn over"), marked("Turn over…"), "🎴"),
        "shijo": Verb(marked("Ask the Shijo"), marked("Ask the Shijo…"), "🔮"),
    },
    roles={
        "turn": Role("▶️"),
        # Translators: After a player's name: they haven't shown rock, paper or scissors yet.
        "thrower": Role("✊", caption=marked("yet to throw"), own=_you_throw),
        # Translators: Beside a player's name or beside “You”: their choice is made.
        "done": Role("✅", caption=marked("ready")),
        "jinxed": Role("🧿", marked("jinxed"), marked("You're jinxed, so your win won't count.")),
    },
    handicaps={"jinx": Handicap(marked("Jinx"), "jinxed")},
    # Translators: The title of a group of cards.
    zones={
        "pile": marked("Pile"),
        "draw": marked("The deck"),
        "discard": marked("Out of play"),
        "hand": marked("cards to choose from"),
        "face_up": marked("face up"),
        "face_down": marked("face down"),
    },
    glosses=(
        marked("**Jinx** is a handicap anyone can take on: a jinxed player's win doesn't count."),
    ),
    facts={"direction": _direction, "choice": _choice, "throw": _thrown, "shijo": _told_by_shijo},
    events={
        "chose": both(
            "{who} has chosen their face-up cards", "{who} have chosen their face-up cards"
        ),
        "up-shown": _up_shown,
        "tied": _tied,
        "throw": both(
            "{who} has chosen rock, paper or scissors", "{who} have chosen rock, paper or scissors"
        ),
        "throws-shown": _throws_shown,
        "starts": _starts,
        "poor-form": marked("{seat} holds back the lowest card. Poor form!"),
        "play": marked("{seat} plays {cards}"),
        "flip": _flip,
        "pickup": _pickup,
        "discarded": _discarded,
        "drew": None,
        "shijo-asked": marked("{seat} asks the Shijo"),
        "shijo-answer": None,
        "skipped": _skipped,
        "reversed": _reversed,
        "out": both("{who} is out", "{who} are out"),
        "walk-off": _walk_off,
        "ended": _ended,
    },
    private={"drew": _drew, "chose": _chose, "throw": _threw, "shijo-answer": _told},
    own={
        "starts": _i_start,
        "poor-form": marked("you hold back the lowest card. Poor form!"),
        "play": marked("you play {cards}"),
        "flip": _i_flip,
        "pickup": _i_pick_up,
        "shijo-asked": marked("you ask the Shijo"),
        "out": marked("you're out"),
    },
    together=(
        Together(frozenset({"flip", "pickup"}), _flip_and_pickup),
        Together(frozenset({"play", "poor-form"}), _poor_form),
    ),
    told_by={"chose": "up-shown", "throw": "throws-shown"},
    leading=frozenset({"shijo-asked", "shijo-answer"}),
    honours={"walk-off": _walk_off_honour},
    emblem=("2S", "7H", "10D", "AC"),
    # Translators: Read by the winner.
    you_first=marked("You got out first!"),
    others={"flip": _place, "throw": lambda sign, _names: _sign(sign)},
    order="rank",
    reason=reasons.dritzak,
)
