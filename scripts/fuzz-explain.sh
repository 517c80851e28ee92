#!/usr/bin/env bash
# Explains many puzzles and checks every step: what it removes is in no solution, what it
# places is in all, what it names is enough for it, and rating takes the same steps.
#
#     scripts/fuzz-explain.sh                  # 20,000 random puzzles, half with several solutions
#     scripts/fuzz-explain.sh 200000           # as many random puzzles
#     scripts/fuzz-explain.sh 0 a.txt b.csv    # the puzzles of these files
#     scripts/fuzz-explain.sh 0 a.txt:1000     # the first thousand of a file
set -euo pipefail
folder="$PWD"
cd "$(dirname "$0")/.."

random="${1:-20000}"
shift || true
files=()
for file in "$@"; do
    case "$file" in
        /*) files+=("$file") ;;
        *) files+=("$folder/$file") ;;
    esac
done

if [ "$random" -gt 0 ]; then
    PROPTEST_CASES=$((random / 2)) cargo test --locked --release --test all explanations::steps_are_sound -- --nocapture
fi
if [ ${#files[@]} -gt 0 ]; then
    COUNTLESS_EXPLAIN="$(printf '%s\n' "${files[@]}")" cargo test --locked --release --test all explanations::steps_are_sound_on_given_files -- --nocapture
fi
