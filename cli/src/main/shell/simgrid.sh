# Sourced by setup: finds SimGrid 4 and links it into $state/lib, where the build, the tests and the launcher look for it.
# Needs $state, $jdk and $prefix_root.

# Sets simgrid_source (the jar) and simgrid_libraries (the folder of libsimgrid.so) to those of the system $1: empty, or a prefix.
# TRACECAST_SIMGRID_JAR names another jar, whose libraries are in one of the usual folders.
find_simgrid() {
  simgrid_source=${TRACECAST_SIMGRID_JAR:-$1/usr/share/java/simgrid.jar}
  [ -f "$simgrid_source" ] || return 1
  for library in "$1"/usr/lib/*/libsimgrid.so.[4-9]* "$1"/usr/lib64/libsimgrid.so.[4-9]* "$1"/usr/local/lib/libsimgrid.so.[4-9]*; do
    simgrid_libraries=${library%/*}
    [ ! -f "$library" ] || return 0
  done
  return 1
}

# Debian's jar names its own folder as class path, which no start-up cache allows: a copy holds the classes alone.
# System.loadLibrary asks for names without a version, which Debian has in its development package only: links.
link_simgrid() {
  new=$state/lib.new
  rm -rf "$new"
  mkdir -p "$new/unpacked"
  for library in simgrid simgrid-java; do
    for file in "$simgrid_libraries"/"lib$library.so."*; do
      [ ! -f "$file" ] || ln -sf "$file" "$new/lib$library.so"
    done
  done
  (
    cd "$new/unpacked" && "$jdk/bin/jar" --extract --file "$simgrid_source" org META-INF/MANIFEST.MF &&
      grep '^Specification-Version' META-INF/MANIFEST.MF >manifest &&
      "$jdk/bin/jar" --create --file ../simgrid.jar --manifest manifest --date 2026-01-01T00:00:00Z org
  ) || {
    echo "note: the classes of SimGrid cannot be copied from $simgrid_source, so Tracecast uses this jar and starts without its cache" >&2
    ln -s "$simgrid_source" "$new/simgrid.jar"
  }
  rm -rf "$new/unpacked" "${state:?}/lib"
  mv "$new" "$state/lib"
}
