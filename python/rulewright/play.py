"""Whole games between computer players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ._engine import Game, Position, Steps, player
from ._engine import game as find_game


def environment_id(game: str) -> str:
    """The versioned name of a game as an environment: `rulewright/dino_battles-v2`.

    The version is that of the rules: it rises whenever the game plays differently than before.
    """
    return f"rulewright/{game}-v{find_game(game).rules_version}"


def player_seed(seed: int, seat: int) -> int:
    """The seed of the player in this seat of the game begun from `seed`: apart from those of all other seats and games."""
    return (seed * 1_000_003 + seat + 1) & 0xFFFF_FFFF_FFFF_FFFF


def play(
    game: str | Game, players: Sequence[str], seed: int = 0, options: Mapping[str, object] | None = None
) -> Position:
    """Plays a whole game, a player (`greedy`, `search:100`, `random`) in each seat; returns its last position."""
    table = find_game(game) if isinstance(game, str) else game
    position = table.new(seed, len(players), dict(options or {}))
    seated = [player(name, table, player_seed(seed, seat)) for seat, name in enumerate(players)]
    while not position.over:
        position.apply(seated[position.to_move or 0].choose(position))
    return position


def load_game(game: str, patch: str = "") -> Game:
    """What pickle calls."""
    return find_game(game, patch)


def load_position(game: str, save: bytes, patch: str = "") -> Position:
    """What pickle calls."""
    return find_game(game, patch).load(save)


def load_steps(position: Position, taken: Sequence[int]) -> Steps:
    """What pickle calls: the open decision of a position with these steps taken."""
    steps = position.steps()
    for number, entry in enumerate(taken):
        if not steps.complete and steps.step == number:
            steps.take(entry)
    return steps
