#!/usr/bin/env python3
"""At a terminal, what is shown fits: no line is wider than the screen, the board's first line stays in sight, and
a long turn of somebody else is told in running text.

Plays a few choices of every game in a pseudo-terminal of 100 columns and 40 rows, and one of 130 by 50; of the two
games with the longest lists some turns in each language.
"""
import codecs
import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time


def screens(program: str, game: str, columns: int, rows: int, answers: int, language: str = "en") -> list[str]:
    """What stands on the screen each time that something is asked."""
    pid, fd = pty.fork()
    if pid == 0:
        os.environ.update(TERM="xterm", LANG="C.UTF-8", LC_ALL="C.UTF-8")
        os.chdir(os.environ.get("TMPDIR", "/tmp"))
        time.sleep(0.2)  # until the size of the terminal is set
        os.execv(program, [program, "play", game, "--seats", "2", "--seed", "a screen", "--players", "human,greedy",
                           "--language", language])
    fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    # A letter of two bytes may come in two pieces.
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    seen, text, end = [], "", time.monotonic() + 90
    try:
        while len(seen) < answers and time.monotonic() < end:
            if select.select([fd], [], [], 0.2)[0]:
                try:
                    text += decoder.decode(os.read(fd, 65536))
                except OSError:
                    break
            elif text.rstrip(" ").endswith(">") or re.search(r"> (\x1b\[[0-9?]*[a-z])*$", text):
                seen.append(text.split("\x1b[2J")[-1])
                text = ""
                os.write(fd, b"1\n")
    finally:
        try:
            os.kill(pid, 9)
        except ProcessLookupError:
            pass
        os.waitpid(pid, 0)
        os.close(fd)
    return seen


def main(program: str) -> None:
    games = re.findall(r'"id": "(\w+)"', subprocess.run([program, "games", "--json"], capture_output=True, text=True).stdout)
    faults = []
    for game in games:
        looks = [(100, 40, 6, "en"), (130, 50, 6, "en")]
        if game.startswith("transformers"):
            looks += [(110, 40, 30, "en"), (110, 40, 30, "fr")]
        for columns, rows, answers, language in looks:
            shown = screens(program, game, columns, rows, answers, language)
            if len(shown) < answers * 2 // 3:
                sys.exit(f"{game}: only {len(shown)} questions were asked")
            for number, screen in enumerate(shown, 1):
                lines = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", screen).replace("\r", "").split("\n")
                for line in lines:
                    if len(line) > columns:
                        faults.append(f"{game}, {columns} x {rows}, question {number}: {len(line)} columns: {line}")
                # What a line of its own has no room for is told in running text; only the rest is left out.
                before = next((i for i, line in enumerate(lines) if re.search(r"^ \(.*: log \d+\)$", line)), None)
                told = lines[before + 1 : lines.index("", before)] if before is not None else []
                if len(told) > 3 and not any(" · " in line[3:] for line in told):
                    faults.append(f"{game}, {columns} x {rows}, question {number}: cut short: {told}")
                # What decides between two characters is what they are in both modes: it is not cut where rows are free.
                if game == "transformers_dbg" and language == "en" and number == 1:
                    offered = len(re.findall(r"^ +\d+  Play ", "\n".join(lines), re.MULTILINE))
                    if offered < 2 or " ".join(" ".join(lines).split()).count("Bot Mode ") < offered:
                        faults.append(f"{game}, {columns} x {rows}: the characters' second mode is cut")
                if len(lines) > rows:
                    faults.append(f"{game}, {columns} x {rows}, question {number}: {len(lines)} rows")
    if faults:
        sys.exit("\n".join(faults))


main(os.path.realpath(sys.argv[1]))
