"""What the referees share: recording games with the built program, reading the records, and the tally.

A referee recomputes a game from its rule catalogue and from the content as it was written, never from the engine.
It follows the events of a record with a model of its own, checks each event against that model, and compares the
model with the recorded position after every choice. So a field that changes without an event is found as well.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile
import time


def words(value):
    """Every word of an ability, at any depth."""
    if isinstance(value, dict):
        return set(value) | {w for inner in value.values() for w in words(inner)}
    if isinstance(value, list):
        return {w for inner in value for w in words(inner)}
    return {value} if isinstance(value, str) else set()


class Program:
    """The built program, its content compiler and the folder of the content."""

    def __init__(self, rulewright, forge, content):
        self.rulewright, self.forge, self.folder = rulewright, forge, content

    def run(self, *words, statuses=(0,)):
        done = subprocess.run([str(word) for word in words], stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if done.returncode not in statuses:
            raise SystemExit(f"{' '.join(map(str, words))}: exit status {done.returncode}\n{done.stderr[-2000:]}")
        return done.stdout

    def content(self, game, file):
        """A file of the content as it was written."""
        return json.loads(self.run(self.forge, os.path.join(self.folder, game, file + ".yaml"), "--json"))

    def read(self, file):
        """A recorded game: its choices with events and positions."""
        return json.loads(self.run(self.rulewright, "replay", file, "--json", "--positions", statuses=(0, 1)))

    def record(self, plan, folder):
        """Plays one game as `plan` says and reads it back."""
        file = os.path.join(folder, f"{plan.seed}.rwreplay")
        words = [self.rulewright, "play", plan.game, "--seats", len(plan.players), "--players", ",".join(plan.players)]
        for name, value in plan.options.items():
            words += ["--option", f"{name}={value}"]
        self.run(*words, "--seed", plan.seed, "--record", file)
        record = self.read(file)
        os.remove(file)
        return record


class Plan:
    """One game to be recorded: who plays, with which options and luck."""

    def __init__(self, game, number, players, **options):
        self.game, self.players = game, players
        self.options = {name: value for name, value in options.items() if value is not None}
        self.seed = f"referee-{game}-{number}"

    def __str__(self):
        options = "".join(f" --option {name}={value}" for name, value in self.options.items())
        return f"{self.game} --seats {len(self.players)} --players {','.join(self.players)}{options} --seed {self.seed}"


class Tally:
    """How much was compared, and what contradicts."""

    def __init__(self):
        self.games = self.choices = self.values = 0
        self.contradictions = []
        self.by_clause = {}
        self.game = self.choice = ""
        self.broken = False

    def check(self, clause, what, expected, found, goes_on=False):
        """One value: expected by the clause, found in the record. True if they agree. After a contradiction the rest
        of the game is left, unless the model is not out of step and `goes_on`."""
        self.values += 1
        self.by_clause[clause] = self.by_clause.get(clause, 0) + 1
        if expected == found:
            return True
        self.broken = self.broken or not goes_on
        self.contradictions.append(f"{self.game}\n  choice {self.choice}, {clause}: {what}: expected {expected}, "
                                   f"found {found}")
        return False

    def table(self, clause, what, expected, found):
        """Many values of one kind by name, in one stroke while they agree."""
        if expected == found:
            self.values += len(expected)
            self.by_clause[clause] = self.by_clause.get(clause, 0) + len(expected)
            return
        for name in expected:
            self.check(clause, what.format(name), expected[name], found.get(name))

    def holds(self, clause, what, true, found="", goes_on=False):
        """One condition of the clause."""
        return self.check(clause, f"{what}{f' ({found})' if found != '' else ''}", True, bool(true), goes_on)

    def report(self, seconds, most):
        for line in self.contradictions[:most]:
            print(line)
        left_out = len(self.contradictions) - most
        if left_out > 0:
            print(f"and {left_out} more")
        print(f"{self.games} games, {self.choices} choices, {self.values} values of {len(self.by_clause)} clauses "
              f"compared in {seconds:.1f} s, {len(self.contradictions)} contradictions")
        return 1 if self.contradictions else 0


def flat(position, path=""):
    """A position as one table: "zones.arena.robots" -> 3."""
    out = {}
    for name, value in position.items():
        here = f"{path}.{name}" if path else name
        if isinstance(value, dict):
            out.update(flat(value, here))
        else:
            out[here] = value
    return out


def main(game, plans, referee):
    """`plans(count)` lists the games; `referee(program, tally, record)` follows one of them."""
    parser = argparse.ArgumentParser(description=f"An independent referee of {game}.")
    parser.add_argument("rulewright", help="the built program")
    parser.add_argument("forge", help="the built content compiler")
    parser.add_argument("content", help="the folder of the content")
    parser.add_argument("--games", type=int, default=0, help="how many games (default: all that are planned)")
    parser.add_argument("--seconds", type=float, default=0, help="begin no further game after so long")
    parser.add_argument("--clauses", action="store_true", help="say how many values each clause gave")
    parser.add_argument("--most", type=int, default=20, help="print so many contradictions (default 20)")
    parser.add_argument("replays", nargs="*", help="follow these replays instead")
    words = parser.parse_intermixed_args()
    program, tally, start = Program(words.rulewright, words.forge, words.content), Tally(), time.monotonic()
    planned = plans(program) if not words.replays else words.replays
    with tempfile.TemporaryDirectory() as folder:
        for plan in planned[:words.games or None]:
            if words.seconds and tally.games and time.monotonic() - start > words.seconds:
                break
            record = program.read(plan) if words.replays else program.record(plan, folder)
            tally.game, tally.choice, tally.broken = str(plan), 0, False
            tally.holds("", "the record goes through", "diverges" not in record, record.get("diverges"))
            if tally.broken:  # the record is not that of the game
                tally.games += 1
                continue
            follow(referee(program, tally, record), tally, record)
            tally.games += 1
    if words.clauses:
        for clause, count in sorted(tally.by_clause.items()):
            print(f"{clause or 'record'}: {count}")
    sys.exit(tally.report(time.monotonic() - start, words.most))


def follow(referee, tally, record):
    """Hands a referee one choice after the other, until its model is out of step with the game: what follows would
    only repeat the contradiction."""
    tally.broken = False
    for played in record["choices"]:
        tally.choice = f"{played['number']} ({played.get('seat', '')}: {played.get('choice', 'set-up')})"
        tally.choices += 1
        referee.choice(played)
        if tally.broken:
            return
    tally.choice = "end"
    referee.end(record)
