"""A referee of RISK Cybertron, written from content/risk_cybertron/rules.md."""
from record import Plan, main

PHASES = ["leaders", "claim", "deploy", "place", "transform", "attack", "reinforce", "draw", "over"]
ATTACK_BONUS, DEFENCE_BONUS = {"bumblebee", "megatron"}, {"optimus_prime", "barricade"}  # RSK-LDR-02, RSK-LDR-03
# Upgrade cards by the window they are for (RSK-CRD-09) and the side that may play them; the effects are in `play`.
WINDOWS = {
    "mass_production": "phase1_cards", "lockdown_initiators": "phase1_cards", "forward_foundry": "phase1_cards",
    "salvage_beacon": "phase1_cards", "overdrive_factory": "phase1_cards", "rapid_redeployment": "phase2",
    "quick_shift": "before_commit", "plasma_cannons": "before_roll", "heavy_ordnance": "before_roll",
    "targeting_array": "before_roll", "overwhelming_force": "before_roll", "energon_surge": "before_roll",
    "signal_jammer": "before_commit", "emp_strike": "before_commit", "scrap_recovery": "after_capture",
    "recalibrated_optics": "after_roll", "force_shield": "before_roll", "reactive_armour": "before_commit",
    "emergency_bulkheads": "before_commit"}
ATTACKER_ONLY = {"plasma_cannons", "heavy_ordnance", "overwhelming_force", "energon_surge", "signal_jammer",
                 "emp_strike", "scrap_recovery"}
DEFENDER_ONLY = {"force_shield", "reactive_armour", "emergency_bulkheads"}

# The event that tells what was chosen, and the clause of the choice.
TOLD = {"lead": (["leader_chosen"], "RSK-MOD-07"), "claim": (["claimed"], "RSK-SET-05"),
        "place": (["placed"], "RSK-P1-12"), "play": (["card_played"], "RSK-CRD-01"),
        "revive": (["revived"], "RSK-P1-16"), "transform": (["transformed"], "RSK-P2-04"),
        "attack": (["attack_declared"], "RSK-ATK-02"),
        "use": (["attackers_announced", "defenders_announced"], "RSK-ATK-11"),
        "add_bonus": (["bonus_added"], "RSK-DIC-10"), "move_in": (["moved_in"], "RSK-RES-03"),
        "jump": (["jumped"], "RSK-LDR-06"), "give": (["given"], "RSK-TEAM-02")}


class Side:
    """One side of an attack."""

    def __init__(self, seat, zone):
        self.seat, self.zone = seat, zone
        self.units, self.leader, self.losses = 0, False, 0
        self.dice, self.bonus = [], []


class Attack:
    def __init__(self, attacker, defender, far):
        self.attacker, self.defender, self.far = attacker, defender, far
        self.stage, self.compared, self.over, self.captured = "before_commit", 0, False, False

    def side(self, seat):
        return self.attacker if seat == self.attacker.seat else self.defender


