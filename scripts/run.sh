#!/usr/bin/env bash
# Builds what changed and starts Airfolio. DATA and LISTEN change the folder and the address.
set -euo pipefail
source "$(dirname "$0")/lib.sh"
data="${DATA:-./data}"
listen="${LISTEN:-127.0.0.1:8080}"

# The sign-in page comes first: the PDF engine takes minutes to build, and the publish dialog tells when it is there.
build_engine() {
  local marker=target/quick/airfolio-pdf.building
  local host="${listen%:*}" port="${listen##*:}" build
  host="${host#\[}" host="${host%\]}"
  # The server keeps the number of this shell ($$): nothing is built for one that has ended.
  until (exec 3<>"/dev/tcp/$host/$port") 2>/dev/null; do
    kill -0 $$ 2>/dev/null || { rm -f "$marker" && return 0; }
    sleep 1
  done
  # A group of its own, so that everything below it can be stopped.
  set -m
  nice -n 10 scripts/pdf.sh quick >target/pdf-build.log 2>&1 &
  build=$!
  set +m
  while kill -0 "$build" 2>/dev/null; do
    if ! kill -0 $$ 2>/dev/null; then
      kill -- "-$build" 2>/dev/null || true
      rm -f "$marker"
      return 0
    fi
    sleep 1
  done
  if wait "$build"; then
    say "The PDF engine is ready."
  else
    say "The PDF engine could not be built: see target/pdf-build.log. Everything else works without it."
  fi
}

scripts/build.sh quick
say "The PDF engine is built in the background once the server runs (target/pdf-build.log)."
# Until the build begins, the dialog knows by this file that it will.
touch target/quick/airfolio-pdf.building
build_engine &
say "A demo library with its people and operators: target/quick/airfolio demo --data $data  (in another terminal; Ctrl-C stops this one)"
exec target/quick/airfolio serve --data "$data" --listen "$listen"
