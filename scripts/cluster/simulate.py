#!/usr/bin/env python3
"""Runs a count on a cluster that is not there: the real scheduler and real ledgers, but shards
that only sleep.

    scripts/cluster/simulate.py 21.csv --shards 100000 --nodes 79 --cores 128 --seconds 25

21.csv is the complete ledger of a count, with at least as many subtrees as shards. A shard sleeps
in proportion to the work of its subtrees, SECONDS on average, and then puts their records where a
real one would: so what `hyperqueue.py` merges in the end must be the total of 21.csv. Of the
shards, --fail crash half-way; --kill nodes are killed with all that they run when a third is done,
and started again. All processes run on this machine, in a network of their own.

Prints how long it took beside what it would have taken without any overhead.
"""

import argparse
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
SCHEDULER = HERE / "hyperqueue.py"
COLUMNS = "subtree,count,residue,work,ms,kernel,host,time,detail,checksum\n"

# Stands for countless: sleeps instead of counting, and leaves all else to the program itself.
STUB = r"""#!/usr/bin/perl
use strict;
my ($shard) = "@ARGV" =~ m{--shard (\d+)/\d+};
my ($folder) = "@ARGV" =~ m{--ledger (\S+)/ };
exec $ENV{COUNTLESS}, @ARGV unless defined $shard;
open my $records, "<", "$ENV{STAGED}/$shard" or die "shard $shard: $!";
my $seconds = $ENV{SCALE} * <$records>;
if (rand() < $ENV{FAIL}) {
    select undef, undef, undef, $seconds / 2;
    kill KILL => $$;
}
select undef, undef, undef, $seconds;
link "$ENV{STAGED}/$shard.csv", "$folder/$shard-of-$ENV{SHARDS}.csv" or $!{EEXIST} or die $!;
"""


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("ledger", type=Path, help="a complete ledger")
    parser.add_argument("--shards", type=int, required=True)
    parser.add_argument("--nodes", type=int, required=True)
    parser.add_argument("--cores", type=int, default=128, help="of each node [default: 128]")
    parser.add_argument("--seconds", type=float, required=True, help="that a shard sleeps on average")
    parser.add_argument("--fail", type=float, default=0.0, help="part of the shards that crash")
    parser.add_argument("--kill", type=int, default=0, help="nodes to be killed")
    parser.add_argument("--program", default="countless", help="the program")
    return parser.parse_args()


def log(text):
    print(time.strftime("%T", time.gmtime()), text, flush=True)


def stage(options, folder):
    """Writes a ledger for each shard, and its work."""
    with options.ledger.open() as ledger:
        plan = ledger.readline()
        if ledger.readline() != COLUMNS:
            sys.exit(f"{options.ledger} is no ledger")
        shards = [[] for _ in range(options.shards)]
        for line in ledger:
            shards[int(line.split(",", 1)[0]) % options.shards].append(line)
    folder.mkdir()
    work = []
    for number, lines in enumerate(shards):
        if not lines:
            sys.exit(f"{options.ledger} has fewer than {options.shards} subtrees")
        work.append(sum(int(line.split(",")[3]) for line in lines))
        (folder / f"{number}.csv").write_text(plan + COLUMNS + "".join(lines))
        (folder / str(number)).write_text(f"{work[-1]}\n")
    return plan, work


def start(*command):
    # A group of its own, to be killed as a whole.
    nowhere = subprocess.DEVNULL
    return subprocess.Popen(command, start_new_session=True, stdout=nowhere, stderr=nowhere)


def connections():
    """How many workers and clients are connected to the server: nobody else is here."""
    established = [line.split()[3] == "01" for line in Path("/proc/net/tcp").open()]
    return sum(established) // 2


def start_node(server, cores):
    """Starts a node, and waits until it has joined: a crowd would be turned away."""
    before = connections()
    node = start(SCHEDULER, "--work", server, str(cores))
    wait_until(lambda: connections() > before, node)
    return node


def kill_node(node):
    """Kills a node with all that it runs."""
    node.send_signal(signal.SIGSTOP)
    for task in Path(f"/proc/{node.pid}/task").iterdir():
        for child in (task / "children").read_text().split():
            os.kill(int(child), signal.SIGKILL)
    node.kill()
    node.wait()


