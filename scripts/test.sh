#!/usr/bin/env bash
# Runs all tests. Needs a Rust toolchain and a C compiler; Cargo fetches the rest.
#
#     scripts/test.sh                 the tests of the program, and 20 seconds of scripts/attack.sh
#     scripts/test.sh --quick         what to run before a commit: format, lints and tests of the
#                                     crates with changes since the last commit; or of the crates
#                                     that are named: --quick sudoku cover
#     scripts/test.sh --long          what to run before a release: optimised, with the tests that
#                                     take minutes, and eight times as many random cases
#     scripts/test.sh --cluster       counts on HyperQueue and Slurm while parts are killed, and
#                                     simulates a cluster
#     scripts/test.sh --aarch64       the kernels' tests for AArch64, on an emulated processor
#     scripts/test.sh --python        the Python package: see scripts/test-python.sh
#     scripts/test.sh --web           builds the page and tests it in Chromium: see scripts/web.sh
#     scripts/test.sh --windows       the program for Windows, under Wine: see
#                                     scripts/test-windows.sh
#
# scripts/attack.sh needs Linux and Python 3; without them it is left out, and so it is if
# arguments choose some of the tests. All take 4 to 10 minutes on two processors, --quick less than 3.
#
# COUNTLESS_DATASETS=FOLDER also solves every puzzle file in FOLDER and compares
# with the counts in its EXPECTED.csv; without it those tests say that they were skipped.
#
# --cluster needs Linux, root and Python 3.9. It installs Debian's packages slurm-wlm and
# munge where apt-get is at hand, and the Python package of HyperQueue. HyperQueue's program
# `hq` (or HQ=its path) is built from its source on GitHub if it is missing; without it, all
# but the server's journal is tested. It takes about ten minutes, and leaves its logs in
# results/cluster.
# --web needs Node 20 or later, whose npm fetches what web/test/package.json names, and Chromium,
# which it installs as Debian's package where apt-get is at hand. CHROMIUM=its path names another.
# --aarch64 needs rustup, which it has install Rust's standard library for that processor, and
# the linker aarch64-linux-gnu-gcc and the emulator qemu-aarch64, which it installs as Debian's
# packages where apt-get is at hand and the user is root.
set -euo pipefail
cd "$(dirname "$0")/.."

for tool in cargo cc; do
    if ! command -v "$tool" >/dev/null; then
        echo "scripts/test.sh: $tool is missing; see https://rustup.rs and your system's C compiler" >&2
        exit 2
    fi
done

# The code of tests is not what they wait for. Cargo cannot start a script on Windows.
wrapper=$PWD/scripts/rustc-for-tests.sh
[[ $OSTYPE != msys* ]] || wrapper=

# The crates in which a file differs from the last commit; the root is that of the program.
changed() {
    { git diff --name-only HEAD && git ls-files --others --exclude-standard; } |
        sed -n 's|^crates/\([^/]*\)/.*|\1|p; s|^\(src\|tests\)/.*|program|p' | sort -u
}

