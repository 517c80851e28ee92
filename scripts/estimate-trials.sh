#!/usr/bin/env bash
# Estimates a count with different seeds, counts the board in between, and says how often the CPU
# time of the count was within the interval of the estimate.
#
#     scripts/estimate-trials.sh N [SEEDS [COUNTS [FLAGS...]]]
#
# SEEDS estimates [20] are made, and COUNTS counts [SEEDS] in turns with them. An estimate is
# compared with the count that was made last. FLAGS go to the estimates. The program is
# $COUNTLESS, or countless of the PATH. Prints a line for each trial; exit code 1 if fewer than
# nine tenths of the intervals held.
set -euo pipefail

n=$1 seeds=${2:-20} counts=${3:-${2:-20}}
shift $(($# < 3 ? $# : 3))
program=${COUNTLESS:-countless}
TIMEFORMAT='%U %S'

# The CPU seconds of a count.
count() {
    { time "$program" queens count "$n" --threads 2 --quiet >/dev/null 2>&1; } 2>&1 |
        awk '{ print $1 + $2 }'
}

field() { sed -E "s/.*\"$1\":([-0-9.e+]+).*/\\1/"; }

held=0 real=
for ((seed = 1; seed <= seeds; seed++)); do
    # Counts are spread evenly.
    if ((seed == 1 || (seed - 1) * counts / seeds > (seed - 2) * counts / seeds)); then
        real=$(count)
    fi
    answer=$("$program" queens estimate "$n" --threads 2 --seed "$seed" --json --quiet "$@")
    mean=$(field core_seconds <<<"$answer") error=$(field error_seconds <<<"$answer")
    line=$(awk -v n="$n" -v s="$seed" -v r="$real" -v m="$mean" -v e="$error" 'BEGIN {
        d = r - m; if (d < 0) d = -d
        printf "%d rows, seed %d: %.2f +- %.2f s, counted in %.2f s: %s\n", n, s, m, e, r,
            d <= e ? "held" : "missed"
    }')
    echo "$line"
    [[ $line == *": held" ]] && held=$((held + 1))
done
echo "$n rows: $held of $seeds intervals held"
((10 * held >= 9 * seeds))
