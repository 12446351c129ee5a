"""The adapters, certified by the suites of those they adapt to."""

import lzma
import warnings
from pathlib import Path

import gymnasium
import numpy as np
import pyspiel
import pytest
from absl import flags
from gymnasium.utils.env_checker import check_env
from open_spiel.python.algorithms import generate_playthrough
from pettingzoo.test import api_test, render_test, seed_test

import rulewright
import rulewright.gymnasium_env
import rulewright.openspiel_game
from rulewright import pettingzoo_env

PLAYTHROUGHS = Path(__file__).parent / "playthroughs"


def test_gymnasium_check_env(game):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(gymnasium.make(rulewright.environment_id(game)).unwrapped)


def test_gymnasium_plays_whole_games(game):
    env = gymnasium.make(rulewright.environment_id(game), opponent="greedy", seat=1)
    dice = np.random.default_rng(1)
    _, info = env.reset(seed=1)
    over = False
    while not over:
        _, reward, over, truncated, info = env.step(int(dice.choice(np.flatnonzero(info["action_mask"]))))
        assert not truncated
    assert reward in (-1, 0, 1) and (reward == 1) == (1 in info["winners"])


def test_gymnasium_illegal_actions_lose_or_raise():
    env = gymnasium.make(rulewright.environment_id("risk_cybertron")).unwrapped
    _, info = env.reset(seed=1)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, over, _, info = env.step(wrong)
    assert reward == -1 and over and "not legal" in info["illegal"]
    strict = gymnasium.make(rulewright.environment_id("risk_cybertron"), illegal="raise").unwrapped
    strict.reset(seed=1)
    with pytest.raises(rulewright.IllegalChoice):
        strict.step(wrong)


def test_pettingzoo_api(game):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(pettingzoo_env.env(game), num_cycles=300)


def test_pettingzoo_seed(game):
    seed_test(lambda: pettingzoo_env.env(game), num_cycles=100)


def test_pettingzoo_render(game):
    render_test(lambda render_mode=None: pettingzoo_env.env(game, render_mode=render_mode))


def test_pettingzoo_three_players_to_the_end():
    table = pettingzoo_env.env("risk_cybertron", players=3, options={"days": 1})
    table.reset(seed=2)
    totals = dict.fromkeys(table.possible_agents, 0.0)
    for agent in table.agent_iter():
        observation, reward, terminated, truncated, _ = table.last()
        totals[agent] += reward
        table.step(None if terminated or truncated else table.action_space(agent).sample(observation["action_mask"]))
    assert sorted(totals.values())[-1] == 1


def test_openspiel_random_sim(game):
    pyspiel.random_sim_test(pyspiel.load_game(f"rulewright_{game}"), num_sims=1, serialize=False, verbose=False)


def test_openspiel_serialises():
    short = pyspiel.load_game("rulewright_risk_cybertron(players=2,options=days:1;deal_zones:on)")
    pyspiel.random_sim_test(short, num_sims=1, serialize=True, verbose=False)


def test_openspiel_information_states_recall():
    game = pyspiel.load_game("rulewright_dragon_booster")
    state = game.new_initial_state()
    for _ in range(3):
        state.apply_action(7)
    twin = state.clone()
    assert state.information_state_tensor(0) == twin.information_state_tensor(0)
    seen = {state.information_state_string(state.current_player())}
    for _ in range(30):
        state.apply_action(state.legal_actions()[0])
        if state.is_terminal():
            break
        seen.add(state.information_state_string(state.current_player()))
    assert len(seen) > 20


def test_openspiel_playthrough(game, tmp_path):
    """Recorded games go through again, word for word. To record them anew: python python/tests/playthroughs/record.py"""
    if not flags.FLAGS.is_parsed():
        flags.FLAGS(["pytest"])
    recorded = tmp_path / f"{game}.txt"
    recorded.write_bytes(lzma.decompress((PLAYTHROUGHS / f"{game}.txt.xz").read_bytes()))
    expected, actual = generate_playthrough.replay(str(recorded))
    for number, (old, new) in enumerate(zip(expected.strip().split("\n"), actual.strip().split("\n"), strict=True)):
        assert old == new, f"line {number + 1}"
