#!/usr/bin/env python3
"""A referee of Goofspiel, written from content/goofspiel/rules.md: it follows recorded games and recomputes hands, prizes,
points and winners. See record.py and docs/adding-a-game.md."""
from record import Plan, main

SUITS = ("spades", "hearts", "clubs")


def plans(_):
    every = []
    for number in range(24):
        players = [("random", "greedy", "search:30")[(number + i) % 3] for i in range(2 + number % 2)]
        every.append(Plan("goofspiel", number, players, cards=(None, 3, 5, 8)[number % 4]))
    return every


class Referee:
    def __init__(self, program, tally, record):
        self.tally = tally
        self.ranks = [rank["id"] for rank in program.content("goofspiel", "game")["ranks"]]
        self.seats, self.hands = record["seats"], None
        self.taken = [set() for _ in range(self.seats)]
        self.prizes, self.bids, self.gone = set(), {}, 0

    def choice(self, played):
        position = played["position"]
        if self.hands is None:
            self.cards = position["cards"]
            self.hands = [set(range(self.cards)) for _ in range(self.seats)]
        for event in played["events"]:
            handler = getattr(self, "on_" + event["kind"], None)
            if handler:
                handler(event["actor"] - 1, *event["operands"])
        self.compare(position)

    def compare(self, position):
        def names(cards):
            return sorted(self.ranks[card] for card in cards)

        for seat in range(self.seats):
            shown = position["players"][SUITS[seat]]
            self.tally.check("GOF-RND-03", f"hand of {SUITS[seat]}", names(self.hands[seat]), sorted(shown["hand"]))
            self.tally.check("GOF-RND-05", f"diamonds of {SUITS[seat]}", names(self.taken[seat]), sorted(shown["taken"]))
            self.tally.check("GOF-SET-04", f"points of {SUITS[seat]}", self.points(seat), shown["points"])
        self.tally.check("GOF-RND-06", "prizes on the table", names(self.prizes), sorted(position["prizes"]))
        left = self.cards - len(self.prizes) - sum(map(len, self.taken)) - self.gone
        self.tally.check("GOF-SET-03", "diamonds to come", left, len(position["pile"]))

    def points(self, seat):
        return sum(card + 1 for card in self.taken[seat])

    def on_turned_up(self, _, rank, worth, *__):
        seen = self.prizes.union(*self.taken)
        self.tally.holds("GOF-RND-01", "a diamond that was not turned up before", rank not in seen, self.ranks[rank])
        self.tally.check("GOF-SET-04", "worth of the diamond", rank + 1, worth)
        self.prizes.add(rank)

    def on_laid(self, actor, card, *_):
        self.tally.check("GOF-SET-02", "the suit of a bid", actor, card // 13)
        self.tally.holds("GOF-RND-03", "the player holds the card", card % 13 in self.hands[actor])
        self.tally.holds("GOF-RND-02", "one bid of each player", actor not in self.bids)
        self.bids[actor] = card % 13

    def on_shown(self, actor, card, *_):
        self.tally.check("GOF-RND-04", "the bid that is turned over", self.bids.get(actor), card % 13)
        self.hands[actor].discard(card % 13)

    def highest(self):
        best = max(self.bids.values())
        return [seat for seat, bid in self.bids.items() if bid == best]

    def on_won(self, actor, worth, *_):
        self.tally.check("GOF-RND-05", "who takes the prizes", self.highest(), [actor])
        self.tally.check("GOF-RND-05", "what they count", sum(card + 1 for card in self.prizes), worth)
        self.taken[actor] |= self.prizes
        self.prizes, self.bids = set(), {}

    def on_tied(self, *_):
        self.tally.holds("GOF-RND-06", "the highest bid is shared", len(self.highest()) > 1)
        self.bids = {}

    def on_put_away(self, *_):
        self.tally.holds("GOF-RND-07", "the highest bid is shared in the last round", len(self.highest()) > 1)
        self.gone, self.prizes, self.bids = self.gone + len(self.prizes), set(), {}

    def end(self, record):
        outcome, points = record["outcome"], [self.points(seat) for seat in range(self.seats)]
        self.tally.check("GOF-END-01", "points at the end", points, outcome["scores"])
        best = [seat for seat in range(self.seats) if points[seat] == max(points)]
        self.tally.check("GOF-END-02", "winners", best, [number - 1 for number in outcome["winners"]])


main("goofspiel", plans, Referee)
