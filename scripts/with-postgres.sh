#!/usr/bin/env bash
# with-postgres.sh COMMAND...: runs COMMAND with TEST_PG_URL naming a temporary PostgreSQL server, and removes it afterwards.
# A given TEST_PG_URL is used as it is. Only SIGKILL leaves the server and its folder, airfolio-pg.* in
# /dev/shm or $TMPDIR, behind.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/programs.sh"
if [[ -n ${TEST_PG_URL:-} ]]; then exec "$@"; fi

bin="$(find_postgres)" || { printf 'PostgreSQL is missing: scripts/setup-test.sh installs it.\n' >&2; exit 1; }
dir="$(mktemp -d "$(scratch)/airfolio-pg.XXXXXX")"
# PostgreSQL refuses to run as root.
user=()
if [[ $(id -u) == 0 ]]; then
  user=(runuser -u nobody --)
  chown nobody "$dir"
fi
postgres() { (cd "$dir" && "${user[@]}" "$bin/$1" -D "$dir/data" "${@:2}" >>"$dir/log" 2>&1); }
# shellcheck disable=SC2317 # Called by the trap.
remove() {
  postgres pg_ctl stop -m immediate || true
  rm -rf "$dir"
}
trap remove EXIT
trap 'exit 130' INT
trap 'exit 143' HUP TERM

# Without a port, which another program might have: it listens on a socket in its folder.
start() {
  postgres initdb -U postgres --auth=trust --locale=C --encoding=UTF8 --no-sync &&
    postgres pg_ctl start -w -l "$dir/server.log" -o "-c listen_addresses='' -k $dir -c max_connections=300 \
      -c fsync=off -c synchronous_commit=off -c full_page_writes=off -c jit=off"
}
start || { cat "$dir"/*log >&2; exit 1; }
TEST_PG_URL="postgres://postgres@localhost/postgres?host=$dir" "$@"
