#!/usr/bin/env bash
# e2e.sh [PLAYWRIGHT ARGUMENTS]: runs Playwright on the binary that AIRFOLIO_BIN names; without it, on one that it builds
# in the profile of the tests.
set -euo pipefail
source "$(dirname "$0")/lib.sh"
source "$ROOT/scripts/programs.sh"

if [[ -z ${AIRFOLIO_BIN:-} ]]; then
  scripts/build.sh dev
  AIRFOLIO_BIN="$ROOT/target/debug/airfolio"
fi
CHROMIUM="$(find_chromium)" || die "Chromium is missing: scripts/setup-test.sh installs it."
export AIRFOLIO_BIN CHROMIUM
TMPDIR="$(mktemp -d "$(scratch)/airfolio-e2e.XXXXXX")"
export TMPDIR
trap 'rm -rf "$TMPDIR"' EXIT
cd web
npx --no-install playwright test "$@"
