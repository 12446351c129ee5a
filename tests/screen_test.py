#!/usr/bin/env python3
"""At a terminal, what is shown fits: no line is wider than the screen, the board's first line stays in sight, a long
turn of somebody else is told in running text, and what does not fit even so is told line by line before the board.

Plays a few choices of every game in a pseudo-terminal of 100 columns and 40 rows, and one of 130 by 50; of the two
games with the longest lists some turns in each language, and in one of 80 by 24, where no board of theirs fits.
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


def screens(program: str, game: str, columns: int, rows: int, answers: int, language: str = "en") -> list[tuple]:
    """What stands on the screen each time that something is asked; what was told before it, and how many rows of that
    at a time."""
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
    seen, text, pages, end = [], "", [], time.monotonic() + 90
    try:
        while len(seen) < answers and time.monotonic() < end:
            if select.select([fd], [], [], 0.2)[0]:
                try:
                    text += decoder.decode(os.read(fd, 65536))
                except OSError:
                    break
            elif re.search(r"\((Enter|Entrée\s)[^)]*\) +(\x1b\[[0-9?]*[a-z])*$", text):
                pages.append(text.split("\x1b[2J")[-1])
                text = ""
                os.write(fd, b"\n")
            elif text.rstrip(" ").endswith(">") or re.search(r"> (\x1b\[[0-9?]*[a-z])*$", text):
                pages.append(text.split("\x1b[2J")[-1])
                story, table = split("".join(pages))
                seen.append((table, story, [page.count("\n") + 1 for page in map(plain, pages[:-1])]))
                text, pages = "", []
                os.write(fd, b"1\n")
    finally:
        try:
            os.kill(pid, 9)
        except ProcessLookupError:
            pass
        os.waitpid(pid, 0)
        os.close(fd)
    return seen


def plain(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text).replace("\r", "")


def split(text: str) -> tuple[str, str]:
    """What is told before the table, line by line, and what is drawn then."""
    story = re.match(r"(What has happened:|Ce qui s'est passé\s:)\n(.*?)\n\n", plain(text), re.DOTALL)
    return (story.group(2), plain(text)[story.end() :]) if story else ("", plain(text))


def main(program: str) -> None:
    games = re.findall(r'"id": "(\w+)"', subprocess.run([program, "games", "--json"], capture_output=True, text=True).stdout)
    faults = []
    for game in games:
        looks = [(100, 40, 6, "en"), (130, 50, 6, "en")]
        if game.startswith("transformers"):
            looks += [(110, 40, 30, "en"), (110, 40, 30, "fr"), (80, 24, 12, "en"), (80, 24, 12, "fr")]
        for columns, rows, answers, language in looks:
            shown = screens(program, game, columns, rows, answers, language)
            if len(shown) < answers * 2 // 3:
                sys.exit(f"{game}: only {len(shown)} questions were asked")
            asked_before = None
            for number, (screen, story, pages) in enumerate(shown, 1):
                lines = screen.split("\n")
                for line in lines:
                    if len(line) > columns:
                        faults.append(f"{game}, {columns} x {rows}, question {number}: {len(line)} columns: {line}")
                # What a line of its own has no room for is told in running text; only the rest is left out.
                before = next((i for i, line in enumerate(lines) if re.search(r"^ \(.*: log \d+\)$", line)), None)
                # The rest was told before the board, a line for each, when this was asked first.
                said = lines[before] if before is not None else None
                each = len(re.findall("^ · ", story, re.MULTILINE))
                if said and (each or said != asked_before) and each != int(re.search(r"\d+", said).group()):
                    faults.append(f"{game}, {columns} x {rows}, question {number}: {each} lines are told: {said}")
                asked_before = said
                if any(page > rows for page in pages):
                    faults.append(f"{game}, {columns} x {rows}, question {number}: {pages} rows are told at a time")
                if any(len(line) > columns for line in story.split("\n")):
                    faults.append(f"{game}, {columns} x {rows}, question {number}: too wide: {story}")
                told = lines[before + 1 : lines.index("", before)] if before is not None else []
                if len(told) > 3 and not any(" · " in line[3:] for line in told):
                    faults.append(f"{game}, {columns} x {rows}, question {number}: cut short: {told}")
                # What decides between two characters is what they are in both modes: it is not cut where rows are free.
                if game == "transformers_dbg" and rows > 24 and language == "en" and number == 1:
                    offered = len(re.findall(r"^ +\d+  Play ", "\n".join(lines), re.MULTILINE))
                    if offered < 2 or " ".join(" ".join(lines).split()).count("Bot Mode ") < offered:
                        faults.append(f"{game}, {columns} x {rows}: the characters' second mode is cut")
                if len(lines) > rows and rows > 24:
                    faults.append(f"{game}, {columns} x {rows}, question {number}: {len(lines)} rows")
    if faults:
        sys.exit("\n".join(faults))


main(os.path.realpath(sys.argv[1]))
