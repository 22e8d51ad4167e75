# Sourced by setup: installs packages by apt-get, from Debian 13's suite where Debian 12 lacks them. Needs say(), $yes and
# $state (for the log).

apt_folder=/etc/apt
trixie_list=$apt_folder/sources.list.d/tracecast-trixie
trixie_pin=$apt_folder/preferences.d/tracecast-trixie

# Runs a command as root.
as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  else
    sudo "$@"
  fi
}

# Its own words go to a log, of which the end is shown on failure only.
apt_get() {
  say "  apt-get $*"
  log=$state/install.log
  mkdir -p "$state"
  as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get -q -o Acquire::Retries=3 -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0 "$@" >"$log" 2>&1 </dev/null || {
    tail -n 20 "$log" | sed 's/^/  | /' >&2
    return 1
  }
}

# The lowest version of package $1 that will do.
least_version() {
  case $1 in simgrid-java) echo 4.0~ ;; *) echo 25~ ;; esac
}

# True if apt would install a good version of package $1 by itself. Tried out, since a suite that is pinned low offers packages
# whose own needs it does not meet.
in_own_suite() {
  candidate=$(LC_ALL=C apt-cache policy "$1" 2>/dev/null | sed -n 's/^  Candidate: //p')
  [ -n "$candidate" ] && [ "$candidate" != "(none)" ] && dpkg --compare-versions "$candidate" ge "$(least_version "$1")" &&
    apt-get install --simulate --no-install-recommends "$1" >/dev/null 2>&1
}

# True if suite trixie is among apt's sources, whoever put it there.
knows_trixie() {
  LC_ALL=C apt-cache policy | grep -q 'n=trixie,'
}

# Writes this machine's own entries for bookworm and its security updates again, for trixie: same mirror, same keyring.
# $1: a folder to write into. Knows one-line entries and deb822 stanzas; only what Debian itself publishes.
write_trixie_sources() {
  for file in "$apt_folder"/sources.list "$apt_folder"/sources.list.d/*.list; do
    [ ! -f "$file" ] || sed -n -E '/^deb[[:space:]]+(\[[^]]*\][[:space:]]+)?[^[:space:]]*(debian|debian-security)\/?[[:space:]]+bookworm(-security)?[[:space:]]+(.*[[:space:]])?main([[:space:]]|$)/{
      s/([[:space:]])bookworm(-security)?[[:space:]].*/\1trixie\2 main/
      p
    }' "$file"
  done | sort -u >"$1/tracecast-trixie.list"
  for file in "$apt_folder"/sources.list.d/*.sources; do
    [ ! -f "$file" ] || awk '
      function flush(   suites) {
        if (stanza != "" && uri ~ /(debian|debian-security)\/?[[:space:]]*$/ && components ~ /(^|[[:space:]])main([[:space:]]|$)/ && enabled) {
          suites = ""
          if ((" " suite " ") ~ /[[:space:]]bookworm[[:space:]]/) suites = suites " trixie"
          if ((" " suite " ") ~ /[[:space:]]bookworm-security[[:space:]]/) suites = suites " trixie-security"
          if (suites != "") printf "Types: deb\nSuites:%s\nComponents: main\n%s\n", suites, stanza
        }
        stanza = uri = suite = components = ""; enabled = 1; keep = 0
      }
      BEGIN { enabled = 1 }
      /^[[:space:]]*$/ { flush(); next }
      /^#/ { next }
      /^[^[:space:]]/ {
        name = tolower($1); value = $0; sub(/^[^:]*:[[:space:]]*/, "", value)
        keep = 1
        if (name == "types:") keep = 0
        if (name == "suites:") { suite = value; keep = 0 }
        if (name == "components:") { components = value; keep = 0 }
        if (name == "uris:") uri = value
        if (name == "enabled:" && tolower(value) == "no") enabled = 0
      }
      keep { stanza = stanza $0 "\n" }
      END { flush() }
    ' "$file"
  done >"$1/tracecast-trixie.sources"
  grep -q '[[:space:]]trixie main' "$1/tracecast-trixie.list" || grep -qE '^Suites:.* trixie( |$)' "$1/tracecast-trixie.sources" ||
    echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian trixie main" >>"$1/tracecast-trixie.list"
}

