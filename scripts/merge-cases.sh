#!/usr/bin/env bash
# Makes merge cases with known answers from two official packages, merges them and checks the results. Fails on a fault, and
# where more than 2 % of the cases have a conflict that is none. Adds the figures to the table that BENCH_TABLE names.
# merge-cases.sh test: in the build of the tests; fails without the programs and the lxml that
# scripts/setup-test.sh installs.
#   MERGE_TRUTH, AIRFOLIO_TEST_DATA   the generator and checker, and schemas and packages, which are not ours to ship
#   BENCH_MERGES=2000                 how many cases, from three seeds
#   BENCH_MERGE_SEEDS="1 2 3"         which seeds
set -euo pipefail
source "$(dirname "$0")/lib.sh"
source "$ROOT/scripts/programs.sh"

data="${AIRFOLIO_TEST_DATA:-$ROOT/../shared/data}"
truth="${MERGE_TRUTH:-$ROOT/../shared/merge/merge_truth.py}"

# unmeasured WHY
unmeasured() {
  printf 'NOT MEASURED: merge cases: %s\n' "$1" >&2
  if [[ -n ${BENCH_TABLE:-} ]]; then printf 'merge cases\t\t\t\tnot measured: %s\n' "$1" >>"$BENCH_TABLE"; fi
  exit 0
}

# lacking WHAT: a machine that was set up for tests has it.
lacking() {
  [[ $mode != test ]] || die "merge cases: $1 is absent; run scripts/setup-test.sh."
  unmeasured "$1 is absent"
}

mode="${1:-}"
if [[ ! -f $truth || ! -d $data/packages ]]; then
  unmeasured "$truth or $data/packages is absent; set MERGE_TRUTH and AIRFOLIO_TEST_DATA"
fi
for program in python3 unzip; do
  command -v "$program" >/dev/null || lacking "$program"
done

profile=(--release)
if [[ $mode == test ]]; then profile=(); fi

work="$TARGET/merge-cases"
mkdir -p "$work"
if ! python="$(find_lxml_python "$work/venv/bin/python")"; then
  python="$work/venv/bin/python"
  [[ $mode != test ]] || lacking "the Python package lxml"
  rm -rf "$work/venv"
  if ! { python3 -m venv "$work/venv" && "$python" -m pip install --quiet lxml; }; then
    rm -rf "$work/venv"
    unmeasured "the Python package lxml is absent and could not be installed"
  fi
fi
for name in packages/bike-4.1 packages/bike-4.2 schemas/S1000D_4-1 schemas/S1000D_4-2; do
  # Moved when it is complete: an interrupted run leaves no part of a package behind.
  [[ -d $work/$name ]] || {
    rm -rf "$work/unpacked" && mkdir -p "$work/unpacked" "$(dirname "$work/$name")"
    unzip -q -o "$data/$name.zip" -d "$work/unpacked"
    mv "$work/unpacked" "$work/$name"
  }
done
# Cases of another generator have other answers.
generator="$(sha256sum "$truth" | cut -c1-8)"

read -ra seeds <<<"${BENCH_MERGE_SEEDS:-1 2 3}"
count=$(((${BENCH_MERGES:-2000} + ${#seeds[@]} - 1) / ${#seeds[@]}))
summaries=()
for seed in "${seeds[@]}"; do
  cases="$work/cases-$generator-$seed-$count"
  results="$work/results-$generator-$seed-$count"
  [[ -f $cases/cases.json ]] || {
    rm -rf "$cases"
    "$python" "$truth" make "$work/packages/bike-4.1" "$work/packages/bike-4.2" "$cases" --schemas "$work/schemas" --seed "$seed" --count "$count"
  }
  # What is judged below is of this run.
  rm -rf "$results" "$results.json"
  mkdir -p "$results"
  # Of the whole workspace: with other features the library would be compiled once more.
  AIRFOLIO_MERGE_CASES="$cases" AIRFOLIO_MERGE_RESULTS="$results" \
    in_target cargo test --quiet "${profile[@]}" --locked --workspace --test merge -- the_cases_of_a_folder
  say "Merge cases of seed $seed"
  # It fails on a single conflict that is none; the sum over all seeds is judged below.
  "$python" "$truth" check "$cases" "$results" --schemas "$work/schemas" --json "$results.json" || true
  [[ -s $results.json ]] || die "merge cases: the checker judged nothing."
  summaries+=("$results.json")
done

"$python" - "${summaries[@]}" <<'PYTHON'
import collections
import json
import os
import sys

total = collections.Counter()
for name in sys.argv[1:]:
    with open(name, encoding="utf-8") as file:
        total.update(json.load(file)["table"]["all"])
cases = total["cases"]
lost = total["lost airline"] + total["lost oem"]
figures = [
    ("lost edits of either side", lost, 0, ""),
    ("wrong merges", total["wrong merge"], 0, ""),
    ("missed conflicts", total["missed conflict"], 0, ""),
    ("invalid or missing results", total["invalid"] + total["no result"], 0, ""),
    ("conflicts that are none", 100 * total["false conflict"] / max(cases, 1), 2, "% of the cases"),
]
lines, is_right = [], cases > 0
for what, measured, bound, unit in figures:
    within = measured <= bound
    is_right = is_right and within
    ratio = f"{measured / bound:.2f}" if bound else ""
    lines.append("\t".join([f"{cases} merge cases, {what}", f"{measured:g} {unit}".strip(), f"at most {bound}", ratio, "yes" if within else "NO"]))
print("\n".join(lines))
if os.environ.get("BENCH_TABLE"):
    with open(os.environ["BENCH_TABLE"], "a", encoding="utf-8") as table:
        table.writelines(line + "\n" for line in lines)
sys.exit(not is_right)
PYTHON
