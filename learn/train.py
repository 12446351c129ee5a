#!/usr/bin/env python3
"""Trains the net of one game on files of games and writes it as whole numbers.

    learn/train.py --layout layout.json --out risk_cybertron_2.rwnet GAMES...

PyTorch if it is there (on the GPU if there is one), else numpy, which is enough for a small net.
What is trained: logit of winning = own_weight * (logit of the game's own evaluation) + net(what the seat sees),
and the margin; and a score for each choice from what its words name, added to the logit of its promise.
"""

import argparse
import json
import sys
import time

import numpy as np

import games as games_module
import netfile


def log(*words):
    print(*words, file=sys.stderr, flush=True)


def targets(data, search_share):
    """What to learn: how the game ended, mixed with what the search thought."""
    searched = np.where(np.isnan(data.searched), data.won, data.searched)
    told = ~np.isnan(data.searched)
    share = np.where(told, search_share, 0).astype(np.float32)
    return (1 - share) * data.won + share * searched


def margin_targets(data):
    scale = max(1, int(np.percentile(np.abs(data.lead), 90)))
    return np.clip(0.5 + 0.5 * data.lead / scale, 0, 1).astype(np.float32), scale


def scales(data, inputs):
    """By input: the root of its mean square where it is met, so that all are about 1."""
    squares = np.bincount(data.places, data.values.astype(np.float64) ** 2, inputs)
    times = np.bincount(data.places, minlength=inputs)
    scale = np.sqrt(np.maximum(squares / np.maximum(times, 1), 1))
    return scale.astype(np.float32), times


def cross_entropy(logit, target):
    return np.mean(np.logaddexp(0, logit) - target * logit)


# ---- PyTorch ---------------------------------------------------------------------------------------------------


def begin_from(model, net, scale):
    """The weights of a net that was trained before."""
    import torch

    put = lambda array, unit: torch.as_tensor(np.array(array, np.float32) / unit)
    with torch.no_grad():
        model.first.weight.copy_(put(net.first, netfile.FIRST) * torch.as_tensor(scale[:, None]))
        model.first_bias.copy_(put(net.first_bias, netfile.FIRST))
        model.second.weight.copy_(put(net.second[:, :-2], netfile.SECOND))
        model.second.bias.copy_(put(net.second_bias, netfile.SECOND * netfile.FULL))
        model.out.weight.copy_(put(net.out, netfile.ONE))
        model.out.bias.copy_(put(net.out_bias, netfile.ONE * netfile.FULL))
        model.own.fill_(net.own_weight / netfile.ONE)


