"""Data sets, the protocol of evaluation, and a tiny learner."""

import json

import numpy as np

import rulewright
from rulewright import dataset, evaluation
from rulewright.learner import Learner, Policy, Settings, win_rate


def test_a_data_set_is_reproducible(game, tmp_path):
    arrays = [dataset.collect(game, 2, 7, ["random", "random"]) for _ in range(2)]
    assert all(np.array_equal(arrays[0][name], arrays[1][name]) for name in arrays[0])
    rows = arrays[0]
    assert len(rows["choice"]) == len(rows["observation"]) > 20 and (rows["legal"] > 1).all()
    rules = rulewright.game(game)
    entries = [entry for entry in rows["entries"][0].tolist() if entry >= 0]
    assert rules.decode(entries).bits == rows["choice"][0]
    assert rulewright.read_replay(str(rows["replays"][0])).verify()[0]


def test_the_command_writes_a_file(tmp_path, capsys):
    out = tmp_path / "games.npz"
    dataset.main(["risk_cybertron", "--games", "1", "--players", "greedy,random", "--option", "days=1", "--out", str(out)])
    stored = np.load(out)
    assert json.loads(str(stored["about"]))["options"] == {"days": "1"} and len(stored["rewards"]) == 1
    assert "1 games" in capsys.readouterr().out


def test_the_protocol_ranks_the_baselines(capsys):
    evaluation.main(["dino_battles", "greedy", "--deals", "4", "--baselines", "random,greedy"])
    figures = json.loads(capsys.readouterr().out)["against"]
    assert figures["random"]["won"] > 0.9 and figures["random"]["games"] == 8
    assert 0.2 < figures["greedy"]["won"] < 0.8  # every deal from both seats
    assert figures["random"]["low"] < figures["random"]["won"] <= figures["random"]["high"]


def test_a_function_can_be_evaluated():
    figures = evaluation.evaluate("risk_cybertron", lambda position: position.choices()[0], 1, ["random"])
    assert figures["random"]["games"] == 2


def test_gradients_are_those_of_the_loss():
    """Each by a small step in either direction."""
    learner = Learner("risk_cybertron", "random", Settings(games=8, horizon=8, hidden=8, entropy=0.0))
    data = {name: array[:40] for name, array in learner.rollout().items()}
    policy, weights = learner.policy, learner.policy.weights
    for name in weights:
        weights[name] = weights[name].astype(np.float64) + 0.01
    policy.scale = policy.scale.astype(np.float64)
    data["x"] = data["x"].astype(np.float64)
    rows = np.arange(40)
    data["log_p"] = policy.forward(data["x"], data["head"], data["mask"])[1][rows, data["action"]]

    def loss() -> float:
        _, log_p, value = policy.forward(data["x"], data["head"], data["mask"])
        ratio = np.exp(log_p[rows, data["action"]] - data["log_p"])
        return float(-(ratio * data["advantage"]).mean() + 0.5 * ((value - data["return"]) ** 2).mean())

    gradients = learner.gradients(data)
    for name, at in (("w1", (3, 2)), ("b1", (1,)), ("value", (4,)), ("v0", (0,))):
        old = weights[name][at]
        weights[name][at] = old + 1e-3
        up = loss()
        weights[name][at] = old - 1e-3
        down = loss()
        weights[name][at] = old
        assert abs((up - down) / 2e-3 - gradients[name][at]) < 2e-4, name


def test_a_tiny_learner_learns(tmp_path):
    """Dino Battles against the random player, a few seconds: what it learns beats what it began with."""
    learner = Learner("dino_battles", "random", Settings(games=64, hidden=32, rate=3e-3, batch=1024, seed=1))
    before = win_rate(learner.policy, "dino_battles", "random", 60, seed=77)
    for _ in range(24):
        learner.update()
    after = win_rate(learner.policy, "dino_battles", "random", 60, seed=77)
    assert after > 0.75 > before
    learner.policy.save(str(tmp_path / "policy.npz"))
    again = Policy.load(str(tmp_path / "policy.npz"))
    assert win_rate(again, "dino_battles", "random", 60, seed=77) == after
