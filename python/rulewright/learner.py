"""A small learner in plain numpy: masked PPO with one hidden layer, over VectorGame. No more than is needed to see that
learning works; python/examples/masked_ppo.py trains it for ten minutes."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from ._engine import VectorGame


@dataclass
class Settings:
    """What the learner is told before it begins."""

    hidden: int = 128
    games: int = 256
    horizon: int = 64  # steps of every game between two updates
    epochs: int = 3
    batch: int = 2048
    rate: float = 1e-3
    discount: float = 0.999
    trace: float = 0.95  # of generalised advantage estimation
    clip: float = 0.2
    entropy: float = 0.01
    seed: int = 1
    options: dict[str, object] = field(default_factory=dict)


class Policy:
    """Observation -> hidden layer -> the logits of the head that is asked, and the value of the position."""

    def __init__(self, inputs: np.ndarray, scale: np.ndarray, heads: int, width: int, hidden: int, seed: int) -> None:
        random = np.random.default_rng(seed)
        self.inputs, self.scale = inputs, scale.astype(np.float32)
        self.weights = {
            "w1": (random.standard_normal((len(inputs), hidden)) / np.sqrt(len(inputs))).astype(np.float32),
            "b1": np.zeros(hidden, np.float32),
            "heads": np.zeros((heads, hidden, width), np.float32),
            "bias": np.zeros((heads, width), np.float32),
            "value": np.zeros(hidden, np.float32),
            "v0": np.zeros(1, np.float32),
        }

    @classmethod
    def for_games(cls, games: VectorGame, heads: int, hidden: int, seed: int) -> Policy:
        """Keeps the numbers of the observation that ever change in random play."""
        low, high = games.observation.min(0), games.observation.max(0)
        for _ in range(150):
            games.play_random(5)
            low, high = np.minimum(low, games.observation.min(0)), np.maximum(high, games.observation.max(0))
        inputs = np.flatnonzero(high > low)
        return cls(inputs, 1 / np.maximum(np.abs(low), np.abs(high))[inputs], heads, games.mask.shape[1], hidden, seed)

    def see(self, observation: np.ndarray) -> np.ndarray:
        """The inputs that the policy looks at."""
        return observation[:, self.inputs] * self.scale

    def forward(self, x: np.ndarray, head: np.ndarray, mask: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Hidden layer, log-probabilities of the legal entries, values."""
        w = self.weights
        h = np.tanh(x @ w["w1"] + w["b1"])
        logits = np.empty(mask.shape, np.float32)
        for k in np.unique(head):
            rows = head == k
            logits[rows] = h[rows] @ w["heads"][k] + w["bias"][k]
        logits[~mask] = -1e9
        logits -= logits.max(1, keepdims=True)
        return h, logits - np.log(np.exp(logits).sum(1, keepdims=True)), h @ w["value"] + w["v0"]

    def sample(self, log_p: np.ndarray, random: np.random.Generator) -> np.ndarray:
        """An entry for each row, by its probability (the Gumbel trick)."""
        noise = -np.log(-np.log(random.random(log_p.shape, np.float32) + 1e-12) + 1e-12)
        return (log_p + noise).argmax(1).astype(np.int32)

    def save(self, path: str) -> None:
        """Writes inputs, scale and weights."""
        np.savez_compressed(path, inputs=self.inputs, scale=self.scale, **self.weights)

    @classmethod
    def load(cls, path: str) -> Policy:
        """Reads what `save` wrote."""
        stored = np.load(path)
        policy = cls.__new__(cls)
        policy.inputs, policy.scale = stored["inputs"], stored["scale"]
        policy.weights = {name: stored[name] for name in stored.files if name not in ("inputs", "scale")}
        return policy


class Adam:
    """The usual optimiser."""

    def __init__(self, weights: dict[str, np.ndarray], rate: float) -> None:
        self.rate, self.t = rate, 0
        self.m = {name: np.zeros_like(w) for name, w in weights.items()}
        self.v = {name: np.zeros_like(w) for name, w in weights.items()}

    def step(self, weights: dict[str, np.ndarray], gradients: dict[str, np.ndarray]) -> None:
        """One step downhill; the gradient is cut at norm 1."""
        self.t += 1
        norm = np.sqrt(sum(float((g * g).sum()) for g in gradients.values()))
        cut = min(1.0, 1.0 / (norm + 1e-8))
        rate = self.rate * np.sqrt(1 - 0.999**self.t) / (1 - 0.9**self.t)
        for name, g in gradients.items():
            self.m[name] += 0.1 * (cut * g - self.m[name])
            self.v[name] += 0.001 * ((cut * g) ** 2 - self.v[name])
            weights[name] -= rate * self.m[name] / (np.sqrt(self.v[name]) + 1e-8)


