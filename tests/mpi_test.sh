#!/usr/bin/env bash
# Two processes give byte for byte what one gives, and a process that is lost costs only what it had not kept.
#   mpi_test.sh PROGRAM GAME
set -euo pipefail
program=$(realpath "$1")
game=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
# A test runs as whoever builds, on as many cores as there are.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
ranks=(mpirun --oversubscribe --bind-to none -n 2)
fail() {
  echo "FAILED: $1"
  exit 1
}
same() { cmp -s "$1" "$2" || fail "$3 differs between one process and two"; }

"$program" simulate "$game" --games 300 --threads 1 --quiet --json --report one.html >one.json
"${ranks[@]}" "$program" simulate "$game" --games 300 --threads 1 --quiet --json --report two.html >two.json
same one.json two.json "the JSON of a simulation"
same one.html two.html "the page of a simulation"
[ ! -e two.html.part ] && [ ! -e two.html.part.1 ] || fail "a checkpoint was left behind"

"$program" match "$game" --a greedy --b random --sprt 0,200 --threads 1 --quiet >one.txt
"${ranks[@]}" "$program" match "$game" --a greedy --b random --sprt 0,200 --threads 1 --quiet >two.txt
same one.txt two.txt "a match that stops by itself"

# The launcher gives the processes a terminal of their own; what goes to a file is plain all the same.
! grep -q $'\x1b' two.txt || fail "there are terminal codes in what two processes write to a file"
TERM=xterm-256color "${ranks[@]}" "$program" clauses "$game" --scenarios . >two.txt 2>&1 || true
! grep -q $'\x1b' two.txt || fail "there are terminal codes in what two processes write to a file"

status=0
"${ranks[@]}" "$program" simulate "$game" --games 0 >out.txt 2>err.txt || status=$?
[ "$status" != 0 ] || fail "a wrong option was accepted"
[ "$(grep -c 'rulewright: ' err.txt)" = 1 ] || fail "the message was not said exactly once"

# One of two is killed in the middle.
run=(simulate "$game" --games 1000000 --threads 1 --quiet --checkpoint kept)
"${ranks[@]}" sh -c 'echo $$ >pid.$OMPI_COMM_WORLD_RANK; exec "$@"' sh "$program" "${run[@]}" >/dev/null 2>&1 &
launcher=$!
for _ in $(seq 300); do
  [ -s pid.1 ] && [ -e kept.1 ] && [ "$(stat -c %s kept.1)" -gt 20000 ] && break
  sleep 0.1
done
kill -9 "$(cat pid.1)"
if wait $launcher; then fail "nobody noticed that a process was lost"; fi
[ "$(stat -c %s kept.1)" -gt 20000 ] || fail "the lost process had kept nothing"

# The same with games that can be finished: what was kept is not played again.
rm -f kept kept.1
small=(simulate "$game" --games 2000 --threads 1 --json --checkpoint kept)
"$program" "${small[@]}" >whole.json 2>/dev/null
head -c $(($(stat -c %s kept) / 3)) kept >part
mv part kept
"${ranks[@]}" "$program" "${small[@]}" --resume >again.json 2>again.txt
same whole.json again.json "a run that was taken up again"
grep -q "games were kept" again.txt || fail "nothing was taken from the checkpoint"
"$program" "${small[@]}" --resume >again.json 2>again.txt
grep -q "2000 games were kept" again.txt || fail "one process does not find what two have kept"
same whole.json again.json "a run that was taken up by one process"

# A tournament: the same alone and together, and after one of two processes was killed in the second pairing.
cup=(tournament "$game" --players random,greedy,search:3 --games 400 --threads 1 --quiet --json)
"$program" "${cup[@]}" --report one.html >one.json
"${ranks[@]}" "$program" "${cup[@]}" --report two.html >two.json
same one.json two.json "the JSON of a tournament"
same one.html two.html "the page of a tournament"
rm -f pid.0 pid.1
"${ranks[@]}" sh -c 'echo $$ >pid.$OMPI_COMM_WORLD_RANK; exec "$@"' sh "$program" "${cup[@]}" --checkpoint cup >/dev/null 2>&1 &
launcher=$!
for _ in $(seq 600); do
  [ -s pid.1 ] && [ -e cup.1-3 ] && [ -e cup.1-3.1 ] && [ "$(stat -c %s cup.1-3.1)" -gt 500 ] && break
  sleep 0.02
done
kill -9 "$(cat pid.1)"
if wait $launcher; then fail "nobody noticed that a process of a tournament was lost"; fi
[ ! -e cup.2-3 ] || fail "the tournament was over too soon to be broken off"
"${ranks[@]}" "$program" "${cup[@]}" --checkpoint cup --resume >two.json
same one.json two.json "a tournament that was taken up again"
"$program" "${cup[@]}" --checkpoint cup --resume >two.json
same one.json two.json "a tournament that was taken up by one process"
echo "passed"
