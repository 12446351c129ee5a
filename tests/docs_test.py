#!/usr/bin/env python3
"""Documents are true where that can be checked: the files they name exist; the commands they show are understood by the
program, and those that only look something up are run; the choices that docs/scenarios.md shows are written by the patterns of
their game; the scenarios they show pass; every word that all games share stands in docs/abilities.md; and docs/dependencies.md
names what the scripts install and the files that include each library.

    docs_test.py PROGRAM     from anywhere; the documents are those of the tree this file lies in
"""

import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import textwrap

ROOT = pathlib.Path(__file__).resolve().parent.parent
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("*/README.md"),
                    *ROOT.glob("engine/games/*/README.md")])
# What looks like a file and is an example, or comes into being only when something runs.
EXAMPLES = re.compile(r"^(out|review)\.html|^my_|\.rwreplay|rulewright\.db|^/tmp/|web/dist|share/rulewright|FILE|^build/|X-Forwarded|"
                      r"\.(new|part)$|dice\.yaml|^play_<")
NAMED = re.compile(r"`((?:[\w.<>-]+/)+[\w.<>*-]*|[\w-]+\.(?:md|py|cpp|h|ts|yaml|json|sh))`")
LINK = re.compile(r"\]\(([^)#]+)(?:#[^)]*)?\)")


def walked(folder):
    for entry in folder.iterdir():
        if entry.name in ("build", "node_modules", "dist") or entry.name.startswith(".") and entry.name != ".ci":
            continue
        yield entry
        if entry.is_dir() and not entry.is_symlink():
            yield from walked(entry)


TREE = [entry.relative_to(ROOT).as_posix() for entry in walked(ROOT)]


def exists(name):
    """A path of the tree or the end of one; `<game>` and * stand for anything, `turn.h/.cpp` for two files."""
    name = re.sub(r"^\./|/\.cpp$", "", name.rstrip("/"))
    pattern = re.sub(r"<[a-z]+>|\*", "\0", name)
    wanted = re.compile("(?:.*/)?" + re.escape(pattern).replace(re.escape("\0"), "[^/]*"))
    return any(wanted.fullmatch(path) for path in TREE)


def missing_files():
    for document in DOCUMENTS:
        text = document.read_text(encoding="utf-8")
        for link in LINK.findall(text):
            if "://" not in link and not (document.parent / link).exists():
                yield f"{document.relative_to(ROOT)}: the link to {link} leads nowhere"
        for name in NAMED.findall(text):
            if EXAMPLES.search(name) or "..." in name or name.startswith(("api/", "/")):
                continue
            if not exists(name):
                yield f"{document.relative_to(ROOT)}: there is no {name}"


def commands():
    """Every line of a block that starts the program, with what continues it."""
    for document in DOCUMENTS:
        lines = document.read_text(encoding="utf-8").splitlines()
        for number, line in enumerate(lines):
            found = re.match(r"(?: {4,}|\s*\$ )(?:[\w=]+ )*(?:\./run|(?:\S*/)?rulewright|mpirun .*? rulewright|srun .*? rulewright) (.*)", line)
            if not found:
                continue
            command = found[1]
            while command.endswith("\\") and number + 1 < len(lines):
                number += 1
                command = command[:-1] + lines[number].strip()
            yield document.relative_to(ROOT), re.split(r"\s#\s|\s{3,}#", command)[0].strip()


class Help:
    """What each command of the program takes, by its help."""

    def __init__(self, program):
        self.program = program
        self.known = {}
        text = self.run("--help")
        self.commands = set(re.findall(r"^  ([a-z-]+) ", text[text.index("Subcommands"):], re.M))

    def run(self, *words):
        return subprocess.run([self.program, *words, "--help"] if words != ("--help",) else [self.program, "--help"],
                              capture_output=True, text=True, env={"LC_ALL": "C"}, timeout=60, check=False).stdout

    def options(self, command):
        if command not in self.known:
            self.known[command] = set(re.findall(r"--[a-z0-9-]+", self.run(*command)))
        return self.known[command]


