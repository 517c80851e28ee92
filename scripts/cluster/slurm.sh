#!/usr/bin/env bash
# Shares a countless command among the nodes of a Slurm cluster, and prints the total:
#
#     scripts/cluster/slurm.sh shards 200 queens count 20
#
# The first argument is a folder that all nodes share, the second the number of shards.
# Submits what is missing, waits, submits again what has failed, and merges the ledgers.
# Options for sbatch, such as a partition or a time limit, go into SBATCH_… variables.
set -euo pipefail

if [ $# -lt 3 ]; then
    sed -n '2,8s/^# \?//p' "$0" >&2
    exit 2
fi
ledgers=$1 shards=$2
shift 2
countless=${COUNTLESS:-countless}
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$ledgers/logs"
ledgers=$(cd "$ledgers" && pwd)

for _ in 1 2 3 4 5; do
    missing=$("$countless" ledger missing "$ledgers" --shards "$shards")
    [ -n "$missing" ] || break
    echo "submitting the shards $missing of $shards" >&2
    # The array has failed if one of its tasks has; the ledgers know better.
    sbatch --wait --array="$missing" --output="$ledgers/logs/%a.log" \
        --export="ALL,SHARDS=$shards,LEDGERS=$ledgers,COUNTLESS=$countless" \
        "$here/slurm.sbatch" "$@" >&2 || true
done
exec "$countless" ledger merge "$ledgers"
