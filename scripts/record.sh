#!/usr/bin/env bash
# Counts a board with a ledger, recounts a sample by every other method, and writes what is needed to
# check or repeat the count.
#
#     scripts/record.sh N SAMPLE [FOLDER]      such as 20 3%; FOLDER is results/records
#
# FOLDER gets queens-N.txt, and the ledger as queens-N.csv.zst if it is smaller than 1 MB.
# THREADS=T counts with T threads, 2 by default. KILL_AFTER=SECONDS kills the count (SIGKILL) each
# time it has run for so long, and continues from the ledger: the total must be the same.
# WORK=FOLDER keeps the ledger in FOLDER, and continues from the one that is there. A
# relative FOLDER is relative to the root of the clone.
set -euo pipefail
cd "$(dirname "$0")/.."
n=${1:?the rows of the board}
sample=${2:?how many subtrees to do again, or what part of them}
folder=${3:-results/records}
threads=${THREADS:-2}
kill_after=${KILL_AFTER:-0} # of timeout: 0 is never
if [ -n "${WORK:-}" ]; then
    work=$WORK
    mkdir -p "$work"
else
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
fi
for tool in cargo zstd sha256sum; do
    command -v "$tool" > /dev/null || { echo "record.sh: $tool is missing" >&2; exit 2; }
done
cargo build --locked --release --quiet
countless=${CARGO_TARGET_DIR:-target}/release/countless
mkdir -p "$folder"
ledger=$work/queens-$n.csv
log=$folder/queens-$n.txt

kills=0
count() {
    timeout --signal KILL "$kill_after" \
        "$countless" queens count "$n" --ledger "$ledger" -j "$threads" -q --json > "$work/outcome"
}
until count; do
    status=$?
    [ "$status" -eq 137 ] || exit "$status" # not killed by timeout
    kills=$((kills + 1))
done
{
    echo "\$ countless queens count $n --ledger queens-$n.csv -j $threads   # killed $kills times"
    cat "$work/outcome"
    echo
    echo "\$ countless ledger status queens-$n.csv"
    "$countless" ledger status "$ledger"
    echo
    echo "\$ countless ledger verify queens-$n.csv --sample $sample"
    "$countless" ledger verify "$ledger" --sample "$sample" -j "$threads" 2>&1
    echo
    echo "\$ sha256sum queens-$n.csv"
    (cd "$work" && sha256sum "queens-$n.csv")
    echo
    echo "\$ tail -n +3 queens-$n.csv | cut -d, -f1-3 | sort -n | sha256sum   # without times and hosts"
    tail -n +3 "$ledger" | cut -d, -f1-3 | sort -n | sha256sum
    echo
    echo "\$ countless --version"
    "$countless" --version
    echo
    echo "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1), $(nproc) processors, $(uname -sm), $(date -u +%F)"
} > "$work/log"
zstd --quiet --force -19 "$ledger" -o "$work/queens-$n.csv.zst"
if [ "$(stat -c %s "$work/queens-$n.csv.zst")" -lt 1000000 ]; then
    mv "$work/queens-$n.csv.zst" "$folder/"
fi
mv "$work/log" "$log"
cat "$log"
