# Sourced by the launcher and by setup: where the JDK and the jars are. Needs $root and $state.

simgrid_jar=$state/lib/simgrid.jar

# True if $1 is the home of a JDK of version 25 or newer. Reads its release file, so no JVM is started.
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

# Sets jdk: JAVA_HOME if it is new enough, else the javac on the PATH, else the first JDK in the usual places.
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

# Sets jdk to the JDK that setup used, or searches for a JDK if setup did not run or its JDK is gone. The programs of the private prefix
# contain their path, so if the clone was moved or copied, they are settled in the new place first.
recall_jdk() {
  if [ -f "$state/jdk" ] && read -r jdk <"$state/jdk"; then
    own=${jdk#*/.tracecast/prefix/root}
    if [ "$own" != "$jdk" ] && [ "$jdk" != "$state/prefix/root$own" ] && [ -x "$state/prefix/root$own/bin/java" ]; then
      echo "note: this clone was moved; its own JDK is settled here, once" >&2
      sh "$root/cli/src/main/shell/settle.sh" "$root" >&2 || return 1
      jdk=$state/prefix/root$own
    fi
    [ ! -x "$jdk/bin/java" ] || return 0
  fi
  find_jdk
}

# The folder of runnable jars: during a build, or after a killed build, the jars of the build before.
fresh=$root/cli/target
kept=$state/kept
if [ -d "$kept" ]; then jars=$kept; else jars=$fresh; fi

# Sets class_path: the jars in a fixed order (the start-up cache depends on it), then SimGrid's if setup found one.
set_class_path() {
  class_path=
  for jar in "$jars"/cli-*.jar "$jars"/lib/*.jar; do
    [ -f "$jar" ] || return 1
    class_path=${class_path:+$class_path:}$jar
  done
  [ ! -f "$simgrid_jar" ] || class_path=$class_path:$simgrid_jar
}

# True if the newest start-up cache, which holds loaded classes, was begun with this JDK and these jars.
# JDK 25 does not notice a jar that was built anew, and would run the old classes.
cache_is_of_these_jars() {
  [ -f "$state/tracecast.aot.for" ] && read -r line <"$state/tracecast.aot.for" && [ "$line" = "$jdk $class_path" ] || return 1
  for jar in "$jars"/cli-*.jar "$jars"/lib/*.jar; do
    # shellcheck disable=SC3013  # dash, bash, ksh and busybox have -nt
    [ ! "$jar" -nt "$state/tracecast.aot.for" ] || return 1
  done
}

# True if the newest start-up cache is also complete.
cache_fits() { cache_is_of_these_jars && [ -f "$state/tracecast.aot" ]; }

# Makes the cache from a few predictions. The file gets its name only when it is complete.
make_cache() {
  engines="loggp flows"
  [ ! -f "$simgrid_jar" ] || engines="$engines simgrid"
  rm -f "$state"/tracecast.aot "$state"/tracecast.aot.new*
  printf '%s\n' "$jdk $class_path" >"$state/tracecast.aot.for"
  new=$state/tracecast.aot.new$$ work=$state/rehearsal$$
  mkdir -p "$work"
  # shellcheck disable=SC2086  # a list of engines
  TRACECAST_AOT_OUTPUT=$new "$root/tracecast" "$work" $engines >"$state/cache.log" 2>&1 || rm -f "$new"
  rm -rf "$work"
  # Jars that were built in the meantime need another cache.
  [ -f "$new" ] && cache_is_of_these_jars && mv "$new" "$state/tracecast.aot"
}
