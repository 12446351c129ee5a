#!/usr/bin/env python3
"""Masked PPO on a game, in plain numpy on one core: first against the random player, then against the greedy one too.

    python python/examples/masked_ppo.py --game dino_battles --minutes 10 --curve curve.json --policy policy.npz

Minutes are of CPU time spent on learning; what the evaluations take is not counted. The curve is written after each of
them, so a run that is stopped leaves what it has learned. docs/reports/learning.md shows one.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import argparse
import json
import time

import numpy as np

import rulewright
from rulewright.learner import Learner, Policy, Settings, win_rate


def evaluate(policy: Policy, game: str, games: int) -> dict[str, float]:
    """Win rates on the same deals each time, none of which is ever trained on."""
    return {opponent: win_rate(policy, game, opponent, games, seed=1_000_003) for opponent in ("random", "greedy")}


def train(game: str, minutes: float, every: float, games: int, curve_file: str | None, policy_file: str | None) -> list[dict]:
    first = Learner(game, "random", Settings(games=128))
    second = Learner(game, "greedy", Settings(games=128, seed=2), first.policy)
    second.adam = first.adam
    curve, spent, due, updates = [], 0.0, 0.0, 0
    while True:
        if spent >= due:
            row = {"cpu_seconds": round(spent, 1), "updates": updates, "games": len(first.results) + len(second.results)}
            curve.append({**row, **evaluate(first.policy, game, games)})
            print(json.dumps(curve[-1]), flush=True)
            if curve_file:
                with open(curve_file, "w", encoding="utf-8") as file:
                    json.dump({"environment": rulewright.environment_id(game), "games": games, "curve": curve}, file, indent=1)
            if policy_file:
                first.policy.save(policy_file)
            due += every
            if spent >= minutes * 60:
                return curve
        start = time.process_time()
        beats_random = len(first.results) >= 400 and np.mean(np.array(first.results[-400:]) > 0) > 0.97
        (second if beats_random and updates % 4 != 0 else first).update()
        updates += 1
        spent += time.process_time() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="dino_battles")
    parser.add_argument("--minutes", type=float, default=10, help="CPU minutes of learning")
    parser.add_argument("--every", type=float, default=20, help="CPU seconds between evaluations")
    parser.add_argument("--games", type=int, default=200, help="games of an evaluation against each opponent")
    parser.add_argument("--curve", help="where to write the curve, as JSON")
    parser.add_argument("--policy", help="where to write what was learned")
    given = parser.parse_args()
    train(given.game, given.minutes, given.every, given.games, given.curve, given.policy)


if __name__ == "__main__":
    main()
