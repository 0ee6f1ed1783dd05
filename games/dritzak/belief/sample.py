"""Makes a game that a seat may imagine. It has everything in the seat's view, and random hidden
cards."""

from __future__ import annotations

from typing import Final, TypeVar

from games.core import Chance, Outcome, View
from games.dritzak.belief.hidden import deal_hidden, seen_in
from games.dritzak.belief.memory import Memory
from games.dritzak.rules.holdings import NUMBER, RANK, cards_in, holding_of
from games.dritzak.rules.options import DritzakOptions
from games.dritzak.rules.position import lay_pile
from games.dritzak.rules.shijo import answer_for
from games.dritzak.rules.start import SIGNS
from games.dritzak.rules.state import PLACES, Answer, State

Game = TypeVar("Game", bound=State)

SEED_BYTES: Final = 16


def sample_game(kind: type[Game], view: View, rng: Chance, memory: Memory) -> Game:
    """Return a game of class `kind` in which `view.seat` sees exactly `view`. Cards in `memory`
    have their real places. The other hidden cards are random."""
    facts = view.facts
    game = kind(DritzakOptions(**facts["options"]), len(view.seats))
    _set_public(game, view)
    deal_hidden(game, view, rng, memory)
    game.seed = bytes(rng.randrange(256) for _ in range(SEED_BYTES))
    _imagine_secrets(game, view, rng)
    game.settle()
    return game


def _set_public(game: State, view: View) -> None:
    """Set everything in `game` that is public, such as the turn, the phase and the visible
    cards."""
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
        game.opening_rank, game.opening = (
            RANK[facts["lowest"]["rank"]],
            tuple(facts["lowest"]["seats"]),
        )
    if view.ranks is not None:
        game.outcome = Outcome(view.ranks, facts["kind"], game.honours)
    game.up = [holding_of(seen_in(view, "face_up", seat)) for seat in range(game.seats)]
    lay_pile(game, seen_in(view, "pile"))
    game.settle()


def _imagine_secrets(game: State, view: View, rng: Chance) -> None:
    """Set the secret choices: face-up cards that were chosen, signs that were thrown, and the
    Shijo's answer. (The Shijo is a figure who knows the face-down cards.) The viewer's own choices
    are the real ones. The choices of other seats are random, because the viewer only knows that
    they were made."""
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
        game.answer = Answer(
            facts["shijo"]["answer"],
            facts["shijo"]["place"],
            None if card is None else NUMBER[card],
        )
    elif facts["shijo_asked"] and game.turn is not None:
        game.answer = answer_for(game, game.turn, rng)


def _choice(game: State, view: View, seat: int, rng: Chance) -> int:
    if seat == view.seat:
        return holding_of(NUMBER[card] for card in view.facts["choice"])
    cards = cards_in(game.hands[seat])
    rng.shuffle(cards)
    return holding_of(cards[:PLACES])
