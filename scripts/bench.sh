#!/usr/bin/env bash
# Measures the release binary: start, memory, requests per second beside a bare server; what drawing a module costs; what
# inspecting a package costs beside xmllint, and what converting its pictures costs. Prints; never fails on a time. The package comes from a generator, and the schemas are not ours to ship:
# GEN_CORPUS and AIRFOLIO_TEST_DATA name them, BENCH_MODULES how many modules.
set -euo pipefail
source "$(dirname "$0")/lib.sh"

scripts/build.sh release
in_target cargo bench --quiet --locked -p testkit --bench ground -- --airfolio "$ROOT/target/release/airfolio"
in_target cargo bench --quiet --locked -p s1000d --bench render

packages="${AIRFOLIO_TEST_DATA:-$ROOT/../shared/data}/packages"
if [[ -d $packages ]]; then
  in_target cargo bench --quiet --locked -p cgm --bench convert -- "$packages"/*.zip
else
  printf 'NOT MEASURED: pictures. %s is absent; set AIRFOLIO_TEST_DATA.\n' "$packages" >&2
fi

generator="${GEN_CORPUS:-$ROOT/../shared/perf/gen_corpus.py}"
schemas="${AIRFOLIO_TEST_DATA:-$ROOT/../shared/data}/schemas/S1000D_4-2.zip"
modules="${BENCH_MODULES:-10000}"
if [[ ! -f $generator || ! -f $schemas ]]; then
  printf 'NOT MEASURED: packages. %s or %s is absent; set GEN_CORPUS and AIRFOLIO_TEST_DATA.\n' "$generator" "$schemas" >&2
  exit 0
fi
corpus="$TARGET/corpus-$modules"
[[ -f $corpus.zip ]] || python3 "$generator" "$modules" "$corpus" --zip
in_target cargo bench --quiet --locked -p s1000d --bench inspect -- --corpus "$corpus" --schemas "$schemas"
