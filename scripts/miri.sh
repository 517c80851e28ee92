#!/usr/bin/env bash
# Runs tests of the library under Miri, which finds undefined behaviour in unsafe code. Needs
# rustup's nightly toolchain with the components miri and rust-src:
#
#     rustup toolchain install nightly --component miri --component rust-src
#     scripts/miri.sh                 all of the below
#     scripts/miri.sh sse2            one of: sse2, avx2, portable, big-endian
#
# portable and big-endian need C compilers for AArch64 and s390x besides, Debian's packages
# gcc-aarch64-linux-gnu, libc6-dev-arm64-cross, gcc-s390x-linux-gnu and libc6-dev-s390x-cross.
#
# The only unsafe code is in crates/simd/src/x86: loads, stores and intrinsics. Miri
# knows those of SSE2 and AVX2, and runs them on any machine; it does not know all of AVX-512's,
# which remains unseen. The portable vectors, plain arrays that other processors have instead of
# SSE2, are run as on AArch64 and on a big-endian machine.
#
# Miri is some thousand times slower than a processor: the tests are those of vectors, and a few
# small ones of the kernels.
set -euo pipefail
cd "$(dirname "$0")/.."

export MIRIFLAGS="${MIRIFLAGS:--Zmiri-disable-isolation}"
export PROPTEST_CASES=2

# Tests of a crate: CHECK FLAGS TARGET CRATE [TEST...].
crate() {
    RUSTFLAGS="$2" cargo +nightly miri test --locked --tests ${3:+--target "$3"} \
        --package "countless-$4" -- "${@:5}"
}

# The check, the flags of rustc, and the target if it is not this machine's.
run() {
    local check=("$1" "$2" "${3:-}")
    echo "== $1"
    crate "${check[@]}" simd
    crate "${check[@]}" queens join::block_pairs search_tests::writes_tiny_boards
    crate "${check[@]}" sudoku grid_candidates:: kernels_match_brute_force::blank_and_full_grids
}

for what in "${@:-sse2 avx2 portable big-endian}"; do
    for one in $what; do
        case $one in
            sse2) run "$one" "" ;;
            avx2) run "$one" "-C target-feature=+avx2,+bmi1,+bmi2,+lzcnt,+popcnt" ;;
            portable) run "$one" "" aarch64-unknown-linux-gnu ;;
            big-endian) run "$one" "" s390x-unknown-linux-gnu ;;
            *) echo "scripts/miri.sh: $one is none of sse2, avx2, portable, big-endian" >&2; exit 2 ;;
        esac
    done
done
