#!/usr/bin/env bash
# The Debian package on a bare system without compilers: installed by apt into a fresh chroot, and used there. Needs root,
# debootstrap and a Debian mirror: a part of ./test that must be asked for (./test chroot).
#   chroot_test.sh PACKAGES [CHROOT]     the folder that cpack wrote to; a chroot that is there is used again
set -euo pipefail
packages=$(realpath "$1")
source=$(realpath "$(dirname "$0")/..")
root=${2:-$(mktemp -d)}
clear() {
  ! mountpoint -q "$root/proc" || umount "$root/proc" || return
  [ "$root" = "$given" ] || rm -rf "$root"
}
given=${2:-}
trap clear EXIT
[ -x "$root/bin/bash" ] || debootstrap --variant=minbase bookworm "$root" "${MIRROR:-http://deb.debian.org/debian}" >/dev/null
cp /etc/resolv.conf "$root/etc/resolv.conf"
rm -rf "$root/tmp/packages" && mkdir -p "$root/tmp/packages"
cp "$packages"/*.deb "$root/tmp/packages/"
cp "$(grep -rl --include='*.yaml' '^ *content:' "$source/tests/scenarios" | sort | head -n 1)" "$root/tmp/scenario.yaml"
mountpoint -q "$root/proc" || mount -t proc proc "$root/proc"
chroot "$root" bash -euo pipefail -s <<'INSIDE'
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8
apt-get update -q >/dev/null
apt-get install -y -q --no-install-recommends --reinstall /tmp/packages/rulewright_*.deb curl >/dev/null 2>&1
for compiler in gcc g++ cc clang cmake node; do
  ! command -v $compiler >/dev/null || { echo "FAILED: there is a $compiler"; exit 1; }
done
ldd /usr/bin/rulewright | grep -E 'libmpi|libpq' && { echo "FAILED: it needs what is optional"; exit 1; }
cd /tmp
for game in $(rulewright games --json | sed -n 's/.*"id": "\(.*\)",.*/\1/p'); do
  rulewright play "$game" --seats 2 --players random,random --seed chroot --record "$game.rwreplay" >/dev/null
  rulewright verify "$game.rwreplay" | tail -n 1
done
printf '1\n1\nquit\n' | rulewright play risk_cybertron --option deal_zones=on | sed -n '1,4p'
rulewright simulate dino_battles --games 50 --players greedy,random --quiet | sed -n '1,4p'
rulewright what-if risk_cybertron --players random --games 20 --set game.days=4 --quiet | sed -n '1,4p'
rulewright scenario scenario.yaml | tail -n 1
rulewright serve --database postgresql://127.0.0.1/none && exit 1 || true
OMPI_COMM_WORLD_SIZE=2 rulewright simulate dino_battles --games 2 && exit 1 || true
rulewright serve --port 18080 --data games --log-level error >serve.txt &
server=$!
for _ in $(seq 100); do curl -sf http://127.0.0.1:18080/healthz >/dev/null && break || sleep 0.1; done
curl -sf http://127.0.0.1:18080/ | grep -o '<title>[^<]*</title>'
curl -sf http://127.0.0.1:18080/api/games | cut -c 1-100
kill $server && wait $server
echo "the package works without a source tree"
INSIDE
