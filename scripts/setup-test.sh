#!/usr/bin/env bash
# Makes sure the machine can test Airfolio: a browser, a Chinese font, PostgreSQL's programs, shellcheck, programs that
# read PDF files, and lxml where the checker of merges is.
set -euo pipefail
source "$(dirname "$0")/lib.sh"
source "$ROOT/scripts/packages.sh"
source "$ROOT/scripts/programs.sh"

# Ubuntu has Chromium only as a snap, which neither a container nor Playwright can use.
ubuntu=
if grep -qs '^ID=ubuntu' /etc/os-release; then ubuntu=yes; fi
[[ -n $ubuntu ]] || find_chromium >/dev/null || need "Chromium" chromium-headless-shell chromium chromium chromium
has_chinese_font || need "a Chinese font" fonts-noto-cjk google-noto-sans-cjk-fonts noto-fonts-cjk font-noto-sans-cjk
find_postgres >/dev/null || need "PostgreSQL 15 or newer" postgresql postgresql-server postgresql postgresql
command -v runuser >/dev/null || [[ $(id -u) != 0 ]] || need "runuser" util-linux util-linux util-linux util-linux
command -v pdftotext >/dev/null || need "the programs of Poppler" poppler-utils poppler-utils poppler poppler
command -v qpdf >/dev/null || need "qpdf" qpdf qpdf qpdf qpdf
command -v shellcheck >/dev/null || need "shellcheck" shellcheck ShellCheck shellcheck shellcheck
if [[ -f ${MERGE_TRUTH:-$ROOT/../shared/merge/merge_truth.py} ]]; then
  command -v unzip >/dev/null || need "unzip" unzip unzip unzip unzip
  find_lxml_python "$TARGET/merge-cases/venv/bin/python" >/dev/null ||
    need "the Python package lxml" python3-lxml python3-lxml python-lxml ""
fi
install_missing

if [[ -n $ubuntu ]] && ! find_chromium >/dev/null; then
  scripts/setup-build.sh
  scripts/web.sh install
  (cd web && as_root npx --no-install playwright install-deps chromium && npx --no-install playwright install chromium)
fi
find_chromium >/dev/null || die "Chromium is still missing after the installation; install it and set CHROMIUM to its path."
