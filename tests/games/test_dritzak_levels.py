"""The levels of Dritzak: what each remembers, imagines and overlooks."""

from __future__ import annotations

from collections import Counter
from itertools import chain

import pytest

from games import players
from games.analysis.findings import FULL
from games.analysis.open_hands import open_chances
from games.core import Stream
from games.dritzak import Dritzak, DritzakOptions
from games.dritzak.belief.memory import Memory
from games.dritzak.rules.holdings import cards_in
from games.players.dritzak import quick
from games.players.dritzak.imagining import Imagined
from games.players.dritzak.playout import play_out
from games.players.dritzak.position import Position
from games.players.dritzak.ranks import WORTH_OF_NUMBER, packed
from games.players.dritzak.slips import BEGINNER, CASUAL
from games.players.random import choose as any_move
from games.told_events import told
from tests.games.dritzak_tables import table


def chosen(game: Dritzak, strength: str) -> str:
    """Return the first move of a bot player of level `strength` who takes seat 0 now and has seen
    nothing of the game before."""
    return str(players.seated("dritzak", strength).choose(game.view(0), Stream(b"chosen")))


def test_a_master_sees_whom_a_cheap_card_would_let_out() -> None:
    game = table("5S KD", "", up={1: "6H"}, pile="4D")
    assert chosen(game, "greedy") == "play 5S"
    assert chosen(game, "master") == "play KD"


@pytest.mark.parametrize("preset", DritzakOptions.presets)
def test_what_is_remembered_is_true_and_deals_agree_with_it(preset: str) -> None:
    for seats in (2, 5):
        game = Dritzak.new(Dritzak.options(preset), seats=seats, seed=b"remembered")
        rng, happened = Stream(b"moves" + preset.encode()), game.dealt()
        memories = [Memory() for _ in range(seats)]
        for number in range(120):
            for seat, memory in enumerate(memories):
                for name, fields in told(happened, seat):
                    memory.watch(name, fields)
            if game.outcome is not None:
                break
            for memory in memories:
                assert memory.discarded == Counter(game.discard)
                for seat, hand in enumerate(game.hands):
                    assert memory.hand(seat) <= Counter(cards_in(hand))
            seat = min(game.waiting_on)
            if game.phase == "play" and number % 8 == 0:
                assert_deals_agree(game, seat, memories[seat], rng)
            happened = game.play(seat, any_move(game.view(seat), rng))


def assert_deals_agree(game: Dritzak, seat: int, memory: Memory, rng: Stream) -> None:
    truth = position_of(game)
    dealt = Imagined(game.view(seat), memory).deal(rng)
    assert dealt.hands[seat] == truth.hands[seat]
    assert (dealt.up, dealt.sizes, dealt.pile, dealt.piled) == (
        truth.up,
        truth.sizes,
        truth.pile,
        truth.piled,
    )
    assert (dealt.top, dealt.run) == (truth.top, truth.run)
    assert list(map(len, dealt.down)) == list(map(len, truth.down))
    assert len(dealt.draw) == len(truth.draw)
    assert sum(dealt.hands) + packed([*chain(*dealt.down), *dealt.draw]) == sum(
        truth.hands
    ) + packed([*chain(*truth.down), *truth.draw])


def position_of(game: Dritzak) -> Position:
    """Return the whole game, with all hidden cards, as a `Position`, which the bot players use to
    search for a move. The list of face-down cards of each seat goes from left to right."""
    position = Position(game.rules, game.seats)
    worths = [[WORTH_OF_NUMBER[card] for card in cards_in(hand)] for hand in game.hands]
    position.hands = [packed(hand) for hand in worths]
    position.sizes = [len(hand) for hand in worths]
    position.up = [packed(WORTH_OF_NUMBER[card] for card in cards_in(up)) for up in game.up]
    position.down = [
        [WORTH_OF_NUMBER[card] for card in places if card >= 0] for places in game.down
    ]
    position.draw = [WORTH_OF_NUMBER[card] for card in game.draw]
    position.pile = packed(WORTH_OF_NUMBER[card] for card in game.pile)
    position.piled = len(game.pile)
    if game.pile:
        position.top, position.run = WORTH_OF_NUMBER[game.pile[-1]], game.run
    position.turn, position.direction = game.turn or 0, game.direction
    position.still_in, position.out = game.still_in, list(game.out)
    return position


