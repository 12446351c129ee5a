#!/usr/bin/env python3
"""Markdown tables out of what `rulewright simulate --watch --json` printed.

    tables.py [--count NAME=CLAUSE ...] [--bought EVENT ...] FILE.json ...

Each file is a row, named as the file; a last row and the other tables hold all files together. `--count` adds how
often a clause was at work in a game (rounds, turns, cards played), `--bought` the cards of these events.
"""
import argparse
import json
import math
import pathlib


def interval(wins, games):
    """Wilson's interval for 95 %."""
    z, p = 1.959964, wins / games
    middle, half = p + z * z / (2 * games), z * math.sqrt(p * (1 - p) / games + z * z / (4 * games * games))
    return [100 * (middle + side * half) / (1 + z * z / games) for side in (-1, 1)]


def table(head, rows):
    print("| " + " | ".join(head) + " |\n" + "|---" * len(head) + "|")
    for row in rows:
        print("| " + " | ".join(row) + " |")
    print()


def row(name, runs, endings, counts):
    games = sum(run["games"] for run in runs)
    cells = [name, str(games)]
    for seat in range(runs[0]["seats"]):
        wins = sum(run["seats_won"][seat]["wins"] for run in runs)
        cells.append("{:.1f} % ({:.1f} to {:.1f})".format(100 * wins / games, *interval(wins, games)))
    cells.append("{:.0f}".format(sum(run["decisions"]["total"] for run in runs) / games))
    cells += ["{:.1f}".format(sum(run["rules"][clause]["times"] for run in runs) / games) for _, clause in counts]
    cells += ["{:.1f} %".format(100 * sum(run["endings"].get(clause, 0) for run in runs) / games) for clause in endings]
    return cells


def cards(runs, events):
    """A card's rows are added up over the runs; its share is of the players who could have had it."""
    found = {}
    for run in runs:
        for group in run["things"]:
            for each in group["won"] if group["event"] in events else []:
                card = found.setdefault(each["name"], {"runs": 0, "games": 0, "had": 0, "wins": 0, "times": 0})
                card["runs"] += 1
                card["games"] += run["games"]
                card["had"] += each["games"]
                card["wins"] += each["wins"]
                card["times"] += each["times"]
    return sorted(found.items(), key=lambda item: -item[1]["wins"] / item[1]["had"])


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--count", action="append", default=[])
    arguments.add_argument("--bought", action="append", default=[])
    arguments.add_argument("file", nargs="+", type=pathlib.Path)
    given = arguments.parse_args()
    runs = [json.loads(file.read_text()) for file in given.file]
    seats = runs[0]["seats"]
    if any(run["seats"] != seats for run in runs):
        arguments.error("the files must be of one number of players")
    endings = sorted({clause for run in runs for clause in run["endings"]})
    counts = [count.split("=") for count in given.count]
    head = ["", "games", *("seat {}".format(seat + 1) for seat in range(seats)), "decisions",
            *(name for name, _ in counts), *endings]
    rows = [row(file.stem, [run], endings, counts) for file, run in zip(given.file, runs)]
    table(head, rows + [row("all", runs, endings, counts)])
    if given.bought:
        table(["card", "runs", "a game", "players", "of them win"],
              [[name, str(card["runs"]), "{:.2f}".format(card["times"] / card["games"]),
                "{:.0f} %".format(100 * card["had"] / (seats * card["games"])),
                "{:.0f} % ({:.0f} to {:.0f})".format(100 * card["wins"] / card["had"],
                                                     *interval(card["wins"], card["had"]))]
               for name, card in cards(runs, given.bought)])


if __name__ == "__main__":
    main()
