#!/usr/bin/env bash
# Counts 18 queens in 200 shards over two workers of HyperQueue, kills one of them, then
# kills the server and restarts it from its journal. The total must be right, and nothing
# lost or counted twice.
#
#     scripts/cluster/test-hyperqueue.sh COUNTLESS [RECORD]
#
# COUNTLESS is the program, RECORD a folder for the log.
#
# The journal needs HyperQueue's program `hq` (or HQ=its path), which the Python package does
# not contain. If it is missing, cargo builds it from its source on GitHub, which takes a few
# minutes once. Without that, the package alone is the server and the workers: the server
# has no journal then, and what it forgets is submitted again.
#
# The server listens on all interfaces, so everything runs in a network of its own, with
# nothing but loopback, and ends with it.
set -euo pipefail

countless=$(realpath "$1")
record=${2:+$(realpath "$2")}
here=$(cd "$(dirname "$0")" && pwd)
export HQ_VERSION=${HQ_VERSION:-0.26.2}
source=https://github.com/It4innovations/hyperqueue
cache=${XDG_CACHE_HOME:-$HOME/.cache}/countless/hq-$HQ_VERSION

if [ -z "${COUNTLESS_ALONE:-}" ]; then
    hq=$(command -v "${HQ:-hq}" || command -v "$cache/bin/hq" || true)
    if [ -z "$hq" ]; then
        echo "test-hyperqueue.sh: hq is missing; building version $HQ_VERSION from $source" >&2
        if HQ_BUILD_VERSION=v$HQ_VERSION cargo install --quiet --locked --git "$source" --tag "v$HQ_VERSION" \
            --no-default-features --features microlp --root "$cache" hyperqueue; then
            hq=$cache/bin/hq
        else
            echo "test-hyperqueue.sh: hq cannot be built, so there is no journal. Put hq $HQ_VERSION" \
                "from $source/releases on the path, or set HQ=its path." >&2
        fi
    fi
    "$here/hyperqueue.py" --install
    export COUNTLESS_ALONE=1 HQ=$hq
    exec unshare --net --uts --pid --fork --mount-proc --map-root-user "$0" "$@"
fi
ip link set lo up
hostname localhost
hq=$HQ
name=hyperqueue.log
[ -n "$hq" ] || name=hyperqueue-without-journal.log

work=$(mktemp -d)
ledgers=$work/ledgers
export TMPDIR=$work
finish() {
    [ -z "$record" ] || cp "$work/log" "$record/$name"
    rm -rf "$work"
    # All others end with this process, the first of its namespace.
}
trap finish EXIT

log() { echo "$(date -u +%T) $*" | tee -a "$work/log"; }
start_server() {
    rm -f "$work/server/hq-current"
    if [ -n "$hq" ]; then
        "$hq" server start --server-dir "$work/server" --journal "$work/journal" \
            --journal-flush-period 1s >>"$work/server.log" 2>&1 &
    else
        "$here/hyperqueue.py" --serve "$work/server" >>"$work/server.log" 2>&1 &
    fi
    server=$!
    disown
    for _ in $(seq 150); do
        [ ! -e "$work/server/hq-current/access.json" ] || return 0
        sleep 0.2
    done
    log "the server does not start"
    cat "$work/server.log" >&2
    exit 1
}
start_worker() {
    if [ -n "$hq" ]; then
        "$hq" --server-dir "$work/server" worker start --cpus 1 >>"$work/worker.log" 2>&1 &
    else
        "$here/hyperqueue.py" --work "$work/server" >>"$work/worker.log" 2>&1 &
    fi
    worker=$!
    disown
}
done_shards() { find "$ledgers" -name '*-of-200.csv' 2>/dev/null | wc -l; }
wait_for_shards() {
    until [ "$(done_shards)" -ge "$1" ]; do
        kill -0 "$submitted" || { cat "$work/submit.log" >&2; exit 1; }
        sleep 0.02
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

wait_for_shards 60
kill -9 "$first"
log "a worker killed when $(done_shards) of 200 shards were done"
start_worker
log "another worker started"
wait_for_shards 100
kill -9 "$server"
log "the server killed when $(done_shards) of 200 shards were done"
sleep 2
start_server
start_worker
start_worker
if [ -n "$hq" ]; then
    log "the server restarted from its journal, with two workers"
else
    log "the server restarted, without a journal because there is no hq, with two workers"
fi
wait "$submitted"
log "total $(cat "$work/total")"

if [ -n "$hq" ]; then
    started=$("$hq" journal export "$work/journal" | grep -c '"task-started"' || true)
    log "tasks started: $started, shards: $(done_shards)"
else
    log "shards submitted: $(grep -o 'submitting [0-9]*' "$work/submit.log" | tr '\n' ' ')"
fi
"$countless" ledger status "$ledgers" | tee -a "$work/log"
records=$(cat "$ledgers"/*.csv | grep -c '^[0-9]')
subtrees=$("$countless" ledger plan --json "$ledgers" | sed 's/.*"subtrees":\([0-9]*\).*/\1/')
log "records: $records, subtrees: $subtrees"
[ "$(cat "$work/total")" = 666090624 ]
[ "$records" = "$subtrees" ]
[ "$(done_shards)" = 200 ]
log "all right"
