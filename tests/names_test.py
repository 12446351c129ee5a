#!/usr/bin/env python3
"""Identity is never a name: only text functions compare or search display texts. And what is said in French stands in
the content, never in C++.

Reads the sources and fails where a display name (of a card, a zone, a choice, an event) is compared, searched or used as
a key. Text functions, which read what people type or write what people read, are listed below, each with its reason.
"""
import pathlib
import re
import sys

# Where names are what the code is about.
TEXT_FUNCTIONS = {
    "engine/naming.cpp": "names both ways",
    "engine/alike.cpp": "equal cards are called alike",
    "engine/game.cpp": "notations and labels that were typed",
    "engine/games/transformers_tcg/called.cpp": "how people also call a character",
    "engine/games/transformers_tcg/deck.cpp": "reads deck lists that people write",
    "engine/games/dragon_booster/decks.cpp": "reads deck lists that people write",
    "engine/games/transformers_dbg/things.cpp": "how people also call a card",
    "engine/games/risk_cybertron/lexicon.cpp": "how people also call an Upgrade card",
    "lab/card_faces.cpp": "looks for cards by a part of their name",
    "lab/scenario.cpp": "reads the names in scenarios",
    "cli/play_board.cpp": "reads what is typed at the table",
    "cli/games/risk_cybertron.cpp": "reads what is typed at the table",
    "cli/play_menu.cpp": "reads what is typed at the table",
    "cli/play_commands.cpp": "reads what is typed at the table",
    "web/src/pages/DecksPage.svelte": "deck lists that people paste",
    "web/src/games/dino_battles/Dinosaur.svelte": "a long word is set smaller",
}

CPP_NAME = r"(?:\bname\([^;]*?\)|\b(?:choice|event|question|refusal)_text\([^;]*?\)|\bnotation\([^;]*?\)|\bname\.(?:en|fr)\b|\bname_(?:en|fr)\b)"
CPP = [
    re.compile(CPP_NAME + r"\)?\s*(?:==|!=)\s*(?!std::string::npos|\"\")"),
    re.compile(r"(?:==|!=)\s*(?:core::folded\()?[\w.>-]*" + CPP_NAME),
    re.compile(CPP_NAME + r"\.(?:find|starts_with|ends_with|contains|rfind|substr)\("),
    re.compile(r"\bby_name\b|\b(?:face|card|record|thing|deck|upgrade)\.name(?:\.\w+)?\s*(?:==|!=)"),
]
# What people type is folded before it is compared; accounts and hosts (server, cli/admin.cpp) have names of their own.
FOLDED = re.compile(r"core::folded\(")
ACCOUNTS = ("server/", "cli/admin.cpp")
TS_NAME = r"(?:\.name(?:\.(?:en|fr)|\[[\w.]+\])?|card_named\([^()]*\)|\.named\([^()]*\)|\.label|\.notation)"
TS = [
    re.compile(TS_NAME + r"(?:\.toLowerCase\(\))?\s*(?:===|!==)"),
    re.compile(r"(?:===|!==)\s*[\w.!?]+" + TS_NAME + r"\b"),
    re.compile(TS_NAME + r"(?:\.toLowerCase\(\))?\.(?:includes|startsWith|endsWith|indexOf|match|search|split|replace)\("),
    re.compile(r"\.(?:includes|startsWith|endsWith|indexOf|test|exec|get|has|set)\([^()]*" + TS_NAME + r"[,)]"),
    re.compile(r"\.(?:test|exec)\([\w.]*" + TS_NAME),
    re.compile(r"\.figures\.(?:en|fr)\b"),
    re.compile(r"`[a-z ]+ \"\$\{"),  # a notation put together from names
]
# The grammar of French is code; its sentences are content.
FRENCH_GRAMMAR = {"engine/core/noun.cpp", "engine/ability/typography.cpp"}
FRENCH = [
    re.compile(r'"[^"]*[àâçéèêëîïôùûœÀÉÊ][^"]*"'),
    re.compile(r'(?:\bfrench|== "fr")\s*\?\s*"[^"]{3,}"'),
]
# Fields of the view that are called `name` and hold ids, and people's names.
NOT_DISPLAY = re.compile(r"leader\.name|space\.name|seat\.name|file\.name|option\.name|figure\.name|me\?\.name|label\.replace\(\"\{amount\}\"")
# A C++ name that is no display name.
NOT_DISPLAY_CPP = re.compile(r"event_name|verb_name|kind_name|filename\(|rename\(|seat_name\(|field\.name\(\)")


