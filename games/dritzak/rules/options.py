"""The options of Dritzak. Also the rules of a table, which are computed from its options and its
number of seats."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar, Final, Literal

from games.dritzak.rules.holdings import EVERY_RANK, RANK, TEN, TWO, holding_mask
from games.errors import Sentence
from games.options import GameOptions, option
from games.sentences import marked

SHORT_DEAL: Final = 6
"""DRI-01: with this number of seats and one deck, each seat is dealt fewer cards."""


class DritzakOptions(GameOptions):
    """All options of a table. The defaults are those of the preset `dritzak`."""

    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "dritzak": {},
        "skips": {"skip": True},
        "sevens": {"sevens": True},
        "reversal": {"reversal": True},
        "wild": {"skip": True, "sevens": True, "reversal": True},
    }
    # Translators: What a set of rules for Dritzak is like.
    preset_notes: ClassVar[Mapping[str, str]] = {
        "dritzak": marked("The basic game. Start here."),
        "skips": marked("Match the rank on the pile, and the next player misses a turn."),
        "sevens": marked("After a seven, play a seven or lower, or a ten."),
        "reversal": marked("Match the rank on the pile, and play changes direction."),
        "wild": marked("Skips, sevens and reversals, all together."),
    }
    # Translators: The name of a set of rules for Dritzak.
    preset_titles: ClassVar[Mapping[str, str]] = {
        "dritzak": marked("Dritzak"),
        "skips": marked("Dritzak with skips"),
        "sevens": marked("Dritzak with sevens"),
        "reversal": marked("Dritzak with reversals"),
        "wild": marked("Wild Dritzak"),
    }

    decks: Literal["auto", "1", "2", "3", "4"] = option(
        "auto",
        marked("Decks"),
        marked("The number of 52-card decks shuffled together."),
        **{
            "auto": marked("one (two for seven or more players)"),
            "1": marked("one"),
            "2": marked("two"),
            "3": marked("three"),
            "4": marked("four"),
        },
    )
    deal: Literal["hidden", "open"] = option(
        "hidden",
        marked("Choosing face-up cards"),
        marked("Choose in secret, or let everyone see the six cards you choose from."),
        hidden=marked("in secret"),
        open=marked("in the open"),
    )
    set_rule: Literal["any-four", "all", "unique-suits"] = option(
        "any-four",
        marked("Sets that clear the pile"),
        marked("The sets that clear the pile when you play with more than one deck."),
        any_four=marked("any four of a kind"),
        all=marked("four per deck"),
        unique_suits=marked("all four suits"),
    )
    skip: bool = option(
        False,
        marked("Skips"),
        marked("Each card that matches the rank on the pile skips a player."),
    )
    sevens: bool = option(
        False,
        marked("Sevens"),
        marked("After a seven, play a seven or lower, or a ten."),
    )
    reversal: bool = option(
        False,
        marked("Reversals"),
        marked("Matching the rank on the pile changes the direction of play."),
    )
    play_on: bool = option(
        False,
        marked("Play on for the other places"),
        marked("Keep playing until every place is decided, not just the first."),
    )
    shijo: bool = option(
        True,
        marked("The Shijo"),
        marked("Before you turn over a face-down card, you can ask the Shijo which one to pick."),
    )

    def clashes(self, seats: int) -> list[str]:
        """Return the reasons why `seats` seats can't play with these options, each as a sentence.
        Empty if the seats can play. (DRI-01: each seat is dealt nine cards, or eight if six seats
        play with one deck.)"""
        if self.decks == "1" and seats > SHORT_DEAL:
            reason = marked(
                "One deck isn't enough for {seats} players. With more than six, use two."
            )
            return [Sentence(reason, seats=seats)]
        return []


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of a table in the form that the code uses. They are computed once from the options
    and the number of seats.

    `full` is the size of a full hand (DRI-01). `dealt` is the number of cards that each seat is
    dealt after its face-down cards. `set_size` and `set_suits` say when the cards on top of the
    pile are a set (DRI-25): when there are `set_size` cards of one rank, or when their suits are
    `set_suits`. Only one of these two rules applies; the other has a value that never occurs.
    `playable[top]` is a mask of the ranks that may be played on the rank `top`. The last entry, for
    top -1, is for an empty pile."""

    options: Mapping[str, Any]
    decks: int
    dealt: int
    full: int
    set_size: int
    set_suits: int
    playable: tuple[int, ...]
    open_deal: bool
    skip: bool
    reversal: bool
    play_on: bool
    shijo: bool


def ranks_on(top: int, *, sevens: bool) -> frozenset[int]:
    """Return the ranks that may be played on the rank `top`. `sevens` says whether the option
    `sevens` is on (DRI-51). Ranks are numbers; 0 is the 2."""
    if sevens and top == RANK["7"]:
        # DRI-51
        return frozenset({*range(top + 1), TEN})
    # DRI-21: equal or above; 2 and 10 on anything. Anything goes on a 2, the lowest rank, by
    # itself. DRI-22: no number of cards, four of a kind neither, is excepted from that.
    return frozenset({TWO, TEN, *range(top, len(EVERY_RANK))})


@lru_cache(maxsize=256)
def rules_of(options: DritzakOptions, seats: int) -> Rules:
    """The rules of a table with these options and `seats` seats."""
    decks = (1 if seats <= SHORT_DEAL else 2) if options.decks == "auto" else int(options.decks)
    short = decks == 1 and seats == SHORT_DEAL
    by_suits = options.set_rule == "unique-suits"
    return Rules(
        options=options.model_dump(),
        decks=decks,
        dealt=5 if short else 6,
        full=2 if short else 3,
        # DRI-25, DRI-53
        set_size=1_000 if by_suits else 4 * decks if options.set_rule == "all" else 4,
        set_suits=0b1111 if by_suits else -1,
        playable=(
            *(holding_mask(ranks_on(top, sevens=options.sevens)) for top in EVERY_RANK),
            holding_mask(EVERY_RANK),
        ),
        open_deal=options.deal == "open",
        skip=options.skip,
        reversal=options.reversal,
        play_on=options.play_on,
        shijo=options.shijo,
    )
