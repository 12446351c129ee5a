"""A referee of Biomechanic Dino Battles, written from content/dino_battles/rules.md."""
import re
from collections import Counter

from record import Plan, main

LETTERS = {"A": "attack", "E": "evade", "D": "defend"}
SLOT = re.compile(r"\((\w+) (active|reserve \d)\)")
PILES = ("hand", "deck", "discard", "play")


class Content:
    def __init__(self, program):
        read = lambda file: program.content("dino_battles", file)
        supply = read("supply")
        self.figures = read("game")["game"]
        self.strategies = {c["id"]: c for c in read("strategies")["strategies"]}
        self.techs = {c["id"]: c for c in read("techs")["techs"]}
        self.dinosaurs = {d["id"]: d for d in read("dinosaurs")["dinosaurs"]}
        self.kingdoms = [k["id"] for k in read("kingdoms")["kingdoms"]]
        everything = supply["combat"] + supply["status"] + list(self.strategies.values()) + list(self.techs.values())
        self.card_named = {c["name"]["en"]: c["id"] for c in everything}
        self.dino_named = {d["name"]["en"]: d["id"] for d in self.dinosaurs.values()}
        self.combat = {c["id"] for c in supply["combat"]}


def counted(cards):
    """Cards by kind; a Poison is a Poison, whoever inflicted it."""
    return Counter("poison" if card.startswith("poison") else card for card in cards)


def covers(cost, paid):
    """DNB-GEN-07, DNB-GEN-08: each symbol is met by exactly one Combat Card, * by any."""
    need, have = Counter(cost), Counter(paid)
    free = need.pop("*", 0)
    return not need - have and sum((have - need).values()) == free


class Dinosaur:
    def __init__(self, kind):
        self.kind, self.damage, self.cards, self.printed = kind, 0, Counter(), True


class Player:
    def __init__(self, view):
        for pile in PILES:
            setattr(self, pile, counted(view[pile]))
        self.slots = {}
        for slot in ("active", "reserve_1", "reserve_2", "reserve_3", "reserve_4", "reserve_5"):
            if slot in view:
                self.slots[slot] = None
        self.trophies = Counter(view["trophies"])
        self.paralysis = 0


