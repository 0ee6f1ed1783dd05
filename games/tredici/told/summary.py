"""The rules of Tredici in about ten lines, true for the options of a table."""

from __future__ import annotations

from games.errors import Sentence
from games.tredici.rules.options import TrediciOptions


def lines(options: TrediciOptions) -> tuple[str, ...]:
    """The rules of Tredici under these options, a line each."""
    teams = bool(options.teams)
    told = (
        (
            Sentence(
                "Teams of neighbours collect **all thirteen cards of one suit**, which the team's "
                "captain chooses in secret."
            )
            if teams
            else Sentence(
                "Collect **all thirteen cards of one suit**, which you choose in secret."
            ),
        ),
        (
            Sentence(
                "Cards of your suit lie face down on your team's stacks: everyone sees how many, "
                "only your team sees which."
            )
            if teams
            else Sentence(
                "Cards of your suit lie face down on your stacks: everyone sees how many, only you "
                "see which."
            ),
        ),
        (
            Sentence("Set some aside this turn? Next time you **draw** as many."),
            Sentence("None? Next time you **discard three** and draw three."),
        ),
        (
            Sentence(
                "Drew an ace of another suit? Next time you discard your whole hand and draw a "
                "full one."
            ),
        ),
        (
            Sentence("When the drawing deck is empty, the discards are shuffled into a new one.")
            if options.reshuffle
            else Sentence(
                "When the drawing deck is empty, the discards are turned over: the first of them "
                "is drawn first."
            ),
            Sentence(
                "When both are empty, everyone **gives** a card, and full hands shrink by one."
            ),
        ),
        (
            Sentence("**Kisché**, once a game, at any time: all suits are revealed."),
            Sentence("All of a team must agree to it.") if teams else "",
        ),
        (
            Sentence(
                "Every other side with the caller's suit, and all who share another, are "
                "**purged**: they lose their cards and choose anew. If nobody shares a suit, that "
                "happens to the caller."
            ),
        ),
        (
            Sentence("With all thirteen you have won at once.")
            if options.call == "auto"
            else Sentence(
                "With all thirteen, call **tredici**, at any time: you win. Until you call, a "
                "kisché can take it all away."
            ),
        ),
        (
            Sentence(
                "A draw: twenty rounds without progress, or both decks empty and nobody with more "
                "than one card."
            ),
        ),
    )
    return tuple(Sentence.joined(part for part in line if part) for line in told)