def wrong_commands(helped):
    for document, command in commands():
        try:
            words = shlex.split(re.sub(r"\[|\]", "", command))
        except ValueError as why:
            yield f"{document}: `{command}`: {why}"
            continue
        if not words or words[0].startswith("-"):
            continue
        if words[0] not in helped.commands:
            yield f"{document}: `{command}`: there is no command {words[0]}"
            continue
        path = ("deck", "check") if words[0] == "deck" else (words[0],)
        for word in words[1:]:
            option = word.split("=")[0]
            if option.startswith("--") and option not in helped.options(path):
                yield f"{document}: `{command}`: {words[0]} takes no {option}"


def lookups():
    """Commands that only look something up, as they are shown and without placeholders."""
    for document, command in commands():
        words = shlex.split(re.sub(r"\[|\]", "", command))
        placeholders = any(re.search(r"[A-Z]{3}|<", word) or word in ("--report", "--svg") for word in words)
        if words and words[0] in ("cards", "clauses", "games", "odds") and not placeholders:
            yield document, command, words


def failing_lookups(program, shown):
    for document, command, words in shown:
        done = subprocess.run([program, *words], capture_output=True, text=True, timeout=60, check=False, cwd=ROOT)
        if done.returncode != 0:
            yield f"{document}: `{command}`: {done.stderr.strip() or done.stdout[-200:]}"


GAMES = {"RISK Cybertron": "risk_cybertron", "Dino Battles": "dino_battles", "Dragon Booster": "dragon_booster",
         "Transformers TCG": "transformers_tcg", "Deck-Building Game": "transformers_dbg"}


def expression(pattern):
    """`attack {a:zone}{d? with leader}` as a regular expression that its choices fit."""
    pattern = re.sub(r"\{[a-d]:\w+\}", "\0", pattern)
    parts = re.split(r"\{[a-d]\?([^{}]*)\}", pattern)
    out = "".join(re.escape(part) if i % 2 == 0 else f"(?:{re.escape(part)})?" for i, part in enumerate(parts))
    return out.replace(re.escape("\0"), ".+")


def wrong_notations(program):
    text = (ROOT / "docs/scenarios.md").read_text(encoding="utf-8")
    part = text[text.index("### How choices are written"):text.index("### expect")]
    for name, game in GAMES.items():
        told = subprocess.run([program, "games", game, "--json"], capture_output=True, text=True, timeout=60, check=True)
        patterns = []
        for verb in json.loads(told.stdout)["verbs"]:
            patterns.append(expression(verb["notation"]))
        row = re.search(rf"^\| {re.escape(name)} \|(.*)\|$", part, re.M)
        if not row:
            yield f"docs/scenarios.md: no choices of {name}"
            continue
        for choice in re.findall(r"`([^`]+)`", row[1]):
            if not any(re.fullmatch(pattern, choice) for pattern in patterns):
                yield f"docs/scenarios.md: `{choice}` is written by no pattern of {game}"


def scenarios():
    """Blocks that hold whole scenarios, fenced or indented."""
    for document in DOCUMENTS:
        text = document.read_text(encoding="utf-8")
        blocks = re.findall(r"^```yaml\n(.*?)^```", text, re.M | re.S)
        blocks += [textwrap.dedent(block) for block in re.findall(r"(?:^(?: {4}.*)?\n)+", text, re.M)]
        for block in blocks:
            if re.search(r"^(?:- )?game: \w+$", block, re.M) and re.search(r"^ *play:$", block, re.M):
                yield document.relative_to(ROOT), block


def wrong_scenarios(program, shown):
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "shown.yaml"
        for document, block in shown:
            file.write_text(block, encoding="utf-8")
            done = subprocess.run([program, "scenario", str(file)], capture_output=True, text=True, timeout=60, check=False)
            if done.returncode != 0:
                yield f"{document}: a scenario shown there: {done.stdout}{done.stderr}"


