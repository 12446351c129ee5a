#!/usr/bin/env python3
"""The program speaks French where it is asked to: every command is run with --language fr, its help too, and with wrong
input, and no English may be left in what it says. The catalogue of its sentences is checked against the sources: each
sentence that goes through `speech` is there, and none is there for nothing.

    french_test.py PROGRAM
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
CATALOGUE = ROOT / "content/program/fr.yaml"
# Common English words that French does not have.
ENGLISH = re.compile(
    r"(?<![\w'-])(the|and|is|are|was|were|with|from|of|to|by|not|no|there|this|that|these|those|must|may|each|every|"
    r"which|who|when|where|what|how|has|have|its|their|your|you|it|at|for|an|be|been|more|less|than|only|all|"
    r"cards?|games?|seats?|players?|choices?|rules?|won|lost|against|between|after|before|needs?|takes?|holds?|"
    r"expected|found|cannot|known|chance of|number)(?![\w'-])")
# What is English for a reason: names of commands, options, values, ids, files and notations are the same everywhere.
KEPT = [
    r"`[^`]*`",  # what is typed
    r"(?m)^  [a-z-]+(?: [A-Z.]+)?(?: OBLIGATOIRE)? {2,}", r"les commandes sont : .*",  # names of commands and arguments
    r"\w+…", r"illisible comme YAML : .*",  # a text cut short; what the reader of YAML says
    r"(?<=\d : )[^:]+(?= : )", r"attendu (?:yes|no)\b",  # the key that a message is about
    r"--[\w-]+(=\S+)?", r"\b[\w.]+=\S+", r"\bbot:\S+|search:\S+",  # options and players
    r"rulewright [^\n]*",  # examples of commands
    r"\b[\w.]+/[\w./]+", r"\b\w+\.(?:yaml|rwreplay|html|svg|txt|md|rwsave)\b(?::\d+)*",  # files
    r"\b[a-z]+(?:_[a-z0-9]+)+\b", r"\b[a-z_]+\.[a-z_.0-9\[\]]+",  # ids and paths
    r"« [^»]* »", r"\"[^\"]*\"", r"'[^']*'",  # what was typed or is quoted
    r"\{[^}]*\}", r"\b[A-Z]{3}-[A-Z0-9]+-\d+\b", r"\b[0-9a-f]{8,}\b",
    r"with gusto",  # of tests/bad_scenarios
]
COMMANDS = ("games play simulate match tournament review what-if replay verify scenario clauses cards odds bench deck draft "
            "serve site admin backup restore completion manual judge bot calibrate").split()
GAMES = "dino_battles dragon_booster risk_cybertron transformers_dbg transformers_tcg".split()


def english_in(text):
    """Lines that have two English words, or one that is no name."""
    for line in text.splitlines():
        rest = line = re.sub("[\u00a0\u202f]", " ", line)
        for kept in KEPT:
            rest = re.sub(kept, " ", rest)
        if re.match(r"[A-Z]\w*:(\s|$)", line) or re.search(r"\bin \[", line):
            yield f"a heading without a space before its colon, or a range in English: {line.strip()[:160]}"
        found = ENGLISH.findall(rest)
        if found:
            yield f"{sorted(set(found))}: {line.strip()[:160]}"


class Session:
    def __init__(self, program, folder):
        self.program, self.folder = program, folder
        self.runs, self.faults = 0, []

    def run(self, *words, said="", names=(), by_environment=False):
        """Runs a command in French. `names` are words of the content that stay English, such as names of cards."""
        environment = {"COLUMNS": "120", "HOME": self.folder, "PATH": "/usr/bin:/bin"}
        command = [self.program, *words]
        if by_environment:
            environment["LANG"] = "fr_FR.UTF-8"
        else:
            command += ["--language", "fr"]
        done = subprocess.run(command, input=said, capture_output=True, text=True, cwd=self.folder, env=environment, timeout=300,
                              check=False)
        self.runs += 1
        text = done.stdout + "\n" + done.stderr
        for name in names:
            text = re.sub(name, " ", text)
        for fault in english_in(text):
            self.faults.append(f"{' '.join(words)}: {fault}")
        return done


def try_everything(session):
    content = {game: names_of(game) for game in GAMES}
    session.run("--help", by_environment=True)
    for command in COMMANDS:
        session.run(*(["deck", "check"] if command == "deck" else [command]), "--help", by_environment=True)
    session.run("games")
    session.run("manual", by_environment=True, names=[r"(?m)^\.(?:SS|B) .*$", r"\\-\\-\w+(?:\\-\w+)*"])
    session.run("frobnicate", by_environment=True)
    session.run("paly", by_environment=True)
    # Each game: its options, its cards, a table, a simulation with a page, a replay and what is made of it.
    for game in GAMES:
        names = content[game]
        verbs = names + [r"(?m)^\S+ {2,}.*\{a:.*$"]
        # The values of options are written as they are typed.
        session.run("games", game, names=[r"(?ms)^choix .*", r"(?m)^\w+ {2,}(?:[\w, ]+ ou )?\w+ +\w*"] + names)
        session.run("cards", game, names=names)
        record = f"{session.folder}/{game}.rwreplay"
        lines = ["help", "choices", "board", "why", "log 5", "rules 1", "look x", "nonsense words", "1", "1", "1", "hint" if game == "dino_battles" else "",
                 "undo", "non", "save x.rwsave", "concede", "oui", "quit"]
        session.run("play", game, "--seed", "7", "--players", "human,random,random,random,random,random"[: 12 if game != "transformers_dbg" else 5],
                    "--record", record, said="\n".join(lines) + "\n", names=verbs + [r"(?m)^> .*$", r"(?m)^  .*$", r"(?m)^players$"])
        report = f"{session.folder}/{game}.html"
        session.run("simulate", game, "--games", "4", "--players", "random", "--threads", "1", "--watch", "--report", report, names=names)
        check_page(session, report, names)
        session.run("replay", record, names=names)
        session.run("verify", record, names=names)
    review = f"{session.folder}/review.html"
    session.run("review", f"{session.folder}/dino_battles.rwreplay", "--report", review, names=content["dino_battles"])
    check_page(session, review, content["dino_battles"])
    session.run("match", "risk_cybertron", "--a", "random", "--b", "random", "--games", "4", "--option", "days=1", "--threads", "1")
    session.run("match", "risk_cybertron", "--a", "random", "--b", "random", "--games", "40", "--option", "days=1", "--sprt", "0,400")
    page = f"{session.folder}/tournament.html"
    session.run("tournament", "risk_cybertron", "--players", "random,greedy", "--games", "2", "--option", "days=1", "--report", page)
    check_page(session, page, content["risk_cybertron"])
    page = f"{session.folder}/whatif.html"
    session.run("what-if", "risk_cybertron", "--set", "game.days=2", "--base", str(ROOT / "content/risk_cybertron"), "--games", "4",
                "--players", "random", "--report", page, names=content["risk_cybertron"])
    check_page(session, page, content["risk_cybertron"])
    session.run("clauses", "risk_cybertron", "--missing", "--scenarios", str(ROOT / "tests/bad_scenarios"), names=content["risk_cybertron"])
    session.run("odds", "risk_cybertron", "3v2", "--attack-d8", "1")
    session.run("odds", "risk_cybertron", "capture", "6", "5")
    session.run("odds", "dragon_booster", "rush", "street_fire", "8", "5")
    session.run("odds", "dino_battles", "attack", "velociraptor", "1", "stegosaurus", "2")
    session.run("odds", "dino_battles", "buy", "velociraptor", "6")
    session.run("odds", "transformers_dbg", "confront", "bo_barricade", "alt")
    session.run("bench", "dino_battles", "--seconds", "0.01")
    session.run("scenario", str(ROOT / "tests/bad_scenarios"), names=[r"(?m)^.*\.yaml:\d+  .*$"] + sum(content.values(), []))
    session.run("scenario", str(ROOT / "tests/scenarios/risk_cybertron/dice.yaml"), names=[r"(?m)^.*\.yaml:\d+  .*$"])
    deck = pathlib.Path(session.folder, "deck.txt")
    deck.write_text("game: transformers_tcg\nTeam\nArcee, Skilled Fighter\nDeck\n4 Zap\nnonsense\n")
    session.run("deck", "check", str(deck), names=content["transformers_tcg"])
    deck.write_text("game: dragon_booster\nRace deck\n9 Sidewinder\nnonsense here\n")
    session.run("deck", "check", str(deck), names=content["dragon_booster"])
    # Wrong input.
    for words in (["play", "nothing"], ["play", "risk_cybertron", "--seats", "9"], ["play", "risk_cybertron", "--option", "days=99"],
                  ["play", "risk_cybertron", "--option", "dayz=1"], ["play", "risk_cybertron", "--players", "wizard"],
                  ["play", "risk_cybertron", "--load", "/nowhere"], ["play", "risk_cybertron", "--option", "leaders=megatron,megatron"],
                  ["cards", "risk_cybertron", "Forse Sheild"], ["odds", "risk_cybertron", "7v2"], ["odds", "risk_cybertron"],
                  ["odds", "dino_battles", "3v2"], ["odds", "dino_battles", "buy", "nothing", "6"],
                  ["odds", "transformers_dbg", "confront", "nobody"], ["odds", "dragon_booster", "rush", "street_fire"],
                  ["simulate", "risk_cybertron", "--from", "/nowhere"], ["simulate", "risk_cybertron", "--from", "/nowhere", "--seats", "3"],
                  ["replay", "/nowhere"], ["match", "risk_cybertron", "--a", "random"],
                  ["match", "risk_cybertron", "--ladder", "--a", "random"], ["simulate", "risk_cybertron", "--games", "0"],
                  ["simulate", "risk_cybertron", "--players", "search:0"], ["simulate", "risk_cybertron", "--resume"],
                  ["what-if", "risk_cybertron"], ["what-if", "risk_cybertron", "--set", "game.dayz=4"], ["deck", "check", "/nowhere"], ["site", "x", "--page", "/nowhere"],
                  ["verify", "x", "--commitment", "xyz"], ["replay"], ["simulate", "--frob"], ["tournament", "risk_cybertron"],
                  ["play", "transformers_tcg", "--option", "decks=nothing"], ["review", str(ROOT / "README.md")]):
        done = session.run(*words)
        if done.returncode == 0:
            session.faults.append(f"{' '.join(words)}: was to be refused")


def check_page(session, file, names):
    text = pathlib.Path(file).read_text(encoding="utf-8")
    if '<html lang="fr">' not in text:
        session.faults.append(f"{file}: does not say that it is French")
    text = re.sub(r"<style>.*?</style>", " ", text, flags=re.S)
    text = re.sub(r"<[^>]*>", "\n", text)
    for name in names:
        text = re.sub(name, " ", text)
    session.faults += [f"{pathlib.Path(file).name}: {fault}" for fault in english_in(text)]


def names_of(game):
    """Names that are the same in both languages, or that have no French one: as expressions, the longest first."""
    found = set()
    for file in (ROOT / "content" / game).glob("*.yaml"):
        for line in file.read_text(encoding="utf-8").splitlines():
            match = re.search(r"\bfr: ?(\"[^\"]*\"|'[^']*'|[^,}]+)", line)
            if match:
                found.add(match[1].strip().strip("\"'"))
            for other in re.findall(r"\bname: (\"[^\"]*\"|[^{,}]+)", line):
                found.add(other.strip().strip('"'))
    return [re.escape(name) for name in sorted(found, key=len, reverse=True)
            if ENGLISH.search(name) and len(name) > 4]


# ---- the catalogue -------------------------------------------------------------------------------------

LITERAL = r'"(?:[^"\\]|\\.)*"'


def literals(text):
    """Adjacent string literals, joined as the compiler joins them."""
    def plain(run):
        inside = "".join(part[1:-1] for part in re.findall(LITERAL, run))
        return re.sub(r"\\(.)", lambda escape: {"n": "\n", "t": "\t"}.get(escape[1], escape[1]), inside)
    return [plain(run) for run in re.findall(rf"{LITERAL}(?:\s*{LITERAL})*", text)]


def catalogue():
    """Entries in order, and lines that are no entries. One entry is one line, so that the file needs no reader of YAML."""
    entries, odd = [], []
    for number, line in enumerate(CATALOGUE.read_text(encoding="utf-8").splitlines(), 1):
        if not line or line.startswith("#") or re.fullmatch(r"\w+:", line):
            continue
        match = re.fullmatch(rf"  ({LITERAL}): ({LITERAL})", line)
        if match:
            entries.append((number, json.loads(match[1]), json.loads(match[2])))
        else:
            odd.append(f"{CATALOGUE.name}:{number}: is no entry")
    return entries, odd


def places(sentence):
    """The places for values, as often as they occur: those with a form count by form, without the locale's L."""
    return sorted(re.sub(r"^\d+", "", place).replace("L", "") for place in re.findall(r"\{([^{} ]*)\}", sentence))


