#!/usr/bin/env bash
# The program as a person uses it: wrong input of every kind gets one clear message and exit status 2,
# and a game can be played, saved, damaged, loaded and taken back through a pipe.
#   cli_test.sh PROGRAM
set -euo pipefail
program=$(realpath "$1")
source=$(realpath "$(dirname "$0")/..")
game=risk_cybertron
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
checks=0
failures=0

fail() {
  failures=$((failures + 1))
  echo "FAILED: $1"
  sed 's/^/    /' out.txt err.txt | tail -n 20
}
# run STATUS ARGUMENTS: runs the program on in.txt and compares the exit status.
run() {
  local wanted=$1 status=0
  shift
  checks=$((checks + 1))
  "$program" "$@" <in.txt >out.txt 2>err.txt || status=$?
  [ "$status" = "$wanted" ] || fail "rulewright $*: exit status $status, not $wanted"
}
says() { grep -qiF -- "$2" "$1" || fail "no \"$2\" in $1"; }
# refuses REASON ARGUMENTS: exit status 2, the reason in one message, nothing on standard output.
refuses() {
  local reason=$1
  shift
  run 2 "$@"
  says err.txt "$reason"
  [ ! -s out.txt ] || fail "rulewright $*: wrote to standard output"
}
# table LINES...: plays these lines at a table with a fixed seed; the computer plays at random.
table() {
  printf '%s\n' "${@}" >in.txt
  run 0 play $game --seed test --players human,random "${table_options[@]}"
}
# flip FILE PLACE: a copy in which one bit is changed.
flip() {
  local byte
  byte=$(od -An -tu1 -j "$2" -N 1 "$1")
  cp "$1" damaged
  printf "\\x$(printf %x $((byte ^ 4)))" | dd of=damaged bs=1 seek="$2" conv=notrunc status=none
}
table_options=()
: >in.txt

# ---- the command line ------------------------------------------------------------------------------
run 0 --version
says out.txt "rulewright"
for command in games play simulate match review what-if replay verify scenario clauses cards odds bench; do
  run 0 $command --help
  says out.txt "Example"
done
refuses "no command 'paly'; did you mean 'play'" paly
refuses "the commands are" frobnicate
refuses "required" play
refuses "nochess" play nochess
refuses "nochess" cards nochess
refuses "not expected" games risk_cybertron surplus
refuses "surplus" games surplus
refuses "--seats" play $game --seats many
refuses "players" play $game --seats 6
refuses "wizard" play $game --players human,wizard
refuses "--players names 3, the table has room for 2" play $game --seats 2 --players human,random,random
refuses "name=value" play $game --option truce
refuses "no_such_option" play $game --option no_such_option=1
refuses "days" play $game --option days=soon
refuses "--language" cards $game --language klingon
refuses "no_such_card" cards $game no_such_card
refuses "--games" simulate $game --games -5
refuses "missing.rwreplay" replay missing.rwreplay
refuses "missing.rwreplay" verify missing.rwreplay
refuses "missing.rwreplay" play $game --load missing.rwreplay
run 2 scenario missing.yaml
says err.txt "missing.yaml"
refuses "/no/such/folder" play $game --record /no/such/folder/game.rwreplay
refuses "no_such_folder" cards $game --content no_such_folder

# ---- answers ---------------------------------------------------------------------------------------
run 0 games
says out.txt $game
run 0 games --json
says out.txt "\"id\": \"$game\""
run 0 cards $game
says out.txt "Force Shield"
run 0 cards $game "Force Shield" --json
says out.txt '"id": "uc31"'
run 0 cards $game --svg sheet.svg --theme dark
says sheet.svg "</svg>"
run 0 cards $game uc31 --svg one.svg --size 60
says one.svg "Force Shield"
refuses "cannot write" cards $game --svg no_such_folder/sheet.svg
refuses "--theme" cards $game --svg sheet.svg --theme mauve
run 0 cards $game uc31 --language fr
run 0 cards $game "Plasma Cannons" --language fr
says out.txt "Canons"
run 0 odds $game 3v2
says out.txt "2890/7776"  # the attacker loses nobody: classic RISK
says out.txt "37.16"
run 0 odds $game 3v2 --attack-d8 1 --defend-d8 1 --attack-bonus 1 --defend-bonus 1 --ties attacker
run 0 odds $game capture 6 5
says out.txt "%"
refuses "4v2" odds $game 4v2
refuses "0v1" odds $game 0v1
refuses "--attack-d8" odds $game 3v2 --attack-d8 4
refuses "--attack-d8" odds $game 3v2 --attack-d8
refuses "--wings" odds $game 3v2 --wings 2
refuses "--ties" odds $game 3v2 --ties nobody
refuses "capture" odds $game capture 1
refuses "capture" odds $game capture 1 5
refuses "capture" odds $game capture 6 100000
run 0 odds transformers_tcg draw autobot_starter zap 5
says out.txt "66.2449"  # none of 3 copies among 5 of 40 cards: C(37,5) / C(40,5)
run 0 odds transformers_tcg flips autobot_starter 2 orange
says out.txt "40.2418"  # counted apart from the program, with the two flips that white earns
refuses "no colour" odds transformers_tcg flips autobot_starter 2 mauve
refuses "no deck" odds transformers_tcg flips no_such_deck 2
refuses "1 to 8" odds transformers_tcg flips autobot_starter 9
refuses "has no" odds transformers_tcg draw autobot_starter no_such_card 5
run 0 odds dragon_booster rush street_fire 8 5
run 0 odds dino_battles attack velociraptor 1 stegosaurus 2
run 0 odds transformers_dbg confront bo_barricade alt core_r_jetfire
refuses "no Boss" odds transformers_dbg confront core_r_jetfire

