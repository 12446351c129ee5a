#!/usr/bin/env bash
# What `cmake --install` and `cpack` put on a machine: moved elsewhere and used where nothing of the source tree is.
#   installed_test.sh BUILD      the folder of a build with the program in it; the page is in web/dist
set -euo pipefail
export LC_ALL=C.UTF-8 # what it says is compared in English
build=$(realpath "$1")
source=$(realpath "$(dirname "$0")/..")
# Where root may do it, the whole source tree is hidden; what is left is what a machine without it has.
if [ "${2:-}" != hidden ]; then
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  for component in program $(cd "$build" && ls rulewright-*.so 2>/dev/null | sed 's/rulewright-//; s/\.so//'); do
    cmake --install "$build" --component "$component" --prefix "$work/first/$component" >"$work/install-$component.txt"
  done
  (cd "$build" && cpack -B "$work/packages" >"$work/cpack.txt" 2>&1) || { cat "$work/cpack.txt"; exit 1; }
  # A rule that needs an effect which no card has changes the content; one such file is taken along.
  changed=$(grep -rl --include='*.yaml' '^ *content:' "$source/tests/scenarios" | sort | head -n 1)
  mkdir "$work/elsewhere" "$work/empty"
  cp "$changed" "$work/scenario.yaml"
  cp "$0" "$work/installed_test.sh"
  mv "$work/first" "$work/elsewhere/moved"
  [ "$(grep -aoF "$source" "$work/elsewhere/moved/program/bin/rulewright" | wc -l)" = 0 ] ||
    { echo "FAILED: the program names the folder that it was built from"; exit 1; }
  hide=(env)
  if unshare --mount true 2>/dev/null; then
    hide=(unshare --mount bash -c 'mount --bind "$0" "$1" && shift && exec "$@"' "$work/empty" "$source")
  else
    echo "the source tree cannot be hidden here; the program is only moved"
  fi
  cd "$work"
  RULEWRIGHT_TEST_FOLDER=$work "${hide[@]}" bash "$work/installed_test.sh" "$work" hidden
  exit
fi

work=$RULEWRIGHT_TEST_FOLDER
cd "$work/empty"
installed=$work/elsewhere/moved
program=$installed/program/bin/rulewright
checks=0
fail() {
  echo "FAILED: $1"
  [ ! -s "$work/out.txt" ] || tail -n 20 "$work/out.txt"
  exit 1
}
# good ARGUMENTS: the program does it. told TEXT: that is in what it has said.
good() {
  checks=$((checks + 1))
  "$program" "$@" >"$work/out.txt" 2>&1 </dev/null || fail "rulewright $*"
}
bad() {
  checks=$((checks + 1))
  local status=0
  "$program" "$@" >"$work/out.txt" 2>&1 </dev/null || status=$?
  [ "$status" = 2 ] || fail "rulewright $*: exit status $status, not 2"
}
told() {
  checks=$((checks + 1))
  grep -qF -- "$1" "$work/out.txt" || fail "no \"$1\" was said"
}

# ---- every game is there, and whatever needs the sources of the content finds them ---------------------
good games --json
games=$(sed -n 's/.*"id": "\(.*\)",.*/\1/p' "$work/out.txt")
[ "$(wc -w <<<"$games")" -ge 5 ] || fail "there are only these games: $games"
for game in $games; do
  good play "$game" --seats 2 --players random,random --seed installed --record "$work/$game.rwreplay"
  good verify "$work/$game.rwreplay"
done
good simulate risk_cybertron --games 20 --players greedy,random --quiet --report "$work/report.html"
good match dino_battles --a greedy --b random --games 4 --quiet
good what-if risk_cybertron --players random --games 10 --set game.days=2 --quiet
told "won by"
good scenario "$work/scenario.yaml"
good cards risk_cybertron --svg "$work/cards.svg"
bad what-if risk_cybertron --games 10 --set game.dayz=2
told "(did you mean 'days'?)"

# ---- the server and its page ---------------------------------------------------------------------------
port=$((20000 + RANDOM % 20000))
"$program" serve --port $port --data "$work/games" --log-level error >"$work/serve.txt" 2>&1 </dev/null &
server=$!
trap 'kill $server 2>/dev/null || true' EXIT
for _ in $(seq 200); do
  grep -q "Rulewright is at" "$work/serve.txt" && break
  sleep 0.1
