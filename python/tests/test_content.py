"""Content of one's own: a patch over the built-in records, and the notebook that shows what it does."""

import json
import pickle

import pytest
from conftest import ROOT

import rulewright
from rulewright import errors

HAND_OF_FOUR = "patch: transformers_tcg\ngame: { hand: 4 }\n"


def test_a_patch_changes_the_game():
    plain, changed = rulewright.game("transformers_tcg"), rulewright.game("transformers_tcg", HAND_OF_FOUR)
    assert plain.patch == "" and changed.patch == HAND_OF_FOUR
    assert changed.content_version != plain.content_version
    hands = [len(game.new(seed=1).everything()["players"]["blue"]["hand"]) for game in (plain, changed)]
    assert hands[1] == 4 and hands[0] != 4


def test_players_vectors_pickles_and_replays_take_a_changed_game():
    changed = rulewright.game("transformers_tcg", HAND_OF_FOUR)
    end = rulewright.play(changed, ["greedy", "random"], seed=3)
    assert end.over and end.hash != rulewright.play("transformers_tcg", ["greedy", "random"], seed=3).hash
    assert rulewright.read_replay(end.replay(), changed).last() == end
    assert pickle.loads(pickle.dumps(changed)).content_version == changed.content_version
    assert pickle.loads(pickle.dumps(end)).hash == end.hash
    assert len(rulewright.VectorGame(changed, 4, 1)) == 4


def test_what_belongs_to_other_content_is_refused():
    changed = rulewright.game("transformers_tcg", HAND_OF_FOUR)
    with pytest.raises(errors.PlayerError, match="content"):
        rulewright.player("greedy", "transformers_tcg").choose(changed.new(seed=1))
    with pytest.raises(errors.ReplayError):
        rulewright.read_replay(rulewright.play(changed, ["random", "random"]).replay()).last()
    with pytest.raises(errors.ReplayError, match="transformers_tcg"):
        rulewright.read_replay(rulewright.play(changed, ["random", "random"]).replay(), rulewright.game("dino_battles"))
    with pytest.raises(errors.SaveError):
        rulewright.game("transformers_tcg").load(changed.new(seed=1).save())


def test_a_wrong_patch_says_where():
    with pytest.raises(errors.ContentError, match="hands") as raised:
        rulewright.game("transformers_tcg", "patch: transformers_tcg\ngame:\n  hands: 4\n")
    assert raised.value.place.endswith("patch:3:3")
    with pytest.raises(errors.ContentError):
        rulewright.game("transformers_tcg", "patch: dino_battles\ngame: { hand: 4 }\n")


def test_the_notebook_shows_that_more_damage_wins_more(capsys):
    cells = json.loads((ROOT / "python/examples/what_if.ipynb").read_text(encoding="utf-8"))["cells"]
    code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    code[0] = code[0].replace("PAIRS = 100", "PAIRS = 40")
    shown = {}
    for text in code:
        exec(compile(text, "what_if.ipynb", "exec"), shown)
    assert "4 damage" in capsys.readouterr().out
    assert shown["difference"](1) == (0, 0)
    assert shown["difference"](4)[0] > 0
    assert shown["Bars"]()._repr_svg_().count("<rect") == 4
