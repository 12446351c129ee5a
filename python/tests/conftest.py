"""What the tests share: every test with a parameter `game` runs for all five games."""

import os
import random
from pathlib import Path

import pytest

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # threads of small matrices only wait for each other

import rulewright  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "game" in metafunc.fixturenames:
        metafunc.parametrize("game", rulewright.games())


def random_play(game: str, seed: int, players: int = 2):
    """Positions of a random game, each before its choice is made."""
    position, dice = rulewright.game(game).new(seed, players), random.Random(seed)
    while not position.over:
        choices = position.choices()
        yield position, choices
        position.apply(dice.choice(choices))
