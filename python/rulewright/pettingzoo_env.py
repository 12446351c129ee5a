"""A game as a PettingZoo environment: every seat is an agent, one acts at a time.

    from rulewright.pettingzoo_env import env

    table = env("dino_battles", players=2)
    table.reset(seed=1)
    for agent in table.agent_iter():
        observation, reward, terminated, truncated, info = table.last()
        action = None if terminated or truncated else table.action_space(agent).sample(observation["action_mask"])
        table.step(action)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from . import _engine


def env(game: str, **settings: Any) -> AECEnv:
    """The environment in PettingZoo's usual wrappers: an illegal action loses, and calls out of order are told."""
    table: AECEnv = raw_env(game, **settings)
    table = wrappers.TerminateIllegalWrapper(table, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(table)


class raw_env(AECEnv):  # noqa: N801 (the name that PettingZoo gives it)
    """Agents seat_0, seat_1 and so on. Observations are dictionaries of `observation` and `action_mask`."""

    def __init__(
        self,
        game: str,
        players: int = 2,
        options: Mapping[str, object] | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.game = _engine.game(game)
        self.metadata = {
            "name": f"{game}_v{self.game.rules_version}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.players, self.options, self.render_mode = players, dict(options or {}), render_mode
        size = self.game.new(0, players, self.options).steps().observation_size
        width = self.game.widest_head
        self.possible_agents = [f"seat_{i}" for i in range(players)]
        self.observation_spaces = {
            agent: gymnasium.spaces.Dict(
                {
                    "observation": gymnasium.spaces.Box(-np.inf, np.inf, (size,), np.float32),
                    "action_mask": gymnasium.spaces.Box(0, 1, (width,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: gymnasium.spaces.Discrete(width) for agent in self.possible_agents}
        self._random = np.random.default_rng()

    def observation_space(self, agent: str) -> gymnasium.spaces.Space:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space:
        """The space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game; `options={"table": {...}}` are options of the game."""
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        settings = {**self.options, **(options or {}).get("table", {})}
        self.position = self.game.new(int(self._random.integers(2**62)), self.players, settings)
        self.agent_selection = self.agents[0]
        self._advance()

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """What this agent sees, and what it may do if it is its turn."""
        seat = self.possible_agents.index(agent)
        mask = np.zeros(self.game.widest_head, np.int8)
        if self.steps is None:
            out = np.zeros(self.observation_spaces[agent]["observation"].shape, np.float32)
            tensor = self.position.tensor(seat)
            out[: tensor.size] = tensor
            return {"observation": out, "action_mask": mask}
        if seat == self.position.to_move:
            mask = self.steps.mask.astype(np.int8)
        return {"observation": self.steps.observation(seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """One step of a choice of the agent whose turn it is."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        assert self.steps is not None
        self.steps.take(int(action))  # type: ignore[arg-type]
        if self.steps.complete:
            self.position.apply(self.steps.choice)
            self._advance()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The open question and the legal choices, as text."""
        if self.render_mode != "ansi":
            return None
        if self.position.over:
            return str(self.position.outcome["text"])
        return "\n".join([self.position.question(), *map(str, self.position.choices()[:20])])

    def close(self) -> None:
        """There is nothing to close."""

    def _advance(self) -> None:
        """To the next decision that somebody takes by a step, or to the end."""
        while not self.position.over:
            self.steps = self.position.steps()
            if not self.steps.complete:
                self.agent_selection = self.possible_agents[self.position.to_move]
                return
            self.position.apply(self.steps.choice)
        self.steps = None
        self.rewards = dict(zip(self.possible_agents, map(float, self.position.rewards), strict=True))
        self.terminations = dict.fromkeys(self.agents, True)
