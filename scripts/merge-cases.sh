#!/usr/bin/env bash
# Makes merge cases with known answers from two official packages, merges them and checks the results. Fails on a fault.
#   MERGE_TRUTH, AIRFOLIO_TEST_DATA   the generator and checker, and schemas and packages, which are not ours to ship
#   BENCH_MERGES=2000                 how many cases, from three seeds
#   BENCH_MERGE_SEEDS="1 2 3"         which seeds
set -euo pipefail
source "$(dirname "$0")/lib.sh"

data="${AIRFOLIO_TEST_DATA:-$ROOT/../shared/data}"
truth="${MERGE_TRUTH:-$ROOT/../shared/merge/merge_truth.py}"
if [[ ! -f $truth || ! -d $data/packages ]] || ! command -v python3 >/dev/null || ! command -v unzip >/dev/null; then
  printf 'NOT MEASURED: merge cases. %s, %s, python3 or unzip is absent; set MERGE_TRUTH and AIRFOLIO_TEST_DATA.\n' "$truth" "$data/packages" >&2
  exit 0
fi

work="$TARGET/merge-cases"
mkdir -p "$work"
python=python3
if ! python3 -c 'import lxml' 2>/dev/null; then
  python="$work/venv/bin/python"
  if [[ ! -x $python ]] && ! { python3 -m venv "$work/venv" && "$python" -m pip install --quiet lxml; }; then
    rm -rf "$work/venv"
    printf 'NOT MEASURED: merge cases. The Python package lxml is absent and could not be installed.\n' >&2
    exit 0
  fi
fi
for name in packages/bike-4.1 packages/bike-4.2 schemas/S1000D_4-1 schemas/S1000D_4-2; do
  [[ -d $work/$name ]] || { mkdir -p "$work/$name" && unzip -q -o "$data/$name.zip" -d "$work/$name"; }
done

read -ra seeds <<<"${BENCH_MERGE_SEEDS:-1 2 3}"
count=$(((${BENCH_MERGES:-2000} + ${#seeds[@]} - 1) / ${#seeds[@]}))
is_right=0
for seed in "${seeds[@]}"; do
  cases="$work/cases-$seed-$count"
  results="$work/results-$seed-$count"
  [[ -f $cases/cases.json ]] ||
    "$python" "$truth" make "$work/packages/bike-4.1" "$work/packages/bike-4.2" "$cases" --schemas "$work/schemas" --seed "$seed" --count "$count"
  rm -rf "$results"
  mkdir -p "$results"
  AIRFOLIO_MERGE_CASES="$cases" AIRFOLIO_MERGE_RESULTS="$results" \
    in_target cargo test --quiet --release --locked -p s1000d --test merge -- the_cases_of_a_folder
  say "Merge cases of seed $seed"
  "$python" "$truth" check "$cases" "$results" --schemas "$work/schemas" || is_right=1
done
exit "$is_right"
