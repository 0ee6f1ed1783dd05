"""The rules of Dritzak in about ten lines that are true for the options of a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.dritzak.rules.options import DritzakOptions
from games.errors import Sentence

# Translators: The rules of Dritzak in short, a line each.

DECKS: Final[Mapping[str, str]] = {
    "auto": Sentence("One deck of 52 cards, or two with seven or more players."),
    "1": Sentence("One deck of 52 cards."),
    "2": Sentence("Two decks of 52 cards."),
    "3": Sentence("Three decks of 52 cards."),
    "4": Sentence("Four decks of 52 cards."),
}
DEALS: Final[Mapping[str, str]] = {
    "hidden": Sentence("First choose three of your cards to put face up."),
    "open": Sentence(
        "First choose three of your cards to put face up. Everyone can see all your cards while "
        "you choose."
    ),
}
SETS: Final[Mapping[str, str]] = {
    "any-four": Sentence(
        "A **10** or four of a kind in a row clears the pile, and you get another turn."
    ),
    "all": Sentence(
        "A **10** clears the pile. So do cards of the same rank in a row: four with "
        "one deck, eight with two, and so on. Then you get another turn."
    ),
    "unique-suits": Sentence(
        "A **10** clears the pile. So do cards of the same rank in a row, once they include all "
        "four suits. Then you get another turn."
    ),
}


def lines(options: DritzakOptions) -> tuple[str, ...]:
    """The rules of Dritzak with these options, as lines. Each line is about one subject and can
    have several sentences."""
    told = (
        (
            Sentence(
                "Get rid of your hand, then three face-up cards, then three face-down "
                "ones nobody has seen."
            ),
            DECKS[options.decks],
        ),
        (
            DEALS[options.deal],
            Sentence("The player with the lowest card starts, but doesn't have to play it."),
        ),
        (
            Sentence(
                "Play one or more cards of the same rank, at least as high as the top card of "
                "the pile. **2** and **10** go on anything, and anything goes on a 2."
            ),
        ),
        (Sentence("**Sevens**: after a 7, play a 7 or lower, or a 10.") if options.sevens else "",),
        (
            Sentence("**Reversals**: matching the rank on the pile changes the direction of play.")
            if options.reversal
            else "",
        ),
        (
            Sentence("**Skips**: each card that matches the rank on the pile skips a player.")
            if options.skip
            else "",
        ),
        (Sentence("Can't play, or don't want to? Pick up the pile."),),
        (SETS[options.set_rule],),
        (
            Sentence("After playing, draw back up to three cards while the deck lasts."),
            Sentence(
                "With six players and one deck, you draw back up to two cards instead of three."
            )
            if options.decks in {"auto", "1"}
            else "",
        ),
        (
            Sentence(
                "When your hand and the deck are gone, play your face-up cards, then the "
                "face-down ones blind. If a card can't be played, pick it up along with the "
                "pile."
            ),
            Sentence(
                "Before you turn over a face-down card, you can ask the **Shijo** which "
                "one to pick. He might help."
            )
            if options.shijo
            else "",
        ),
        (
            Sentence(
                "Run out of cards and you're out. The others play on for the remaining places."
            )
            if options.play_on
            else Sentence("First to run out of cards wins."),
            Sentence(
                "Finish with a face-down card right after a face-down 10, and it's a "
                "*walk-off Deegan*."
            ),
        ),
    )
    return tuple(Sentence.joined(part for part in line if part) for line in told if any(line))
