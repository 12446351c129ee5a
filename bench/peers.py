#!/usr/bin/env python3
"""How fast games step from Python, ours and our peers', in one run on one machine.

Everybody plays random legal moves and is asked for an observation and a mask of legal actions at each step. Turns are
short and interleaved, so that other work on the machine slows everybody alike. Printed are steps a second of wall time
(the best turn of each) and the ratio to the best peer; steps a second of CPU time, in which all threads count and which
other work hardly touches, and their ratio; then the built-in random policy without observations against native random
play, by CPU time.

    pip install . -r python/requirements/bench.txt
    python bench/peers.py [--rounds 7] [--seconds 0.5] [--threads 2] [--json FILE]
"""

from __future__ import annotations

import argparse
import importlib.metadata
import json
import random
import statistics
import time
from collections.abc import Callable

import numpy as np

import rulewright

Turn = Callable[[float], tuple[float, float]]  # runs for about so many seconds; steps a second of wall and of CPU time


def timed(step_batch: Callable[[], int], seconds: float) -> tuple[float, float]:
    steps, start, cpu = 0, time.perf_counter(), time.process_time()
    while time.perf_counter() - start < seconds or steps == 0:
        steps += step_batch()
    return steps / (time.perf_counter() - start), steps / max(time.process_time() - cpu, 1e-9)


# ---- ours ------------------------------------------------------------------------------------------


def vector_game(name: str, n: int, threads: int) -> Turn:
    games = rulewright.VectorGame(name, n, 1, threads=threads)
    actions = np.zeros(n, np.int32)

    def batch() -> int:
        games.sample(actions)
        games.step(actions)
        return n

    return lambda seconds: timed(batch, seconds)


def built_in_random(name: str, n: int) -> Turn:
    games = rulewright.VectorGame(name, n, 1, threads=1, observations=False)
    return lambda seconds: timed(lambda: games.play_random(200), seconds)


def native_random(name: str) -> Turn:
    game = rulewright.game(name)
    return lambda seconds: timed(lambda: game._native_random_play(2, 1, 20), seconds)


# ---- peers -----------------------------------------------------------------------------------------


def pettingzoo_classic(module: str) -> Turn:
    env = importlib.import_module(f"pettingzoo.classic.{module}").env()
    env.reset(seed=1)

    def batch() -> int:
        for _ in range(50):
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.reset()
                continue
            env.step(int(np.random.choice(np.flatnonzero(observation["action_mask"]))))
        return 50

    return lambda seconds: timed(batch, seconds)


def rlcard_game(name: str) -> Turn:
    import rlcard

    env = rlcard.make(name, config={"seed": 1})
    state, _ = env.reset()

    def batch() -> int:
        nonlocal state
        for _ in range(50):
            state, _ = env.step(random.choice(list(state["legal_actions"])))
            if env.is_over():
                state, _ = env.reset()
        return 50

    return lambda seconds: timed(batch, seconds)


def open_spiel_game(name: str) -> Turn:
    import pyspiel

    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    tensor = (
        (lambda s: s.information_state_tensor())
        if game.get_type().provides_information_state_tensor
        else (lambda s: s.observation_tensor())
    )

    def batch() -> int:
        nonlocal state
        steps = 0
        while steps < 50:
            if state.is_terminal():
                state = game.new_initial_state()
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(random.choices([o[0] for o in outcomes], [o[1] for o in outcomes])[0])
                continue
            tensor(state)
            state.legal_actions_mask()
            state.apply_action(random.choice(state.legal_actions()))
            steps += 1
        return steps

    return lambda seconds: timed(batch, seconds)


def pgx_game(name: str, n: int) -> Turn:
    import jax
    import pgx

    env = pgx.make(name)
    reset = jax.jit(jax.vmap(env.init))
    auto = jax.jit(jax.vmap(lambda s, a, k: pgx_step(env, s, a, k)))
    key = jax.random.PRNGKey(1)
    state = reset(jax.random.split(key, n))

    def batch() -> int:
        nonlocal state, key
        key, pick, again = jax.random.split(key, 3)
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
        action = jax.random.categorical(pick, logits, axis=1)
        state = auto(state, action, jax.random.split(again, n))
        state.observation.block_until_ready()
        return n

    batch()  # compiles
    return lambda seconds: timed(batch, seconds)


