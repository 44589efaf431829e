#!/usr/bin/env bash
# Rewrites the generated files; with --check it fails when that changed any. AIRFOLIO_BIN spares the debug build.
set -euo pipefail
source "$(dirname "$0")/lib.sh"
generated=(openapi.json docs/errors.md docs/operations.md web/src/api/schema.ts)

checksums() { sha256sum "${generated[@]}" 2>/dev/null || true; }

server_files() {
  if [[ -n ${AIRFOLIO_BIN:-} ]]; then
    "$AIRFOLIO_BIN" generate --root .
  else
    cargo run --quiet --locked --bin airfolio -- generate --root .
  fi
}

scripts/web.sh install
before="$(checksums)"
in_target server_files
npm --prefix web/tools/openapi run --silent gen

[[ ${1:-} == --check ]] || exit 0
changed="$(comm -13 <(sort <<<"$before") <(checksums | sort) | cut -c67-)"
[[ -z $changed ]] || die "These generated files were out of date; commit them as they are now:"$'\n'"$changed"
