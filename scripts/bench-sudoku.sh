#!/usr/bin/env bash
# Times every kernel on sets of puzzles beside two other crates, on one thread in one run,
# and writes the table with ratios to results/sudoku/.
#
#     scripts/bench-sudoku.sh                            # a generated set
#     scripts/bench-sudoku.sh --datasets DIR             # every .txt file of a folder
#     scripts/bench-sudoku.sh --vs 'tdoku=solve {file}'  # and other programs, which read a file
#
# Other programs are timed whole, in turns with `countless sudoku solve -j1`, by the CPU
# time they take for each file; they need --datasets.
set -euo pipefail
cd "$(dirname "$0")/.."

datasets= others=()
while [ $# -gt 0 ]; do
    case "$1" in
        --datasets) datasets="$(realpath "$2")"; shift 2 ;;
        --vs) others+=("$2"); shift 2 ;;
        *) echo "unknown argument: $1" >&2; exit 2 ;;
    esac
done
if [ ${#others[@]} -gt 0 ] && [ -z "$datasets" ]; then
    echo "--vs needs --datasets" >&2
    exit 2
fi

[ -z "$datasets" ] || export COUNTLESS_DATASETS="$datasets"
rm -rf target/criterion/sudoku-*
cargo bench --locked --bench sudoku
mkdir -p results/sudoku
scripts/bench-table.py target/criterion sudoku 'sudoku 0.8' > results/sudoku/table.csv
{
    date -u +%Y-%m-%d
    grep -m1 'model name' /proc/cpuinfo | sed 's/.*: //' || uname -m
    rustc --version
    git describe --always --dirty
} > results/sudoku/machine.txt
column -s, -t results/sudoku/table.csv
if [ ${#others[@]} -gt 0 ]; then
    cargo build --release --locked
    scripts/bench-programs.py "$datasets" \
        'countless=target/release/countless sudoku solve -q -j1 {file}' "${others[@]}" \
        > results/sudoku/programs.csv
    column -s, -t results/sudoku/programs.csv
fi