def train_torch(data, layout, options):
    import torch

    torch.manual_seed(options.seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    inputs = layout["inputs"]
    scale, times = scales(data, inputs)
    win, (margin, margin_scale) = targets(data, options.search_share), margin_targets(data)
    held_out = data.game % 20 == 0
    hidden, second = options.hidden, options.second

    class Model(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.first = torch.nn.EmbeddingBag(inputs, hidden, mode="sum")
            torch.nn.init.normal_(self.first.weight, 0, 0.05)
            with torch.no_grad():
                self.first.weight[:, -2:] = 0
            self.first_bias = torch.nn.Parameter(torch.full((hidden,), 0.1))
            with torch.no_grad():
                self.first_bias[-2:] = 0
            self.second = torch.nn.Linear(hidden - 2, second)
            self.out = torch.nn.Linear(second, 2)
            with torch.no_grad():
                self.out.weight *= 0.1
                self.out.bias.zero_()
            self.own = torch.nn.Parameter(torch.tensor(1.0))

        def forward(self, places, values, starts, own):
            sums = self.first(places, starts, per_sample_weights=values) + self.first_bias
            deep = torch.clamp(self.second(torch.clamp(sums[:, :-2], 0, 1)), 0, 1)
            logits = self.out(deep) + sums[:, -2:]
            return torch.stack([logits[:, 0] + self.own * own, logits[:, 1]], 1)

    model = Model()
    if options.start:
        begin_from(model, netfile.Net.read(options.start, layout), scale)
    model = model.to(device)
    put = lambda array: torch.as_tensor(array, device=device)
    places = put(data.places.astype(np.int64))
    values = put(data.values / scale[data.places])
    starts = put(data.starts)
    own, win_t, margin_t = put(data.own), put(win), put(margin)
    train_rows = put(np.flatnonzero(~held_out))
    test_rows = put(np.flatnonzero(held_out))

    def batch(rows):
        counts = starts[rows + 1] - starts[rows]
        offsets = torch.cumsum(counts, 0) - counts
        index = torch.repeat_interleave(starts[rows] - offsets, counts) + torch.arange(
            int(counts.sum()), device=device
        )
        return places[index], values[index], offsets, own[rows]

    def loss_of(rows):
        logits = model(*batch(rows))
        loss = torch.nn.functional.binary_cross_entropy_with_logits
        return loss(logits[:, 0], win_t[rows]), loss(logits[:, 1], margin_t[rows])

    def test():
        with torch.no_grad():
            sums, count = np.zeros(2), 0
            for part in torch.split(test_rows, 16384):
                chance, lead = loss_of(part)
                sums += np.array([float(chance), float(lead)]) * len(part)
                count += len(part)
            return sums / max(count, 1)

    optimizer = torch.optim.AdamW(model.parameters(), lr=options.rate, weight_decay=options.decay)
    own_loss = cross_entropy(data.own[held_out], win[held_out])
    size = min(options.batch, max(64, len(train_rows) // 20))
    steps = max(1, options.epochs * (len(train_rows) // size))
    begun = time.time()
    best, best_state = np.inf, None
    done = 0

    def set_rate():
        """Up in the first tenth of the way, then down to nothing; whichever of steps and time ends first is the way."""
        way = min(1.0, max(done / steps, (time.time() - begun) / options.seconds))
        up, down = way / 0.1, 0.5 * (1 + np.cos(np.pi * (way - 0.1) / 0.9))
        for group in optimizer.param_groups:
            group["lr"] = options.rate * max(1e-3, up if way < 0.1 else down)

    for epoch in range(options.epochs):
        order = train_rows[torch.randperm(len(train_rows), device=device)]
        for part in torch.split(order, size)[: len(train_rows) // size]:
            set_rate()
            chance, lead = loss_of(part)
            loss = chance + 0.3 * lead
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            done += 1
            with torch.no_grad():
                model.first.weight.clamp_(-3.9, 3.9)
        result = test()
        if result[0] < best:
            best, best_state = result[0], {k: v.clone() for k, v in model.state_dict().items()}
        if time.time() - begun > options.seconds:
            break
    model.load_state_dict(best_state)
    log(f"{layout['game']}: {len(data)} positions of {data.games} games; held-out loss of the chance: own evaluation "
        f"{own_loss:.4f}, net {best:.4f}; margin {result[1]:.4f}; own weight {model.own.item():.3f}; "
        f"{time.time() - begun:.0f} s, {epoch + 1} epochs")
    get = lambda tensor: tensor.detach().cpu().numpy()
    second_full = np.zeros((second, hidden), np.float32)
    second_full[:, :-2] = get(model.second.weight)
    weights = dict(
        first=get(model.first.weight) / scale[:, None] * (times > 0)[:, None],
        first_bias=get(model.first_bias), second=second_full, second_bias=get(model.second.bias),
        out=get(model.out.weight), out_bias=get(model.out.bias), own_weight=model.own.item(),
        margin_scale=margin_scale, met=times > 0,
    )
    report = dict(positions=len(data), games=data.games, own_loss=float(own_loss), net_loss=float(best),
                  margin_loss=float(result[1]))
    return weights, report


def train_prior_torch(data, options):
    import torch

    device = "cuda" if torch.cuda.is_available() else "cpu"
    if len(data.questions) < 100:
        return None, 0.0, {}
    question, share, promise, rows, features = games_module.read_questions(data.questions, options.questions)
    put = lambda array: torch.as_tensor(array, device=device)
    question, share, promise, rows, features = map(put, (question, share, promise, rows, features))
    count = int(question[-1]) + 1
    table = torch.zeros(games_module.PRIOR_SIZE, device=device, requires_grad=True)
    weight = torch.tensor(0.5, device=device, requires_grad=True)
    optimizer = torch.optim.Adam([table, weight], lr=0.02)
    test = question % 10 == 0

    def losses():
        logit = weight * promise + torch.zeros_like(promise).index_add(0, rows, table[features])
        top = torch.full((count,), -1e9, device=device).scatter_reduce(0, question, logit.detach(), "amax")
        total = torch.zeros(count, device=device).index_add(0, question, torch.exp(logit - top[question]))
        return -share * (logit - top[question] - torch.log(total)[question])

    best, kept = np.inf, None
    with torch.no_grad():
        first = float(losses()[test].sum() / max(1, int((test[1:] & (question[1:] != question[:-1])).sum())))
    for step in range(options.prior_steps):
        each = losses()
        loss = each[~test].sum() / (count * 0.9) + 1e-4 * (table**2).sum() / count * 10
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % 20 == 19:
            held = float(each[test].sum().detach() / (count * 0.1))
            if held < best:
                best, kept = held, (table.detach().clone(), weight.item())
    log(f"  priors: {count} questions, held-out loss {first:.4f} by the promise alone, {best:.4f} learned, weight {kept[1]:.3f}")
    return kept[0].cpu().numpy(), kept[1], dict(questions=count, promise_loss=first, prior_loss=best)


# ---- numpy: the same net without its middle layer, for machines without PyTorch -----------------------------------


def train_numpy(data, layout, options):
    rng = np.random.default_rng(options.seed)
    inputs, hidden, second = layout["inputs"], 16, 4
    scale, times = scales(data, inputs)
    win, (margin, margin_scale) = targets(data, options.search_share), margin_targets(data)
    held_out = data.game % 5 == 0
    values = data.values / scale[data.places]
    row_of = np.repeat(np.arange(len(data)), np.diff(data.starts))
    weights = np.zeros((inputs, 2))
    bias, own = np.zeros(2), 1.0
    squares, own_square = np.full((inputs, 2), 1e-8), 1e-8
    train = np.flatnonzero(~held_out)

    def logits_of():
        out = np.zeros((len(data), 2))
        np.add.at(out, row_of, values[:, None] * weights[data.places])
        out += bias
        out[:, 0] += own * data.own
        return out

    own_loss = cross_entropy(data.own[held_out], win[held_out])
    for _ in range(options.epochs):
        fault = 1 / (1 + np.exp(-logits_of())) - np.stack([win, margin], 1)
        fault[held_out] = 0
        slope = np.zeros((inputs, 2))
        np.add.at(slope, data.places, values[:, None] * fault[row_of])
        slope = slope / len(train) + 1e-4 * weights
        squares += slope**2
        weights -= options.rate * 10 * slope / np.sqrt(squares)
        bias -= 0.1 * fault.sum(0) / len(train)
        own_slope = float((fault[:, 0] * data.own).mean())
        own_square += own_slope**2
        own -= 0.05 * own_slope / np.sqrt(own_square)
    loss = cross_entropy(logits_of()[held_out, 0], win[held_out])
    log(f"{layout['game']}: {len(data)} positions of {data.games} games; held-out loss: own evaluation {own_loss:.4f}, net {loss:.4f}")
    first = np.zeros((inputs, hidden))
    first[:, -2:] = weights / scale[:, None] * (times > 0)[:, None]
    first_bias = np.zeros(hidden)
    first_bias[-2:] = bias
    del rng
    return dict(first=first, first_bias=first_bias, second=np.zeros((second, hidden)), second_bias=np.zeros(second),
                out=np.zeros((2, second)), out_bias=np.zeros(2), own_weight=own, margin_scale=margin_scale,
                met=times > 0), dict(positions=len(data), games=data.games, own_loss=float(own_loss), net_loss=float(loss))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("files", nargs="+")
    parser.add_argument("--layout", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--report")
    parser.add_argument("--hidden", type=int, default=32)
    parser.add_argument("--second", type=int, default=8)
    parser.add_argument("--epochs", type=int, default=30)
    parser.add_argument("--seconds", type=float, default=1e9)
    parser.add_argument("--batch", type=int, default=8192)
    parser.add_argument("--rate", type=float, default=0.01)
    parser.add_argument("--decay", type=float, default=0.02)
    parser.add_argument("--search-share", type=float, default=0.3)
    parser.add_argument("--questions", type=int, default=60_000)
    parser.add_argument("--prior-steps", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", help="a net to begin from")
    parser.add_argument("--numpy", action="store_true", help="without PyTorch: no hidden layers")
    parser.add_argument("--alone", action="store_true", help="learn without the game's own evaluation")
    options = parser.parse_args()
    with open(options.layout) as file:
        layout = json.load(file)
    begun = time.time()
    data = games_module.Games(options.files)
    if data.header["layout"] != layout["hash"]:
        raise SystemExit("the games are of another layout than the one given")
    log(f"{layout['game']}: read in {time.time() - begun:.0f} s")
    if options.alone:
        data.own[:] = 0
    use_torch = not options.numpy
    if use_torch:
        try:
            import torch  # noqa: F401
        except ImportError:
            use_torch = False
    prior, promise_weight, prior_report = None, 0.0, {}
    if use_torch:
        weights, report = train_torch(data, layout, options)
        prior, promise_weight, prior_report = train_prior_torch(data, options)
    else:
        weights, report = train_numpy(data, layout, options)
    net = netfile.Net(layout, **weights, prior=prior, promise_weight=promise_weight)
    with open(options.out, "wb") as file:
        file.write(net.bytes())
    report.update(prior_report, header=data.header, headers=data.headers, command=" ".join(sys.argv))
    if options.report:
        with open(options.report, "w") as file:
            json.dump(report, file, indent=1)


if __name__ == "__main__":
    main()
