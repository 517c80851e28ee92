#!/usr/bin/env bash
# Counts 18 queens in 200 shards over two workers of HyperQueue, kills one of them, then
# kills the server and restarts it from its journal. The total must be right, and nothing
# lost or counted twice.
#
#     scripts/cluster/test-hyperqueue.sh COUNTLESS [RECORD]
#
# COUNTLESS is the program, RECORD a folder for the log. Needs `hq` (or HQ=its path), which
# the Python package does not contain; see docs/cluster.md. The server listens on all
# interfaces, so everything runs in a network of its own, with nothing but loopback.
set -euo pipefail

countless=$(realpath "$1")
record=${2:-}
hq=$(command -v "${HQ:-hq}") || {
    echo "test-hyperqueue.sh: hq is missing: see docs/cluster.md" >&2
    exit 2
}
here=$(cd "$(dirname "$0")" && pwd)
HQ_VERSION=$("$hq" --version | grep -oE '[0-9]+(\.[0-9]+)+' | head -1)
export HQ_VERSION
if [ -z "${COUNTLESS_ALONE:-}" ]; then
    "$here/hyperqueue.py" --install
    COUNTLESS_ALONE=1 exec unshare --net --map-root-user "$0" "$@"
fi
ip link set lo up

work=$(mktemp -d)
ledgers=$work/ledgers
pids=()
finish() {
    kill -9 "${pids[@]}" 2>/dev/null || true
    [ -z "$record" ] || cp "$work/log" "$record/hyperqueue.log"
    rm -rf "$work"
}
trap finish EXIT

log() { echo "$(date -u +%T) $*" | tee -a "$work/log"; }
start_server() {
    "$hq" server start --server-dir "$work/server" --journal "$work/journal" \
        --journal-flush-period 1s >"$work/server.log" 2>&1 &
    server=$!
    disown
    pids+=("$server")
    until "$hq" --server-dir "$work/server" server info >/dev/null 2>&1; do sleep 0.2; done
}
start_worker() {
    "$hq" --server-dir "$work/server" worker start --cpus 1 >"$work/worker.log" 2>&1 &
    worker=$!
    disown
    pids+=("$worker")
}
done_shards() { find "$ledgers" -name '*-of-200.csv' 2>/dev/null | wc -l; }
wait_for_shards() {
    until [ "$(done_shards)" -ge "$1" ]; do
        kill -0 "$submitted" || { cat "$work/submit.log" >&2; exit 1; }
        sleep 0.1
    done
}

start_server
start_worker
first=$worker
start_worker
log "server and two workers started, HyperQueue $HQ_VERSION"
"$here/hyperqueue.py" --server-dir "$work/server" --ledgers "$ledgers" --program "$countless" \
    --workers 2 --shards 200 -- queens count 18 >"$work/total" 2>"$work/submit.log" &
submitted=$!
pids+=("$submitted")

wait_for_shards 60
kill -9 "$first"
log "a worker killed when $(done_shards) of 200 shards were done"
start_worker
log "another worker started"
wait_for_shards 120
kill -9 "$server"
log "the server killed when $(done_shards) of 200 shards were done"
sleep 2
start_server
start_worker
start_worker
log "the server restarted from its journal, with two workers"
wait "$submitted"
log "total $(cat "$work/total")"

started=$("$hq" journal export "$work/journal" | grep -c '"task-started"' || true)
log "tasks started: $started, shards: $(done_shards)"
"$countless" ledger status "$ledgers" | tee -a "$work/log"
records=$(cat "$ledgers"/*.csv | grep -c '^[0-9]')
subtrees=$("$countless" ledger plan --json "$ledgers" | sed 's/.*"subtrees":\([0-9]*\).*/\1/')
log "records: $records, subtrees: $subtrees"
[ "$(cat "$work/total")" = 666090624 ]
[ "$records" = "$subtrees" ]
[ "$(done_shards)" = 200 ]
log "all right"
