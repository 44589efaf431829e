#!/usr/bin/env bash
# bench.sh [PART…]: measures the release binary and its libraries, and prints each figure beside its bound; without parts, all of
# them. Nothing fails on a time, and a figure that cannot be measured says why. At the end all figures once more, as a table.
# Each part starts from nothing and removes what it made, but for generated packages, which stay in the target directory.
#   start          start, memory when idle, requests per second beside a bare server
#   reading        views of modules beside nginx
#   access         lists, contents and search with limits of databases beside those without
#   packages       checks and imports beside xmllint, first own change, views, search, memory, disk
#   search         queries beside SQLite's full-text search, the index beside plain Tantivy
#   edits          check-outs and check-ins beside a durable commit and a flushed file, saves of 20 authors, checks of drafts
#   publications   a package beside zip, a website beside drawing its modules, both again after ten edits
#   revisions      forecast, redline and confirmation of an OEM revision
#   filter         the applicability filter beside xmllint
#   brex           business rules beside xmllint
#   planted        modules with planted violations of business rules
#   merge          merge cases with known answers
#   modules        drawing, comparing, filtering, merging and checking single modules
#   pictures       conversions of CGM pictures, and their flipped bits
#   site           a website beside drawing its modules, in one thread
#   pdf            a book of 300 pages beside typst alone and Apache FOP, and the server that publishes one
#   regulations    reading, importing, comparing and exporting 20,000 requirements, and an export of EASA of 5 MB
#   compliance     suggestions, figures, search, a report and check-ins with 20,000 requirements and 60,000 references
#   browser        contents, the editor and the page of a collection in Chromium
#   sizes          the code of the web application
#   requests       requests that are generated from the API document
#   kill-imports, kill-decisions, kill-publications, kill-drafts, kill-edits, kill-regulations
#                  the program is killed on its way, on both databases
# Settings:
#   GEN_CORPUS, AIRFOLIO_TEST_DATA   the generator of packages, and schemas and packages, which are not ours to ship
#   PLANT_BREX, MERGE_TRUTH          the programs that plant violations of business rules and make merge cases
#   BENCH_MODULES=10000              how many modules the package has; several numbers, as in "3000 10000 30000", measure packages and search
#                                    at each size, and the other parts at the first
#   BENCH_MERGES=2000                how many merge cases are merged and checked
#   BENCH_CHANGED=1000               how many of its modules an OEM revision changes
#   BENCH_CUSTOMISED=200             how many of these the operator changed before
#   BENCH_LARGE=1                    100,000 modules too (packages, revisions), or instead (access, search)
#   BENCH_PEOPLE=2000                how many people the installation with limits has
#   BENCH_REQUESTS=20000             how many requests are generated
#   BENCH_KILLS=200                  how often each database sees the program killed during imports, decisions and publications
#   BENCH_SAVE=FILE, BENCH_BEFORE=FILE   where the table is saved, and an earlier one that the figures are compared with
#   BENCH_DRAFT_KILLS=40, BENCH_EDIT_KILLS=1000, BENCH_REGULATION_KILLS=100   the same for the other kinds of work
set -euo pipefail
source "$(dirname "$0")/lib.sh"

PARTS=(start reading access packages search edits publications revisions filter brex planted merge modules pictures site pdf
  regulations compliance browser sizes requests kill-imports kill-decisions kill-publications kill-drafts kill-edits
  kill-regulations)
data="${AIRFOLIO_TEST_DATA:-$ROOT/../shared/data}"
generator="${GEN_CORPUS:-$ROOT/../shared/perf/gen_corpus.py}"
planter="${PLANT_BREX:-$ROOT/../shared/truth/brex/plant.py}"
schemas="$data/schemas/S1000D_4-2.zip"
read -ra module_counts <<<"${BENCH_MODULES:-10000}"
[[ ${#module_counts[@]} -gt 0 && " ${module_counts[*]}" != *[!0-9\ ]* ]] || die "BENCH_MODULES is not a list of numbers"
usual="${module_counts[0]}"

work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
# Exported behind the build, which knows sizes of the web application, too.
unset BENCH_TABLE
BENCH_TABLE="$work/table"
: >"$BENCH_TABLE"

# row FIGURE MEASURED BOUND RATIO WITHIN: a line of the table, as crates/testkit/benches/product/table.rs writes it.
row() {
  local IFS=$'\t'
  printf '%s\n' "$*" >>"$BENCH_TABLE"
}

# unmeasured WHAT WHY
unmeasured() {
  say "NOT MEASURED: $1: $2"
  row "$1" "" "" "" "not measured: $2"
}

# checked WHAT COMMAND…: something that is right or wrong.
checked() {
  local within=yes
  "${@:2}" || within=NO
  [[ $within == yes ]] || : >"$work/failed"
  row "$1" "" "no fault" "" "$within"
}

measure() { in_target env TMPDIR="$work" cargo bench --quiet --locked -p "$1" --bench "$2" -- "${@:3}"; }
product() { measure testkit product --airfolio "$ROOT/target/release/airfolio" --part "$@"; }
# The other benchmarks of a part are made all the same.
try() { "$@" || unmeasured "$*" "it failed; the reason is above"; }

# counts_of PART: the sizes of the package with which a part is measured in turn.
counts_of() {
  case "$1${BENCH_LARGE:+ large}" in
    packages* | search) printf '%s\n' "${module_counts[@]}" ;;
    search* | "access large") printf '100000\n' ;;
    *) printf '%s\n' "$usual" ;;
  esac
}

