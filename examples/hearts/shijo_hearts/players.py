"""Bot players for Hearts. They read only the view, which shows all played cards. The skilled one
also remembers which seats couldn't follow suit."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, Final

from games.cards import NUMBER, SUITS, deck, height, suit_of, taking
from games.moves import Move
from games.players.worth import best_by
from games.shuffle import Chance
from games.view import View

HUNDRED: Final = 100
SLIPS: Final = 25
"""How many of a hundred cards the casual player plays at random."""
CARELESS: Final = 60
"""How many of a hundred cards the beginner plays at random."""
LADY: Final = "QS"
COURT: Final = 8
"""The height of a ten. A card of this height or more usually takes the trick."""
DANGER: Final[Mapping[str, int]] = {"QS": 60, "AS": 45, "KS": 42}
"""What it is worth to get rid of each of these cards, before the queen of spades was taken."""

Worth = Callable[[str], int]


def beginner(view: View, rng: Chance) -> Move:
    """Choose a move like a beginner, who passes any cards and plays six of ten cards at random."""
    cards = [move for move in view.moves if move.verb == "play"]
    if not cards or rng.randrange(HUNDRED) < CARELESS:
        return rng.choice(view.moves)
    return best_by(lambda move: _plainly(view, move.cards[0]), cards, rng)


def casual(view: View, rng: Chance) -> Move:
    """Choose a move like a player who plays low and discards points, but makes mistakes."""
    slips = view.moves[0].verb == "play" and rng.randrange(HUNDRED) < SLIPS
    return rng.choice(view.moves) if slips else steady(view, rng)


def steady(view: View, rng: Chance) -> Move:
    """Choose a move like `casual`, but without mistakes. The judge plays deals out with it."""
    if view.moves[0].verb == "pass":
        return _pass(view, lambda card: height(card) + (20 if card == LADY else 0))
    if view.moves[0].verb != "play":
        return view.moves[0]
    return best_by(lambda move: _plainly(view, move.cards[0]), view.moves, rng)


def _pass(view: View, worth: Worth) -> Move:
    """Return the move that passes the three cards with the highest value of `worth`."""
    cards = sorted(view.hand, key=lambda card: (-worth(card), NUMBER[card]))
    return Move.make("pass", cards[:3])


def lying(view: View) -> list[str]:
    """Return the cards of the trick to which the next card is played."""
    zone = view.zone("trick")
    cards = [card for card in zone.cards if card] if zone else []
    return cards if len(cards) < len(view.seats) else []


def _plainly(view: View, card: str) -> int:
    trick = lying(view)
    if not trick:
        return -height(card)
    if suit_of(card) != suit_of(trick[0]):
        return 100 + height(card) + (50 if card == LADY else 20 if suit_of(card) == "H" else 0)
    return 50 + height(card) if height(card) < height(taking(trick)) else -height(card)


class Skilled:
    """A bot player that counts the cards of each suit, and remembers which seats lack a suit."""

    def __init__(self) -> None:
        self._lacks: dict[int, set[str | None]] = {}
        self._trick: list[str] = []

    def watch(self, name: str, fields: Mapping[str, Any], /) -> None:
        """Remember from each `played` event which seat couldn't follow suit."""
        if name == "deals":
            self._lacks, self._trick = {}, []
        elif name == "took":
            self._trick = []
        elif name == "played":
            (card,) = fields["cards"]
            self._trick.append(card)
            if suit_of(card) != suit_of(self._trick[0]):
                self._lacks.setdefault(fields["seat"], set()).add(suit_of(self._trick[0]))

    def choose(self, view: View, rng: Chance, /) -> Move:
        """Choose one of the legal moves in `view.moves`."""
        if len(view.moves) == 1:
            return view.moves[0]
        if view.moves[0].verb == "pass":
            return _pass(view, lambda card: _burden(view, card))
        trick = lying(view)
        worth = self._following(view, trick) if trick else self._leading(view)
        return best_by(lambda move: worth(move.cards[0]), view.moves, rng)

    def _leading(self, view: View) -> Worth:
        hidden = unseen(view)

        def worth(card: str) -> int:
            suit = suit_of(card)
            rest = [each for each in hidden if suit_of(each) == suit]
            lower = len(rest) - (higher := sum(height(each) > height(card) for each in rest))
            void = sum(suit in lacks for lacks in self._lacks.values())
            # Sure to take it, and others may throw points on it.
            risk = 12 * lower // max(1, len(rest)) if rest else 25
            risk += void if higher else 4 * void
            if suit == "H" and lower:
                risk += 6
            if suit == "S" and LADY in hidden:
                risk += 30 if height(card) > height(LADY) else -4
            if card == LADY:
                risk += 40
            return -risk

        return worth

    def _following(self, view: View, trick: list[str]) -> Worth:
        led, best = suit_of(trick[0]), height(taking(trick))
        last = len(trick) == len(view.seats) - 1
        points = sum(13 if card == LADY else suit_of(card) == "H" for card in trick)

        def worth(card: str) -> int:
            if suit_of(card) != led:
                return 200 + _burden(view, card)
            if height(card) < best:
                # As high as goes; but the queen first, where somebody else takes her.
                return 100 + height(card) + (50 if card == LADY else 0)
            if last and not points and card != LADY:
                # It has to be taken, or may be: with the highest then.
                return 40 + height(card) + (_duty(view, card))
            spade = 30 if led == "S" and LADY in unseen(view) and card in DANGER else 0
            return higher(view, card) - height(card) - spade - (60 if card == LADY else 0)

        return worth


def _duty(view: View, card: str) -> int:
    """Return the extra value of winning with `card`: 40 for the jack of diamonds, if it counts."""
    return 40 if card == "JD" and view.facts["jack"] else 0


def unseen(view: View) -> list[str]:
    """Return the cards in other hands: those that this seat can't see and nobody has taken."""
    gone = {card for cards in view.facts["taken"] for card in cards}
    seen = {card for zone in view.zones for card in zone.cards} | gone
    return [card for card in deck() if card not in seen]


def higher(view: View, card: str) -> int:
    """Return the number of higher cards of the same suit in other hands."""
    suit = suit_of(card)
    return sum(suit_of(each) == suit and height(each) > height(card) for each in unseen(view))


def _burden(view: View, card: str) -> int:
    """Return the burden of `card`: more if it is high, has points, or is of a short suit."""
    suits = Counter(map(suit_of, view.hand))
    suit, gone = suit_of(card), {each for cards in view.facts["taken"] for each in cards}
    worth = 2 * height(card) + 3 * (len(SUITS) - suits[suit])
    if suit == "H":
        worth += 14
    if card in DANGER and view.facts["lady"] and LADY not in gone:
        worth += DANGER[card] * (suits["S"] <= len(SUITS) or card == LADY)
    return worth - 30 * (card == "JD" and view.facts["jack"])
