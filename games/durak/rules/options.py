"""The options and presets of Durak: their values, their names, and which of them can't be
combined."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final, Literal, Self

from pydantic import field_validator, model_validator

from games.errors import Sentence
from games.options import GameOptions, option
from games.sentences import marked

HAND_SIZE: Final = 6
"""The number of cards that a seat is dealt. Later, a seat draws until it has this number again."""

DECKS: Final[Mapping[str, tuple[int, str]]] = {
    "24": (24, "9"),
    "36": (36, "6"),
    "40": (40, "5"),
    "52": (52, "2"),
}
"""Each deck's number of cards without jokers, and its lowest rank."""

AUTOMATIC_DECKS: Final = ((5, "36"), (6, "40"), (8, "52"))
"""The decks of the option `auto`. Each pair has the largest number of seats for one such deck, and
the deck. With two such decks, twice as many seats can play. The first pair that is large enough is
used."""

SIDES_OF_TEAMS: Final[Mapping[str, Mapping[int, int]]] = {"pairs": {4: 2, 6: 3}, "threes": {6: 2}}
"""The number of sides, for each value of the option `teams` that makes teams, and for each number
of seats."""

EVERYDAY: Final[Mapping[str, Any]] = {
    "misdeal": "off",
    "opening": "several",
    "throw_from": "at-once",
    "throw_order": "priority",
    "limit": "five-first",
    "pile_on": "limited",
    "next_attacker": "right-of-fool",
}
"""The values of the options in which everyday Durak differs from the preset `classic`. Everyday
Durak is the game as played in clubs and apps. The presets `passing` and `throw-in` use these
values, and `throw-in` also switches passing off."""

DURNIUS: Final[Mapping[str, Any]] = {
    "deck": "36",
    "misdeal": "off",
    "throw_from": "at-once",
    "throw_order": "priority",
    "pile_on": "off",
    "next_attacker": "right-of-fool",
}
"""The options in which the preset `durnius-passing` (Durak as in Lithuania, with passing on)
differs from the classic game. The preset `durnius` also switches passing off."""


