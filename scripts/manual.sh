#!/usr/bin/env bash
# Builds the user manual, English and Chinese, into manual/book, unless its sources are unchanged.
set -euo pipefail
source "$(dirname "$0")/lib.sh"
out=manual/book
# Beside the book, not inside: the book goes into the binary.
stamp=manual/.built

scripts/web.sh install
now="$(fingerprint manual/{en,zh,theme,index.html,landing.css,landing.js} docs/operations.md web/scripts web/package-lock.json)"
if [[ -f $out/index.html && "$(cat "$stamp" 2>/dev/null)" == "$now" ]]; then exit 0; fi
say "Building the user manual"
rm -rf "$out" "$stamp"
node web/scripts/manual.mjs manual "$out"
node web/scripts/precompress.mjs "$out"
printf '%s\n' "$now" >"$stamp"