@pytest.mark.parametrize("preset", DritzakOptions.presets)
@pytest.mark.parametrize("seats", [2, 4])
def test_a_playout_is_what_the_engine_plays(preset: str, seats: int) -> None:
    settings = {**DritzakOptions.presets[preset], "shijo": False, "play_on": True}
    for number in range(4):
        seed = b"%d" % number
        game = Dritzak.new(DritzakOptions(**settings), seats=seats, seed=seed)
        rng = Stream(seed)
        position = None
        while game.outcome is None:
            if game.phase == "play" and position is None:
                position = position_of(game)
            seat = min(game.waiting_on)
            move = quick.choose(game.view(seat), rng)
            flips = [each for each in game.legal_moves(seat) if each.verb == "flip"]
            game.play(seat, flips[-1] if flips else move)
        assert position is not None
        end = play_out(position)
        assert end.out == list(game.out)


def test_a_master_remembers_what_the_shijo_revealed() -> None:
    game = table("", "8C", down={0: "3S KS 9H"}, pile="8S", options={"shijo": False})
    player = players.seated("dritzak", "master")
    secret = {"seat": 0, "answer": "revelation", "place": 2, "card": "KS"}
    player.watch("shijo-answer", secret)
    moves = {str(player.choose(game.view(0), Stream(b"%d" % lot))) for lot in range(12)}
    assert moves == {"flip 2"}


def test_a_jinx_that_has_left_spares_nobody() -> None:
    """DRI-42: only a jinxed seat that is still at the table lets all others win together."""
    game = table("5S KD", "", "9H", up={1: "6H"}, pile="4D", jinxed=[2])
    assert chosen(game, "master") == "play 5S"
    game.resign(2)
    assert chosen(game, "master") == "play KD"
    assert open_chances(game)[0] < FULL


def test_places_count_from_the_first_who_was_out_and_whoever_has_left_has_none() -> None:
    game = table(
        "", "5S", "KD 6D", "", options={"play_on": True}, turn=1, out=[[0]], resigned=[3], pile="4S"
    )
    assert open_chances(game) == (FULL, FULL // 2, 0, 0)


def test_slips_are_no_nonsense() -> None:
    """When a 5 or a 9 beats the pile, low levels never play the 10 or take the pile by mistake.
    They only play the 5 or the 9, which are nearly equal in worth."""
    game = table("5S 9D 10D", "", up={0: "3C", 1: "6H"}, pile="4D 4H 4C")
    for strength in ("casual", "beginner"):
        player = players.seated("dritzak", strength)
        moves = {str(player.choose(game.view(0), Stream(b"%d" % lot))) for lot in range(200)}
        assert moves == {"play 5S", "play 9D"}
    assert CASUAL.overlooks < BEGINNER.overlooks


def test_a_casual_player_beats_random() -> None:
    assert wins("casual", "random", 16) >= 12


def wins(strength: str, against: str, games: int) -> int:
    """Return how many of `games` games for two a bot player of level `strength` wins against one of
    level `against`. Each deal is played twice, once from each seat."""
    won = 0
    for number in range(games):
        deal, own = divmod(number, 2)
        game = Dritzak.new(seats=2, seed=b"level %d" % deal)
        rng = Stream(b"level %d" % number)
        names = [strength if seat == own else against for seat in range(2)]
        sitting = [players.seated("dritzak", name) for name in names]
        while game.outcome is None:
            seat = min(game.waiting_on)
            game.play(seat, sitting[seat].choose(game.view(seat), rng))
        won += game.outcome.ranks[own] == 1
    return won
