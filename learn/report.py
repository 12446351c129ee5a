#!/usr/bin/env python3
"""Writes docs/reports/learning_<game>.md from what run_device.sh left.

    learn/report.py NETS RESULTS.jsonl docs/reports
"""

import hashlib
import json
import pathlib
import re
import sys
import zlib

CONTENT = pathlib.Path(__file__).resolve().parent.parent / "content"


def name_of(game):
    """As the game's record has it. Read without PyYAML, which a bare machine may not have."""
    return re.search(r'(?m)^  name: \{ en: "?([^",}]+)', (CONTENT / game / "game.yaml").read_text())[1]


def percent(share):
    return f"{100 * share:.1f} %"


def player(text):
    """Without the folder of the net."""
    return ",".join(f"net={pathlib.Path(part[4:]).name}" if part.startswith("net=") else part for part in text.split(","))


def match_row(result):
    return (
        f"| `{player(result['a'])}` | `{player(result['b'])}` | {result['games']} | {percent(result['share'])} | "
        f"{100 * max(result['low'], 0):.1f} to {percent(min(result['high'], 1))} | {result['seed']} |"
    )


def report(game, nets, results):
    about = json.loads((nets / f"{game}.report.json").read_text())
    net = (nets / f"{game}_2.rwnet").read_bytes()
    header = about["header"]
    rows = [r for r in results if r["game"] == game]
    speed = next((r for r in rows if "net_ns" in r), None)
    lines = [f"# What was learned: {name_of(game)}", ""]
    if (pathlib.Path(__file__).resolve().parent.parent / "players" / "nets" / f"{game}_2.rwnet").exists():
        lines += ["The program's search judges tables of two seats by this net; all other tables by the game's own evaluation.", ""]
    else:
        lines += ["**Not shipped**: in its last match it did not beat the game's own evaluation beyond doubt, so the search goes on "
                  "judging by that.", ""]
    lines += [
        f"`{game}_2.rwnet`, {len(net):,} bytes, {len(zlib.compress(net, 9)):,} compressed, SHA-256",
        f"`{hashlib.sha256(net).hexdigest()}`.", "",
        "| | |", "|---|---|",
        f"| games | {about['games']:,} of two seats, seeds {' and '.join(str(h['seed']) for h in about['headers'])}, "
        f"rules {header['rules']}, content {header['content']} |",
        f"| played by | {' and '.join('`' + player(h['player']) + '`' for h in about['headers'])}; seats err in 0, 3, 8 or 20 of 100 choices |",
        f"| options | {header['vary'].replace('|', ' ').strip() or 'the usual ones'} |",
        f"| positions | {about['positions']:,} |",
        f"| inputs | {header['inputs']:,} |",
        f"| loss of the chance, games held out | own evaluation {about['own_loss']:.4f}, with the net {about['net_loss']:.4f} |",
    ]
    if "margin_loss" in about:
        lines.append(f"| loss of the margin | {about['margin_loss']:.4f} |")
    if "prior_loss" in about:
        lines.append(
            f"| loss of the priors | {about['questions']:,} questions: by the promise alone {about['promise_loss']:.4f}, "
            f"learned {about['prior_loss']:.4f} |"
        )
    if speed:
        lines.append(f"| time | {speed['net_ns'] / 1000:.2f} µs a judgement beside {speed['own_ns'] / 1000:.2f} µs of the game's own |")
    words = [word.split("/")[-1] if "/" in word else word for word in about["command"].split()]
    begins = (" It begins from a net of the round before, which was trained in the same way on greedy games and games of the search "
              "without a net." if "--start" in words else "")
    lines += ["", "Trained by", "", "    learn/" + " ".join(words), "",
              "after `learn/run_device.sh` had played the games (16 cores, an NVIDIA H200; training took less than a minute)." + begins, ""]
    matches = [r for r in rows if "share" in r]
    if matches:
        lines += ["## Matches", "",
                  "Equal time for each choice, every deal played from both seats; `net=off` is the search with the game's own "
                  "evaluation and the settings from before there were nets. The settings were chosen by the short matches on the deals "
                  "of the lower seed; the match on fresh deals is the one that counts.", "",
                  "| player | against | games | share of wins | 95 % interval | seed |", "|---|---|---:|---:|---:|---:|"]
        lines += [match_row(r) for r in matches]
        lines.append("")
    return "\n".join(lines)


def main():
    nets, results, out = pathlib.Path(sys.argv[1]), [], pathlib.Path(sys.argv[3])
    for line in pathlib.Path(sys.argv[2]).read_text().splitlines():
        results.append(json.loads(line))
    for game in sorted(folder.parent.name for folder in CONTENT.glob("*/game.yaml")):
        if (nets / f"{game}_2.rwnet").exists():
            (out / f"learning_{game}.md").write_text(report(game, nets, results))


if __name__ == "__main__":
    main()
