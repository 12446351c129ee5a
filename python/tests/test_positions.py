"""Games, positions, choices, events, replays and errors."""

import copy
import pickle
import random

import numpy as np
import pytest
from conftest import ROOT, random_play

import rulewright
from rulewright import errors


def test_all_games_are_there():
    assert rulewright.games() == ["dino_battles", "dragon_booster", "risk_cybertron", "transformers_dbg", "transformers_tcg"]


def test_a_game_knows_itself(game):
    rules = rulewright.game(game)
    assert rules.id == game and rules.min_players <= 2 <= rules.max_players
    assert rules.name() and rules.verbs[1] and len(rules.clauses) > 100
    first = rules.clause(rules.clauses[0])
    assert first["id"] == rules.clauses[0] and first["text"]
    assert rules.clause(rules.clauses[0], "fr")["text"] != first["text"]
    assert all(option["about"] for option in rules.options("fr"))


def test_random_games_end_and_cite_rules(game):
    position, dice, clauses = rulewright.game(game).new(seed=3), random.Random(3), set()
    while not position.over:
        assert position.question() and position.question("fr")
        clauses |= {event.clause for event in position.apply(dice.choice(position.choices()))}
    assert position.to_move is None and position.choices() == []
    assert position.outcome["clause"] in rulewright.game(game).clauses
    assert set(position.winners) == {seat for seat, reward in enumerate(position.rewards) if reward > 0}
    assert len(clauses & set(rulewright.game(game).clauses)) > 10


def test_the_same_seed_is_the_same_game(game):
    hashes = [[position.hash for position, _ in random_play(game, 5)] for _ in range(2)]
    assert hashes[0] == hashes[1]
    assert hashes[0] != [position.hash for position, _ in random_play(game, 6)]


def test_a_copy_goes_its_own_way(game):
    for position, choices in random_play(game, 7):
        before, twin = position.hash, position.copy()
        assert twin == position and copy.deepcopy(position) == position and pickle.loads(pickle.dumps(position)) == position
        twin.apply(choices[0])
        assert position.hash == before and twin != position
        break


def test_choices_read_back_from_their_notation(game):
    for number, (position, choices) in enumerate(random_play(game, 8)):
        for choice in choices[:5]:
            assert position.read(choice.notation) == choice
            assert choice.label("fr") and choice.bits == position.read(str(choice)).bits
        if number > 60:
            break


def test_things_of_a_choice_have_kinds_and_places(game):
    things = [thing for _, choices in random_play(game, 9) for c in choices[:4] for thing in c.things]
    assert things and all(thing["kind"] for thing in things)
    assert any(thing["place"] for thing in things)


def test_what_a_seat_does_not_know_is_dealt_anew(game):
    differs = False
    for number, (position, choices) in enumerate(random_play(game, 10)):
        seat = position.to_move
        imagined = position.redeal(seat, seed=number)
        assert imagined.view(seat) == position.view(seat)
        assert np.array_equal(imagined.tensor(seat), position.tensor(seat))
        assert imagined.choices() == choices
        differs |= imagined.everything() != position.everything()
        if number > 40:
            break
    assert differs


def test_views_hide_and_tensors_keep_their_shape(game):
    shapes, hidden = set(), False
    for position, _ in random_play(game, 11):
        shapes.add(position.tensor(0).shape)
        hidden |= position.view(0) != position.everything()
    assert len(shapes) == 1 and hidden


def test_features_of_choices(game):
    for number, (position, choices) in enumerate(random_play(game, 12)):
        features = position.choice_features()
        assert features.shape == (len(choices), 25) and features.dtype == np.int32
        assert features[:, 0].tolist() == [choice.verb for choice in choices]
        if number > 40:
            break


def test_saves(game):
    rules = rulewright.game(game)
    position = next(random_play(game, 13))[0]
    assert rules.load(position.save()) == position
    with pytest.raises(errors.SaveError) as damaged:
        rules.load(position.save()[:-1] + b"?")
    assert damaged.value.reason


