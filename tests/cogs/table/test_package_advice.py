"""Tests of the reasons that hints give in the packages' games. Each reason is true by the rules and
the real cards."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

import pytest

import games
from cogs.table.hand.advice import advice_line
from cogs.words.game import GameWords
from cogs.words.load import words_of
from games.cards import height, rank_of, suit_of
from games.core import Event, Game, Move, Position
from games.players import seated
from games.players.finding import Finding
from games.shuffle import Stream
from tests import WHOLE_GAMES
from tests.cogs.plugins import with_words
from tests.games.plugins import EXAMPLES
from tests.limits import seen

GAMES: Final = 3
MOST_MOVES: Final = 90
PRESETS: Final = {"eights": ("mau-mau", "wild"), "hearts": ("deal",), "cheat": ("cheat", "trust")}


def after(game: Game, seat: int, *moves: str) -> tuple[Game, list[Event]]:
    """Return a copy of the game after the moves `moves` of one seat, and the events of these
    moves."""
    copy = game.copy()
    return copy, [event for move in moves for event in copy.play(seat, move)]


# Hearts


def leaves_the_trick(game: Game, seat: int, move: Move, said: str) -> bool:
    copy, events = after(game, seat, move)
    while all(event.name != "took" for event in events):
        mover = min(copy.waiting_on)
        events = copy.play(mover, copy.legal_moves(mover)[0])
    taker: int = next(event.fields["seat"] for event in events if event.name == "took")
    return taker != seat


def nothing_stays_below(game: Game, seat: int, move: Move, said: str) -> bool:
    trick = game.position()["trick"]
    led = [height(card) for card in trick if suit_of(card) == suit_of(trick[0])]
    own = [each.cards[0] for each in game.legal_moves(seat)]
    return all(suit_of(c) == suit_of(trick[0]) and height(c) > max(led) for c in own)


def so_many_are_higher(game: Game, seat: int, move: Move, said: str) -> bool:
    (card,) = move.cards
    others = [each for other in range(4) if other != seat for each in game.held(other)]
    higher = [c for c in others if suit_of(c) == suit_of(card) and height(c) > height(card)]
    return said.startswith(f"{len(higher)} ")


def runs_out(game: Game, seat: int, move: Move, said: str) -> bool:
    gone = {suit_of(c) for c in move.cards} - {
        suit_of(c) for c in game.held(seat) if c not in move.cards
    }
    return any({"S": "♠", "H": "♥", "D": "♦", "C": "♣"}[str(suit)] in said for suit in gone)


# Crazy Eights


def wins(game: Game, seat: int, move: Move, said: str) -> bool:
    outcome = after(game, seat, move)[0].outcome
    return outcome is not None and outcome.ranks[seat] == 1


def plays(game: Game, seat: int) -> list[Move]:
    return [move for move in game.legal_moves(seat) if move.verb == "play"]


def misses_a_turn(game: Game, seat: int, move: Move, said: str) -> bool:
    return any(event.name == "skipped" for event in after(game, seat, move)[1])


def is_attacked(game: Game, seat: int, move: Move, said: str) -> bool:
    copy = after(game, seat, move)[0]
    attack = copy.view(None).facts["attack"]
    answers = plays(copy, min(copy.waiting_on))
    return copy.position()["owed"] > 0 and {rank_of(m.cards[0]) for m in answers} <= {attack}


def can_be_caught(game: Game, seat: int, move: Move, said: str) -> bool:
    if move not in game.legal_moves(seat) or not plays(game, seat):
        return True
    copy = game if game.position()["forgot"] == seat else after(game, seat, plays(game, seat)[0])[0]
    return (
        any(each.verb == "catch" for other in range(copy.seats) for each in copy.legal_moves(other))
        or len(copy.held(seat)) != 1
    )


def costs_no_turn(game: Game, seat: int, move: Move, said: str) -> bool:
    copy = after(game, seat, move)[0]
    caught = int(move.other)
    drew = len(copy.held(caught)) - len(game.held(caught))
    return copy.waiting_on == game.waiting_on and (drew == 2 or copy.outcome is not None)


def has_more_of_it(game: Game, seat: int, move: Move, said: str) -> bool:
    suit = move.other or suit_of(move.cards[0])
    shown = sum(suit_of(c) == suit for c in game.held(seat) if c not in move.cards)
    named = len(re.findall("[♠♥♦♣]", said))
    return 0 < named <= shown


def keeps_a_wild_card(game: Game, seat: int, move: Move, said: str) -> bool:
    wild = game.view(None).facts["wild"]
    kept = [c for c in game.held(seat) if rank_of(c) == wild and c not in move.cards]
    return len(re.findall("[♠♥♦♣]", said)) == len(kept) or not move.cards


# Cheat


def would_be_honest(game: Game, seat: int, move: Move, said: str) -> bool:
    copy = after(game, seat, move)[0]
    if move.verb == "lay":
        rank = rank_of(move.cards[0])
        claims = [m for m in copy.legal_moves(seat) if m.verb == "claim"]
        copy.play(seat, next(m for m in claims if m.other in {"", rank}))
    laid = copy.position()["laid"]
    return all(rank_of(card) == copy.position()["due"] for card in laid)


def has_no_true_card(game: Game, seat: int, move: Move, said: str) -> bool:
    copy = after(game, seat, move)[0]
    if move.verb == "lay":
        copy.play(seat, next(m for m in copy.legal_moves(seat) if m.verb == "claim"))
    return all(rank_of(card) != copy.position()["due"] for card in copy.held(seat))


def is_a_lie(game: Game, seat: int, move: Move, said: str) -> bool:
    position = game.position()
    return any(rank_of(card) != position["due"] for card in position["laid"])


def would_win(game: Game, seat: int, move: Move, said: str) -> bool:
    return not game.held(game.position()["claimant"])


def may_be_true(game: Game, seat: int, move: Move, said: str) -> bool:
    position = game.position()
    due, claimed = str(position["due"]), len(list(position["laid"]))
    return sum(rank_of(card) == due for card in game.held(seat)) + claimed <= 4


Truth = Callable[[Game, int, Move, str], bool]
TRUE: Final[Mapping[str, Mapping[str, Truth]]] = {
    "hearts": {
        "you can't take this trick, so": leaves_the_trick,
        "it stays under": leaves_the_trick,
        "everything you can play": nothing_stays_below,
        "still out": so_many_are_higher,
        "could cost you thirteen": lambda g, s, m, t: bool({*m.cards} & {"QS", "KS", "AS"}),
        "once you're out of": runs_out,
        "high cards take": lambda g, s, m, t: all(height(c) >= 8 for c in m.cards),
        "it's your only move": lambda g, s, m, t: len(g.legal_moves(s)) == 1,
    },
    "eights": {
        "so you win": wins,
        "the only card that fits": lambda g, s, m, t: len({p.cards for p in plays(g, s)}) == 1,
        "has to draw": is_attacked,
        "misses a turn": misses_a_turn,
        "more of that suit": has_more_of_it,
        "for later": keeps_a_wild_card,
        "nothing you have fits": lambda g, s, m, t: not plays(g, s),
        "if you forget": can_be_caught,
        "doesn't cost you a turn": costs_no_turn,
    },
    "cheat": {
        "it's true": would_be_honest,
        "you have to cheat": has_no_true_card,
        "no cards of that rank": has_no_true_card,
        "it can't be true": is_a_lie,
        "they win": would_win,
        "could be true": may_be_true,
        "it's your only move": lambda g, s, m, t: len(g.legal_moves(s)) == 1,
    },
}
"""The functions that check the reasons of hints. The first key is the name of the game. The second
key is a part of the reason's sentence. The function takes the game, the seat, the move and the
reason's sentence, and returns whether the reason is true."""
RARE: Final[Mapping[str, Sequence[Position]]] = {
    "cheat": [
        {
            "hands": [["9S", "9H", "9D"], theirs, ["7C", "QD"], ["KD"]],
            "laid": ["JC", "JD"],
            "phase": "answer",
            "turn": 2,
            "claimant": 1,
            "due": "9",
        }
        for theirs in (["6C"], [])
    ]
}
"""For each game, positions in which a hint gives a reason that is rare in ordinary games."""
NOTHING_TO_SAY: Final = re.compile("I tried .* deals, and no other move|it's your only move")


