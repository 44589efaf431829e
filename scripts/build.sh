#!/usr/bin/env bash
# build.sh PROFILE: builds web app, manual and binary (profile release, quick or dev) and leaves target/PROFILE/airfolio,
# target/debug/airfolio for dev.
set -euo pipefail
source "$(dirname "$0")/lib.sh"
profile="${1:-release}"

binary() {
  cargo build --profile "$profile" --locked --bin airfolio && take_binary "${profile/#dev/debug}"
}

scripts/setup-build.sh
scripts/web.sh build
scripts/manual.sh
in_target binary
