#!/usr/bin/env python3
"""Writes random deck lists of the Transformers TCG, one a line, for `--vary list_1=@FILE`.

    learn/lists.py --count 2000 --seed 1 > lists.txt

The ready decks hold a part of the cards. A net that has met no others has nothing to say of the rest, and people bring
lists of their own. Half of the lines are empty: there the ready deck of the table stays.
"""

import argparse
import pathlib
import random
import re

CONTENT = pathlib.Path(__file__).parent.parent / "content" / "transformers_tcg"
STARS, CARDS, COPIES, TEAM = 25, 40, 3, 6  # TCG-DECK-01 to 05; larger teams than six are rare


def records(name):
    """Id, stars and kind of each record. Read without PyYAML, which a bare machine may not have."""
    for text in re.split(r"(?m)^  - (?=id: )", (CONTENT / name).read_text())[1:]:
        field = lambda key: (re.search(rf"(?m)^(?:    )?{key}: (\S+)", text) or [None, ""])[1]
        yield field("id"), int(field("stars") or 0), field("kind")


def random_list(characters, cards, rng):
    left, team = STARS, []
    for who, stars in rng.sample(characters, len(characters)):
        if stars <= left and len(team) < TEAM:
            left -= stars
            team.append(who)
    deck, size = [], 0
    for card, stars in rng.sample(cards, len(cards)):
        copies = min(COPIES, CARDS - size, left // stars if stars else COPIES)
        if copies > 0:
            left -= copies * stars
            size += copies
            deck.append(f"{copies} {card}")
    return "; ".join(["Team", *team, "Deck", *deck])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    characters = [(who, stars) for who, stars, kind in records("characters.yaml") if kind != "combiner"]
    cards = [(card, stars) for card, stars, _ in records("battle_cards.yaml")]
    for i in range(options.count):
        print(random_list(characters, cards, rng) if i % 2 == 0 else "")


main()
