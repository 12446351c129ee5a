#!/usr/bin/env python3
"""Layers point downward, and no game is named outside its folders.

Reads the includes of every C++ file and the imports of the page. What a layer may use is one table; what names a game
elsewhere is a fault, except for the lists from which the build and the page find the games.
"""
import pathlib
import re
import sys

# Each layer and what it may include, besides itself.
MAY_USE = {
    "speech": set(),
    "engine/core": set(),
    "engine/ability": {"engine/core"},
    "engine": {"engine/core", "engine/ability"},
    "engine/games": {"engine", "engine/core", "engine/ability"},
    "parts": {"engine/core"},  # how a missing part is told (Expected)
    "modules": {"parts", "server", "lab", "engine", "engine/core"},  # loaded when asked for; nothing includes them
    "faces": {"engine", "engine/core"},
    "forge": {"engine", "engine/core", "engine/ability", "faces"},
    "players": {"engine", "engine/core", "engine/ability"},
    "players/games": {"players", "engine", "engine/core", "engine/ability", "engine/games"},
    "lab": {"speech", "players", "parts", "forge", "faces", "engine", "engine/core", "engine/ability"},
    "server": {"speech", "lab", "players", "parts", "faces", "engine", "engine/core", "engine/ability"},
    "wasm": {"speech", "server", "lab", "players", "faces", "engine", "engine/core"},
    "cli": {"speech", "server", "lab", "players", "forge", "faces", "engine", "engine/core", "engine/ability"},
    "cli/games": {"cli", "lab", "engine", "engine/core"},
    "learn": {"lab", "players", "engine", "engine/core"},
    "python/src": {"lab", "players", "engine"},
}
# Files that may name games: the lists of the page.
LISTS = {
    "web/src/games/registry.ts",
    "web/src/games/frames.ts",
    "web/src/games/crests.ts",
    "web/src/games/brings.ts",
    "web/src/games/beginnings.ts",
    "web/src/games/scores.ts",
    "web/src/guide/hints.ts",
}


def layer_of(path: str) -> str:
    if path.startswith("parts/") and path.endswith(".cpp") and path != "parts/part.cpp":
        return "modules"
    best = ""
    for layer in MAY_USE:
        if path.startswith(layer + "/") and len(layer) > len(best):
            best = layer
    return best


def game_of(path: str, games: list[str]) -> str:
    """The game whose folder or file this is."""
    parts = pathlib.PurePosixPath(path).parts
    for i, part in enumerate(parts[:-1]):
        if part == "games":
            for game in games:
                if parts[i + 1] == game or re.fullmatch(rf"{game}(_\w+)?\.\w+", parts[i + 1]):
                    return game
    return ""


def faults(path: str, text: str, games: list[str]) -> list[str]:
    found = []
    own = game_of(path, games)
    layer = layer_of(path)
    for number, line in enumerate(text.splitlines(), 1):
        here = f"{path}:{number}: "
        include = re.match(r'\s*#include "([^"]+)"', line)
        if include and layer:
            target = include.group(1)
            used = layer_of(target)
            if used and used != layer and used not in MAY_USE[layer]:
                found.append(here + f"{layer} may not use {used}: {line.strip()}")
            other = game_of(target, games)
            if other and other != own:
                found.append(here + f"names {other}: {line.strip()}")
            continue
        if path in LISTS:
            continue
        for game in games:
            if game != own and re.search(rf"\b{game}\b", line):
                found.append(here + f"names {game}: {line.strip()}")
    return found


def check_the_check(games: list[str]) -> None:
    """What must not be there must be found."""
    game, other = games[0], games[1]
    bad = {
        "engine/core/x.h": ['#include "engine/game.h"', '#include "lab/page.h"'],
        "engine/game.cpp": [f'#include "engine/games/{game}/state.h"'],
        f"engine/games/{game}/x.cpp": [f'#include "engine/games/{other}/state.h"', '#include "players/player.h"'],
        "lab/x.cpp": ['#include "server/open_table.h"', f'if (game.id == "{game}") return;'],
        "server/x.cpp": ['#include "cli/terminal.h"', '#include "forge/forge.h"'],
        "players/x.cpp": ['#include "speech/speech.h"'],
        "speech/x.cpp": ['#include "engine/game.h"'],
        "python/src/x.cpp": ['#include "cli/terminal.h"'],
        "web/src/pages/X.svelte": [f'const first = "{game}";'],
        f"web/src/games/{game}/x.ts": [f'const other = "{other}";'],
    }
    for path, lines in bad.items():
        for line in lines:
            if not faults(path, line, games):
                sys.exit(f"the test does not see this in {path}: {line}")


def main(root: pathlib.Path) -> None:
    games = sorted(p.parent.name for p in (root / "content").glob("*/rules.md"))
    check_the_check(games)
    sources = []
    for folder in ("speech", "engine", "faces", "forge", "parts", "players", "lab", "server", "wasm", "cli", "learn", "python/src"):
        sources += [p for p in (root / folder).rglob("*") if p.suffix in (".cpp", ".h")]
    sources += [p for p in (root / "web/src").rglob("*") if p.suffix in (".ts", ".svelte", ".js")]
    if len(sources) < 300:
        sys.exit(f"only {len(sources)} sources under {root}")
    found = []
    for source in sorted(sources):
        found += faults(source.relative_to(root).as_posix(), source.read_text(encoding="utf-8"), games)
    print("\n".join(found))
    sys.exit(1 if found else 0)


main(pathlib.Path(sys.argv[1]))
