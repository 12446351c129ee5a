"""The games as OpenSpiel games, registered as `rulewright_dino_battles` and so on.

    import pyspiel
    import rulewright.openspiel_game  # registers

    game = pyspiel.load_game("rulewright_dino_battles(players=2,options=round_limit:10;knock_outs:1)")

`horizon` cuts a game off after so many steps, as a draw. An action is one step of a choice; every entry of every head has a number of its own. Chance is sampled: chance nodes at
the root draw the seed of the game, digit by digit, and all shuffles and dice follow from it. A search that must not
look at them imagines positions with `State.resample_from_infostate`.
"""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np
import pyspiel

from . import _engine

_DIGIT = 256  # outcomes of a chance node
_DIGITS = 3  # of the seed
_LONGEST = 100_000  # steps of a game, more than any has
_RECALL = 64  # bits of what a player remembers


def _options(text: str) -> dict[str, str]:
    """Options of the game, written as OpenSpiel can read them: `round_limit:10;knock_outs:1`."""
    pairs = [part.split(":", 1) for part in text.split(";") if part]
    if any(len(pair) != 2 for pair in pairs):
        raise ValueError(f"options are written name:value;name:value, not '{text}'")
    return {name.strip(): value.strip() for name, value in pairs}


class RulewrightGame(pyspiel.Game):
    """A game with a number of players and options."""

    rules_id = ""
    game_type: pyspiel.GameType

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = params or {}
        self.rules = _engine.game(self.rules_id)
        players = int(params.get("players", 2))
        self.options = _options(str(params.get("options", "")))
        self.horizon = int(params.get("horizon", 0))
        self.offsets = np.cumsum([0] + [size for _, size in self.rules.heads]).tolist()
        info = pyspiel.GameInfo(
            num_distinct_actions=self.offsets[-1],
            max_chance_outcomes=_DIGIT,
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=None,
            max_game_length=_LONGEST,
        )
        self.observation_size = self.rules.new(0, players, self.options).steps().observation_size
        super().__init__(self.game_type, info, params)

    def new_initial_state(self) -> RulewrightState:
        """A table before its seed is drawn."""
        return RulewrightState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> RulewrightObserver:
        """What a player sees; with perfect recall also a hash of all it has seen."""
        return RulewrightObserver(iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params, self)


