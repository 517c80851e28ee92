#!/usr/bin/env bash
# Times every method and kernel of queens counting beside the textbook recursion, on one
# thread in one run, and writes the table with ratios to results/queens/.
#
#     scripts/bench-queens.sh          # boards of 12 to 16 rows, a few minutes
#     scripts/bench-queens.sh 17       # up to 17 rows; the textbook alone takes five minutes
set -euo pipefail
cd "$(dirname "$0")/.."

COUNTLESS_BENCH_ROWS="${1:-16}" cargo bench --locked --bench queens
mkdir -p results/queens
scripts/bench-table.py target/criterion queens textbook > results/queens/table.csv
{
    date -u +%Y-%m-%d
    grep -m1 'model name' /proc/cpuinfo | sed 's/.*: //' || uname -m
    rustc --version
    git describe --always --dirty
} > results/queens/machine.txt
column -s, -t results/queens/table.csv
