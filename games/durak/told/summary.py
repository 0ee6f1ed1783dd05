"""The rules of Durak in about ten lines that are true for the options of a table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from games.durak.rules.options import DurakOptions
from games.errors import Sentence

# Translators: The rules of Durak in short, a line each.

DECKS: Final[Mapping[str, str]] = {
    "auto": Sentence("36 cards for up to 5 players, 40 for 6, 52 for more."),
    "24": Sentence("24 cards, nines and up."),
    "36": Sentence("36 cards, sixes and up."),
    "40": Sentence("40 cards, fives and up."),
    "52": Sentence("All 52 cards."),
}
TEAMS: Final[Mapping[str, str]] = {
    "off": Sentence("**The last one holding cards is the fool.** Everyone gets six cards."),
    "pairs": Sentence(
        "**The last team holding cards are the fools.** You play in teams of two, with "
        "opponents on both sides of you. Everyone gets six cards."
    ),
    "threes": Sentence(
        "**The last team holding cards are the fools.** You play in teams of three, with "
        "opponents on both sides of you. Everyone gets six cards."
    ),
}
OPENING: Final[Mapping[str, str]] = {
    "single": Sentence(
        "The **attacker** plays one card, and the player to their left **defends**."
    ),
    "several": Sentence(
        "The **attacker** plays one or more cards of the same rank, and the player to "
        "their left **defends**."
    ),
}
THROWERS: Final[Mapping[str, str]] = {
    "all": Sentence("Everyone else can **throw in** cards matching a rank on the table."),
    "neighbours": Sentence(
        "The defender's neighbours can **throw in** cards matching a rank on the table."
    ),
}
THROW_FROM: Final[Mapping[str, str]] = {
    "at-once": Sentence("You can throw in right away."),
    "first-beat": Sentence("You can only throw in once a card has been beaten."),
}
LIMITS: Final[Mapping[str, str]] = {
    "hand": Sentence("An attack can't have more cards than the defender holds."),
    "six": Sentence("An attack can have up to six cards, but never more than the defender holds."),
    "five-first": Sentence(
        "An attack can have up to six cards (five until the first successful defence), but never "
        "more than the defender holds."
    ),
}
ORDERS: Final[Mapping[str, str]] = {
    "arrival": Sentence("Throwing in is first come, first served."),
    "priority": Sentence("The attacker throws in first, then the others clockwise."),
}
PILE_ON: Final[Mapping[str, str]] = {
    "off": Sentence("After a pickup, nobody can add cards."),
    "limited": Sentence(
        "When the defender picks up, the others can still add cards, up to the attack's limit."
    ),
    "unlimited": Sentence(
        "When the defender picks up, the others can still add any number of matching cards."
    ),
}
TRAVEL: Final[Mapping[str, str]] = {
    "once-per-attack": Sentence(
        "If you hold the trump of the attack's rank, you can also show it to pass the attack on. "
        "You keep the card, but you can do this only once per attack."
    ),
    "once-per-game": Sentence(
        "If you hold the trump of the attack's rank, you can also show it to pass the attack on. "
        "You keep the card, but you can show each trump only once per game."
    ),
}
ENDS: Final[Mapping[str, str]] = {
    "draw": Sentence("If nobody has cards left, it's a draw."),
    "loses": Sentence("If nobody has cards left, the last defender is the fool."),
}
SCORING: Final[Mapping[str, str]] = {
    "first-out": Sentence("First one out wins."),
    "order": Sentence("You're ranked in the order you go out."),
}
EPAULETTES: Final[Mapping[str, str]] = {
    "insult": Sentence(
        "If the game's last attack is a card of the lowest rank and you pick it up, "
        "you wear an **epaulette**."
    ),
    "match": Sentence(
        "You play a **match** of several games. If you lose a game by picking up a card of the "
        "deck's lowest rank, you wear it as an **epaulette**. Next time it takes a card one rank "
        "higher, and so on. Wear the ace and you've lost the match."
    ),
}
MISDEALS: Final[Mapping[str, str]] = {
    "six-of-a-colour": Sentence("If anyone is dealt six red or six black cards, there's a redeal."),
    "five-of-a-suit": Sentence("With five cards of one suit, you can ask for a redeal."),
}


def lines(options: DurakOptions) -> tuple[str, ...]:
    """The rules of Durak with these options, as lines. Each line is about one subject and can have
    several sentences."""
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
            Sentence("There are two jokers, and each beats every card of its own colour.")
            if options.jokers
            else "",
            Sentence("There are two of every card, and identical cards don't beat each other.")
            if options.decks > 1
            else "",
            Sentence(
                "One card is turned up. Its suit is trumps, and the card itself is drawn last."
            ),
            Sentence("The player with the lowest trump attacks first."),
            MISDEALS.get(options.misdeal, ""),
        ),
    )


def _bout(options: DurakOptions) -> Iterable[tuple[str, ...]]:
    return (
        (OPENING[options.opening],),
        (Sentence("**Beat** a card with a higher one of its suit. Trumps beat every other suit."),),
        (
            THROWERS[options.throwers],
            "" if options.teams == "off" else Sentence("You can't throw in against a teammate."),
            THROW_FROM[options.throw_from],
            LIMITS[options.limit],
            # DUR-73: with cheating, nobody waits for their turn. The other lines of the options say
            # which cards are wrong.
            ORDERS["arrival" if options.cheating else options.throw_order],
        ),
        _passing(options),
        (Sentence("**All beaten**: the cards are out of play, and the defender attacks next."),),
        (
            Sentence(
                "**Pick up**: the defender takes every card on the table and loses their attack."
            ),
            PILE_ON[options.pile_on],
        ),
    )


def _passing(options: DurakOptions) -> tuple[str, ...]:
    if not options.passing:
        return ()
    return (
        Sentence(
            "**Pass it on**: before beating anything, the defender can add a card of "
            "the same rank, and the next player defends instead."
        ),
        TRAVEL.get(options.travel, ""),
        "" if options.first_bout_passing else Sentence("You can't pass the first attack on."),
    )


def _after(options: DurakOptions) -> Iterable[tuple[str, ...]]:
    return (
        (
            Sentence(
                "After each round everyone draws back up to six, the attacker first "
                "and the defender last."
            ),
        ),
        (
            Sentence(
                "Once the deck is empty, play your last card and you're out. The last player "
                "with cards left is the **durak**, the fool."
            ),
            ENDS[options.last_defence],
            SCORING.get(options.scoring, ""),
        ),
        (EPAULETTES.get(options.epaulettes, ""),),
        (
            Sentence(
                "**Cheating** is allowed: throw in or beat with any card. If someone spots it "
                "and accuses you in time, you take the card back."
            )
            if options.cheating
            else "",
        ),
    )
