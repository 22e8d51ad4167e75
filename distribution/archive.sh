#!/bin/sh
# Makes the archive for Linux: a Java runtime, the jars, SimGrid, the C library that both need, and the recorder's sources.
# It runs without root on any Linux of its processor, whatever C library that has. Needs ./tracecast setup --prefix before, git and objcopy.
# archive.sh [FOLDER [arm64]]: the folder to write it to, by default target; and the processor, by default this one. Another processor's
# archive is made from Debian's packages for that processor, and nothing of it is run. The same commit gives the same bytes in any folder,
# so the start-up cache is made where the archive is used (cli/src/main/shell/jdk.sh).
set -eu

here=$(cd "$(dirname "$0")" && pwd -P)
root=${here%/*}
output=$(mkdir -p "${1:-$root/target}" && cd "${1:-$root/target}" && pwd -P)
state=$root/.tracecast
case ${2-} in
  '') foreign='' objcopy=objcopy package=binutils ;;
  arm64) foreign=arm64 processor=aarch64 objcopy=aarch64-linux-gnu-objcopy package=binutils-aarch64-linux-gnu ;;
  *)
    echo "error: found processor $2; expected arm64, or none for this machine's" >&2
    exit 2
    ;;
esac
# shellcheck source=../cli/src/main/shell/prefix.sh
. "$root/cli/src/main/shell/prefix.sh"
# shellcheck source=../cli/src/main/shell/jdk.sh
. "$root/cli/src/main/shell/jdk.sh"

# Java's tools find their own files by the encoding of the locale: in a folder with a name outside ASCII, C is not enough.
export LC_ALL=C.UTF-8

fail() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}
# All that is needed, before anything is made.
for program in git:git "$objcopy:$package" readelf:binutils gzip:gzip tar:tar sha256sum:coreutils; do
  command -v "${program%:*}" >/dev/null || fail "archive.sh needs ${program%:*} (apt-get install ${program#*:})"
done
git -C "$root" rev-parse --git-dir >/dev/null || fail "archive.sh needs a clone of git, which knows the files of the archive (git's words are above)"
if [ -n "$foreign" ]; then
  recall_jdk || fail "there is no JDK 25; run ./tracecast setup first"
  tools=$jdk/bin
  has_prefix || make_foreign_prefix || fail "the packages for $foreign could not be downloaded or unpacked (above)"
fi
{ has_prefix && prefix_jdk; } || fail "there is no private prefix; run ./tracecast setup --prefix first"
tools=${tools:-$jdk/bin}
{ set_class_path && [ -f "$simgrid_jar" ]; } || fail "nothing is built; run ./tracecast setup --prefix first"

locale=$prefix_root/usr/lib/locale/C.utf8
[ -d "$locale" ] || fail "the private prefix was made by an older setup; remove $prefix and run ./tracecast setup --prefix"

version=$(basename "$root"/cli/target/cli-*.jar .jar)
version=${version#cli-}
name=tracecast-$version-linux-${processor:-$(uname -m)}
# All files get the date of the last change, so that the same sources give the same archive.
date=${SOURCE_DATE_EPOCH:-$(git -C "$root" log -1 --format=%ct)}
work=$(mktemp -d "$output/archive.XXXXXX")
trap 'rm -rf "$work"' EXIT
archive=$work/$name
loader=$(echo "$prefix_root"/usr/lib/*/ld-linux-*.so.?)
libraries=${loader%/*}

# Copies the files of the sources that git knows, so that nothing else of the folder comes along.
copy_sources() {
  (cd "$root" && git ls-files -z -- "$@" | xargs -0 tar -cf - --) | tar -xf - -C "$archive"
}

copy_program() {
  mkdir -p "$archive/jars/lib" "$archive/lib"
  copy_sources tracecast cli/src/main/shell/jdk.sh cli/src/main/shell/cache.sh recorder/build.sh ":(glob)recorder/src/*" \
    recorder/structure recorder/payload recorder/run recorder/calibrate ":(glob)python/*" python/tracecast examples README.md LICENSE NOTICE CHANGELOG.md docs
  cp "$jars"/cli-*.jar "$simgrid_jar" "$archive/jars"
  cp "$jars"/lib/*.jar "$archive/jars/lib"
}

# The modules of the JDK that any of the jars uses, without the debug information.
make_runtime() {
  modules=$(for jar in "$archive"/jars/*.jar "$archive"/jars/lib/*.jar; do
    "$tools/jdeps" --multi-release 25 --ignore-missing-deps --print-module-deps --module-path "$archive/jars:$archive/jars/lib" "$jar"
  done | tr , '\n' | grep -E '^(java|jdk)\.' | sort -u | paste -s -d , -)
  "$tools/jlink" --module-path "$jdk/jmods" --add-modules "$modules" --strip-java-debug-attributes \
    --strip-native-debug-symbols "exclude-debuginfo-files:objcopy=$(command -v "$objcopy")" --no-header-files --no-man-pages --compress zip-6 \
    --output "$archive/runtime"
  # The link to Debian's file of certificates; Tracecast opens no connection.
  find "$archive/runtime" -type l ! -exec test -e {} \; -delete
}

# Adds the libraries of the prefix that file $1 needs, and those that these need, to $work/needed; and to $work/lacking what neither the
# runtime nor the prefix has: the system of this machine does not count.
add_needed() {
  for library in $(readelf -d "$1" | sed -n 's/.*(NEEDED).*\[\(.*\)\]$/\1/p'); do
    if [ -f "$libraries/$library" ]; then
      if ! grep -qxF "$libraries/$library" "$work/needed"; then
        echo "$libraries/$library" >>"$work/needed"
        add_needed "$libraries/$library"
      fi
    elif ! [ -f "$archive/runtime/lib/$library" ] && ! [ -f "$archive/runtime/lib/server/$library" ]; then
      echo "$library" >>"$work/lacking"
    fi
  done
}

needs_the_prefix() {
  : >"$work/needed"
  : >"$work/lacking"
  add_needed "$1"
  [ ! -s "$work/lacking" ]
}

# Copies the libraries that the runtime and SimGrid load, and what these need, the C library among them. Libraries of the runtime that
# need a desktop or a sound card, which the prefix does not have, are left out.
copy_libraries() {
  cp -L "$(echo "$libraries"/libsimgrid-java.so.?.*)" "$archive/lib/libsimgrid-java.so"
  for file in "$archive"/runtime/lib/*.so "$archive"/runtime/bin/java "$archive"/runtime/lib/server/libjvm.so "$archive"/lib/libsimgrid-java.so; do
    if needs_the_prefix "$file"; then
      cat "$work/needed" >>"$work/all"
    else
      case $file in
        */libawt* | */libjawt.so | */libsplashscreen.so | */libfontmanager.so | */libjsound.so) rm "$file" ;;
        *) fail "$file needs a library that the private prefix lacks: $(cat "$work/lacking")" ;;
      esac
    fi
  done
  sort -u "$work/all" >"$work/libraries"
  while read -r file; do
    cp -L "$file" "$archive/lib"
  done <"$work/libraries"
  mkdir "$archive/lib/locale"
  cp -r "$locale" "$archive/lib/locale"
  # System.loadLibrary asks for a name without a version.
  ln -s "$(basename "$libraries"/libsimgrid.so.?.*)" "$archive/lib/libsimgrid.so"
}

