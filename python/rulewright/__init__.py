"""Rulewright: out-of-print tabletop games, their rules to the last ruling, and computer players.

    import rulewright

    game = rulewright.game("dino_battles")
    position = game.new(seed=1, players=2)
    while not position.over:
        choice = position.choices()[0]
        for event in position.apply(choice):
            print(event.clause, event.text())
    print(position.winners)

Seats count from 0. `VectorGame` plays many games at once into numpy arrays; `rulewright.gymnasium_env`,
`rulewright.pettingzoo_env` and `rulewright.openspiel_game` are doors to those libraries.
"""

from importlib.metadata import PackageNotFoundError, version

from . import errors
from ._engine import (
    Choice,
    Event,
    Game,
    Player,
    Position,
    Replay,
    Steps,
    VectorGame,
    game,
    games,
    player,
    read_replay,
    run_scenarios,
)
from .errors import IllegalChoice, RulewrightError
from .play import environment_id, play

try:
    __version__ = version("rulewright")
except PackageNotFoundError:  # run from a build folder
    __version__ = "0"

__all__ = [
    "Choice",
    "Event",
    "Game",
    "IllegalChoice",
    "Player",
    "Position",
    "Replay",
    "RulewrightError",
    "Steps",
    "VectorGame",
    "environment_id",
    "errors",
    "game",
    "games",
    "play",
    "player",
    "read_replay",
    "run_scenarios",
]
