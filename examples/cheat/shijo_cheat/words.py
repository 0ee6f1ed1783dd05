"""The English texts of Cheat that members see. Translations are in `locale` beside this file."""

from collections.abc import Mapping
from typing import Any, Final

from cogs.words import _, both, counted, marked
from cogs.words.cards import texts
from cogs.words.game import GameWords, Role, Strength, Verb, Weight, reason_by_verb
from cogs.words.seats import Names
from cogs.words.sentences import by_number, by_person
from games.cards import rank_of
from games.core import Move, View
from games.players.finding import Finding
from shijo_cheat.players import OF_A_RANK, is_last, laid_by_me, number_claimed, rank_due

RANKS: Final[Mapping[str, str]] = {
    "A": marked("aces"),
    "2": marked("twos"),
    "3": marked("threes"),
    "4": marked("fours"),
    "5": marked("fives"),
    "6": marked("sixes"),
    "7": marked("sevens"),
    "8": marked("eights"),
    "9": marked("nines"),
    "10": marked("tens"),
    "J": marked("jacks"),
    "Q": marked("queens"),
    "K": marked("kings"),
}


def _rank(other: str, names: Names) -> str:
    return _(RANKS[other]) if other in RANKS else other


def _current(value: Any, names: Names) -> str:
    return _("Current claim: {rank}", rank=_rank(value, names)) if value else ""


def _claimed(fields: Mapping[str, Any], names: Names) -> str:
    return counted(
        "{who} plays {number} card and claims {rank}!",
        "{who} plays {number} cards and claims {rank}!",
        fields["count"],
        who=names[fields["seat"]],
        rank=_rank(fields["rank"], names),
    )


def _i_claimed(fields: Mapping[str, Any], names: Names) -> str:
    return counted(
        "you play {number} card and claim {rank}!",
        "you play {number} cards and claim {rank}!",
        fields["count"],
        rank=_rank(fields["rank"], names),
    )


def _doubted(fields: Mapping[str, Any], names: Names) -> str:
    seat, of, honest = fields["seat"], fields["of"], fields["honest"]
    true = marked("🤨 {seat} doubts {of}, but the claim was true: {cards}")
    false = marked("🤨 {seat} catches {of} cheating: {cards}")
    if names.me == seat:
        true = marked("🤨 you doubt {of}, but the claim was true: {cards}")
        false = marked("🤨 you catch {of} cheating: {cards}")
    elif names.me == of:
        true = marked("🤨 {seat} doubts you, but your claim was true: {cards}")
        false = marked("🤨 {seat} catches you cheating: {cards}")
    told, cards = true if honest else false, texts(fields["cards"])
    return _(told, seat=names[seat], of=names[of], cards=cards)


def _why_lay(view: View, move: Move, finding: Finding) -> str:
    (card,), laid, due = move.cards, laid_by_me(view), rank_due(view)
    if {rank_of(each) for each in (*laid, card)} == {due or rank_of(card)}:
        return _("it's true, so nobody can catch you.")
    if any(rank_of(each) == due for each in (*laid, *view.hand)) or due is None:
        return ""
    return _("you don't hold the rank you need to claim, so you have to cheat.")


def _why_claim(view: View, move: Move, finding: Finding) -> str:
    rank, laid = move.other or rank_due(view), laid_by_me(view)
    if all(rank_of(each) == rank for each in laid):
        return _("it's true, so nobody can catch you.")
    if any(rank_of(each) == rank for each in view.hand):
        return ""
    return _("you have no cards of that rank to add.")


def _why_answer(view: View, move: Move, finding: Finding) -> str:
    own = sum(rank_of(card) == view.facts["due"] for card in view.hand)
    ruled_out = own + number_claimed(view) > OF_A_RANK
    if move.verb == "trust":
        return "" if ruled_out else _("going by your own cards, the claim could be true.")
    if ruled_out:
        return counted(
            "you have {number} card of that rank, so it can't be true.",
            "you have {number} cards of that rank, so it can't be true.",
            own,
        )
    return _("they win unless someone doubts this claim.") if is_last(view) else ""


WORDS = GameWords(
    verbs={
        "lay": Verb(marked("Play"), marked("Play face down…")),
        "claim": Verb(marked("Claim"), marked("Claim…"), "🗣️", weight=Weight.USUAL),
        "doubt": Verb(marked("Doubt!"), marked("Doubt…"), "🤨"),
        "trust": Verb(marked("Trust"), marked("Trust…"), weight=Weight.USUAL),
        "go": Verb(marked("Continue"), marked("Continue…"), weight=Weight.USUAL),
    },
    others={"claim": _rank},
    roles={"claimed": Role("🗣️", marked("claims"), own=marked("claim"))},
    zones={
        "pile": marked("Pile"),
        "laid": marked("Claimed"),
        "hand": marked("hand"),
    },
    facts={"claim": _current},
    events={
        "laid": None,
        "claimed": by_person(_claimed, _i_claimed),
        "trusted": by_person(marked("{seat} believes the claim"), marked("you believe the claim")),
        "doubted": _doubted,
        "took": by_person(
            by_number(
                *both("{who} takes the pile: {number} card", "{who} takes the pile: {number} cards")
            ),
            by_number(
                *both("you take the pile: {number} card", "you take the pile: {number} cards")
            ),
        ),
    },
    private={"laid": marked("you play {cards}")},
    leading=frozenset({"laid"}),
    reason=reason_by_verb(
        {"lay": _why_lay, "claim": _why_claim, "doubt": _why_answer, "trust": _why_answer}
    ),
    strengths={
        "skilled": Strength(marked("Skilled"), marked("works out what you're likely to hold")),
        "casual": Strength(marked("Casual"), marked("mostly honest, and counts its own cards")),
        "beginner": Strength(marked("Beginner"), marked("doubts you on a hunch")),
    },
)
