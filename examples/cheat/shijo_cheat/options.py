"""The house rules of Cheat."""

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from games.core import GameOptions, option
from games.sentences import marked


class CheatOptions(GameOptions):
    """The house rules of Cheat that a table can choose."""

    order: Literal["up", "same"] = option(
        "up",
        marked("Ranks"),
        marked("The rank you have to claim."),
        up=marked("the next one up"),
        same=marked("the same until someone doubts a claim"),
    )
    ask: Literal["next", "all"] = option(
        "next",
        marked("Answered by"),
        marked("Play waits for their answer, but anyone can doubt a claim."),
        next=marked("the next player"),
        all=marked("everyone"),
    )
    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "cheat": {},
        "trust": {"order": "same", "ask": "all"},
        "jury": {"ask": "all"},
    }
    preset_titles: ClassVar[Mapping[str, str]] = {
        "cheat": marked("Cheat"),
        "trust": marked("Trust or Doubt"),
        "jury": marked("Cheat before a jury"),
    }
    preset_notes: ClassVar[Mapping[str, str]] = {
        "cheat": marked("Ranks go up one by one. If you doubt a claim, be quick."),
        "trust": marked("The leader names a rank, and everyone says whether they believe it."),
        "jury": marked("Ranks go up one by one, and everyone answers each claim."),
    }
