#!/usr/bin/env bash
# Self-play, training and matches of all games in one go, on a machine with many cores and a GPU:
#     learn/run_device.sh OUT [games...]
# needs build/release/rulewright-selfplay (static) and python3 with PyTorch or numpy; goes on where it was stopped
# if $WORK (usual: /tmp/rulewright-learn) is still there. Seconds: BULK for greedy games of each game, of which there are
# many, PLAY for games of the search, which also teach priors, TRAIN for its net,
# TRY for each match that compares settings, MATCH for the match of the best of them against the search without a net
# on fresh deals, TOTAL for everything. NETS: a folder with nets of a run before, which play and are trained on; GATE: seconds
# for the match of each new net against the one before, which decides whether it replaces it.
set -u
out=${1:?a folder for the results}
shift
here=$(cd "$(dirname "$0")" && pwd)
program=${PROGRAM:-$here/../build/release/rulewright-selfplay}
work=${WORK:-/tmp/rulewright-learn}
threads=${THREADS:-$(nproc)}
bulk=${BULK:-45} play=${PLAY:-20} train=${TRAIN:-40} try=${TRY:-8} match=${MATCH:-20} gate=${GATE:-20} total=${TOTAL:-3000}
time=${TIME:-5ms} final=${FINAL:-10ms} player=${PLAYER:-search:24} seed=${SEED:-1} nets=${NETS:-/nonexistent}
games=("$@")
[ ${#games[@]} -gt 0 ] || games=(risk_cybertron dino_battles transformers_tcg transformers_dbg dragon_booster)
mkdir -p "$out" "$work"
[ -s "$work/lists.txt" ] || "$here/lists.py" --seed "$seed" > "$work/lists.txt"
say() { echo "$*" | tee -a "$out/log.txt"; }
left() { [ "$SECONDS" -lt "$total" ]; }

vary() {
  case $1 in
    risk_cybertron) echo --vary 'deal_zones=off|on' ;;
    transformers_tcg) echo --vary 'decks=+dinobots_volcanicus+predacons_predaking+stunticons_menasor+aerialbots_superion+sentinels_optimus_maximus+insecticons_tyranny+seekers_teleport+dreadwing_sky_destroyer+triple_changers+optimus_and_blurr+king_starscream+constructicons_devastator+four_colours+autobot_starter+siege_sampler' \
      --vary "list_1=@$work/lists.txt" --vary "list_2=@$work/lists.txt" ;;
    dragon_booster) echo --vary 'decks=+street_fire+iron_grip+release_the_dragon+shadow_track+pack_run+track_of_doom+inner_order' ;;
    transformers_dbg) echo --vary 'mode=competitive_a' ;;
    dino_battles) echo --vary 'setup=random|balanced_random' ;;
  esac
}
# Games of the Deck-Building Game take long; those of RISK have many positions. Greedy games are many: fewer positions
# of each, which are less alike.
share() { case $1 in transformers_dbg) echo $((2 * $2)) ;; *) echo "$2" ;; esac; }
every() { case $1 in risk_cybertron) echo 5 ;; dino_battles) echo 2 ;; *) echo 1 ;; esac; }
bulk_every() { case $1 in risk_cybertron) echo 40 ;; dino_battles) echo 6 ;; transformers_dbg) echo 2 ;; *) echo 3 ;; esac; }
# How nets play the games of the next round, and which settings are compared.
settings() {
  case $1 in
    risk_cybertron) echo ",depth=2 ,depth=0,prior=0.5 ,depth=1,look=2" ;;
    dino_battles) echo ",depth=8,prior=0.5 ,depth=4,prior=0.5 ,depth=8,prior=1" ;;
    transformers_tcg) echo ",depth=2,trust=3,others_trust=3 ,depth=6,trust=3,others_trust=3,prior=0.5 ,depth=0,trust=3,others_trust=3" ;;
    transformers_dbg) echo ",depth=4 ,depth=4,prior=0.5 ,depth=20,prior=0.5" ;;
    dragon_booster) echo ",depth=8,prior=0.5 ,depth=8,prior=1 ,depth=4,prior=1" ;;
  esac
}
first_setting() { settings "$1" | cut -d' ' -f1; }
pack() { (cd "$work" && tar -cf "$out/nets.tar" $(ls ./*.rwnet ./*.report.json 2>/dev/null)); }

train_one() {
  local game=$1 start=
  [ -s "$work/${game}_2.rwnet" ] && return
  [ -s "$nets/${game}_2.rwnet" ] && start="--start $nets/${game}_2.rwnet"
  PYTHONUNBUFFERED=1 timeout 240 python3 "$here/train.py" --layout "$work/$game.layout.json" --out "$work/${game}_2.tmp" \
    --report "$work/$game.report.json" --seconds "$train" $start ${TRAINING:-} "$work/$game".*.games >> "$out/log.txt" 2>&1 &&
    mv "$work/${game}_2.tmp" "$work/${game}_2.rwnet"
}

# Prints the share that the first player won.
duel() {
  local game=$1 a=$2 b=$3 games=$4 seconds=$5 deals=$6 line
  line=$("$program" match "$game" $(vary "$game") --a "$a" --b "$b" --games "$games" --seconds "$seconds" \
    --threads "$threads" --seed "$deals")
  echo "$line" >> "$out/results.jsonl"
  echo "$line" | sed 's/.*"share":\([0-9.e-]*\).*/\1/'
}

say "start $(date +%T), $threads threads, $(python3 -c 'import torch; print(torch.__version__, torch.cuda.is_available())' 2>&1 | tail -1)"
last=
for game in "${games[@]}"; do
  "$program" layout "$game" $(vary "$game") > "$work/$game.layout.json" || continue
  who=$player crowd=greedy,net=off
  if [ -s "$nets/${game}_2.rwnet" ]; then
    who="$player,net=$nets/${game}_2.rwnet$(first_setting "$game")" crowd="greedy,net=$nets/${game}_2.rwnet"
  fi
  [ "$bulk" = 0 ] || say "$("$program" play "$game" $(vary "$game") --player "$crowd" --seconds "$(share "$game" "$bulk")" \
    --threads "$threads" --seed "$((seed + 100))" --every "$(bulk_every "$game")" --out "$work/$game.bulk.$seed.games")"
  say "$("$program" play "$game" $(vary "$game") --player "$who" --seconds "$(share "$game" "$play")" --threads "$threads" \
    --seed "$seed" --every "$(every "$game")" --out "$work/$game.$seed.games")"
  [ -n "$last" ] && wait "$last"
  train_one "$game" &
  last=$!
done
[ -n "$last" ] && wait "$last"
pack
say "trained $(date +%T), $SECONDS s"
for game in "${games[@]}"; do
  net=$work/${game}_2.rwnet best= most=-1
  [ -s "$net" ] || continue
  left || break
  "$program" bench "$game" $(vary "$game") --net "$net" >> "$out/results.jsonl"
  for setting in $(settings "$game"); do
    left || break
    won=$(duel "$game" "search:$time,net=$net$setting" "search:$time,net=off" 4000 "$try" "$((seed + 8000))")
    say "$game $setting $won"
    if awk "BEGIN{exit !($won > $most)}"; then most=$won best=$setting; fi
  done
  left || break
  say "$game best$best: $(duel "$game" "search:$final,net=$net$best" "search:$final,net=off" 4000 "$match" "$((seed + 9000))")"
  echo "$best" > "$work/$game.best"
  if left && [ -s "$nets/${game}_2.rwnet" ]; then
    say "$game best$best, new net against the one before: $(duel "$game" "search:$final,net=$net$best" \
      "search:$final,net=$nets/${game}_2.rwnet" 4000 "$gate" "$((seed + 9700))")"
  fi
done
if left && [ -s "$work/risk_cybertron.best" ]; then
  say "risk_cybertron search:1000 against greedy: $(duel risk_cybertron \
    "search:1000,net=$work/risk_cybertron_2.rwnet$(cat "$work/risk_cybertron.best")" greedy 200 30 "$((seed + 9500))")"
fi
say "done $(date +%T), $SECONDS s"
