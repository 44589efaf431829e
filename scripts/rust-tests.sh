#!/usr/bin/env bash
# Runs all Rust tests and leaves target/debug/airfolio; those of the store and the API run on PostgreSQL too when
# TEST_PG_URL is set. Names the slowest, and what could not be tested here.
set -euo pipefail
source "$(dirname "$0")/lib.sh"
source "$ROOT/scripts/programs.sh"
TMPDIR="$(mktemp -d "$(scratch)/airfolio-tests.XXXXXX")"
export TMPDIR
trap 'rm -rf "$TMPDIR"' EXIT
# A changed snapshot is a failure, never a file to accept later.
export INSTA_UPDATE=no

# nextest writes its report below the workspace, wherever the target folder is.
slowest() {
  say "The 16 slowest tests, in seconds:"
  sed -nE 's/.*<testcase name="([^"]*)" classname="([^"]*)".* time="([0-9.]+)".*/\3 \2 \1/p' \
    "$ROOT/target/nextest/default/junit.xml" | LC_ALL=C sort -rn | head -n 16
}

# Tests that could not run on this machine add a line each.
AIRFOLIO_TEST_SKIPPED="$(mktemp)"
export AIRFOLIO_TEST_SKIPPED
not_tested() { sort -u "$AIRFOLIO_TEST_SKIPPED"; }

tests() {
  if cargo nextest --version >/dev/null 2>&1; then
    local status=0
    cargo nextest run --workspace --locked --no-fail-fast || status=$?
    slowest || true
    not_tested
    ((status == 0)) && cargo test --quiet --workspace --locked --doc
  else
    cargo test --workspace --locked --no-fail-fast
  fi
}
tests_and_binary() {
  tests && take_binary debug
}
in_target tests_and_binary
