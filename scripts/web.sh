#!/usr/bin/env bash
# web.sh install|build|try-authoring: installs the web's packages, builds web/dist (each only when what it depends on
# changed), or proves that the authoring brand builds. WEB_MODE=authoring gives web/dist that brand.
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

# The stamp lies beside dist, not inside: dist goes into the binary. It names the mode, so that one brand is never
# taken for the other.
build() {
  export WEB_MODE="${WEB_MODE:-production}"
  [[ $WEB_MODE == production || $WEB_MODE == authoring ]] || die "WEB_MODE is production or authoring, not $WEB_MODE."
  install
  local stamp=web/node_modules/.airfolio-dist now
  now="$WEB_MODE $(fingerprint web)"
  if [[ -f web/dist/index.html && "$(cat "$stamp" 2>/dev/null)" == "$now" ]]; then return; fi
  say "Building the web app ($WEB_MODE)"
  rm -f "$stamp"
  npm --prefix web run --silent build
  printf '%s\n' "$now" >"$stamp"
}

# Into a folder of its own: web/dist stays what it was.
try_authoring() {
  install
  local out="$ROOT/web/node_modules/.airfolio-authoring"
  (cd web && node_modules/.bin/vite build --mode authoring --outDir "$out" --emptyOutDir --logLevel warn)
  grep -q "<title>Airfolio Author</title>" "$out/index.html" || die "The authoring build does not wear its brand."
}

case "${1:-}" in
  install) install ;;
  build) build ;;
  try-authoring) try_authoring ;;
  *) die "usage: scripts/web.sh install|build|try-authoring" ;;
esac
