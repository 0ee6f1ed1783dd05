"""A game as a PettingZoo AEC environment."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv

import games
from games.core import Game, Move, OptionsError, Outcome
from games.errors import GameError
from shijo.encoding import Encoding
from shijo.explored import FURTHER, explored

LONGEST: Final = 5_000
"""The number of moves after which a game is cut off."""
SEED: Final = 16
"""The number of bytes of a deal's seed."""


class CardEnv(AECEnv):
    """A PettingZoo environment for a game of one deal, without wrappers.

    The agents are `seat_0`, `seat_1` and so on, clockwise. An observation has the agent's view as
    an array (`observation`) and a mask of the legal actions (`action_mask`). `observation_names`
    has a name for each position of the array.

    An action is the index of a move in `action_names`. The last `FURTHER` indexes have no fixed
    move. They stand for those legal moves that have no index of their own, such as sets of several
    cards. `move_of` returns the move of any legal action.

    If several seats may move, the next of them clockwise is selected. At the end the reward is 1
    for the best rank and -1 for the last, with equal steps for the ranks between. In a draw every
    reward is 0. If everybody has lost, every reward is -1."""

    def __init__(
        self, game: str, *, preset: str | None = None, seats: int | None = None, **options: Any
    ) -> None:
        super().__init__()
        self._kind = games.load(game)
        self._options = self._kind.options(preset, **options)
        self._seats = _fewest(self._kind, self._options) if seats is None else seats
        self._kind.check(self._options, self._seats)
        found = explored(self._kind, self._options, self._seats)
        self._encoding = Encoding(found, self._seats)
        self._action = {text: number for number, text in enumerate(found.moves)}
        self.observation_names = self._encoding.names
        self.action_names = (*found.moves, *(f"further {n}" for n in range(1, FURTHER + 1)))
        self.metadata = {
            "name": f"shijo_{game}_v{self._kind.version}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = "ansi"
        self.possible_agents = [f"seat_{seat}" for seat in range(self._seats)]
        shape, count = (len(self.observation_names),), len(self.action_names)
        self._observed = spaces.Dict(
            {
                "observation": spaces.Box(-np.inf, np.inf, shape, np.float32),
                "action_mask": spaces.Box(0, 1, (count,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, self._observed)
        self.action_spaces = {agent: spaces.Discrete(count) for agent in self.possible_agents}
        self._random, _ = seeding.np_random(None)
        self.game: Game

    def observation_space(self, agent: str) -> Any:
        """Return the space of an agent's observations. It is the same object each time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of an agent's actions. It is the same object each time."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game. If `seed` is given, this deal and all further deals are computed from
        it. Otherwise the deal uses the next random numbers. `options` has no effect."""
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        self.game = self._kind.new(self._options, seats=self._seats, seed=self._random.bytes(SEED))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.moves = 0
        self._select(self._seats - 1)

    def observe(self, agent: str) -> dict[str, Any]:
        """Return the observation and the action mask of an agent. If it is another agent's turn,
        the mask allows no action."""
        seat = self.possible_agents.index(agent)
        mask = np.zeros(len(self.action_names), np.int8)
        if agent == self.agent_selection and not self.terminations.get(agent, True):
            mask[list(self._legal)] = 1
        return {"observation": self._encoding.of(self.game.view(seat)), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Make the move of the selected agent. Raises ValueError when the action isn't a legal
        move. After the end of the game, the action must be None, and the selected agent is removed
        from `agents`."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        seat = self.possible_agents.index(agent)
        self.game.play(seat, self.move_of(action))
        self.moves += 1
        outcome = self.game.outcome
        if outcome is not None:
            self.rewards = {
                each: _reward(outcome, number) for number, each in enumerate(self.possible_agents)
            }
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.moves >= LONGEST:
            self.truncations = dict.fromkeys(self.agents, True)
        self._select(seat)
        self._accumulate_rewards()

    def move_of(self, action: int | None) -> Move:
        """Return the move for which an action stands now. Raises ValueError for an action that
        isn't legal."""
        if action is None or int(action) not in self._legal:
            raise ValueError(f"{action} is no legal action of {self.agent_selection}")
        return self._legal[int(action)]

    def render(self) -> str:
        """Return the zones of the game as text, one zone in each line, as a spectator sees them.
        Hidden cards are `?`."""
        view = self.game.view(None)
        return "\n".join(
            f"{zone.name} {'' if zone.owner is None else zone.owner}: "
            + " ".join(card or "?" for card in zone.cards)
            for zone in view.zones
        )

    def close(self) -> None:
        """Do nothing, because there is nothing to close."""

    def _select(self, before: int) -> None:
        """Select the first seat that the game waits for. The search goes clockwise and begins with
        the seat after `before`. If the game waits for no seat, select the seat after `before`. Also
        give each legal move of the selected seat the index of an action."""
        waiting = self.game.waiting_on
        turns = [(before + step) % self._seats for step in range(1, self._seats + 1)]
        seat = next((each for each in turns if each in waiting), turns[0])
        self.agent_selection = self.possible_agents[seat]
        self._legal: dict[int, Move] = {}
        further = len(self._action)
        for move in self.game.legal_moves(seat):
            place = self._action.get(move)
            if place is None and further < len(self.action_names):
                place, further = further, further + 1
            if place is not None:
                self._legal[place] = move


def _fewest(kind: type[Game], options: Any) -> int:
    """Return the smallest number of seats with which a game can be played under these options.
    Raises GameError if no number of seats is possible."""
    for seats in kind.players:
        try:
            kind.check(options, seats)
        except OptionsError:
            continue
        return seats
    raise GameError(f"Nobody can play {kind.name} so.")


def _reward(outcome: Outcome, seat: int) -> float:
    last = max(outcome.ranks)
    if outcome.kind == "lost":
        return -1.0
    if outcome.kind != "won":
        return 0.0
    return 1.0 if last == 1 else 1 - 2 * (outcome.ranks[seat] - 1) / (last - 1)
