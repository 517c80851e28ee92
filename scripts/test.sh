#!/usr/bin/env bash
# Runs all tests. Needs a Rust toolchain and a C compiler; Cargo fetches the rest.
#
#     scripts/test.sh                 the tests of the program
#     scripts/test.sh --cluster       counts on HyperQueue and Slurm while parts are killed
#
# COUNTLESS_DATASETS=FOLDER also solves every puzzle file in FOLDER and compares
# with the counts in its EXPECTED.csv; without it those tests say that they were skipped.
#
# --cluster needs Linux, root and Python 3.9. It installs Debian's packages slurm-wlm and
# munge where apt-get is at hand, and the Python package of HyperQueue. HyperQueue's program
# `hq` (or HQ=its path) is built from its source on GitHub if it is missing; without it, all
# but the server's journal is tested. It takes about ten minutes, and leaves its logs in
# results/cluster.
set -euo pipefail
cd "$(dirname "$0")/.."

for tool in cargo cc; do
    if ! command -v "$tool" >/dev/null; then
        echo "scripts/test.sh: $tool is missing; see https://rustup.rs and your system's C compiler" >&2
        exit 2
    fi
done

if [ "${1:-}" = --cluster ]; then
    if ! { command -v slurmctld && command -v munged; } >/dev/null && command -v apt-get >/dev/null; then
        apt-get update
        DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends \
            slurm-wlm munge
    fi
    cargo build --locked --release
    mkdir -p results/cluster
    scripts/kill.py | tee results/cluster/kill.log
    scripts/cluster/test-hyperqueue.sh target/release/countless results/cluster
    scripts/cluster/test-slurm.sh target/release/countless results/cluster
    exit
fi

exec cargo test --locked "$@"
