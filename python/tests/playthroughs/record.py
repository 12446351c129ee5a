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

HORIZON = 40  # steps: every state is told in full


def main(games: list[str]) -> None:
    flags.FLAGS(["record"])
    for game in games or rulewright.games():
        text = generate_playthrough.playthrough(f"rulewright_{game}(horizon={HORIZON})", action_sequence=None, seed=1)
        packed = lzma.compress((text + "\n").encode(), preset=9)
        (Path(__file__).parent / f"{game}.txt.xz").write_bytes(packed)
        print(f"{game}: {len(text):,} characters, {len(packed):,} bytes packed")


if __name__ == "__main__":
    main(sys.argv[1:])
