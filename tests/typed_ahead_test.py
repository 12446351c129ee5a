#!/usr/bin/env python3
"""At a terminal, what was typed ahead answers no question of another kind.

Plays RISK in a pseudo-terminal: the first question is which leader, the next one which zone. Several answers are typed
before anything is asked; only the first one may count.
"""
import os
import pty
import re
import select
import sys
import time


def read_until(fd: int, wanted: str, seconds: float) -> str:
    text, end = "", time.monotonic() + seconds
    while time.monotonic() < end:
        if select.select([fd], [], [], 0.2)[0]:
            try:
                text += os.read(fd, 65536).decode("utf-8", "replace")
            except OSError:
                return text
        if re.search(wanted, text):
            return text
    sys.exit(f"the table did not say {wanted!r}:\n{text[-3000:]}")


def main(program: str) -> None:
    pid, fd = pty.fork()
    if pid == 0:
        os.environ.update(TERM="xterm", NO_COLOR="1", LINES="60", COLUMNS="120")
        os.chdir(os.environ.get("TMPDIR", "/tmp"))
        os.execv(program, [program, "play", "risk_cybertron", "--seed", "ahead", "--players", "human,random"])
    try:
        # The first question is being drawn; three answers lie waiting when the second one comes.
        read_until(fd, r"Choose your leader|lead", 60)
        os.write(fd, b"1\n1\n1\n")
        read_until(fd, r"is led by", 60)
        time.sleep(1.0)
        os.write(fd, b"quit\n")
        said = read_until(fd, r"stands after \d+ choices", 60)
    finally:
        try:
            os.kill(pid, 9)
        except ProcessLookupError:
            pass
        os.waitpid(pid, 0)
    choices = int(re.search(r"stands after (\d+) choices", said).group(1))
    # One leader each; then the first zone is asked for, by somebody who has typed nothing for it.
    if choices > 3:
        sys.exit(f"{choices} choices were made: what was typed for the leader claimed zones")


main(os.path.realpath(sys.argv[1]))
