#!/usr/bin/env bash
# Proves that with-postgres.sh passes the exit code on and leaves nothing behind, however it or its command ends.
set -euo pipefail
source "$(dirname "$0")/lib.sh"
unset TEST_PG_URL
TMPDIR="$(mktemp -d "${TMPDIR:-/tmp}/airfolio-pgtest.XXXXXX")"
export TMPDIR
chmod 755 "$TMPDIR"
trap 'rm -rf "$TMPDIR"' EXIT

# Waits until CONDITION holds, for twenty seconds at most.
until_true() {
  local deadline=$((SECONDS + 20))
  until "$@"; do
    ((SECONDS < deadline)) || die "with-postgres.sh: timed out waiting until: $*"
    sleep 0.1
  done
}
nothing_left() { [[ -z "$(find "$TMPDIR" -maxdepth 1 -name 'airfolio-pg.*')" ]]; }
port_closed() { ! (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }
gone() { [[ ! -e /proc/$1 ]] || grep -q '^State:.*Z' "/proc/$1/status"; }

status=0
scripts/with-postgres.sh sh -c 'exit 7' || status=$?
[[ $status == 7 ]] || die "with-postgres.sh: exit code 7 became $status"
nothing_left || die "with-postgres.sh: left its folder behind after a normal end"

# The script and all that descends from it, as a tool that kills whole process trees sees it.
family() {
  local child children=()
  printf '%s\n' "$1"
  read -r -a children 2>/dev/null <"/proc/$1/task/$1/children" || true
  for child in "${children[@]}"; do family "$child"; done
}

for case in "INT script" "TERM script" "KILL script" "KILL family" "INT command" "TERM command" "KILL command"; do
  read -r signal whom <<<"$case"
  report="$TMPDIR/report"
  rm -f "$report"
  set -m
  # shellcheck disable=SC2016 # Expanded by the inner shell.
  scripts/with-postgres.sh bash -c 'echo "$$ ${TEST_PG_URL}" >"$1.new"; mv "$1.new" "$1"; exec sleep 300' - "$report" &
  script=$!
  set +m
  until_true test -e "$report"
  read -r command url <"$report"
  port="${url##*:}" port="${port%%/*}"
  ! port_closed "$port" || die "with-postgres.sh: nothing listens on $port"
  case $whom in
    script) kill "-$signal" "$script" ;;
    command) kill "-$signal" "$command" ;;
    family) family "$script" | xargs kill "-$signal" ;;
  esac
  status=0
  wait "$script" 2>/dev/null || status=$?
  ((status > 0)) || die "with-postgres.sh: SIG$signal to the $whom was reported as success"
  until_true nothing_left
  until_true port_closed "$port"
  until_true gone "$command"
done
say "with-postgres.sh: nothing is left, whoever is interrupted, ended or killed"
