#!/usr/bin/env bash
# Makes sure the machine can measure Airfolio: what tests need, and xmllint and zip, which packages are measured beside.
# nginx, which reading is measured beside, is left to people: Debian starts a web server with it. So is Apache FOP, which
# books are measured beside: it brings Java.
set -euo pipefail
source "$(dirname "$0")/lib.sh"
source "$ROOT/scripts/packages.sh"

scripts/setup-test.sh
command -v xmllint >/dev/null || need "xmllint" libxml2-utils libxml2 libxml2 libxml2-utils
command -v zip >/dev/null || need "zip" zip zip zip zip
install_missing
