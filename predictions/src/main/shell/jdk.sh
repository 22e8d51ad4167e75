# Sourced by the launcher and by setup: where the JDK, the jars and SimGrid lie. Needs $root and $state.

simgrid_jar=${TRACECAST_SIMGRID_JAR:-/usr/share/java/simgrid.jar}
library_path=$state/lib:/usr/lib/x86_64-linux-gnu:/usr/lib/aarch64-linux-gnu:/usr/local/lib:/usr/lib64:/usr/lib

# True if $1 is the home of a JDK of version 25 or newer. Reads its release file, so that no JVM is started.
is_jdk25() {
  [ -x "$1/bin/javac" ] && [ -f "$1/release" ] || return 1
  while IFS="=" read -r key value; do
    [ "$key" = JAVA_VERSION ] || continue
    value=${value#\"}
    value=${value%%[!0-9]*}
    [ "${value:-0}" -ge 25 ]
    return
  done <"$1/release"
  return 1
}

# Sets jdk: JAVA_HOME if it will do, else the java on the PATH, else the first of the usual places.
find_jdk() {
  jdk=${JAVA_HOME-}
  [ -z "$jdk" ] || ! is_jdk25 "$jdk" || return 0
  jdk=$(command -v javac 2>/dev/null) && jdk=$(readlink -f "$jdk") && jdk=${jdk%/bin/javac} && is_jdk25 "$jdk" && return 0
  for jdk in /usr/lib/jvm/*25* /usr/lib/jvm/* /opt/*jdk* /opt/java/* "${HOME-}"/.sdkman/candidates/java/*; do
    is_jdk25 "$jdk" && return 0
  done
  jdk=
  return 1
}

# Sets class_path: this build's jars in a fixed order (the cache depends on it), then SimGrid's where installed.
set_class_path() {
  class_path=
  for jar in "$root"/predictions/target/predictions-*.jar "$root"/predictions/target/lib/*.jar; do
    [ -f "$jar" ] || return 1
    class_path=${class_path:+$class_path:}$jar
  done
  if [ -f "$simgrid_jar" ]; then
    if same_date "$state/lib/simgrid.jar" "$simgrid_jar"; then
      class_path=$class_path:$state/lib/simgrid.jar
    else
      class_path=$class_path:$simgrid_jar
    fi
  fi
}

same_date() {
  [ -f "$1" ] && [ ! "$1" -nt "$2" ] && [ ! "$1" -ot "$2" ]
}

# True if the cache of loaded classes, which setup made from an earlier run, belongs to this JDK and these jars.
# JDK 25 itself does not notice a jar that was built anew, and would run the old classes.
cache_fits() {
  [ -f "$state/tracecast.aot" ] && [ -f "$state/tracecast.aot.for" ] || return 1
  read -r line <"$state/tracecast.aot.for" && [ "$line" = "$jdk $class_path" ] || return 1
  for jar in "$root"/predictions/target/predictions-*.jar "$root"/predictions/target/lib/*.jar; do
    [ ! "$jar" -nt "$state/tracecast.aot" ] || return 1
  done
}

# Debian's jar names its own folder as class path, which no AOT cache allows: a copy with the classes alone, of the same date.
# Beside it the unversioned library names that System.loadLibrary asks for; Debian has them in its development package only.
link_simgrid() {
  rm -rf "${state:?}/lib"
  mkdir -p "${state:?}/lib"
  [ -f "$simgrid_jar" ] || return 0
  for library in simgrid simgrid-java; do
    for file in /usr/lib/*/lib$library.so.* /usr/lib64/lib$library.so.* /usr/local/lib/lib$library.so.*; do
      [ ! -f "$file" ] || ln -sf "$file" "$state/lib/lib$library.so"
    done
  done
  (
    mkdir "$state/lib/unpacked" && cd "$state/lib/unpacked" &&
      "$jdk/bin/jar" --extract --file "$simgrid_jar" org META-INF/MANIFEST.MF &&
      grep '^Specification-Version' META-INF/MANIFEST.MF >manifest &&
      "$jdk/bin/jar" --create --file ../simgrid.jar --manifest manifest org &&
      touch -r "$simgrid_jar" ../simgrid.jar
  ) || echo "note: could not repack $simgrid_jar; Tracecast works without, but starts more slowly" >&2
  rm -rf "$state/lib/unpacked"
}