def test_replays(game):
    position = rulewright.play(game, ["random", "greedy"], seed=2)
    replay = rulewright.read_replay(position.replay())
    played = replay.choices()
    assert len(played) == len(replay) and replay.last() == position and replay.players == 2
    assert replay.end == position.outcome["text"]
    assert any(event.clause for _, _, events in played for event in events)
    fair, findings = replay.verify()
    assert fair and findings


def test_damaged_replays_are_refused():
    text = rulewright.play("risk_cybertron", ["random", "random"]).replay()
    with pytest.raises(errors.ReplayError, match="checksum"):
        rulewright.read_replay(text.replace("seat 1:", "seat 2:", 1))


def test_players(game):
    position = rulewright.game(game).new(seed=4)
    for name in ("random", "greedy", "search:10"):
        first, again = (rulewright.player(name, game, 9).choose(position) for _ in range(2))
        assert first == again and first in position.choices()
        assert rulewright.player(name, game).name == name


def test_scenarios():
    results = rulewright.run_scenarios([str(ROOT / "tests/scenarios/risk_cybertron/dice.yaml")])
    assert results and all(result["passed"] for result in results)
    assert any(result["clauses"] for result in results)


def test_a_wrong_scenario_says_where(tmp_path):
    (tmp_path / "wrong.yaml").write_text("game: risk_cybertron\nwhat: nothing\n", encoding="utf-8")
    with pytest.raises(errors.ScenarioError) as raised:
        rulewright.run_scenarios([str(tmp_path / "wrong.yaml")])
    assert "wrong.yaml:" in raised.value.place


# ---- errors: place, reason and clause, and nothing changed -------------------------------------------


def test_a_refused_choice_cites_its_clause():
    position = rulewright.game("risk_cybertron").new(seed=1)
    before = position.hash
    with pytest.raises(rulewright.IllegalChoice) as raised:
        position.apply("end phase")
    assert raised.value.place.startswith("seat ") and raised.value.reason
    assert raised.value.clause in rulewright.game("risk_cybertron").clauses
    assert position.refusal("end phase")["clause"] == raised.value.clause
    assert position.hash == before


def test_an_unreadable_choice_is_refused(game):
    position = rulewright.game(game).new(seed=1)
    before = position.hash
    for nonsense in ("fly to the moon", 0xFF, 0):
        with pytest.raises(rulewright.IllegalChoice):
            position.apply(nonsense)
    assert position.hash == before


def test_wrong_tables_are_refused():
    rules = rulewright.game("risk_cybertron")
    with pytest.raises(errors.SetupError, match="players") as raised:
        rules.new(players=9)
    assert raised.value.clause.startswith("RSK-")
    with pytest.raises(errors.SetupError, match="1 to 12") as raised:
        rules.new(options={"days": 99})
    assert raised.value.clause == "RSK-OPT-02"
    with pytest.raises(errors.SetupError, match="no option"):
        rules.new(options={"weather": "rain"})
    assert rules.new(options={"deal_zones": True}).hash != rules.new().hash


def test_other_errors():
    with pytest.raises(errors.UnknownGame, match="dino_battles"):
        rulewright.game("chess")
    with pytest.raises(errors.UnknownClause):
        rulewright.game("dino_battles").clause("RSK-ATK-01")
    with pytest.raises(errors.PlayerError):
        rulewright.player("stockfish", "dino_battles")
    position = rulewright.game("dino_battles").new()
    with pytest.raises(errors.SeatError):
        position.view(7)
    with pytest.raises(errors.ReplayError, match="dealt anew"):
        position.redeal(0, 1).replay()
    assert issubclass(errors.SeatError, IndexError) and issubclass(errors.SetupError, ValueError)


def test_conceding_ends_a_game_of_two(game):
    position = rulewright.game(game).new()
    assert all(choice.notation != "concede" for choice in position.choices())
    position.apply("concede", seat=1)
    assert position.over and position.winners == [0]
