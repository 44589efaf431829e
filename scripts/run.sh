#!/usr/bin/env bash
# Builds what changed and starts Airfolio. DATA and LISTEN change the folder and the address.
set -euo pipefail
source "$(dirname "$0")/lib.sh"
data="${DATA:-./data}"
listen="${LISTEN:-127.0.0.1:8080}"

scripts/build.sh quick
say "A demo library with its people and operators: target/quick/airfolio demo --data $data  (in another terminal; Ctrl-C stops this one)"
exec target/quick/airfolio serve --data "$data" --listen "$listen"
