"""The house rules of Crazy Eights and Mau-Mau."""

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from games.core import GameOptions, option
from games.errors import Sentence
from games.sentences import marked

_RANKS = {
    "none": marked("none"),
    "A": marked("aces"),
    "J": marked("jacks"),
    "Q": marked("queens"),
    "n2": marked("twos"),
    "n7": marked("sevens"),
    "n8": marked("eights"),
    "n9": marked("nines"),
}

SPARE = 8
"""Cards that must be left to draw after the deal."""


class EightsOptions(GameOptions):
    """The options of Crazy Eights."""

    wild: Literal["8", "J"] = option(
        "8", marked("Wild rank"), marked("Fits any card, and you name the next suit."), **_RANKS
    )
    wild_on_wild: bool = option(
        True, marked("Wild on wild"), marked("Can a wild card go on another wild card?")
    )
    deck: Literal["52", "32"] = option(
        "52",
        marked("Deck"),
        marked("All 52 cards, or 32 (sevens and up)."),
        n52=marked("52 cards"),
        n32=marked("32 cards"),
    )
    cards: Literal["5", "6", "7"] = option(
        "5", marked("Cards dealt"), marked("The size of each player's starting hand.")
    )
    draw: Literal["1", "3"] = option(
        "1",
        marked("Drawing"),
        marked("The most cards you can draw before you pass."),
        n1=marked("one card"),
        n3=marked("up to three"),
    )
    attack: Literal["none", "7", "2"] = option(
        "none", marked("Draw two"), marked("The next player draws two cards."), **_RANKS
    )
    stack: bool = option(
        True, marked("Stacking"), marked("Answer a draw two with another, and pass the total on.")
    )
    skip: Literal["none", "8", "Q", "A"] = option(
        "none", marked("Skip"), marked("The next player misses a turn."), **_RANKS
    )
    reverse: Literal["none", "9", "Q", "A"] = option(
        "none", marked("Reverse"), marked("Play changes direction."), **_RANKS
    )
    call: bool = option(
        False, marked("Last card"), marked("Call “last card”, or get caught and draw two.")
    )

    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "eights": {},
        "mau-mau": {
            "wild": "J",
            "wild_on_wild": False,
            "deck": "32",
            "attack": "7",
            "skip": "8",
            "call": True,
        },
        "wild": {
            "cards": "7",
            "draw": "3",
            "attack": "2",
            "skip": "Q",
            "reverse": "A",
            "call": True,
        },
    }
    preset_titles: ClassVar[Mapping[str, str]] = {
        "eights": marked("Crazy Eights"),
        "mau-mau": marked("Mau-Mau"),
        "wild": marked("Wild Eights"),
    }
    preset_notes: ClassVar[Mapping[str, str]] = {
        "eights": marked("The basic game: match suit or rank, and eights are wild."),
        "mau-mau": marked(
            "32 cards: sevens draw two and stack, eights skip, jacks are wild. Say Mau!"
        ),
        "wild": marked(
            "Seven cards each: twos stack, queens skip, aces reverse. Call “last card”!"
        ),
    }

    def clashes(self, seats: int) -> list[str]:
        """Return the reasons why options clash: two effects for one rank, or too few cards."""
        jobs = [self.wild, self.attack, self.skip, self.reverse]
        found: list[str] = [
            Sentence("One rank can't do two jobs: {rank}.", rank=rank)
            for rank in dict.fromkeys(jobs)
            if rank != "none" and jobs.count(rank) > 1
        ]
        if self.deck == "32" and self.attack == "2":
            found.append(marked("A 32-card deck has no twos."))
        if int(self.deck) - seats * int(self.cards) - 1 < SPARE:
            found.append(
                Sentence(
                    "{deck} cards aren't enough for {seats} players with {cards} each.",
                    deck=self.deck,
                    seats=seats,
                    cards=self.cards,
                )
            )
        return found
