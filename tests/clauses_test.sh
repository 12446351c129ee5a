#!/usr/bin/env bash
# No rule of the game is without a scenario that exercises it: `clauses --missing` prints nothing.
#   clauses_test.sh PROGRAM GAME SCENARIOS
set -euo pipefail
missing=$("$1" clauses "$2" --missing --scenarios "$3")
if [ -n "$missing" ]; then
  echo "$missing"
  exit 1
fi
