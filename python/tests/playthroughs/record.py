#!/usr/bin/env python3
"""Records a playthrough of each game with OpenSpiel's own generator: to be run when a game plays differently than before.

    python python/tests/playthroughs/record.py [GAME ...]
"""

import lzma
import sys
from pathlib import Path

from absl import flags
from open_spiel.python.algorithms import generate_playthrough

import rulewright
import rulewright.openspiel_game

# Short tables, since every state is told in full.
OPTIONS = {
    "dino_battles": "round_limit:10;knock_outs:1",
    "dragon_booster": "turn_limit:30",
    "risk_cybertron": "days:1;deal_zones:on",
}


def main(games: list[str]) -> None:
    flags.FLAGS(["record"])
    for game in games or rulewright.games():
        options = OPTIONS.get(game)
        name = f"rulewright_{game}" + (f"(players=2,options={options})" if options else "")
        text = generate_playthrough.playthrough(name, action_sequence=None, seed=1)
        packed = lzma.compress((text + "\n").encode(), preset=9)
        (Path(__file__).parent / f"{game}.txt.xz").write_bytes(packed)
        print(f"{game}: {len(text):,} characters, {len(packed):,} bytes packed")


if __name__ == "__main__":
    main(sys.argv[1:])
