"""Writes a seeded data set of games: observations, choices and outcomes, as one .npz file.

    rulewright-dataset dino_battles --games 100 --seed 1 --players greedy,random --out games.npz

The same arguments give the same arrays on every platform. There is a row for each decision that was a choice between
several:

    game, seat         int32    which game of the set, and who decided
    observation        float32  Position.tensor of that seat
    choice             uint64   the choice, as replays have it (Choice.bits)
    entries            int16    its steps (Game.encode), padded with -1
    legal              int32    how many choices there were

and for each game `rewards` (float32, by seat), `seeds` (uint64) and `replays` (text, Position.replay). `about` is JSON:
environment, content, players, options.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from ._engine import game as find_game
from ._engine import player
from .play import environment_id, player_seed

LONGEST = 9  # steps of a choice: the verb and two for each operand


def collect(
    game: str, games: int, seed: int, players: Sequence[str], options: Mapping[str, object] | None = None
) -> dict[str, np.ndarray]:
    """The arrays of a data set. Game i has the seed `seed + i`; the players change seats from game to game."""
    rules = find_game(game)
    rows: dict[str, list] = {name: [] for name in ("game", "seat", "observation", "choice", "entries", "legal")}
    rewards, replays = [], []
    for number in range(games):
        position = rules.new(seed + number, len(players), dict(options or {}))
        order = [players[(seat + number) % len(players)] for seat in range(len(players))]
        seated = [player(name, game, player_seed(seed + number, seat)) for seat, name in enumerate(order)]
        while not position.over:
            seat, legal = position.to_move, len(position.choices())
            choice = seated[seat].choose(position)
            if legal > 1:
                entries = rules.encode(choice)
                found = (number, seat, position.tensor(seat), choice.bits, entries + [-1] * (LONGEST - len(entries)), legal)
                for name, value in zip(rows, found, strict=True):
                    rows[name].append(value)
            position.apply(choice)
        rewards.append(position.rewards)
        replays.append(position.replay())
    types = {"game": np.int32, "seat": np.int32, "observation": np.float32, "choice": np.uint64, "entries": np.int16, "legal": np.int32}
    about = {
        "environment": environment_id(game),
        "content": rules.content_version,
        "players": list(players),
        "options": dict(options or {}),
    }
    return {
        **{name: np.array(values, types[name]) for name, values in rows.items()},
        "rewards": np.array(rewards, np.float32),
        "seeds": np.arange(seed, seed + games, dtype=np.uint64),
        "replays": np.array(replays),
        "about": np.array(json.dumps(about)),
    }


def main(arguments: Sequence[str] | None = None) -> None:
    """The command rulewright-dataset."""
    parser = argparse.ArgumentParser(prog="rulewright-dataset", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--players", default="greedy,random", help="a player for each seat, separated by commas")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--out", required=True, type=Path)
    given = parser.parse_args(arguments)
    options = dict(option.split("=", 1) for option in given.option)
    arrays = collect(given.game, given.games, given.seed, given.players.split(","), options)
    np.savez_compressed(given.out, **arrays)
    print(f"{given.out}: {given.games} games, {len(arrays['choice'])} decisions")


if __name__ == "__main__":
    main()
