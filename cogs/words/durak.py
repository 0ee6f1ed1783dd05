"""The words of Durak."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from cogs.words import _, both, counted, marked, reasons
from cogs.words.cards import SUIT_NAMES, rank, suit, text, texts
from cogs.words.game import GameWords, Role, Verb, Weight
from cogs.words.seats import Names
from games.cards import is_card
from games.core import Outcome


def _trump(value: Any, names: Names) -> str:
    return _("Trump {suit}", suit=suit(value)) if value in SUIT_NAMES else ""


def _trump_card(value: Any, names: Names) -> str:
    return text(value) if isinstance(value, str) and is_card(value) else ""


def _taking(value: Any, names: Names) -> str:
    return _("The defender takes") if value else ""


def _i_drew(fields: Mapping[str, Any], names: Names) -> str:
    return _("you drew {cards}", cards=texts(fields["cards"]))


def _accused(fields: Mapping[str, Any], names: Names) -> str:
    sentence = (
        _("{seat} accused {accused} of {cards}, rightly: it goes back")
        if fields["wrongful"]
        else _("{seat} accused {accused} of {cards}, wrongly")
    )
    return sentence.format(
        seat=names[fields["seat"]], accused=names[fields["accused"]], cards=texts(fields["cards"])
    )


def _resigned(fields: Mapping[str, Any], names: Names) -> str:
    return _("{seat} left the game", seat=names[fields["seat"]])


def _ended(fields: Mapping[str, Any], names: Names) -> str:
    ranks = fields["ranks"]
    if fields["kind"] != "won":
        return _("the game is over: there is no fool")
    fools = [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]
    return counted(
        "the game is over: {names} is the fool",
        "the game is over: {names} are the fools",
        len(fools),
        names=names.listed(fools),
    )


def _headline(first: str, last: str, lost: int) -> str:
    if not lost:
        return _("There is no fool.")
    return counted("🃏 {names} is the fool.", "🃏 {names} are the fools.", lost, names=last)


def _epaulettes(fields: Mapping[str, Any], names: Names) -> str:
    return counted(
        "{who} wears an epaulette",
        "{who} wears {number} epaulettes",
        fields["count"],
        who=names[fields["seat"]],
    )


def _epaulettes_honour(parts: Sequence[str], names: Names) -> str:
    seat, count = (int(part) for part in parts)
    return "🎖️ " + _epaulettes({"seat": seat, "count": count}, names)


def _wears_honour(parts: Sequence[str], names: Names) -> str:
    seats = names.seats_of(int(parts[0]))
    return counted(
        "🎖️ {who} wears the {rank}",
        "🎖️ {who} wear the {rank}",
        len(seats),
        who=names.listed(seats),
        rank=rank(parts[1]),
    )


def _match_honour(parts: Sequence[str], names: Names) -> str:
    seats = names.seats_of(int(parts[0]))
    return counted(
        "🏆 {who} has won the match",
        "🏆 {who} have won the match",
        len(seats),
        who=names.listed(seats),
    )


def _match(outcome: Outcome, names: Names) -> str:
    wears = outcome.carry.get("wears") or ()
    told = [
        _("{side}: {rank}", side=names.side(side), rank=rank(worn))
        for side, worn in enumerate(wears)
        if worn
    ]
    return _("🎖️ Epaulettes: {worn}", worn=" · ".join(told)) if told else ""


WORDS: Final = GameWords(
    verbs={
        "attack": Verb(marked("Attack"), marked("Attack with…"), "⚔️"),
        "throw": Verb(marked("Throw in"), marked("Throw in…")),
        "beat": Verb(
            marked("Beat"), marked("Beat…"), "🛡️", whole=marked("Beat {other} with {card}")
        ),
        "pass": Verb(marked("Pass on"), marked("Pass on with…")),
        "show": Verb(marked("Show"), marked("Pass on by showing…")),
        "take": Verb(marked("Take"), marked("Take…"), "🖐️", Weight.GRAVE),
        "done": Verb(marked("Done"), marked("Done…"), "✅", Weight.USUAL),
        "redeal": Verb(marked("Deal again"), marked("Deal again…")),
        "keep": Verb(marked("Keep this hand"), marked("Keep…")),
        "accuse": Verb(marked("Accuse"), marked("Accuse…"), weight=Weight.GRAVE),
    },
    roles={
        "attacker": Role("⚔️", marked("attacks"), marked("You attack.")),
        "defender": Role("🛡️", marked("defends"), marked("You defend.")),
        "dealer": Role(""),
        "done": Role("✅"),
        "turn": Role(""),
    },
    zones={
        "table": marked("The table"),
        "talon": marked("Talon"),
        "discard": marked("Discarded"),
        "hand": marked("has shown"),
    },
    numbers=frozenset({"talon"}),
    taking="taking",
    facts={"trump": _trump, "trump_card": _trump_card, "taking": _taking},
    events={
        "dealt": None,
        "trump": None,
        "redeal": marked("{seat} called for another deal"),
        "keep": both("{who} keeps the hand", "{who} keep their hands"),
        "bout": None,
        "attack": marked("{seat} attacks with {cards}"),
        "throw": marked("{seat} throws in {cards}"),
        "beat": marked("{seat} beats {attack} with {cards}"),
        "pass": marked("{seat} passes on with {cards} to {defender}"),
        "show": marked("{seat} shows {cards} and passes on to {defender}"),
        "take": marked("{seat} takes"),
        "done": both("{who} adds nothing", "{who} add nothing"),
        "accuse": _accused,
        "bout-repelled": marked("the attack is repelled"),
        "bout-taken": marked("{seat} picks up {cards}"),
        "bout-void": marked("the bout is broken off"),
        "drew": None,
        "out": both("{who} is out", "{who} are out"),
        "resigned": _resigned,
        "epaulettes": _epaulettes,
        "wears": None,
        "match": None,
        "ended": _ended,
    },
    private={"drew": _i_drew},
    told_by={"take": "bout-taken"},
    trailing=frozenset({"done"}),
    honours={"epaulettes": _epaulettes_honour, "wears": _wears_honour, "match": _match_honour},
    headline=_headline,
    last=marked("fool"),
    score=_match,
    hope=both(
        "you are not the fool in {number} of 10 deals",
        "you are not the fool in {number} of 10 deals",
    ),
    reason=reasons.durak,
)
