#!/usr/bin/env bash
# fuzz.sh [TARGET...]: feeds each fuzz target (default: all) with files of the demo library that are altered at random,
# guided by what they make the code do. Needs a nightly compiler: `rustup toolchain install nightly`.
#   FUZZ_SECONDS=60   how long each target runs
# What a target finds stays in the build folder, below fuzz/found; a finding fails the script.
set -euo pipefail
source "$(dirname "$0")/lib.sh"

folder="$TARGET/fuzz"
host="$(rustc +nightly -vV | sed -n 's/^host: //p')" || die "There is no nightly compiler."
targets=("$@")
if ((${#targets[@]} == 0)); then mapfile -t targets < <(basename -s .rs fuzz/fuzz_targets/*.rs); fi

# What cargo-fuzz would pass: coverage to steer by, and everything checked that is checked in debug builds.
flags="--cfg fuzzing -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4
  -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table
  -Cllvm-args=-sanitizer-coverage-trace-compares -Zsanitizer=address -Cdebug-assertions -Coverflow-checks
  -Ccodegen-units=1"
RUSTFLAGS="$flags" CARGO_TARGET_DIR="$folder" \
  cargo +nightly build --quiet --manifest-path fuzz/Cargo.toml --release --target "$host" --bins

# The files that a target begins with: those of ours that are like what it reads, and small.
seeds() {
  local corpus=$1
  mkdir -p "$corpus"
  case "$2" in
    code) find demo -type f -printf '%f\n' | sort -u | split -l 1 -a 4 - "$corpus/seed-" ;;
    svg) find demo -iname '*.svg' -size -30k -exec cp --backup=numbered -t "$corpus" {} + ;;
    package)
      local package
      for package in demo/*/; do
        (cd "$package" && find . -type f -size -12k | sort | head -n 25 |
          python3 -c 'import sys, zipfile
with zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_DEFLATED) as archive:
    [archive.write(name) for name in sys.stdin.read().split()]' "$corpus/$(basename "$package").zip")
      done
      ;;
    cgm) ;;
    *) find demo -iname '*.xml' -size -20k -exec cp --backup=numbered -t "$corpus" {} + ;;
  esac
}

failed=()
for target in "${targets[@]}"; do
  corpus="$folder/corpus/$target"
  [[ -d $corpus ]] || seeds "$corpus" "$target"
  mkdir -p "$folder/found/$target"
  say "=== $target, ${FUZZ_SECONDS:-60} s"
  "$folder/$host/release/$target" -max_total_time="${FUZZ_SECONDS:-60}" -timeout=20 -rss_limit_mb=2048 -print_final_stats=1 \
    -verbosity=0 -artifact_prefix="$folder/found/$target/" "$corpus" 2>&1 | tail -n 25 || failed+=("$target")
done
((${#failed[@]} == 0)) || die "Found something in: ${failed[*]}"
