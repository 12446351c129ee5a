"""A referee of the Transformers Deck-Building Game, written from content/transformers_dbg/rules.md."""
from collections import Counter

from record import Plan, main, words

LISTS = ["starters", "basics", "damage", "robots", "technologies", "maneuvers", "allies", "sites", "relics", "schemes",
         "bosses", "encounters"]  # the order in which designs are numbered, from 1
SPACES = [f"r{row}c{column}" for row in range(1, 5) for column in range(1, 6)]
PLACES = {2: "hand", 3: "deck", 4: "discard", 5: "vault"}
BOUGHT = {"technologies", "maneuvers", "allies", "robots", "relics"}  # DBG-BUY-01, DBG-BUY-02
# What gives something: the words of a card's texts that each event may come from.
GIVES = {"energon_gained": {"gain_energon"}, "vp_gained": {"gain_vp"}, "vp_lost": {"lose_vp"},
         "damage_gained": {"gain_damage"}, "repaired": {"repair"}, "energon_lost": {"lose_energon"},
         "card_drawn": {"draw", "redraw", "take_peeked", "discard_hand"}}
# Told as it happens: a field changes only with an event of such a kind. The piles follow from the model itself.
CHANGES = {"space": {"arrived", "moved", "teleported"}, "mode": {"converted", "turned", "character_chosen"},
           "energon": {"energon_gained", "energon_lost", "energon_paid", "set_up", "undone"},
           "vp": {"vp_gained", "vp_lost", "set_up"}, "damage": {"damage_gained", "repaired"}}


class Card:
    def __init__(self, kind, data):
        self.kind, self.id, self.data = kind, data["id"], data
        self.cost, self.power, self.range = data.get("cost", 0), data.get("power", 0), data.get("range", 0)
        self.faction, self.special = data.get("faction"), data.get("kind") == "special"
        self.texts, self.reward = words(data.get("abilities", [])), words(data.get("reward", []))


class Content:
    def __init__(self, program):
        read = lambda file: program.content("transformers_dbg", file)[file]
        self.cards = [Card(kind, data) for kind in LISTS for data in read(kind)]
        self.by_id = {card.id: card for card in self.cards}
        self.characters = {c["id"]: c for c in read("characters")}
        self.modes = {m["id"]: m for m in read("modes")}
        self.figures = read("game")


class Player:
    piles = ("hand", "deck", "discard", "vault", "play")

    def __init__(self, view):
        self.view(view)
        self.character, self.team, self.faction = view["character"], view["team"], view["faction"]

    def view(self, view):
        self.energon, self.vp, self.damage = view["energon"], view["vp"], view["damage"]
        self.space, self.mode = view["space"], view["mode"]
        for pile in self.piles:
            setattr(self, pile, list(view[pile]))
        self.ordered = True


