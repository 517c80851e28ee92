#!/usr/bin/env bash
# Times `cover count --method search` on one thread beside SSXCC, Knuth's program of 2023, which
# is fetched and built if it can be; without it, `cargo bench --bench cover` has dancing links.
#
#   scripts/bench-cover.sh [FOLDER]    FOLDER has ssxcc.w, and gb_flip.w and boilerplate.w of the
#                                      Stanford GraphBase
#
# SSXCC visits every solution, ours one of those that symmetries of the problem map to each other;
# with --subtrees 1 it would visit every one, too.
#
# It takes ctangle (of CWEB; Debian has it in texlive-binaries), a C compiler and, without FOLDER,
# curl. Prints a table: the medians of TURNS runs (3), in turns, in seconds of user time; one of ours is
# the mean of ten.
set -euo pipefail
cd "$(dirname "$0")/.."
turns=${TURNS:-3}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for tool in ctangle cc; do
    if ! command -v "$tool" > /dev/null; then
        echo "bench-cover: there is no $tool; cargo bench --bench cover needs none" >&2
        exit 1
    fi
done
if [ $# -gt 0 ]; then
    cp "$1"/{ssxcc,gb_flip,boilerplate}.w "$work"
else
    graphbase=https://raw.githubusercontent.com/ascherer/sgb/master
    curl -fsSL -o "$work/ssxcc.w" https://www-cs-faculty.stanford.edu/~knuth/programs/ssxcc.w
    curl -fsSL -o "$work/gb_flip.w" "$graphbase/gb_flip.w"
    curl -fsSL -o "$work/boilerplate.w" "$graphbase/boilerplate.w"
fi
(
    cd "$work"
    export CWEBINPUTS=.
    ctangle ./gb_flip.w && ctangle ./ssxcc.w
    cc -O3 -march=native -w -o ssxcc ssxcc.c gb_flip.c
) > "$work/build.log" 2>&1 || { cat "$work/build.log" >&2; exit 1; }

cargo build --release --quiet
countless=${CARGO_TARGET_DIR:-target}/release/countless

# Seconds of user time of a command, whose output goes to $work/out: the mean of so many runs, since
# that of one run is told in ticks of some milliseconds.
seconds() {
    local TIMEFORMAT=%U runs=$1
    shift
    {
        time for _ in $(seq "$runs"); do
            # Its input is $work/problem, if it reads any.
            "$@" < "$work/problem" > "$work/out" 2>&1
        done
    } 2>&1 | awk -v runs="$runs" '{ print $1 / runs }'
}
median() {
    sort -n | sed -n "$(((turns + 1) / 2))p"
}

echo "| problem | solutions | SSXCC, s | countless, s | times as fast |"
echo "|---|---|---|---|---|"
for problem in "pentominoes 6x10" "pentominoes 8x8 --without 4.4,4.5,5.4,5.5" soma "langford 12" \
    "latin 5" "queens 12" "dominoes 8x8" macmahon; do
    # shellcheck disable=SC2086 # words of a problem
    "$countless" cover make $problem -o "$work/problem"
    : > "$work/theirs"
    : > "$work/ours"
    for _ in $(seq "$turns"); do
        seconds 1 "$work/ssxcc" >> "$work/theirs"
        theirs=$(grep -o 'Altogether [0-9]*' "$work/out" | tr -dc 0-9)
        seconds 10 "$countless" cover count "$work/problem" --method search -j 1 -q >> "$work/ours"
        ours=$(tr -dc 0-9 < "$work/out")
        if [ "$theirs" != "$ours" ]; then
            echo "bench-cover: $problem: SSXCC counts $theirs, we $ours" >&2
            exit 1
        fi
    done
    awk -v what="${problem%% --*}" -v count="$ours" \
        -v theirs="$(median < "$work/theirs")" -v ours="$(median < "$work/ours")" \
        'BEGIN { printf "| %s | %s | %.3f | %.4f | %.1f |\n", what, count, theirs, ours, theirs / (ours > 0 ? ours : 0.001) }'
done
