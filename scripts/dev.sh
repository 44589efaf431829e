#!/usr/bin/env bash
# Server (debug build, data in ./data-dev) and Vite side by side; a changed source rebuilds and restarts the server.
set -euo pipefail
source "$(dirname "$0")/lib.sh"
listen="${LISTEN:-127.0.0.1:8080}"
server=
vite=
stamp="$(mktemp)"

stop() {
  # shellcheck disable=SC2086 # Either may be empty.
  kill $server $vite 2>/dev/null || true
  wait || true
  rm -f "$stamp"
}
trap stop EXIT
trap 'exit 0' INT TERM HUP

# A build that fails leaves the running server alone.
restart() {
  touch "$stamp"
  in_target cargo build --locked --bin airfolio || return 0
  if [[ -n $server ]]; then
    kill "$server" 2>/dev/null || true
    wait "$server" || true
  fi
  "$TARGET/debug/airfolio" serve --data ./data-dev --listen "$listen" &
  server=$!
}

sources_changed() {
  [[ -n "$(find crates migrations Cargo.toml Cargo.lock -type f -newer "$stamp" -print -quit)" ]]
}

scripts/setup-build.sh
scripts/web.sh build
scripts/manual.sh
restart
(cd web && AIRFOLIO_DEV_SERVER="http://$listen" exec node_modules/.bin/vite) &
vite=$!
say "Open the address that Vite prints; the API is on http://$listen. Ctrl-C stops both."
while kill -0 "$vite" 2>/dev/null; do
  sleep 1
  if sources_changed; then restart; fi
done
