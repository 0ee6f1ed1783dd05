"""The rules of Dritzak in about ten lines, true for the options of a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.dritzak.rules.options import DritzakOptions
from games.errors import Sentence

DECKS: Final[Mapping[str, str]] = {
    "auto": Sentence("One deck of 52 cards, two from seven players on."),
    "1": Sentence("One deck of 52 cards."),
    "2": Sentence("Two decks of 52 cards."),
    "3": Sentence("Three decks of 52 cards."),
    "4": Sentence("Four decks of 52 cards."),
}
DEALS: Final[Mapping[str, str]] = {
    "hidden": Sentence("First choose three of your cards to lie face up."),
    "open": Sentence(
        "First choose three of your cards to lie face up; until all have chosen, everybody sees "
        "all of them."
    ),
}
SETS: Final[Mapping[str, str]] = {
    "any-four": Sentence(
        "A **10** clears the pile, and so does a set, four of a rank in a row: you have another "
        "turn."
    ),
    "all": Sentence(
        "A **10** clears the pile, and so does a set, in a row four of a rank for each deck: you "
        "have another turn."
    ),
    "unique-suits": Sentence(
        "A **10** clears the pile, and so does a set, in a row one rank in all four suits: you "
        "have another turn."
    ),
}


def lines(options: DritzakOptions) -> tuple[str, ...]:
    """The rules of Dritzak under these options, a line each."""
    told = (
        (
            Sentence(
                "Get rid of your hand, then of three face-up cards, then of three face-down ones "
                "that nobody has seen."
            ),
            DECKS[options.decks],
        ),
        (
            DEALS[options.deal],
            Sentence("Whoever holds the lowest card starts, and need not play it."),
        ),
        (
            Sentence(
                "Play one or more cards of one rank, as high as the pile's top card or higher. "
                "**2** and **10** go on anything, and anything goes on a 2."
            ),
        ),
        (
            Sentence("**Sevens**: on a 7 comes a 7, a lower card or a 10.")
            if options.sevens
            else "",
        ),
        (
            Sentence(
                "**Reversals**: a card on one of its own rank turns the direction of play round."
            )
            if options.reversal
            else "",
        ),
        (
            Sentence("**Skips**: each card on one of its own rank skips a player.")
            if options.skip
            else "",
        ),
        (Sentence("Can't, or won't? Take the pile into your hand."),),
        (SETS[options.set_rule],),
        (
            Sentence("After playing, draw up to three cards while the draw pile lasts."),
            Sentence("If six play with one deck, up to two.")
            if options.decks in {"auto", "1"}
            else "",
        ),
        (
            Sentence(
                "Hand and draw pile gone, play your face-up cards; those gone, turn face-down "
                "cards blind: what can't be played goes into your hand with the pile."
            ),
            Sentence("Before turning one, you may ask the **Shijo** which; the answer may help.")
            if options.shijo
            else "",
        ),
        (
            Sentence("Whoever has no card left is out; the others play on for the places.")
            if options.play_on
            else Sentence("Whoever has no card left wins."),
            Sentence(
                "Last card face-down, right after a face-down 10: that is a *walk-off Deegan*."
            ),
        ),
    )
    return tuple(Sentence.joined(part for part in line if part) for line in told if any(line))
