#!/usr/bin/env python3
"""Which words of the ability language only one card uses: docs/abilities.md says how many they are and names them, game by
game, and this holds it to that. A word that is used more widely, or a new one for a single card, changes the document.

    word_use_test.py FORGE CONTENT     the content compiler and the folder of the content
"""
import collections
import json
import pathlib
import re
import subprocess
import sys

DOCUMENT = pathlib.Path(__file__).resolve().parent.parent / "docs/abilities.md"


def read(forge, file):
    return json.loads(subprocess.run([forge, str(file), "--json"], capture_output=True, text=True, check=True).stdout)


def find_words(value, words, card, users):
    if isinstance(value, dict):
        for name, inner in value.items():
            if name in words:
                users[name].add(card)
            find_words(inner, words, card, users)
    elif isinstance(value, list):
        for inner in value:
            find_words(inner, words, card, users)
    elif isinstance(value, str) and value in words:
        users[value].add(card)


def words_of(forge, folder):
    """The words of a game, and for each the cards that use it. A game may have texts of its own for words that every game has."""
    shared = set(read(forge, folder.parent / "core/en.yaml").get("words", {}))
    words = set(read(forge, folder / "locale/en.yaml").get("words", {})) - shared
    users = collections.defaultdict(set)
    for file in folder.glob("*.yaml"):
        for records in read(forge, file).values():
            for record in records if isinstance(records, list) else []:
                if isinstance(record, dict) and "id" in record:
                    for field, value in record.items():
                        if field not in ("id", "name"):
                            find_words(value, words, record["id"], users)
    return words, users


def told():
    """game -> (how many words it has, those that the document names)."""
    text = DOCUMENT.read_text(encoding="utf-8")
    part = text[text.index("## Words that one card uses"):]
    rows = re.findall(r"^\| `(\w+)` \| (\d+) \| (\d+) \| (.*) \|$", part, re.M)
    return {game: (int(count), int(single), set(re.findall(r"`(\w+)`", names))) for game, count, single, names in rows}


def main(forge, content):
    rows, faults = told(), []
    games = [rules.parent for rules in sorted(pathlib.Path(content).glob("*/rules.md"))]
    for folder in games:
        words, users = words_of(forge, folder)
        if not words:
            continue
        single = {word for word in words if len(users[word]) == 1}
        print(f"{folder.name}: {len(words)} words, {len(single)} of them for one card")
        unused = sorted(word for word in words if not users[word])
        if unused:
            faults.append(f"{folder.name}: no card uses {', '.join(unused)}")
        if folder.name not in rows:
            faults.append(f"{DOCUMENT.name}: no row for {folder.name}")
            continue
        count, number, named = rows[folder.name]
        if (count, number) != (len(words), len(single)):
            faults.append(f"{folder.name}: the document says {number} of {count} words, there are {len(single)} of {len(words)}")
        for word in sorted(single - named):
            faults.append(f"{folder.name}: one card alone uses '{word}', and the document does not name it")
        for word in sorted(named - single):
            faults.append(f"{folder.name}: the document names '{word}', which is not a word for one card")
    for fault in faults:
        print(fault)
    return 1 if faults else 0


sys.exit(main(sys.argv[1], sys.argv[2]))