def pgx_step(env, state, action, key):
    from pgx.experimental.wrappers import auto_reset

    return auto_reset(env.step, env.init)(state, action, key)


# ---- the run ---------------------------------------------------------------------------------------

PEERS: dict[str, Callable[[], Turn]] = {
    "PettingZoo Texas hold'em": lambda: pettingzoo_classic("texas_holdem_v4"),
    "PettingZoo Texas hold'em no limit": lambda: pettingzoo_classic("texas_holdem_no_limit_v6"),
    "RLCard dou dizhu": lambda: rlcard_game("doudizhu"),
    "RLCard gin rummy": lambda: rlcard_game("gin-rummy"),
    "OpenSpiel hearts": lambda: open_spiel_game("hearts"),
    "OpenSpiel gin rummy": lambda: open_spiel_game("gin_rummy"),
}
BESIDE: dict[str, Callable[[], Turn]] = {
    "pgx leduc hold'em (JAX on CPU)": lambda: pgx_game("leduc_holdem", 1024),
    "pgx backgammon (JAX on CPU)": lambda: pgx_game("backgammon", 1024),
}


def measure(turns: dict[str, Turn], rounds: int, seconds: float) -> dict[str, dict[str, float]]:
    speeds: dict[str, list[tuple[float, float]]] = {name: [] for name in turns}
    for turn in turns.values():
        turn(seconds / 5)  # warms up
    for _ in range(rounds):
        for name, turn in turns.items():
            speeds[name].append(turn(seconds))
    return {
        name: {
            "best": max(wall for wall, _ in all_),
            "median": statistics.median(wall for wall, _ in all_),
            "cpu": statistics.median(cpu for _, cpu in all_),
        }
        for name, all_ in speeds.items()
    }


def versions() -> dict[str, str]:
    return {name: importlib.metadata.version(name) for name in ("pettingzoo", "rlcard", "open_spiel", "pgx", "jax", "numpy")}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=0.5)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--games", type=int, default=256, help="games in a VectorGame")
    parser.add_argument("--json", help="write the figures there too")
    given = parser.parse_args()

    ours = {f"rulewright {name}": vector_game(name, given.games, given.threads) for name in rulewright.games()}
    peers = {name: make() for name, make in PEERS.items()}
    beside = {name: make() for name, make in BESIDE.items()}
    speeds = measure({**ours, **peers, **beside}, given.rounds, given.seconds)
    best_peer = max(peers, key=lambda name: speeds[name]["best"])
    best_core = max(peers, key=lambda name: speeds[name]["cpu"])
    print(f"steps a second with observation and mask; {given.threads} threads; times {best_peer}, by CPU time {best_core}")
    print(f"{'':36}{'best':>12}{'median':>12}{'times':>8}{'per CPU s':>12}{'times':>8}")
    for name, speed in speeds.items():
        times, per_core = speed["best"] / speeds[best_peer]["best"], speed["cpu"] / speeds[best_core]["cpu"]
        print(f"{name:36}{speed['best']:12,.0f}{speed['median']:12,.0f}{times:8.1f}{speed['cpu']:12,.0f}{per_core:8.1f}")

    pairs = {
        (name, kind): make(name)
        for name in rulewright.games()
        for kind, make in (("policy", lambda g: built_in_random(g, given.games)), ("native", native_random))
    }
    random_play = measure({f"{name} {kind}": turn for (name, kind), turn in pairs.items()}, given.rounds, given.seconds)
    print(f"\n{'decisions a CPU second, one thread, no observations':52}{'policy':>12}{'native':>12}   share")
    for name in rulewright.games():
        policy, native = random_play[f"{name} policy"]["cpu"], random_play[f"{name} native"]["cpu"]
        print(f"{name:52}{policy:12,.0f}{native:12,.0f}{policy / native:8.2f}")
    if given.json:
        with open(given.json, "w", encoding="utf-8") as file:
            json.dump({"versions": versions(), "steps": speeds, "random_play": random_play}, file, indent=2)


if __name__ == "__main__":
    main()
