#!/usr/bin/env bash
# Builds the user manual, English and Chinese, into manual/book. Does nothing
# when the sources are unchanged. `scripts/manual.sh --force` builds anyway.
set -euo pipefail
cd "$(dirname "$0")/.."

version=0.5.4
tools=${AIRFOLIO_TOOLS:-$HOME/.cache/airfolio/tools}
out=manual/book
stamp=$out/.stamp

# Names and contents of all sources, and of this script, as one hash.
fingerprint() {
  find manual docs/operations.md scripts/manual.sh -path "$out" -prune -o -type f -print0 |
    LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum | cut -d' ' -f1
}

# Prints the path of an mdbook of the version we want, and installs it if there is none.
find_mdbook() {
  local candidate
  for candidate in "$tools/bin/mdbook" "$(command -v mdbook || true)"; do
    if [ -x "$candidate" ] && [ "$("$candidate" --version)" = "mdbook v$version" ]; then
      echo "$candidate"
      return
    fi
  done
  echo "Installing mdbook $version into $tools" >&2
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

current=$(fingerprint)
if [ "${1:-}" != "--force" ] && [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$current" ]; then
  exit 0
fi

mdbook=$(find_mdbook)
rm -rf "$out"
for language in en zh; do
  "$mdbook" build "manual/$language"
  # The policy of the manual allows no inline style; mdbook writes this one.
  sed -i 's/<div style="break-before: page; page-break-before: always;">/<div class="page-break">/g' \
    "$out/$language/print.html"
  prune "$out/$language"
done
cp manual/index.html manual/landing.js manual/landing.css manual/theme/favicon.svg "$out/"
echo "$current" >"$stamp"
