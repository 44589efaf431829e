#!/usr/bin/env bash
# Runs all Rust tests; those of the store and the API run on PostgreSQL too when TEST_PG_URL is set.
set -euo pipefail
source "$(dirname "$0")/lib.sh"
# A changed snapshot is a failure, never a file to accept later.
export INSTA_UPDATE=no

tests() {
  if cargo nextest --version >/dev/null 2>&1; then
    cargo nextest run --workspace --locked --no-fail-fast && cargo test --quiet --workspace --locked --doc
  else
    cargo test --workspace --locked --no-fail-fast
  fi
}
in_target tests
