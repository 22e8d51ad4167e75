# Sourced by setup: JDK 25 and SimGrid 4 in a private prefix, a folder with unpacked packages of Debian 13 and their own C library.
# The system stays as it is, and no root is needed. Needs say() and logged(), $root and $state. $foreign names another processor, whose
# packages are unpacked only, for its archive.

prefix=$state/prefix${foreign:+-$foreign}
prefix_root=$prefix/root

# True if the prefix is whole and has not been moved: its programs hold its path.
has_prefix() {
  [ -f "$prefix/complete" ] && [ "$(cat "$prefix/complete")" = "$prefix_root" ]
}

# Sets jdk to the prefix's.
prefix_jdk() {
  for jdk in "$prefix_root"/usr/lib/jvm/java-25-openjdk-*; do
    [ -x "$jdk/bin/javac" ] && return 0
  done
  return 1
}

# Runs apt with a state and a cache of its own in $prefix/apt. It takes no package as installed, so it resolves all of a package's
# dependencies, the C library included. The system's settings for proxies apply; its sources and preferences do not.
prefix_apt() {
  apt-get -q -y -o Dir::Etc::sourcelist="$prefix/apt/sources.list" -o Dir::Etc::sourceparts=/dev/null \
    -o Dir::Etc::preferences=/dev/null -o Dir::Etc::preferencesparts=/dev/null -o APT::Default-Release= \
    -o Dir::State="$prefix/apt/state" -o Dir::State::status="$prefix/apt/status" -o Dir::Cache="$prefix/apt/cache" \
    -o Debug::NoLocking=1 -o APT::Sandbox::User=root -o APT::Install-Recommends=0 -o Acquire::Languages=none -o Acquire::Retries=3 \
    -o APT::Architecture="$architecture" "$@"
}

# Prints the mirror that this system uses for Debian's archive $1 (debian, debian-security), else Debian's own.
mirror_of() {
  # shellcheck disable=SC2016  # apt-get expands these itself
  used=$(apt-get indextargets --format '$(REPO_URI) $(RELEASE)' 'Created-By: Packages' 'Component: main' 2>/dev/null |
    sed -n -E "s#^(https?://[^ ]*/$1)/? (bookworm|trixie)(-security)?\$#\1#p" | head -n 1)
  echo "${used:-http://deb.debian.org/$1}"
}

# Prints the file of Debian's keys. Ubuntu has it in a package, which apt checks by Ubuntu's own keys.
debian_keys() {
  for keys in /usr/share/keyrings "$prefix/apt/keys/usr/share/keyrings"; do
    keys=$keys/debian-archive-keyring.gpg
    [ -f "$keys" ] && echo "$keys" && return 0
  done
  (cd "$prefix/apt" && apt-get -q download debian-archive-keyring >&2 && dpkg -x debian-archive-keyring_*.deb keys) && echo "$keys"
}

# Downloads the packages. What an interrupted download left is used again; apt checks all of it by Debian's signatures.
download_prefix() {
  architecture=${foreign:-$(dpkg --print-architecture)}
  mkdir -p "$prefix/apt/state/lists/partial" "$prefix/apt/cache/archives/partial"
  : >"$prefix/apt/status"
  keys=$(debian_keys) || return 1
  {
    echo "deb [arch=$architecture signed-by=$keys] $(mirror_of debian) trixie main"
    echo "deb [arch=$architecture signed-by=$keys] $(mirror_of debian-security) trixie-security main"
  } >"$prefix/apt/sources.list"
  prefix_apt update && prefix_apt --download-only install simgrid-java openjdk-25-jdk-headless patchelf libc-bin
}

# Unpacks them, and notes their names and versions.
unpack_prefix() {
  rm -rf "$prefix_root"
  mkdir "$prefix_root"
  for package in "$prefix"/apt/cache/archives/*.deb; do
    dpkg -x "$package" "$prefix_root" && dpkg-deb --show "$package" >&3 || return 1
  done 3>"$prefix/packages"
}

make_foreign_prefix() {
  mkdir -p "$prefix"
  download_prefix && unpack_prefix && rm -rf "$prefix/apt" && echo "$prefix_root" >"$prefix/complete"
}

# Lets the JDK's programs start with the prefix's loader and find the prefix's libraries. By RPATH, not RUNPATH and not
# LD_LIBRARY_PATH: it holds for libraries of libraries too, but not for programs that Java starts.
patch_jdk() {
  loader=$(echo "$prefix_root"/usr/lib/*/ld-linux-*.so.?)
  libraries=${loader%/*}
  for program in "$jdk"/bin/* "$jdk/lib/jspawnhelper"; do
    "$loader" --library-path "$libraries" "$prefix_root/usr/bin/patchelf" --set-interpreter "$loader" \
      --force-rpath --set-rpath "$jdk/lib:$jdk/lib/server:$libraries" "$program" || return 1
  done
  # The package's links lead to /etc, where its configuration would be installed.
  find "$jdk" -type l -lname '/*' | while read -r link; do
    target=$(readlink "$link")
    case $target in */etc/*) ln -sfn "$prefix_root/etc/${target#*/etc/}" "$link" ;; esac
  done
}

# True if the prefix is whole, but was made in another folder.
was_moved() {
  [ -f "$prefix/complete" ] && ! has_prefix && prefix_jdk
}

# Writes the new place into all that holds the path of the prefix.
settle_prefix() {
  prefix_jdk && patch_jdk && find_simgrid "$prefix_root" && link_simgrid && printf '%s\n' "$jdk" >"$state/jdk" &&
    echo "$prefix_root" >"$prefix/complete"
}

# Gives the JDK the certificates of the system, or else those of the package, which makes its file only when it is installed.
trust_certificates() {
  mkdir -p "$prefix_root/etc/ssl/certs/java"
  set -- /etc/ssl/certs/ca-certificates.crt
  [ -s "$1" ] || set -- "$prefix_root"/usr/share/ca-certificates/mozilla/*.crt
  cat "$@" | "$jdk/bin/java" "$root/cli/src/main/shell/TrustStore.java" "$prefix_root/etc/ssl/certs/java/cacerts"
}

# Makes the prefix, or finishes one that was interrupted.
make_prefix() {
  if ! command -v apt-get >/dev/null || ! command -v dpkg >/dev/null; then
    say "This system has neither apt-get nor dpkg, so setup installs nothing. It needs a JDK 25 (JAVA_HOME, PATH or /usr/lib/jvm)"
    say "and SimGrid 4 with its Java bindings. Tracecast's archive for Linux brings both: docs/install.md."
    return 1
  fi
  say "Putting JDK 25 and SimGrid 4 of Debian 13 into $prefix (180 MB to download, 460 MB on disk)"
  say "No root is needed, and the system's own packages stay as they are."
  rm -f "$prefix/complete"
  mkdir -p "$prefix"
  logged download_prefix || {
    say "The download failed (above); ./tracecast setup continues it. It needs a mirror of Debian: $(mirror_of debian)"
    return 1
  }
  if ! logged unpack_prefix || ! prefix_jdk || ! logged patch_jdk || ! logged trust_certificates; then
    say "Unpacking failed (above). It needs 700 MB of space in $prefix; ./tracecast setup tries it again."
    return 1
  fi
  rm -rf "$prefix/apt"
  echo "$prefix_root" >"$prefix/complete"
}
