"""The words of the game Durak (GameWords): labels of moves, names of roles and zones, and sentences
for its events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from cogs.words import _, as_sentence, both, counted, in_context, marked, reasons
from cogs.words.cards import SUIT_NAMES, rank, suit, text, texts
from cogs.words.game import GameWords, Role, Verb, Weight, you_are_done
from cogs.words.seats import Names
from cogs.words.sentences import Telling
from games.cards import is_card
from games.core import Outcome

# Translators: A line about the game; where it begins a line, it gets a capital letter.


def _trump(value: Any, names: Names) -> str:
    return _("Trumps: {suit}", suit=suit(value)) if value in SUIT_NAMES else ""


def _trump_card(value: Any, names: Names) -> str:
    return text(value) if isinstance(value, str) and is_card(value) else ""


def _taking(value: Any, names: Names) -> str:
    return _("The defender is picking up") if value else ""


def _you_attack() -> str:
    return in_context("beside “You”", "attacking")


def _you_defend() -> str:
    return in_context("beside “You”", "defending")


def _drew(fields: Mapping[str, Any], names: Names) -> str:
    """Return the words for the seat that draws the last trump. What is drawn before isn't told."""
    if "trump" not in fields:
        return ""
    seat, trump = names[fields["seat"]], text(fields["trump"])
    return _("{seat} draws the last trump, {trump}", seat=seat, trump=trump)


def _i_drew(fields: Mapping[str, Any], names: Names) -> str:
    cards = texts(fields["cards"])
    if "trump" in fields:
        # Translators: The last of the drawn cards is the last trump: “you drew 7♣ 6♥, the last
        # trump”.
        return _("you draw {cards}, the last trump", cards=cards)
    return _("you draw {cards}", cards=cards)


def _accused(fields: Mapping[str, Any], names: Names) -> str:
    sentence = (
        _("{seat} caught {accused} cheating, so {accused} takes back {cards}")
        if fields["wrongful"]
        else _("{seat} wrongly accused {accused} of cheating with {cards}")
    )
    return sentence.format(
        seat=names[fields["seat"]], accused=names[fields["accused"]], cards=texts(fields["cards"])
    )


def _passing(to_other: str, to_reader: str) -> Telling:
    """Make the words for an event in which a seat passes the attack on. `to_reader` is used if the
    attack is passed on to the reader. `to_other` is used in all other cases."""

    def tell(fields: Mapping[str, Any], names: Names) -> str:
        defender = fields["defender"]
        return _(
            to_reader if defender == names.me else to_other,
            seat=names[fields["seat"]],
            defender=names[defender],
            cards=texts(fields["cards"]),
        )

    return tell


def _ended(fields: Mapping[str, Any], names: Names) -> str:
    ranks = fields["ranks"]
    if fields["kind"] != "won":
        return _("game over, and nobody is the fool")
    fools = [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]
    if fools == [names.me]:
        return _("game over: you're the fool")
    if names.me in fools:
        return _("game over: you're one of the fools")
    return counted(
        "game over: {names} is the fool",
        "game over: {names} are the fools",
        len(fools),
        names=names.listed(fools),
    )


def _headline(first: str, last: str, lost: int) -> str:
    if not lost:
        return _("Nobody is the fool.")
    return counted("🃏 {names} is the fool.", "🃏 {names} are the fools.", lost, names=last)


# Translators: An epaulette is a mark of shame: the fool picked up a card of a low rank last.
def _epaulettes(fields: Mapping[str, Any], names: Names) -> str:
    if fields["seat"] == names.me:
        return counted("you get an epaulette", "you get {number} epaulettes", fields["count"])
    return counted(
        "{who} gets an epaulette",
        "{who} gets {number} epaulettes",
        fields["count"],
        who=names[fields["seat"]],
    )


def _epaulettes_honour(parts: Sequence[str], names: Names) -> str:
    seat, count = (int(part) for part in parts)
    return "🎖️ " + as_sentence(_epaulettes({"seat": seat, "count": count}, names))


# Translators: An epaulette is a mark of shame, of the rank that the fool picked up last.
def _wears_honour(parts: Sequence[str], names: Names) -> str:
    seats = names.seats_of(int(parts[0]))
    if seats == [names.me]:
        return _("🎖️ You wear the {rank} as an epaulette", rank=rank(parts[1]))
    return counted(
        "🎖️ {who} wears the {rank} as an epaulette",
        "🎖️ {who} wear the {rank} as an epaulette",
        len(seats),
        who=names.listed(seats),
        rank=rank(parts[1]),
    )


def _wears(fields: Mapping[str, Any], names: Names) -> str:
    return _wears_honour((str(fields["side"]), fields["rank"]), names)


