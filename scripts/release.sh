#!/usr/bin/env bash
# Builds everything that a release is, for Linux, into target/release-VERSION.
#
#     scripts/release.sh VERSION              all of it
#     scripts/release.sh VERSION STEP...      some of: check binaries deb wheels sums
#
# check      the version, the change log and the licences; what crates.io would get; Windows compiles
# binaries   static programs for x86-64 and AArch64 in archives that cargo binstall finds
# deb        packages for Debian and its relatives, of the same programs
# wheels     for manylinux and musllinux, on both processors
# sums       SHA256SUMS
#
# Needs Linux, rustup, Python 3.9 with venv, and a C compiler. maturin, zig and cargo-zigbuild are
# installed into target/release-tools, cargo-deb is built there. The profile is `dist`, or
# COUNTLESS_PROFILE. Builds of one minute to several each: an hour on two processors.
set -euo pipefail
cd "$(dirname "$0")/.."

version=${1:-}
if [ -z "$version" ]; then
    sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2
    exit 2
fi
shift
steps=("$@")
[ $# -gt 0 ] || steps=(check binaries deb wheels sums)

profile=${COUNTLESS_PROFILE:-dist}
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
export CARGO_TARGET_DIR=$target
out=$target/release-$version
tools=$target/release-tools
targets=(x86_64-unknown-linux-musl aarch64-unknown-linux-musl)

fail() {
    echo "scripts/release.sh: $1" >&2
    exit 1
}

say() {
    echo "== $*"
}

# What builds for other machines, from PyPI.
prepare() {
    mkdir -p "$out"
    if [ ! -x "$tools/bin/cargo-zigbuild" ]; then
        python3 -m venv "$tools"
        "$tools/bin/pip" install --quiet maturin ziglang cargo-zigbuild
    fi
    # Ours last, but for what is only there.
    export PATH=$PATH:$tools/bin
    rustup target add --toolchain "$(rustup show active-toolchain | cut -d' ' -f1)" \
        "${targets[@]}" aarch64-unknown-linux-gnu x86_64-pc-windows-gnu
}

program() {
    echo "$target/$1/$profile/countless"
}

check() {
    say "check"
    grep -q "^version = \"$version\"" Cargo.toml || fail "Cargo.toml has another version than $version"
    grep -q "^## \[$version\]" CHANGELOG.md || fail "CHANGELOG.md says nothing of $version"
    [ -z "$(git status --porcelain)" ] || fail "there are changes that are not committed"
    for triple in "${targets[@]}"; do
        scripts/licences.py --target "$triple" >/dev/null
        scripts/licences.py --package countless-python --target "$triple" >/dev/null
    done
    cargo package --locked --quiet
    cargo zigbuild --version >/dev/null
    cargo-zigbuild check --locked --target x86_64-pc-windows-gnu
}

binaries() {
    for triple in "${targets[@]}"; do
        say "binary for $triple"
        cargo zigbuild --locked --profile "$profile" --bin countless --target "$triple"
        archive "$triple"
    done
}

# Completions and manual pages are the same for all machines; the first program runs here.
archive() {
    local name=countless-$version-$1 native
    native=$(program "${targets[0]}")
    rm -rf "${out:?}/$name"
    mkdir -p "$out/$name/completions" "$out/$name/man"
    cp "$(program "$1")" README.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE "$out/$name"
    scripts/licences.py --target "$1" >"$out/$name/THIRD-PARTY.txt"
    for shell in bash zsh fish elvish powershell; do
        "$native" completions "$shell" >"$out/$name/completions/countless.$shell"
    done
    "$native" man --folder "$out/$name/man"
    # The same bytes whenever and wherever it is made.
    tar --create --gzip --file "$out/$name.tar.gz" --directory "$out" --sort=name \
        --owner=0 --group=0 --numeric-owner --mtime="@$(git log -1 --format=%ct)" "$name"
}

deb() {
    if [ ! -x "$tools/bin/cargo-deb" ]; then
        say "cargo-deb"
        cargo install --quiet --locked --root "$tools" cargo-deb
    fi
    for triple in "${targets[@]}"; do
        say "deb for $triple"
        # Cargo.toml names the files in this folder.
        rm -rf target/deb
        mkdir -p target
        cp -r "$out/countless-$version-$triple" target/deb
        find target/deb/man -name '*.1' -exec gzip -9 -n {} +
        cargo deb --no-build --no-strip --profile "$profile" \
            --target "$triple" --output "$out/"
    done
}

wheels() {
    local triple
    for triple in {x86_64,aarch64}-unknown-linux-{gnu,musl}; do
        say "wheel for $triple"
        local args="--zig --target $triple" static=${triple%-*}-musl
        case $triple in
        *-gnu) args+=" --compatibility manylinux2014" ;;
        *) args+=" --compatibility musllinux_1_2" ;;
        esac
        # The static program runs wherever the wheel does.
        COUNTLESS_PROGRAM=$(program "$static") MATURIN_PEP517_ARGS=$args \
            "$tools/bin/pip" wheel --quiet --no-deps --no-build-isolation --wheel-dir "$out" ./python
    done
}

sums() {
    say "sums"
    (cd "$out" && sha256sum -- *.tar.gz *.deb *.whl >SHA256SUMS && cat SHA256SUMS)
}

prepare
for step in "${steps[@]}"; do
    case $step in
    check | binaries | deb | wheels | sums) "$step" ;;
    *) fail "there is no step $step" ;;
    esac
done