# Games that begin in a position.
run 0 simulate $game --from $source/tests/scenarios/$game/attack.yaml:6 --games 4 --quiet
run 0 match $game --from $source/tests/scenarios/$game/attack.yaml:6 --a random --b random --games 4 --quiet
says out.txt "50.0 %"
run 0 what-if $game --from $source/tests/scenarios/$game/attack.yaml:6 --players random --games 4 --set game.days=2 --quiet
says out.txt "4 deals"
refuses "named by its file and line" match $game --from $source/tests/scenarios/$game/attack.yaml --a random --b random

# ---- the laboratory ---------------------------------------------------------------------------------
run 0 simulate $game --games 30 --quiet --report report.html
says out.txt "30 games"
says report.html "<svg"
says report.html 'class="face p' # cards with their pictures, in both themes
says report.html ".p0{background-image"
says report.html "prefers-color-scheme:dark){.p0"
[ ! -e report.html.part ] || fail "the checkpoint of a finished report was left behind"
[ ! -s err.txt ] || fail "--quiet was not quiet"
cp out.txt whole.txt
cp report.html whole.html
run 0 simulate $game --games 30 --quiet --report report.html --threads 1
cmp -s out.txt whole.txt && cmp -s report.html whole.html || fail "a simulation depends on its threads"
run 0 simulate $game --games 30 --checkpoint kept.part --json
run 0 simulate $game --games 30 --checkpoint kept.part --resume --json
says err.txt "30 games were kept"
run 0 simulate $game --games 70 --checkpoint kept.part --resume --json
run 0 simulate $game --games 64 --checkpoint kept.part --resume --json
says err.txt "64 games were kept"
refuses "another run" simulate $game --games 30 --seed 3 --checkpoint kept.part --resume
refuses "--resume needs" simulate $game --games 30 --resume
refuses "/no/such/folder" simulate $game --games 1 --report /no/such/folder/report.html
refuses "/no/such/folder" simulate $game --games 1 --checkpoint /no/such/folder/kept
refuses "name=value" simulate $game --games 1 --vary days
run 0 simulate $game --games 4 --vary 'days=1|2' --quiet --json
says out.txt '"varied"'
run 0 simulate $game --games 6 --option days=1 --keep 1 --kept worth_a_look --quiet
says out.txt "place 1 in turn order"
for kind in shortest longest closest most_surprising; do
  ls worth_a_look/$kind-*.rwreplay >/dev/null || fail "no replay of the $kind game was kept"
