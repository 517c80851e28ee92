#!/usr/bin/env bash
# Counts 18 queens in 200 shards on a Slurm cluster of two nodes, both on this machine,
# and kills one node's daemon with all that it runs. The total must be right, and nothing
# lost or counted twice.
#
#     scripts/cluster/test-slurm.sh COUNTLESS [RECORD]
#
# COUNTLESS is the program, RECORD a folder for the log. Needs root and Debian's packages
# slurm-wlm and munge; their own configuration and services are left alone. Everything
# runs in a network of its own, with nothing but loopback.
set -euo pipefail

countless=$(realpath "$1")
record=${2:+$(realpath "$2")}
here=$(cd "$(dirname "$0")" && pwd)
for tool in munged slurmctld slurmd sbatch; do
    command -v "$tool" >/dev/null || {
        echo "test-slurm.sh: $tool is missing: apt-get install slurm-wlm munge" >&2
        exit 2
    }
done
if [ -z "${COUNTLESS_ALONE:-}" ]; then
    COUNTLESS_ALONE=1 exec unshare --net --uts --pid --fork --mount-proc "$0" "$@"
fi
ip link set lo up
hostname localhost
# Slurm looks for names only where there is an address besides loopback's own.
ip address add 192.0.2.1/32 dev lo

work=$(mktemp -d)
ledgers=$work/ledgers
chmod 755 "$work"
finish() {
    [ -z "$record" ] || cp "$work/log" "$record/slurm.log"
    rm -rf "$work"
    # The daemons end with this process, the first of its namespace.
}
trap finish EXIT
log() { echo "$(date -u +%T) $*" | tee -a "$work/log"; }

mkdir "$work/state" "$work/node1" "$work/node2" "$work/munge"
chown munge: "$work/munge"
dd if=/dev/urandom of="$work/munge/key" bs=1024 count=1 status=none
chown munge: "$work/munge/key"
chmod 400 "$work/munge/key"
runuser -u munge -- munged --key-file "$work/munge/key" --socket "$work/munge/socket" \
    --pid-file "$work/munge/pid" --log-file "$work/munge/log" --seed-file "$work/munge/seed"

export SLURM_CONF=$work/slurm.conf
cat >"$SLURM_CONF" <<CONF
ClusterName=test
SlurmctldHost=$(hostname -s)(127.0.0.1)
SlurmUser=root
AuthInfo=socket=$work/munge/socket
StateSaveLocation=$work/state
SlurmctldPidFile=$work/slurmctld.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdSpoolDir=$work/%n
SlurmdPidFile=$work/%n.pid
SlurmdLogFile=$work/%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdTimeout=5
ReturnToService=2
MailProg=/bin/true
SchedulerParameters=sched_min_interval=0,batch_sched_delay=0
NodeName=node1 NodeHostname=$(hostname -s) NodeAddr=127.0.0.1 Port=17001 CPUs=1 State=UNKNOWN
NodeName=node2 NodeHostname=$(hostname -s) NodeAddr=127.0.0.1 Port=17002 CPUs=1 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
CONF
slurmctld
slurmd -N node1
slurmd -N node2
until [ "$(sinfo --noheader --format=%D --states=idle 2>/dev/null)" = 2 ]; do sleep 0.5; done
log "slurmctld and two nodes started, $(sinfo --version)"

done_shards() { find "$ledgers" -name '*-of-200.csv' 2>/dev/null | wc -l; }
cd "$work"
COUNTLESS=$countless "$here/slurm.sh" "$ledgers" 200 queens count 18 \
    >"$work/total" 2>"$work/submit.log" &
submitted=$!
until [ "$(done_shards)" -ge 100 ]; do
    kill -0 "$submitted" || { cat "$work/submit.log" >&2; exit 1; }
    sleep 0.1
done
kill -9 "$(cat "$work/node1.pid")"
# In this namespace of processes there are no others than ours.
{ ps -C slurmstepd -o pid= || true; } | xargs --no-run-if-empty kill -9
log "slurmd of node1 and all running steps killed when $(done_shards) of 200 shards were done"
sleep 10
log "node1 is $(sinfo --noheader --nodes=node1 --format=%T), $(done_shards) of 200 shards are done"
slurmd -N node1
log "slurmd of node1 started again"
wait "$submitted"
log "total $(cat "$work/total")"
"$countless" ledger status "$ledgers" | tee -a "$work/log"
records=$(cat "$ledgers"/*.csv | grep -c '^[0-9]')
subtrees=$("$countless" ledger plan --json "$ledgers" | sed 's/.*"subtrees":\([0-9]*\).*/\1/')
log "records: $records, subtrees: $subtrees, requeued tasks: $(grep -c 'requeue' "$work/slurmctld.log" || true)"
[ "$(cat "$work/total")" = 666090624 ]
[ "$records" = "$subtrees" ]
log "all right"
