"""A referee of the Dragon Booster Trading Card Game, written from content/dragon_booster/rules.md."""
import re
from collections import Counter

from record import Plan, main, words

PILES = ("hand", "race_deck", "track", "zone", "discards", "dragon_deck", "crew", "damaged")
CAPS = ("upper_left", "upper_right", "lower_left", "lower_right")
STATS = ("speed", "agility", "power")
WAYS = ("hand", "track", "discards")
GOALS = ("hand", "track", "race_deck", "race_deck", "dragon_deck")


class Content:
    def __init__(self, program):
        read = lambda file: program.content("dragon_booster", file)[file]
        self.figures = read("game")
        self.cards = {}
        for kind in ("maneuvers", "events", "gear", "crew", "dragons"):
            for card in read(kind):
                self.cards[card["id"]] = card | {"kind": kind, "words": words(card.get("abilities", []))}
        self.named = {c["name"]["en"]: i for i, c in self.cards.items()}
        self.formats = {f["id"]: f for f in read("formats")}
        self.decks = [d["id"] for d in read("decks")]


class Player:
    def __init__(self, view):
        for pile in PILES:
            setattr(self, pile, list(view[pile]))
        self.caps = {cap: view[cap] for cap in CAPS}
        self.points, self.energy, self.dragon, self.ordered = view["points"], view["energy"], view["dragon"], True
        self.shows = {}  # DRB-DLS-05: without a dragon the stat of a two-way gear is chosen