class Referee:
    def __init__(self, program, tally, record):
        self.tally, self.check, self.holds = tally, tally.check, tally.holds
        if not hasattr(program, "dino"):
            program.dino = Content(program)
        self.content, self.seats, self.players, self.over = program.dino, record["seats"], None, None
        self.waiting, self.aimed_at, self.to_blame, self.owed = [], [], None, []

    def begin_turn(self):
        self.left = {"Strategy": 1, "Attach": 1, "Combat": 1, "Buy": 1}

    # ---- one choice ----

    def choice(self, played):
        position = played["position"]
        self.position, self.played, self.names = position, played, list(position["players"])
        self.kinds = {e["kind"] for e in played["events"]}
        paid_by = re.search(r'paid by "([^"]+)"', played.get("choice", ""))
        self.paid_by = paid_by.group(1).replace("e ", "e_").split(", ") if paid_by else []
        if self.players is None:
            if "round_begins" in self.kinds:
                self.set_up(position, played)
            self.before = position
            return
        for event in played["events"]:
            self.holds("DNB-END-13", "nothing is told after the end of the game",
                       self.over is None or event["kind"] in ("note", "game_over"), event["text"])
            self.text, self.clause = event["text"], event["clause"]
            handler = getattr(self, "on_" + event["kind"], None)
            if handler:
                handler(event["actor"], *event["operands"])
        self.compare(position)
        self.before = position

    def set_up(self, position, played):
        figures = self.content.figures["supply"][self.seats - 2]
        self.options = position["options"]
        players = list(position["players"].values())
        self.first = self.names.index(position["start_player"])
        for card, count in (("attack", figures["combat"]), ("evade", figures["combat"]),
                            ("defend", figures["combat"]), ("wound", figures["wounds"]),
                            ("poison", figures["poisons"]), ("paralyze", figures["paralyzes"])):
            self.check("DNB-SET-08", f"{card} in the Supply", count, position["supply"][card])
        stacks = {c: n for c, n in position["supply"].items()
                  if c in self.content.strategies or c in self.content.techs}
        self.check("DNB-SET-03", "stacks", self.content.figures["stacks"], len(stacks))
        self.check("DNB-SET-07", "cards of the stacks", {figures["stack"]}, set(stacks.values()))
        dinosaurs = Counter(position["dino_deck"]) + Counter(position["offering"].values())
        self.check("DNB-SET-05", "copies of the Dinosaurs", {figures["dinosaurs"]}, set(dinosaurs.values()))
        self.check("DNB-SET-04", "Dinosaurs", self.content.figures["dinosaur_kinds"], len(dinosaurs))
        for number, view in enumerate(players):
            self.check("DNB-SET-01", "starting deck", {"attack": 3, "evade": 3, "defend": 3, "wound": 3},
                       dict(Counter(view["deck"]) + Counter(view["hand"])))
            turn = (number - self.first) % self.seats
            extra = (0 if turn == 0 else 2 if turn == self.seats - 1 else 1)
            extra = extra if self.options["first_hand_compensation"] else 0
            self.check("DNB-SET-13", "first hand", self.content.figures["hand"] + extra, len(view["hand"]))
        self.players = [None] + [Player(view) for view in players]
        self.supply, self.purgatory = Counter(position["supply"]), counted(position["purgatory"])
        self.offering = {slot: (None if d == "none" else d) for slot, d in position["offering"].items()}
        self.dino_deck = Counter(position["dino_deck"])
        self.dino_purgatory = Counter(position["dino_purgatory"])
        self.turn, self.round = self.first + 1, 1
        self.begin_turn()
        self.fight, self.fallen = None, {seat: Counter() for seat in range(1, self.seats + 1)}
        self.total = self.everything()
        for event in played["events"]:
            if event["kind"] == "paralysed":
                self.players[event["actor"]].paralysis = event["operands"][0]

    def everything(self):
        out = self.supply + self.purgatory
        for player in self.players[1:]:
            for pile in PILES:
                out += getattr(player, pile)
            for dinosaur in player.slots.values():
                out += dinosaur.cards if dinosaur else Counter()
        return out

    def compare(self, position):
        self.settle()
        for player, (name, view) in zip(self.players[1:], position["players"].items()):
            for pile, clause in (("hand", "DNB-DRW-01"), ("deck", "DNB-DRW-03"), ("discard", "DNB-GEN-05"),
                                 ("play", "DNB-STR-07")):
                self.check(clause, f"{pile} of {name}", getattr(player, pile), counted(view[pile]))
            for slot, dinosaur in player.slots.items():
                there = view[slot]
                self.check("DNB-BUY-06", f"{name} {slot}", dinosaur.kind if dinosaur else "none", there["dinosaur"])
                if dinosaur and there["dinosaur"] != "none":
                    self.compare_dinosaur(name, slot, dinosaur, there)
            self.check("DNB-KO-03", f"Trophies of {name}", player.trophies, Counter(view["trophies"]))
            self.check("DNB-KO-03", f"knock-outs of {name}", sum(player.trophies.values()), view["knock_outs"])
            self.check("DNB-END-05", f"Wounds of {name}", sum(getattr(player, p)["wound"] for p in PILES),
                       view["wounds"])
        for card, count in position["supply"].items():
            self.check("DNB-BUY-02", f"{card} in the Supply", self.supply[card], count)
        self.check("DNB-GEN-04", "Purgatory", +self.purgatory, counted(position["purgatory"]))
        self.check("DNB-RND-04", "Offering", {s: d or "none" for s, d in self.offering.items()}, position["offering"])
        self.check("DNB-SET-05", "Dino Deck", self.dino_deck, Counter(position["dino_deck"]))
        self.check("DNB-RND-02", "purged Dinosaurs", self.dino_purgatory, Counter(position["dino_purgatory"]))
        self.check("DNB-GEN-04", "all cards", +self.total, +self.everything())

    def compare_dinosaur(self, name, slot, dinosaur, there):
        printed = self.content.dinosaurs[dinosaur.kind]
        self.check("DNB-DMG-01", f"damage of {name} {slot}", dinosaur.damage, there["damage"])
        self.check("DNB-DMG-01", f"Hit Points of {name} {slot}", max(0, printed["hp"] - dinosaur.damage), there["hp"])
        self.check("DNB-ATT-05", f"cards under {name} {slot}", +dinosaur.cards, Counter(there["cards"]))
        if dinosaur.printed:
            for figure in ("atk", "eva", "def"):
                self.check("DNB-DMG-06", f"{figure} of {name} {slot}", printed[figure], there[figure])
            self.check("DNB-DMG-06", f"shield of {name} {slot}", 0, there["shield"])

    # ---- who and what ----

    def slot(self, text=None, which=0):
        """The player and the place that a text names: "(red active)"."""
        found = SLOT.findall(text or self.text)
        if len(found) <= which:
            return None, None
        name, slot = found[which]
        return self.players[self.names.index(name) + 1], slot.replace(" ", "_")

    def dinosaur(self, which=0):
        player, slot = self.slot(which=which)
        found = player.slots.get(slot) if player else None
        self.holds("DNB-GEN-16", f"a Dinosaur stands there ({self.text})", found)
        return found

    def card(self, pattern):
        found = re.match(pattern, self.text)
        name = re.sub(r"^an? ", "", found.group(1)) if found else ""
        return "poison" if name.startswith("Poison") else self.content.card_named.get(name)

    def take(self, pile, card, clause):
        if self.holds(clause, f"{card} lies there ({self.text})", pile[card] > 0):
            pile[card] -= 1
            if not pile[card]:
                del pile[card]

    def take_attached(self, player, card, clause):
        """A record does not say which Dinosaur a card played from under one lay under: that is seen when all that
        follows from the choice is done and every Dinosaur stands where it stays."""
        under = [d for d in player.slots.values() if d and d.cards[card] > 0]
        if not self.holds(clause, f"{card} is attached ({self.text})", under):
            return
        if len(under) == 1:
            self.take(under[0].cards, card, clause)
        else:
            self.owed.append((player, card, under))

    def settle(self):
        for player, card, under in self.owed:
            view = self.position["players"][self.names[self.players.index(player) - 1]]
            fewer = [d for slot, d in player.slots.items()
                     if d in under and d.cards[card] > Counter(view[slot].get("cards", []))[card]]
            fallen = self.fallen[self.players.index(player)]
            self.take(fewer[0].cards if fewer else fallen if fallen[card] else under[0].cards, card, "DNB-ATT-05")
        self.owed = []

    def take_payment(self, player, card):
        """DNB-ATK-02: from where the choice says, else from the Active Dinosaur as far as it goes, then from the
        Reserve in the order of its places."""
        slot = self.paid_by.pop(0) if self.paid_by else \
            next((s for s, d in player.slots.items() if d and d.cards[card] > 0), "active")
        if self.holds("DNB-ATK-02", f"a Dinosaur pays ({self.text})", player.slots[slot]):
            self.take(player.slots[slot].cards, card, "DNB-ATK-02")

    # ---- what waits and resolves ----

    def wait(self, actor, name, fight=None):
        """DNB-GEN-15: the targets are chosen now. They are remembered as Dinosaurs, who may change places."""
        targets = [self.players[self.names.index(seat) + 1].slots.get(slot.replace(" ", "_"))
                   for seat, slot in SLOT.findall(self.text)]
        self.waiting.append((actor, name, targets, fight))

    def leaves(self, name, actor=None):
        """The thing of this name that leaves the stack; of equal ones that which was put there last."""
        for place in reversed(range(len(self.waiting))):
            if self.waiting[place][1] == name and actor in (None, self.waiting[place][0]):
                return self.waiting.pop(place)
        return None, name, [], None

    def on_resolves(self, actor, *_):
        """DNB-KO-04: what falls from now on falls to its controller."""
        name = re.match(r"\w+: (.+) resolves$", self.text).group(1)
        _, _, self.aimed_at, self.fight = self.leaves(name, actor)
        self.to_blame = actor

    def on_countered(self, actor, *_):
        self.leaves(re.match(r"\w+ counters (?:the )?(.+)$", self.text).group(1))

    def on_attack_fails(self, actor, *_):
        self.leaves(re.match(r"\w+: (.+) fails$", self.text).group(1), actor)
        self.fight = None

    def take_aimed_at(self, player, card, clause):
        """From under a Dinosaur at which the effect that resolves is aimed."""
        under = [d for d in self.aimed_at if d and d in player.slots.values() and d.cards[card] > 0]
        if self.holds(clause, f"{card} is attached to what was aimed at ({self.text})", under):
            self.take(under[0].cards, card, clause)

    # ---- cards ----

    def on_card_drawn(self, actor, *_):
        card = self.card(r"\w+ draws (.+)")
        self.take(self.players[actor].deck, card, "DNB-DRW-01")
        self.players[actor].hand[card] += 1

    def on_drew(self, actor, a, *_):
        if self.cleaning == actor:
            player = self.players[actor]
            short = not +player.deck and not +player.discard
            held = sum(player.hand.values())
            self.holds("DNB-CLN-08", "cards in hand after Cleanup", held == self.content.figures["hand"] or short, held)

    def on_shuffled(self, actor, a, *_):
        player = self.players[actor]
        self.check("DNB-DRW-01", "cards left in the Draw Deck", 0, sum(player.deck.values()))
        self.check("DNB-DRW-01", "cards shuffled", sum(player.discard.values()), a)
        player.deck, player.discard = player.discard, Counter()

    def on_discarded(self, actor, a, b, *_):
        card, player = self.card(r"\w+ discards (.+?)(?: \(card \d+\))?$"), self.players[actor]
        if b and self.clause == "DNB-KO-07" and self.fallen[actor][card] > 0:
            self.take(self.fallen[actor], card, self.clause)
        elif b and self.clause == "DNB-RET-02":  # from under the one that retreats, before it goes back
            self.take(player.slots["active"].cards, card, self.clause)
        elif b and self.clause == "DNB-GEN-05":
            self.take_aimed_at(player, card, self.clause)
        elif b and self.clause == "DNB-ATK-03":
            self.take_payment(player, card)
        elif b and self.clause == "DNB-AST-03":
            slot = re.search(r"\w+ (active|reserve \d)", self.played["choice"]).group(1).replace(" ", "_")
            self.take(player.slots[slot].cards, card, self.clause)
        elif b:
            self.take_attached(player, card, self.clause)
        elif self.clause == "DNB-CLN-05":
            self.take(player.play, card, "DNB-CLN-05")
        else:
            pile = player.hand if player.hand[card] else player.deck
            self.take(pile, card, self.clause)
        if self.clause == "DNB-CLN-04":  # DNB-KO-05
            inflicter = self.names.index(re.search(r"Poison by (\w+)", self.text).group(1)) + 1
            self.to_blame = actor if self.options["poison_uncredited"] else inflicter
        player.discard[card] += 1

    def on_paid(self, actor, *_):
        letters, player = re.match(r"\w+ pays (\w+)", self.text).group(1), self.players[actor]
        if letters == "nothing":
            letters = ""
        for letter in letters:
            self.take(player.hand, LETTERS[letter], "DNB-GEN-09")
            player.discard[LETTERS[letter]] += 1

    def on_purged(self, actor, *_):
        card, player = self.card(r"\w+ purges (.+)"), self.players[actor]
        view = self.position["players"][self.names[actor - 1]]
        if self.clause == "DNB-DEF-05":  # DNB-DEF-09: from under the Dinosaur that answers
            answer = next(e["text"] for e in self.played["events"] if e["kind"] == "answered")
            owner, slot = self.slot(answer)
            self.check("DNB-DEF-14", "whose Dinosaur answers", self.players.index(owner), actor)
            self.take(owner.slots[slot].cards, card, "DNB-DEF-09")
        else:
            piles = [p for p in ("hand", "discard", "deck", "play") if getattr(player, p)[card] > 0]
            fewer = [p for p in piles if getattr(player, p)[card] > counted(view[p])[card]]
            if piles:
                self.take(getattr(player, (fewer or piles)[0]), card, "DNB-GEN-04")
            else:
                self.take_attached(player, card, "DNB-GEN-04")
        self.purgatory[card] += 1

    def on_status_gained(self, actor, a, b, *_):
        card = self.card(r"\w+ gains (?:no|\d+) (.+?)s?$")
        if card is None:
            card = "poison"
        self.holds("DNB-STA-05", "the stack holds so many", self.supply[card] >= b, self.supply[card])
        self.supply[card] -= b
        self.players[actor].discard[card] += b
        if self.clause == "DNB-DIR-02":  # a direct attack resolves; its recoil is the attacker's own
            self.to_blame = self.turn

    def on_gained(self, actor, a, b, *_):
        card = self.card(r"\w+ gains (.+?)(?: into the hand)?$")
        self.take(self.supply, card, "DNB-BUY-15")
        (self.players[actor].hand if b else self.players[actor].discard)[card] += 1

    def on_recovered(self, actor, *_):
        card = self.card(r"\w+ takes (.+) back into the hand")
        self.take(self.players[actor].discard, card, "DNB-STR-04")
        self.players[actor].hand[card] += 1

    def on_returned(self, actor, a, *_):
        dinosaur = self.dinosaur()
        if dinosaur:
            for debt in [d for d in self.owed if dinosaur in d[2] and sum(dinosaur.cards.values()) > a]:
                self.take(dinosaur.cards, debt[1], "DNB-ATT-08")
                self.owed.remove(debt)
            self.check("DNB-ATT-08", "attached cards", sum(dinosaur.cards.values()), a)
            self.players[actor].hand += dinosaur.cards
            dinosaur.cards = Counter()

    def on_attached(self, actor, *_):
        card, dinosaur = self.card(r"\w+ attaches (.+?) to "), self.dinosaur()
        self.take(self.players[actor].hand, card, "DNB-ATT-01")
        self.holds("DNB-ATT-02", "no Status Card", card not in ("wound", "poison", "paralyze"), card)
        if dinosaur:
            dinosaur.cards[card] += 1
        if self.played["verb"] == "attach":
            self.spend("Attach", actor, "DNB-ATT-01")

    def spend(self, what, actor, clause):
        self.check(clause, "whose turn it is", self.turn, actor)
        self.left[what] -= 1
        if what != "Combat":
            self.holds(clause, f"{what} left", self.left[what] >= 0, self.left[what])
            return
        player = self.players[actor]
        active = self.before["players"][self.names[actor - 1]]["active"]
        lost = 0 if active.get("immune_paralyze") else player.paralysis
        self.holds("DNB-CMB-03", "Combat Moves left", self.left[what] - lost >= 0, self.left[what] - lost)

    def on_bonus(self, actor, a, *_):
        self.left[re.match(r"\w+: \+\d+ (\w+)", self.text).group(1)] += a

    def play(self, actor, card, clause):
        player = self.players[actor]
        if ' from "card' in self.played["choice"]:
            self.take_attached(player, card, clause)
            self.holds(clause, "an attached card is revealed", "revealed" in self.kinds)
        else:
            self.take(player.hand, card, clause)
        player.play[card] += 1

    def on_strategy_played(self, actor, *_):
        found = re.match(r"\w+ plays (.+)", self.text).group(1).split(" at ")[0]
        card = self.content.card_named[found]
        self.holds("DNB-STR-09", "a Strategy", card in self.content.strategies, card)
        self.wait(actor, found)
        self.play(actor, card, "DNB-STR-02")
        self.spend("Strategy", actor, "DNB-STR-01")

    def on_tech_played(self, actor, *_):
        found, power = re.match(r"\w+ plays (.+?): (.+?)(?: at .*)?$", self.text).groups()
        tech = self.content.techs[self.content.card_named[found]]
        named, power = f"{found}: {power}", next(p for p in tech["powers"] if p["name"]["en"] == power)
        self.play(actor, tech["id"], "DNB-TEC-01")
        self.holds("DNB-TEC-01", f"{power['cost'] or 'nothing'} is paid", covers(power["cost"], self.letters()),
                   self.letters())
        self.wait(actor, named, {"atk": power["attack"]["atk"], "damage": power["attack"]["damage"], "by": None,
                                 "answer": None} if "attack" in power else None)

    # ---- buying ----

    def on_bought(self, actor, *_):
        card = self.card(r"\w+ buys (.+)")
        self.take(self.supply, card, "DNB-BUY-14")
        self.players[actor].discard[card] += 1
        self.spend("Buy", actor, "DNB-BUY-01")
        data = self.content.strategies.get(card) or self.content.techs.get(card)
        if data or card in self.content.combat:
            self.holds("DNB-BUY-03", f"the price of {card}", covers(data["cost"] if data else "", self.letters()),
                       self.letters())

    def letters(self):
        paid = [e["text"] for e in self.played["events"] if e["kind"] == "paid"]
        found = re.match(r"\w+ pays (\w+)", paid[0]).group(1) if paid else ""
        return "" if found == "nothing" else found

    def on_dino_bought(self, actor, *_):
        found = re.match(r"\w+ buys (.+?) \(", self.text).group(1)
        kind = self.content.dino_named[found]
        player, slot = self.slot()
        self.holds("DNB-BUY-03", f"the price of {kind}", covers(self.content.dinosaurs[kind]["cost"], self.letters()),
                   self.letters())
        self.spend("Buy", actor, "DNB-BUY-01")
        self.check("DNB-BUY-06", "whose place", self.players.index(player), actor)
        if player.slots["active"] is None:
            self.check("DNB-BUY-06", "the Active zone is filled first", "active", slot)
        reserve = sum(1 for s, d in player.slots.items() if d and s != "active")
        self.holds("DNB-BUY-07", "room in the Reserve", slot == "active" or reserve < self.options["reserve_limit"])
        self.check("DNB-BUY-08", "the place was free", None, player.slots[slot])
        player.slots[slot] = Dinosaur(kind)
        place = int(re.search(r"\(slot (\d)\)", self.played["choice"]).group(1))
        self.check("DNB-BUY-02", "the Dinosaur on offer", self.offering[f"slot_{place}"], kind)
        self.offering[f"slot_{place}"] = None

    # ---- rounds and turns ----

    def on_offering_revealed(self, actor, a, b, *_):
        kind = self.content.dino_named[re.match(r"(.+) is offered", self.text).group(1)]
        self.slide()
        free = [s for s in (5, 4, 3, 2, 1) if self.offering[f"slot_{s}"] is None]
        self.check("DNB-CLN-01", "the slot that is filled", free[0] if free else None, b)
        self.offering[f"slot_{b}"] = kind
        self.take(self.dino_deck, kind, "DNB-RND-04")

    def slide(self):
        """DNB-CLN-01: toward slot 5, in their order."""
        line = [self.offering[f"slot_{s}"] for s in (5, 4, 3, 2, 1) if self.offering[f"slot_{s}"]]
        for place, slot in enumerate((5, 4, 3, 2, 1)):
            self.offering[f"slot_{slot}"] = line[place] if place < len(line) else None

    def on_offering_purged(self, actor, a, b, *_):
        kind = self.content.dino_named[re.match(r"(.+) in slot", self.text).group(1)]
        highest = max(s for s in (1, 2, 3, 4, 5) if self.offering[f"slot_{s}"])
        self.check("DNB-RND-03", "the last of the Offering", (highest, self.offering[f"slot_{highest}"]), (b, kind))
        self.offering[f"slot_{b}"] = None
        self.dino_purgatory[kind] += 1
        self.slide()

    def on_round_begins(self, actor, a, *_):
        self.check("DNB-RND-01", "round", self.round + 1, a)
        self.round = a
        if self.offering and any(self.offering.values()):
            self.holds("DNB-RND-02", "the last Dinosaur is purged", "offering_purged" in self.kinds)

    cleaning = 0

    def on_phase_begins(self, actor, *_):
        self.check("DNB-TRN-01", "whose phase it is", self.turn, actor)
        if self.text.endswith(": Cleanup"):
            self.slide()
            self.cleaning = actor
            self.players[actor].paralysis = 0  # DNB-CLN-07; nothing is drawn before

    def on_turn_begins(self, actor, a, *_):
        self.check("DNB-GEN-02", "whose turn it is", self.turn % self.seats + 1, actor)
        self.check("DNB-RND-01", "round of the turn", self.round, a)
        played = sum((player.play for player in self.players[1:]), Counter())
        self.check("DNB-CLN-05", "cards left in Play Areas", Counter(), played)
        missing = 5 - sum(1 for d in self.offering.values() if d)
        self.holds("DNB-CLN-01", "the Offering is full", missing == 0 or not +self.dino_deck, missing)
        self.turn, self.cleaning, self.waiting = actor, 0, []
        self.begin_turn()

    def on_paralysed(self, actor, a, *_):
        self.players[actor].paralysis = a

    # ---- fighting ----

    def on_attack_declared(self, actor, *_):
        name = re.search(r" with (.+)$", self.text).group(1)
        self.wait(actor, name, self.declare(actor, name))
        target, slot = self.slot()
        self.holds("DNB-ATK-04", "an opponent's Dinosaur", target is not self.players[actor])
        if slot != "active":
            self.holds("DNB-ATK-06", "an attack that reaches the Reserve", self.attack.get("any_dinosaur"), name)

    def on_direct_attack(self, actor, *_):
        self.declare(actor, re.search(r" directly with (.+)$", self.text).group(1))
        name = re.match(r"\w+ attacks (\w+)", self.text).group(1)
        target = self.players[self.names.index(name) + 1]
        self.holds("DNB-DIR-07", "no Dinosaur there", not any(target.slots.values()))

    def declare(self, actor, name):
        self.spend("Combat", actor, "DNB-CMB-02")
        active = self.players[actor].slots["active"]
        if not self.holds("DNB-CMB-06", "an Active Dinosaur", active):
            return None
        attacks = [a for a in self.content.dinosaurs[active.kind]["attacks"] if a["name"]["en"] == name]
        if not self.holds("DNB-ATK-01", f"an attack of {active.kind}", attacks, name):
            return None
        self.attack = attacks[0]
        paid = [self.content.card_named[re.match(r"\w+ discards (?:an? )?(.+?) \(card", e["text"]).group(1)]
                for e in self.played["events"] if e["kind"] == "discarded" and e["clause"] == "DNB-ATK-03"]
        symbols = "".join(letter for card in paid for letter, one in LETTERS.items() if one == card)
        self.holds("DNB-ATK-02", f"{self.attack['cost']} is paid", covers(self.attack["cost"], symbols), symbols)
        return {"attack": self.attack, "by": active, "damage": self.attack.get("damage", 0), "answer": None,
                "atk": self.content.dinosaurs[active.kind]["atk"] + self.attack.get("atk_bonus", 0)}

    def on_answered(self, actor, a, *_):
        """DNB-ATK-08: the attack on top comes up."""
        attacks = [thing for thing in self.waiting if thing[3]]
        if not self.holds("DNB-ATK-08", "an attack waits", attacks):
            return
        _, name, targets, fight = attacks[-1]
        fight["target"], fight["answer"] = self.dinosaur(), (None, "eva", "def")[a]
        self.holds("DNB-DEF-01", f"the target of {name} answers", fight["target"] in targets)
        flags = fight.get("attack", {})
        if a == 1:
            self.holds("DNB-DEF-10", "the attack may be evaded", not flags.get("no_evade"))
        if a == 2:
            self.holds("DNB-DEF-10", "the attack may be defended", not flags.get("no_defend"))

    def decided(self, stopped):
        """DNB-DEF-02 to DNB-DEF-04, where no effect has changed a figure of either side."""
        fight = self.fight
        if not fight or "target" not in fight or fight["target"] is None or fight.get("decided"):
            return
        fight["decided"] = True
        plain = fight["target"].printed and (fight["by"] is None or fight["by"].printed)
        if not plain:
            return
        value = self.content.dinosaurs[fight["target"].kind].get(fight["answer"] or "", -1)
        self.check("DNB-DEF-02" if fight["answer"] == "eva" else "DNB-DEF-03",
                   f"{fight['answer'] or 'pass'} {value} against ATK {max(0, fight['atk'])}",
                   fight["answer"] is not None and value >= max(0, fight["atk"]), stopped)

    def on_prevented(self, actor, a, b, *_):
        if self.clause in ("DNB-DEF-02", "DNB-DEF-03"):
            self.decided(True)
            if self.fight and self.fight["by"] and self.fight["by"].printed:
                self.check("DNB-ATK-10", "damage averted", self.fight["damage"], b)

    def on_damaged(self, actor, a, b, *_):
        dinosaur = self.dinosaur()
        if not dinosaur:
            return
        dinosaur.damage += b
        self.check("DNB-GEN-12", "damage is a multiple of 5", 0, b % 5)
        fight = self.fight
        if fight and fight.get("target") is dinosaur and not fight.get("decided") and "prevented" not in self.kinds:
            self.decided(False)
            if dinosaur.printed and (fight["by"] is None or fight["by"].printed):
                self.check("DNB-ATK-10", "damage of the attack", fight["damage"], b)

    def on_healed(self, actor, a, b, *_):
        dinosaur = self.dinosaur()
        if dinosaur:
            dinosaur.damage -= b
            self.holds("DNB-STR-06", "not above the printed Hit Points", dinosaur.damage >= 0)

    def on_hp_lost(self, actor, a, b, *_):
        dinosaur = self.dinosaur()
        if dinosaur:
            dinosaur.damage += b

    def on_effect_made(self, *_):
        player, slot = self.slot()
        if player and player.slots.get(slot):
            player.slots[slot].printed = False

    def on_knocked_out(self, actor, *_):
        kind = self.content.dino_named[re.match(r"(.+) of \w+ is knocked out", self.text).group(1)]
        player = self.players[actor]
        fallen = [s for s, d in player.slots.items() if d and d.kind == kind and
                  d.damage >= self.content.dinosaurs[kind]["hp"]]
        if not self.holds("DNB-KO-01", f"{kind} has no Hit Points left", fallen):
            return
        self.fallen[actor] += player.slots[fallen[0]].cards  # DNB-KO-07: they are told one by one
        player.slots[fallen[0]] = None
        self.gone = actor, kind

    def on_trophy_taken(self, actor, a, b, *_):
        owner, kind = self.gone
        named = self.content.dino_named[re.match(r"\w+ takes (.+) as a Trophy", self.text).group(1)]
        self.check("DNB-KO-03", "the Trophy", kind, named)
        self.check("DNB-KO-04", "who scores the knock-out", self.to_blame, actor)
        self.check("DNB-KO-06", "not the own player", False, actor == owner)
        self.players[actor].trophies[kind] += 1
        self.check("DNB-KO-03", "Trophies", sum(self.players[actor].trophies.values()), b)

    def on_dino_purged(self, actor, *_):
        owner, kind = self.gone
        self.check("DNB-KO-06", "who is responsible where nobody scores", owner, self.to_blame)
        self.dino_purgatory[kind] += 1

    def on_promoted(self, actor, *_):
        player = self.players[actor]
        self.check("DNB-KO-08", "the Active zone is empty", None, player.slots["active"])
        view = self.position["players"][self.names[actor - 1]]
        if self.played["verb"] == "promote":
            slot = re.search(r"(reserve) (\d)", self.played["choice"])
            slot = f"reserve_{slot.group(2)}" if slot else None
        else:
            slot = None
        standing = [s for s, d in player.slots.items() if d and s != "active"]
        if slot not in standing:
            slot = next((s for s in standing if player.slots[s].kind == view["active"].get("dinosaur")), None)
        if self.holds("DNB-KO-08", "a Reserve Dinosaur comes forward", slot):
            player.slots["active"], player.slots[slot] = player.slots[slot], None

    def on_switched(self, actor, *_):
        player, slot = self.slot(which=1)
        if self.holds("DNB-RET-01", "a Dinosaur of the Reserve", player and player.slots.get(slot)):
            player.slots["active"], player.slots[slot] = player.slots[slot], player.slots["active"]

    def on_retreat_declared(self, actor, *_):
        self.spend("Combat", actor, "DNB-RET-01")
        active = self.players[actor].slots["active"]
        under = [self.content.card_named[re.match(r"\w+ discards (?:an? )?(.+?) \(card", e["text"]).group(1)]
                 for e in self.played["events"] if e["kind"] == "discarded" and e["operands"][1] and
                 e["clause"] == "DNB-RET-02"]
        symbols = self.letters() + "".join(l for card in under for l, one in LETTERS.items() if one == card)
        cost = self.content.dinosaurs[active.kind]["retreat"]
        self.holds("DNB-RET-01", f"the cost {cost or 'nothing'}", covers(cost, symbols), symbols)

    def on_move_passed(self, actor, *_):
        self.spend("Combat", actor, "DNB-CMB-05")

    def on_assist_used(self, actor, *_):
        found = re.match(r"\w+ uses (.+?) of (.+?)(?: at .*)?$", self.text)
        kind = self.content.dino_named.get(found.group(2))
        self.check("DNB-AST-01", "whose turn it is", self.turn, actor)
        if kind:
            power = self.content.dinosaurs[kind]["assist"]["name"]["en"]
            self.check("DNB-AST-01", f"the Assist Power of {kind}", power, found.group(1))

    # ---- the end ----

    def on_game_over(self, actor, *_):
        self.over = (actor, self.clause)

    def end(self, record):
        if "outcome" not in record or record["outcome"]["clause"].startswith("DNB-OPT"):
            return
        self.holds("DNB-END-01", "the end was told", self.over)
        outcome, seats = record["outcome"], range(1, self.seats + 1)
        score = {s: sum(self.players[s].trophies.values()) for s in seats}
        three = [s for s in seats if score[s] >= self.options["knock_outs"]]
        if three:
            self.check("DNB-END-01", "who wins", three, outcome["winners"])
            self.check("DNB-END-01", "the rule that ends the game", "DNB-END-01", outcome["clause"])
            return
        owned = {s: self.owned(self.players[s]) for s in seats}
        points = {s: sum(max(0, self.content.dinosaurs[d.kind]["hp"] - d.damage)
                         for d in self.players[s].slots.values() if d) for s in seats}
        rank = {s: (owned[s]["wound"], -score[s], owned[s]["poison"] + owned[s]["paralyze"], -points[s]) for s in seats}
        self.check("DNB-END-05", f"who wins, by Wounds, knock-outs, other Status Cards and Hit Points {rank}",
                   [s for s in seats if rank[s] == min(rank.values())], outcome["winners"])
        if outcome["clause"] == "DNB-END-02":
            self.check("DNB-END-02", "Wounds left", 0, self.supply["wound"])
        if outcome["clause"] == "DNB-END-04":
            self.check("DNB-END-04", "the last round", self.options["round_limit"], self.round)

    def owned(self, player):
        return sum((getattr(player, pile) for pile in PILES), Counter())


def plans(program):
    program.dino = Content(program)
    kingdoms, out = program.dino.kingdoms, []
    for number in range(240):
        seats = 2 + number % 3
        players = [("greedy", "random")[(number + seat) % 2 if number % 4 == 3 else 0] for seat in range(seats)]
        options = {"kingdom": kingdoms[number % len(kingdoms)]} if number % 3 else {"setup": "balanced_random"}
        if number % 7 == 6:
            options |= {"attack_payment": "attacker_only", "knock_outs": 2}
        out.append(Plan("dino_battles", number, players, **options))
    return out


if __name__ == "__main__":
    main("dino_battles", plans, Referee)
