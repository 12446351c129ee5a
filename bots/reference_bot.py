#!/usr/bin/env python3
"""A bot for Rulewright in plain Python: it speaks the protocol of docs/bots.md and plays at random.

    rulewright match risk_cybertron --a "bot:bots/reference_bot.py --seed 7" --b random --games 100

Begin with `choose`: it gets what the seat sees and the legal choices, and returns the number of one of them.
"""

import argparse
import json
import random
import sys


def choose(message, chance):
    """The number of a choice. Ends a turn or phase only if nothing else is possible."""
    choices = message["choices"]
    active = [i for i, choice in enumerate(choices) if choice.get("operands")]
    return chance.choice(active or range(len(choices)))


def say(**message):
    print(json.dumps(message), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1)
    chance = random.Random(parser.parse_args().seed)
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            say(type="hello", name="Reference bot", wants=["choices"])
        elif message["type"] == "choose":
            say(type="choice", id=message["id"], choice=choose(message, chance))
        # "new", "ponder" and "over" need no answer.


if __name__ == "__main__":
    main()
