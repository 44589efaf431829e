#!/usr/bin/env bash
# web.sh install|build: installs the web's packages, or builds web/dist; each only when what it depends on changed.
set -euo pipefail
source "$(dirname "$0")/lib.sh"

install() {
  local dir stamp now
  for dir in web web/tools/openapi; do
    stamp="$dir/node_modules/.airfolio-lock"
    now="$(fingerprint "$dir/package.json" "$dir/package-lock.json") $(node --version)"
    [[ "$(cat "$stamp" 2>/dev/null)" == "$now" ]] && continue
    say "Installing the packages of $dir"
    npm --prefix "$dir" ci --no-audit --no-fund --loglevel=error
    printf '%s\n' "$now" >"$stamp"
  done
}

# The stamp lies beside dist, not inside: dist goes into the binary.
build() {
  install
  local stamp=web/node_modules/.airfolio-dist now
  now="$(fingerprint web)"
  if [[ -f web/dist/index.html && "$(cat "$stamp" 2>/dev/null)" == "$now" ]]; then return; fi
  say "Building the web app"
  rm -f "$stamp"
  npm --prefix web run --silent build
  printf '%s\n' "$now" >"$stamp"
}

case "${1:-}" in
  install) install ;;
  build) build ;;
  *) die "usage: scripts/web.sh install|build" ;;
esac
