#!/usr/bin/env bash
# build.sh PROFILE: builds web app, manual and binary (profile release, quick or light) and leaves target/PROFILE/airfolio.
set -euo pipefail
source "$(dirname "$0")/lib.sh"
profile="${1:-release}"

# In one go under the lock: in a shared target directory the next clone overwrites the binary.
binary() {
  cargo build --profile "$profile" --locked --bin airfolio || return
  local built="$TARGET/$profile/airfolio" ours="target/$profile/airfolio"
  if [[ "$built" -ef "$ours" ]]; then return; fi
  mkdir -p "target/$profile" && cp "$built" "$ours.new" && mv -f "$ours.new" "$ours"
}

scripts/setup-build.sh
scripts/web.sh build
scripts/manual.sh
in_target binary
