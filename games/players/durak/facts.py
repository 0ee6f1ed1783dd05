"""Numbers about the move that the adviser of Durak chose: what it spends and what it saves. They
are put into words for the advice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from games.cards import deck, suit_of
from games.core import Move, View
from games.durak.belief.memory import Memory
from games.durak.rules.options import DECKS, DurakOptions
from games.durak.rules.tables import names_in
from games.players.durak.greedy import beats, worth


def facts_of(view: View, memory: Memory, move: Move) -> dict[str, int]:
    """Return numbers about a position and the move that was chosen in it, by name. With two decks,
    the result is empty.

    When the seat could take, `unbeaten` is the number of unbeaten attack cards, and `beatable` is
    how many of these cards the hand can beat together. If the hand can beat all of them, `trumps`
    is the smallest number of trumps needed.

    When the move opens a bout or throws in, `beaters` is the number of cards that beat one of the
    move's cards and that another seat might hold or draw. When the move opens a bout or beats a
    card, `lowest` is 1 if no card of lower worth could be used instead, otherwise 0."""
    found: dict[str, int] = {}
    if view.facts["options"]["decks"] != 1:
        return found
    lying = _lying(view)
    if lying and "take" in view.moves:
        ways = _ways(view)
        found["unbeaten"], found["beatable"] = len(lying), _matched(lying, ways)
        if found["beatable"] == len(lying):
            plain = {
                attack: [card for card in cards if not _is_trump(view, card)]
                for attack, cards in ways.items()
            }
            found["trumps"] = len(lying) - _matched(lying, plain)
    if move.verb in {"attack", "throw"}:
        unseen = _unseen(view, memory)
        found["beaters"] = sum(
            any(beats(view, card, each) for each in move.cards) for card in unseen
        )
    if move.verb in {"attack", "beat"}:
        found["lowest"] = int(_is_lowest(view, move))
    return found


def _lying(view: View) -> list[str]:
    table = view.zone("table")
    if table is None:
        return []
    covers = zip(table.cards, table.covers, strict=True)
    return [str(card) for card, cover in covers if cover is None]


def _ways(view: View) -> dict[str, list[str]]:
    """Return, for each unbeaten attack card that the hand can beat, the cards of the hand that beat
    it. Cards that only cheating allows (DUR-70) are left out."""
    ways: dict[str, list[str]] = {}
    for move in view.moves:
        if move.verb == "beat" and beats(view, move.cards[1], move.cards[0]):
            ways.setdefault(move.cards[0], []).append(move.cards[1])
    return ways


def _matched(attacks: Sequence[str], ways: Mapping[str, Sequence[str]]) -> int:
    """Return how many attack cards can be beaten together, each by a different card. `ways` maps
    each attack card to the cards that beat it."""
    used: dict[str, str] = {}

    def place(attack: str, tried: set[str]) -> bool:
        for card in ways.get(attack, ()):
            if card in tried:
                continue
            tried.add(card)
            if card not in used or place(used[card], tried):
                used[card] = attack
                return True
        return False

    return sum(place(attack, set()) for attack in attacks)


def _is_trump(view: View, card: str) -> bool:
    return suit_of(card) in (view.facts["trump"], None)


def _unseen(view: View, memory: Memory) -> Iterable[str]:
    """The cards that might be in another hand or in the talon, as far as the seat knows."""
    options = DurakOptions(**view.facts["options"])
    table = view.zone("table")
    lying = () if table is None else (*table.cards, *filter(None, table.covers))
    placed = {*names_in(memory.discarded), *view.hand, *map(str, lying)}
    _, lowest = DECKS[options.deck_for(len(view.seats))]
    return [card for card in deck(lowest, jokers=options.jokers) if card not in placed]


def _is_lowest(view: View, move: Move) -> bool:
    """Whether no card of lower worth could have been played instead of the move's card."""
    if move.verb == "beat":
        attack, card = move.cards
        others = _ways(view).get(attack, ())
        return all(worth(view, card) <= worth(view, other) for other in others)
    return worth(view, move.cards[0]) == min(worth(view, card) for card in view.hand)
