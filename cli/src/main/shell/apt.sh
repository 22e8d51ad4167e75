# Sourced by setup: installs packages from the system's own suites by apt-get. Needs say() and $state (for the log).

# True where packages can be installed: with apt-get, as root or by sudo.
can_install() {
  command -v apt-get >/dev/null && command -v dpkg >/dev/null && { [ "$(id -u)" = 0 ] || command -v sudo >/dev/null; }
}

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

# Runs a command, shows its output as it comes, and keeps it in a log.
logged() {
  mkdir -p "$state"
  # POSIX sh has no pipefail: the exit code goes through a file.
  { "$@" 2>&1 </dev/null && echo 0 >"$state/install.exit" || echo $? >"$state/install.exit"; } |
    tee "$state/install.log" | sed -u 's/^/  | /'
  return "$(cat "$state/install.exit")"
}

# Packages that it downloads are not left in the system's cache.
apt_get() {
  say "  apt-get $*"
  logged as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get -q -o APT::Keep-Downloaded-Packages=false -o Acquire::Retries=3 -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0 "$@"
}

# A new machine has no package lists, an old machine stale lists. If some sources do not answer, others may.
update_packages() {
  apt_get update || say "note: apt-get update had errors (above); setup goes on with the lists that it has"
}

# The lowest version of package $1 that Tracecast works with.
least_version() {
  case $1 in simgrid-java) echo 4.0~ ;; openjdk-25-*) echo 25~ ;; *) echo 0 ;; esac
}

# True if apt would install a good version of package $1 by itself. A simulation finds out: a suite that is pinned low may offer
# a package and not what the package needs.
in_own_suite() {
  candidate=$(LC_ALL=C apt-cache policy "$1" 2>/dev/null | sed -n 's/^  Candidate: //p')
  [ -n "$candidate" ] && [ "$candidate" != "(none)" ] && dpkg --compare-versions "$candidate" ge "$(least_version "$1")" &&
    apt-get install --simulate --no-install-recommends "$1" >/dev/null 2>&1
}

# Installs packages $@ if the system's own suites have all of them.
install_from_own_suites() {
  can_install || return 1
  update_packages
  for package; do
    in_own_suite "$package" || return 1
  done
  say "Installing from this system's own suites: $*"
  apt_get install -y --no-install-recommends "$@"
}
