#!/usr/bin/env bash
# Measures the release binary: start, memory, requests per second beside a bare server; what limits of databases cost
# lists, contents and search; what drawing, comparing, filtering and merging modules, writing a website, reading and comparing
# regulations and converting pictures costs; how soon 100,000 contents stand in the browser; what searching costs beside SQLite's
# full-text search; what reading and importing a package costs beside xmllint; what edits, a package beside zip, an OEM
# revision and requirements cost; how soon a key shows in the editor; and kills it in the middle.
# Sends generated requests, too. Prints; never fails on a time.
#   GEN_CORPUS, AIRFOLIO_TEST_DATA   the generator of packages, and schemas and packages, which are not ours to ship
#   PLANT_BREX                       the program that plants violations of business rules
#   BENCH_MODULES=10000              how many modules the package has
#   MERGE_TRUTH, BENCH_MERGES=2000   the generator of merge cases, and how many are merged and checked
#   BENCH_CHANGED=1000               how many of them an OEM revision changes
#   BENCH_CUSTOMISED=200             how many of these the operator changed before
#   BENCH_LARGE=1                    a package of 100,000 modules too (some ten minutes)
#   BENCH_REQUESTS=20000             how many requests are generated from the API document; 0: none
#   BENCH_PEOPLE=2000                how many people the installation with limits has
#   BENCH_KILLS=200                  how often each database sees the program killed during imports, during decisions about
#                                    OEM revisions and during publications; 0: not at all
#   BENCH_DRAFT_KILLS=40             the same while drafts are set aside and merged
#   BENCH_EDIT_KILLS=1000            the same during saves and check-ins
#   BENCH_REGULATION_KILLS=100       the same while regulations and their next versions are taken over
set -euo pipefail
source "$(dirname "$0")/lib.sh"

data="${AIRFOLIO_TEST_DATA:-$ROOT/../shared/data}"
generator="${GEN_CORPUS:-$ROOT/../shared/perf/gen_corpus.py}"
measure() { in_target cargo bench --quiet --locked -p "$1" --bench "$2" -- "${@:3}"; }
table="$(mktemp)"
trap 'rm -f "$table"' EXIT
product() { measure testkit product --airfolio "$ROOT/target/release/airfolio" --table "$table" "$@"; }

scripts/setup-bench.sh
scripts/build.sh release
product
product --people "${BENCH_PEOPLE:-2000}"
measure s1000d render
measure s1000d diff
measure s1000d filter
measure s1000d merge
measure s1000d brex
measure regulations regulations
measure publish site

if [[ -d $data/packages ]]; then
  measure cgm convert "$data"/packages/*.zip
  say "Flipping 10,000 bits of each of five pictures, and cutting them at every length"
  AIRFOLIO_TEST_CGM_FLIPS=10000 in_target cargo test --quiet --release --locked -p cgm --test picture -- stand
else
  printf 'NOT MEASURED: pictures. %s is absent; set AIRFOLIO_TEST_DATA.\n' "$data/packages" >&2
fi

# A missed goal is printed; the measurements after it are still made.
scripts/merge-cases.sh || say "MISSED: merge cases with faults"

# One worker, so that nothing else is measured meanwhile.
E2E_BENCH=1 E2E_TABLE="$table" AIRFOLIO_BIN="$ROOT/target/release/airfolio" \
  scripts/e2e.sh contents editor-speed --workers=1 --reporter=list || say "MISSED: figures of the browser"

say "Sizes of the web application's code"
sizes="$(node web/scripts/first-load.mjs)" || say "MISSED: sizes of the web application's code"
printf '%s\n' "$sizes" | tee >(tail -n 1 >>"$table")

corpus() {
  local folder="$TARGET/corpus-$1"
  [[ -f $folder.zip ]] || python3 "$generator" "$1" "$folder" --zip >&2
  printf '%s\n' "$folder"
}
schemas="$data/schemas/S1000D_4-2.zip"
if [[ -f $generator && -f $schemas ]]; then
  large=()
  if [[ -n ${BENCH_LARGE:-} ]]; then large=(--large "$(corpus 100000)"); fi
  measure search questions --table "$table" "$(corpus "$([[ -n ${BENCH_LARGE:-} ]] && echo 100000 || echo "${BENCH_MODULES:-10000}")").zip"
  product --schemas "$schemas" --corpus "$(corpus "${BENCH_MODULES:-10000}")" "${large[@]}"
  product --work --schemas "$schemas" --corpus "$(corpus "${BENCH_MODULES:-10000}")" \
    --changed "${BENCH_CHANGED:-1000}" --customised "${BENCH_CUSTOMISED:-200}"
  product --filter --schemas "$schemas" --corpus "$(corpus 1000)"
  rules=("$data"/brex/DMC-S1000D-F-*.XML)
  planter="${PLANT_BREX:-$ROOT/../shared/truth/brex/plant.py}"
  if [[ -f ${rules[0]} ]]; then
    product --brex "${rules[0]}" --schemas "$schemas" --corpus "$(corpus 1000)"
  else
    printf 'NOT MEASURED: business rules. %s is absent; set AIRFOLIO_TEST_DATA.\n' "$data/brex" >&2
  fi
  if [[ -f ${rules[0]} && -f $planter ]] && python3 -c 'import lxml' 2>/dev/null; then
    say "Checking modules with planted violations of business rules, three seeds"
    planted=()
    for seed in 1 2 3; do
      folder="$TARGET/planted-$seed"
      [[ -f $folder/expected.json ]] || python3 "$planter" "$(corpus 1000)" "${rules[0]}" "$folder" --n 1000 --seed "$seed" >&2
      planted+=("$folder")
    done
    AIRFOLIO_TEST_PLANTED="$(IFS=:; printf '%s' "${planted[*]}")" \
      in_target cargo test --quiet --release --locked -p s1000d --test brex_official
  else
    printf 'NOT MEASURED: planted violations. They need %s and lxml for Python; set PLANT_BREX.\n' "$planter" >&2
  fi
else
  printf 'NOT MEASURED: packages. %s or %s is absent; set GEN_CORPUS and AIRFOLIO_TEST_DATA.\n' "$generator" "$schemas" >&2
fi

say "All figures that have a goal"
cat "$table"

requests="${BENCH_REQUESTS:-20000}"
if ((requests > 0)); then
  say "Sending $requests requests that are generated from the API document, with a fixed seed"
  AIRFOLIO_TEST_REQUESTS="$requests" in_target cargo test --quiet --locked -p server --test program -- generated
fi

# killed COUNT WHAT TEST: kills the program so often on each database, with a fixed seed.
killed() {
  (($1 > 0)) || return 0
  say "Killing the program $1 times on SQLite and on PostgreSQL, $2"
  AIRFOLIO_TEST_KILLS="$1" in_target scripts/with-postgres.sh \
    cargo test --quiet --locked -p server --test program -- "$3"
}
kills="${BENCH_KILLS:-200}"
killed "$kills" "during imports" a_killed_import_comes_to_the_same_end
killed "$kills" "during decisions about OEM revisions" decisions_that_are_killed_on_their_way
killed "$kills" "during publications and approvals" publications_that_are_killed_on_their_way
killed "${BENCH_DRAFT_KILLS:-40}" "while drafts are set aside and merged" drafts_that_are_killed_on_their_way
killed "${BENCH_EDIT_KILLS:-1000}" "during saves and check-ins" edits_that_are_killed_on_their_way
killed "${BENCH_REGULATION_KILLS:-100}" "during takeovers of regulations" regulations_that_are_killed_on_their_way
