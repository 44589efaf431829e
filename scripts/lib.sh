# shellcheck shell=bash
# Sourced by the other scripts: where we are, how we speak, and safe use of a shared build cache.

ROOT="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)"
cd "$ROOT" || exit 1

if ! command -v cargo >/dev/null && [[ -x "${HOME:-}/.cargo/bin/cargo" ]]; then
  PATH="$HOME/.cargo/bin:$PATH"
fi

TARGET="${CARGO_TARGET_DIR:-target}"
[[ $TARGET == /* ]] || TARGET="$ROOT/$TARGET"
# Said aloud, so that a setting in the user's cargo configuration does not move the binary.
export CARGO_TARGET_DIR="$TARGET"

# Shown by /version. Read by the binary alone, so that a new commit does not recompile the libraries.
AIRFOLIO_COMMIT="$(git rev-parse --short HEAD 2>/dev/null || echo unknown)"
export AIRFOLIO_COMMIT

say() { printf '%s\n' "$*"; }

die() {
  printf '%s\n' "$*" >&2
  exit 1
}

# One hash over the names and contents of all files below the given paths; git's times mean nothing in a fresh clone.
fingerprint() {
  find "$@" \( -name node_modules -o -name dist -o -name e2e -o -name test-results -o -name playwright-report \) -prune -o -type f -print0 |
    LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum | cut -d' ' -f1
}

# Runs a command that uses cargo's target directory.
#
# Cargo knows our crates by their path within the workspace and decides by file times, so a directory shared by two
# clones would hand one clone the other's code. Such a directory is therefore locked while it is used, and when another
# clone used it last, our files are touched: cargo rebuilds our crates and keeps the dependencies.
in_target() {
  case "$TARGET/" in
    "$ROOT"/*)
      "$@"
      return
      ;;
  esac
  mkdir -p "$TARGET" || return
  (
    if command -v flock >/dev/null; then
      exec 8>"$TARGET/.airfolio-lock"
      flock -n 8 || { say "Waiting for another build in $TARGET" && flock 8; }
    fi
    if [[ "$(cat "$TARGET/.airfolio-clone" 2>/dev/null)" != "$ROOT" ]]; then
      find crates migrations docs manual/book web/dist openapi.json Cargo.toml Cargo.lock \
        -type f -exec touch -c {} + 2>/dev/null || true
      printf '%s\n' "$ROOT" >"$TARGET/.airfolio-clone"
    fi
    "$@" 8>&-
  )
}

# take_binary FOLDER: copies the binary of a profile to target/FOLDER/airfolio. Run within in_target: in a shared target
# directory the next clone overwrites it.
take_binary() {
  local built="$TARGET/$1/airfolio" ours="target/$1/airfolio"
  if [[ "$built" -ef "$ours" ]]; then return; fi
  mkdir -p "target/$1" && cp "$built" "$ours.new" && mv -f "$ours.new" "$ours"
}