if [ "${1:-}" = --quick ]; then
    crates=("${@:2}")
    [ $# -gt 1 ] || mapfile -t crates < <(changed)
    cargo fmt --all --check
    packages=() targets=(--lib) lints=()
    for crate in "${crates[@]}"; do
        # The program is tested below, by what is quick of its tests.
        if [ "$crate" = program ]; then
            lints+=(--package countless --features parquet)
        else
            packages+=(--package "countless-$crate")
        fi
        # Cargo refuses the name of a test that no package has.
        [ ! -d "crates/$crate/tests/unit" ] || targets=(--lib --test unit)
    done
    lints+=("${packages[@]}")
    [ ${#lints[@]} -gt 0 ] || lints=(--package countless --features parquet)
    cargo clippy --locked --all-targets "${lints[@]}" -- -D warnings
    export PROPTEST_CASES=${PROPTEST_CASES:-64}
    export RUSTC_WORKSPACE_WRAPPER=$wrapper
    # With the program, so that everything is built with the same features.
    quick=(cargo test --locked --features parquet --package countless)
    "${quick[@]}" "${packages[@]}" "${targets[@]}"
    "${quick[@]}" --lib --test all -- \
        borders:: cli::tests:: common_flags:: old_ledgers:: partial_boards:: plans::
    exit
fi

if [ "${1:-}" = --long ]; then
    export PROPTEST_CASES=${PROPTEST_CASES:-2048}
    cargo test --locked --release --features parquet -- --include-ignored
    exec scripts/attack.sh --seconds 300 --program "${CARGO_TARGET_DIR:-target}/release/countless"
fi

if [ "${1:-}" = --cluster ]; then
    if ! { command -v slurmctld && command -v munged; } >/dev/null && command -v apt-get >/dev/null; then
        apt-get update
        DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends \
            slurm-wlm munge
    fi
    cargo build --locked --release
    mkdir -p results/cluster
    scripts/attack.sh --program target/release/countless --only kills --rounds 200 |
        tee results/cluster/kill.log
    scripts/cluster/test-hyperqueue.sh target/release/countless results/cluster
    scripts/cluster/test-slurm.sh target/release/countless results/cluster
    target/release/countless queens count 18 --subtrees 10000 --quiet --ledger target/eighteen.csv
    scripts/cluster/simulate.py target/eighteen.csv --shards 400 --nodes 3 --cores 8 --seconds 1 \
        --fail 0.02 --kill 1 --program target/release/countless
    exit
fi

if [ "${1:-}" = --python ]; then
    exec scripts/test-python.sh
fi

if [ "${1:-}" = --web ]; then
    if ! command -v "${CHROMIUM:-chromium}" >/dev/null && command -v apt-get >/dev/null; then
        apt-get update
        DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends chromium
    fi
    scripts/web.sh
    cd web/test
    npm ci --ignore-scripts --no-audit --no-fund
    CHROMIUM=$(command -v "${CHROMIUM:-chromium}") exec npm test
fi

if [ "${1:-}" = --windows ]; then
    exec scripts/test-windows.sh "${@:2}"
fi

if [ "${1:-}" = --aarch64 ]; then
    if ! { command -v aarch64-linux-gnu-gcc && command -v qemu-aarch64; } >/dev/null; then
        apt-get update
        DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends \
            gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user
    fi
    rustup target add aarch64-unknown-linux-gnu
    export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc
    export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER="qemu-aarch64 -L /usr/aarch64-linux-gnu"
    # The emulator takes a hundred times as long: fewer random cases. Optimising what the tests depend
    # on would take longer than it saves. Threads do not share work evenly there.
    export PROPTEST_CASES=${PROPTEST_CASES:-16}
    exec cargo test --locked --lib --test unit --target aarch64-unknown-linux-gnu \
        --package countless-simd --package countless-queens --package countless-sudoku \
        --package countless-variants --package countless-cover \
        --config 'profile.test.package."*".opt-level=0' -- \
        --skip both_threads_have_their_share_of_a_file
fi

export RUSTC_WORKSPACE_WRAPPER=$wrapper

# A clone is compiled once, and nobody debugs it. With one unit, a crate inlines its own functions,
# which makes its tests twice as fast, and takes no longer to compile. Some tests only wait.
export CARGO_INCREMENTAL=${CARGO_INCREMENTAL:-0}
export CARGO_PROFILE_TEST_DEBUG=${CARGO_PROFILE_TEST_DEBUG:-0}
export CARGO_PROFILE_TEST_CODEGEN_UNITS=${CARGO_PROFILE_TEST_CODEGEN_UNITS:-1}
export RUST_TEST_THREADS=${RUST_TEST_THREADS:-$(($(nproc 2>/dev/null || getconf _NPROCESSORS_ONLN) + 4))}
# Signals are ignored for good where this runs in the background.
run=()
if env --default-signal=INT,HUP true 2>/dev/null; then
    run=(env --default-signal=INT,HUP)
fi
# The commands have the same packages and features, so that all is compiled once. The package of the
# page compares its answers with those of the program.
tests=("${run[@]}" cargo test --locked --workspace --exclude countless-python --exclude countless-web-bind
    --features parquet)
if [ $# -gt 0 ]; then
    exec "${tests[@]}" "$@"
fi
"${tests[@]}" --no-run
"${tests[@]}" --test all
# The attacks run beside the tests of the libraries, which end in one long test each, and the examples
# of the documentation, which one thread compiles.
attacks=
if [ "$(uname)" = Linux ] && command -v python3 >/dev/null; then
    "${run[@]}" scripts/attack.sh --seconds 20 &
    attacks=$!
else
    echo "scripts/test.sh: scripts/attack.sh is left out: it needs Linux and Python 3" >&2
fi
others=()
shopt -s nullglob
for file in {.,web,crates/*}/tests/{*.rs,*/main.rs}; do
    name=$(basename "${file%/main.rs}" .rs)
    [ "$name" = all ] || others+=(--test "$name")
done
"${tests[@]}" --lib "${others[@]}"
"${tests[@]}" --doc
[ -z "$attacks" ] || wait "$attacks"