class Referee:
    def __init__(self, program, tally, record):
        self.tally, self.check, self.holds = tally, tally.check, tally.holds
        if not hasattr(program, "dragon"):
            program.dragon = Content(program)
        self.content, self.seats, self.players, self.over = program.dragon, record["seats"], None, None
        self.before = None

    # ---- one choice ----

    def choice(self, played):
        position, events = played["position"], played["events"]
        self.position, self.played, self.names = position, played, list(position["players"])
        self.kinds = {e["kind"] for e in events}
        if "next_game" in self.kinds:
            self.players = None
        if self.players is None:
            if "turn_begins" in self.kinds:
                self.set_up(position, events)
            self.before = position
            return
        for event in events:
            self.holds("DRB-WIN-02", "nothing is told after the end of the game",
                       self.over is None or event["kind"] in ("note", "game_over", "game_won"), event["text"])
            self.text, self.clause = event["text"], event["clause"]
            self.land(event["kind"])
            handler = getattr(self, "on_" + event["kind"], None)
            if handler:
                handler(event["actor"], *event["operands"])
        if self.limbo and position["limbo"] == "none":
            self.land(None)
        self.compare(position)
        self.before = position

    def set_up(self, position, events):
        self.players = [None] + [Player(view) for view in position["players"].values()]
        self.where, self.limbo, self.changed, self.fight = {}, None, set(), None
        self.format = self.content.formats[position["format"]]
        self.turn = position["turn"]
        self.leader = self.names.index(position["leader"]) + 1
        limits = self.format["race_deck"]
        for seat, player in enumerate(self.players[1:], 1):
            deck = Counter(player.race_deck + player.hand + player.discards)
            count = sum(deck.values())
            self.holds("DRB-DECK-01", "race deck", count >= limits["least"] and
                       (not limits["most"] or count <= limits["most"]), count)
            if limits["copies"]:
                self.holds("DRB-DECK-03", "copies", max(deck.values()) <= limits["copies"], deck.most_common(1))
            kinds = {self.content.cards[c]["kind"] for c in deck}
            self.holds("DRB-DECK-02", "maneuvers and events", kinds <= {"maneuvers", "events"}, kinds)
            own = player.dragon_deck + ([player.dragon] if player.dragon != "none" else [])
            if self.format["dragon_deck"]["most"]:
                self.holds("DRB-DECK-06", "dragon deck", len(own) <= self.format["dragon_deck"]["most"], len(own))
                self.holds("DRB-DECK-07", "copies", max(Counter(own).values()) <= 2, Counter(own).most_common(1))
                self.holds("DRB-DECK-05", "a dragon", player.dragon != "none")
            self.check("DRB-SET-08", "points", 0, player.points)
            drawn = position["options"]["opening_hand"] + self.content.figures["draw_per_turn"]
            self.holds("DRB-SET-05", "first hand", len(player.hand) == drawn or "card_drawn" not in self.kinds or
                       position["phase"] in ("opening", "mulligan"), len(player.hand))
        self.check("DRB-SET-08", "the first turn", 1, self.turn)
        for event in events:
            if event["kind"] == "card_drawn":
                self.where[event["operands"][0]] = "hand"
            if event["kind"] == "energy":
                self.players[event["actor"]].energy = event["operands"][1]
        self.total = self.everything()

    def everything(self):
        out = Counter()
        for player in self.players[1:]:
            for pile in PILES:
                out += Counter(getattr(player, pile))
            out += Counter(c for c in list(player.caps.values()) + [player.dragon] if c != "none")
        return out + Counter([self.limbo[1]] if self.limbo else [])

    def compare(self, position):
        for seat, (name, view) in enumerate(position["players"].items(), 1):
            player = self.players[seat]
            if view["conceded"]:
                continue
            for pile, clause in (("hand", "DRB-DRW-01"), ("race_deck", "DRB-WIN-07"), ("track", "DRB-TRN-07"),
                                 ("zone", "DRB-RSH-01"), ("discards", "DRB-DMG-02"), ("dragon_deck", "DRB-GUP-01"),
                                 ("crew", "DRB-CRW-01"), ("damaged", "DRB-DMG-01")):
                self.check(clause, f"{pile} of {name}", sorted(getattr(player, pile)), sorted(view[pile]))
            if player.ordered:
                self.check("DRB-DRW-01", f"order of the race deck of {name}", player.race_deck, view["race_deck"])
            player.race_deck, player.ordered = list(view["race_deck"]), True
            for cap in CAPS:
                self.check("DRB-MAG-01", f"{cap} of {name}", player.caps[cap], view[cap])
            for field, clause in (("points", "DRB-WIN-02"), ("energy", "DRB-MAN-01"), ("dragon", "DRB-SET-01")):
                self.check(clause, f"{field} of {name}", getattr(player, field), view[field])
            self.compare_stats(player, view, name)
        self.check("DRB-TRN-04", "leader", self.names[self.leader - 1], position["leader"])
        self.check("DRB-TRN-05", "turn", self.turn, position["turn"])
        if not any(view["conceded"] for view in position["players"].values()):
            self.check("DRB-DMG-07", "all cards", self.total, self.everything())

    def compare_stats(self, player, view, name):
        """DRB-STA-02, where no text changes stats."""
        if self.changes({"stat", "switch_off_dragon"}) or self.effects:
            return
        printed = self.content.cards[player.dragon]["stats"] if player.dragon != "none" else \
            self.content.figures["dragonless_stats"]
        for stat in STATS:
            symbols = sum(1 for place, cap in enumerate(CAPS) if player.caps[cap] != "none" and
                          (player.shows.get(cap) or self.content.cards[player.caps[cap]]["corners"][place]) == stat)
            self.check("DRB-STA-02", f"{stat} of {name}", printed[stat] + symbols, view[stat])

    def changes(self, wanted):
        """Is a text with one of these words in play anywhere?"""
        for player in self.players[1:]:
            cards = player.track + player.zone + player.crew + [c for c in player.caps.values() if c != "none"]
            cards += [player.dragon] if player.dragon != "none" else []
            if any(self.content.cards[c]["words"] & wanted for c in cards):
                return True
        return False

    # ---- cards ----

    def card(self, pattern):
        """The card that the text of the event names."""
        found = re.match(pattern, self.text)
        name = found.group(1) if found else ""
        while name and name not in self.content.named:  # what follows the name: " (-2)", " of B"
            cut = max(name.rfind(" ("), name.rfind(" of "))
            name = name[:cut] if cut > 0 else ""
        return self.content.named.get(name)

    def owner(self, copy):
        return copy >> 7

    def take(self, seat, card, piles, clause, copy=None):
        player, view = self.players[seat], self.position["players"][self.names[seat - 1]]
        where = self.where.get(copy, "race_deck" if copy is not None and copy & 127 < 64 else None)
        there = [p for p in piles if card in getattr(player, p)]
        if not self.holds(clause, f"{card} lies in one of {', '.join(piles)} ({self.text})", there):
            return None
        fewer = [p for p in there if getattr(player, p).count(card) > view[p].count(card)]
        pile = where if where in there else (fewer or there)[0]
        if pile == "race_deck" and len(piles) > 1:
            player.ordered = False
        getattr(player, pile).remove(card)
        return pile

    def put_into(self, seat, card, pile, copy):
        getattr(self.players[seat], pile).append(card)
        self.where[copy] = pile

    def land(self, kind):
        """DRB-MNV-02: a maneuver goes into the track when its effect is over."""
        if not self.limbo or self.limbo[2] != "maneuvers":
            return
        if kind in (None, "done", "step_begins", "played", "used", "turn_begins"):
            seat, card, _, copy = self.limbo
            self.put_into(seat, card, "track", copy)
            self.limbo = None

    def on_card_drawn(self, actor, a, *_):
        card, player = self.card(r"\w+ draws (.+)"), self.players[actor]
        if player.ordered and player.race_deck:
            self.check("DRB-DRW-01", "the top of the race deck", player.race_deck[0], card)
        if self.holds("DRB-WIN-07", f"{card} lies in the race deck", card in player.race_deck):
            player.race_deck.remove(card)
        self.put_into(actor, card, "hand", a)

    def on_drew(self, actor, a, *_):
        if self.clause == "DRB-DRW-01":
            left = len(self.players[actor].race_deck)
            wanted = self.content.figures["draw_per_turn"]
            self.holds("DRB-DRW-01", "cards of the Draw step", a == wanted or left == 0, a)

    def on_shuffled(self, actor, a, *_):
        self.players[actor].ordered = False

    def on_played(self, actor, a, b, *_):
        card = self.card(r"\w+ plays (.+?)(?: for \d+ energy)?$")
        data, player = self.content.cards[card], self.players[actor]
        self.take(actor, card, ("hand",), "DRB-MNV-01", a)
        self.limbo = (actor, card, data["kind"], a)
        if data["kind"] == "maneuvers":
            self.check("DRB-MNV-01", "phase", "main", self.before["phase"])
            self.holds("DRB-MNV-02", "energy for it", player.energy >= b, f"{b} of {player.energy}")
            player.energy -= b
            if not self.changes({"cost_less"}) and "cost_less" not in data["words"] and not self.effects:
                self.check("DRB-MNV-02", f"cost of {card}", data["cost"], b)
        else:
            self.burst(actor, data)

    effects = 0

    def on_effect_made(self, *_):
        self.effects += 1

    def burst(self, actor, data):
        """DRB-EVT-02, DRB-EVT-03."""
        view = self.before["players"][self.names[actor - 1]]
        stat = view[data["burst"]["stat"]] if data.get("burst") else 0
        bonus = self.content.figures["color_match_bonus"] if data.get("color") and data["color"] == view["color"] else 0
        if data.get("burst"):
            free = self.changes({"event_bonus"}) or self.effects
            self.holds("DRB-EVT-02", f"the burst of {data['id']}", free or stat + bonus >= data["burst"]["value"],
                       f"{stat} and {bonus} against {data['burst']['value']}")

    def on_discarded(self, actor, a, *_):
        card, seat = self.card(r"(.+) is discarded"), self.owner(a)
        self.check("DRB-DMG-02", "whose card it is", seat, actor)
        if self.limbo and self.limbo[1] == card and self.limbo[3] == a:
            self.limbo = None
        else:
            self.take(seat, card, ("hand", "zone", "track", "race_deck"), "DRB-DMG-06", a)
        self.put_into(seat, card, "discards", a)

    def on_damaged(self, actor, a, *_):
        card, seat = self.card(r"\w+ damages (.+)"), self.owner(a)
        player = self.players[seat]
        if self.content.cards[card]["kind"] == "gear":
            caps = [cap for cap in CAPS if player.caps[cap] == card]
            if self.holds("DRB-MAG-10", f"{card} is magged", caps):
                player.caps[caps[0]] = "none"
        else:
            self.take(seat, card, ("crew",), "DRB-DMG-01", a)
        self.put_into(seat, card, "damaged", a)

    def on_put(self, actor, a, b, *_):
        card, seat = self.card(r"(.+) goes to the "), self.owner(a)
        player, goal = self.players[seat], GOALS[b]
        if self.limbo and self.limbo[3] == a:
            self.limbo = None
        else:
            piles = ("discards", "damaged", "race_deck", "track", "zone", "hand")
            self.take(seat, card, piles, "DRB-GEN-11", a)
        if b == 2:
            player.race_deck.insert(0, card)
            self.where[a] = "race_deck"
        else:
            self.put_into(seat, card, goal, a)

    def on_magged(self, actor, a, b, c, *_):
        card, player = self.card(r"\w+ mags (.+?)(?: under the .*| for .*)?$"), self.players[actor]
        data = self.content.cards[card]
        titles = [self.content.cards[g]["title"] for g in player.caps.values() if g != "none"]
        self.holds("DRB-MAG-03", "the title is not magged yet", data["title"] not in titles, data["title"])
        self.holds("DRB-MAG-02", "a free zap cap", len(titles) < self.content.figures["zap_caps"])
        view = self.before["players"][self.names[actor - 1]]
        plain = not self.effects and not self.changes({"take_color", "fit_all_boxes"})
        if self.format["color_boxes"] and data.get("color_boxes") and plain:
            self.holds("DRB-MAG-04", "the color of the dragon", view["color"] in data["color_boxes"], view["color"])
        self.take(actor, card, ("dragon_deck", "damaged", "discards"), "DRB-GUP-01", a)
        cap = re.search(r"under the (\w+) (\w+) zap cap", self.text)
        place = f"{cap.group(1)}_{cap.group(2)}" if cap else next(
            (k for k in CAPS if self.position["players"][self.names[actor - 1]][k] == card), None)
        if self.holds("DRB-MAG-06", "the zap cap", place and player.caps[place] == "none", place):
            player.caps[place] = card
            stat = re.search(r" for (\w+)$", self.text)
            player.shows[place] = stat.group(1) if stat and player.dragon == "none" else None
        self.where[a] = "magged"

    def on_recruited(self, actor, a, *_):
        card, player = self.card(r"\w+ recruits (.+)"), self.players[actor]
        data = self.content.cards[card]
        titles = [self.content.cards[c]["title"] for c in player.crew]
        self.holds("DRB-CRW-03", "the title is not in the mag pit yet", data["title"] not in titles, data["title"])
        if self.format["team_symbols"] and player.dragon != "none":
            self.check("DRB-CRW-02", "team", self.content.cards[player.dragon]["team"], data["team"])
        self.take(actor, card, ("dragon_deck", "damaged", "discards"), "DRB-CRW-01", a)
        self.put_into(actor, card, "crew", a)

    def on_swapped(self, actor, *_):
        found = re.match(r"\w+ swaps (.+) for (.+)", self.text)
        player = self.players[actor]
        old, new = (self.content.named.get(name) for name in found.groups())
        self.check("DRB-SET-01", "the dragon that is swapped", player.dragon, old)
        self.take(actor, new, ("dragon_deck",), "DRB-GEN-02")
        player.dragon_deck.append(old)
        player.dragon = new

    # ---- turns ----

    def on_turn_begins(self, actor, a, *_):
        self.check("DRB-TRN-05", "number of the turn", self.turn + 1, a)
        expected = self.leader
        for _ in range(self.seats):
            expected = expected % self.seats + 1
            if not self.before["players"][self.names[expected - 1]]["conceded"]:
                break
        self.check("DRB-TRN-04", "who leads", expected, actor)
        self.turn, self.leader = a, actor
        self.changed, self.effects = set(), 0

    def on_step_begins(self, actor, *_):
        if self.text.startswith("Rush"):
            for player in self.players[1:]:
                player.energy = 0  # DRB-MAN-06

    def on_energy(self, actor, a, b, *_):
        if self.clause == "DRB-MAN-01":
            self.check("DRB-MAN-01", "energy of Main", self.turn, a)
            self.players[actor].energy = a
        else:
            self.players[actor].energy += a
        self.check("DRB-MAN-08", "energy", self.players[actor].energy, b)

    # ---- rushing ----

    def on_pushed(self, actor, a, *_):
        card = self.card(r"\w+ pushes (.+)")
        self.take(actor, card, ("track",), "DRB-RSH-01", a)
        self.put_into(actor, card, "zone", a)

    def on_push_ended(self, actor, a, *_):
        self.check("DRB-RSH-02", "maneuvers in the zone", len(self.players[actor].zone), a)

    def on_battle_begins(self, actor, a, *_):
        self.fight = {actor: self.card(r"\w+ starts a battle with (.+)")}
        self.holds("DRB-RSH-04", "a maneuver in the zone", self.fight[actor] in self.players[actor].zone)
        self.stands = {}
        self.copies = {actor: a}

    def on_rushing(self, actor, a, *_):
        self.fight[actor] = self.card(r"\w+ rushes with (.+)")
        self.holds("DRB-BTL-01", "a maneuver in the zone", self.fight[actor] in self.players[actor].zone)
        self.copies[actor] = a

    def on_rush_swapped(self, actor, a, *_):
        self.fight[actor] = self.card(r"\w+ now rushes with (.+) instead of ")
        self.copies[actor] = a

    def on_sprint_changed(self, actor, a, *_):
        self.changed.add(a)

    def on_sprint_stands(self, actor, a, *_):
        self.stands[actor] = a
        card = self.fight.get(actor)
        rushing = card in self.players[actor].zone if card else False
        if not rushing and self.changes({"sprint_without_card"}):
            return
        if not rushing:
            self.check("DRB-BTL-04", "sprint without a rushing card", 0, a)
        elif self.copies.get(actor) not in self.changed and not self.effects and \
                not self.changes({"sprint", "give_sprint"}):
            self.check("DRB-BTL-10", f"sprint of {card}", self.content.cards[card]["sprint"], a)

    def on_battle_won(self, actor, a, *_):
        best = max(self.stands.values())
        leading = [s for s in self.stands if self.stands[s] == best]
        if actor in leading and len(leading) > 1:
            self.holds("DRB-RES-07", "a text wins ties", self.changes({"win_ties"}) or self.effects)
        else:
            self.check("DRB-RES-02", "who wins", leading, [actor])
        self.check("DRB-RES-02", "with which sprint", best, a)
        rivals = max(v for s, v in self.stands.items() if s != actor)
        card = self.fight.get(actor)
        printed = self.content.cards[card]["sprint"] if card in self.players[actor].zone else 0
        self.due = (actor, max(0, best - rivals), printed)

    def on_battle_tied(self, *_):
        best = max(self.stands.values())
        self.holds("DRB-RES-07", "the highest sprint is shared",
                   sum(1 for v in self.stands.values() if v == best) > 1, self.stands)
        self.due = None

    def on_sent(self, actor, a, b, *_):
        card = self.card(r"(.+) goes to the ")
        self.take(actor, card, ("zone",), "DRB-RES-03", a)
        self.put_into(actor, card, WAYS[b], a)

    due = None

    def on_points(self, actor, a, b, *_):
        player = self.players[actor]
        player.points += a
        self.check("DRB-WIN-02", "points in all", player.points, b)
        if self.clause == "DRB-RES-04" and self.due:
            seat, difference, printed = self.due
            self.check("DRB-RES-04", "who gains the points", seat, actor)
            self.holds("DRB-RES-13", "at most the difference", a <= difference, f"{a} of {difference}")
            if not self.effects and not self.changes({"gain_cap"}):
                self.check("DRB-RES-05", "points of the battle", min(difference, printed), a)
            self.due = None

    # ---- the end ----

    def on_game_over(self, actor, *_):
        self.over = (actor, self.clause)

    def end(self, record):
        if "outcome" not in record or self.players is None:
            return
        outcome, finish = record["outcome"], self.content.figures["finish_line"]
        points = {s: p.points for s, p in enumerate(self.players[1:], 1)}
        if outcome["clause"] == "DRB-WIN-01":
            self.check("DRB-WIN-01", "who wins", [s for s in points if points[s] >= finish], outcome["winners"])
        elif outcome["clause"] == "DRB-WIN-03":
            self.check("DRB-WIN-03", "who has cards left", [s for s in points if self.players[s].race_deck],
                       outcome["winners"])
        elif outcome["clause"] in ("DRB-WIN-08", "DRB-WIN-13"):
            best = max(points.values())
            self.check(outcome["clause"], "who has most points", [s for s in points if points[s] == best],
                       outcome["winners"])
        self.holds("DRB-WIN-01", "nobody else is over the line", outcome["clause"] == "DRB-WIN-01" or
                   all(p < finish for p in points.values()))


def plans(program):
    program.dragon = Content(program)
    out = []
    for number in range(72):
        seats = 2 + (number // 2) % 5 if number % 2 else 2
        players = [("greedy", "random")[(number + seat) % 2 if number % 3 == 1 else 0] for seat in range(seats)]
        options = {}
        if number % 4 == 2:
            options["format"] = ("booster_draft", "starter_draft")[(number // 4) % 2]
        out.append(Plan("dragon_booster", number, players, **options))
    return out


if __name__ == "__main__":
    main("dragon_booster", plans, Referee)