class RulewrightState(pyspiel.State):
    """A position, and the steps of the open decision that are taken."""

    def __init__(self, game: RulewrightGame) -> None:
        super().__init__(game)
        self.rules, self.options, self.offsets = game.rules, game.options, game.offsets
        self.seed_digits: list[int] = []
        self.position: _engine.Position | None = None
        self.steps: _engine.Steps | None = None
        self.recall = [b""] * game.num_players()
        self.left = game.horizon or _LONGEST  # steps until the game is cut off

    def current_player(self) -> int:
        """The seat that is asked, or chance, or nobody."""
        if self.position is None:
            return pyspiel.PlayerId.CHANCE
        return pyspiel.PlayerId.TERMINAL if self.is_terminal() else self.position.to_move

    def _legal_actions(self, player: int) -> list[int]:
        assert self.steps is not None
        if player != self.position.to_move:
            return []
        offset = self.offsets[self.steps.head]
        return [offset + entry for entry in self.steps.entries]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The next digit of the seed."""
        return [(digit, 1.0 / _DIGIT) for digit in range(_DIGIT)]

    def _apply_action(self, action: int) -> None:
        if self.position is None:
            self.seed_digits.append(action)
            if len(self.seed_digits) == _DIGITS:
                seed = sum(digit * _DIGIT**i for i, digit in enumerate(self.seed_digits))
                self.position = self.rules.new(seed, self.num_players(), self.options)
                self._advance()
            return
        assert self.steps is not None
        self._remember(self.position.to_move, action)
        self.left -= 1
        self.steps.take(action - self.offsets[self.steps.head])
        if self.steps.complete:
            self.position.apply(self.steps.choice)
            self._advance()

    def _advance(self) -> None:
        self.steps = None
        while not self.position.over:
            for seat in range(self.num_players()):
                self._see(seat)
            steps = self.position.steps()
            if not steps.complete:
                self.steps = steps
                return
            self.position.apply(steps.choice)

    def _see(self, seat: int) -> None:
        self.recall[seat] = hashlib.blake2b(
            self.recall[seat] + self.position.tensor(seat).tobytes(), digest_size=_RECALL // 8
        ).digest()

    def _remember(self, seat: int, action: int) -> None:
        self.recall[seat] = hashlib.blake2b(self.recall[seat] + str(action).encode(), digest_size=_RECALL // 8).digest()

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"seed digit {action}"
        head = max(i for i, offset in enumerate(self.offsets[:-1]) if offset <= action)
        if self.steps is not None and self.steps.head == head:
            return self.steps.entry_text(action - self.offsets[head])
        return f"{self.rules.heads[head][0]} {action - self.offsets[head]}"

    def is_terminal(self) -> bool:
        """Is the game over, or cut off?"""
        return self.position is not None and (self.position.over or self.left <= 0)

    def returns(self) -> list[float]:
        """1 for a win, -1 for a loss, 0 for a draw or while the game goes on."""
        return [0.0] * self.num_players() if self.position is None else [float(x) for x in self.position.rewards]

    def resample_from_infostate(self, player: int, seed: int) -> _engine.Position:
        """A position that this player cannot tell from the real one."""
        return self.position.redeal(player, seed)

    def __str__(self) -> str:
        if self.position is None:
            return f"seed digits {self.seed_digits}"
        if self.position.over:
            return str(self.position.outcome["text"])
        head = self.rules.heads[self.steps.head][0] if self.steps is not None else ""
        return f"seat {self.position.to_move} picks from {head}, position {self.position.hash:016x}"


class RulewrightObserver:
    """OpenSpiel's interface of observers, over Steps.observation."""

    def __init__(self, iig_obs_type: Any, params: Any, game: RulewrightGame) -> None:
        if params:
            raise ValueError(f"there are no parameters of observations; these were passed: {params}")
        self.recalls = iig_obs_type.perfect_recall
        size = game.observation_size
        self.tensor = np.zeros(size + (_RECALL if self.recalls else 0), np.float32)
        self.dict = {"observation": self.tensor[:size]}
        if self.recalls:
            self.dict["recall"] = self.tensor[size:]

    def set_from(self, state: RulewrightState, player: int) -> None:
        """Writes what `player` sees into `tensor`."""
        self.tensor.fill(0)
        if state.position is None:
            return
        if state.steps is not None:
            self.dict["observation"][:] = state.steps.observation(player)
        else:
            tensor = state.position.tensor(player)
            self.dict["observation"][: tensor.size] = tensor
        if self.recalls:
            self.dict["recall"][:] = np.unpackbits(np.frombuffer(state.recall[player], np.uint8))

    def string_from(self, state: RulewrightState, player: int) -> str:
        """The view in words would be long; its fingerprint tells one from another."""
        if state.position is None:
            return f"player {player}, before the game"
        self.set_from(state, player)
        seen = hashlib.blake2b(self.tensor.tobytes(), digest_size=8).hexdigest()
        return f"player {player} sees {seen}"


def _register(game: str) -> None:
    rules = _engine.game(game)
    kind = pyspiel.GameType(
        short_name=f"rulewright_{game}",
        long_name=f"{rules.name()} (Rulewright, rules version {rules.rules_version})",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=rules.max_players,
        min_num_players=rules.min_players,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": 2, "options": "", "horizon": 0},
    )
    pyspiel.register_game(kind, type(f"{game}_game", (RulewrightGame,), {"rules_id": game, "game_type": kind}))


for _game in _engine.games():
    if f"rulewright_{_game}" not in pyspiel.registered_names():
        _register(_game)