def faults(path: str, text: str) -> list[str]:
    web = path.startswith("web/")
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        code = line.split("//")[0] if "://" not in line else line
        if (NOT_DISPLAY if web else NOT_DISPLAY_CPP).search(code):
            continue
        typed = not web and not path.startswith(ACCOUNTS) and FOLDED.search(code)
        if typed or any(pattern.search(code) for pattern in (TS if web else CPP)):
            found.append(f"{path}:{number}: {line.strip()}")
    return found


def french_in(path: str, text: str) -> list[str]:
    if path.startswith("web/") or path in FRENCH_GRAMMAR:
        return []
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        code = line if line.find("//") < 0 or line.find('"') in range(line.find("//")) else line.split("//")[0]
        if not line.lstrip().startswith("//") and any(pattern.search(code) for pattern in FRENCH):
            found.append(f"{path}:{number}: {line.strip()}")
    return found


def check_the_check() -> None:
    """What used to be there must be found."""
    bad = {
        "server/x.cpp": [
            'if (edition.name(p, kind, value, "en") == wanted) return true;',
            "for (const auto& [card_name, ids] : by_name)",
            "if (face.name == name) return figures(face.id);",
            "if (wanted == core::folded(card.name.en)) return i;",
            'const auto at = edition.choice_text(p, c, "en").find("Attack");',
        ],
        "web/src/x.ts": [
            "if (name.length > longest && words.includes(thing.name)) best = id;",
            "const exact = all.get(thing.name);",
            "const copy = / #(\\d+)$/.exec(thing.name)?.[1];",
            "if (card.name.en === word) return card;",
            'return `play "${named}"`;',
            "const zone = card.figures.en.find((figure) => figure.value);",
            'if (choice.label.startsWith("Attack")) return;',
        ],
    }
    for path, lines in bad.items():
        for line in lines:
            if not faults(path, line):
                sys.exit(f"the test does not see this: {line}")
    for line in ['text = french ? "il abandonne" : "he resigns";', 'says("Ce choix a été fait.");']:
        if not french_in("server/x.cpp", line):
            sys.exit(f"the test does not see this French: {line}")


def main(root: pathlib.Path) -> None:
    check_the_check()
    sources = []
    for folder in ("engine", "players", "lab", "server", "cli", "faces", "forge", "learn", "parts", "python/src", "speech", "wasm"):
        sources += [p for p in (root / folder).rglob("*") if p.suffix in (".cpp", ".h")]
    sources += [p for p in (root / "web/src").rglob("*") if p.suffix in (".ts", ".svelte", ".js")]
    if len(sources) < 300:
        sys.exit(f"only {len(sources)} sources under {root}")
    found, french, unused = [], [], set(TEXT_FUNCTIONS)
    for source in sorted(sources):
        path, text = source.relative_to(root).as_posix(), source.read_text(encoding="utf-8")
        here = faults(path, text)
        french += french_in(path, text)
        if path in TEXT_FUNCTIONS:
            if here:
                unused.discard(path)
        else:
            found += here
    for fault in found:
        print(f"a display name is looked at: {fault}")
    for fault in french:
        print(f"French in C++: {fault}")
    for path in sorted(unused):
        print(f"{path} looks at no name any more: take it off the list")
    sys.exit(1 if found or french or unused else 0)


main(pathlib.Path(sys.argv[1]))
