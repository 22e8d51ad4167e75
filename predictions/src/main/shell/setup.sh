#!/bin/sh
# Installs what Tracecast needs, builds it and runs it once. Called by ./tracecast setup; needs no Java yet.
set -eu

root=$1
shift
state=$root/.tracecast
. "$root/predictions/src/main/shell/jdk.sh"
. "$root/predictions/src/main/shell/apt.sh"

usage() {
  cat <<'END'
Usage: ./tracecast setup [--yes] [--test]
Installs JDK 25 and SimGrid 4 where missing (Debian, Ubuntu), builds Tracecast, and predicts a first runtime.
      --yes    do not ask, not even before newer base libraries come to a Debian 12; the same if CI is set to true
      --test   instead of the first prediction: build everything with all checks, and pass all tests
  -h, --help   this text
Exit code 0: done; 3: built, but without SimGrid, so that nothing was predicted; 1: failed; 2: wrong option.
END
}

say() { printf '%s\n' "$*"; }
fail() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}

yes=false tests=false
for option; do
  case $option in
    --yes | -y) yes=true ;;
    --test) tests=true ;;
    -h | --help) usage && exit 0 ;;
    *)
      printf 'error: setup: unknown option %s; expected --yes, --test or --help\n' "$option" >&2
      exit 2
      ;;
  esac
done
case ${CI-} in true | 1) yes=true ;; esac

# 1. What is missing?
has_simgrid() {
  [ -f "$simgrid_jar" ] || return 1
  for file in /usr/lib/*/libsimgrid.so.[4-9]* /usr/lib64/libsimgrid.so.[4-9]* /usr/local/lib/libsimgrid.so.[4-9]*; do
    [ ! -f "$file" ] || return 0
  done
  return 1
}

say "Tracecast set-up in $root"
missing=
if find_jdk; then
  say "  JDK 25:     $jdk"
else
  say "  JDK 25:     missing; Tracecast is written in Java 25 and built on the spot"
  missing=openjdk-25-jdk-headless
fi
if has_simgrid; then
  say "  SimGrid 4:  $simgrid_jar"
else
  say "  SimGrid 4:  missing; the simulator that predictions run in (--engine simgrid), with its Java bindings"
  missing="$missing simgrid-java"
fi
if command -v mpicc >/dev/null; then
  say "  MPI:        $(command -v mpicc)"
else
  say "  MPI:        no mpicc; only ./tracecast record and calibrate need one: apt-get install libopenmpi-dev openmpi-bin, or libmpich-dev mpich"
fi

# 2. Install it.
if [ -n "$missing" ]; then
  # shellcheck disable=SC2086  # a list of packages
  install_packages $missing || :
fi
find_jdk || fail "there is no JDK 25, so nothing was built. Unpack one (any vendor's) into /usr/lib/jvm or let JAVA_HOME name it, then run ./tracecast setup again"
export JAVA_HOME="$jdk"

# 3. Build it.
mkdir -p "$state"
link_simgrid

# Maven and the formatter use an API of the JDK that warns at each start.
export MAVEN_OPTS="--sun-misc-unsafe-memory-access=allow --enable-native-access=ALL-UNNAMED ${MAVEN_OPTS-}"

# True if no source is newer than the last build, and SimGrid neither came nor went since.
is_built() {
  set_class_path && [ -f "$state/built" ] && [ "$(cat "$state/built")" = "$jdk $class_path" ] &&
    [ -z "$(find "$root" -path "$state" -prune -o -path '*/target' -prune -o \( -name '*.java' -o -name pom.xml -o -path '*/src/main/resources/*' \) -newer "$state/built" -print)" ]
}

build() {
  rm -rf "$state/built" "$root/predictions/target/lib"
  # A jar of SimGrid 3 may lie there.
  has_simgrid || set -- -P '!simgrid' "$@"
  (cd "$root" && ./mvnw -B -ntp "$@")
}

# $@: the engines that predictions may use.
make_cache() {
  say "Making the start-up cache: some predictions, from which every later run starts sooner"
  rm -f "$state/tracecast.aot" "$state/tracecast.aot.for"
  mkdir -p "$state/rehearsal"
  if TRACECAST_AOT_OUTPUT=$state/tracecast.aot "$root/tracecast" "$state/rehearsal" "$@" >"$state/cache.log" 2>&1 && [ -f "$state/tracecast.aot" ]; then
    printf '%s\n' "$jdk $class_path" >"$state/tracecast.aot.for"
    return 0
  fi
  say "note: no start-up cache was made (see $state/cache.log); every run takes a little longer"
}

mark_built() {
  set_class_path || fail "the build left no jars in $root/predictions/target"
  printf '%s\n' "$jdk $class_path" >"$state/built"
}

if $tests; then
  say "Building with all checks and tests (Maven comes by ./mvnw, libraries from Maven Central)"
  log=$state/test.log
  # What the first prediction's build compiled, it compiled without the checks.
  rm -rf "$root"/*/target/classes
  # POSIX sh has no pipefail: the exit code goes through a file.
  { build verify -Dchecks && echo 0 >"$state/test.exit" || echo $? >"$state/test.exit"; } 2>&1 | tee "$log"
  code=$(cat "$state/test.exit")
  say
  say "Tests by module, then all together:"
  grep 'Tests run: [0-9]*, Failures: [0-9]*, Errors: [0-9]*, Skipped: [0-9]*$' "$log" || say "(no test ran)"
  sed -n 's/.*Tests run: \([0-9]*\), Failures: \([0-9]*\), Errors: \([0-9]*\), Skipped: \([0-9]*\)$/\1 \2 \3 \4/p' "$log" | {
    run=0 failures=0 errors=0 skipped=0
    while read -r a b c d; do
      run=$((run + a)) failures=$((failures + b)) errors=$((errors + c)) skipped=$((skipped + d))
    done
    say "Tests run: $run, Failures: $failures, Errors: $errors, Skipped: $skipped"
  }
  [ "$code" = 0 ] || fail "the tests or checks failed (exit code $code of Maven); the whole log is $log"
  mark_built
else
  if is_built; then
    say "Built already; nothing has changed since"
  else
    say "Building (Maven comes by ./mvnw, libraries from Maven Central)"
    build -q -Dquick -DskipTests package || fail "the build failed; Maven's own words are above"
    mark_built
  fi
fi

# 4. Run it once.
show() {
  say
  say "\$ ./tracecast $*"
  (cd "$root" && ./tracecast "$@")
}

generate="generate stencil --dimensions 3 --neighbours faces --ranks 64 --steps 100 --bytes 8192 --compute 0.001 -o .tracecast/stencil.ctrace"
predict="predict .tracecast/stencil.ctrace --platform bluegene-l"
# shellcheck disable=SC2086  # the commands are lists of words
if has_simgrid; then
  cache_fits || make_cache loggp simgrid
  if $tests; then
    exit 0
  fi
  show $generate || fail "tracecast generate failed"
  show $predict || fail "tracecast predict failed; ./tracecast doctor says what is missing"
  say
  say "Tracecast is set up. ./tracecast --help lists its commands; README.md goes on from here."
else
  cache_fits || make_cache loggp
  $tests || {
    show $generate || fail "tracecast generate failed"
    show info .tracecast/stencil.ctrace || fail "tracecast info failed"
  }
  say
  say "Tracecast is built, WITHOUT SimGrid: nothing can be predicted with --engine simgrid yet; all else works."
  say "To add it: ./tracecast setup again (on Debian 12 answer yes), or install simgrid-java 4 or newer yourself."
  exit 3
fi
