#!/usr/bin/env python3
"""Shares a countless command among the workers of HyperQueue.

    scripts/cluster/hyperqueue.py --ledgers shards -- queens count 20

Cuts the command into shards, submits one task for each that is missing, shows how far
they are, submits again what has failed, and in the end merges the ledgers and prints the
total. Interrupted or killed, it goes on from the ledgers when it is started again.

Without --server-dir it starts HyperQueue's own local cluster with a worker per core. The
first run installs the Python package `hyperqueue` in an environment of its own.

Where HyperQueue's program `hq` is not to be had, the package can be the server, but without
a journal, and a worker, with one core unless there is to be more:

    scripts/cluster/hyperqueue.py --serve FOLDER
    scripts/cluster/hyperqueue.py --work FOLDER [CORES]
"""

import argparse
import json
import math
import os
import subprocess
import sys
import tempfile
import threading
import time
import venv
from pathlib import Path

# This file has the name of the package, which must be found instead.
sys.path.pop(0)

# Client and server must be of one version: set HQ_VERSION to that of a running server.
VERSION = os.environ.get("HQ_VERSION", "0.26.2")
CACHE = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache"))
ENVIRONMENT = CACHE / "countless" / f"hyperqueue-{VERSION}"

# Shards of two minutes, but so many for each slot, of one core or of --threads, that none waits
# long for the last.
SECONDS_PER_SHARD = 120
SHARDS_PER_SLOT = 50
# How often a shard is submitted before it is given up.
ROUNDS = 5
# How long a server may be away before its restart is no longer waited for, in seconds.
PATIENCE = 300


def enter_environment():
    """Runs this script again with the package at hand, which is installed if need be."""
    python = ENVIRONMENT / "bin" / "python"
    if Path(sys.prefix) == ENVIRONMENT:
        return
    done = ENVIRONMENT / "installed"
    if not done.exists():
        print(f"installing hyperqueue {VERSION} in {ENVIRONMENT}", file=sys.stderr)
        venv.create(ENVIRONMENT, with_pip=True, clear=True)
        subprocess.run(
            [python, "-m", "pip", "install", "--quiet", f"hyperqueue=={VERSION}"], check=True
        )
        done.touch()
    os.execv(python, [str(python), *sys.argv])


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--ledgers", required=True, type=Path, help="folder of the ledgers")
    parser.add_argument("--shards", type=int, help="number of shards [default: by estimate]")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="cores to use")
    parser.add_argument(
        "--threads", type=int, default=1, help="cores of a shard, which share its tables [default: 1]"
    )
    parser.add_argument("--server-dir", type=Path, help="use the cluster of this server")
    parser.add_argument("--program", default="countless", help="the program on every node")
    parser.add_argument("command", nargs="+", help="what to count, after --")
    return parser.parse_args()


def output_of(*command):
    result = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    if result.returncode != 0:
        sys.exit(result.returncode)
    return result.stdout


def number_of_shards(options):
    """By the time that the command will take, if it can be estimated."""
    if options.shards:
        return options.shards
    plan = json.loads(output_of(options.program, *options.command, "--dry-run", "--json"))
    shards = max(
        math.ceil(options.workers / options.threads) * SHARDS_PER_SLOT,
        math.ceil((plan["core_seconds"] or 0) / options.threads / SECONDS_PER_SHARD),
    )
    subtrees = plan["subtrees"]
    if shards > subtrees:
        print(
            f"{shards} shards would be best, but there are {subtrees} subtrees: "
            f"`--subtrees {2 * shards}` in the command makes more",
            file=sys.stderr,
        )
    return min(shards, subtrees)


def numbers(text):
    """The numbers in `0-3,7`."""
    for part in filter(None, text.strip().split(",")):
        first, _, last = part.partition("-")
        yield from range(int(first), int(last or first) + 1)


