# shellcheck shell=bash
# Sourced: finds the programs the tests need where distributions put them, and the folder for their files.

# Prints the path of a Chromium-like browser. `CHROMIUM` overrides. The shell without a window comes first: the whole
# browser draws its own buttons too, for nobody, and takes half as long again.
find_chromium() {
  if [[ -n ${CHROMIUM:-} ]]; then
    command -v "$CHROMIUM"
    return
  fi
  local name
  for name in chromium-headless-shell chromium chromium-browser google-chrome google-chrome-stable; do
    command -v "$name" && return
  done
  # Where Playwright puts the browser it downloads, and Chrome on a Mac.
  local path
  for path in "${HOME:-}"/.cache/ms-playwright/chromium-*/chrome-linux*/chrome \
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"; do
    [[ -x $path ]] && printf '%s\n' "$path" && return
  done
  return 1
}

# Prints the folder with initdb, pg_ctl and postgres: the newest of Debian's, else the one on the path.
find_postgres() {
  local dir
  for dir in $(printf '%s\n' /usr/lib/postgresql/*/bin /usr/pgsql-*/bin | sort -rV); do
    [[ -x $dir/initdb && -x $dir/pg_ctl && -x $dir/postgres ]] && printf '%s\n' "$dir" && return
  done
  dir="$(command -v initdb)" && dirname "$(readlink -f "$dir" 2>/dev/null || echo "$dir")"
}

has_chinese_font() {
  if command -v fc-list >/dev/null; then
    [[ -n "$(fc-list :lang=zh-cn family)" ]]
  else
    [[ -n "$(find /usr/share/fonts /usr/local/share/fonts -iname '*cjk*' 2>/dev/null)" ]]
  fi
}

# find_lxml_python MORE...: prints a Python that has lxml. The one on the path need not be that of the system, for which
# packages are installed.
find_lxml_python() {
  local python
  for python in python3 /usr/bin/python3 "$@"; do
    if command -v "$python" >/dev/null && "$python" -c 'import lxml' 2>/dev/null; then
      printf '%s\n' "$python" && return
    fi
  done
  return 1
}

# Prints the folder for what tests write and throw away: in memory where there is room, since a disk is waited for at
# each of thousands of commits. `TMPDIR` overrides.
scratch() {
  if [[ -z ${TMPDIR:-} && -w /dev/shm && $(df -Pk /dev/shm | awk 'NR == 2 { print $4 }') -gt 4194304 ]]; then
    printf '/dev/shm\n'
  else
    printf '%s\n' "${TMPDIR:-/tmp}"
  fi
}