add_trixie() {
  new=$(mktemp -d) || return 1
  write_trixie_sources "$new"
  for file in "$new/tracecast-trixie.list" "$new/tracecast-trixie.sources"; do
    [ ! -s "$file" ] || as_root install -m 644 "$file" "$apt_folder/sources.list.d/" || return 1
  done
  printf 'Package: *\nPin: release n=%s\nPin-Priority: 100\n\n' trixie trixie-security >"$new/pin"
  as_root install -m 644 "$new/pin" "$trixie_pin" || return 1
  rm -r "$new"
  apt_get update || say "note: apt-get update had errors (above); going on with what it knows"
}

# Asks a question; yes by --yes and CI. Without a terminal to answer at, the answer is no.
agreed() {
  if $yes; then
    say "$1 yes (--yes or CI)"
    return 0
  fi
  printf '%s [y/N] ' "$1"
  answer=
  read -r answer || :
  case $answer in
    [yY] | [yY][eE][sS]) return 0 ;;
  esac
  [ -n "$answer" ] || say "(no answer)"
  return 1
}

# Installs packages $@, or says what would have to be done; false if any of them was not installed.
install_packages() {
  distribution=$(. /etc/os-release 2>/dev/null && echo "${ID-} ${ID_LIKE-}") || distribution=
  release=$(. /etc/os-release 2>/dev/null && echo "${VERSION_CODENAME-}") || release=
  case " $distribution " in
    *" debian "* | *" ubuntu "*) ;;
    *)
      say "This is neither Debian nor Ubuntu, so nothing is installed from here. Wanted: a JDK 25 in /usr/lib/jvm or JAVA_HOME,"
      say "and SimGrid 4 or newer with its Java bindings: $simgrid_jar (TRACECAST_SIMGRID_JAR names another place)."
      return 1
      ;;
  esac
  if [ "$(id -u)" != 0 ] && ! command -v sudo >/dev/null; then
    say "Neither root nor sudo: as root, run ./tracecast setup, or install $* yourself."
    return 1
  fi
  # A bare or old machine has no or stale package lists. Other people's broken sources are not ours to mend.
  apt_get update || say "note: apt-get update had errors (above); going on with what it knows"

  own='' foreign=''
  for package; do
    if in_own_suite "$package"; then own="$own $package"; else foreign="$foreign $package"; fi
  done
  if [ -n "$own" ]; then
    say "Installing from this system's own suites:$own"
    # shellcheck disable=SC2086  # a list of packages
    apt_get install -y --no-install-recommends $own || return 1
  fi
  [ -n "$foreign" ] || return 0

  case "$distribution $release" in
    debian*bookworm) ;;
    debian*) knows_trixie || { cannot_install "$foreign" && return 1; } ;;
    *) cannot_install "$foreign" && return 1 ;;
  esac
  say
  say "Debian 12 itself does not have:$foreign. Debian 13 (trixie) does. What would be done:"
  knows_trixie || say "  - add suite trixie to apt's sources: $trixie_list.*, same mirror and keyring as your own"
  knows_trixie || say "  - pin it to priority 100 ($trixie_pin): no other package is upgraded from it"
  say "  - apt-get install --no-install-recommends -t trixie$foreign"
  say "WARNING: this lifts the C library of this system (libc6 2.36 -> 2.41), with libstdc++6, libgcc-s1, OpenSSL and base-files"
  say "(so that /etc/os-release will say Debian 13). Installed programs go on working, but there is no simple way back."
  agreed "Go on?" || {
    say "Not done; this system stays as it is."
    return 1
  }
  knows_trixie || add_trixie || return 1
  # shellcheck disable=SC2086  # a list of packages
  apt_get install -y --no-install-recommends -t trixie $foreign
}

cannot_install() {
  say "This system's suites do not have:$1. Wanted: simgrid-java 4.0 or newer (Debian 13, Ubuntu 25.10 or newer have it), openjdk-25."
}
