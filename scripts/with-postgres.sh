#!/usr/bin/env bash
# with-postgres.sh COMMAND...: runs COMMAND with TEST_PG_URL naming a throw-away PostgreSQL, and removes it whatever happens.
#
# A keeper owns the clean-up. It waits for the end of a pipe that only this script holds open, so it acts as well when
# this script is killed without a chance to run a trap; and it is nobody's child and in a session of its own, so that
# whatever kills this script's whole family does not find it. A given TEST_PG_URL is used as it is.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/programs.sh"

# PostgreSQL refuses to run as root.
user=
if [[ $(id -u) == 0 ]]; then
  user=nobody
  if id postgres >/dev/null 2>&1; then user=postgres; fi
fi
unprivileged() {
  if [[ -n $user ]]; then
    (cd / && runuser -u "$user" -- "$@")
  else
    "$@"
  fi
}

keep() {
  local dir=$1 bin=$2
  trap '' HUP INT TERM
  cat >/dev/null
  if [[ -s $dir/command.pid ]]; then kill -TERM -- "-$(<"$dir/command.pid")" 2>/dev/null || true; fi
  unprivileged "$bin/pg_ctl" stop -D "$dir/data" -m immediate -w >/dev/null 2>&1 || true
  rm -rf "$dir"
}

start() {
  local dir=$1 bin=$2 port
  unprivileged "$bin/initdb" -D "$dir/data" -U postgres --locale=C --encoding=UTF8 --auth=trust --no-sync \
    >"$dir/initdb.log" 2>&1 || { cat "$dir/initdb.log" >&2; return 1; }
  for _ in 1 2 3 4 5 6 7 8; do
    port=$((20000 + RANDOM % 12000))
    if unprivileged "$bin/pg_ctl" start -D "$dir/data" -l "$dir/data/server.log" -w -t 60 -o "\
      -c listen_addresses=127.0.0.1 -p $port -c unix_socket_directories=$dir -c max_connections=300 \
      -c fsync=off -c synchronous_commit=off -c full_page_writes=off -c jit=off" >/dev/null 2>&1; then
      printf '%s\n' "$port"
      return
    fi
    # Only a port that somebody else took is worth another try.
    grep -q 'could not bind' "$dir/data/server.log" || break
    : >"$dir/data/server.log"
  done
  cat "$dir/data/server.log" >&2
  return 1
}

if [[ ${1:-} == --keep ]]; then
  keep "$2" "$3"
  exit
fi
(($#)) || { printf 'usage: %s COMMAND...\n' "$0" >&2; exit 2; }
if [[ -n ${TEST_PG_URL:-} ]]; then exec "$@"; fi

bin="$(find_postgres)" || { printf 'PostgreSQL is missing: scripts/setup-test.sh installs it.\n' >&2; exit 1; }
dir="$(mktemp -d "${TMPDIR:-/tmp}/airfolio-pg.XXXXXX")"
session=()
if command -v setsid >/dev/null; then session=(setsid); fi
exec 9> >("${session[@]}" bash "${BASH_SOURCE[0]}" --keep "$dir" "$bin" <&0 &)
# shellcheck disable=SC2317 # Called by the trap.
finish() {
  rm -f "$dir/command.pid"
  exec 9>&-
  local deadline=$((SECONDS + 30))
  while [[ -d $dir ]] && ((SECONDS < deadline)); do sleep 0.05; done
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' HUP TERM

chmod 711 "$dir"
mkdir -m 700 "$dir/data"
if [[ -n $user ]]; then chown "$user" "$dir" "$dir/data"; fi
port="$(start "$dir" "$bin" 9>&-)"
export TEST_PG_URL="postgres://postgres@127.0.0.1:$port/postgres"

# In a process group of its own, so that a signal to this script reaches all that the command started.
set -m
"$@" 9>&- </dev/null &
child=$!
set +m
printf '%s\n' "$child" >"$dir/command.pid"
trap 'kill -INT -- "-$child" 2>/dev/null || true' INT
trap 'kill -TERM -- "-$child" 2>/dev/null || true' HUP TERM
status=0
while :; do
  wait "$child" && status=0 || status=$?
  kill -0 "$child" 2>/dev/null || break
done
exit "$status"
