#!/usr/bin/env bash
# Builds everything that a release is, on Linux, into target/release-VERSION.
#
#     scripts/release.sh VERSION              all of it
#     scripts/release.sh VERSION STEP...      some of: check binaries deb wheels sums
#
# check      the version, the change log and the licences; that the API changes as the version does;
#            what crates.io would get; that it compiles and links for Windows and macOS
# binaries   programs in archives that cargo binstall finds: static ones for Linux on x86-64 and
#            AArch64, and those for Windows and for Macs with processors of Intel and of Apple
# deb        packages for Debian and its relatives, of the same programs
# wheels     for manylinux and musllinux, on both processors
# sums       SHA256SUMS
#
# Needs Linux, rustup, Python 3.9 with venv, a C compiler, and dpkg-deb for packages. maturin, zig,
# cargo-zigbuild and cargo-semver-checks are installed into target/release-tools. The profile is `dist`, or
# COUNTLESS_PROFILE. COUNTLESS_TARGETS are the programs for Linux, the first of which must run here,
# and COUNTLESS_OTHERS those for other systems. Each is a build of several minutes: all take an hour
# and more on two processors.
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
read -ra targets <<<"${COUNTLESS_TARGETS:-x86_64-unknown-linux-musl aarch64-unknown-linux-musl}"
read -ra others <<<"${COUNTLESS_OTHERS-x86_64-pc-windows-gnu aarch64-apple-darwin x86_64-apple-darwin}"

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
    # Apple's SDK is not needed, but for one library of the system.
    mkdir -p "$tools/frameworks/CoreFoundation.framework"
    cp scripts/CoreFoundation.tbd "$tools/frameworks/CoreFoundation.framework"
    export CARGO_TARGET_AARCH64_APPLE_DARWIN_RUSTFLAGS="-C link-arg=-F$tools/frameworks"
    export CARGO_TARGET_X86_64_APPLE_DARWIN_RUSTFLAGS=$CARGO_TARGET_AARCH64_APPLE_DARWIN_RUSTFLAGS
    export PATH=$tools/bin:$PATH
    rustup target add --toolchain "$(rustup show active-toolchain | cut -d' ' -f1)" \
        "${targets[@]}" "${targets[@]/%musl/gnu}" "${others[@]}"
}

# Cargo's folder of the profile `dev` has another name.
program() {
    local ending=
    case $1 in *windows*) ending=.exe ;; esac
    echo "$target/$1/${profile/#dev/debug}/countless$ending"
}

# The public items beside those of the last commit of another version.
semver() {
    local first
    first=$(git log -1 --format=%H -G"^version = \"$version\"" -- Cargo.toml)
    [ -x "$tools/bin/cargo-semver-checks" ] ||
        cargo install --quiet --locked --root "$tools" cargo-semver-checks
    "$tools/bin/cargo-semver-checks" semver-checks --workspace \
        --exclude countless-benches --exclude countless-python --baseline-rev "$first^"
}

check() {
    say "check"
    grep -q "^version = \"$version\"" Cargo.toml || fail "Cargo.toml has another version than $version"
    grep -q "^## \[$version\]" CHANGELOG.md || fail "CHANGELOG.md says nothing of $version"
    [ -z "$(git status --porcelain)" ] || fail "there are changes that are not committed"
    for triple in "${targets[@]}" "${others[@]}"; do
        scripts/licences.py --features parquet --target "$triple" >/dev/null
        scripts/licences.py --package countless-python --target "$triple" >/dev/null
    done
    semver
    cargo package --locked --quiet
    for triple in "${others[@]}"; do
        say "check for $triple"
        cargo zigbuild --locked --profile dev --bin countless --features parquet --target "$triple"
    done
}

binaries() {
    for triple in "${targets[@]}" "${others[@]}"; do
        say "binary for $triple"
        cargo zigbuild --locked --profile "$profile" --bin countless --features parquet --target "$triple"
        archive "$triple"
    done
}

