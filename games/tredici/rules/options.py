"""The options of Tredici."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final, Literal

from games.errors import Sentence
from games.options import GameOptions, option
from games.sentences import marked

MOST_ALONE: Final = 4
LEAST_IN_TEAMS: Final = 4


class TrediciOptions(GameOptions):
    """The options of one table of Tredici."""

    teams: Literal[0, 2, 3, 4] = option(
        0,
        marked("Teams"),
        marked("The number of teams. Teammates sit side by side."),
        n0=marked("no teams"),
        n2=marked("two teams"),
        n3=marked("three teams"),
        n4=marked("four teams"),
    )
    reshuffle: bool = option(
        True,
        marked("Reshuffling"),
        marked("Shuffle the discard pile before it becomes the deck, or just turn it over."),
    )
    call: Literal["manual", "auto"] = option(
        "manual",
        marked("Calling tredici"),
        marked(
            "With all thirteen cards, you either have to call tredici or you win automatically."
        ),
        manual=marked("you have to call"),
        auto=marked("automatic win"),
    )

    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {"tredici": {}, "teams": {"teams": 2}}
    # Translators: What a set of rules for Tredici is like.
    preset_notes: ClassVar[Mapping[str, str]] = {
        "tredici": marked("Everyone for themselves, two to four players."),
        "teams": marked("Four to twelve players. Teammates sit side by side."),
    }
    # Translators: The name of a set of rules for Tredici.
    preset_titles: ClassVar[Mapping[str, str]] = {
        "tredici": marked("Tredici"),
        "teams": marked("Two teams"),
    }

    def clashes(self, seats: int) -> list[str]:
        """Return the reasons why `seats` seats can't play with these options, each as a sentence:
        too many seats to play without teams, or too few for teams. Empty if the seats can play."""
        if not self.teams and seats > MOST_ALONE:
            reason = marked(
                "Without teams, only {most} people can play, and you have {seats}. Choose two, "
                "three or four teams."
            )
            return [Sentence(reason, most=MOST_ALONE, seats=seats)]
        if self.teams and seats < LEAST_IN_TEAMS:
            reason = marked(
                "Teams need at least {least} players, and you only have {seats}. Play without "
                "teams instead."
            )
            return [Sentence(reason, least=LEAST_IN_TEAMS, seats=seats)]
        return []
