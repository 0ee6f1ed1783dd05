"""The rules of Durak in about ten lines, true for the options of a table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from games.durak.rules.options import DurakOptions
from games.errors import Sentence

DECKS: Final[Mapping[str, str]] = {
    "auto": Sentence("36 cards for up to 5 players, 40 for 6, 52 for more."),
    "24": Sentence("24 cards, the lowest are nines."),
    "36": Sentence("36 cards, the lowest are sixes."),
    "40": Sentence("40 cards, the lowest are fives."),
    "52": Sentence("52 cards, the lowest are twos."),
}
TEAMS: Final[Mapping[str, str]] = {
    "off": Sentence("**The last one with cards is the fool.** Everyone gets six cards."),
    "pairs": Sentence(
        "**The last team with cards are the fools.** Teams of two, neighbours are opponents; "
        "everyone gets six cards."
    ),
    "threes": Sentence(
        "**The last team with cards are the fools.** Teams of three, neighbours are opponents; "
        "everyone gets six cards."
    ),
}
OPENING: Final[Mapping[str, str]] = {
    "single": Sentence("The **attacker** plays one card; the next to the left **defends**."),
    "several": Sentence(
        "The **attacker** plays one or more cards of one rank; the next to the left **defends**."
    ),
}
THROWERS: Final[Mapping[str, str]] = {
    "all": Sentence("All others **throw in** cards of ranks that already lie"),
    "neighbours": Sentence(
        "The defender's neighbours **throw in** cards of ranks that already lie"
    ),
}
THROW_FROM: Final[Mapping[str, str]] = {
    "at-once": Sentence("from the opening on:"),
    "first-beat": Sentence("once a card has been beaten:"),
}
LIMITS: Final[Mapping[str, str]] = {
    "hand": Sentence("never more than the defender can answer."),
    "six": Sentence("six attack cards at most, and never more than the defender can answer."),
    "five-first": Sentence(
        "six attack cards at most, five until the first discard, and never more than the defender "
        "can answer."
    ),
}
ORDERS: Final[Mapping[str, str]] = {
    "arrival": Sentence("First come, first served."),
    "priority": Sentence("The attacker comes first, then the others clockwise."),
}
PILE_ON: Final[Mapping[str, str]] = {
    "off": Sentence("Nothing is added then."),
    "limited": Sentence("Others may still add cards, within the limit."),
    "unlimited": Sentence("Others may still add cards, as many as fit."),
}
TRAVEL: Final[Mapping[str, str]] = {
    "once-per-attack": Sentence(
        "Showing the trump of that rank does as well, each once in an attack."
    ),
    "once-per-game": Sentence("Showing the trump of that rank does as well, each once a game."),
}
ENDS: Final[Mapping[str, str]] = {
    "draw": Sentence("Nobody left with any: a draw."),
    "loses": Sentence("Nobody left with any: the last defender is the fool."),
}
SCORING: Final[Mapping[str, str]] = {
    "first-out": Sentence("The first one out wins."),
    "order": Sentence("Places go by who is out first."),
}
EPAULETTES: Final[Mapping[str, str]] = {
    "insult": Sentence(
        "Who takes the lowest rank as the last attack card of the game wears an **epaulette**."
    ),
    "match": Sentence(
        "A **match**: who takes the rank above the one they wear as the last attack card, wears "
        "it; who has to wear the ace has lost."
    ),
}
MISDEALS: Final[Mapping[str, str]] = {
    "six-of-a-colour": Sentence("A hand of six red or six black cards: all are dealt anew."),
    "five-of-a-suit": Sentence("Who holds five cards of a suit may ask for another deal."),
}


def lines(options: DurakOptions) -> tuple[str, ...]:
    """The rules of Durak under these options, a line each."""
    return tuple(
        Sentence.joined(part for part in line if part)
        for line in (*_before(options), *_bout(options), *_after(options))
        if any(line)
    )


def _before(options: DurakOptions) -> Iterable[tuple[str, ...]]:
    return (
        (TEAMS[options.teams],),
        (
            DECKS["36" if options.deck == "auto" and options.decks > 1 else options.deck],
            Sentence("Two jokers beside, which beat every card of their colour.")
            if options.jokers
            else "",
            Sentence("Every card is there twice: an equal one beats nothing.")
            if options.decks > 1
            else "",
            Sentence("The card turned up names the trumps and is drawn last."),
            Sentence("The lowest trump attacks first."),
            MISDEALS.get(options.misdeal, ""),
        ),
    )


def _bout(options: DurakOptions) -> Iterable[tuple[str, ...]]:
    return (
        (OPENING[options.opening],),
        (
            Sentence(
                "A card is **beaten** by a higher one of its suit, or by any trump if it is no "
                "trump itself."
            ),
        ),
        (
            THROWERS[options.throwers],
            THROW_FROM[options.throw_from],
            LIMITS[options.limit],
            ORDERS[options.throw_order],
        ),
        _passing(options),
        (Sentence("**All beaten**: the cards are discarded, and the defender attacks next."),),
        (
            Sentence("**Take**: the defender takes everything and misses the attack."),
            PILE_ON[options.pile_on],
        ),
    )


def _passing(options: DurakOptions) -> tuple[str, ...]:
    if not options.passing:
        return ()
    return (
        Sentence(
            "**Passing**: before beating anything, the defender may add a card of the same rank, "
            "and the next one defends instead."
        ),
        TRAVEL.get(options.travel, ""),
        "" if options.first_bout_passing else Sentence("Not in the first bout of a game."),
    )


def _after(options: DurakOptions) -> Iterable[tuple[str, ...]]:
    return (
        (
            Sentence(
                "After each bout everyone draws up to six while the talon lasts, the attacker "
                "first, the defender last."
            ),
        ),
        (
            Sentence(
                "Talon empty: get rid of your cards. Whoever is left with some is the **durak**, "
                "the fool."
            ),
            ENDS[options.last_defence],
            SCORING.get(options.scoring, ""),
        ),
        (EPAULETTES.get(options.epaulettes, ""),),
        (
            Sentence(
                "**Cheating** is allowed: wrong cards may be thrown in and covered with; whoever "
                "notices in time accuses, and the card goes back."
            )
            if options.cheating
            else "",
        ),
    )
