#!/usr/bin/env bash
# Builds the page: target/web, a folder for any static host, and target/web/countless.html, one file
# that opens without a host.
#
#     scripts/web.sh                  all modules
#     scripts/web.sh sudoku queens    these modules; what the others answer is missing
#
# Needs rustup, which it has install Rust's standard library for WebAssembly, a C compiler and
# Python 3. Cargo fetches the rest. A module takes a minute or two on two processors.
set -euo pipefail
cd "$(dirname "$0")/.."

modules=("$@")
[ $# -gt 0 ] || modules=(sudoku sudoku-reader sudoku-explainer variants queens cover)
target=wasm32-unknown-unknown
output=${CARGO_TARGET_DIR:-target}

# Builds MODULE... one after the other, in FOLDER.
build() {
    local folder=$1 module flags
    for module in "${@:2}"; do
        # With the usual limit of inlining, modules are larger, and no faster.
        flags="-C llvm-args=-inline-threshold=100"
        # Queens have their lanes from the vectors of WebAssembly. Sudokus and covers gain nothing.
        [ "$module" != queens ] || flags+=" -C target-feature=+simd128"
        # As a cdylib alone, everything is optimised once, at the end, by one thread.
        CARGO_TARGET_DIR=$folder CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS=$flags cargo rustc --locked \
            --profile web --target "$target" --package countless-web --no-default-features \
            --features "$module" --crate-type cdylib
        "$output/debug/countless-web-bind" "$folder/$target/web/countless_web.wasm" "$module" \
            target/web/modules
    done
}

rustup target add "$target"
# It runs for a second. With optimisation, its dependencies would compile for twice as long.
CARGO_PROFILE_DEV_OPT_LEVEL=0 cargo build --locked --package countless-web-bind
rm -rf target/web
mkdir -p target/web/modules
# Modules of sudokus have most of their code in common, and queens and covers none: two at a time.
others=() sudokus=()
for module in "${modules[@]}"; do
    case $module in
    queens | cover) others+=("$module") ;;
    *) sudokus+=("$module") ;;
    esac
done
trap 'kill $(jobs -p) 2>/dev/null || true' EXIT
build "$output/web-others" "${others[@]}" &
build "$output" "${sudokus[@]}"
wait $!
web/assemble.py target/web