# Starts a program of the runtime with the loader beside it. A script: the path of a loader inside a program must be absolute.
wrap() {
  mv "$archive/runtime/$1" "$archive/runtime/$1.program"
  sed "s#PROGRAM#$1.program#" >"$archive/runtime/$1" <<'END'
#!/bin/sh
runtime=${0%/*}/..
[ -n "${TRACECAST_LOCPATH+set}" ] || export TRACECAST_LOCPATH="${LOCPATH-}"
export LOCPATH="$runtime/../lib/locale"
exec "$runtime/bin/loader" --inhibit-cache --library-path "$runtime/../lib" "$runtime/PROGRAM" "$@"
END
  chmod 755 "$archive/runtime/$1"
}

# The licence of each package that a file of the archive is from, and the packages' versions.
copy_licences() {
  mkdir "$archive/licenses"
  cp -r "$archive/runtime/legal" "$archive/licenses/openjdk"
  sort -u "$prefix/packages" >"$archive/licenses/PACKAGES"
  for folder in "$prefix_root"/usr/share/doc/*/; do
    folder=${folder%/}
    [ ! -f "$folder/copyright" ] || cp "$folder/copyright" "$archive/licenses/${folder##*/}"
  done
}

echo "Making $name"
mkdir -p "$archive"
copy_program
make_runtime
copy_libraries
cp "$loader" "$archive/runtime/bin/loader"
wrap bin/java
wrap lib/jspawnhelper
copy_licences
tar --sort=name --mtime="@$date" --mode=u=rwX,go=rX --owner=0 --group=0 --numeric-owner -C "$work" -cf - "$name" | gzip -9n >"$work/$name.tar.gz"
mv "$work/$name.tar.gz" "$output"
(cd "$output" && sha256sum "$name.tar.gz" >"$name.tar.gz.sha256")
ls -l "$output/$name.tar.gz"
