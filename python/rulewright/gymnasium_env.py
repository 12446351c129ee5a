"""One seat of a game as a Gymnasium environment; computer players have the other seats.

    import gymnasium
    import rulewright.gymnasium_env  # registers rulewright/dino_battles-v2 and the others

    env = gymnasium.make("rulewright/dino_battles-v2", opponent="greedy")
    observation, info = env.reset(seed=1)
    legal = info["action_mask"]

An action is one step of a choice (docs/python.md): an entry of the current head.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np

from . import _engine
from .play import environment_id, player_seed


class RulewrightEnv(gymnasium.Env[np.ndarray, np.int64]):
    """One learner against built-in players. The reward comes at the end: 1, 0 or -1."""

    metadata = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        game: str,
        opponent: str = "random",
        players: int = 2,
        seat: int = 0,
        options: Mapping[str, object] | None = None,
        illegal: str = "lose",
        render_mode: str | None = None,
    ) -> None:
        """`illegal`: an action outside the mask loses the game ("lose") or raises IllegalChoice ("raise")."""
        if illegal not in ("lose", "raise"):
            raise ValueError(f"illegal is 'lose' or 'raise', not '{illegal}'")
        self.game = _engine.game(game)
        self.opponent, self.players, self.seat = opponent, players, seat
        self.options, self.illegal, self.render_mode = dict(options or {}), illegal, render_mode
        first = self.game.new(0, players, self.options)
        if not 0 <= seat < players:
            raise ValueError(f"this table has the seats 0 to {players - 1}, not {seat}")
        size = first.steps().observation_size
        self.action_space = gymnasium.spaces.Discrete(self.game.widest_head)
        self.observation_space = gymnasium.spaces.Box(-np.inf, np.inf, (size,), np.float32)
        self.position = first
        self.steps: _engine.Steps | None = None
        self._last = np.zeros(size, np.float32)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[np.ndarray, dict]:
        """A new game, from a seed of the environment's generator; `options={"table": {...}}` are options of the game."""
        super().reset(seed=seed)
        game_seed = int(self.np_random.integers(2**62))
        self.position = self.game.new(game_seed, self.players, {**self.options, **(options or {}).get("table", {})})
        self._others = {
            s: _engine.player(self.opponent, self.game.id, player_seed(game_seed, s))
            for s in range(self.players)
            if s != self.seat
        }
        self._advance()
        return self._observe(), self._info()

    def step(self, action: np.int64 | int) -> tuple[np.ndarray, float, bool, bool, dict]:
        """One step of a choice; when the choice is complete the others play on to the learner's next decision."""
        if self.steps is None:
            raise RuntimeError("the game is over: call reset")
        if not (0 <= int(action) < self.game.widest_head and self.steps.mask[int(action)]):
            if self.illegal == "raise":
                self.steps.take(int(action))
            info = {"illegal": f"entry {int(action)} of '{self.game.heads[self.steps.head][0]}' is not legal now"}
            self.steps = None
            return self._observe(), -1.0, True, False, {**self._info(), **info}
        self.steps.take(int(action))
        if self.steps.complete:
            self.position.apply(self.steps.choice)
            self._advance()
        over = self.position.over
        return self._observe(), float(self.position.rewards[self.seat]) if over else 0.0, over, False, self._info()

    def render(self) -> str | None:
        """The open question and the legal choices, as text."""
        if self.render_mode != "ansi":
            return None
        if self.position.over:
            return str(self.position.outcome["text"])
        return "\n".join([self.position.question(), *map(str, self.position.choices()[:20])])

    def action_masks(self) -> np.ndarray:
        """The mask under the name that sb3-contrib's MaskablePPO asks for."""
        return self._mask()

    def _advance(self) -> None:
        """To the learner's next decision, or to the end."""
        self.steps = None
        while not self.position.over:
            seat = self.position.to_move
            if seat != self.seat:
                self.position.apply(self._others[seat].choose(self.position))
                continue
            self.steps = self.position.steps()
            if not self.steps.complete:
                return
            self.position.apply(self.steps.choice)
            self.steps = None

    def _mask(self) -> np.ndarray:
        if self.steps is None:
            return np.zeros(self.game.widest_head, np.int8)
        return self.steps.mask.astype(np.int8)

    def _observe(self) -> np.ndarray:
        if self.steps is not None:
            self._last = self.steps.observation(self.seat)
        else:
            self._last = self._last.copy()
            self._last[: self.position.tensor(self.seat).size] = self.position.tensor(self.seat)
        return self._last

    def _info(self) -> dict[str, Any]:
        head = None if self.steps is None else self.game.heads[self.steps.head][0]
        return {"action_mask": self._mask(), "head": head, "winners": self.position.winners}


for _game in _engine.games():
    if environment_id(_game) not in gymnasium.registry:
        gymnasium.register(environment_id(_game), RulewrightEnv, kwargs={"game": _game}, disable_env_checker=True)
