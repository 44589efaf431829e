#!/usr/bin/env bash
# Makes sure the machine can build Airfolio: Rust, Node, a C compiler (SQLite and ring are C inside), pkg-config and libxml2.
set -euo pipefail
source "$(dirname "$0")/lib.sh"
source "$ROOT/scripts/packages.sh"
source "$ROOT/scripts/programs.sh"

RUST="$(sed -nE 's/^rust-version = "(.*)"$/\1/p' Cargo.toml)"
NODE=20.19

command -v cargo >/dev/null ||
  die "Rust is missing. Install rustup (https://rustup.rs); it fetches the version of rust-toolchain.toml by itself."
cargo_version="$(cargo --version | cut -d' ' -f2)"
at_least "$cargo_version" "$RUST" ||
  die "Rust $cargo_version is too old: $RUST or newer is needed. With rustup: rustup update"

command -v node >/dev/null || die "Node is missing. Install Node $NODE or newer (https://nodejs.org)."
node_version="$(node --version)"
at_least "${node_version#v}" "$NODE" || die "Node $node_version is too old: v$NODE or newer is needed."
command -v npm >/dev/null || die "npm is missing; it comes with Node from https://nodejs.org (on Debian: package npm)."

command -v cc >/dev/null || need "a C compiler (cc)" "gcc libc6-dev" gcc gcc gcc
command -v pkg-config >/dev/null || need pkg-config pkg-config pkgconf pkgconf pkgconf
pkg-config --exists libxml-2.0 2>/dev/null || need "libxml2 with its headers" libxml2-dev libxml2-devel libxml2 libxml2
command -v sha256sum >/dev/null || need "sha256sum" coreutils coreutils coreutils coreutils
install_missing
