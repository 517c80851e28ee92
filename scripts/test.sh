#!/usr/bin/env bash
# Runs all tests. Needs a Rust toolchain and a C compiler; Cargo fetches the rest.
#
# COUNTLESS_DATASETS=FOLDER also solves every puzzle file in FOLDER and compares
# with the counts in its EXPECTED.csv; without it those tests say that they were skipped.
set -euo pipefail
cd "$(dirname "$0")/.."

for tool in cargo cc; do
    if ! command -v "$tool" >/dev/null; then
        echo "scripts/test.sh: $tool is missing; see https://rustup.rs and your system's C compiler" >&2
        exit 2
    fi
done

exec cargo test --locked "$@"