class DurakOptions(GameOptions):
    """The options of Durak; the defaults are the preset `classic`."""

    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "classic": {},
        "durnius": {**DURNIUS, "passing": False},
        "durnius-passing": DURNIUS,
        "paritybit": {
            "deck": "52",
            "misdeal": "five-of-a-suit",
            "travel": "once-per-game",
            "opening": "several",
            "throwers": "neighbours",
            "throw_from": "at-once",
            "throw_order": "priority",
            "limit": "six",
            "pile_on": "limited",
            "last_defence": "loses",
            "epaulettes": "off",
            "next_attacker": "lowest-trump",
        },
        "throw-in": {**EVERYDAY, "passing": False},
        "passing": EVERYDAY,
    }
    # Translators: What a set of rules for Durak is like.
    preset_notes: ClassVar[Mapping[str, str]] = {
        "classic": marked(
            "Attacks start with one card. You can pass them on, and others can throw in once a "
            "card is beaten."
        ),
        "durnius": marked(
            "Durak the Lithuanian way: one-card attacks, no passing, and nobody adds "
            "cards after a pickup."
        ),
        "durnius-passing": marked("Durnius, but you can pass an attack on to the next player."),
        "paritybit": marked(
            "Fast, with 52 cards. You can lead several of a rank. Only the defender's "
            "neighbours can throw in."
        ),
        "throw-in": marked(
            "The everyday version, as played in clubs and apps. You can't pass an attack on."
        ),
        "passing": marked(
            "The everyday version, as played in clubs and apps. You can pass an attack on."
        ),
    }
    # Translators: The name of a set of rules for Durak.
    preset_titles: ClassVar[Mapping[str, str]] = {
        "classic": marked("Classic"),
        "durnius": marked("Durnius"),
        "durnius-passing": marked("Durnius with passing"),
        "paritybit": marked("Paritybit"),
        "throw-in": marked("Throw-in Durak"),
        "passing": marked("Passing Durak"),
    }

    deck: Literal["auto", "24", "36", "40", "52"] = option(
        "auto",
        marked("Deck size"),
        marked(
            "Auto picks 36 cards for 2 to 5 players, 40 for 6, and 52 for 7 or 8. With "
            "two decks, each has 36."
        ),
        **{
            "auto": marked("auto"),
            "24": marked("24 cards"),
            "36": marked("36 cards"),
            "40": marked("40 cards"),
            "52": marked("52 cards"),
        },
    )
    decks: Literal[1, 2] = option(
        1,
        marked("Decks"),
        marked("Two decks give you two of every card, so up to 10 people can play."),
        n1=marked("one"),
        n2=marked("two"),
    )
    jokers: bool = option(
        False,
        marked("Jokers"),
        marked("Adds a red and a black joker. Each beats every card of its own colour."),
    )
    misdeal: Literal["off", "six-of-a-colour", "five-of-a-suit"] = option(
        "six-of-a-colour",
        marked("Misdeal"),
        marked("Deal again when someone gets a lopsided hand."),
        off=marked("never"),
        six_of_a_colour=marked("six red or six black cards"),
        five_of_a_suit=marked("five cards of one suit, if the player asks"),
    )
    passing: bool = option(
        True,
        marked("Passing"),
        marked(
            "Before you've beaten anything, add a card of the same rank, and the next player "
            "defends instead."
        ),
    )
    first_bout_passing: bool = option(
        True,
        marked("Passing the first attack"),
        marked("The first attack of the game can be passed on, too."),
    )
    travel: Literal["off", "once-per-attack", "once-per-game"] = option(
        "off",
        marked("Pass by showing a trump"),
        marked("Pass an attack on just by showing the trump of the same rank. You keep the card."),
        off="no",
        once_per_attack=marked("once per attack"),
        once_per_game=marked("each trump once per game"),
    )
    opening: Literal["single", "several"] = option(
        "single",
        marked("Starting an attack"),
        marked("Start an attack with one card, or several of the same rank."),
        single=marked("one card"),
        several=marked("several cards of one rank"),
    )
    throwers: Literal["all", "neighbours"] = option(
        "all",
        marked("Throwing in"),
        marked("Choose who can add cards to an attack."),
        all=marked("everyone but the defender"),
        neighbours=marked("the defender's neighbours"),
    )
    throw_from: Literal["at-once", "first-beat"] = option(
        "first-beat",
        marked("Throw-in timing"),
        marked("Choose when players can start throwing in."),
        at_once=marked("right away"),
        first_beat=marked("once a card is beaten"),
    )
    throw_order: Literal["arrival", "priority"] = option(
        "arrival",
        marked("Throw-in order"),
        marked("Choose who throws in first when several players want to."),
        arrival=marked("first come, first served"),
        priority=marked("attacker first, then clockwise"),
    )
    limit: Literal["hand", "six", "five-first"] = option(
        "hand",
        marked("Attack size"),
        marked(
            "The most cards allowed in one attack. There are never more unbeaten cards than the "
            "defender holds."
        ),
        hand=marked("the defender's hand"),
        six=marked("up to six cards"),
        five_first=marked("up to six (five until the first successful defence)"),
    )
    pile_on: Literal["off", "limited", "unlimited"] = option(
        "unlimited",
        marked("Adding cards after a pickup"),
        marked("Others can add cards when the defender picks up."),
        off=marked("nobody adds cards"),
        limited=marked("up to the attack size"),
        unlimited=marked("any number of cards"),
    )
    last_defence: Literal["draw", "loses"] = option(
        "draw",
        marked("If nobody has cards left"),
        marked("A draw, or a loss for the last defender."),
        draw=marked("a draw"),
        loses=marked("the defender loses"),
    )
    scoring: Literal["fool", "first-out", "order"] = option(
        "fool",
        marked("Scoring"),
        marked("Choose how everyone but the fool is ranked."),
        fool=marked("everyone but the fool ties"),
        first_out=marked("first one out wins"),
        order=marked("in the order you go out"),
    )
    epaulettes: Literal["off", "insult", "match"] = option(
        "insult",
        marked("Epaulettes"),
        marked(
            "If you finish off the fool with a card of the lowest rank, they wear an epaulette."
        ),
        off="nothing",
        insult=marked("an epaulette for the fool"),
        match=marked("a match, up to the ace"),
    )
    teams: Literal["off", "pairs", "threes"] = option(
        "off",
        marked("Teams"),
        marked("Play in teams. Your neighbours are always opponents."),
        off=marked("everyone for themselves"),
        pairs=marked("teams of two"),
        threes=marked("teams of three"),
    )
    next_attacker: Literal["lowest-trump", "left-of-fool", "right-of-fool", "winners"] = option(
        "left-of-fool",
        marked("Next game's attacker"),
        marked("The player who attacks first in the next game."),
        lowest_trump=marked("whoever has the lowest trump"),
        left_of_fool=marked("the fool's left neighbour"),
        right_of_fool=marked("the fool's right neighbour"),
        winners=marked("the winner with the lowest trump"),
    )
    cheating: bool = option(
        False,
        marked("Cheating"),
        marked(
            "Play any card and hope nobody notices. If you're caught in time, you take it back."
        ),
    )
    auto_done: bool = option(
        True,
        marked("Auto-press Done"),
        marked("Presses Done for you when you have nothing to throw in. The others can tell."),
    )

    @field_validator("deck", mode="before")
    @classmethod
    def _deck_by_its_number(cls, deck: object) -> object:
        """Accept the number 36 as well as the text `"36"`. A deck is named by its number of
        cards."""
        return str(deck) if type(deck) is int else deck

    @field_validator("decks", mode="before")
    @classmethod
    def _number_of_decks(cls, decks: object) -> object:
        """Accept the texts `"1"` and `"2"` as well as the numbers. In other games, this option is a
        text."""
        return int(decks) if isinstance(decks, str) and decks in ("1", "2") else decks

    @model_validator(mode="after")
    def _no_clash(self) -> Self:
        clashes = [reason for clashing, reason in self._clashing() if clashing]
        if clashes:
            raise ValueError(Sentence.joined(clashes))
        return self

    def _clashing(self) -> list[tuple[bool, str]]:
        return [
            (
                self.travel != "off" and not self.passing,
                marked("To let players pass attacks on by showing a trump, first allow passing."),
            ),
            (
                self.next_attacker == "winners" and self.teams == "off",
                marked("To let the winners attack first, play in teams."),
            ),
            (
                self.jokers and self.deck == "24",
                marked("Jokers don't work with a 24-card deck."),
            ),
        ]

    def deck_for(self, seats: int) -> str:
        """Return which deck is used with `seats` seats, as a key of `DECKS`. The game uses one or
        two copies of this deck."""
        if self.deck != "auto":
            return self.deck
        fitting = [deck for most, deck in AUTOMATIC_DECKS if seats <= most * self.decks]
        return fitting[0] if fitting else AUTOMATIC_DECKS[-1][1]

    def sides_for(self, seats: int) -> int:
        """Return the number of sides that these seats form (DUR-50). Without teams, each seat is a
        side."""
        return SIDES_OF_TEAMS.get(self.teams, {}).get(seats, seats)

    def clashes(self, seats: int) -> list[str]:
        """Return the reasons why `seats` seats can't play with these options, each as a sentence.
        Empty if the seats can play."""
        cards = DECKS[self.deck_for(seats)][0] * self.decks
        needed = HAND_SIZE * seats + (1 if self.jokers else 0)
        reasons: list[str] = []
        if cards < needed:
            reason = (
                marked(
                    "{seats} players need {needed} cards besides the jokers, but this "
                    "deck only has {cards}."
                )
                if self.jokers
                else marked("{seats} players need {needed} cards, but this deck only has {cards}.")
            )
            reasons.append(Sentence(reason, seats=seats, needed=needed, cards=cards))
        sizes = SIDES_OF_TEAMS.get(self.teams)
        if sizes is not None and seats not in sizes:
            two = self.teams == "pairs"
            reasons.append(
                marked("Teams of two need four or six players.")
                if two
                else marked("Teams of three need six players.")
            )
        if self.epaulettes == "match" and self.sides_for(seats) != 2:  # noqa: PLR2004 - a match is a duel
            reasons.append(marked("An epaulette match needs two players or two teams."))
        return reasons
