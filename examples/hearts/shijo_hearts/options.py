"""The house rules of Hearts."""

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from games.core import GameOptions, option
from games.sentences import marked


class HeartsOptions(GameOptions):
    """The options of Hearts."""

    limit: Literal["deal", "50", "100"] = option(
        "50",
        marked("Length"),
        marked("Play one deal, or go on until someone reaches this many points."),
        deal=marked("one deal"),
        n50=marked("to 50 points"),
        n100=marked("to 100 points"),
    )
    passing: Literal["turn", "left", "none"] = option(
        "turn",
        marked("Passing"),
        marked("Pass three cards on before play starts."),
        turn=marked("left, right, across, keep"),
        left=marked("always left"),
        none=marked("no passing"),
    )
    lady: bool = option(
        True, marked("Black Lady"), marked("The queen of spades is worth thirteen points.")
    )
    jack: bool = option(
        False, marked("Jack of diamonds"), marked("The jack of diamonds is worth minus ten points.")
    )
    clubs: bool = option(
        True, marked("Two of clubs leads"), marked("Nobody can play points on that first trick.")
    )
    moon: Literal["others", "own"] = option(
        "others",
        marked("Shooting the moon"),
        marked("The reward for taking every point in a deal."),
        others=marked("everyone else gets the points"),
        own=marked("the points come off your own score"),
    )

    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "hearts": {},
        "hundred": {"limit": "100"},
        "deal": {"limit": "deal", "passing": "left"},
        "omnibus": {"limit": "100", "jack": True},
    }
    preset_titles: ClassVar[Mapping[str, str]] = {
        "hearts": marked("Hearts to 50"),
        "hundred": marked("Hearts to 100"),
        "deal": marked("One deal of Hearts"),
        "omnibus": marked("Omnibus Hearts"),
    }
    preset_notes: ClassVar[Mapping[str, str]] = {
        "hearts": marked("Play to 50, with rotating passes, the Black Lady and the moon."),
        "hundred": marked("Hearts to 100 points, for a long evening."),
        "deal": marked("Thirteen tricks, and that's it. You pass cards to the left."),
        "omnibus": marked("Games go to 100 points, and the jack of diamonds takes ten off."),
    }
