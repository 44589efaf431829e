#!/usr/bin/env bash
# test.sh all|quick|lint: runs the checks, cheap ones first, and stops at the first that fails (KEEP_GOING=1: runs them all).
set -euo pipefail
source "$(dirname "$0")/lib.sh"
scope="${1:-all}"
passed=0 failed=0 skipped=0 times=() ends=""
said="$(mktemp)"
trap 'rm -f "$said"' EXIT

micros() { printf '%s' "${EPOCHREALTIME/[.,]/}"; }

step() {
  local name=$1 start status=0 took verdict
  shift
  if ((failed)) && [[ -z ${KEEP_GOING:-} ]]; then
    skipped=$((skipped + 1))
    return
  fi
  printf '\n=== %s\n' "$name"
  start="$(micros)"
  "$@" 2>&1 | tee "$said" || status=$?
  took=$((($(micros) - start) / 100000))
  if ((status)); then
    failed=$((failed + 1)) verdict="FAILED (exit code $status)"
    ends+="$(printf '\n=== the end of: %s\n' "$name" && tail -n 40 "$said")"$'\n'
  else
    passed=$((passed + 1)) verdict=ok
  fi
  times+=("$(printf '%-44s %4d.%d s  %s' "$name" $((took / 10)) $((took % 10)) "$verdict")")
  printf '%s\n' "${times[-1]}"
}

lint() {
  step "set up for building" scripts/setup-build.sh
  step "Rust format" cargo fmt --all --check
  step "Rust format of the PDF engine" cargo fmt --manifest-path crates/pdf/Cargo.toml --check
  step "web packages" scripts/web.sh install
  step "licences" node scripts/licences.mjs
  step "web types, lint, unused code, locales" npm --prefix web run --silent check
}

quick() {
  lint
  step "web unit tests" npm --prefix web run --silent test
  step "web build" scripts/web.sh build
  step "web build, authoring brand" scripts/web.sh try-authoring
  step "user manual" scripts/manual.sh
  step "clippy" in_target cargo clippy --quiet --workspace --all-targets --locked -- -D warnings
  step "Rust documentation" in_target env RUSTDOCFLAGS="-D warnings" cargo doc --quiet --workspace --no-deps --locked
}

case "$scope" in
  lint) lint ;;
  quick)
    quick
    step "Rust tests on SQLite" env -u TEST_PG_URL scripts/rust-tests.sh
    step "generated files" env AIRFOLIO_BIN="$ROOT/target/debug/airfolio" scripts/gen.sh --check
    ;;
  all)
    step "set up for testing" scripts/setup-test.sh
    step "shell scripts" shellcheck scripts/*.sh .ci/run
    quick
    # First, since the tests of the server print books with it.
    step "PDF engine" scripts/pdf.sh test
    step "Rust tests on SQLite and PostgreSQL" env AIRFOLIO_TEST_PDF_ENGINE="$TARGET/pdf/debug/airfolio-pdf" \
      scripts/with-postgres.sh scripts/rust-tests.sh
    step "merge cases of the outside checker" env BENCH_MERGES=100 BENCH_MERGE_SEEDS="4 5" scripts/merge-cases.sh test
    step "generated files" env AIRFOLIO_BIN="$ROOT/target/debug/airfolio" scripts/gen.sh --check
    step "end-to-end tests" env AIRFOLIO_BIN="$ROOT/target/debug/airfolio" scripts/e2e.sh
    ;;
  *) die "usage: scripts/test.sh all|quick|lint" ;;
esac

printf '\n'
printf '%s\n' "${times[@]}"
# Last, since whoever looks at a failure sees the end first.
printf '%s' "$ends"
printf '\n%d passed, %d failed, %d not run, %d s\n' "$passed" "$failed" "$skipped" "$SECONDS"
((failed == 0))
