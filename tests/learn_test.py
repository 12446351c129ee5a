#!/usr/bin/env python3
"""A tiny training learns: games of the program against itself, a net by numpy, and the program judges by it exactly
as Python computes it.

    tests/learn_test.py PROGRAM      (rulewright-selfplay)
"""

import json
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "learn"))
import games
import netfile
import train

GAME = "risk_cybertron"


def run(*words):
    done = subprocess.run(words, capture_output=True, text=True)
    assert done.returncode == 0, f"{' '.join(map(str, words))}: {done.stdout}{done.stderr}"
    return done.stdout


def weights(path):
    return [float(line) for line in path.read_text().splitlines() if not line.startswith("#")]


def tuning_goes_on(program, folder):
    """A run that is called again goes on with its state, and the weights it writes can be played with."""
    out = folder / "tuned.weights"
    tune = (program, "tune", GAME, "--player", "greedy", "--threads", "1", "--seed", "3", "--out", out)
    run(*tune, "--seconds", "1", "--games", "0")
    first, steps = weights(out), int((folder / "tuned.weights.state").read_text().split()[0])
    said = json.loads(run(*tune, "--seconds", "2", "--games", "4"))
    assert said["games"] == 4 and said["seed"] == 1_000_003, said
    assert steps > 0 and int((folder / "tuned.weights.state").read_text().split()[0]) > steps, "it began anew"
    assert len(first) == len(weights(out)) and first != weights(out), "nothing was moved"
    short = folder / "short.weights"
    short.write_text("1 2 3\n")
    refused = subprocess.run((program, "match", GAME, "--a", f"greedy,weights={short}"), capture_output=True, text=True)
    assert refused.returncode == 2 and "has 3 weights" in refused.stderr, refused


def main():
    program = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        tuning_goes_on(program, folder)
        play = (program, "play", GAME, "--player", "search:2", "--threads", "2", "--every", "20", "--out", folder / "a.games")
        run(*play, "--games", "40", "--seconds", "120")

        # A run that was cut off goes on behind the last whole game, and damage is told.
        whole = (folder / "a.games").read_bytes()
        (folder / "a.games").write_bytes(whole[:-100])
        run(*play, "--games", "120", "--seconds", "240")
        assert len(list(games.chunks(folder / "a.games"))) == 121, "the header and 120 games"
        damaged = bytearray(whole)
        damaged[len(whole) // 2] ^= 1
        (folder / "b.games").write_bytes(damaged)
        try:
            games.Games([folder / "b.games"])
            raise SystemExit("a damaged file was read")
        except games.Damaged:
            pass

        layout = folder / "layout.json"
        layout.write_text(run(program, "layout", GAME))
        sys.argv = ["train.py", "--layout", str(layout), "--out", str(folder / "net.rwnet"), "--report",
                    str(folder / "report.json"), "--numpy", "--alone", "--epochs", "60", str(folder / "a.games")]
        train.main()
        report = json.loads((folder / "report.json").read_text())
        # Without its own evaluation it knows nothing at first: ln 2.
        assert report["net_loss"] < 0.62 < report["own_loss"], report

        # The program computes what Python computes, to the bit.
        places = json.loads(layout.read_text())
        net = netfile.Net.read(folder / "net.rwnet", places)
        shown = [json.loads(line) for line in run(program, "show", GAME, "--net", folder / "net.rwnet").splitlines()]
        assert len(shown) == 20
        for position in shown:
            logits = net.logits(position["places"], position["values"], 0)
            said = [position["chance"], position["margin"]]
            assert [net.chance(logit) for logit in logits] == said, (position, logits)
    print("learned:", report["own_loss"], "->", report["net_loss"])


if __name__ == "__main__":
    main()