class Learner:
    """Plays the learner's seat of many games against a built-in player and learns from how they end."""

    def __init__(self, game: str, opponent: str, settings: Settings, policy: Policy | None = None) -> None:
        self.settings = settings
        self.random = np.random.default_rng(settings.seed)
        self.games = VectorGame(
            game, settings.games, settings.seed, options=settings.options, threads=1, opponents=opponent
        )
        heads = int(len(_heads(game)))
        self.policy = policy or Policy.for_games(self.games, heads, settings.hidden, settings.seed)
        self.games.reset(settings.seed)
        self.adam = Adam(self.policy.weights, settings.rate)
        self.results: list[float] = []  # of the games that ended, oldest first

    def rollout(self) -> dict[str, np.ndarray]:
        """`horizon` steps of every game."""
        g, s = self.games, self.settings
        kept: dict[str, list[np.ndarray]] = {k: [] for k in ("x", "head", "mask", "action", "log_p", "value", "reward", "done")}
        for _ in range(s.horizon):
            x, head, mask, seat = self.policy.see(g.observation), g.head.copy(), g.mask.copy(), g.learner.copy()
            _, log_p, value = self.policy.forward(x, head, mask)
            action = self.policy.sample(log_p, self.random)
            g.step(action)
            rows = np.arange(len(action))
            reward = g.rewards[rows, seat]
            self.results += reward[g.done].tolist()
            now = (x, head, mask, action, log_p[rows, action], value, reward, g.done.copy())
            for name, array in zip(kept, now, strict=True):
                kept[name].append(array)
        out = {name: np.stack(arrays) for name, arrays in kept.items()}
        _, _, last = self.policy.forward(self.policy.see(g.observation), g.head, g.mask)
        out["advantage"] = self._advantages(out, last)
        out["return"] = out["advantage"] + out["value"]
        return {name: array.reshape(-1, *array.shape[2:]) for name, array in out.items()}

    def _advantages(self, kept: dict[str, np.ndarray], last: np.ndarray) -> np.ndarray:
        s, out, carried = self.settings, np.zeros_like(kept["value"]), 0.0
        for t in reversed(range(s.horizon)):
            goes_on = 1.0 - kept["done"][t]
            surprise = kept["reward"][t] + s.discount * last * goes_on - kept["value"][t]
            carried = surprise + s.discount * s.trace * goes_on * carried
            out[t], last = carried, kept["value"][t]
        return out

    def update(self) -> None:
        """One rollout, and some epochs of learning from it."""
        data, s = self.rollout(), self.settings
        data["advantage"] = (data["advantage"] - data["advantage"].mean()) / (data["advantage"].std() + 1e-8)
        for _ in range(s.epochs):
            order = self.random.permutation(len(data["action"]))
            for start in range(0, len(order), s.batch):
                rows = order[start : start + s.batch]
                self.adam.step(self.policy.weights, self.gradients({name: a[rows] for name, a in data.items()}))

    def gradients(self, b: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
        """Of the clipped objective, the error of the value and the entropy, by hand."""
        s, w, n = self.settings, self.policy.weights, len(b["action"])
        h, log_p, value = self.policy.forward(b["x"], b["head"], b["mask"])
        rows = np.arange(n)
        p = np.exp(log_p)
        ratio = np.exp(log_p[rows, b["action"]] - b["log_p"])
        open_ = np.where(b["advantage"] > 0, ratio < 1 + s.clip, ratio > 1 - s.clip)
        push = -(open_ * ratio * b["advantage"])[:, None]  # of the log-probability of the action
        plogp = np.where(p > 0, p * np.maximum(log_p, -50), 0)
        d_logits = -push * p + s.entropy * (plogp - p * plogp.sum(1, keepdims=True))
        d_logits[rows, b["action"]] += push[:, 0]
        d_logits /= n
        d_value = (value - b["return"]) / n
        out = {name: np.zeros_like(x) for name, x in w.items()}
        d_h = d_value[:, None] * w["value"]
        for k in np.unique(b["head"]):
            of = b["head"] == k
            out["heads"][k], out["bias"][k] = h[of].T @ d_logits[of], d_logits[of].sum(0)
            d_h[of] += d_logits[of] @ w["heads"][k].T
        d_h *= 1 - h * h
        out["w1"], out["b1"] = b["x"].T @ d_h, d_h.sum(0)
        out["value"], out["v0"] = h.T @ d_value, d_value.sum(keepdims=True)
        return out


def _heads(game: str) -> list[tuple[str, int]]:
    from ._engine import game as find

    return find(game).heads


def win_rate(policy: Policy, game: str, opponent: str, games: int, seed: int, options: dict[str, object] | None = None) -> float:
    """The share of games that the policy wins, drawing its actions; the first game of each row counts."""
    v = VectorGame(game, games, seed, options=options, threads=1, opponents=opponent)
    random, seat = np.random.default_rng(seed), v.learner.copy()
    won, open_ = np.zeros(games), np.ones(games, bool)
    while open_.any():
        _, log_p, _ = policy.forward(policy.see(v.observation), v.head, v.mask)
        v.step(policy.sample(log_p, random))
        ended = v.done & open_
        won[ended] = v.rewards[ended, seat[ended]] > 0
        open_ &= ~v.done
    return float(won.mean())
