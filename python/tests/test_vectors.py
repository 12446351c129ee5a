"""Many games at once."""

import threading

import numpy as np
import pytest

import rulewright
from rulewright import errors


def run(game: str, threads: int, steps: int = 60, **settings):
    v = rulewright.VectorGame(game, 12, 5, threads=threads, **settings)
    actions, sums = np.zeros(12, np.int32), []
    for _ in range(steps):
        v.sample(actions)
        v.step(actions)
        sums.append((v.observation.sum(), v.mask.sum(), v.rewards.sum(), v.to_move.sum(), int(v.done.sum())))
    return sums, [v.position(i).hash for i in range(12)]


def test_threads_change_nothing(game):
    assert run(game, 1) == run(game, 3)


def test_opponents_play_the_other_seats(game):
    sums, hashes = run(game, 2, opponents="greedy")
    assert (sums, hashes) == run(game, 1, opponents="greedy")
    v = rulewright.VectorGame(game, 6, 1, opponents="random")
    actions = np.zeros(6, np.int32)
    for _ in range(30):
        assert np.array_equal(v.to_move, v.learner)
        v.sample(actions)
        v.step(actions)


def test_arrays_are_made_once_and_agree_with_positions(game):
    v = rulewright.VectorGame(game, 4, 2, threads=2)
    arrays = v.observation, v.mask, v.rewards, v.to_move, v.done
    places = [array.ctypes.data for array in arrays]
    actions = np.zeros(4, np.int32)
    for _ in range(40):
        v.sample(actions)
        v.step(actions)
    assert places == [a.ctypes.data for a in (v.observation, v.mask, v.rewards, v.to_move, v.done)]
    for i in range(4):
        position = v.position(i)
        tensor = position.tensor(int(v.to_move[i]))
        assert position.to_move == v.to_move[i]
        assert np.array_equal(v.observation[i, : tensor.size], tensor)
        assert v.mask[i].sum() > 1 and v.mask[i, actions[i] * 0 :].any()


def test_rewards_come_when_a_game_is_done(game):
    v = rulewright.VectorGame(game, 16, 3, threads=2)
    actions, ended = np.zeros(16, np.int32), 0
    for _ in range(4000):
        v.sample(actions)
        v.step(actions)
        assert not v.rewards[~v.done].any()
        ended += int(v.done.sum())
        if ended > 6:
            break
    assert ended > 6 and v.episode.sum() == ended


def test_illegal_entries_are_refused_before_anything_changes(game):
    v = rulewright.VectorGame(game, 3, 4)
    actions = np.zeros(3, np.int32)
    v.sample(actions)
    before = [v.position(i).hash for i in range(3)]
    actions[2] = np.flatnonzero(~v.mask[2])[0]
    with pytest.raises(rulewright.IllegalChoice, match="game 2"):
        v.step(actions)
    for wrong in (-1, 100_000):
        actions[2] = wrong
        with pytest.raises(rulewright.IllegalChoice):
            v.step(actions)
    with pytest.raises(rulewright.IllegalChoice, match="one entry per game"):
        v.step(np.zeros(2, np.int32))
    assert before == [v.position(i).hash for i in range(3)]


def test_the_random_policy_plays_without_python(game):
    v = rulewright.VectorGame(game, 8, 5, threads=2, observations=False)
    assert v.play_random(500) == 4000
    assert v.episode.sum() > 0 and v.mask.any(1).all() and v.observation.shape[0] == 0
    w = rulewright.VectorGame(game, 8, 5, threads=1)
    w.play_random(20)
    assert w.observation.any()


def test_other_threads_of_python_run_meanwhile():
    v = rulewright.VectorGame("risk_cybertron", 64, 1, threads=1, observations=False)
    counted, over = [0], threading.Event()

    def count():
        while not over.is_set():
            counted[0] += 1

    thread = threading.Thread(target=count)
    thread.start()
    before = counted[0]
    v.play_random(20_000)
    during = counted[0] - before
    over.set()
    thread.join()
    assert during > 100


def test_wrong_plans_are_refused():
    for settings in ({"n": 0}, {"n": 2, "threads": -1}, {"n": 2, "players": 9}, {"n": 2, "options": {"weather": 1}}):
        with pytest.raises(errors.SetupError):
            rulewright.VectorGame("risk_cybertron", seed=1, **settings)
    for opponents in ("stockfish", "bot:./x"):
        with pytest.raises(errors.PlayerError):
            rulewright.VectorGame("risk_cybertron", 2, 1, opponents=opponents)
