"""The English texts of Hearts for members. Translations are in `locale` beside this file."""

from collections.abc import Mapping
from typing import Any

from cogs.words import _, both, counted, marked
from cogs.words.cards import suit, text, texts
from cogs.words.game import GameWords, Role, Strength, Verb, Weight, reason_by_verb
from cogs.words.seats import Names
from cogs.words.sentences import by_person, of_seat
from games.cards import height, suit_of, taking
from games.core import Move, View
from games.players.finding import Finding
from shijo_hearts.players import COURT, DANGER, higher, lying


def _points(score: int | str) -> str:
    return counted("{number} point", "{number} points", int(score))


def _took(fields: Mapping[str, Any], names: Names) -> str:
    more, less = marked("{seat} takes the trick: {points}"), marked("{seat} takes the trick")
    if fields["seat"] == names.me:
        more, less = marked("you take the trick: {points}"), marked("you take the trick")
    seat, points = names[fields["seat"]], fields["points"]
    return _(more if points else less, seat=seat, points=_points(points))


def _way(value: Any, names: Names) -> str:
    ways = {
        1: _("Pass three cards to your left"),
        2: _("Pass three cards across"),
        3: _("Pass three cards to your right"),
    }
    return ways.get(value, "")


def _why_play(view: View, move: Move, finding: Finding) -> str:
    (card,), trick = move.cards, lying(view)
    if len(view.moves) == 1 or not (trick or higher(view, card)):
        return ""
    if not trick:
        return counted(
            "{number} higher card of this suit is still out.",
            "{number} higher cards of this suit are still out.",
            higher(view, card),
        )
    if suit_of(card) != suit_of(trick[0]):
        return _("you can't take this trick, so it's a good time to lose {card}.", card=text(card))
    best = taking(trick)
    if height(card) < height(best):
        return _("it stays under {card}, so you can't take this trick.", card=text(best))
    if all(height(each.cards[0]) > height(best) for each in view.moves):
        return _("everything you can play is higher than {card}.", card=text(best))
    return ""


def _why_pass(view: View, move: Move, finding: Finding) -> str:
    danger = [card for card in move.cards if card in DANGER]
    if danger and view.facts["lady"]:
        return _("{cards} could cost you thirteen points.", cards=texts(danger))
    kept = {suit_of(card) for card in view.hand if card not in move.cards}
    for card in move.cards:
        if suit_of(card) not in kept:
            return _(
                "once you're out of {suit}, you can dump points on other people's tricks.",
                suit=suit(suit_of(card) or ""),
            )
    return _("high cards take tricks.") if min(map(height, move.cards)) >= COURT else ""


WORDS = GameWords(
    verbs={
        "play": Verb(marked("Play"), marked("Play…")),
        "pass": Verb(marked("Pass cards"), marked("Pass cards…")),
        "go": Verb(marked("Next deal"), marked("Next deal…"), weight=Weight.USUAL),
    },
    roles={"led": Role("", marked("leads"), own=marked("lead"))},
    zones={
        "trick": marked("Played"),
        "passed": marked("Passed"),
        "taken": marked("Taken"),
        "hand": marked("hand"),
    },
    facts={"way": _way},
    events={
        "chose": both("{who} has chosen three cards", "{who} have chosen three cards"),
        "passed": marked("{seat} passes three cards to {to}"),
        "played": by_person(marked("{seat} plays {cards}"), marked("you play {cards}")),
        "took": _took,
        "moon": by_person(marked("🌕 {seat} shoots the moon"), marked("🌕 you shoot the moon")),
        "scored": marked("deal {deal} is over"),
        "deals": by_person(marked("{seat} deals"), marked("you deal")),
    },
    private={"passed": marked("{seat} passes you {cards}")},
    own={
        "chose": marked("you've chosen three cards"),
        "passed": marked("you pass {cards} to {to}"),
    },
    honours={"moon": of_seat(marked("🌕 {name} shot the moon"), marked("🌕 You shot the moon"))},
    points=_points,
    reason=reason_by_verb({"play": _why_play, "pass": _why_pass}),
    strengths={
        "skilled": Strength(
            marked("Skilled"), marked("counts the cards, and knows who's out of a suit")
        ),
        "casual": Strength(marked("Casual"), marked("stays low, and dumps points on you")),
        "beginner": Strength(
            marked("Beginner"), marked("passes anything, and stays low when it remembers")
        ),
    },
)