def cpu_seconds(process):
    """What a process has used so far."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def wait_until(true, process):
    while not true():
        if process.poll() is not None:
            sys.exit("the scheduler or a node ended early")
        time.sleep(0.1)


def simulate(options, work):
    program = shutil.which(options.program) or sys.exit(f"there is no {options.program}")
    options.program = str(Path(program).resolve())
    staged, server, ledgers = work / "staged", work / "server", work / "ledgers"
    plan, shards = stage(options, staged)
    problem = dict(field.split("=", 1) for field in plan.strip().split(","))
    slots = options.nodes * options.cores
    stub = work / "stub"
    stub.write_text(STUB)
    stub.chmod(0o755)
    scale = options.seconds / (sum(shards) / len(shards))
    os.environ.update(
        COUNTLESS=options.program,
        TMPDIR=str(work),
        STAGED=str(staged),
        SHARDS=str(options.shards),
        SCALE=str(scale),
        FAIL=str(options.fail),
    )
    hub = start(SCHEDULER, "--serve", server)
    wait_until((server / "hq-current" / "access.json").exists, hub)
    nodes = [start_node(server, options.cores) for _ in range(options.nodes)]
    log(f"{options.shards} shards of {options.seconds} s, {options.nodes} nodes of {options.cores} cores")
    began = time.monotonic()
    command = ["queens", "count", problem["n"], "--subtrees", problem["split"].split(":")[1]]
    scheduler = subprocess.Popen(
        [SCHEDULER, "--server-dir", server, "--ledgers", ledgers, "--program", stub]
        + ["--workers", str(slots), "--shards", str(options.shards), "--", *command],
        stdout=subprocess.PIPE,
        text=True,
    )

    def done(part):
        return lambda: ledgers.exists() and sum(1 for _ in os.scandir(ledgers)) > part * options.shards

    wait_until(done(0), scheduler)
    first = time.monotonic()
    log(f"the first shard is done, {first - began:.1f} s after the command")
    if options.kill:
        wait_until(done(1 / 3), scheduler)
        for number in range(options.kill):
            kill_node(nodes[number])
        log(f"{options.kill} nodes killed")
        time.sleep(5)
        nodes[: options.kill] = [start_node(server, options.cores) for _ in range(options.kill)]
        log("they are started again")
    wait_until(done(1 - 1e-9), scheduler)
    last = time.monotonic()
    log(f"all shards are done, {last - began:.1f} s after the command")
    total = scheduler.communicate()[0].strip()
    log(f"total {total}, {time.monotonic() - last:.1f} s later")
    log(f"the server took {cpu_seconds(hub):.1f} s of processor time")
    ideal = scale * sum(shards) / slots
    log(f"asleep {ideal:.1f} s on each core on average: {100 * ideal / (last - began):.0f} % of the time")
    began = time.monotonic()
    output = subprocess.run(
        [options.program, "ledger", "status", "--json", ledgers], stdout=subprocess.PIPE, check=True
    )
    status = json.loads(output.stdout)
    log(f"{status['done']} of {status['subtrees']} subtrees, read in {time.monotonic() - began:.2f} s")
    expected = subprocess.run(
        [options.program, "ledger", "merge", options.ledger], stdout=subprocess.PIPE, check=True, text=True
    ).stdout.strip()
    for process in [*nodes, hub]:
        process.kill()
    if total != expected or status["done"] != int(problem["subtrees"]):
        sys.exit(f"wrong: the total of {options.ledger} is {expected}")
    log("all right")


def main():
    options = arguments()
    if os.environ.get("COUNTLESS_ALONE") != "1":
        # The server listens on all interfaces: these have nothing but loopback, and all end together.
        subprocess.run([SCHEDULER, "--install"], check=True)
        os.environ["COUNTLESS_ALONE"] = "1"
        alone = ["unshare", "--net", "--uts", "--pid", "--fork", "--mount-proc", "--map-root-user"]
        os.execvp(alone[0], [*alone, sys.executable, *sys.argv])
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
    socket.sethostname("localhost")
    with tempfile.TemporaryDirectory() as work:
        simulate(options, Path(work))
    # All others end with this process, the first of its namespace.


if __name__ == "__main__":
    main()