def job_of(options, shards, missing):
    from hyperqueue import Job
    from hyperqueue.ffi.protocol import ResourceRequest
    from hyperqueue.output import StdioDef

    logs = options.ledgers / "logs"
    logs.mkdir(exist_ok=True)
    # No failure ends the job, and no crash of a worker makes a task fail: the ledgers say
    # in the end what is missing.
    job = Job(max_fails=None, name=" ".join(options.command))
    for shard in missing:
        job.program(
            [options.program, *options.command, "--quiet", "--threads", str(options.threads)]
            + ["--ledger", f"{options.ledgers}/", "--shard", f"{shard}/{shards}"],
            # Only of those that fail: there may be 100,000 shards.
            stdout=StdioDef.remove_if_finished(logs / f"{shard}.out"),
            stderr=StdioDef.remove_if_finished(logs / f"{shard}.err"),
            resources=ResourceRequest(cpus=options.threads),
            crash_limit=10_000,
        )
    return job


def wait_for(job, server_dir):
    """Waits until all tasks have ended, even if the server is restarted meanwhile."""
    from hyperqueue import Client

    gone_since = None
    while True:
        try:
            client = Client(server_dir)
            gone_since = None
            return client.wait_for_jobs([job], raise_on_error=False)
        except Exception as error:  # the package has no exceptions of its own for this
            gone_since = gone_since or time.monotonic()
            if time.monotonic() - gone_since > PATIENCE:
                raise
            print(f"waiting for the server: {error}", file=sys.stderr)
            time.sleep(2)


def show_progress(options, ended):
    while not ended.wait(10):
        status = subprocess.run(
            [options.program, "ledger", "status", "--json", options.ledgers],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        if status.returncode == 0:
            status = json.loads(status.stdout)
            done, subtrees = status["done"], status["subtrees"]
            left = status["core_seconds_left"] / options.workers
            print(f"{done} of {subtrees} subtrees, about {left:.0f} s to go", file=sys.stderr)


def start_cluster(options):
    """The folder of the user's server, or of one with a worker for each core, or a few."""
    if options.server_dir:
        return options.server_dir
    from hyperqueue import LocalCluster
    from hyperqueue.cluster import WorkerConfig

    cluster = LocalCluster()
    for _ in range(max(options.workers // options.threads, 1)):
        cluster.start_worker(WorkerConfig(cores=options.threads))
    return cluster.cluster.server_dir


def serve(folder):
    """A server, until it is killed."""
    from hyperqueue.ffi.cluster import Cluster

    cluster = Cluster(folder)
    while cluster:
        time.sleep(3600)


def work(folder, cores):
    """A worker with so many cores, until it is killed or the server is."""
    from hyperqueue.ffi.cluster import Cluster

    # The package joins workers only to a server of the same process. So that one has none
    # to do, and its folder is made to point to the other's.
    own = Path(tempfile.mkdtemp())
    cluster = Cluster(str(own))
    server = (Path(folder) / "hq-current").resolve()
    (own / "hq-current").unlink()
    (own / "hq-current").symlink_to(server)
    cluster.add_worker(cores)
    while (server / "access.json").exists():
        time.sleep(1)


def main():
    if sys.argv[1:2] in (["--install"], ["--serve"], ["--work"]):
        # For a machine that will be without a network, or without `hq`.
        enter_environment()
        if sys.argv[1] == "--serve":
            serve(sys.argv[2])
        elif sys.argv[1] == "--work":
            work(sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else 1)
        sys.exit()
    options = arguments()
    enter_environment()
    from hyperqueue import Client

    # The server prints what it is about; on stdout there shall be the total only.
    stdout = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    options.ledgers.mkdir(parents=True, exist_ok=True)
    options.ledgers = options.ledgers.resolve()
    shards = number_of_shards(options)
    count_missing = [options.program, "ledger", "missing", options.ledgers, "--shards", str(shards)]
    server_dir = None
    ended = threading.Event()
    threading.Thread(target=show_progress, args=(options, ended), daemon=True).start()
    for _ in range(ROUNDS):
        missing = list(numbers(output_of(*count_missing)))
        if not missing:
            break
        server_dir = server_dir or start_cluster(options)
        print(f"submitting {len(missing)} of {shards} shards", file=sys.stderr)
        wait_for(Client(server_dir).submit(job_of(options, shards, missing)), server_dir)
    ended.set()
    stdout.write(output_of(options.program, "ledger", "merge", options.ledgers))
    stdout.flush()
    # The local cluster runs in threads that would go on.
    os._exit(0)


if __name__ == "__main__":
    main()
