#!/usr/bin/env bash
# pdf.sh PROFILE: builds the PDF engine (profile release or quick) and leaves target/PROFILE/airfolio-pdf.
# pdf.sh test: its lints and tests. pdf.sh hard: a book with 1,000 figures and a table of 5,000 rows. pdf.sh bench: a book of 300 pages beside typst alone and Apache FOP.
set -euo pipefail
source "$(dirname "$0")/lib.sh"
what="${1:-release}"
manifest=crates/pdf/Cargo.toml
# A folder of its own: the engine has other versions of packages, and would lock the server's folder for minutes.
engine_target="$TARGET/pdf"
export CARGO_TARGET_DIR="$engine_target"

engine() {
  case "$what" in
    test)
      cargo clippy --quiet --manifest-path "$manifest" --all-targets --locked -- -D warnings &&
        cargo test --quiet --manifest-path "$manifest" --locked
      ;;
    hard)
      AIRFOLIO_TEST_HARD_BOOK=1000 cargo test --quiet --release --manifest-path "$manifest" --locked a_hard_manual
      ;;
    bench)
      cargo bench --quiet --manifest-path "$manifest" --locked --bench book
      ;;
    *)
      cargo build --manifest-path "$manifest" --profile "$what" --locked || return
      # The server looks for it beside itself, and must never see half of it.
      mkdir -p "target/$what" &&
        cp "$engine_target/$what/airfolio-pdf" "target/$what/airfolio-pdf.new" &&
        mv -f "target/$what/airfolio-pdf.new" "target/$what/airfolio-pdf"
      ;;
  esac
}

# The publish dialog tells an engine that is being built from one that is not installed by this file.
if [[ "$what" != test && "$what" != hard && "$what" != bench ]]; then
  mkdir -p "target/$what"
  touch "target/$what/airfolio-pdf.building"
  trap 'rm -f "target/$what/airfolio-pdf.building"' EXIT
fi
mkdir -p "$engine_target"
if command -v flock >/dev/null; then
  exec 8>"$engine_target/.airfolio-lock"
  flock -n 8 || { say "Waiting for another build in $engine_target" && flock 8; }
fi
# As in lib.sh: in a folder that several clones share, file times say nothing.
if [[ "$(cat "$engine_target/.airfolio-clone" 2>/dev/null)" != "$ROOT" ]]; then
  find crates/pdf -type f -exec touch -c {} +
  printf '%s\n' "$ROOT" >"$engine_target/.airfolio-clone"
fi
engine 8>&-
