"""Why an adviser's move is the best, for each of our games: sentences made from what it found."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from cogs.words import _, counted, marked
from cogs.words.cards import text, texts
from games.cards import suit_of
from games.core import Move, View
from games.players.finding import Finding

THOUSAND: Final = 1000
LIKELY: Final = 300
"""A shared suit is told from this likelihood on, in thousandths."""


def _best_other(finding: Finding, *verbs: str) -> Move | None:
    """The best of the other moves that the adviser tried with one of these verbs (none: any)."""
    moves = (Move.parse(each.move) for each in finding.others)
    return next((move for move in moves if not verbs or move.verb in verbs), None)


# Durak


def durak(view: View, finding: Finding) -> str:
    """What the advised move saves, compared with the best of another kind."""
    move = Move.parse(finding.move)
    say = DURAK.get(move.verb)
    return say(view, move, finding) if say is not None else ""


def _take(view: View, move: Move, finding: Finding) -> str:
    beats = _cheapest_beats(view)
    if len(beats) < _unbeaten(view):
        return _("you can't beat all that lies there.")
    trumps = [card for card in beats if suit_of(card) == view.facts["trump"]]
    if trumps:
        return counted(
            "beating costs {number} trump, {cards}, and trumps win the end.",
            "beating costs {number} trumps, {cards}, and trumps win the end.",
            len(trumps),
            cards=texts(dict.fromkeys(trumps)),
        )
    if finding.others:
        return _("beating costs {cards}, which is worth more later.", cards=texts(beats))
    return ""


def _beat(view: View, move: Move, finding: Finding) -> str:
    card = move.cards[-1]
    trump = suit_of(card) == view.facts["trump"]
    other = _best_other(finding, "beat")
    if trump and any(suit_of(each) != view.facts["trump"] for each in _beaters(view)):
        return _("{card} is a trump, but your other cards are worth more here.", card=text(card))
    if trump:
        return _("only a trump beats it, and taking would cost you the attack.")
    if other is not None and suit_of(other.cards[-1]) == view.facts["trump"]:
        return _("{card} does it without a trump.", card=text(card))
    return _("{card} is the card that you need least.", card=text(card))


def _attack(view: View, move: Move, finding: Finding) -> str:
    cards = [card for card in move.cards if suit_of(card) == view.facts["trump"]]
    if cards:
        return _("hardly anybody can beat {cards}.", cards=texts(cards))
    return _("you can spare {cards}, and a beat will cost more.", cards=texts(move.cards))


def _throw(view: View, move: Move, finding: Finding) -> str:
    return _("you get rid of {cards}, and have to answer for nothing.", cards=texts(move.cards))


def _done(view: View, move: Move, finding: Finding) -> str:
    other = _best_other(finding, "throw")
    if other is None:
        return ""
    if suit_of(other.cards[0]) == view.facts["trump"]:
        return _("{card} is a trump: it is worth more in your hand.", card=text(other.cards[0]))
    return _("{card} is worth more in your hand than on the table.", card=text(other.cards[0]))


def _pass(view: View, move: Move, finding: Finding) -> str:
    return _("you get rid of {cards}, and somebody else has to beat.", cards=texts(move.cards))


def _beaters(view: View) -> list[str]:
    return [move.cards[-1] for move in view.moves if move.verb == "beat"]


def _cheapest_beats(view: View) -> list[str]:
    """For each attack card that can be beaten: the trump it takes, or a plain card if that does
    it."""
    trump = view.facts["trump"]
    cheapest: dict[str, str] = {}
    for move in view.moves:
        if move.verb == "beat":
            attack, card = move.cards
            if attack not in cheapest or suit_of(cheapest[attack]) == trump != suit_of(card):
                cheapest[attack] = card
    return list(cheapest.values())


def _unbeaten(view: View) -> int:
    """How many attack cards lie unbeaten."""
    table = view.zone("table")
    return sum(cover is None for cover in table.covers) if table is not None else 0


DURAK: Final[Mapping[str, Callable[[View, Move, Finding], str]]] = {
    "take": _take,
    "beat": _beat,
    "attack": _attack,
    "throw": _throw,
    "done": _done,
    "pass": _pass,
}

# Dritzak


def dritzak(view: View, finding: Finding) -> str:
    """What kind of card the advised move spends, and what it leaves."""
    move = Move.parse(finding.move)
    if move.verb == "play":
        return _played(view, move)
    sentence = DRITZAK.get(move.verb, "")
    return _(sentence)


def _played(view: View, move: Move) -> str:
    rank = move.cards[0][:-1]
    if rank == "10":
        return _("it clears the pile, and you have another turn.")
    if rank == "2":
        return _("nothing else fits so well, and anything goes on a two.")
    if len(move.cards) > 1:
        return counted("{number} card goes.", "{number} cards go at once.", len(move.cards))
    return _("{card} might not go later, and stronger cards will.", card=text(move.cards[0]))


DRITZAK: Final[Mapping[str, str]] = {
    "up": marked("strong cards are worth most when nothing is drawn any more."),
    "pickup": marked("these cards serve you better later than what you would have to play now."),
    "flip": marked("there is nothing else to play, and picking up costs more."),
    "shijo": marked("asking costs nothing, and mostly helps."),
    "throw": marked("all three signs are alike: it is luck."),
}

# Tredici


def tredici(view: View, finding: Finding) -> str:
    """What the advised move keeps from others, and how likely the suit is shared."""
    move = Move.parse(finding.move)
    shared = finding.facts.get("shared", 0)
    if move.verb in {"kische", "agree"}:
        return _(
            "the chance that somebody else collects your suit is {percent} %.",
            percent=shared * 100 // THOUSAND,
        )
    kept = TREDICI.get(move.verb, "")
    told = _(kept)
    if shared >= LIKELY and "kische" in view.moves:
        likely = _(
            "the chance that somebody shares your suit is only {percent} %: too early for a "
            "kisché.",
            percent=shared * 100 // THOUSAND,
        )
        return f"{told} {likely[:1].upper()}{likely[1:]}" if told else likely
    return told


TREDICI: Final[Mapping[str, str]] = {
    "target": marked("of this suit you hold most."),
    "discard": marked("by all that was drawn and set aside, these cards help the others least."),
    "give": marked("this card helps the others least."),
    "draw": marked("there is nothing to choose: each card set aside brings a new one."),
    "tredici": marked("all thirteen are there: you win."),
    "refuse": marked("it is too likely that nobody shares your suit."),
}