def _match_honour(parts: Sequence[str], names: Names) -> str:
    seats = names.seats_of(int(parts[0]))
    if names.me in seats:
        return _("🏆 You won the match")
    return counted(
        "🏆 {who} won the match",
        "🏆 {who} won the match",
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
        "attack": Verb(
            marked("Attack"),
            marked("Attack with…"),
            "⚔️",
            played=both("Attack with {cards}", "Attack with {cards}"),
        ),
        "throw": Verb(
            marked("Throw in"),
            marked("Throw in…"),
            played=both("Throw in {cards}", "Throw in {cards}"),
        ),
        "beat": Verb(
            marked("Beat"), marked("Beat…"), "🛡️", whole=marked("Beat {other} with {card}")
        ),
        "pass": Verb(
            marked("Pass it on"),
            marked("Pass the attack on with…"),
            played=both("Pass it on with {cards}", "Pass it on with {cards}"),
        ),
        "show": Verb(
            marked("Show"),
            marked("Pass the attack on by showing…"),
            played=both("Show {cards}", "Show {cards}"),
        ),
        "take": Verb(marked("Pick up"), marked("Pick up…"), "🖐️", Weight.GRAVE),
        "done": Verb(marked("Done"), marked("Done…"), "✅", Weight.USUAL),
        "redeal": Verb(marked("Redeal"), marked("Redeal…")),
        "keep": Verb(marked("Keep this hand"), marked("Keep this hand…")),
        "accuse": Verb(marked("Accuse"), marked("Accuse…"), weight=Weight.GRAVE),
    },
    roles={
        "attacker": Role("⚔️", marked("attacking"), marked("You're attacking."), own=_you_attack),
        "defender": Role("🛡️", marked("defending"), marked("You're defending."), own=_you_defend),
        "dealer": Role(""),
        "done": Role("✅", caption=marked("done"), own=you_are_done),
        "turn": Role(""),
    },
    meanwhile={"throw": marked("Add a card or press Done.")},
    # Translators: The title of a group of cards.
    zones={
        "table": marked("The table"),
        "talon": marked("The deck"),
        "discard": marked("Out of play"),
        "hand": marked("cards shown"),
    },
    numbers=frozenset({"talon"}),
    taking="taking",
    facts={"trump": _trump, "trump_card": _trump_card, "taking": _taking},
    events={
        "dealt": None,
        "trump": None,
        "redeal": marked("{seat} asked for a redeal"),
        "keep": both("{who} keeps their hand", "{who} keep their hands"),
        "bout": None,
        "attack": marked("{seat} attacks with {cards}"),
        "throw": marked("{seat} throws in {cards}"),
        "beat": marked("{seat} beats {attack} with {cards}"),
        "pass": _passing(
            marked("{seat} passes the attack on to {defender} with {cards}"),
            marked("{seat} passes the attack on to you with {cards}"),
        ),
        "show": _passing(
            marked("{seat} shows {cards} and passes the attack on to {defender}"),
            marked("{seat} shows {cards} and passes the attack on to you"),
        ),
        "take": marked("{seat} is picking up"),
        # Translators: They add no more cards to the attack.
        "done": both("{who} passes", "{who} pass"),
        "accuse": _accused,
        "bout-repelled": marked("all beaten"),
        "bout-taken": marked("{seat} picks up {cards}"),
        # Translators: A round is one attack; the game ended in the middle of it.
        "bout-void": marked("the round is cut short"),
        "drew": _drew,
        "out": both("{who} is out", "{who} are out"),
        "epaulettes": _epaulettes,
        "wears": _wears,
        "match": None,
        "ended": _ended,
    },
    private={"drew": _i_drew},
    own={
        "redeal": marked("you asked for a redeal"),
        "keep": marked("you keep your hand"),
        "attack": marked("you attack with {cards}"),
        "throw": marked("you throw in {cards}"),
        "beat": marked("you beat {attack} with {cards}"),
        "pass": marked("you pass the attack on to {defender} with {cards}"),
        "show": marked("you show {cards} and pass the attack on to {defender}"),
        "take": marked("you're picking up"),
        # Translators: You add no more cards to the attack.
        "done": marked("you pass"),
        "bout-taken": marked("you pick up {cards}"),
        "out": marked("you're out"),
    },
    told_by={"take": "bout-taken"},
    trailing=frozenset({"done"}),
    by_several=frozenset({"bout-repelled"}),
    honours={"epaulettes": _epaulettes_honour, "wears": _wears_honour, "match": _match_honour},
    headline=_headline,
    emblem=("6S", "9H", "QD", "KC", "AS"),
    # Translators: Read by the winner.
    you_first=marked("You got out first!"),
    # Translators: Read by a player who came neither first nor last.
    you_spared=marked("Safe! You're not the fool."),
    # Translators: Read by the loser.
    you_last=marked("You're the fool… this time."),
    # Translators: Read by each of several losers.
    you_among_last=marked("You're one of the fools… this time."),
    # Translators: Who comes last: the word beside the loser's name.
    last=marked("fool"),
    score=_match,
    # Translators: A chance, as in “After that, you avoid being the fool in 7 out of 10 deals.”
    hope=both(
        "you avoid being the fool in {number} out of 10 deals",
        "you avoid being the fool in {number} out of 10 deals",
    ),
    reason=reasons.durak,
)