done
run 0 verify worth_a_look/shortest-*.rwreplay
run 0 calibrate $game --games 3 --player random --option days=1 --quiet --write calibration.md
says out.txt "Brier score"
says calibration.md "| predicted | positions |"
refuses "--games" calibrate $game --games 0
refuses "/no/such/folder" calibrate $game --games 1 --fit /no/such/folder/table.txt
run 0 match $game --a random --b random --games 10
says out.txt "50.0 %"
run 0 match $game --a random --b random --seats 3 --games 10 --json
says out.txt '"share": 0.333'
run 0 match $game --a random --b random --sprt 0,300 --games 1000 --report match.html
says match.html "<polyline"
says out.txt "sequential test"
run 0 match $game --ladder --rungs random,greedy --games 4 --write ladder.md
says ladder.md "| greedy | random | 4 |"
cp ladder.md before.md
run 0 match $game --ladder --rungs random,greedy --games 4 --write ladder.md
cmp -s ladder.md before.md || fail "writing the ladder's table twice is not writing it once"
run 0 match $game --ladder --rungs random,greedy*6 --games 4 --checkpoint ladder.ck --quiet
says out.txt "greedy against random, 6 games"
cp out.txt before.txt
run 0 match $game --ladder --rungs random,greedy*6 --games 4 --checkpoint ladder.ck --resume --quiet
cmp -s out.txt before.txt || fail "a ladder that goes on says something else"
refuses "number of games" match $game --ladder --rungs 'random,greedy*many'
run 1 match $game --ladder --rungs greedy,random --games 10
says err.txt "the ladder falls"
refuses "--a" match $game --b random
refuses "wizard" match $game --a wizard --b random
refuses "bound" match $game --a random --b random --sprt 10,0
refuses "ladder" match $game --ladder --a random
refuses "seats" match $game --a random --b random --seats 1
run 0 tournament $game --players random,greedy --games 4 --quiet --report cup.html
says cup.html "<svg"
says out.txt "Elo about the mean of all players"
run 0 what-if $game --players random --games 30 --set game.days=2 --quiet
! grep -q "Rule:" out.txt || fail "a what-if of a fixed length names a rule for stopping"
says out.txt "30 deals"
says out.txt "won by seat"
run 0 what-if $game --players random --until 20 --set game.days=2 --quiet
says out.txt "Rule: it stops when each seat's change is clear or known to within 20 points, and after 20000 deals"
says err.txt "of 20000 pairs were enough"
run 0 what-if $game --players random --games 10 --set game.days=2 --quiet --json --report whatif.html
says whatif.html 'class="face p'
says out.txt '"wins_with"'
refuses "what is to be different" what-if $game --games 10
refuses "path=value" what-if $game --games 10 --set days
run 2 what-if $game --games 10 --set game.dayz=2
says err.txt "dayz"
run 2 what-if $game --games 10 --set zones.iacom.sector=alpha
says err.txt "did you mean 'iacon'"
refuses "the same" what-if $game --games 10 --set game.days=6
run 0 bench $game --seconds 0.01 --append runs.json --note first
run 0 bench $game --seconds 0.01 --compare runs.json
says out.txt "time ratio"
says out.txt "then: first"
run 0 bench $game --seconds 0.01 --append runs.json --note second --json
[ "$(grep -c '"note"' runs.json)" = 2 ] || fail "a run was not added at the end"
run 0 bench $game --seconds 0.01 --markdown
says out.txt "| $game | "
refuses "missing.json" bench $game --compare missing.json
echo '{"no": "runs"}' >runs.json
refuses "no file of benchmark runs" bench $game --compare runs.json

# ---- every game has a drawing, and figures beside its choices ----------------------------------------
for each in dino_battles dragon_booster risk_cybertron transformers_dbg transformers_tcg; do
  printf '%s\n' board quit >in.txt
  for language in en fr; do
    run 0 play $each --seed drawn --players human,random --seats 2 --language $language $(
      [ $each = transformers_dbg ] && echo --option mode=competitive_a)
    ! grep -q "^phase \|^play_mode " out.txt || fail "$each: a list of fields instead of a drawing ($language)"
  done
done
printf '%s\n' quit >in.txt
run 0 play transformers_tcg --seed drawn --players human,random --option first_player=1
says out.txt "your hand"
says out.txt "ATK 4"
grep -Eq "Attack .* ATK [0-9]+.* : DEF [0-9]+.*HP" out.txt || fail "no figures beside an attack"
says out.txt "Optimus Prime"  # the usual decks
says out.txt "Razorclaw"
printf '%s\n' 1 1 quit >in.txt
run 0 play transformers_dbg --seed drawn --players human,random --seats 2 --option mode=competitive_a
says out.txt "r3c4"
says out.txt "this turn"

# ---- several picks for one question: in any order, as many as are asked for ---------------------------
lines=()
for turn in {1..20}; do
  lines+=("play Mass Production" "1 2 3" "3 1" "end main" "buy Mass Production paying AD" "end buy")
done
printf '%s\n' "${lines[@]}" quit >in.txt
run 0 play dino_battles --seed gather --players human,human --option start_player=1 --record picked.rwreplay \
  --option stacks=mass_production,supply_run,data_uplink,rapid_refit,assembly_line,war_footing,nano_repair,fortify,overclock,sabotage \
  --option dinosaurs=troodon,velociraptor,stegosaurus,iguanodon,diplodocus,tyrannosaurus