# corpus COUNT: the folder of a generated package, which lies beside it as an archive.
corpus() {
  local folder="$TARGET/corpus-$1"
  [[ -f $folder.zip ]] || python3 "$generator" "$1" "$folder" --zip >&2
  printf '%s\n' "$folder"
}

# with_corpus COUNT PART ARGUMENT…: a part of the product that works on a package of so many modules.
with_corpus() {
  if [[ ! -f $generator || ! -f $schemas ]]; then
    unmeasured "$2" "$generator or $schemas is absent; set GEN_CORPUS and AIRFOLIO_TEST_DATA"
    return
  fi
  local folder
  folder="$(corpus "$1")"
  product "$2" --schemas "$schemas" --corpus "$folder" "${@:3}"
}

# with_large COUNT PART ARGUMENT…: the same, and where it is asked for on 100,000 modules too, once.
with_large() {
  local large=()
  if [[ -n ${BENCH_LARGE:-} && -f $generator && $1 == "$usual" ]]; then large=(--large "$(corpus 100000)"); fi
  with_corpus "$@" "${large[@]}"
}

# search_index COUNT
search_index() {
  if [[ ! -f $generator ]]; then
    unmeasured search "$generator is absent; set GEN_CORPUS"
    return
  fi
  local folder
  folder="$(corpus "$1")"
  measure search questions "$folder.zip"
}

brex_rules() {
  local rules=("$data"/brex/DMC-S1000D-F-*.XML)
  printf '%s\n' "${rules[0]}"
}

brex() {
  local rules
  rules="$(brex_rules)"
  if [[ -f $rules ]]; then
    with_corpus 1000 brex --brex "$rules"
  else
    unmeasured brex "$data/brex is absent; set AIRFOLIO_TEST_DATA"
  fi
}

planted() {
  local rules seed folder from folders=()
  rules="$(brex_rules)"
  if [[ ! -f $rules || ! -f $planter || ! -f $generator ]] || ! python3 -c 'import lxml' 2>/dev/null; then
    unmeasured planted "it needs $data/brex, $planter, $generator and lxml for Python; set PLANT_BREX"
    return
  fi
  from="$(corpus 1000)"
  for seed in 1 2 3; do
    folder="$TARGET/planted-$seed"
    [[ -f $folder/expected.json ]] || python3 "$planter" "$from" "$rules" "$folder" --n 1000 --seed "$seed" >&2
    folders+=("$folder")
  done
  AIRFOLIO_TEST_PLANTED="$(IFS=:; printf '%s' "${folders[*]}")"
  export AIRFOLIO_TEST_PLANTED
  checked "verdicts about 3,000 modules with planted violations, three seeds" \
    in_target cargo test --quiet --release --locked -p s1000d --test brex_official
}

