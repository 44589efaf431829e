#!/usr/bin/env bash
# Measures the release binary: start, memory, requests per second beside a bare server. Prints; never fails on a time.
set -euo pipefail
source "$(dirname "$0")/lib.sh"

scripts/build.sh release
in_target cargo bench --quiet --locked -p testkit --bench ground -- --airfolio "$ROOT/target/release/airfolio"
