#!/usr/bin/env bash
# Attacks the program for a while: faults of the system, kills, damage, several processes at
# once, files that change, terminals that go away, and independent counts.
#
#     scripts/attack.sh [--seconds 60] [--seed 1] [--program target/debug/countless]
#     scripts/attack.sh --only kills --seed 17 --rounds 1      one failure again
#
# It prints how many of each kind were tried and have failed, and the seed of each failure.
# Needs Linux, a C compiler and Python 3.
set -euo pipefail
cd "$(dirname "$0")/.."

tools=$(mktemp -d)
trap 'rm -rf "$tools"' EXIT
cc -O2 -shared -fPIC -w -o "$tools/faults.so" scripts/attack/faults.c -ldl
cc -O2 -o "$tools/count" scripts/attack/count.c
program=${CARGO_TARGET_DIR:-target}/debug/countless
python3 scripts/attack/attack.py --tools "$tools" --program "$program" "$@"
