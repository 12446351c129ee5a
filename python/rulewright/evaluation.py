"""A fixed way to say how strong a player is: the same deals for everybody, every seat, three baselines.

The protocol: for each baseline (random, greedy, search:100) `deals` deals with the seeds 1,000,000 on; each deal is
played once for every seat of the candidate, the baseline in all others. Reported are the share of games won, with draws
as half, and its 95 % interval (Wilson). An environment's id names the rules that the figures are for.

    rulewright-evaluate dino_battles greedy --deals 100
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Callable, Sequence

from ._engine import Choice, Position, player
from ._engine import game as find_game
from .play import environment_id, player_seed

BASELINES = ("random", "greedy", "search:100")
FIRST_SEED = 1_000_000

Chooser = Callable[[Position], Choice]


def interval(share: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval."""
    z, n = 1.96, max(games, 1)
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return max(0.0, middle - half), min(1.0, middle + half)


def play_deal(game: str, candidate: Chooser | str, seat: int, baseline: str, seed: int, players: int = 2) -> float:
    """One game: 1 if the candidate in `seat` wins, 0.5 for a draw, 0 if it loses."""
    position = find_game(game).new(seed, players)
    seated = [player(baseline, game, player_seed(seed, other)).choose for other in range(players)]
    seated[seat] = player(candidate, game, player_seed(seed, seat)).choose if isinstance(candidate, str) else candidate
    while not position.over:
        position.apply(seated[position.to_move or 0](position))
    return (position.rewards[seat] + 1) / 2


def evaluate(
    game: str, candidate: Chooser | str, deals: int = 100, baselines: Sequence[str] = BASELINES, players: int = 2
) -> dict[str, dict[str, float]]:
    """The figures of a candidate: the name of a built-in player, or a function from a position to a choice.

    The function is shown the position itself; one that wants to be fair looks at no more than `view`, `tensor` and
    `choices` of the seat that is asked.
    """
    out = {}
    for baseline in baselines:
        results = [
            play_deal(game, candidate, seat, baseline, FIRST_SEED + deal, players)
            for deal in range(deals)
            for seat in range(players)
        ]
        share = sum(results) / len(results)
        low, high = interval(share, len(results))
        out[baseline] = {"games": len(results), "won": share, "low": low, "high": high}
    return out


def main(arguments: Sequence[str] | None = None) -> None:
    """The command rulewright-evaluate."""
    parser = argparse.ArgumentParser(prog="rulewright-evaluate", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("candidate", help="a player: random, greedy, search:N, bot:COMMAND")
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--baselines", default=",".join(BASELINES))
    parser.add_argument("--players", type=int, default=2)
    given = parser.parse_args(arguments)
    figures = evaluate(given.game, given.candidate, given.deals, given.baselines.split(","), given.players)
    print(json.dumps({"environment": environment_id(given.game), "candidate": given.candidate, "against": figures}, indent=2))


if __name__ == "__main__":
    main()
