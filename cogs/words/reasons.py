"""The reasons why the move that an adviser (a bot player) recommends is the best one: sentences
made from the adviser's findings, for each of the three games of Shijo."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cogs.words import _, as_sentence, counted, marked
from cogs.words.cards import text, texts
from cogs.words.figures import share
from cogs.words.game import reason_by_verb
from games.cards import rank_of
from games.core import Move, View
from games.players.finding import Finding

# Translators: Why a move is best, after the move and a colon: “7♠: it's your cheapest card.”

THOUSAND: Final = 1000
LIKELY: Final = 300
"""The least chance, in thousandths, at which a hint in Tredici advises to wait with the call
`kische`, which reveals all suits. It is the chance that another seat collects the same suit."""
FEW: Final = 3
"""The largest number of beating cards that a hint tells. If more cards in the game beat the
recommended move, the hint doesn't tell their number."""


def _best_other(finding: Finding, *verbs: str) -> Move | None:
    """Return the best of the other moves that the adviser compared with the recommended move. With
    `verbs`, only moves with one of these verbs count. Returns None if there is no such move."""
    moves = (Move.parse(each.move) for each in finding.others)
    return next((move for move in moves if not verbs or move.verb in verbs), None)


# Durak


def _take(view: View, move: Move, finding: Finding) -> str:
    facts = finding.facts
    beats = any(each.verb == "beat" for each in view.moves)
    if not beats or facts.get("beatable", 0) < facts.get("unbeaten", 0):
        return _("you can't beat everything on the table.")
    trumps = facts.get("trumps", 0)
    if not trumps:
        return _("you could beat everything, but your cards are worth more in your hand.")
    return counted(
        "beating everything would cost {number} trump.",
        "beating everything would cost {number} trumps.",
        trumps,
    )


def _beat(view: View, move: Move, finding: Finding) -> str:
    card = move.cards[-1]
    if finding.facts.get("lowest"):
        return _("{card} is the cheapest card that beats the attack.", card=text(card))
    table = view.zone("table")
    lying = () if table is None else (*table.cards, *filter(None, table.covers))
    if rank_of(card) in {rank_of(str(each)) for each in lying}:
        return _("{card} doesn't give anyone a new rank to throw in.", card=text(card))
    return ""


def _attack(view: View, move: Move, finding: Finding) -> str:
    hard = _beaters(move, finding)
    if hard:
        return hard
    if len(move.cards) > 1:
        return counted(
            "you get rid of {number} card.",
            "you get rid of {number} cards in one go.",
            len(move.cards),
        )
    (card,) = move.cards
    if finding.facts.get("lowest"):
        return _("{card} is your cheapest card.", card=text(card))
    alike = [each for each in view.hand if each != card and rank_of(each) == rank_of(card)]
    if alike:
        return _("you can throw in {cards} afterwards.", cards=texts(alike))
    return ""


def _throw(_view: View, move: Move, _finding: Finding) -> str:
    return _("you get rid of {cards} and don't have to beat anything.", cards=texts(move.cards))


def _beaters(move: Move, finding: Finding) -> str:
    """Return a reason for a move: at most `FEW` of the cards still in the game beat the move's
    cards. Returns an empty text if more cards beat them, or if the number of beating cards isn't
    known."""
    beaters = finding.facts.get("beaters")
    if beaters is None or beaters > FEW:
        return ""
    if not beaters:
        return _("nothing left in the game beats {cards}.", cards=texts(move.cards))
    return counted(
        "only {number} card left in the game beats {cards}.",
        "only {number} cards left in the game beat {cards}.",
        beaters,
        cards=texts(move.cards),
    )


def _done(view: View, _move: Move, finding: Finding) -> str:
    other = _best_other(finding, "throw")
    if other is None:
        fits = any(each.verb == "throw" for each in view.moves)
        return _(DONE_KEPT if fits else DONE_EMPTY)
    return _("{card} is worth more in your hand than on the table.", card=text(other.cards[0]))


def _pass(_view: View, move: Move, _finding: Finding) -> str:
    return _("you get rid of {cards}, and someone else has to defend.", cards=texts(move.cards))


DONE_KEPT: Final = marked("your cards are worth more in your hand than on the table.")
DONE_EMPTY: Final = marked("you can't play any of your cards.")

durak: Final = reason_by_verb(
    {
        "take": _take,
        "beat": _beat,
        "attack": _attack,
        "throw": _throw,
        "done": _done,
        "pass": _pass,
    }
)
"""The reasons for moves in Durak: what the recommended move spends and saves. They use the facts of
`games.players.durak.facts`."""

# Dritzak


def _up(_view: View, _move: Move, finding: Finding) -> str:
    if not finding.facts.get("strongest"):
        return ""
    return _("these are your strongest cards, best saved for when the deck runs out.")


def _picked_up(view: View, _move: Move, finding: Finding) -> str:
    if not any(each.verb in {"play", "flip"} for each in view.moves):
        return _("you can't play any of your cards.")
    best = next((Move.parse(each.move) for each in finding.others), None)
    if best is None or not best.cards:
        return ""
    return _("picking up beats wasting {cards}.", cards=texts(best.cards))


def _played(_view: View, move: Move, finding: Finding) -> str:
    rank = move.cards[0][:-1]
    if rank == "10":
        return _("that clears the pile, and you go again.")
    if len(move.cards) > 1:
        return counted(
            "you get rid of {number} card.",
            "you get rid of {number} cards in one go.",
            len(move.cards),
        )
    if rank == "2":
        return _("anything goes on a two.")
    if finding.facts.get("weakest"):
        return _("it's the weakest card you can play.")
    return ""


dritzak: Final = reason_by_verb(
    {
        "play": _played,
        "up": _up,
        "pickup": _picked_up,
        "shijo": marked("asking the Shijo doesn't cost a turn, and he's usually right."),
        "throw": marked("rock, paper and scissors are equally good, so it's pure luck."),
    }
)
"""Makes the reason for the recommended move in Dritzak. The reason says mostly what kind of card
the move spends. Some reasons use the numbers that `games.players.dritzak.levels` computes about the
move."""

# Tredici


def tredici(view: View, finding: Finding) -> str:
    """Return the reason for the recommended move in Tredici. For the moves `kische` (the call that
    reveals all suits), `agree` and `refuse`, the reason is the chance that another side collects
    the same suit. Any other move has a fixed reason for its verb, or none. If the chance is high
    and a `kische` is legal, a sentence about the chance is added."""
    move = Move.parse(finding.move)
    shared = finding.facts.get("shared", 0)
    if move.verb in {"kische", "agree", "refuse"}:
        return _(
            "the chance of someone else collecting your suit is {percent}.",
            percent=share(shared * 100 // THOUSAND),
        )
    known = move.verb != "target" or finding.facts.get("most")
    kept = TREDICI.get(move.verb, "") if known else ""
    told = _(kept)
    if shared >= LIKELY and "kische" in view.moves:
        likely = _(
            "the chance of someone sharing your suit is only {percent}, so it's too "
            "early for a kisché.",
            percent=share(shared * 100 // THOUSAND),
        )
        return f"{told} {as_sentence(likely)}" if told else likely
    return told


TREDICI: Final[Mapping[str, str]] = {
    "target": marked("none of your other suits is longer."),
    "discard": marked(
        "judging by the cards drawn and set aside so far, these help the others least."
    ),
    "give": marked("this card helps the others least."),
    "draw": marked("you always draw a new card for each one you set aside."),
    "tredici": marked("you have all thirteen, so you win."),
}
