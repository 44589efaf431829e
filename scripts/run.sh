#!/usr/bin/env bash
# Builds what changed and starts Airfolio. DATA and LISTEN change the folder and the address.
set -euo pipefail
source "$(dirname "$0")/lib.sh"
data="${DATA:-./data}"
listen="${LISTEN:-127.0.0.1:8080}"

scripts/build.sh release
say "Airfolio: http://localhost:${listen##*:}  (Ctrl-C stops it)"
say "Demo users and operators: target/release/airfolio demo --data $data"
exec target/release/airfolio serve --data "$data" --listen "$listen"
