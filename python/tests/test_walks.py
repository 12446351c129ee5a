"""One hash: the games of lab/walk.h give the positions here that they give natively and in the browser."""

import pytest
from conftest import ROOT

import rulewright
from rulewright import errors

RECORDED = [
    line.split()
    for line in (ROOT / "tests/walks.txt").read_text().splitlines()
    if line and not line.startswith("#")
]
GAMES, SPREAD, WORD = 200, 0x9E3779B97F4A7C15, 2**64


def tables(game):
    """The numbers of players that it is played with."""
    for players in range(game.min_players, game.max_players + 1):
        try:
            game.new(seed=1, players=players)
        except errors.SetupError:
            continue
        yield players


@pytest.mark.parametrize(("name", "whole", "positions"), [(one[0], one[2], one[3]) for one in RECORDED])
def test_whole_games_are_the_recorded_ones(name, whole, positions):
    game = rulewright.game(name)
    seats = list(tables(game))
    digest = count = 0
    for i in range(GAMES):
        position = game.new(seed=i + 1, players=seats[i % len(seats)])
        while True:
            here = position.hash
            digest = (digest * SPREAD + here) % WORD
            count += 1
            if position.over:
                break
            choices = position.choices()
            position.apply(choices[here % len(choices)])
    assert (f"{digest:016x}", count) == (whole, int(positions))


def test_every_game_is_recorded():
    assert sorted(one[0] for one in RECORDED) == sorted(rulewright.games())
