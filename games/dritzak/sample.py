"""A game that a seat may imagine: all that its view knows, and hidden cards by chance."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from games.core import Chance, Outcome, View
from games.dritzak.holdings import NUMBER, RANK, cards_in, holding_of, rest_of
from games.dritzak.options import DritzakOptions
from games.dritzak.position import lay_pile
from games.dritzak.shijo import answer_for
from games.dritzak.start import SIGNS, STARTING_ORDER, holders_who_may_start
from games.dritzak.state import GONE, PLACES, Answer, State
from games.view import Zone

Game = TypeVar("Game", bound=State)

SEED_BYTES: Final = 16
TRIES: Final = 200
"""How often hands are dealt anew for a tie (DRI-11) before one without it is taken."""


def sample_game(kind: type[Game], view: View, rng: Chance) -> Game:
    """A game of class `kind` in which `view.seat` sees exactly `view`."""
    facts = view.facts
    game = kind(DritzakOptions(**facts["options"]), len(view.seats))
    _set_public(game, view)
    _deal_hidden(game, view, rng)
    if game.phase == "throw":
        for _ in range(TRIES):
            if holders_who_may_start(game) == list(game.throwers):
                break
            _deal_hidden(game, view, rng)
    game.seed = bytes(rng.randrange(256) for _ in range(SEED_BYTES))
    _imagine_secrets(game, view, rng)
    game.settle()
    return game


def _set_public(game: State, view: View) -> None:
    """What all know of the course of the game, and the cards that all see."""
    facts = view.facts
    game.phase = facts["phase"]
    game.turn = facts["turn"]
    game.direction = facts["direction"]
    game.out = tuple(facts["out"])
    game.resigned = tuple(facts["resigned"])
    game.jinxed = frozenset(facts["jinxed"])
    game.honours = tuple(facts["honours"])
    game.tens, game.tens_blind = facts["tens"], facts["tens_blind"]
    game.idle = facts["idle"]
    game.throwers = tuple(facts["throwers"])
    game.wins = dict(zip(game.throwers, facts["wins"], strict=True))
    if facts["lowest"] is not None:
        game.opening_rank, game.opening = RANK[facts["lowest"]["rank"]], tuple(facts["lowest"]["seats"])
    if view.ranks is not None:
        game.outcome = Outcome(view.ranks, facts["kind"], game.honours)
    game.up = [holding_of(_seen(view, "face_up", seat)) for seat in range(game.seats)]
    lay_pile(game, _seen(view, "pile"))
    game.settle()


def _deal_hidden(game: State, view: View, rng: Chance) -> None:
    """Deals what the viewer does not see: hands, face-down cards, the draw pile and the discard pile."""
    seats = range(game.seats)
    told = view.facts["shijo"] or {}
    revealed = (view.seat, told["place"]) if told.get("card") else None
    seen = [card for zone in ("hand", "face_up") for seat in seats for card in _seen(view, zone, seat)]
    seen += [*game.pile, *([NUMBER[told["card"]]] if revealed else [])]
    pool = _Pool(game.rules.decks, seen, rng)
    for seat, hand in _deal_hands(game, view, pool).items():
        game.hands[seat] = holding_of(hand)
    for seat in seats:
        gaps = _zone(view, "face_down", seat).gaps
        game.down[seat] = tuple(
            GONE if place in gaps else NUMBER[told["card"]] if (seat, place + 1) == revealed else pool.take(1)[0]
            for place in range(PLACES)
        )
    game.draw = pool.take(len(_zone(view, "draw").cards))
    game.discard = pool.take(len(_zone(view, "discard").cards))


def _deal_hands(game: State, view: View, pool: _Pool) -> dict[int, list[int]]:
    """Every hand: those the viewer sees, and others that agree with what is public of the rank that starts (DRI-10)."""
    hands = {seat: _seen(view, "hand", seat) for seat in range(game.seats)}
    wanted = {seat: len(_zone(view, "hand", seat).cards) - len(hand) for seat, hand in hands.items()}
    hidden = [seat for seat, count in wanted.items() if count]
    lowest = game.opening_rank
    if lowest is None:
        return {seat: hands[seat] + pool.take(wanted[seat]) for seat in hands}
    holders = [seat for seat in hidden if seat in game.opening]
    for seat in holders:
        hands[seat] += pool.take(1, lambda rank: rank == lowest)
    # While it is thrown for the start, nobody holds a lower rank, and who is no holder does not hold the lowest.
    at_start = game.phase == "throw"
    order = STARTING_ORDER.index(lowest)
    for seat in (*(seat for seat in hidden if seat not in holders), *holders):
        least = (order if seat in holders else order + 1) if at_start else 0
        held = STARTING_ORDER[least:]
        hands[seat] += pool.take(wanted[seat] - (seat in holders), held.__contains__)
    return hands


def _imagine_secrets(game: State, view: View, rng: Chance) -> None:
    """The viewer's own secrets, and others' choices, throws and answers, of which only that they were made is known."""
    facts = view.facts
    waiting = set(view.waiting_on)
    if game.phase == "choose":
        game.choices = tuple(
            None if seat in waiting or seat not in game.still_in else _choice(game, view, seat, rng)
            for seat in range(game.seats)
        )
    game.throws = {
        seat: facts["throw"] if seat == view.seat else rng.choice(SIGNS)
        for seat in game.throwers
        if seat not in waiting
    }
    if facts["shijo"] is not None:
        card = facts["shijo"]["card"]
        game.answer = Answer(facts["shijo"]["answer"], facts["shijo"]["place"], None if card is None else NUMBER[card])
    elif facts["shijo_asked"] and game.turn is not None:
        game.answer = answer_for(game, game.turn, rng)


def _choice(game: State, view: View, seat: int, rng: Chance) -> int:
    if seat == view.seat:
        return holding_of(NUMBER[card] for card in view.facts["choice"])
    cards = cards_in(game.hands[seat])
    rng.shuffle(cards)
    return holding_of(cards[:PLACES])


class _Pool:
    """The cards that the viewer does not see, shuffled."""

    def __init__(self, decks: int, seen: Sequence[int], rng: Chance) -> None:
        self._decks = decks
        self._rng = rng
        self._cards = rest_of(decks, seen)
        rng.shuffle(self._cards)

    def take(self, count: int, fits: Callable[[int], bool] | None = None) -> list[int]:
        """Takes so many cards out, of ranks that fit while there are such."""
        while len(self._cards) < count:
            # Only a position that was set up holds more cards than its decks: it has them from another.
            more = rest_of(self._decks, ())
            self._rng.shuffle(more)
            self._cards = more + self._cards
        if fits is None:
            taken = self._cards[len(self._cards) - count :]
        else:
            taken = sorted(self._cards, key=lambda card: not fits(card // 4))[:count]
        for card in taken:
            self._cards.remove(card)
        return taken


def _zone(view: View, name: str, owner: int | None = None) -> Zone:
    """A zone of a view; every view of Dritzak has all of them."""
    return next(zone for zone in view.zones if zone.name == name and zone.owner == owner)


def _seen(view: View, name: str, owner: int | None = None) -> list[int]:
    return [NUMBER[card] for card in _zone(view, name, owner).cards if card is not None]
