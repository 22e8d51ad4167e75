# Sourced by the launcher and by setup: where the JDK and the jars are. Needs $root and $state.

# True in the folder of the archive for Linux (distribution/archive.sh), which brings a Java runtime.
is_archive() { [ -d "$root/runtime" ]; }

if is_archive; then simgrid_jar=$root/jars/simgrid.jar; else simgrid_jar=$state/lib/simgrid.jar; fi

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

# Sets jdk to the archive's runtime, or to the JDK that setup used, or searches for a JDK if setup did not run or its JDK is gone. The
# programs of the private prefix contain their path, so if the clone was moved or copied, they are settled in the new place first.
recall_jdk() {
  if is_archive; then
    jdk=$root/runtime
    return
  fi
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
if is_archive; then jars=$root/jars; elif [ -d "$kept" ]; then jars=$kept; else jars=$fresh; fi

# Sets class_path: the jars in a fixed order (the start-up cache depends on it), then SimGrid's if setup found one. The JVM opens jars in this
# order until one has the file that it searches for, so the jars with the recorder's constants and the machine files are first.
set_class_path() {
  class_path=
  rest=
  for jar in "$jars"/cli-*.jar "$jars"/lib/*.jar; do
    [ -f "$jar" ] || return 1
    case ${jar##*/} in
      cli-* | trace-format-* | platforms-*) class_path=${class_path:+$class_path:}$jar ;;
      *) rest=$rest:$jar ;;
    esac
  done
  class_path=$class_path$rest
  [ ! -f "$simgrid_jar" ] || class_path=$class_path:$simgrid_jar
}

# The start-up cache holds loaded classes. It is made where it is used, because it fits one path of the jars and JDK 25 makes other
# bytes each time. Its files in $state are:
#   tracecast.aot       the cache, missing if it could not be made
#   short.aot           the cache of the shortest commands, missing likewise
#   tracecast.aot.for   the JDK and the jars that it was made of, with the date at which it was begun
#   cache.newPID        the folder in which process PID makes it

# True if the newest cache was made, or could not be made, of this JDK and these jars.
# JDK 25 does not notice a jar that was built anew, and would run the old classes.
cache_is_of_these_jars() {
  [ -f "$state/tracecast.aot.for" ] && read -r line <"$state/tracecast.aot.for" && [ "$line" = "$jdk $class_path" ] || return 1
  for jar in "$jars"/cli-*.jar "$jars"/lib/*.jar; do
    # shellcheck disable=SC3013  # dash, bash, ksh and busybox have -nt
    [ ! "$jar" -nt "$state/tracecast.aot.for" ] || return 1
  done
}

# True if the newest cache can be used.
cache_fits() { [ -f "$state/tracecast.aot" ] && cache_is_of_these_jars; }

# True if a process of this machine is making the cache now.
cache_is_begun() {
  for work in "$state"/cache.new*; do
    ! kill -0 "${work##*.new}" 2>/dev/null || return 0
  done
  return 1
}

# True if a command should begin a cache in the background: in a folder that this user may write to, and not during setup's build. In a
# clone, setup makes the folder.
cache_is_due() {
  ! is_archive || [ -d "$state" ] || [ ! -w "$root" ] || mkdir "$state" 2>/dev/null || :
  [ -w "$state" ] && [ ! -d "$kept" ] && ! cache_is_of_these_jars && ! cache_is_begun
}

# Makes both caches from a few commands. Its files get their names only when they are complete, the cache before the file that says what
# it fits. Two processes at once do no harm.
make_cache() {
  for work in "$state"/cache.new*; do
    kill -0 "${work##*.new}" 2>/dev/null || rm -rf "$work" # was killed
  done
  work=$state/cache.new$$
  mkdir "$work" && printf '%s\n' "$jdk $class_path" >"$work/for" || return 1
  engines="loggp flows"
  [ ! -f "$simgrid_jar" ] || engines="$engines simgrid"
  # shellcheck disable=SC2086  # a list of engines
  TRACECAST_AOT_OUTPUT=$work/cache "$root/tracecast" "$work" $engines >"$state/cache.log" 2>&1 || rm -f "$work/cache"
  TRACECAST_AOT_OUTPUT=$work/short "$root/tracecast" "$work" >>"$state/cache.log" 2>&1 || rm -f "$work/short"
  mv -f "$work/short" "$state/short.aot" 2>/dev/null || rm -f "$state/short.aot"
  mv -f "$work/cache" "$state/tracecast.aot" 2>/dev/null || rm -f "$state/tracecast.aot" "$state/short.aot"
  mv -f "$work/for" "$state/tracecast.aot.for"
  rm -rf "$work"
  cache_fits
}
