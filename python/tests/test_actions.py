"""Choices as steps with a fixed action space."""

import pickle
import random

import numpy as np
import pytest
from conftest import random_play

import rulewright


def test_no_head_is_wider_than_1024(game):
    rules = rulewright.game(game)
    assert rules.heads[0] == ("verb", len(rules.verbs))
    assert 0 < rules.widest_head == max(size for _, size in rules.heads) <= 1024


@pytest.mark.parametrize("players", [2, 3])
def test_every_legal_choice_maps_there_and_back(game, players):
    rules = rulewright.game(game)
    if players > rules.max_players:
        players = 2
    for seed in range(4):
        for position, choices in random_play(game, seed, players):
            seen = set()
            for choice in choices:
                entries = rules.encode(choice)
                heads = rules.heads_of_verb(choice.verb)
                assert len(entries) == len(heads)
                assert all(0 <= e < rules.heads[h][1] for e, h in zip(entries, heads, strict=True))
                assert rules.decode(entries) == choice
                seen.add(tuple(entries))
            assert len(seen) == len(choices)


def test_masks_lead_to_every_legal_choice_and_to_no_other(game):
    for number, (position, choices) in enumerate(random_play(game, 20)):
        if len(choices) > 60:
            continue
        found, open_ = [], [position.steps()]
        while open_:
            steps = open_.pop()
            if steps.complete:
                found.append(steps.choice)
                continue
            assert np.flatnonzero(steps.mask).tolist() == steps.entries and len(steps.entries) > 1
            for entry in steps.entries:
                branch = steps.copy()
                assert branch.entry_text(entry)
                branch.take(entry)
                open_.append(branch)
        assert sorted(c.bits for c in found) == sorted(c.bits for c in choices)
        if number > 80:
            break


def test_illegal_entries_are_refused_and_change_nothing(game):
    dice = random.Random(1)
    for number, (position, _) in enumerate(random_play(game, 21)):
        steps = position.steps()
        while not steps.complete:
            legal = steps.entries
            wrong = next(e for e in range(len(steps.mask) + 1) if e not in legal)
            with pytest.raises(rulewright.IllegalChoice):
                steps.take(wrong)
            assert steps.entries == legal
            assert pickle.loads(pickle.dumps(steps)).entries == legal
            steps.take(dice.choice(legal))
        with pytest.raises(rulewright.IllegalChoice):
            steps.take(0)
        if number > 30:
            break


def test_steps_so_far_are_shown_to_their_seat_alone():
    for position, _ in random_play("risk_cybertron", 22):
        steps = position.steps()
        if steps.complete:
            continue
        other, me = 1 - position.to_move, position.to_move
        before = steps.observation(me), steps.observation(other)
        steps.take(steps.entries[0])
        if steps.complete:
            continue
        assert not np.array_equal(before[0], steps.observation(me))
        assert np.array_equal(before[1], steps.observation(other))
        return
    raise AssertionError("no choice of several steps")


def test_decoding_nonsense_is_refused(game):
    rules = rulewright.game(game)
    for entries in ([], [99], [0, 0, 0, 0, 0, 0, 0, 0, 0, 0], [-1]):
        with pytest.raises(rulewright.IllegalChoice):
            rules.decode(entries)
