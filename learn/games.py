"""Reads the files of games that rulewright-selfplay writes (format: learn/data.h)."""

import hashlib
import json
import struct

import numpy as np

PRIOR_SIZE = 1 << 14


class Damaged(Exception):
    pass


def chunks(path):
    """The header, then the payload of every whole game."""
    with open(path, "rb") as file:
        header = json.loads(file.readline())
        if header.get("rulewright_games") != 1:
            raise Damaged(f"{path}: no file of games")
        yield header
        while True:
            head = file.read(16)
            if len(head) < 16:
                return
            mark, size, checksum = struct.unpack("<4sI8s", head)
            payload = file.read(size)
            if mark != b"GAME" or len(payload) < size:
                return  # cut off while it was written
            if hashlib.sha256(payload).digest()[:8] != checksum:
                raise Damaged(f"{path}: a game's checksum does not fit")
            yield payload


class Games:
    """Positions as rows of a sparse matrix (starts, places, values), and questions in the same way."""

    def __init__(self, paths):
        self.header, self.headers = None, []
        seats, searched, own, won, lead, counts, game = [], [], [], [], [], [], []
        inputs, questions = [], []
        self.games = 0
        for path in paths:
            for payload in chunks(path):
                if isinstance(payload, dict):
                    if self.header is not None and payload["layout"] != self.header["layout"]:
                        raise Damaged(f"{path}: games of another layout")
                    self.header = payload
                    self.headers.append(payload)
                    continue
                self._read(payload, seats, searched, own, won, lead, counts, inputs, questions, game)
                self.games += 1
        self.game = np.array(game, np.int32)
        self.seat = np.array(seats, np.uint8)
        self.searched = np.array(searched, np.float32)
        self.own = np.array(own, np.float32) / 256
        self.won = np.array(won, np.float32) / 255
        self.lead = np.array(lead, np.float32)
        counts = np.array(counts, np.int64)
        self.starts = np.concatenate([[0], np.cumsum(counts)])
        pairs = np.frombuffer(b"".join(inputs), dtype="<i2").reshape(-1, 2)
        self.places = pairs[:, 0].astype(np.uint16).astype(np.int32)
        self.values = pairs[:, 1].astype(np.float32)
        self.questions = questions

    def _read(self, data, seats, searched, own, won, lead, counts, inputs, questions, game):
        at, end = 0, len(data)
        while at < end:
            if data[at] == ord("V"):
                seat, value, logit, share, margin, count = struct.unpack_from("<BHhBhH", data, at + 1)
                at += 11
                seats.append(seat)
                searched.append(value / 65534 if value != 65535 else np.nan)
                own.append(logit)
                won.append(share)
                lead.append(margin)
                counts.append(count)
                game.append(self.games)
                inputs.append(data[at : at + 4 * count])
                at += 4 * count
            else:
                (choices,) = struct.unpack_from("<H", data, at + 1)
                start = at
                at += 3
                for _ in range(choices):
                    at += 5 + 2 * data[at + 4]
                questions.append(data[start:at])

    def __len__(self):
        return len(self.seat)


def read_questions(records, most=200_000):
    """Flat arrays over all choices: question number, share of visits, logit of the promise, features."""
    question, share, promise, rows, features = [], [], [], [], []
    row = 0
    for number, data in enumerate(records[:most]):
        (choices,) = struct.unpack_from("<H", data, 1)
        at, visits, start = 3, [], len(share)
        for _ in range(choices):
            seen, logit, count = struct.unpack_from("<HhB", data, at)
            features.append(np.frombuffer(data, "<u2", count, at + 5))
            rows.append(np.full(count, row, np.int32))
            row += 1
            visits.append(seen)
            promise.append(logit / 256)
            question.append(number)
            at += 5 + 2 * count
        total = sum(visits)
        share.extend([v / total for v in visits] if total > 0 else [1 / choices] * choices)
        del start
    return (
        np.array(question, np.int64),
        np.array(share, np.float32),
        np.array(promise, np.float32),
        np.concatenate(rows).astype(np.int64),
        np.concatenate(features).astype(np.int64),
    )
