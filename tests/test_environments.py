"""Test `shijo.env`, the games as PettingZoo environments, with PettingZoo's own tests."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import pytest

import games
import shijo
from games.core import OptionsError
from tests.games.plugins import PLUGINS, installed

testing = pytest.importorskip("pettingzoo.test")
np = pytest.importorskip("numpy")

MASK = "action_mask"


def chosen(env: Any, rng: Any) -> int | None:
    """Return a random legal action of the agent that acts next. Return None if the game is over for
    this agent."""
    observed, _, over, cut, _ = env.last()
    return None if over or cut else int(rng.choice(np.flatnonzero(observed[MASK])))


def played(env: Any, seed: int) -> list[str]:
    """Play a random game in the environment, and return its moves as texts."""
    env.reset(seed=seed)
    rng, moves = np.random.default_rng(seed), list[str]()
    for _ in env.agent_iter():
        action = chosen(env, rng)
        if action is not None:
            moves.append(str(env.unwrapped.move_of(action)))
        env.step(action)
    return moves


@pytest.mark.parametrize(
    ("game", "seats"), [("durak", 2), ("durak", 4), ("dritzak", 3), ("tredici", 2)]
)
def test_an_environment_passes_pettingzoos_own_test(game: str, seats: int) -> None:
    with warnings.catch_warnings():
        # Observations with a mask are dictionaries, in PettingZoo's own card games too.
        warnings.filterwarnings("ignore", message="Observation")
        testing.api_test(shijo.env(game, seats=seats), num_cycles=120)


def test_it_is_seeded_as_pettingzoo_asks() -> None:
    testing.seed_test(lambda: shijo.env("durak"), num_cycles=60)


def test_the_same_seed_plays_the_same_game_and_another_one_another() -> None:
    env = shijo.env("durak", preset="durnius", seats=3)
    first = played(env, 5)
    assert played(env, 5) == first == played(shijo.env("durak", preset="durnius", seats=3), 5)
    assert played(env, 6) != first


def test_an_observation_names_what_a_seat_sees_and_nothing_of_anybody_elses_hand() -> None:
    env = shijo.env("durak", seats=2).unwrapped
    env.reset(seed=1)
    for agent, own in (("seat_0", 0), ("seat_1", 1)):
        values = dict(zip(env.observation_names, env.observe(agent)["observation"], strict=True))
        held = {card for card in games.cards.CARDS if values.get(f"zone.hand.self.{card}")}
        assert held == set(env.game.held(own))
        assert values["zone.hand.next1.cards"] == 6
        assert not any(values.get(f"zone.hand.next1.{card}") for card in games.cards.CARDS)
        assert values["seat.self.cards"] == values["seat.next1.cards"] == 6


def test_an_action_is_called_by_its_move_and_masked_unless_it_is_legal() -> None:
    env = shijo.env("durak", seats=2).unwrapped
    env.reset(seed=1)
    agent = env.agent_selection
    legal = env.game.legal_moves(env.possible_agents.index(agent))
    offered = np.flatnonzero(env.observe(agent)[MASK])
    assert sorted(env.move_of(action) for action in offered) == sorted(legal)
    assert all(env.action_names[action] == env.move_of(action) for action in offered)
    (other,) = set(env.possible_agents) - {agent}
    assert not env.observe(other)[MASK].any()
    with pytest.raises(ValueError, match="no legal action"):
        env.move_of(len(env.action_names) - 1)


def test_every_game_ends_with_a_reward_for_each_seat(tmp_path: Path) -> None:
    with installed(PLUGINS / "lanterns", tmp_path):
        for game, sums in (("durak", {0}), ("lanterns", {-2, 2})):
            env = shijo.env(game, seats=2)
            env.reset(seed=2)
            rng, earned = np.random.default_rng(1), dict.fromkeys(env.possible_agents, 0.0)
            for agent in env.agent_iter():
                earned[agent] += env.last()[1]
                env.step(chosen(env, rng))
            assert sum(earned.values()) in sums


def test_options_and_seats_are_those_of_the_game() -> None:
    env = shijo.env("durak", preset="paritybit", jokers=True).unwrapped
    assert "zone.hand.self.RJ" in env.observation_names
    with pytest.raises(OptionsError):
        shijo.env("durak", seats=40)


ALONE = """
import json, sys
for name in "discord sqlalchemy PIL aiosqlite pydantic_settings openskill numpy".split():
    sys.modules[name] = None
import games
from games.players import player
from games.shuffle import Stream
game, rng = games.load("durak").new(seats=2, seed=b"alone"), Stream(b"")
while game.outcome is None:
    seat = min(game.waiting_on)
    game.play(seat, player("durak")(game.view(seat), rng))
import games.analysis, games.contract, games.record, shijo
try:
    shijo.env("durak")
except ImportError as error:
    said = str(error)
try:
    import bot.__main__
except SystemExit as ended:
    print(json.dumps([game.outcome.kind, said, str(ended)]))
"""


def test_the_games_are_played_where_nothing_of_the_bot_is_installed() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", ALONE],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parents[1],
    )
    kind, said, ended = json.loads(ran.stdout)
    assert kind in {"won", "draw"}
    assert 'pip install "shijo[env]"' in said
    assert re.fullmatch(r'shijo: .*pip install "shijo\[bot\]".*', ended)
