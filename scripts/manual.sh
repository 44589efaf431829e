#!/usr/bin/env bash
# Builds the user manual, English and Chinese, into manual/book. Does nothing
# when the sources are unchanged. `scripts/manual.sh --force` builds anyway.
set -euo pipefail
source "$(dirname "$0")/lib.sh"

version=0.5.4
tools=${AIRFOLIO_TOOLS:-$HOME/.cache/airfolio/tools}
out=manual/book
# Beside the book, not inside: the book goes into the binary.
stamp=manual/.built
landing=(manual/index.html manual/landing.js manual/landing.css)
sources=(manual/en manual/zh manual/theme "${landing[@]}" docs/operations.md scripts/manual.sh web/scripts/precompress.mjs)

# Prints the path of an mdbook of the version we want, and installs it if there is none.
find_mdbook() {
  local candidate
  for candidate in "$tools/bin/mdbook" "$(command -v mdbook || true)"; do
    if [[ -x $candidate && "$("$candidate" --version)" == "mdbook v$version" ]]; then
      echo "$candidate"
      return
    fi
  done
  say "Installing mdbook $version into $tools" >&2
  # A target folder of its own, so that a build of the product is not waited for.
  CARGO_TARGET_DIR=$tools/target cargo install mdbook --version "$version" --locked \
    --no-default-features --features search --root "$tools" >&2
  rm -rf "$tools/target"
  echo "$tools/bin/mdbook"
}

# Removes what mdbook always writes and our theme never asks for.
prune() {
  local file name
  find "$1" -name .nojekyll -delete
  find "$1" \( -name '*.js' -o -name '*.css' -o -name '*.png' -o -name 'toc.html' \) -print0 |
    while IFS= read -r -d '' file; do
      name=$(basename "$file")
      grep -rqF --include='*.html' "$name" "$1" || rm "$file"
    done
  find "$1" -type d -empty -delete
}

now="$(fingerprint "${sources[@]}")"
if [[ ${1:-} != --force && -f $out/index.html && "$(cat "$stamp" 2>/dev/null)" == "$now" ]]; then exit 0; fi

mdbook=$(find_mdbook)
rm -rf "$out" "$stamp"
for language in en zh; do
  "$mdbook" build "manual/$language"
  # The policy of the manual allows no inline style; mdbook writes this one.
  sed -i 's/<div style="break-before: page; page-break-before: always;">/<div class="page-break">/g' \
    "$out/$language/print.html"
  prune "$out/$language"
done
cp "${landing[@]}" manual/theme/favicon.svg "$out/"
node web/scripts/precompress.mjs "$out"
printf '%s\n' "$now" >"$stamp"