@pytest.mark.parametrize("name", WHOLE_GAMES)
def test_every_reason_is_true(name: str, tmp_path: Path) -> None:
    """In games of bot players, every hint gives a true reason, whatever move it advises. All
    reasons that this test knows occur in these games."""
    met: Counter[str] = Counter()
    with with_words(EXAMPLES / name, tmp_path):
        words, kind = words_of(name), games.load(name)
        rare = [kind.from_position(position) for position in RARE.get(name, ())]
        for number, game in enumerate((*rare, *dealt(kind))):
            rng = Stream(b"why%d" % number)
            players = [seated(name, ("casual", "skilled")[seat % 2]) for seat in range(4)]
            for _move in range(MOST_MOVES):
                if game.outcome is not None:
                    break
                for seat in range(4):
                    look_at(game, seat, words, met)
                mover = min(game.waiting_on)
                game.play(mover, players[mover].choose(game.view(mover), rng))
    assert met.keys() == TRUE[name].keys(), "each reason comes up"


def dealt(kind: type[Game]) -> Iterator[Game]:
    for preset in PRESETS[kind.name]:
        for number in range(GAMES):
            yield kind.new(kind.options(preset), seats=4, seed=b"%d" % number)


def look_at(game: Game, seat: int, words: GameWords, met: Counter[str]) -> None:
    """Check that the reasons of hints for some legal moves of `seat` are true, and count each
    reason in `met`."""
    view = game.view(seat)
    for move in view.moves[:: max(1, len(view.moves) // 6)]:
        line = advice_line(view, Finding(str(move), deals=24), words)
        said = seen(line).partition("**: ")[2]
        found = [each for each in TRUE[game.name] if each in said]
        assert found or NOTHING_TO_SAY.search(said), said
        for each in found:
            met[each] += 1
            assert TRUE[game.name][each](game, seat, move, said), (move, said)