pictures() {
  if [[ ! -d $data/packages ]]; then
    unmeasured pictures "$data/packages is absent; set AIRFOLIO_TEST_DATA"
    return
  fi
  try measure cgm convert "$data"/packages/*.zip
  export AIRFOLIO_TEST_CGM_FLIPS=10000
  checked "10,000 flipped bits of each of five pictures, cut at every length" \
    in_target cargo test --quiet --release --locked -p cgm --test picture -- stand
}

browser() {
  # One worker, so that nothing else is measured meanwhile.
  TMPDIR="$work" E2E_BENCH=1 AIRFOLIO_BIN="$ROOT/target/release/airfolio" \
    scripts/e2e.sh contents editor-speed compliance-speed --workers=1 --reporter=list
}

# Fails where a size is too large, which the table says.
sizes() { node web/scripts/first-load.mjs || true; }

requests() {
  export AIRFOLIO_TEST_REQUESTS="${BENCH_REQUESTS:-20000}"
  if ((AIRFOLIO_TEST_REQUESTS == 0)); then
    unmeasured "generated requests" "none were asked for"
    return
  fi
  checked "$AIRFOLIO_TEST_REQUESTS generated requests, with a fixed seed: answers as the document says" \
    in_target cargo test --quiet --locked -p server --test program -- generated_requests
}

# killed COUNT WHAT TEST: kills the program so often on each database, with a fixed seed.
killed() {
  if (($1 == 0)); then
    unmeasured "kills $2" "none were asked for"
    return
  fi
  export AIRFOLIO_TEST_KILLS="$1"
  checked "$1 kills on SQLite and on PostgreSQL $2: nothing lost, nothing half" \
    in_target scripts/with-postgres.sh cargo test --quiet --locked -p server --test program -- "$3"
}

# measure_part PART COUNT: with a package of so many modules, if the part works on one.
measure_part() {
  local kills="${BENCH_KILLS:-200}" bench
  case "$1" in
    start | reading | compliance) product "$1" ;;
    access) with_corpus "$2" access --people "${BENCH_PEOPLE:-2000}" ;;
    packages) with_large "$2" packages ;;
    search) search_index "$2" ;;
    edits) with_corpus "$2" edits --customised "${BENCH_CUSTOMISED:-200}" ;;
    publications) with_corpus "$2" publications ;;
    revisions) with_large "$2" revisions --changed "${BENCH_CHANGED:-1000}" --customised "${BENCH_CUSTOMISED:-200}" ;;
    filter) with_corpus 1000 filter ;;
    brex) brex ;;
    planted) planted ;;
    merge) scripts/merge-cases.sh || : >"$work/failed" ;;
    modules) for bench in render diff filter merge brex; do try measure s1000d "$bench"; done ;;
    pictures) pictures ;;
    site) measure publish site ;;
    pdf)
      TMPDIR="$work" try scripts/pdf.sh bench
      checked "a book with 1,000 figures and a table of 5,000 rows" scripts/pdf.sh hard
      # The server starts the engine that lies beside it.
      scripts/pdf.sh release
      with_corpus 100 books
      ;;
    regulations)
      try measure regulations regulations
      product regulations
      ;;
    browser) browser ;;
    sizes) sizes ;;
    requests) requests ;;
    kill-imports) killed "$kills" "during imports" a_killed_import_comes_to_the_same_end ;;
    kill-decisions) killed "$kills" "during decisions about OEM revisions" decisions_that_are_killed_on_their_way ;;
    kill-publications) killed "$kills" "during publications and approvals" publications_that_are_killed_on_their_way ;;
    kill-drafts) killed "${BENCH_DRAFT_KILLS:-40}" "while drafts are set aside and merged" drafts_that_are_killed_on_their_way ;;
    kill-edits) killed "${BENCH_EDIT_KILLS:-1000}" "during saves and check-ins" edits_that_are_killed_on_their_way ;;
    kill-regulations)
      killed "${BENCH_REGULATION_KILLS:-100}" "during takeovers of regulations" regulations_that_are_killed_on_their_way
      ;;
    *) die "There is no part $1. The parts are: ${PARTS[*]}" ;;
  esac
}

# What the parts run: the release binary, the binary of the tests, or only the web application.
prepare() {
  local part program=
  for part in "$@"; do
    case "$part" in
      modules | pictures | site | search | merge | planted) ;;
      sizes) program="${program:-web}" ;;
      requests | kill-*) [[ $program == release ]] || program=dev ;;
      *) program=release ;;
    esac
  done
  scripts/setup-bench.sh || say "Programs are missing: the parts that need them say so."
  case "$program" in
    web) scripts/web.sh build ;;
    ?*) scripts/build.sh "$program" ;;
  esac
}

show_table() {
  say
  say "All figures that have a bound, their ratio to it, and whether they are within"
  awk -F '\t' -v before="${BENCH_BEFORE:-}" '
    BEGIN {
      while (before != "" && (getline line <before) > 0) {
        split(line, field, "\t")
        if (line ~ /^# /) part = line
        else earlier[part, field[1]] = field[2]
      }
    }
    /^# / { part = $0; printf "\n%s\n", substr($0, 3); next }
    {
      was = earlier[part, $1] + 0
      change = was > 0 ? sprintf("  %.2f of before", ($2 + 0) / was) : ""
      printf "  %-72s %15s  %-18s %6s  %s%s\n", $1, $2, $3, $4, $5, change
    }
    $5 == "yes" { within++ }
    $5 == "NO" { missed++ }
    $5 ~ /^not measured/ { unmeasured++ }
    END { printf "\n%d within, %d not within, %d not measured\n", within, missed, unmeasured }
  ' "$BENCH_TABLE"
  if [[ -n ${BENCH_SAVE:-} ]]; then cp "$BENCH_TABLE" "$BENCH_SAVE"; fi
}

chosen=("$@")
((${#chosen[@]})) || chosen=("${PARTS[@]}")
for part in "${chosen[@]}"; do
  [[ " ${PARTS[*]} " == *" $part "* ]] || die "There is no part $part. The parts are: ${PARTS[*]}"
done
prepare "${chosen[@]}"
export BENCH_TABLE
for part in "${chosen[@]}"; do
  mapfile -t counts < <(counts_of "$part")
  for count in "${counts[@]}"; do
    title="$part"
    ((${#counts[@]} == 1)) || title="$part, $count modules"
    say
    say "== $title"
    printf '# %s\n' "$title" >>"$BENCH_TABLE"
    began=$SECONDS
    # Each in a shell of its own that ends at the first fault; those after it are measured all the same.
    set +e
    (
      set -e
      measure_part "$part" "$count"
    )
    status=$?
    set -e
    ((status == 0)) || unmeasured "the rest of $title" "it ended with status $status; the reason is above"
    say "$title took $((SECONDS - began)) s"
  done
done
show_table
# Times are only shown; a lost or a wrong text is a fault.
[[ ! -e $work/failed ]]