class Referee:
    def __init__(self, program, tally, record):
        self.tally, self.check, self.holds = tally, tally.check, tally.holds
        if not hasattr(program, "dbg"):
            program.dbg = Content(program)
        self.content, self.seats = program.dbg, record["seats"]
        self.sifted, self.sifting, self.asked, self.helpers = [], False, None, set()
        self.players, self.matrix, self.over, self.before = None, {}, None, None
        self.encounter, self.battle, self.lasting, self.assists = None, None, set(), {}
        self.ended, self.final, self.turn, self.revealed, self.due = False, Counter(), 0, None, None

    def card(self, number):
        return self.content.cards[number - 1]

    # ---- one choice ----

    def choice(self, played):
        position, events = played["position"], played["events"]
        self.position, self.played = position, played
        if self.asked in ("action", None):  # a new action: what is being carried out is over
            self.recent, self.regrouped = set(), False
        self.asked = played.get("asks", {}).get("question")
        self.regrouped = self.regrouped or any(event["kind"] == "regrouped" for event in events)
        if not self.sifting or played.get("verb") not in ("discard", "stack", "put", "done"):
            self.sifted, self.sifting = [], False
        self.kinds = {event["kind"] for event in events}
        if self.players is None:
            if "set_up" in self.kinds:
                self.set_up(position)
            self.before = position
            return
        for event in events:
            self.holds("DBG-END-01", "nothing is told after the end of the game",
                       self.over is None or event["kind"] in ("note", "game_over", "all_lose"), event["text"])
            self.clause, self.text = event["clause"], event["text"]
            self.attribute(event)
            handler = getattr(self, "on_" + event["kind"], None)
            if handler:
                handler(event["actor"], *event["operands"])
        self.compare(position)
        self.before = position

    def set_up(self, position):
        figures, mode = self.content.figures, self.content.modes[position["play_mode"]]
        self.mode = mode
        table = figures["tables"][self.seats - 1]
        self.check("DBG-SET-05", "spaces of the Matrix", table["rows"] * table["columns"], len(position["matrix"]))
        stacks = figures["stacks"] * (table["stack"] + len(mode["bosses"])) + figures["bottom_stack"]
        self.check("DBG-SET-06", "cards of the main deck", stacks, len(position["main_deck"]))
        bosses = [c for c in position["main_deck"] if self.content.by_id[c].kind == "bosses"]
        self.check("DBG-SET-07", "Bosses of the main deck", figures["stacks"] * len(mode["bosses"]), len(bosses))
        for boss in bosses:
            self.holds("DBG-MOD-01", "faction of a Boss", self.content.by_id[boss].faction in mode["bosses"], boss)
        for card in position["main_deck"] + [c for s in position["matrix"].values() for c in s["card"]]:
            kind, faction = self.content.by_id[card].kind, self.content.by_id[card].faction
            if kind == "relics":
                self.holds("DBG-MOD-01", "Relics are in", mode.get("relics"), card)
            if kind == "schemes":
                self.holds("DBG-MOD-01", "Schemes are in", faction in mode.get("schemes", []), card)
        for seat, view in enumerate(position["players"].values(), 1):
            self.check("DBG-SET-16", "Starters", 10, len(view["deck"]) + len(view["hand"]))
            self.check("DBG-SET-23", "hand", self.hand_size(seat), len(view["hand"]))
            self.check("DBG-SET-19", "Energon", figures["starting_energon"], view["energon"])
            self.holds("DBG-SET-15", "faction", view["faction"] in mode["factions"], view["faction"])
        self.check("DBG-SET-15", "characters", self.seats,
                   len({view["character"] for view in position["players"].values()}))
        self.adopt(position)
        self.total = self.everything()
        self.turn = list(position["players"]).index(position["turn"]) + 1

    def hand_size(self, seat):
        """DBG-TRN-07, DBG-OVM-02."""
        if self.position["play_mode"] == "one_vs_many" and seat == 1:
            return 6 if self.seats == 3 else 7
        return self.mode["hand"]

    def adopt(self, position):
        self.names = list(position["players"])
        self.players = [None] + [Player(view) for view in position["players"].values()]
        self.matrix = {name: [(space["card"] or [None])[0], space["faceup"]]
                       for name, space in position["matrix"].items()}
        self.main, self.destroyed = list(position["main_deck"]), Counter(position["destroyed"])
        self.stack = list(position["damage_stack"])
        self.basics = dict(position["basics"])

    def everything(self):
        """All designs of the table, wherever they lie; Starters that were destroyed are counted apart."""
        out = Counter(self.main) + self.destroyed + Counter(self.stack)
        out += Counter(card for card, _ in self.matrix.values() if card)
        for player in self.players[1:]:
            for pile in Player.piles:
                out += Counter(getattr(player, pile))
            out["dm_damage"] += player.damage
        out += Counter(self.basics)
        out += Counter(self.assists.values()) + Counter([self.revealed] if self.revealed else [])
        return out

    def compare(self, position):
        for seat, (name, view) in enumerate(position["players"].items(), 1):
            player = self.players[seat]
            for field, clause in (("energon", "DBG-RES-01"), ("vp", "DBG-END-02"), ("damage", "DBG-DMG-02"),
                                  ("space", "DBG-MOV-01"), ("mode", "DBG-CVT-01")):
                self.check(clause, f"{field} of {name}", getattr(player, field), view[field])
                if view[field] != self.before["players"][name][field]:
                    self.holds(clause, f"the change of {field} is told", self.kinds & CHANGES[field])
            for pile in Player.piles:
                self.check("DBG-PLY-01", f"{pile} of {name}", sorted(getattr(player, pile)), sorted(view[pile]))
            if player.ordered:
                self.check("DBG-TRN-08", f"order of the deck of {name}", player.deck, view["deck"])
            player.deck, player.ordered = list(view["deck"]), True
        for name, space in position["matrix"].items():
            card, faceup = self.matrix[name]
            self.check("DBG-MTX-02", f"card at {name}", [card] if card else [], space["card"])
            self.check("DBG-SRC-04", f"{name} is faceup", faceup, space["faceup"])
        self.check("DBG-SET-09", "main deck", self.main, position["main_deck"])
        self.check("DBG-GEN-11", "destroyed pile", self.destroyed, Counter(position["destroyed"]))
        self.check("DBG-DMG-01", "Damage stack", Counter(self.stack), Counter(position["damage_stack"]))
        self.stack = list(position["damage_stack"])
        self.check("DBG-BUY-03", "Basics", self.basics, position["basics"])
        if not self.final:
            self.check("DBG-MTX-02", "cards of the table", self.total, self.everything())

    # ---- who gives what ----

    def attribute(self, event):
        """DBG-TIM-05: a gain comes from a card that lies where its text may act."""
        wanted = GIVES.get(event["kind"])
        if wanted is None or self.clause.startswith(("DBG-OVM", "DBG-TVT")):
            return
        if event["kind"] == "card_drawn" and (self.ended or "turn_ends" in self.kinds):
            return
        if event["kind"] in ("energon_gained", "repaired") and self.regrouped:
            return
        if event["kind"] == "energon_lost" and self.clause.startswith("DBG-COM"):
            return
        for card in self.acting():
            if wanted & card:
                return
        bystanders = [c for c, faceup in self.matrix.values() if faceup and c and
                      wanted & (self.content.by_id[c].texts | self.content.by_id[c].reward)]
        self.holds("DBG-TIM-05", "a card that may act gives this",
                   False, f"{event['text']}; faceup and unbought: {', '.join(bystanders) or 'nothing'}", goes_on=True)

    def acting(self):
        """The words of every text that may act now."""
        by_id = self.content.by_id
        for player in self.players[1:]:
            for side in self.content.characters[player.character]["sides"]:
                yield words(side.get("abilities", []))
            for card in player.play:
                yield by_id[card].texts
            for card in player.vault:
                if by_id[card].kind == "relics":
                    yield by_id[card].texts
        for card, faceup in self.matrix.values():
            if faceup and card and by_id[card].kind in ("sites", "bosses", "schemes"):
                yield by_id[card].texts
        for card in self.recent | self.lasting | set(self.assists.values()):
            yield by_id[card].texts | by_id[card].reward
        if self.encounter:
            yield by_id[self.encounter].texts

    def on_lasting(self, actor, a, *_):
        if a <= len(self.content.cards):
            self.lasting.add(self.card(a).id)

    def on_text_used(self, actor, a, *_):
        """DBG-TIM-05, DBG-SIT-01: where the card lies whose text is used."""
        if a > len(self.content.cards):
            return  # a side of a Character
        card, player = self.card(a), self.players[actor]
        places = []
        if card.id in player.play or card.id in self.assists.values() or card.id in self.recent:
            places.append("play")
        if card.kind == "relics" and card.id in player.vault:
            places.append("vault")
        if card.kind in ("sites", "bosses", "schemes") and [card.id, True] in self.matrix.values():
            places.append("matrix")
            if card.kind == "sites":
                self.check("DBG-SIT-01", f"who uses {card.id} stands there", [card.id, True],
                           self.matrix.get(player.space))
        if card.kind == "encounters":
            places.append("encounter")
        self.holds("DBG-TIM-05", f"{card.id} lies where its text may be used", places, goes_on=True)

    # ---- figures ----

    def on_converted(self, actor, *_):
        player = self.players[actor]
        sides = [side["mode"] for side in self.content.characters[player.character]["sides"]]
        player.mode = sides[1 - sides.index(player.mode)]

    on_turned = on_converted

    def on_energon_gained(self, actor, a, b, *_):
        self.players[actor].energon += a
        self.check("DBG-RES-01", "Energon after a gain", self.players[actor].energon, b)

    def on_energon_lost(self, actor, a, b, *_):
        self.holds("DBG-RES-02", "there is so much to lose", a <= self.players[actor].energon, a)
        self.players[actor].energon -= a
        self.check("DBG-RES-02", "Energon after a loss", self.players[actor].energon, b)

    def on_energon_paid(self, actor, a, b, *_):
        self.holds("DBG-RES-02", "the full amount is there", a <= self.players[actor].energon, a)
        self.players[actor].energon -= a
        self.check("DBG-RES-02", "Energon after a payment", self.players[actor].energon, b)
        if self.played.get("verb") == "convert":
            self.holds("DBG-CVT-01", "the price of Converting", a >= self.content.figures["convert_cost"], a)

    def on_vp_gained(self, actor, a, b, *_):
        if self.scoring():
            self.final[actor] += a
            return
        self.players[actor].vp += a
        self.check("DBG-END-02", "VP after a gain", self.players[actor].vp, b)
        if self.due and self.due[0] == actor:
            self.check("DBG-BAT-03", f"VP of the reward of {self.due[1]}", self.due[2], a)
            self.due = None

    def on_vp_lost(self, actor, a, b, *_):
        if self.scoring():
            self.final[actor] -= a
            return
        self.players[actor].vp -= a
        self.holds("DBG-END-03", "VP do not go below 0", self.players[actor].vp >= 0)
        self.check("DBG-END-03", "VP after a loss", self.players[actor].vp, b)

    def scoring(self):
        """Texts of the end of the game are told in the last choice, before the totals."""
        if not {"game_over", "all_lose"} & self.kinds:
            return False
        self.final[0] = 1
        events = self.played["events"]
        first = next(i for i, e in enumerate(events) if e["kind"] == "scored")
        tail = [e for e in events[:first] if e["kind"] in ("vp_gained", "vp_lost", "note", "damage_limit")]
        return self.text in {e["text"] for e in tail if e["operands"][1] == 0}

    def on_damage_gained(self, actor, a, *_):
        card = self.card(a)
        if self.holds("DBG-DMG-10", "the Damage stack holds a card", self.stack):
            self.check("DBG-DMG-01", "the top of the Damage stack", self.stack.pop(0), card.id)
        if card.special:
            self.players[actor].discard.append(card.id)
        else:
            self.players[actor].damage += 1

    def on_repaired(self, actor, a, *_):
        card, player = self.card(a), self.players[actor]
        if card.special:
            self.take(player, card.id, ("discard", "hand", "play"), "DBG-GEN-14")
        else:
            self.holds("DBG-GEN-14", "a Damage to Repair", player.damage > 0)
            player.damage -= 1
        self.stack.append(card.id)

    # ---- cards ----

    def take(self, player, card, piles, clause):
        """Takes a card from one of these piles: where it lies, and where the record has fewer afterwards."""
        view = self.position["players"][self.names[self.players.index(player) - 1]]
        there = [pile for pile in piles if card in getattr(player, pile)]
        if not self.holds(clause, f"{card} lies in one of {', '.join(piles)}", there):
            return None
        fewer = [p for p in there if getattr(player, p).count(card) > view[p].count(card)]
        pile = (fewer or there)[0]
        getattr(player, pile).remove(card)
        return pile

    def on_card_drawn(self, actor, a, *_):
        card, player = self.card(a).id, self.players[actor]
        if player.ordered and player.deck:
            self.check("DBG-TRN-08", "the top of the deck", player.deck[0], card)
        if self.holds("DBG-TRN-08", f"{card} lies in the deck", card in player.deck):
            player.deck.remove(card)
        player.hand.append(card)

    def on_drew(self, actor, a, *_):
        if self.clause == "DBG-TRN-07":
            player, size = self.players[actor], self.hand_size(actor)
            less = not player.deck and not player.discard
            self.holds("DBG-TRN-07", "cards of a new hand", a == size or (less and a < size), a)

    def on_shuffled(self, actor, a, *_):
        player = self.players[actor]
        self.check("DBG-TRN-08", "cards left in the deck", 0, len(player.deck))
        self.check("DBG-TRN-08", "cards shuffled", len(player.discard), a)
        player.deck, player.discard, player.ordered = player.discard, [], False

    def on_card_played(self, actor, a, *_):
        card = self.card(a).id
        self.take(self.players[actor], card, ("hand",), "DBG-PLY-01")
        self.players[actor].play.append(card)
        self.recent.add(card)

    def on_discarded(self, actor, a, *_):
        card, player = self.card(a), self.players[actor]
        self.recent.add(card.id)
        if self.clause in ("DBG-CNF-11", "DBG-DEF-06"):
            self.take(player, card.id, ("play",), self.clause)
        elif self.clause in ("DBG-TRN-06", "DBG-DMG-08"):
            self.take(player, card.id, ("play", "hand"), "DBG-TRN-06")
            self.holds("DBG-PLY-04", "Allies stay", card.kind != "allies" or card.id not in player.play or
                       "turn_ends" in self.kinds)
        else:
            chosen = "deck" if self.clause == "DBG-GEN-24" and card.id in self.sifted else self.chosen_pile()
            first = chosen or ("play" if card.kind == "allies" and card.id in player.play else
                               "hand" if card.id in player.hand else "play")
            self.take(player, card.id, (first,) if card.id in getattr(player, first) else ("deck",), "DBG-TRN-06")
        player.discard.append(card.id)

    def chosen_pile(self):
        """Where the card lies that was chosen, as the choice says it."""
        words_of_choice = self.played.get("choice", "")
        return next((pile for pile, said in (("hand", " in hand"), ("play", " in play"), ("discard", "discard pile"))
                     if said in words_of_choice), None)

    def on_sifted(self, actor, a, *_):
        self.sifted.append(self.card(a).id)
        self.sifting = True

    def on_destroyed(self, actor, a, *_):
        card = self.card(a)
        self.recent.add(card.id)
        self.leave(actor, card)
        if card.kind == "starters":
            self.total[card.id] -= 1
            self.total += Counter()
        elif card.kind == "basics":
            self.basics[card.id] += 1
        elif card.kind == "damage":
            self.stack.append(card.id)
        else:
            self.destroyed[card.id] += 1

    def leave(self, actor, card):
        """Where a card that is destroyed or put elsewhere comes from."""
        if self.revealed == card.id:
            self.revealed = None
            return
        pile = self.chosen_pile()
        if actor and pile and card.id in getattr(self.players[actor], pile):
            getattr(self.players[actor], pile).remove(card.id)
            return
        after = self.position["matrix"]
        for name, (lies, _) in self.matrix.items():
            if lies == card.id and after[name]["card"] != [card.id]:
                self.matrix[name] = [None, False]
                return
        if self.destroyed[card.id] > Counter(self.position["destroyed"])[card.id]:
            self.destroyed[card.id] -= 1
            self.destroyed += Counter()
            return
        everybody = [self.players[actor]] if actor else []
        everybody += [p for p in self.players[1:] if p not in everybody]
        for player in everybody:
            view = self.position["players"][self.names[self.players.index(player) - 1]]
            for pile in ("hand", "play", "discard", "vault", "deck"):
                if getattr(player, pile).count(card.id) > view[pile].count(card.id):
                    getattr(player, pile).remove(card.id)
                    return
        for player in everybody:
            for pile in ("hand", "play", "discard", "vault", "deck"):
                if card.id in getattr(player, pile):
                    getattr(player, pile).remove(card.id)
                    return
        self.holds("DBG-GEN-11", f"{card.id} lies somewhere", False)

    def on_card_put(self, actor, a, b, *_):
        card, player = self.card(a), self.players[actor]
        if b not in PLACES:  # DBG-HID-06: back on top of the deck in an order of the player's choice
            player.ordered = False
            return
        self.leave(actor, card)
        pile = getattr(player, PLACES[b])
        if PLACES[b] == "deck":
            pile.insert(0, card.id)
        else:
            pile.append(card.id)

    # ---- the Matrix ----

    def on_arrived(self, actor, a, *_):
        self.check("DBG-SET-22", "space before the arrival", "none", self.players[actor].space)
        self.players[actor].space = SPACES[a]

    def on_moved(self, actor, a, *_):
        player = self.players[actor]
        if self.played.get("verb") == "move" and self.players[self.turn] is player:
            dx, dy = self.distance(player.space, SPACES[a])
            self.holds("DBG-MOV-01", "one step", (dx + dy) == 1 or (dx == dy == 1 and self.flies(player)),
                       f"{player.space} to {SPACES[a]}")
        player.space = SPACES[a]

    def flies(self, player):
        """DBG-GEN-21."""
        sides = self.content.characters[player.character]["sides"]
        return any(s.get("flight") or "fly" in words(s) for s in sides) or \
            any(self.content.by_id[c].data.get("flight") or "fly" in self.content.by_id[c].texts
                for c in player.play + list(self.lasting))

    on_teleported = lambda self, actor, a, *_: setattr(self.players[actor], "space", SPACES[a])

    @staticmethod
    def distance(a, b):
        return abs(int(a[1]) - int(b[1])), abs(int(a[3]) - int(b[3]))

    def on_searched(self, actor, a, b, *_):
        self.check("DBG-SRC-02", "a facedown card", [self.card(a).id, False], self.matrix[SPACES[b]])
        self.matrix[SPACES[b]][1] = True
        if self.played.get("verb") == "search":
            self.check("DBG-SRC-01", "where the standee is", self.players[actor].space, SPACES[b])

    def on_flipped_down(self, actor, a, b, *_):
        self.matrix[SPACES[b]][1] = False

    def on_undone(self, actor, a, b, *_):
        self.matrix[SPACES[b]][1] = False
        self.players[actor].energon = self.position["players"][self.names[actor - 1]]["energon"]

    def on_refilled(self, actor, a, *_):
        name = SPACES[a]
        self.check("DBG-MTX-03", f"{name} was empty", None, self.matrix[name][0])
        if self.holds("DBG-MTX-03", "the main deck holds a card", self.main):
            self.matrix[name] = [self.main.pop(0), False]

    def on_picked_up(self, actor, a, b, *_):
        self.holds("DBG-CRD-12", "no faceup Boss", self.card(a).kind != "bosses" or not self.matrix[SPACES[b]][1])
        self.matrix[SPACES[b]] = [self.card(a).id, False]

    def on_put_back(self, actor, a, b, *_):
        self.matrix[SPACES[b]] = [self.card(a).id, False]

    def on_boss_placed(self, actor, a, b, *_):
        self.check("DBG-MTX-04", f"{SPACES[b]} is empty", None, self.matrix[SPACES[b]][0])
        self.check("DBG-MTX-04", "the Boss that was revealed", self.revealed, self.card(a).id)
        self.revealed = None
        self.matrix[SPACES[b]] = [self.card(a).id, True]

    def on_main_revealed(self, actor, a, *_):
        if self.holds("DBG-END-06", "the main deck holds a card", self.main):
            self.check("DBG-SET-09", "the top of the main deck", self.main[0], self.card(a).id)
            self.revealed = self.main.pop(0)

    def on_buried(self, actor, a, *_):
        self.main.remove(self.card(a).id)
        self.main.append(self.card(a).id)

    # ---- buying ----

    def on_bought(self, actor, a, b, *_):
        card, player = self.card(a), self.players[actor]
        names = [n for n, (lies, faceup) in self.matrix.items() if lies == card.id and faceup]
        gone = [n for n in names if self.position["matrix"][n]["card"] != [card.id]] or names
        if not self.holds("DBG-BUY-04", f"{card.id} lies faceup", gone):
            return
        name = gone[0]
        self.holds("DBG-BUY-04", "a kind that is bought", card.kind in BOUGHT, card.kind)
        if card.kind == "robots" and "buy_adversary_robot" not in self.side_words(player):
            self.check("DBG-BUY-01", "faction of the Robot", player.faction, card.faction)
        self.matrix[name] = [None, False]
        (player.vault if card.kind == "relics" else player.discard).append(card.id)
        self.price(card, player, sum(self.distance(player.space, name)))

    def side_words(self, player):
        return {w for side in self.content.characters[player.character]["sides"] for w in words(side)}

    def on_basic_bought(self, actor, a, *_):
        card = self.card(a)
        self.holds("DBG-BUY-04", "the stack is not empty", self.basics[card.id] > 0)
        self.basics[card.id] -= 1
        self.players[actor].discard.append(card.id)
        self.price(card, self.players[actor], 0)

    def price(self, card, player, distance):
        """DBG-BUY-05: exactly the cost, from pools that reach."""
        if self.played.get("verb") not in ("buy", "buy_basic") or self.kinds - {"note", "bought", "basic_bought"}:
            return
        spent = self.before["this_turn"]["power"] - self.position["this_turn"]["power"]
        discounts = "buy_discount" in self.side_words(player) or any(
            "buy_discount" in self.content.by_id[c].texts for c in player.play + list(self.lasting))
        if discounts:
            self.holds("DBG-BUY-05", f"Power spent on {card.id}", 0 <= spent <= card.cost, f"{spent} of {card.cost}")
        else:
            self.check("DBG-BUY-05", f"Power spent on {card.id}", card.cost, spent)
        if not discounts and self.plain:
            reach = sum(self.content.by_id[c].power for c in player.play if self.content.by_id[c].range >= distance)
            reach += sum(side.get("power", 0) for side in self.content.characters[player.character]["sides"]
                         if side.get("range", 0) >= distance)
            self.holds("DBG-GEN-07", f"Power that reaches {card.id} at {distance}", reach >= card.cost, reach)

    # ---- battles ----

    def declared(self, actor, card, space, committed, cost):
        self.check("DBG-BAT-01", "the card battled lies faceup", [card.id, True], self.matrix[SPACES[space]])
        self.holds("DBG-BAT-10", "Power is committed", committed >= 1, committed)
        by_id = self.content.by_id
        raised = any(faceup and c and "battle_cost" in by_id[c].texts for c, faceup in self.matrix.values()) or any(
            "battle_cost" in by_id[c].texts for p in self.players[1:] for c in p.play + p.vault) or any(
            "battle_cost" in by_id[c].texts for c in self.lasting)
        if not raised and self.position["options"]["coop_difficulty"] != "hard":
            self.check("DBG-BAT-03", f"cost of {card.id}", card.cost, cost)
        self.helpers = set()
        self.battle = {"card": card, "space": SPACES[space], "committed": committed, "cost": cost, "actor": actor,
                       "raised": 0, "plain": not raised, "helped": 0}

    def on_battle_declared(self, actor, a, b, c, d):
        self.check("DBG-BAT-01", "what is battled", "robots", self.card(a).kind)
        if self.card(a).faction == self.players[actor].faction:
            self.holds("DBG-BAT-07", "an own Robot is battled by a text",
                       "battle_own_robots" in self.side_words(self.players[actor]))
        self.declared(actor, self.card(a), b, c, d)

    def on_confrontation_declared(self, actor, a, b, c, d):
        self.check("DBG-CNF-02", "what is confronted", "bosses", self.card(a).kind)
        self.holds("DBG-CNF-15", "an Adversary", self.card(a).faction != self.players[actor].faction)
        self.declared(actor, self.card(a), b, c, d)

    def on_cost_changed(self, actor, a, b, *_):
        if self.battle:
            self.battle["raised"] += a
            if self.battle["plain"]:
                self.check("DBG-CNF-04", "cost after a change", max(0, self.battle["cost"] + self.battle["raised"]), b)

    def on_battle_power(self, actor, a, *_):
        if self.battle:
            self.battle["helped"] += 1

    def on_assist_played(self, actor, a, b, *_):
        card = self.card(a)
        self.take(self.players[actor], card.id, ("hand",), "DBG-AST-01")
        self.holds("DBG-AST-01", "printed Power", card.power >= 1, card.id)
        self.holds("DBG-AST-13", "no special Damage", card.kind != "damage")
        self.holds("DBG-AST-15", "one Assist a battle", actor not in self.assists)
        reach = sum(self.distance(self.players[actor].space, self.battle["space"]))
        if not self.told_range:
            self.holds("DBG-AST-01", f"{card.id} reaches the target", reach <= self.most_range(card), reach)
        if b:
            self.holds("DBG-DEF-01", "defends a Boss of its own faction",
                       self.battle["card"].kind == "bosses" and
                       self.battle["card"].faction == self.players[actor].faction)
        self.assists[actor] = card.id
        self.battle["helped"] += 1

    def most_range(self, card):
        extra = any("add_range" in w for w in self.acting())
        return card.range + (9 if extra else 0)

    def on_assist_revealed(self, actor, a, *_):
        self.check("DBG-CNF-11", "the card that was offered", self.assists.pop(actor, None), self.card(a).id)
        self.helpers.add(actor)
        self.players[actor].play.append(self.card(a).id)

    def on_assist_refused(self, actor, *_):
        if actor in self.assists:
            self.players[actor].hand.append(self.assists.pop(actor))

    def on_assist_returned(self, actor, a, *_):
        """The active player or an effect sends an Assist back."""
        if self.assists.get(actor) == self.card(a).id:
            self.players[actor].hand.append(self.assists.pop(actor))
        else:
            self.take(self.players[actor], self.card(a).id, ("play",), "DBG-CNF-11")
            self.players[actor].hand.append(self.card(a).id)

    def on_battle_off(self, actor, a, b, *_):
        """DBG-BAT-11: the card battled is not there any more."""
        self.holds("DBG-BAT-11", "the card battled is gone", self.matrix[SPACES[b]] != [self.card(a).id, True])
        self.battle = None

    def outcome(self, actor, card, total, cost, won):
        battle = self.battle
        clause = "DBG-CNF-09" if card.kind == "bosses" else "DBG-BAT-03"
        self.check(clause, f"{total} against {cost}", total >= cost, won)
        self.check("DBG-BAT-01", "what was battled", battle["card"].id if battle else None, card.id)
        if battle and battle["plain"] and not battle["helped"]:
            self.check("DBG-CNF-04", "cost at the end", max(0, battle["cost"] + battle["raised"]), cost)
        simple = battle and not battle["helped"] and not self.encounter_strips
        if simple:
            side = next(s for s in self.content.characters[self.players[actor].character]["sides"]
                        if s["mode"] == self.players[actor].mode)
            penalty = side.get("power_against_adversaries", 0) if card.faction != self.players[actor].faction else 0
            self.check("DBG-BAT-05", "total of the battle", max(0, battle["committed"] + penalty), total)

    @property
    def encounter_strips(self):
        """DBG-CNF-12, DBG-CNF-16: what an Encounter or a text takes away or adds is not followed here."""
        if "destroyed" in self.kinds or "lasting" in self.kinds or self.lasting or self.encounter:
            return True
        exotic = {"battle_power", "no_range", "unassisted", "played_power", "next_battle", "blank_cards", "add_power"}
        return any(exotic & w for w in self.acting())

    def on_battle_won(self, actor, a, b, c, *_):
        card = self.card(a)
        self.outcome(actor, card, b, c, True)
        name = self.battle["space"]
        self.check("DBG-CNF-09", "the card that was battled lies there", card.id, self.matrix[name][0])
        self.matrix[name] = [None, False]
        own = card.kind == "robots" and card.faction == self.players[actor].faction
        away = own and self.players[actor].character == "ch_grimlock"
        (self.players[actor].discard if away else self.players[actor].vault).append(card.id)
        self.recent.add(card.id)

    def on_battle_lost(self, actor, a, b, c, *_):
        self.outcome(actor, self.card(a), b, c, False)

    def on_reward(self, actor, a, *_):
        card = self.card(a)
        self.recent.add(card.id)
        if actor != self.turn:  # DBG-AST-05, DBG-ONE-04: who assists may share it; DBG-BAT-08: not of an own Robot
            shared = self.mode["id"].startswith(("competitive", "tvt_all")) and card.kind in ("robots", "bosses")
            self.holds("DBG-AST-05", "who assisted gains the reward", shared and actor in self.helpers, self.text)
            self.holds("DBG-BAT-08", "the reward of an Adversary", card.faction != self.players[self.turn].faction)
            if self.mode["id"].startswith("tvt_all"):
                self.holds("DBG-ONE-05", "once per team", self.players[actor].team != self.players[self.turn].team)
        gains = [d["gain_vp"] for ability in card.data.get("reward", []) for d in ability.get("do", [])
                 if isinstance(d, dict) and isinstance(d.get("gain_vp"), int)]
        self.due = (actor, card.id, gains[0]) if len(gains) == 1 else None

    def on_thwarted(self, actor, a, b, *_):
        self.check("DBG-SCH-02", "the Scheme lies faceup", [self.card(a).id, True], self.matrix[SPACES[b]])
        self.matrix[SPACES[b]][1] = False  # it lies facedown while its reward is gained
        self.recent.add(self.card(a).id)

    def on_encounter(self, actor, a, *_):
        self.encounter = self.card(a).id

    # ---- turns ----

    told_range = False

    @property
    def plain(self):
        """Nothing this turn has changed Power or Range apart from what is printed."""
        exotic = {"add_power", "add_range", "free_power", "played_power", "battle_with_move", "card_has", "no_range",
                  "power_added", "add_tokens"}
        return not self.told_range and not any(exotic & w for w in self.acting())

    def on_power_added(self, *_):
        self.told_range = True

    on_range_added = on_power_added

    def on_turn_ends(self, actor, *_):
        self.check("DBG-TRN-09", "whose turn ends", self.turn, actor)
        self.ended = True

    def on_turn_begins(self, actor, *_):
        self.check("DBG-TRN-09", "whose turn begins", self.turn % self.seats + 1, actor)
        self.turn, self.ended, self.told_range = actor, False, False
        self.lasting, self.encounter, self.battle = set(), None, None
        left = [c for c in self.players[actor].play if self.content.by_id[c].kind != "allies"]
        self.check("DBG-TRN-06", "cards still in play", [], left)

    # ---- the end ----

    def on_scored(self, actor, a, *_):
        self.final[0] = 1
        player = self.players[actor]
        special = sum(self.content.by_id[c].special for pile in Player.piles for c in getattr(player, pile))
        vault = [self.content.by_id[c] for c in player.vault]
        relics = sum(self.relic(relic, player, vault) for relic in vault if relic.kind == "relics")
        tox = sum(1 for other in self.players[1:] if self.opponents(other, player)
                  for c in other.vault if c == "ard_l_tox_en")
        loss = (player.damage + special) // 2
        self.check("DBG-END-02", f"final VP: {player.vp} tokens, {relics} of Relics, {tox} lost, {loss} for Damage",
                   player.vp + relics - tox - loss, a)

    def opponents(self, one, other):
        if self.mode["rules"] == "cooperative" or one is other:
            return False
        return not self.mode.get("teams") or one.team != other.team

    def relic(self, relic, player, vault):
        """The texts of the end of the game that gain VP (DBG-REL-01, DBG-END-08)."""
        total = 0
        for ability in relic.data["abilities"]:
            if ability["when"] != {"event": "end_of_game"}:
                continue
            for deed in ability["do"]:
                gain = deed.get("gain_vp")
                if isinstance(gain, int):
                    total += gain
                elif gain:
                    total += self.per(gain["per"], player, vault)
        return total

    def per(self, per, player, vault):
        of = per["of"]
        by = of["divided"]["by"] if "divided" in of else 1
        cards = (of["divided"]["amount"] if "divided" in of else of)["count"]["cards"]
        count = sum(1 for c in vault if c.kind == cards["kind"] + "s" and
                    (cards.get("faction") != "adversary" or c.faction != player.faction))
        return min(count // by * per.get("each", 1), per.get("max", 99))

    def on_game_over(self, *_):
        self.over = True

    on_all_lose = on_game_over

    def on_damage_counted(self, actor, a, b, *_):
        self.check("DBG-END-02", "VP lost for Damage", b // 2, a)

    def end(self, record):
        if "outcome" not in record:
            return
        self.holds("DBG-END-01", "the end was told", self.over)
        outcome = record["outcome"]
        scored = {e["actor"]: e["operands"][0] for e in record["choices"][-1]["events"] if e["kind"] == "scored"}
        self.check("DBG-END-07", "everybody is scored", self.seats, len(scored))
        if self.mode["rules"] == "competitive" and len(scored) == self.seats:
            self.check("DBG-END-02", "scores", [scored[s] for s in sorted(scored)], outcome["scores"])
            best = max(scored.values())
            first = [s for s in sorted(scored) if scored[s] == best]
            self.holds("DBG-END-04", "the winners lead", set(outcome["winners"]) <= set(first), outcome["winners"])
            bosses = {s: sum(self.content.by_id[c].kind == "bosses" for c in self.players[s].vault) for s in first}
            most = [s for s in first if bosses[s] == max(bosses.values())]
            self.holds("DBG-END-04", "ties go to more Bosses", set(outcome["winners"]) <= set(most),
                       outcome["winners"])


def plans(program):
    content = program.dbg = Content(program)
    out, number = [], 0
    tables = [(mode["id"], seats) for mode in content.modes.values()
              for seats in sorted({sum(t) for t in mode["teams"]} if mode.get("teams") else
                                  set(range(mode["players"][0], mode["players"][1] + 1)))]
    tables = tables[::4] + tables[1::4] + tables[2::4] + tables[3::4]
    for turn in range(2):
        for mode, seats in tables:
            players = [("greedy", "random")[(number + seat) % 2 if number % 3 == 2 else 0] for seat in range(seats)]
            mix = {"expansion_mix": "add_all"} if number % 4 == 3 else {}
            out.append(Plan("transformers_dbg", number, players, mode=mode, **mix))
            number += 1
    return out


if __name__ == "__main__":
    main("transformers_dbg", plans, Referee)
