#!/usr/bin/env bash
# e2e.sh [PLAYWRIGHT ARGUMENTS]: builds the binary in the light profile and runs Playwright on it.
set -euo pipefail
source "$(dirname "$0")/lib.sh"
source "$ROOT/scripts/programs.sh"

scripts/build.sh light
AIRFOLIO_BIN="$ROOT/target/light/airfolio"
CHROMIUM="$(find_chromium)" || die "Chromium is missing: scripts/setup-test.sh installs it."
export AIRFOLIO_BIN CHROMIUM
cd web
exec npx --no-install playwright test "$@"