class Referee:
    def __init__(self, program, tally, record):
        self.tally, self.check, self.holds = tally, tally.check, tally.holds
        table = content(program)
        self.figures, self.zones, self.sectors, self.cards, self.leaders, self.links = table
        self.special = {z["id"]: z for z in self.zones.values() if "special" in z}
        self.seats = record["seats"]
        everybody = range(1, self.seats + 1)
        self.owner, self.robots = {z: 0 for z in self.zones}, {z: 0 for z in self.zones}
        self.open = {}
        self.who, self.stands, self.mode = ({s: None for s in everybody} for _ in range(3))
        self.pile = {s: 0 for s in everybody}
        self.hand = {s: set() for s in everybody}
        self.draw, self.discards = [], []
        self.eliminated = []
        self.first = self.turn = self.last_claim = 0
        self.day, self.phase, self.asked = 0, "leaders", None
        self.attack, self.effects, self.shields, self.failed = None, [], set(), set()
        self.begin_record()
        self.over = self.placing = None
        self.quick, self.comparisons_due = False, 0

    def begin_record(self):
        """What is limited per turn."""
        self.turned = self.reinforced = self.jumped = self.captured = self.early = self.transforms = 0
        self.drawn, self.attacks, self.free_revival = 0, 0, 0
        self.factor, self.output_factor, self.output_cap = 1, 1, self.figures["factory_cap"]
        self.expected_gain, self.told_sectors, self.told_factories, self.told_income = 0, set(), set(), False
        self.early_allowed = self.further_gain = 0
        self.told_leader = 0

    # ---- the board ----

    def in_play(self, zone):
        under = self.zones[zone].get("under")
        return under is None or self.open[under]

    def units(self, zone):
        leader = self.owner[zone] and self.stands[self.owner[zone]] == zone
        return self.robots[zone] + (1 if leader else 0)

    def held(self, seat):
        return {z for z in self.zones if self.owner[z] == seat}

    def neighbours(self, zone):
        """RSK-MAP-01 to RSK-MAP-06."""
        out = set()
        for a, b, kind in self.links:
            if zone not in (a, b):
                continue
            if kind == "gate" and not self.open[a]:
                continue
            if kind == "hatch" and not self.open[b]:
                continue
            out.add(b if zone == a else a)
        return out

    def mate(self, seat):
        return (seat + 1) % 4 + 1 if self.seats == 4 else 0

    def connected(self, seat, start, goal):
        """RSK-P4-03, RSK-TEAM-01."""
        seen, todo = {start}, [start]
        while todo:
            for zone in self.neighbours(todo.pop()) - seen:
                if self.owner[zone] in (seat, self.mate(seat)) and self.owner[zone]:
                    seen.add(zone)
                    todo.append(zone)
        return goal in seen

    def sector_zones(self, sector):
        return {z for z, data in self.zones.items() if data["sector"] == sector and self.in_play(z)}

    def next_seat(self, seat, wanted):
        for step in range(1, self.seats + 1):
            candidate = (seat - 1 + step) % self.seats + 1
            if wanted(candidate):
                return candidate
        return 0

    def spare(self, seat):
        """RSK-GEN-08: pieces left in the scrapheap."""
        if not self.supply_limit:
            return 10 ** 6
        used = sum(self.robots[z] for z in self.held(seat)) + self.pile[seat]
        return self.supply_limit - used - (1 if seat == self.first and self.day else 0)

    # ---- one choice ----

    def choice(self, played):
        position = played["position"]
        self.names = list(position["players"])
        if played["number"] == 0:
            self.supply_limit = position["options"]["supply_limit"]
            self.days = position["options"]["days"]
            self.truce = position["options"]["first_day_truce"]
            self.alone = position["options"]["megatron_lands_alone"]
            self.dealt_option = position["options"]["deal_zones"]
            self.pivots_open = position["options"]["pivots_start_open"]
            self.open = {z: False for z, data in self.special.items() if data["special"] != "factory"}
        else:
            self.check("RSK-TRN-04", "who was asked", self.asked, played["seat_number"])
        self.position, self.phase_before = position, self.phase
        if played.get("verb") == "continue":
            self.settle_roll()
            self.holds("RSK-RES-04", "both zones hold units", self.units(self.attack.defender.zone) >= 1 and
                       self.units(self.attack.attacker.zone) >= 2)
            self.attack.stage = "before_commit"
        for event in played["events"]:
            self.holds("RSK-RES-14", "nothing is told after the end of the game", self.over is None or
                       event["kind"] == "note", event["text"])
            handler = getattr(self, "on_" + event["kind"], None)
            self.clause, self.text = event["clause"], event["text"]
            if handler:
                handler(event["actor"], *event["operands"])
        if played["number"]:
            self.told(played)
        self.asked = played["asks"]["seat_number"] if "asks" in played else None
        self.compare(position)

    def told(self, played):
        """What was chosen is what happened."""
        kind, clause = TOLD.get(played["verb"], (None, None))
        if kind is None or (played["verb"] == "place" and self.phase_before != "place"):
            return
        first = next((e for e in played["events"] if e["kind"] in kind), None)
        if not self.holds(clause, "the choice is told", first):
            return
        width = 1 if played["verb"] in ("jump", "give", "use", "add_bonus", "lead", "claim", "play") else 2
        told = first["operands"][1:2] if played["verb"] == "jump" else first["operands"][:width]
        if played["verb"] == "transform":
            told = [first["operands"][2], first["operands"][0]]
        if played["verb"] == "move_in":
            told, width = first["operands"][1:2], 1
        self.check(clause, "what was chosen", played["operands"][:width], told)
        self.check(clause, "who chose", played["seat_number"], first["actor"])

    def compare(self, position):
        name = lambda seat: self.names[seat - 1] if seat else "none"
        zones = position["zones"]
        self.tally.table("RSK-GEN-02", "who controls {}", {z: name(s) for z, s in self.owner.items()},
                         {z: there["owner"] for z, there in zones.items()})
        self.tally.table("RSK-GEN-07", "robots on {}", self.robots, {z: there["robots"] for z, there in zones.items()})
        if self.day and not self.over and not (self.attack and self.attack.captured):
            empty = [z for z in self.zones if not self.robots[z] and self.in_play(z) and not self.units(z)]
            self.check("RSK-GEN-04", "empty zones", [], empty)
        for seat in range(1, self.seats + 1):
            there = position["players"][name(seat)]
            self.check("RSK-LDR-18", "where the leader stands", self.stands[seat] or "none", there["leader"]["zone"])
            if self.stands[seat]:
                self.check("RSK-LDR-01", "mode of the leader", self.mode[seat], there["leader"]["mode"])
            self.check("RSK-P1-12", "operational robots", self.pile[seat], there["operational"])
            self.check("RSK-CRD-08", "hand", sorted(self.hand[seat]), sorted(there["hand"]))
            self.check("RSK-RES-09", "eliminated", seat in self.eliminated, there["eliminated"])
            self.check("RSK-P1-02", "zones", len(self.held(seat)), there["zones"])
        for zone, is_open in self.open.items():
            self.check("RSK-P2-08", f"{zone} is open", is_open, position["special_zones"][zone]["open"])
        self.check("RSK-CRD-08", "discard pile", self.discards, position["discard_pile"])
        self.check("RSK-SET-11", "draw pile", self.draw, position["draw_pile"])
        self.check("RSK-DAY-03", "day", self.day or position["day"], position["day"])
        if self.day:
            self.check("RSK-TRN-04", "whose turn it is", name(self.turn), position["turn"])
            record = position["this_turn"]
            self.check("RSK-P5-01", "captured this turn", self.captured, record["captured"])
            self.check("RSK-LDR-07", "jumped", self.jumped, record["jumped"])
            if not self.over:
                self.check("RSK-TRN-01", "phase", self.phase, position["phase"])
            self.compare_dice(position["attack"])

    def compare_dice(self, shown):
        if not self.attack or not shown["open"] or self.attack.stage != "after_roll":
            return
        for side, label in ((self.attack.attacker, "attacker"), (self.attack.defender, "defender")):
            dice = [shown[label][f"die_{i}"] for i in (1, 2, 3)]
            sides = sorted(die["sides"] for die in dice if die["sides"])
            eight = self.eight_sided(side)
            self.check("RSK-DIC-02", f"dice of the {label}", [6] * (side.units - eight) + [8] * eight, sides)
            self.check("RSK-DIC-12", f"values of the {label}", [v + b for v, b in zip(side.dice, side.bonus)],
                       [die["value"] + die["bonus"] for die in dice if die["sides"]])

    # ---- set-up ----

    def zone(self, number):
        return list(self.zones)[number]

    def card(self, number):
        return list(self.cards)[number]

    def on_first_player(self, actor, *_):
        self.first = actor

    def on_leader_chosen(self, actor, a, *_):
        leader = list(self.leaders)[a]
        taken = [self.who[s] for s in self.who if self.who[s]]
        self.holds("RSK-MOD-06", "the leader was free", leader not in taken, leader)
        self.who[actor] = leader
        factions = [self.leaders[w]["faction"] for w in taken + [leader]]
        most = {2: {"autobot": 1, "decepticon": 1}, 3: {"autobot": 1, "decepticon": 2},
                4: {"autobot": 2, "decepticon": 2}}[self.seats]
        for faction, count in most.items():
            self.holds(f"RSK-MOD-0{self.seats}", f"{faction} leaders", factions.count(faction) <= count)
        if self.seats == 4 and self.who[self.mate(actor)]:
            self.check("RSK-MOD-07", "faction of team-mates", self.leaders[self.who[self.mate(actor)]]["faction"],
                       self.leaders[leader]["faction"])

    def on_army_placed(self, actor, a, *_):
        zone = self.zone(a)
        for special in self.open:  # RSK-SET-01, RSK-SET-02
            self.open[special] = self.special[special]["special"] == "pivot" and self.pivots_open
        self.check("RSK-SET-04", "start zone", self.leaders[self.who[actor]]["start_zone"], zone)
        self.owner[zone], self.robots[zone] = actor, 1
        self.stands[actor], self.mode[actor] = zone, "robot"
        self.pile[actor] = self.figures["starting_robots"] - 1

    def claim(self, actor, zone, clause):
        expected = self.next_seat(self.last_claim, lambda s: True) if self.last_claim else self.first
        self.check(clause, "who claims", expected, actor)
        self.check("RSK-SET-06", f"{zone} is free", 0, self.owner[zone])
        self.holds("RSK-MAP-09", "no factory is claimed", self.in_play(zone), zone)
        self.owner[zone], self.robots[zone] = actor, 1
        self.pile[actor] -= 1
        self.last_claim = actor

    def on_claimed(self, actor, a, *_):
        self.claim(actor, self.zone(a), "RSK-SET-05")

    def on_dealt(self, actor, a, *_):
        self.holds("RSK-SET-13", "zones are dealt only by the option", self.dealt_option)
        self.claim(actor, self.zone(a), "RSK-SET-13")

    def on_deployed(self, actor, a, *_):
        zone = self.zone(a)
        self.check("RSK-SET-07", "who deploys", self.next_seat(self.last_claim, lambda s: self.pile[s] > 0), actor)
        self.check("RSK-SET-07", f"whose zone {zone} is", actor, self.owner[zone])
        free = [z for z in self.zones if self.in_play(z) and not self.owner[z]]
        self.check("RSK-SET-05", "free zones", [], free)
        self.robots[zone] += 1
        self.pile[actor] -= 1
        self.last_claim = actor

    # ---- days and turns ----

    def on_day_begins(self, actor, a, *_):
        self.check("RSK-DAY-03", "day", self.day + 1, a)
        if self.day == 0:
            self.check("RSK-SET-07", "robots left to place", {s: 0 for s in self.pile}, self.pile)
        self.day, self.turn = a, 0
        self.phase = "draw"

    def on_turn_begins(self, actor, a, *_):
        alive = lambda s: s not in self.eliminated
        expected = self.next_seat(self.turn, alive) if self.turn else (
            self.first if alive(self.first) else self.next_seat(self.first, alive))
        self.check("RSK-TRN-04", "whose turn begins", expected, actor)
        self.check("RSK-TRN-05", "day of the turn", self.day, a)
        if self.turn:
            self.holds("RSK-TRN-05", "the day has not ended",
                       (actor - self.first) % self.seats > (self.turn - self.first) % self.seats)
        self.turn, self.phase = actor, "draw"
        self.begin_record()

    def on_phase_begins(self, actor, a, *_):
        phase = PHASES[a]
        self.check("RSK-TRN-01", "whose phase begins", self.turn, actor)
        if phase == "place":
            self.check("RSK-TRN-03", "phase before the first", "draw", self.phase)
        else:
            self.check("RSK-TRN-03", "phase before this one", PHASES[a - 1], self.phase)
        if phase == "transform":
            self.check("RSK-P1-13", "robots left to place", 0, self.pile[actor])
            self.holds("RSK-P1-02", "step A was told", self.told_income)
            self.factor = self.output_factor = 1
        if self.phase == "attack":
            self.attack, self.effects = None, []
            self.shields, self.failed = set(), set()
        if phase == "draw":
            self.drawn = 0
        self.phase = phase

    # ---- phase 1 ----

    def on_income(self, actor, a, b, *_):
        zones = len(self.held(actor))
        robots = 7 if zones == 23 else max(3, zones // 3)
        self.check("RSK-P1-02", "zones", zones, a)
        self.check("RSK-P1-03", "robots of step A", robots, b)
        self.expected_gain, self.told_income = b, True

    def on_sector_bonus(self, actor, a, b, *_):
        sector = list(self.sectors)[a]
        self.holds("RSK-P1-07", f"{sector} is held", self.sector_zones(sector) <= self.held(actor))
        self.check("RSK-P1-19", f"bonus of {sector}", self.sectors[sector] * self.factor, b)
        self.told_sectors.add(sector)
        self.expected_gain = b

    def on_factory_output(self, actor, a, b, *_):
        zone = self.zone(a)
        self.holds("RSK-P1-11", f"{zone} is open", self.in_play(zone))
        self.check("RSK-P1-10", f"robots of {zone}",
                   min(self.units(zone) * self.output_factor, self.output_cap), b)
        self.check("RSK-P1-10", f"who controls {zone}", actor, self.owner[zone])
        self.told_factories.add(zone)
        self.expected_gain = b

    def on_robots_gained(self, actor, a, b, *_):
        self.check("RSK-GEN-08", "robots gained", min(self.expected_gain, self.spare(actor)), a)
        self.pile[actor] += a
        self.check("RSK-P1-12", "robots in the pile", self.pile[actor], b)
        self.expected_gain, self.further_gain = self.further_gain, 0

    def end_of_steps(self, actor):
        """Before step E: steps C and D have given everything they give."""
        if self.phase != "place":
            return
        held = {s for s in self.sectors if self.sector_zones(s) <= self.held(actor)}
        if not self.told_placing:
            self.check("RSK-P1-08", "sectors held", held, self.told_sectors)
            self.check("RSK-P1-10", "factories held", {z for z in self.zones if "under" in self.zones[z] and
                                                       self.owner[z] == actor}, self.told_factories)

    @property
    def told_placing(self):
        return self.placing == (self.day, self.turn)

    def on_placed(self, actor, a, b, *_):
        zone = self.zone(a)
        if self.clause == "RSK-P2-10":
            self.check("RSK-P2-10", "robots in a factory that opens", 1, b)
            self.holds("RSK-GEN-08", "a spare piece", self.spare(actor) >= 1)
            self.owner[zone], self.robots[zone] = actor, b
            return
        self.check("RSK-TRN-01", "phase of placing", "place", self.phase)
        self.end_of_steps(actor)
        self.placing = (self.day, self.turn)
        self.check("RSK-P1-14", f"whose zone {zone} is", actor, self.owner[zone])
        self.holds("RSK-P1-12", "robots placed", 1 <= b <= self.pile[actor], b)
        self.pile[actor] -= b
        self.robots[zone] += b

    def on_revived(self, actor, a, b, c, *_):
        zone = self.zone(a)
        self.end_of_steps(actor)
        self.placing = (self.day, self.turn)
        self.check("RSK-P1-17", "the leader lies in the scrapheap", None, self.stands[actor])
        self.check("RSK-P1-14", f"whose zone {zone} is", actor, self.owner[zone])
        self.check("RSK-P1-20", "cost of the revival", 0 if self.free_revival else self.figures["revive_cost"], c)
        self.pile[actor] -= c
        self.holds("RSK-P1-17", "robots left", self.pile[actor] >= 0)
        self.stands[actor], self.mode[actor] = zone, ["robot", "vehicle"][b]

    # ---- cards ----

    def on_card_played(self, actor, a, *_):
        card = self.card(a)
        upgrade = self.cards[card]["upgrade"]
        self.holds("RSK-CRD-16", f"{card} was in the hand", card in self.hand[actor])
        self.hand[actor].discard(card)
        self.discards.insert(0, card)
        window = WINDOWS.get(upgrade)
        now = {"place": "phase1_cards", "transform": "phase2"}.get(self.phase)
        if self.attack:
            now = self.attack.stage
            self.holds("RSK-CRD-04", "attacker or defender", actor in (self.attack.attacker.seat,
                                                                       self.attack.defender.seat))
            role = "attacker" if actor == self.attack.attacker.seat else "defender"
            self.holds("RSK-CRD-11", f"{upgrade} is for the {role}",
                       upgrade not in (DEFENDER_ONLY if role == "attacker" else ATTACKER_ONLY))
        else:
            self.check("RSK-CRD-11", "who plays", self.turn, actor)
        self.check("RSK-CRD-11", f"window of {upgrade}", window, now)
        self.play(actor, card, upgrade)

    def play(self, actor, card, upgrade):
        if upgrade == "mass_production":
            self.expected_gain = 3
        elif upgrade == "forward_foundry":  # RSK-CRD-03: two more for who controls the card's zone
            self.expected_gain = 2
            self.further_gain = 2 if self.owner[self.cards[card]["zone"]] == actor else 0
        elif upgrade == "lockdown_initiators":
            self.factor *= 2
        elif upgrade == "overdrive_factory":
            self.output_factor, self.output_cap = self.output_factor * 2, 6
        elif upgrade == "salvage_beacon":
            self.check("RSK-P1-20", "the leader lies in the scrapheap", None, self.stands[actor])
            self.free_revival = 1
        elif upgrade == "rapid_redeployment":
            self.early_allowed += 1
        elif upgrade == "emp_strike":
            self.holds("RSK-CRD-11", "two units on the target", self.units(self.attack.defender.zone) >= 2)
            self.attack.defender.losses += 1
        elif upgrade == "emergency_bulkheads":
            self.shields.add(self.attack.defender.zone)
            self.attack.over = True
        elif upgrade == "scrap_recovery":
            self.recovery = min(2, self.spare(actor))
        elif upgrade == "quick_shift":
            self.holds("RSK-CRD-11", "the leader stands there",
                       self.stands[actor] == self.attack.side(actor).zone)
            self.quick = True
        if upgrade in ("plasma_cannons", "heavy_ordnance", "targeting_array", "overwhelming_force", "energon_surge",
                       "signal_jammer", "force_shield", "reactive_armour"):
            self.effects.append((upgrade, actor, "turn" if upgrade == "energon_surge" else "attack"))

    def on_flipped(self, actor, a, b, *_):
        self.check("RSK-LDR-01", "whose leader turns", self.who[actor], list(self.leaders)[a])
        self.holds("RSK-P2-03", "the leader stands on the board", self.stands[actor])
        if self.quick:
            self.quick = False
        else:
            self.check("RSK-P2-01", "phase", "transform", self.phase)
            self.check("RSK-P2-02", "turned before in this phase", 0, self.turned)
            self.turned += 1
        self.mode[actor] = {"robot": "vehicle", "vehicle": "robot"}[self.mode[actor]]
        self.check("RSK-P2-01", "mode", self.mode[actor], ["robot", "vehicle"][b])

    def on_transformed(self, actor, a, b, c, *_):
        zone, card = self.zone(a), self.card(c)
        self.check("RSK-P2-20", "phase", "transform", self.phase)
        self.check("RSK-P2-20", "whose turn it is", self.turn, actor)
        self.holds("RSK-P2-05", "the card has the symbol and is held",
                   self.cards[card].get("transform") and card in self.hand[actor], card)
        self.holds("RSK-P2-04", "a zone of the sector is held",
                   any(self.zones[z]["sector"] == self.zones[zone]["sector"] for z in self.held(actor)))
        self.hand[actor].discard(card)
        self.discards.insert(0, card)
        self.open[zone] = not self.open[zone]
        self.check("RSK-P2-08", f"{zone} is open", self.open[zone], b == 1)
        self.transforms += 1

    def on_crushed(self, actor, a, b, *_):
        factory = self.zone(a)
        self.check("RSK-P2-11", f"units in {factory}", self.units(factory), b)
        self.check("RSK-P2-11", "whose units", self.owner[factory], actor)
        self.told_leader = actor if self.stands[actor] == factory else 0
        self.clear(factory)
        self.holds("RSK-P2-18", "the active player keeps a unit", self.held(self.turn))

    def clear(self, zone):
        seat = self.owner[zone]
        if seat and self.stands[seat] == zone:
            self.stands[seat] = None
        self.owner[zone], self.robots[zone] = 0, 0

    # ---- attacks ----

    def on_attack_declared(self, actor, a, b, *_):
        source, target = self.zone(a), self.zone(b)
        self.check("RSK-TRN-01", "phase", "attack", self.phase)
        self.check("RSK-ATK-03", f"whose zone {source} is", actor, self.owner[source])
        self.holds("RSK-ATK-03", "two units on the source", self.units(source) >= 2)
        self.holds("RSK-ATK-05", "an enemy's zone", self.owner[target] not in (0, actor, self.mate(actor)))
        self.holds("RSK-ATK-13", f"{target} is not shielded", target not in self.shields)
        self.holds("RSK-MAP-06", f"{target} is in play", self.in_play(target))
        if source in self.failed:
            self.holds("RSK-RES-07", "a second unit", self.units(source) >= 2)
        if self.truce and self.day == 1:
            self.holds("RSK-OPT-01", "not the first player", actor != self.first)
        far = target not in self.neighbours(source)
        if far:
            self.holds("RSK-ATK-04", f"{target} is adjacent to {source}",
                       self.who[actor] == "megatron" and self.mode[actor] == "vehicle" and
                       self.stands[actor] == source)
        self.attack = Attack(Side(actor, source), Side(self.owner[target], target), far)
        self.attacks += 1

    def cap(self, side):
        """RSK-ATK-14, RSK-ATK-16."""
        attack = self.attack
        if side is attack.attacker:
            caps = [2 for upgrade, _, _ in self.effects if upgrade == "reactive_armour"]
            return min([3, self.units(side.zone) - 1] + caps)
        caps = [1 for upgrade, _, _ in self.effects if upgrade == "signal_jammer"]
        seat = attack.attacker.seat
        if self.who[seat] == "barricade" and self.mode[seat] == "vehicle" and attack.attacker.leader:
            caps.append(1)
        return min([2, self.units(side.zone)] + caps)

    def announce(self, actor, units, leader):
        side = self.attack.side(actor)
        clause = "RSK-ATK-07" if side is self.attack.attacker else "RSK-ATK-09"
        self.holds(clause, "units announced", 1 <= units <= self.cap(side), f"{units} of {self.cap(side)}")
        self.holds("RSK-ATK-08", "the leader is there", not leader or self.stands[actor] == side.zone)
        self.holds("RSK-ATK-17", "robots there", units - (1 if leader else 0) <= self.robots[side.zone])
        if self.attack.far and side is self.attack.attacker:
            self.check("RSK-LDR-12", "a far attack", (1, True), (units, bool(leader)))
        side.units, side.leader, side.dice, side.bonus = units, bool(leader), [], []

    def settle_roll(self):
        """Between rolls: both sides have taken the losses of the last one."""
        for side, label in ((self.attack.attacker, "attacker"), (self.attack.defender, "defender")):
            self.check("RSK-DIC-07", f"losses still owed by the {label}", 0, side.losses)

    def on_attackers_announced(self, actor, a, _b, _c, d):
        self.check("RSK-ATK-02", "who attacks", self.attack.attacker.seat, actor)
        self.holds("RSK-ATK-15", "the attack is not over", not self.attack.over and not self.attack.captured)
        self.check("RSK-RES-04", "units are announced", "before_commit", self.attack.stage)
        self.announce(actor, a, d)
        self.attack.stage = "announced"

    def on_defenders_announced(self, actor, a, _b, _c, d):
        self.check("RSK-ATK-11", "the attacker announced first", "announced", self.attack.stage)
        self.check("RSK-ATK-09", "who defends", self.attack.defender.seat, actor)
        self.announce(actor, a, d)
        self.attack.stage = "before_roll"

    def eight_sided(self, side):
        """RSK-DIC-02, RSK-CRD-13: the leader's die, and robots by cards."""
        robots, count = side.units - (1 if side.leader else 0), 0
        for upgrade, actor, _ in self.effects:
            if actor != side.seat:
                continue
            if upgrade == "plasma_cannons" or (upgrade == "energon_surge" and side.units >= 2):
                count += 1
            if upgrade in ("heavy_ordnance", "force_shield"):
                count += robots
        return min(count, robots) + (1 if side.leader else 0)

    def bonuses(self, side):
        names = ATTACK_BONUS if side is self.attack.attacker else DEFENCE_BONUS
        own = side.leader and self.who[side.seat] in names and self.mode[side.seat] == "robot"
        return (1 if own else 0) + sum(1 for u, actor, _ in self.effects
                                       if u == "targeting_array" and actor == side.seat)

    def on_dice_rolled(self, actor, a, b, c, *_):
        side = self.attack.side(actor)
        dice = [value for value in (a, b, c) if value]
        self.check("RSK-DIC-01", "dice", side.units, len(dice))
        self.check("RSK-DIC-04", "order of the dice", sorted(dice, reverse=True), dice)
        self.holds("RSK-DIC-02", "dice above 6", sum(v > 6 for v in dice) <= self.eight_sided(side), dice)
        self.holds("RSK-DIC-02", "dice above 8", all(1 <= v <= 8 for v in dice), dice)
        side.dice, side.bonus = dice, [0] * len(dice)
        self.attack.compared = 0
        if self.attack.attacker.dice and self.attack.defender.dice:
            self.attack.stage = "after_roll"

    def on_die_rerolled(self, actor, a, b, *_):
        side = self.attack.side(actor)
        self.check("RSK-CRD-09", "window of a reroll", "after_roll", self.attack.stage)
        if self.holds("RSK-CRD-07", f"a die shows {a}", a in side.dice, side.dice):
            side.dice.remove(a)
        side.dice = sorted(side.dice + [b], reverse=True)

    def on_bonus_added(self, actor, a, b, *_):
        side = self.attack.side(actor)
        if not self.holds("RSK-DIC-10", "the die was rolled", 1 <= a <= len(side.dice), a):
            return
        side.bonus[a - 1] += 1
        self.check("RSK-DIC-10", f"die {a}", side.dice[a - 1] + side.bonus[a - 1], b)
        self.holds("RSK-DIC-15", "bonuses used", sum(side.bonus) <= self.bonuses(side), sum(side.bonus))

    def on_compared(self, actor, a, b, *_):
        attack, place = self.attack, self.attack.compared
        pairs = min(len(attack.attacker.dice), len(attack.defender.dice), 2)
        if not self.holds("RSK-DIC-06", "comparisons", place < pairs, place + 1):
            return
        mine = attack.attacker.dice[place] + attack.attacker.bonus[place]
        theirs = attack.defender.dice[place] + attack.defender.bonus[place]
        self.check("RSK-DIC-12", "dice compared", (mine, theirs), (a, b))
        ties = any(u == "overwhelming_force" for u, _, _ in self.effects)
        winner = attack.attacker if mine > theirs or (mine == theirs and ties) else attack.defender
        self.check("RSK-DIC-05", "who wins the comparison", winner.seat, actor)
        (attack.defender if winner is attack.attacker else attack.attacker).losses += 1
        attack.compared += 1
        attack.stage = "rolled"
        self.comparisons_due = pairs

    def on_unit_lost(self, actor, a, b, c, *_):
        zone = self.zone(a)
        if self.told_leader == actor:  # he was scrapped with all units of a zone
            self.told_leader = 0
            self.check("RSK-P2-12", "the leader is told", 1, c)
            return
        self.check("RSK-DIC-07", "whose unit is lost", self.owner[zone], actor)
        if self.attack:
            side = self.attack.side(actor)
            self.check("RSK-DIC-07", "where it is lost", side.zone, zone)
            side.losses -= 1
            self.holds("RSK-DIC-07", "a loss was due", side.losses >= 0)
        self.check("RSK-DIC-08", "the leader goes last", self.robots[zone] == 0, c == 1)
        if c:
            self.stands[actor] = None
        else:
            self.robots[zone] -= 1

    def on_leader_retreats(self, actor, a, b, *_):
        start, refuge = self.zone(a), self.zone(b)
        self.check("RSK-LDR-09", "who retreats", ("bumblebee", "vehicle"), (self.who[actor], self.mode[actor]))
        self.check("RSK-LDR-09", "whose refuge", actor, self.owner[refuge])
        self.holds("RSK-LDR-17", "the refuge is adjacent", refuge in self.neighbours(start))
        self.check("RSK-DIC-08", "robots left there", 0, self.robots[start])
        self.attack.defender.losses -= 1
        self.stands[actor] = refuge

    def on_captured(self, actor, a, b, *_):
        zone = self.zone(a)
        self.check("RSK-RES-01", "units left on the target", 0, self.units(zone))
        self.check("RSK-RES-01", "the zone under attack", self.attack.defender.zone, zone)
        self.check("RSK-RES-01", "who lost it", self.attack.defender.seat, b + 1)
        self.check("RSK-DIC-14", "comparisons made", self.comparisons_due, self.attack.compared)
        self.settle_roll()
        self.attack.captured, self.attack.stage = True, "after_capture"
        self.captured += 1
        self.owner[zone] = actor
        self.recovery = 0

    def on_moved_in(self, actor, a, b, _c, d):
        zone, side = self.zone(a), self.attack.attacker
        self.check("RSK-RES-01", "the zone under attack", self.attack.defender.zone, zone)
        there = self.units(side.zone)
        self.holds("RSK-RES-03", "units that move in", side.units <= b <= there - 1, f"{b} of {there}")
        self.holds("RSK-RES-02", "a leader who fought moves in", d or not side.leader)
        if self.attack.far and self.alone:
            self.check("RSK-OPT-04", "units that move in", 1, b)
        if not any(self.held(s) for s in range(1, self.seats + 1) if s not in (actor, self.mate(actor))):
            self.check("RSK-RES-14", "only the units used move in", side.units, b)
        self.shift(actor, side.zone, zone, b, d)

    def shift(self, actor, source, target, units, leader):
        if leader:
            self.check("RSK-LDR-18", "where the leader stands", source, self.stands[actor])
            self.stands[actor] = target
        self.robots[source] -= units - (1 if leader else 0)
        self.robots[target] += units - (1 if leader else 0)
        self.holds("RSK-GEN-04", f"{source} keeps a unit", self.units(source) >= 1 and self.robots[source] >= 0)

    def on_robots_created(self, actor, a, b, *_):
        zone = self.zone(a)
        if self.clause.startswith("RSK-DAY"):
            self.check("RSK-DAY-02", "robots of the Matrix", min(self.figures["matrix_robots"], self.spare(actor)), b)
            self.check("RSK-DAY-02", f"who controls {zone}", self.owner[zone], actor)
        elif self.clause.startswith("RSK-TEAM"):
            self.check("RSK-TEAM-03", "robots of a zone received", 1, b)
            self.owner[zone] = actor
        elif self.attack and self.attack.captured:
            self.check("RSK-CRD-07", "robots of Scrap Recovery", self.recovery, b)
        else:
            self.holds("RSK-GEN-07", "a cause of these robots", False, self.text)
        self.robots[zone] += b

    def on_attack_ends(self, actor, a, b, *_):
        self.settle_roll()
        source = self.attack.attacker.zone
        if not self.attack.captured:
            self.holds("RSK-RES-01", "the target holds units", self.units(self.attack.defender.zone) > 0)
            if self.units(source) == 1 and not self.attack.over:
                self.failed.add(source)
        if not self.attack.over:
            self.check("RSK-ATK-15", "comparisons made", self.comparisons_due, self.attack.compared)
        self.effects = [e for e in self.effects if e[2] == "turn"]
        self.attack = None

    def on_eliminated(self, actor, *_):
        self.check("RSK-RES-09", "zones of the eliminated player", set(), self.held(actor))
        self.check("RSK-RES-10", "where the leader stands", None, self.stands[actor])
        self.eliminated.append(actor)
        self.draw += sorted(self.hand[actor])
        self.hand[actor] = set()

    # ---- phases 4 and 5 ----

    def on_reinforced(self, actor, a, b, c, d):
        source, target = self.zone(a), self.zone(b)
        for zone in (source, target):
            self.check("RSK-P4-01", f"whose zone {zone} is", actor, self.owner[zone])
        self.holds("RSK-P4-03", f"{source} and {target} are connected", self.connected(actor, source, target))
        self.holds("RSK-P4-02", "units that move", 1 <= c <= self.units(source) - 1, c)
        if self.phase == "transform":
            self.early += 1
            self.holds("RSK-P2-19", "early moves", self.early <= self.early_allowed)
        else:
            self.check("RSK-P4-01", "phase", "reinforce", self.phase)
            self.check("RSK-P4-01", "reinforced before in this turn", 0, self.reinforced)
            self.reinforced += 1
        self.shift(actor, source, target, c, d)

    def on_jumped(self, actor, a, b, *_):
        source, target = self.zone(a), self.zone(b)
        self.check("RSK-LDR-06", "who jumps", ("optimus_prime", "vehicle"), (self.who[actor], self.mode[actor]))
        self.check("RSK-LDR-08", "phase", "reinforce", self.phase)
        self.check("RSK-LDR-07", "jumped before in this turn", 0, self.jumped)
        self.check("RSK-LDR-08", f"whose zone {target} is", actor, self.owner[target])
        self.jumped += 1
        self.shift(actor, source, target, 1, 1)

    def on_given(self, actor, a, b, c, *_):
        zone = self.zone(a)
        self.check("RSK-TEAM-02", "to whom", self.mate(actor), b + 1)
        self.check("RSK-TEAM-05", "phase", "reinforce", self.phase)
        self.check("RSK-TEAM-05", "reinforced before in this turn", 0, self.reinforced)
        self.check("RSK-TEAM-03", f"whose zone {zone} is", actor, self.owner[zone])
        self.holds("RSK-TEAM-05", "not the last zone", len(self.held(actor)) > 1)
        self.holds("RSK-TEAM-05", "the team-mate is in the game", b + 1 not in self.eliminated)
        self.check("RSK-TEAM-03", "units scrapped", self.units(zone), c)
        self.reinforced += 1
        self.told_leader = actor if self.stands[actor] == zone else 0
        self.clear(zone)
        self.owner[zone], self.robots[zone] = b + 1, 1

    def on_card_drawn(self, actor, a, *_):
        self.check("RSK-P5-01", "phase", "draw", self.phase)
        self.check("RSK-P5-01", "cards drawn this turn", 0, self.drawn)
        self.holds("RSK-P5-01", "a zone was captured", self.captured > 0)
        self.take_top(self.card(a))
        self.hand[actor].add(self.card(a))
        self.drawn += 1

    def take_top(self, card):
        if self.holds("RSK-CRD-15", "the draw pile holds a card", self.draw):
            self.check("RSK-SET-11", "the top card", self.draw.pop(0), card)

    def on_pile_shuffled(self, actor, a, *_):
        if not self.day and not self.draw:  # RSK-SET-11
            self.draw = list(self.cards)
        elif not self.draw:  # RSK-CRD-15
            self.draw, self.discards = self.discards, []
        self.check("RSK-CRD-15", "cards shuffled", len(self.draw), a)
        order = self.position["draw_pile"]
        drawn = [c for c in self.draw if c not in order]
        self.check("RSK-RES-09", "the shuffled cards", sorted(self.draw), sorted(drawn + order))
        self.draw = drawn + list(order)

    def on_matrix(self, actor, a, b, *_):
        card = self.card(a)
        self.take_top(card)
        self.discards.insert(0, card)
        self.check("RSK-DAY-01", "the zone of the card", self.cards[card]["zone"], self.zone(b))
        alive = [s for s in range(1, self.seats + 1) if s not in self.eliminated]
        last = max(alive, key=lambda s: (s - self.first) % self.seats)
        self.check("RSK-TRN-05", "the last turn of the day", last, self.turn)

    # ---- the end ----

    def on_game_over(self, actor, a, *_):
        self.over = (actor, self.clause)
        team = [s for s in (actor, self.mate(actor)) if s]
        self.check("RSK-END-04", "zones of the winners", sum(len(self.held(s)) for s in team), a)

    def end(self, record):
        if "outcome" not in record:
            return
        self.holds("RSK-END-06", "the end was told", self.over)
        outcome = record["outcome"]
        zones = {s: len(self.held(s)) for s in range(1, self.seats + 1)}
        pad = self.owner[self.figures["tie_break_zone"]]
        alive = [s for s in zones if s not in self.eliminated]
        sides = {s: [s] for s in zones} if self.seats < 4 else {s: sorted([s, self.mate(s)]) for s in zones}
        beaten = [s for s in zones if all(m in self.eliminated for m in sides[s])]
        if len({tuple(sides[s]) for s in zones if s not in beaten}) == 1:
            winners, clause = sides[alive[0]], "RSK-RES-13"
        else:
            self.check("RSK-DAY-04", "the last day", self.days, self.day)
            totals = {s: sum(zones[m] for m in sides[s]) for s in zones}
            best = [s for s in zones if totals[s] == max(totals.values())]
            if len({tuple(sides[s]) for s in best}) == 1:
                winners, clause = sides[best[0]], "RSK-END-04" if self.seats == 4 else "RSK-END-01"
            else:
                winners, clause = sides[pad], "RSK-END-05" if self.seats == 4 else "RSK-END-02"
        self.check(clause, "who wins", winners, outcome["winners"])
        self.check(clause, "the rule that ends the game", clause, outcome["clause"])
        self.check(clause, "scores", [sum(zones[m] for m in sides[s]) for s in sorted(zones)], outcome["scores"])


def content(program):
    """The board, the cards and the leaders as they were written; read once."""
    if not hasattr(program, "table"):
        read = lambda file: program.content("risk_cybertron", file)[file]
        program.table = (read("game"), {z["id"]: z for z in read("zones")},
                         {s["id"]: s["bonus"] for s in read("sectors")},
                         {c["id"]: c for c in read("cards")}, {x["id"]: x for x in read("leaders")},
                         [(x["a"], x["b"], x["kind"]) for x in read("links")])
    return program.table


def plans(_program):
    out = []
    tables = [{}, {"deal_zones": "on"}, {"pivot_start": "closed", "first_day_truce": "on"}, {"supply_limit": 60},
              {"megatron_lands_alone": "on", "deal_zones": "on"}, {"days": 10, "deal_zones": "on"}]
    for number in range(60):
        seats = 2 + number % 3
        players = [("random", "greedy")[(number + seat + number // 6) % 2] for seat in range(seats)]
        if number % 5 == 4:
            players = ["greedy"] * seats
        out.append(Plan("risk_cybertron", number, players, **tables[number % len(tables)]))
    return out


if __name__ == "__main__":
    main("risk_cybertron", plans, Referee)
