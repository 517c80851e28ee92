#!/usr/bin/env bash
# Runs the benchmark suite and renders its report.
#
#     scripts/bench.sh here                          # results/here, some minutes
#     scripts/bench.sh here --quick                  # seconds
#     scripts/bench.sh here --datasets DIR --vs 'NAME=command {file}'
#
# What follows the name goes to `countless bench`. Where there is a Chromium, the page is
# opened in it and checked, too. scripts/figures.py writes the tables of a run into the documents.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ $# -eq 0 ] || [[ "$1" == -* ]]; then
    echo "usage: scripts/bench.sh NAME [options of countless bench]" >&2
    exit 2
fi
results="results/$1"
shift
cargo build --release --locked
target/release/countless bench "$@" -o "$results"
target/release/countless report "$results"
if command -v chromium >/dev/null; then
    scripts/check-report.sh "$results"
fi
