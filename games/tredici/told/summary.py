"""The rules of Tredici in about ten lines that are true for the options of a table."""

from __future__ import annotations

from games.errors import Sentence
from games.tredici.rules.options import TrediciOptions

# Translators: The rules of Tredici in short, a line each.


def lines(options: TrediciOptions) -> tuple[str, ...]:
    """Return the rules of Tredici with these options, one line for each rule."""
    teams = bool(options.teams)
    told = (
        (
            Sentence(
                "Teammates sit side by side and collect **all thirteen cards of one suit**. "
                "Their captain chooses the suit in secret."
            )
            if teams
            else Sentence("Collect **all thirteen cards of one suit**. You choose it in secret."),
        ),
        (
            Sentence(
                "Cards of your suit go face down onto your team's stacks. Everyone "
                "sees how many, but only your team sees which."
            )
            if teams
            else Sentence(
                "Cards of your suit go face down onto your stacks. Everyone sees how "
                "many, but only you see which."
            ),
        ),
        (
            Sentence("Each turn, **draw** as many cards as you set aside on your last turn."),
            Sentence("If you set no cards aside, **discard three** and draw three."),
        ),
        (
            Sentence(
                "Drew an ace of another suit? Next turn you swap your whole hand for a new one."
            ),
        ),
        (
            Sentence("When the deck runs out, the discard pile is shuffled to make a new deck.")
            if options.reshuffle
            else Sentence(
                "When the deck runs out, the discard pile is turned over to make a new deck."
            ),
            Sentence(
                "When the deck and the discard pile are both empty, everyone **gives up** a "
                "card, and from then on a full hand is one card smaller."
            ),
        ),
        (
            Sentence(
                "There's one **kisché** per game. Anyone can call it at any time, and all suits "
                "are revealed."
            ),
            Sentence("Your whole team has to agree to a kisché.") if teams else "",
        ),
        (
            Sentence(
                "Everyone else with the caller's suit gets **purged**, and so do players who "
                "share any other suit. They lose all their cards and pick a new suit. If nobody "
                "shares a suit, the caller is purged instead."
            ),
        ),
        (
            Sentence("Get all thirteen and you win right away.")
            if options.call == "auto"
            else Sentence(
                "Got all thirteen? Call **tredici**, any time, and you win. Until you "
                "call, a kisché can take it all away."
            ),
        ),
        (
            Sentence(
                "It's a draw after twenty rounds without progress, or when the deck "
                "and the discard pile are empty and nobody has more than one card."
            ),
        ),
    )
    return tuple(Sentence.joined(part for part in line if part) for line in told)