def missing_words():
    page = (ROOT / "docs/abilities.md").read_text(encoding="utf-8")
    table = (ROOT / "engine/ability/language.cpp").read_text(encoding="utf-8")
    words = re.findall(r'^ {4}\{\{"(\w+)",', table, re.M)
    if len(words) < 15:
        yield "engine/ability/language.cpp: its words are not found any more"
    for word in words:
        if not re.search(rf"^\|[^|]*`{word}`", page, re.M):
            yield f"docs/abilities.md: the word {word} has no row"


# How the headers of a library begin.
HEADERS = {"libxxhash-dev": "xxhash.h", "libyaml-cpp-dev": "yaml-cpp/", "nlohmann-json3-dev": "nlohmann/", "libfmt-dev": "fmt/",
           "libcli11-dev": "CLI/", "libedit-dev": "histedit.h", "libopenmpi-dev": "mpi.h", "libboost1.81-dev": "boost/",
           "libssl-dev": "boost/asio/ssl", "libsqlite3-dev": "sqlite3.h", "libpq-dev": "libpq-fe.h", "libsodium-dev": "sodium.h",
           "libspdlog-dev": "spdlog/", "zlib1g-dev": "zlib.h"}


def installed():
    """The Debian packages that scripts and the container's recipe ask for."""
    for script in ("run", "test", "Containerfile"):
        text = (ROOT / script).read_text(encoding="utf-8").replace("\\\n", " ").replace("$clang", "22")
        for asked in re.findall(r"(?:\.ci/packages|apt-get install -y --no-install-recommends) ([^&|>;\n]*)", text):
            yield from ((script, package) for package in asked.split() if not package.startswith(("/", "-")))


def wrong_dependencies():
    text = (ROOT / "docs/dependencies.md").read_text(encoding="utf-8")
    rows = [row.split("|") for row in re.findall(r"^\| (.*) \|$", text, re.M)]
    named = {package for row in rows for package in re.findall(r"`([^`]+)`", row[0])}
    for script, package in sorted(set(installed())):
        if package not in named:
            yield f"docs/dependencies.md: {script} installs {package}, which has no row"
    sources = {path: (ROOT / path).read_text(encoding="utf-8") for path in TREE
               if path.endswith((".h", ".cpp")) and not path.startswith("tests/")}
    for package, header in HEADERS.items():
        where = next((re.findall(r"`([^`]+)`", row[2]) for row in rows if f"`{package}`" in row[0]), [])
        users = [path for path, code in sources.items() if re.search(rf"^#include <{re.escape(header)}", code, re.M)]
        fits = {place: re.compile(re.escape(place).replace(r"\*", "[^/]*") + (".*" if place.endswith("/") else "")) for place in where}
        for path in users:
            if not any(fit.fullmatch(path) for fit in fits.values()):
                yield f"docs/dependencies.md: {path} uses {package} and is not named there"
        for place, fit in fits.items():
            if not any(fit.fullmatch(path) for path in users):
                yield f"docs/dependencies.md: nothing in {place} uses {package}"


def main():
    program = str(pathlib.Path(sys.argv[1]).resolve())
    shown, examples, looked_up = list(commands()), list(scenarios()), list(lookups())
    faults = [*missing_files(), *wrong_commands(Help(program)), *failing_lookups(program, looked_up), *wrong_notations(program),
              *wrong_scenarios(program, examples), *missing_words(), *wrong_dependencies()]
    print(f"{len(DOCUMENTS)} documents, {len(shown)} commands ({len(looked_up)} of them run), {len(examples)} scenarios")
    for fault in faults:
        print(fault)
    if len(shown) < 40 or len(looked_up) < 5 or len(examples) < 4:
        faults.append("too few commands or scenarios were found: the test looks in the wrong place")
        print(faults[-1])
    return 1 if faults else 0


sys.exit(main())
