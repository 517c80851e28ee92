#!/usr/bin/env bash
# Builds the program and its tests for Windows, and runs them under Wine.
#
#     scripts/test-windows.sh [ARGUMENT...]      or: scripts/test.sh --windows [ARGUMENT...]
#
# Arguments go to `cargo test`; without any, the unit tests and those of the whole program run.
# `scripts/test-windows.sh run ARGUMENT...` runs the program itself, built alike.
#
# Needs rustup, which it has install Rust's standard library for Windows, and Wine and the compiler
# x86_64-w64-mingw32-gcc, which it installs as Debian's packages where apt-get is at hand and the
# user is root. Wine keeps its files in target/windows.
#
# Wine is more lenient than Windows: scripts/windows/rules.c, linked into all that is tested, adds
# rules that have mattered. Still, that tests pass under Wine does not prove that they do on
# Windows.
set -euo pipefail
cd "$(dirname "$0")/.."

compiler=x86_64-w64-mingw32-gcc
wine=/usr/lib/wine/wine64 # not `wine`, which asks for the 32-bit one
if ! { command -v "$wine" || command -v wine64; } >/dev/null || ! command -v "$compiler" >/dev/null; then
    apt-get update
    DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends \
        wine wine64 gcc-mingw-w64-x86-64
fi
[ -x "$wine" ] || wine=$(command -v wine64)
rustup target add x86_64-pc-windows-gnu

folder=$(realpath -m "${CARGO_TARGET_DIR:-target}")/windows
mkdir -p "$folder/wine"
"$compiler" -Wall -Wextra -Werror -O1 -c scripts/windows/rules.c -o "$folder/rules.o"
# A linker that puts the rules before the libraries, which are then not asked for what those define.
# By its name Rust knows how to call it.
cat >"$folder/$compiler" <<LINK
#!/bin/sh
exec $compiler "$folder/rules.o" "\$@"
LINK
chmod +x "$folder/$compiler"

export WINEPREFIX=$folder/wine WINEARCH=win64 WINEDEBUG=-all WINEDLLOVERRIDES="mscoree,mshtml="
# One server for all programs: to start it takes longer than most tests.
wineserver --persistent
trap 'wineserver --kill' EXIT
[ -e "$WINEPREFIX/system.reg" ] || "$wine" wineboot --init

export CARGO_TARGET_X86_64_PC_WINDOWS_GNU_LINKER=$folder/$compiler
export CARGO_TARGET_X86_64_PC_WINDOWS_GNU_RUNNER=$wine
export CARGO_PROFILE_TEST_OPT_LEVEL=${CARGO_PROFILE_TEST_OPT_LEVEL:-1}
if [ "${1:-}" = run ]; then
    cargo run --locked --features parquet --target x86_64-pc-windows-gnu --quiet -- "${@:2}"
    exit
fi
if [ $# -eq 0 ]; then
    # A test starts this example, which is built by itself only where all is.
    cargo build --locked --features parquet --target x86_64-pc-windows-gnu --profile test --example langford
    # To start thousands of programs takes half an hour under Wine.
    set -- --lib --test all --test unit --no-fail-fast -- \
        --skip cli::paths::shared_file_tests::no_two_arguments_of_a_command_share_a_file_that_is_written \
        --skip cli::paths::shared_file_tests::files_beside_a_ledger
fi
cargo test --locked --features parquet --target x86_64-pc-windows-gnu "$@"