def check_catalogue():
    entries, faults = catalogue()
    seen = {}
    for number, english, french in entries:
        if english in seen:
            faults.append(f"{CATALOGUE.name}:{number}: '{english}' stands in line {seen[english]} too")
        seen[english] = number
        if places(english) != places(french):
            faults.append(f"{CATALOGUE.name}:{number}: other places for values than in English")
        for found in english_in(french):
            faults.append(f"{CATALOGUE.name}:{number}: {found}")
    sources = {file: file.read_text(encoding="utf-8") for folder in ("cli", "lab", "players", "forge", "engine", "speech", "server")
               for file in (ROOT / folder).rglob("*") if file.suffix in (".cpp", ".h")}
    # Each sentence that is said has an entry.
    said = re.compile(rf"\b(?:said|tell|say(?!ing))\(\s*(?:stderr,|stdout,|out,)?\s*({LITERAL}(?:\s*{LITERAL})*)")
    for file, text in sources.items():
        if file.relative_to(ROOT).parts[0] not in ("cli", "lab"):
            continue
        for run in said.findall(text):
            sentence = literals(run)[0]
            if file.name in ("play_table.cpp", "play_commands.cpp", "play_gather.cpp") and sentence not in seen:
                continue  # the table's voice: whole messages, some of them with a value behind
            if sentence not in seen and re.search("[a-z]{2}", sentence):
                faults.append(f"{file.relative_to(ROOT)}: no French for '{sentence}'")
    # And no entry is there for nothing: the pieces of each stand in the sources.
    known = "\0".join(piece for text in sources.values() for piece in literals(re.sub(r"//[^\n]*", "", text)))
    content = "\0".join(file.read_text(encoding="utf-8") for file in (ROOT / "content").glob("*/*.yaml"))
    for number, english, _ in entries:
        pieces = [piece for piece in re.split(r"\{[^{}]*\}", english) if re.search(r"[a-z]{3}", piece)]
        for piece in pieces:
            core = max(re.split(r"'|\n", piece), key=len).strip(" ,;:.()")
            if core not in known and core not in content and core not in OF_OTHERS and core.split(" ")[0] not in known:
                faults.append(f"{CATALOGUE.name}:{number}: nothing says '{core}'")
    return faults


# Said by CLI11 and by the C library.
OF_OTHERS = "Usage Positionals OPTIONS SUBCOMMAND SUBCOMMANDS REQUIRED Print this help message and exit Display program version"


def main():
    program = str(pathlib.Path(sys.argv[1]).resolve())
    faults = check_catalogue()
    with tempfile.TemporaryDirectory() as folder:
        session = Session(program, folder)
        try_everything(session)
    faults += session.faults
    print(f"{session.runs} commands in French, {len(faults)} faults")
    for fault in faults[:200]:
        print(fault)
    return 1 if faults else 0


sys.exit(main())
