"""The English texts of Crazy Eights for members. Translations are in `locale` beside this file."""

from typing import Any

from cogs.words import _, both, counted, marked
from cogs.words.cards import suit, texts
from cogs.words.game import GameWords, Role, Strength, Verb, Weight, a_seat, reason_by_verb
from cogs.words.seats import Names
from cogs.words.sentences import by_number, by_person, filled
from games.cards import rank_of, suit_of
from games.core import Move, View
from games.players.finding import Finding


def _wished(value: Any, names: Names) -> str:
    return _("Suit named: {suit}", suit=suit(value)) if value else ""


def _owed(value: Any, names: Names) -> str:
    return counted("{number} card to draw", "{number} cards to draw", value) if value else ""


def _why_play(view: View, move: Move, finding: Finding) -> str:
    (card,), facts = move.cards, view.facts
    rank, rest = rank_of(card), [each for each in view.hand if each != card]
    if not rest:
        return _("it's your last card, so you win.")
    if {each.cards for each in view.moves if each.verb == "play"} == {(card,)} and not move.other:
        return _("it's the only card that fits.")
    if rank == facts["attack"]:
        return _("the next player has to draw, unless they can answer it.")
    if rank == facts["skip"]:
        return _("the next player misses a turn.")
    plain = [each for each in rest if rank_of(each) != facts["wild"]]
    more = [each for each in plain if suit_of(each) == (move.other or suit_of(card))]
    if more:
        return _("you have more of that suit: {cards}.", cards=texts(more))
    return "" if move.other else _kept(facts["wild"], rest)


def _kept(wild: str, cards: list[str]) -> str:
    wilds = [card for card in cards if rank_of(card) == wild]
    return _("it saves {cards} for later.", cards=texts(wilds)) if wilds else ""


def _why_not(view: View, move: Move, finding: Finding) -> str:
    fitting = [each.cards[0] for each in view.moves if each.verb == "play"]
    return _kept(view.facts["wild"], fitting) if fitting else _("nothing you have fits.")


WORDS = GameWords(
    verbs={
        "play": Verb(marked("Play"), marked("Play…")),
        "draw": Verb(marked("Draw"), marked("Draw…"), "🎴", weight=Weight.USUAL),
        "pass": Verb(marked("Pass"), marked("Pass…"), weight=Weight.USUAL),
        "call": Verb(marked("Last card!"), marked("Last card…"), "📣"),
        "catch": Verb(marked("Catch"), marked("Catch…"), "🫵"),
    },
    others={"play": lambda other, _names: suit(other), "catch": a_seat},
    roles={"last": Role("📣", marked("last card"))},
    zones={"pile": marked("Pile"), "draw": marked("The deck"), "hand": marked("hand")},
    facts={"suit": _wished, "owed": _owed},
    events={
        "played": by_person(
            filled(marked("{seat} plays {cards} and names {suit}"), marked("{seat} plays {cards}")),
            filled(marked("you play {cards} and name {suit}"), marked("you play {cards}")),
        ),
        "drew": by_number(*both("{who} draws {number} card", "{who} draws {number} cards")),
        "passed": by_person(marked("{seat} passes"), marked("you pass")),
        "called": by_person(
            marked("📣 {seat} calls “last card”"), marked("📣 you call “last card”")
        ),
        "caught": by_person(
            marked("🫵 {seat} catches {of}, who forgot to call"),
            marked("🫵 you catch {of}, who forgot to call"),
            of=marked("🫵 {seat} catches you. You forgot to call!"),
        ),
        "skipped": by_person(marked("{seat} misses a turn"), marked("you miss a turn")),
        "reversed": by_person(marked("{seat} reverses play"), marked("you reverse play")),
        "turned": marked("the pile is shuffled into a new deck"),
    },
    private={"drew": marked("you draw {cards}")},
    trailing=frozenset({"skipped", "reversed", "turned"}),
    reason=reason_by_verb(
        {
            "play": _why_play,
            "draw": _why_not,
            "pass": _why_not,
            "call": marked("if you forget, anyone can make you draw two."),
            "catch": marked("it doesn't cost you a turn, and they draw two."),
        }
    ),
    strengths={
        "skilled": Strength(marked("Skilled"), marked("remembers what you couldn't match")),
        "casual": Strength(
            marked("Casual"), marked("holds wild cards back, and sometimes forgets to call")
        ),
        "beginner": Strength(marked("Beginner"), marked("often misses a card that fits")),
    },
)
