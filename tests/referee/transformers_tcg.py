"""A referee of the Transformers TCG, written from content/transformers_tcg/rules.md."""
import re
from collections import Counter

from record import Plan, main, words

AREAS = ("hand", "deck", "scrap_pile", "played")
SLOTS = ("weapon", "armor", "utility")
# Words of texts that change figures, flips or icons: where one is in force, totals are not recomputed.
FIGURES = {"attack", "defense", "stats", "base_attack", "attack_of", "defense_of", "count_also", "health",
           "swap_colors"}
FLIPS = {"bold", "tough", "extra_flips", "white_bonus", "flip_cards", "white_card", "swap_colors",
         "count_also", "icons"}
DAMAGE = {"pierce", "reduce_pierce", "adjust", "redirect", "damage_limit", "limit", "safeguard",
          "ignore_keyword", "spill", "swap_colors", "count_also", "icons"}
# How the texts of events name characters, in the order of their operands.
NAMED = {"damaged": r"(.+) takes \d+ damage", "tapped": r"(.+) is tapped", "untapped": r"(.+) is untapped",
         "flipped": r"(.+) flips", "attack_declared": r"(.+) attacks (.+)", "knocked_out": r"(.+) is KO'd",
         "returned": r"(.+) returns to the battlefield", "repaired": r"(?:\d+ damage is repaired from )?(.+?)(?: has no damage to repair)?$",
         "moved": r"(?:\d+|No) damage moves from (.+) to (.+)", "deployed": r"(.+) is deployed",
         "totals": r"(.+): attack -?\d+ against (.+): defense -?\d+", "fetched": r"(.+) joins .*",
         "combined": r"(.+) is formed with .*", "defender_changed": r"(.+) defends instead"}
# Told as it happens: which kinds of events may change a field of a character.
CHANGES = {"damage": {"damaged", "repaired", "moved", "knocked_out", "returned", "combined", "fetched", "replaced", "redirected"},
           "tapped": {"tapped", "untapped", "combined", "knocked_out", "returned", "deployed", "attack_declared"},
           "mode": {"flipped", "combined", "deployed", "returned", "knocked_out", "put_under"}}


class Content:
    def __init__(self, program):
        read = lambda file: program.content("transformers_tcg", file)[file]
        self.characters = {c["id"]: c for c in read("characters")}
        self.cards = {c["id"]: c for c in read("battle_cards")}
        self.character_named = {c["name"]["en"]: c["id"] for c in self.characters.values()}
        self.card_named = {c["name"]["en"]: c["id"] for c in self.cards.values()}
        self.decks = [d["id"] for d in read("decks")]
        self.texts = {(c["id"], m["mode"]): words(m.get("abilities", [])) for c in self.characters.values()
                      for m in c["modes"]}


class Fight:
    """The attack under way."""

    def __init__(self, attacker, defender):
        self.attacker, self.defender = attacker, defender
        self.fixed, self.bonus, self.flips, self.totals = {}, {}, {1: [], 2: []}, None
        self.plain = True