# Completions and manual pages are the same for all machines; the first program runs here.
archive() {
    local name=countless-$version-$1 native
    native=$(program "${targets[0]}")
    rm -rf "${out:?}/$name"
    mkdir -p "$out/$name/completions" "$out/$name/man"
    cp -r --parents scripts/cluster "$out/$name"
    cp "$(program "$1")" README.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE "$out/$name"
    scripts/licences.py --features parquet --target "$1" >"$out/$name/THIRD-PARTY.txt"
    for shell in bash zsh fish elvish powershell; do
        "$native" completions "$shell" >"$out/$name/completions/countless.$shell"
    done
    "$native" man --folder "$out/$name/man"
    # Every release writes and reads Parquet.
    "$native" sudoku rate data/puzzles.txt --scale se -q -o "$out/rated.parquet"
    "$native" sudoku solve "$out/rated.parquet" -q -o /dev/null
    rm "$out/rated.parquet"
    # The same bytes whenever and wherever it is made.
    if [[ $1 == *windows* ]]; then
        chmod -R u=rwX,go=rX "$out/$name"
        find "$out/$name" -exec touch --date="@$(git log -1 --format=%ct)" {} +
        (cd "$out" && rm -f "$name.zip" && TZ=UTC python3 -m zipfile --create "$name.zip" "$name")
        return
    fi
    tar --create --gzip --file "$out/$name.tar.gz" --directory "$out" --sort=name \
        --owner=0 --group=0 --numeric-owner --mtime="@$(git log -1 --format=%ct)" "$name"
}

# The same files, where Debian wants them.
deb() {
    local triple name root share processor
    for triple in "${targets[@]}"; do
        say "deb for $triple"
        name=$out/countless-$version-$triple
        root=$out/deb share=$out/deb/usr/share
        processor=${triple%%-*}
        case $processor in
        x86_64) processor=amd64 ;;
        aarch64) processor=arm64 ;;
        esac
        rm -rf "$root"
        install -D "$name/countless" "$root/usr/bin/countless"
        install -D -m 644 "$name/completions/countless.bash" \
            "$share/bash-completion/completions/countless"
        install -D -m 644 "$name/completions/countless.zsh" "$share/zsh/vendor-completions/_countless"
        install -D -m 644 "$name/completions/countless.fish" \
            "$share/fish/vendor_completions.d/countless.fish"
        install -D -m 644 -t "$share/man/man1" "$name"/man/*.1
        gzip -9 -n "$share"/man/man1/*.1
        install -D -m 644 -t "$share/doc/countless" "$name"/*.md "$name"/LICENSE-* \
            "$name/THIRD-PARTY.txt"
        cat "$name/LICENSE-MIT" >"$share/doc/countless/copyright"
        mkdir "$root/DEBIAN"
        cat >"$root/DEBIAN/control" <<CONTROL
Package: countless
Version: $version
Architecture: $processor
Maintainer: The countless developers
Section: math
Priority: optional
Installed-Size: $(du -sk "$root/usr" | cut -f1)
Description: count or stream every solution of a finite search problem
 N-queens boards, sudoku puzzles, one or millions, and any exact cover, on all
 cores, with the instructions that the machine has.
CONTROL
        dpkg-deb --root-owner-group --build "$root" "$out/countless_${version}_$processor.deb"
        rm -rf "$root"
    done
}

wheels() {
    local static kind triple
    for static in "${targets[@]}"; do
        for kind in gnu:manylinux2014 musl:musllinux_1_2; do
            triple=${static%-*}-${kind%:*}
            say "wheel for $triple"
            # The static program runs wherever the wheel does.
            COUNTLESS_PROGRAM=$(program "$static") \
                MATURIN_PEP517_ARGS="--profile unwind --zig --target $triple --compatibility ${kind#*:}" \
                "$tools/bin/pip" wheel --quiet --no-deps --no-build-isolation \
                --wheel-dir "$out" ./python
        done
    done
}

sums() {
    say "sums"
    (cd "$out" && find . -maxdepth 1 -type f ! -name SHA256SUMS -printf '%f\n' | sort |
        xargs --no-run-if-empty sha256sum -- | tee SHA256SUMS)
}

prepare
for step in "${steps[@]}"; do
    case $step in
    check | binaries | deb | wheels | sums) "$step" ;;
    *) fail "there is no step $step" ;;
    esac
done
