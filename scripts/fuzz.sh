#!/usr/bin/env bash
# Feeds random input, guided by what it reaches, to the readers of puzzles, shapes, ledgers,
# exact covers and run records, and random puzzles and covers to the solvers. Needs a nightly Rust toolchain and a C++ compiler.
#
#     scripts/fuzz.sh                   # a minute each
#     scripts/fuzz.sh 3600              # an hour each
#     scripts/fuzz.sh 600 puzzles       # one of: puzzles, solve, shapes, ledger, cover, report
#     LENGTH=128 FAST=1 scripts/fuzz.sh # short inputs, without AddressSanitizer and compared values:
#                                       # tens of thousands a second instead of hundreds
#
# What fails is kept in fuzz/artifacts/, what was found to be different in fuzz/corpus/.
set -euo pipefail
cd "$(dirname "$0")/.."

seconds="${1:-60}"
shift || true
targets=("$@")
[ ${#targets[@]} -gt 0 ] || targets=(puzzles solve shapes ledger cover report)
command -v cargo-fuzz > /dev/null || cargo install --locked cargo-fuzz

# Inputs to begin with.
seeds="$(mktemp -d)"
trap 'rm -rf "$seeds"' EXIT
mkdir "$seeds"/{puzzles,solve,shapes,ledger,cover,report}
for file in data/*.txt data/*.csv; do
    head -n 3 "$file" > "$seeds/puzzles/$(basename "$file")"
done
cargo build --locked
countless=target/debug/countless
$countless sudoku show data/puzzles.txt --ascii > "$seeds/puzzles/drawn.txt"
$countless queens count 8 -q --ledger "$seeds/queens.csv" > "$seeds/total"
$countless sudoku count data/many.txt -q --ledger "$seeds/sudoku.csv" > "$seeds/total"
for name in queens sudoku; do
    { printf '0'; cat "$seeds/$name.csv"; } > "$seeds/ledger/$name.csv" # as a whole ledger
done
{ printf '1'; sed -n '3,5p' "$seeds/queens.csv"; } > "$seeds/ledger/records.csv" # after two good lines
{ printf '2'; sed -n '3,4s/,[^,]*$//p' "$seeds/queens.csv"; } > "$seeds/ledger/sealed.csv" # checksums added
for what in "langford 3" "latin 2" "dominoes 2x3" "queens 4"; do
    # shellcheck disable=SC2086 # a name and a number
    { printf 'a'; $countless cover make $what; } > "$seeds/cover/${what%% *}.txt" # a way to count
done
printf 'aa 2:3|b | x y\na x:red\nb\nb\nb y\n' > "$seeds/cover/colours.txt"
{ printf 'Y'; cat data/jigsaw.txt; } > "$seeds/shapes/regions.txt" # as regions of 9×9
for flags in "--cages each" "--samurai --clues 40"; do
    # shellcheck disable=SC2086 # several flags
    { printf '0'; $countless sudoku generate --size 4 $flags --count 3 --seed 1 -q; } \
        > "$seeds/shapes/${flags:2:5}.csv" # as a file of 4×4
done
cp results/xeon/bench.json "$seeds/report/run.json"

fast=()
[ -z "${FAST:-}" ] || fast=(--sanitizer none --no-trace-compares)
# Threads that are just ending look like leaks.
for target in "${targets[@]}"; do
    mkdir -p "fuzz/corpus/$target"
    cargo +nightly fuzz run "${fast[@]}" "$target" "fuzz/corpus/$target" "$seeds/$target" -- \
        -max_total_time="$seconds" -max_len="${LENGTH:-65536}" -timeout=20 -detect_leaks=0
done
