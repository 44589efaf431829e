#!/usr/bin/env bash
# manual-pictures.sh [PLAYWRIGHT ARGUMENTS]: takes the pictures of the user manual, English and Chinese, on the binary that
# scripts/e2e.sh runs, and puts them into manual/{en,zh}/src/images with a palette, which makes them small.
# `manual-pictures.sh -g comments` takes those of one chapter.
set -euo pipefail
source "$(dirname "$0")/lib.sh"
source "$ROOT/scripts/packages.sh"

command -v pngquant >/dev/null || need "pngquant" pngquant pngquant pngquant pngquant
install_missing

taken="$(mktemp -d)"
trap 'rm -rf "$taken"' EXIT
E2E_PICTURES="$taken" scripts/e2e.sh manual.pictures "$@"
for book in en zh; do
  for picture in "$taken/$book"/*.png; do
    [[ -f $picture ]] || continue
    pngquant --force --strip --speed 1 --output "manual/$book/src/images/${picture##*/}" 256 "$picture"
  done
done