class Referee:
    def __init__(self, program, tally, record):
        self.tally, self.check, self.holds = tally, tally.check, tally.holds
        if not hasattr(program, "tcg"):
            program.tcg = Content(program)
        self.content = program.tcg
        self.fight, self.over, self.turns, self.extra, self.playing = None, None, 0, False, None
        self.limits()

    def limits(self):
        self.actions = self.upgrades = self.flips = self.plays = self.drawn = 0
        self.pierce, self.attacked = Counter(), False

    # ---- one choice ----

    def choice(self, played):
        position = played["position"]
        self.position, self.played = position, played
        self.names = list(position["players"])
        self.kinds = {e["kind"] for e in played["events"]}
        if played["number"] == 0:
            self.set_up(position, played)
            self.asked = played.get("asks", {}).get("question")
            return
        if played["verb"] == "flip":
            self.flips += 1
            self.check("TCG-TRN-04", "flips of the turn", 1, self.flips)
            self.check("TCG-TRN-09", "attacks before it", False, self.attacked)
        self.counters = Counter()
        for event in played["events"]:
            self.holds("TCG-WIN-01", "nothing is told after the end of the game",
                       self.over is None or event["kind"] in ("note", "match_score"), event["text"])
            self.text, self.clause = event["text"], event["clause"]
            self.learn(event)
            handler = getattr(self, "on_" + event["kind"], None)
            if handler:
                handler(event["actor"], *event["operands"])
        self.compare(position)
        self.before = position
        self.asked = played.get("asks", {}).get("question")

    def set_up(self, position, played):
        self.who, self.zones = {}, {}
        self.where = {e["operands"][0]: "hand" for e in played["events"] if e["kind"] == "drew"}
        self.before = position
        for seat, name in enumerate(self.names, 1):
            view = position["players"][name]
            team = view["battlefield"]
            deck = Counter(view["deck"]) + Counter(view["hand"])
            stars = sum(self.content.characters[c]["stars"] for c in team)
            stars += sum(self.content.cards[c].get("stars", 0) * n for c, n in deck.items())
            self.holds("TCG-DECK-01", "stars", stars <= 25, stars)
            self.holds("TCG-DECK-02", "characters", len(team) >= 1)
            self.check("TCG-DECK-03", "full names", len(team), len(set(team)))
            self.holds("TCG-DECK-04", "cards", sum(deck.values()) >= 40, sum(deck.values()))
            self.holds("TCG-DECK-05", "copies", max(deck.values()) <= 3, deck.most_common(1))
            self.check("TCG-DECK-08", "Combiners", [], [c for c in team if self.kind(c) == "combiner"])
            for key, character in view["characters"].items():
                if character.get("under"):
                    continue
                self.check("TCG-SET-01", f"{key} starts undamaged", 0, character["damage"] if self.identify(
                    seat, key) in team else 0)
        first = next(e["actor"] for e in played["events"] if e["kind"] == "first_player")
        begun = "turn_begins" in self.kinds  # abilities "when the game begins" may ask before the first turn
        for seat, cards in ((first, 4 if begun else 3), (3 - first, 3)):
            self.check("TCG-SET-06", "first hand", cards, len(position["players"][self.names[seat - 1]]["hand"]))
        self.turn, self.turns, self.drawn = (first, 1, 1) if begun else (3 - first, 0, 0)
        self.adopt(position)

    def kind(self, character):
        return self.content.characters[character]["kind"]

    def adopt(self, position):
        for seat, name in enumerate(self.names, 1):
            view = position["players"][name]
            self.zones[seat] = {area: list(view[area]) for area in AREAS}
            self.zones[seat]["attached"] = [c for ch in view["characters"].values() for slot in SLOTS
                                            for c in ch.get(slot, [])]
            self.zones[seat]["apart"] = []  # Upgrades of components that a Combiner may keep, cards under characters
        self.ordered, self.unseen = {1: True, 2: True}, Counter()
        self.total = {seat: self.everything(seat) for seat in (1, 2)}

    def everything(self, seat):
        out = Counter()
        for cards in self.zones[seat].values():
            out += Counter(cards)
        return out

    def identify(self, seat, key):
        """The full id of a character by the name it has in a position."""
        view = self.position["players"][self.names[seat - 1]]
        if key in self.content.characters:
            return key
        for one in view["battlefield"] + view["ko_area"]:
            if self.content.characters[one]["called"] == key:
                return one
        return None

    def learn(self, event):
        pattern = NAMED.get(event["kind"])
        found = re.fullmatch(pattern, event["text"]) if pattern else None
        if not found:
            return
        numbers = event["operands"]
        if event["kind"] in ("repaired",):
            numbers = numbers[:1]
        if event["kind"] == "totals":
            numbers = [numbers[0], numbers[2]]
        for number, name in zip(numbers, found.groups()):
            if name in self.content.character_named:
                self.who[number] = self.content.character_named[name]

    def owner(self, number):
        return 1 if number < 24 else 2

    def view_of(self, position, number):
        """A character in a position; None if two bear its name."""
        view = position["players"][self.names[self.owner(number) - 1]]
        one = self.who.get(number)
        if one is None or (view["battlefield"] + view["ko_area"]).count(one) > 1:
            return None
        called = self.content.characters[one]["called"]
        alike = [c for c in view["battlefield"] + view["ko_area"] if self.content.characters[c]["called"] == called]
        found = view["characters"].get(one)
        return found if found is not None or len(alike) > 1 else view["characters"].get(called)

    # ---- comparing ----

    def compare(self, position):
        if self.playing:  # while it is asked which Upgrade leaves, the new one is still shown where it came from
            self.zones[self.playing[0]]["hand"].append(self.playing[1])
        for seat, name in enumerate(self.names, 1):
            view = position["players"][name]
            before = self.before["players"][name]
            for area, clause in (("hand", "TCG-GEN-05"), ("deck", "TCG-RSH-01"), ("scrap_pile", "TCG-GEN-04"),
                                 ("played", "TCG-ACT-05")):
                self.put_apart(seat, area, view[area])
                self.check(clause, f"{area} of {name}", sorted(self.zones[seat][area]), sorted(view[area]))
                self.zones[seat][area] = list(view[area])
            attached = [c for ch in view["characters"].values() for slot in SLOTS for c in ch.get(slot, [])]
            if "combined" in self.kinds:
                self.unseen[seat] += 99
            self.put_apart(seat, "attached", attached)
            self.unseen[seat] = 0
            self.check("TCG-UPG-22", f"Upgrades of {name}", sorted(self.zones[seat]["attached"]), sorted(attached))
            self.ordered[seat] = True
            for key, character in view["characters"].items():
                self.compare_character(seat, key, character, before["characters"].get(key), view)
        self.compare_counters()
        if not self.over:
            for seat, name in enumerate(self.names, 1):
                self.holds("TCG-WIN-01", "a character on the battlefield", position["players"][name]["battlefield"])

    def compare_counters(self):
        """TCG-DMG-06: the counters are those before, and what was told."""
        if {"knocked_out", "returned", "combined", "fetched", "deployed"} & self.kinds:
            return
        for number, change in self.counters.items():
            before, after = self.view_of(self.before, number), self.view_of(self.position, number)
            if before and after:
                self.check("TCG-DMG-06", f"counters on {self.who[number]}", before["damage"] + change, after["damage"])

    def put_apart(self, seat, area, found):
        """Cards that were put face down under a character, or that a Combiner has still to keep, lie apart."""
        gone = Counter(self.zones[seat][area]) - Counter(found)
        if gone and sum(gone.values()) <= self.unseen[seat]:
            self.unseen[seat] -= sum(gone.values())
            self.zones[seat]["apart"] += gone.elements()
            self.zones[seat][area] = list((Counter(self.zones[seat][area]) - gone).elements())

    def on_hidden_under(self, actor, *_):
        self.unseen[actor] += 1

    def on_kept_upgrade(self, actor, *_):
        card = next(self.content.card_named[n] for n in self.content.card_named
                    if self.text.endswith(f" keeps {n}"))
        if card in self.zones[actor]["apart"]:
            self.zones[actor]["apart"].remove(card)
            self.zones[actor]["attached"].append(card)

    def compare_character(self, seat, key, character, before, view):
        one = self.identify(seat, key)
        everybody = [self.content.characters[c]["called"] for c in view["battlefield"] + view["ko_area"]]
        if one is None or everybody.count(self.content.characters[one]["called"]) > 1:
            return  # two bear the same name
        if one in view["battlefield"] and not self.over:
            self.holds("TCG-KO-01", f"{key} is not to be KO'd", character["damage"] < character["health"],
                       f"{character['damage']} of {character['health']}")
            for slot in SLOTS:
                self.slots(key, slot, character.get(slot, []))
        if one in view["ko_area"] and one not in view["battlefield"]:
            self.check("TCG-KO-03", f"counters of {key} in the KO area", character["health"], character["damage"])
        if before:
            for field, kinds in CHANGES.items():
                if before[field] != character[field]:
                    self.holds("TCG-DMG-06", f"the change of {field} of {key} is told", self.kinds & kinds)

    def slots(self, key, slot, cards):
        """TCG-UPG-01, TCG-UPG-03, TCG-UPG-06: one card a slot, unless texts say otherwise."""
        if len(cards) <= 1:
            return
        texts = set().union(*(self.content.texts.get((c, m), set()) for c in self.content.characters
                              for m in ("alt", "alt1", "alt2", "bot", "combiner")
                              if c == key or self.content.characters[c]["called"] == key))
        texts |= set().union(*(words(self.content.cards[c].get("abilities", [])) for c in cards))
        if any(self.content.characters[c].get("slots") for c in self.content.characters
               if c == key or self.content.characters[c]["called"] == key):
            return  # TCG-CMB-09
        allowed = {"share_slot", "slot_takes", "may_use_slot", "slot"} & texts
        self.holds("TCG-UPG-03", f"{slot} slot of {key}", allowed, cards)

    # ---- texts in force ----

    def in_force(self):
        """Every word of the texts that are in force anywhere."""
        out = set()
        for position in (self.before, self.position):
            for seat, name in enumerate(self.names, 1):
                view = position["players"][name]
                for key, character in view["characters"].items():
                    for one in view["battlefield"]:
                        if one == key or self.content.characters[one]["called"] == key:
                            out |= self.content.texts.get((one, character["mode"]), set())
                    for slot in SLOTS:
                        for card in character.get(slot, []):
                            out |= words(self.content.cards[card].get("abilities", []))
        return out

    def lasting(self):
        return self.before["this_turn"]["effects"] or self.position["this_turn"]["effects"] or \
            self.before["this_turn"]["delayed"] or "lasts" in self.kinds

    # ---- cards ----

    def named(self, pattern):
        found = re.fullmatch(pattern, self.text)
        return self.content.card_named.get(found.group(1)) if found else None

    def take(self, seat, card, areas, clause, instance=None):
        """Takes a card from where it lies: each card of a deck has a number, so it is known where that one was."""
        where = self.where.get(instance, "deck") if instance is not None else None
        if where in areas and card in self.zones[seat][where]:
            self.zones[seat][where].remove(card)
            return
        view = self.position["players"][self.names[seat - 1]]
        after = {area: view[area] for area in AREAS}
        after["apart"] = []
        after["attached"] = [c for ch in view["characters"].values() for slot in SLOTS for c in ch.get(slot, [])]
        there = [area for area in areas if card in self.zones[seat][area]]
        if not self.holds(clause, f"{card} lies in one of {', '.join(areas)}", there):
            return
        fewer = [a for a in there if self.zones[seat][a].count(card) > after[a].count(card)]
        self.zones[seat][(fewer or there)[0]].remove(card)

    def from_deck(self, actor, card, clause):
        deck = self.zones[actor]["deck"]
        if self.ordered[actor] and deck:
            self.check(clause, "the top of the deck", deck[0], card)
        if self.holds(clause, f"{card} lies in the deck", card in deck):
            deck.remove(card)

    def on_drew(self, actor, a, *_):
        self.where[a] = "hand"
        card = self.named(r"\w+ draws (.+)")
        self.from_deck(actor, card, "TCG-GEN-05")
        self.zones[actor]["hand"].append(card)
        if self.clause == "TCG-TRN-02":
            self.drawn += 1

    def on_card_flipped(self, actor, a, *_):
        self.where[a] = "played"
        card = self.named(r"\w+ flips (.+)")
        self.from_deck(actor, card, "TCG-BAT-01")
        self.zones[actor]["played"].append(card)
        if self.fight and self.clause == "TCG-BAT-01":
            self.fight.flips[actor].append(card)

    def on_played(self, actor, a, b, *_):
        card = self.card_of_play()
        data = self.content.cards[card]
        self.plays += 1
        if self.turns == 1:
            self.check("TCG-TRN-05", "cards played in turn 1", 0, self.plays)
        if self.turns == 2:
            self.holds("TCG-TRN-06", "cards played in turn 2", self.plays <= 1, self.plays)
        main_phase = self.played["verb"] == "play" and self.asked == "main"
        self.take(actor, card, ("hand",) if main_phase else ("hand", "scrap_pile", "played", "deck"),
                  "TCG-ACT-09", a)
        self.where[a] = "played"
        if data["type"] == "action":
            self.zones[actor]["played"].append(card)
        else:
            self.playing = (actor, card)
        if main_phase:
            self.check("TCG-TRN-04", "whose turn it is", self.turn, actor)
            self.check("TCG-TRN-09", "attacks before it", False, self.attacked)
            if data["type"] == "action":
                self.actions += 1
                self.holds("TCG-TRN-04", "Actions of the turn", self.actions <= 1 or "extra_actions" in self.in_force(),
                           self.actions)
            else:
                self.upgrades += 1
                self.check("TCG-TRN-04", "Upgrades of the turn", 1, self.upgrades)

    def card_of_play(self):
        found = re.match(r"\w+ plays (.+)", self.text).group(1)
        while found not in self.content.card_named:
            found = found.rsplit(" on ", 1)[0]
        return self.content.card_named[found]

    def on_put_on(self, actor, a, b, *_):
        found = self.text
        while found not in self.content.card_named:
            found = found.rsplit(" is put on ", 1)[0]
        card = self.content.card_named[found]
        if self.playing == (actor, card):
            self.playing = None
            if card in self.zones[actor]["hand"] and self.played["verb"] != "play":
                self.zones[actor]["hand"].remove(card)
        else:
            self.take(actor, card, ("attached", "hand", "scrap_pile", "played", "deck", "apart"), "TCG-UPG-12", a)
        self.where[a] = "attached"
        self.zones[actor]["attached"].append(card)

    def on_scrapped(self, actor, a, *_):
        card = self.named(r"(.+) is scrapped")
        areas = ("apart", "attached", "hand", "deck", "played")
        if self.clause == "TCG-CMB-09" and card in self.zones[actor]["apart"]:
            areas = ("apart",)
        self.take(actor, card, areas, "TCG-GEN-04", a)
        self.where[a] = "scrap_pile"
        self.zones[actor]["scrap_pile"].append(card)

    def on_taken(self, actor, a, *_):
        card = self.named(r"(.+) goes to \w+'s hand")
        if self.clause.startswith("TCG-OUT"):
            self.where[a] = "hand"
            self.zones[actor]["hand"].append(card)
            return
        self.take(actor, card, ("attached", "played", "scrap_pile", "deck", "apart"), "TCG-GEN-05", a)
        self.where[a] = "hand"
        self.zones[actor]["hand"].append(card)

    def on_put_on_deck(self, actor, a, *_):
        card = self.named(r"\w+ puts (.+) on top of the deck")
        self.take(actor, card, ("hand", "played", "scrap_pile", "attached", "deck"), "TCG-KEY-07", a)
        self.where[a] = "deck"
        self.zones[actor]["deck"].insert(0, card)

    def on_swapped(self, actor, a, b, *_):
        self.where[a], self.where[b] = "played", "hand"
        found = re.fullmatch(r"\w+ swaps (.+) for (.+)", self.text)
        give, get = self.content.card_named[found.group(1)], self.content.card_named[found.group(2)]
        self.take(actor, give, ("hand",), "TCG-BAT-12")
        self.take(actor, get, ("played",), "TCG-BAT-24")
        self.zones[actor]["played"].append(give)
        self.zones[actor]["hand"].append(get)
        if self.fight:
            self.holds("TCG-BAT-24", f"{get} was flipped in this attack", get in self.fight.flips[actor])
        self.holds("TCG-BAT-12", f"{get} is green", "green" in self.content.cards[get].get("icons", []) or
                   "swap_colors" in self.in_force())

    def on_reshuffled(self, actor, a, *_):
        zones = self.zones[actor]
        self.check("TCG-RSH-01", "cards left in the deck", 0, len(zones["deck"]))
        if len(zones["scrap_pile"]) == a:
            zones["deck"], zones["scrap_pile"] = zones["scrap_pile"], []
        else:  # TCG-RSH-03: some are left out; which, the record says
            view = self.position["players"][self.names[actor - 1]]
            stay = list((Counter(zones["scrap_pile"]) & Counter(view["scrap_pile"])).elements())
            self.check("TCG-RSH-03", "cards left out", len(zones["scrap_pile"]) - a, len(stay))
            zones["deck"] = list((Counter(zones["scrap_pile"]) - Counter(stay)).elements())
            zones["scrap_pile"] = stay
        for instance, area in self.where.items():
            if area == "scrap_pile" and (instance < 96) == (actor == 1):
                self.where[instance] = "deck"
        self.ordered[actor] = False

    def on_planned(self, actor, *_):
        self.ordered[actor] = False

    on_focused = on_planned

    def on_end_of_turn(self, actor, a, *_):
        zones = self.zones[actor]
        self.check("TCG-END-02", "cards of the played area", len(zones["played"]), a)
        zones["scrap_pile"] += zones["played"]
        zones["played"] = []
        for instance, area in self.where.items():
            if area == "played" and (instance < 96) == (actor == 1):
                self.where[instance] = "scrap_pile"

    # ---- turns ----

    def on_turn_begins(self, actor, a, *_):
        self.check("TCG-TRN-01", "number of the turn", self.turns + 1, a)
        expected = self.turn if self.extra else 3 - self.turn
        self.check("TCG-TRN-14", "whose turn begins", expected, actor)
        self.turns, self.turn, self.extra = a, actor, False
        self.fight = None
        self.limits()

    def on_extra_turn(self, actor, *_):
        self.extra = "turn_begins" in self.kinds and next(
            e["actor"] for e in self.played["events"] if e["kind"] == "turn_begins") == self.turn

    def on_phase_begins(self, actor, a, *_):
        if self.text.endswith(": main"):
            empty = not self.zones[actor]["deck"] and not self.zones[actor]["scrap_pile"]
            self.holds("TCG-TRN-02", "the card of the turn was drawn", self.drawn == 1 or empty, self.drawn)

    # ---- attacks ----

    def on_attack_declared(self, actor, a, b, *_):
        self.check("TCG-ATK-12", "whose turn it is", self.turn, actor)
        self.check("TCG-ATK-02", "whose character attacks", actor, self.owner(a))
        self.check("TCG-ATK-03", "whose character defends", 3 - actor, self.owner(b))
        self.attacked = True
        self.fight = Fight(a, b)
        if self.played["verb"] != "attack" or self.played["events"][0]["kind"] not in ("note", "phase_begins",
                                                                                     "attack_declared"):
            return
        attacker, defender = self.view_of(self.before, a), self.view_of(self.before, b)
        if attacker is None or defender is None:
            return
        self.check("TCG-ATK-02", "the attacker was untapped", False, attacker["tapped"])
        enemy = self.before["players"][self.names[2 - actor]]
        enemies = [c for k, c in enemy["characters"].items() if self.identify(3 - actor, k) in enemy["battlefield"]]
        base = [c for c in enemies if c["tapped"]] or enemies
        if {"attack_untapped", "as"} & self.in_force() or self.lasting():
            return
        brave = [c for c in base if c["brave"] and not c["stealth"]]
        open_ones = [c for c in base if not (c["stealth"] and not c["brave"])]
        legal = brave or open_ones or base
        self.holds("TCG-ATK-04", "a legal defender", any(c is defender for c in legal) or
                   any(c == defender for c in legal), self.text)

    def on_defender_changed(self, actor, a, *_):
        self.fight.defender, self.fight.plain = a, False

    def on_flips_fixed(self, actor, a, b, *_):
        self.fight.fixed[actor] = a
        if not self.lasting() and not FLIPS & self.in_force():
            self.check("TCG-BAT-01", "flips", 2, a)

    def on_white_bonus(self, actor, a, *_):
        self.check("TCG-BAT-04", "white bonuses of the attack", 0, self.fight.bonus.get(actor, 0))
        if not FLIPS & self.in_force() and not self.lasting():
            self.check("TCG-BAT-04", "size of the white bonus", 2, a)
            self.holds("TCG-BAT-04", "a white icon was flipped", self.icons(self.fight.flips[actor], "white"))
        self.fight.bonus[actor] = a

    def icons(self, cards, colour):
        return sum(self.content.cards[c].get("icons", []).count(colour) for c in cards)

    def on_totals(self, actor, a, b, c, d):
        fight = self.fight
        self.check("TCG-ATK-16", "attacker and defender", (fight.attacker, fight.defender), (a, c))
        plain = fight.plain and not self.lasting() and not (FIGURES & self.in_force())
        for seat in (1, 2):
            wanted = fight.fixed.get(seat, 0) + fight.bonus.get(seat, 0)
            if not FLIPS & self.in_force() and not self.lasting() and not {"scrapped", "reshuffled"} & self.kinds:
                self.check("TCG-BAT-25", f"cards flipped by seat {seat}", wanted, len(fight.flips[seat]))
                white = self.icons(fight.flips[seat], "white") > 0
                self.check("TCG-BAT-04", f"white bonus of seat {seat}", 2 if white else 0, fight.bonus.get(seat, 0))
        if plain and "scrapped" not in self.kinds:
            self.total_of(a, b, "attack", "orange", "TCG-BAT-07")
            self.total_of(c, d, "defense", "blue", "TCG-BAT-08")
        fight.totals = (b, d)

    def total_of(self, number, found, figure, colour, clause):
        """TCG-DMG-01: the figure of the mode, of the Upgrades, and the icons."""
        character = self.view_of(self.before, number)
        now = self.view_of(self.position, number)
        if character is None or now is None or character["mode"] != now["mode"]:
            return
        slots = [[c for slot in SLOTS for c in view.get(slot, [])] for view in (character, now)]
        if slots[0] != slots[1] and now["damage"] < now["health"]:
            return
        one = self.who[number]
        base = next((m for m in self.content.characters[one]["modes"] if m["mode"] == character["mode"]), None)
        if base is None:
            return
        cards = self.fight.flips[self.owner(number)]
        total = base.get(figure, 0) + sum(self.content.cards[c].get(figure, 0) for c in slots[0])
        total += self.icons(cards, colour)
        self.check(clause, f"{figure} of {one}", max(0, total), found)

    def on_damaged(self, actor, a, b, *_):
        self.counters[a] += b
        fight = self.fight
        if not fight or not fight.totals or self.clause != "TCG-DMG-03" or a != fight.defender:
            return
        attack, defense = fight.totals
        self.holds("TCG-DMG-04", "attack damage is at most the attack total", b <= max(0, attack) or
                   "increase" in self.in_force() or self.lasting(), b)
        if fight.plain and not self.lasting() and not (DAMAGE & self.in_force()) and \
                not {"prevented", "replaced"} & self.kinds:
            black = self.icons(fight.flips[self.owner(fight.attacker)], "black")
            self.pierce[fight.attacker] += black
            pierce = min(self.pierce[fight.attacker], attack)
            self.check("TCG-DMG-03", "attack damage", max(attack - defense, pierce), b)
        fight.totals = None

    def on_repaired(self, actor, a, b, *_):
        self.counters[a] -= b

    def on_moved(self, actor, a, b, c, *_):
        self.counters[a] -= c
        self.counters[b] += c

    def on_no_damage(self, actor, *_):
        fight = self.fight
        if fight and fight.totals and self.clause == "TCG-DMG-03":
            self.holds("TCG-DMG-03", "the attack does not exceed the defense", fight.totals[0] <= fight.totals[1])
            if not (DAMAGE & self.in_force()) and not self.lasting():
                self.check("TCG-DMG-04", "black icons", 0,
                           min(self.icons(fight.flips[self.owner(fight.attacker)], "black"), fight.totals[0]))

    def on_knocked_out(self, actor, a, *_):
        view = self.position["players"][self.names[self.owner(a) - 1]]
        one = self.who.get(a)
        if one and not {"returned", "combined"} & self.kinds:
            self.holds("TCG-KO-02", f"{one} lies in the KO area", one in view["ko_area"])

    # ---- the end ----

    def on_game_over(self, actor, a, *_):
        self.over = (actor, self.clause)

    def end(self, record):
        if "outcome" not in record:
            return
        self.holds("TCG-WIN-01", "the end was told", self.over)
        outcome = record["outcome"]
        alive = [seat for seat, name in enumerate(self.names, 1) if self.position["players"][name]["battlefield"]]
        if outcome["clause"] == "TCG-WIN-01":
            self.check("TCG-WIN-01", "who wins", alive, outcome["winners"])
        if outcome["clause"] == "TCG-WIN-02":
            self.check("TCG-WIN-02", "who is left", [], alive)


def plans(program):
    program.tcg = Content(program)
    decks, out = program.tcg.decks, []
    for number in range(90):
        one, two = decks[number % len(decks)], decks[(number * 7 + 3 + number // len(decks)) % len(decks)]
        players = [("greedy", "random")[(number + seat) % 2 if number % 3 else 0] for seat in range(2)]
        out.append(Plan("transformers_tcg", number, players, decks=f"{one},{two}"))
    return out


if __name__ == "__main__":
    main("transformers_tcg", plans, Referee)
