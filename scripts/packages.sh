# shellcheck shell=bash
# Sourced by the setup scripts: collects missing system packages and installs them, or says exactly what to install.

MISSING=() # one line each: what it is | Debian packages | Fedora | Arch | Homebrew

# need DESCRIPTION DEBIAN FEDORA ARCH HOMEBREW
need() {
  local IFS='|'
  MISSING+=("$*")
}

names_for() {
  local column=$1 line field names=()
  for line in "${MISSING[@]}"; do
    IFS='|' read -r -a field <<<"$line"
    [[ -n ${field[column]:-} ]] && names+=("${field[column]}")
  done
  printf '%s' "${names[*]}"
}

tell() {
  local line
  printf 'Missing on this machine:\n' >&2
  for line in "${MISSING[@]}"; do printf '  - %s\n' "${line%%|*}" >&2; done
  printf 'Install with:\n  %s\nand run the command again.\n' "$1" >&2
  exit 1
}

# Under CI nobody is there to type a password.
as_root() {
  if [[ $(id -u) == 0 ]]; then
    "$@"
  elif [[ -t 0 ]]; then
    sudo "$@"
  else
    sudo -n "$@"
  fi
}

install_missing() {
  ((${#MISSING[@]})) || return 0
  if ! command -v apt-get >/dev/null; then
    if command -v dnf >/dev/null; then tell "sudo dnf install $(names_for 2)"; fi
    if command -v pacman >/dev/null; then tell "sudo pacman -S $(names_for 3)"; fi
    if command -v brew >/dev/null; then tell "brew install $(names_for 4)"; fi
    tell "your package manager; on Debian the packages are: $(names_for 1)"
  fi
  local packages
  read -r -a packages <<<"$(names_for 1)"
  if [[ $(id -u) != 0 ]] && ! command -v sudo >/dev/null; then
    tell "su -c 'apt-get update && apt-get install ${packages[*]}'"
  fi
  printf 'Installing system packages: %s\n' "${packages[*]}"
  local apt=(env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=900)
  as_root "${apt[@]}" update >/dev/null || printf "apt-get update failed; trying with the package lists there are.\n" >&2
  as_root "${apt[@]}" install --no-install-recommends "${packages[@]}" ||
    tell "sudo apt-get install ${packages[*]}"
}

# at_least HAVE WANT: compares dotted versions.
at_least() {
  [[ "$(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n 1)" == "$2" ]]
}