done
address=$(sed -n 's/^Rulewright is at \(.*\)$/\1/p' "$work/serve.txt")
fetched() {
  checks=$((checks + 1))
  curl -sf --compressed "$address$1" -o "$work/out.txt" || fail "$1 could not be fetched"
}
fetched ""
told "<title>"
script=$(sed -n 's/.*src="\.\{0,1\}\/\(assets[^"]*\.js\)".*/\1/p' "$work/out.txt" | head -n 1)
[ -n "$script" ] || fail "the page has no script"
fetched "$script"
fetched api/games
told '"risk_cybertron"'
fetched api/games/dino_battles/rules
kill $server
wait $server || fail "the server did not stop in order"

# ---- the page as a folder of static files --------------------------------------------------------------
if compgen -G "$installed/program/share/rulewright/web/assets/*.wasm" >/dev/null; then
  good site "$work/site"
  told "static files"
  grep -q rulewright-site "$work/site/index.html" && [ -f "$work/site/sw.js" ] || fail "the folder of static files has no page"
  bad site "$work/site"
  told "is not empty"
else
  bad site "$work/site"
  told "without the engine"
fi

# ---- the manual and the shells ------------------------------------------------------------------------
share=$installed/program/share
checks=$((checks + 4))
man --warnings -l "$share/man/man1/rulewright.1" >"$work/out.txt" 2>"$work/warnings.txt" </dev/null || fail "man cannot read the manual"
[ ! -s "$work/warnings.txt" ] || fail "man warns: $(head -n 3 "$work/warnings.txt")"
for command in play serve tournament "deck check" bot; do told "rulewright $command"; done
complete_line() { # WORDS...: what bash offers for the last of them
  bash -c 'source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); compopt() { :; }; _rulewright; printf "%s\n" "${COMPREPLY[@]}"' \
    "$share/bash-completion/completions/rulewright" "$@" >"$work/out.txt" || fail "the completion does not run: $*"
}
complete_line rulewright tour
told tournament
complete_line rulewright play ri
told risk_cybertron
complete_line rulewright play risk_cybertron --language ""
told fr
complete_line rulewright simulate dino_battles --rep
told --report
zsh -n "$share/zsh/vendor-completions/_rulewright" || fail "zsh cannot read its completion"
fish -n "$share/fish/vendor_completions.d/rulewright.fish" || fail "fish cannot read its completion"

# ---- the optional parts -----------------------------------------------------------------------------
for library in libmpi libpq; do
  checks=$((checks + 1))
  objdump -p "$program" | grep NEEDED | grep -q "$library" && fail "the program itself needs $library"
done
bad serve --port $port --data "$work/none" --database postgresql://127.0.0.1:1/none
told "rulewright-postgresql"
OMPI_COMM_WORLD_SIZE=2 OMPI_COMM_WORLD_RANK=0 bad simulate risk_cybertron --games 4
told "rulewright-mpi"
if [ -d "$installed/postgresql" ]; then
  cp -r "$installed/postgresql/." "$installed/program/"
  bad serve --port $port --data "$work/none" --database postgresql://127.0.0.1:1/none
  ! grep -q rulewright-postgresql "$work/out.txt" || fail "the part for PostgreSQL is not found"
fi
if [ -d "$installed/mpi" ] && command -v mpirun >/dev/null; then
  cp -r "$installed/mpi/." "$installed/program/"
  checks=$((checks + 1))
  OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 mpirun --oversubscribe --bind-to none -n 2 \
    "$program" simulate risk_cybertron --games 20 --threads 1 >"$work/out.txt" 2>&1 || fail "two processes do not play"
  told "processes: 2"
fi

# ---- the Debian packages ----------------------------------------------------------------------------
deb=$(ls "$work"/packages/rulewright_*.deb)
dpkg-deb -f "$deb" Depends >"$work/out.txt"
told libsqlite3
! grep -qE 'libopenmpi|libpq' "$work/out.txt" || fail "the package needs MPI or PostgreSQL"
dpkg-deb -x "$deb" "$work/unpacked"
program=$work/unpacked/usr/bin/rulewright
good games
[ -f "$work/unpacked/usr/share/rulewright/web/index.html" ] || fail "the package has no page"
echo "$checks checks passed"
