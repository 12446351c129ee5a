"""Writes a net as whole numbers, and judges by it exactly as players/net.cpp does."""

import hashlib
import struct

import numpy as np

MAGIC = b"RWNET01\n"
ONE, FULL, FIRST, SECOND = 256, 127, 127 * 64, 64
MOST_LOGIT = 8 * ONE
PRIOR_SIZE = 1 << 14


def chances():
    logits = np.arange(MOST_LOGIT + 1) / ONE
    return np.minimum(65535, np.round(65536 / (1 + np.exp(-logits)))).astype("<u2")


def whole(values, kind):
    info = np.iinfo(kind)
    return np.clip(np.round(values), info.min, info.max).astype(kind)


class Net:
    """Weights of a trained net, as floats: `first` is inputs x hidden (the last two columns go straight to the two
    outputs), inputs are whole numbers. `prior` is a table of logits, or None."""

    def __init__(self, layout, first, first_bias, second, second_bias, out, out_bias, own_weight, margin_scale, met,
                 prior=None, promise_weight=0.0):
        self.layout = layout
        self.first = whole(first * FIRST, "<i2")
        self.first_bias = whole(first_bias * FIRST, "<i4")
        self.second = whole(second * SECOND, "<i2")
        self.second_bias = whole(second_bias * SECOND * FULL, "<i4")
        self.out = whole(out * ONE, "<i2")
        self.out_bias = whole(out_bias * ONE * FULL, "<i4")
        self.own_weight = int(round(own_weight * ONE))
        self.margin_scale = int(margin_scale)
        self.prior = None if prior is None else whole(prior * ONE, "<i2")
        self.promise_weight = int(round(promise_weight * ONE))
        kinds = np.array([place[2] for place in layout["places"]], bool)
        self.unknown = (kinds & ~np.asarray(met, bool)).astype("<u1")

    def bytes(self):
        places = self.layout["places"]
        seats = self.layout["seats"]
        rotated = np.array([[place[3 + seat] for place in places] for seat in range(seats)], "<u2")
        out = MAGIC + self.layout["game"].encode().ljust(32, b"\0")
        out += struct.pack("<Q", int(self.layout["hash"]))
        hidden, second = self.first.shape[1], self.second.shape[0]
        out += struct.pack("<8i", seats, len(places), hidden, second, self.own_weight, self.margin_scale,
                           self.promise_weight, 0 if self.prior is None else PRIOR_SIZE)
        out += np.array([place[1] for place in places], "<f4").tobytes() + rotated.tobytes() + self.unknown.tobytes()
        for part in (self.first, self.first_bias, self.second, self.second_bias, self.out, self.out_bias, chances()):
            out += part.tobytes()
        if self.prior is not None:
            out += self.prior.tobytes()
        return out + hashlib.sha256(out).digest()[:8]

    @classmethod
    def read(cls, path, layout):
        """Only what `logits` needs."""
        data = open(path, "rb").read()
        if data[:8] != MAGIC or hashlib.sha256(data[:-8]).digest()[:8] != data[-8:]:
            raise ValueError(f"{path} is no net, or damaged")
        net = cls.__new__(cls)
        net.layout = layout
        seats, inputs, hidden, second, net.own_weight, net.margin_scale, net.promise_weight, _ = struct.unpack_from(
            "<8i", data, 48
        )
        at = 80 + inputs * (4 + 2 * seats + 1)

        def take(count, kind):
            nonlocal at
            part = np.frombuffer(data, kind, count, at)
            at += part.nbytes
            return part

        net.first = take(inputs * hidden, "<i2").reshape(inputs, hidden)
        net.first_bias = take(hidden, "<i4")
        net.second = take(second * hidden, "<i2").reshape(second, hidden)
        net.second_bias = take(second, "<i4")
        net.out = take(2 * second, "<i2").reshape(2, second)
        net.out_bias = take(2, "<i4")
        return net

    @staticmethod
    def chance(logit):
        """In 65536ths."""
        table = chances()
        size = int(table[min(abs(logit), MOST_LOGIT)])
        return size if logit >= 0 else 65536 - size

    def logits(self, places, values, own256):
        """Of one position: the two logits in 256ths, before chances are looked up."""
        values = np.clip(values, -1000, 1000).astype(np.int64)
        sums = self.first_bias.astype(np.int64) + (values[:, None] * self.first[places].astype(np.int64)).sum(0)
        active = np.clip(sums >> 6, 0, FULL)
        active[-2:] = 0
        deep = np.clip((self.second_bias + self.second.astype(np.int64) @ active) >> 6, 0, FULL)
        total = self.out_bias + self.out.astype(np.int64) @ deep + 4 * sums[-2:]
        logits = [int(abs(t) // FULL) * (1 if t >= 0 else -1) for t in total]
        own = self.own_weight * own256
        logits[0] += int(abs(own) // ONE) * (1 if own >= 0 else -1)
        return logits