says out.txt "(2, in any order: 2 5)"
says out.txt "2 are to be chosen, not 3."
grep -A2 '^> 3 1$' out.txt >picks.txt
says picks.txt "gains an Attack into the hand"
says picks.txt "gains a Defend into the hand"
grep -A1 'choose "Attack"' picked.rwreplay >picks.txt
says picks.txt 'choose "Defend"'
run 0 verify picked.rwreplay

# ---- a table through a pipe ------------------------------------------------------------------------
table 1 board "look Iacon" "why" "why RSK-ATK-05" "why XXX-99" "rules retreat" "fields day" "log 5" "hint" quit
says out.txt "RSK-ATK-05"
says out.txt "There is no rule XXX-99"
table_options=(--option deal_zones=on --option first_player=1)
table "lead Optimus Prime" 7 8 9 10 11 12 4 5 6 "place 1 on Iacon" "place 1 on Simfur" "place 1 on Nova Cronum" \
  "place 1 on Manganese Mountains" "place 1 on Decagon" "place 1 on The Arena" "place 1 on Praxus" "end phase" \
  "end phase" quit
says out.txt "Attack ... from the Mithril Sea (3)"
says out.txt "Reinforce ... from the Tower of Pion (3)"  # what is folded still names its zone
says out.txt "by move and what it begins with"
table_options=()
table 1 "attack Iacon -> Simfur" "why not attack Iacon -> Simfur" 99999 "7 7 7" "save" "load" "undo x" quit
says out.txt "RSK-"
table 1 1 1 undo yes "save kept.rwsave" "save kept.rwreplay" quit
[ -s kept.rwsave ] && [ -s kept.rwreplay ] || fail "save wrote no files"
table_options=(--record recorded.rwreplay)
table 1 1 1
says out.txt "replay is in recorded.rwreplay"
run 0 verify recorded.rwreplay
run 0 replay recorded.rwreplay
head -c 200 recorded.rwreplay >damaged
refuses damaged review damaged
refuses "missing.rwreplay" review missing.rwreplay
run 0 review kept.rwreplay --quiet --report review.html
says out.txt "luck of the deal"
says review.html "<svg"
run 0 review kept.rwreplay --quiet --json
says out.txt '"deal_luck"'
table_options=()
printf '%s\n' "fields day" quit >in.txt
for file in kept.rwsave kept.rwreplay recorded.rwreplay; do
  run 0 play $game --load $file
done

# ---- a label is read as well as a notation -----------------------------------------------------------
table_options=(--option first_player=1)
table "lead the army with bumblebee" quit
says out.txt "is led by Bumblebee"
table "Confier l'armée à Bumblebee" quit
says out.txt "is led by Bumblebee"
table_options=()

# ---- a game of other rules can be looked at and not be played on -------------------------------------
old=$source/tests/data/other_rules.rwreplay
run 0 replay "$old"
says err.txt "rules version 999"
run 1 verify "$old"
says out.txt "not played on"
printf '%s\n' 1 undo hint "save old.rwreplay" "save old.rwsave" "fields day" "log 3" help quit >in.txt
run 0 play $game --load "$old"
says out.txt "not played on"
says out.txt "everything you may know"
[ ! -e old.rwreplay ] && [ ! -e old.rwsave ] || fail "a game of other rules was written anew"
refuses "rules version 999" play $game --load "$old" --record old.rwreplay
run 0 review "$old" --quiet
says out.txt "not played on"
: >in.txt

# ---- damage is noticed, and nothing is changed -----------------------------------------------------
: >in.txt
for file in kept.rwsave kept.rwreplay; do
  size=$(stat -c %s $file)
  for cut in 0 1 40 $((size / 2)) $((size - 1)); do
    head -c "$cut" $file >damaged
    refuses damaged play $game --load damaged
  done
  for place in 3 90 $((size / 2)) $((size - 2)); do
    flip $file "$place"
    refuses damaged play $game --load damaged
  done
done
head -c 100 /dev/urandom >damaged
refuses damaged play $game --load damaged
refuses damaged replay damaged
refuses damaged verify damaged

# ---- a player who is stopped loses nothing ---------------------------------------------------------
mkfifo typed
"$program" play $game --seed test --players human,random --record killed.rwreplay <typed >out.txt 2>err.txt &
player=$!
exec 3>typed
printf '1\n1\n1\n' >&3
for _ in $(seq 100); do
  grep -q '^3 ' killed.rwreplay 2>/dev/null && break
  sleep 0.1
done
kill -9 $player
wait $player 2>/dev/null || true
exec 3>&-
: >in.txt
run 0 verify killed.rwreplay
grep -q '^3 ' killed.rwreplay || fail "the killed game lost its choices"

echo "$checks runs of the program, $failures failures"
[ "$failures" = 0 ]
