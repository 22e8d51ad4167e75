#!/bin/sh
# Installs what Tracecast needs, builds it and runs it once. Called by ./tracecast setup; needs no Java yet.
set -eu

root=$1
shift
state=$root/.tracecast
shell=$root/cli/src/main/shell
# shellcheck source=jdk.sh
. "$shell/jdk.sh"
# shellcheck source=apt.sh
. "$shell/apt.sh"
# shellcheck source=prefix.sh
. "$shell/prefix.sh"
# shellcheck source=simgrid.sh
. "$shell/simgrid.sh"
# shellcheck source=testtools.sh
. "$shell/testtools.sh"

usage() {
  cat <<'END'
Usage: ./tracecast setup [--test] [--prefix]
Installs JDK 25 and SimGrid 4 where they are missing, builds Tracecast, and predicts a first runtime.
Packages come from the system's own suites (as root or by sudo). Where these lack them, or without root, they go into
a private folder, .tracecast/prefix, and the system stays as it is. Setup asks no question.
      --test     instead of the first prediction: build everything with all checks, and run all tests
      --prefix   use the private folder even where the system has JDK 25 and SimGrid 4
      --yes      has no effect; it is accepted for older scripts
  -h, --help     print this text
Exit codes: 0 done; 1 failed; 2 wrong option; 3 built, but without SimGrid.
END
}

say() { printf '%s\n' "$*"; }
fail() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}

tests=false private=false
for option; do
  case $option in
    --yes | -y) ;;
    --test) tests=true ;;
    --prefix) private=true ;;
    -h | --help) usage && exit 0 ;;
    *)
      printf 'error: setup: unknown option %s; expected --test, --prefix, --yes or --help\n' "$option" >&2
      exit 2
      ;;
  esac
done

# 1. Find JDK 25 and SimGrid 4, or install them: both from the system, or both from the prefix, since libraries of Debian 13 do not
# work in a JDK that runs with an older C library.
find_on_system() {
  missing=
  find_jdk || missing=openjdk-25-jdk-headless
  find_simgrid '' || missing="$missing simgrid-java"
  [ -z "$missing" ]
}

use_prefix() {
  prefix_jdk && find_simgrid "$prefix_root"
}

find_tools() {
  if ! $private; then
    find_on_system && return
    has_prefix && use_prefix && return
    say "Missing: $missing"
    # shellcheck disable=SC2086  # a list of packages
    install_from_own_suites $missing && find_on_system && return
  fi
  { has_prefix || make_prefix; } && use_prefix && return
  find_jdk || :
  return 1
}

# Setup cannot replace the files of another user.
for file in "$root" "$state" "$state"/* "$root"/*/target "$root"/*/target/*; do
  [ ! -e "$file" ] || [ -w "$file" ] ||
    fail "$file belongs to $(stat -c %U "$file"): run setup as this user, or in your own clone. After setup, all users can run $root/tracecast"
done

say "Setting up Tracecast in $root"
simgrid=true
! was_moved || { say "This clone was moved, so the paths of its JDK are updated" && logged settle_prefix; } || rm -f "$prefix/complete"
find_tools || simgrid=false
[ -n "$jdk" ] || fail "no JDK 25 was found, so nothing was built. Unpack a JDK 25 of any vendor into /usr/lib/jvm, or set JAVA_HOME to a JDK 25, then run ./tracecast setup again"
case $jdk in
  "$prefix_root"/*) logged trust_certificates || say "note: the system's certificates could not be read (above)" ;; # they may be new
esac
say "  JDK 25:     $jdk"
if $simgrid; then
  say "  SimGrid 4:  $simgrid_source"
else
  say "  SimGrid 4:  missing; --engine simgrid needs it"
fi
if command -v mpicc >/dev/null; then
  say "  MPI:        $(command -v mpicc)"
else
  say "  MPI:        no mpicc; only ./tracecast record, retime, replay and calibrate need mpicc: apt-get install libopenmpi-dev openmpi-bin, or libmpich-dev mpich"
fi

# 2. Record the JDK and SimGrid, and build.
mkdir -p "$state"
printf '%s\n' "$jdk" >"$state/jdk"
export JAVA_HOME="$jdk"
if $simgrid; then link_simgrid; else rm -rf "${state:?}/lib"; fi

# Maven and the formatter use an API of the JDK that warns at each start.
export MAVEN_OPTS="--sun-misc-unsafe-memory-access=allow --enable-native-access=ALL-UNNAMED -XX:+UseSerialGC -XX:TieredStopAtLevel=1 ${MAVEN_OPTS-}"

# True if no source is newer than the last build, and the JDK and the jars are the same.
is_built() {
  set_class_path && [ -f "$state/built" ] && [ "$(cat "$state/built")" = "$jdk $class_path" ] &&
    [ -z "$(find "$root" -path "$state" -prune -o -path '*/target' -prune -o \( -name '*.java' -o -name pom.xml -o -path '*/src/main/resources/*' -o -path "$root/recorder/src/*" \) -newer "$state/built" -print)" ]
}

# Keeps the last build until the next one is whole, so that an interrupted or failed build leaves a Tracecast that works.
keep_build() {
  [ ! -d "$kept" ] && [ -f "$state/built" ] && set_class_path || return 0
  rm -rf "$kept.new"
  mkdir "$kept.new"
  cp -Rp "$fresh"/cli-*.jar "$fresh/lib" "$state/built" "$kept.new/"
  mv "$kept.new" "$kept"
}

restore_build() {
  [ -d "$kept" ] || return 0
  rm -rf "${fresh:?}/lib"
  mkdir -p "$fresh"
  cp -Rp "$kept"/cli-*.jar "$kept/lib" "$fresh/"
  cp -p "$kept/built" "$state/built"
  rm -rf "$kept"
  say "The previous build stays in use"
}

# Preloads a library that lets polling ranks of MPICH sleep: recorded test programs then take a fifth of their time on two processors.
preload_idle() {
  idle=$state/idle.so
  case $idle in *[\ :]*) return ;; esac # which separate the names in LD_PRELOAD
  ! cc -O2 -shared -fPIC -o "$idle" "$root/recorder/tests/idle.c" 2>/dev/null || export LD_PRELOAD="$idle${LD_PRELOAD:+:$LD_PRELOAD}"
}

build() {
  keep_build
  rm -rf "$state/built" "${fresh:?}/lib"
  (maven "$@")
}

# Replaces its subshell by Maven, so that the process id of the subshell is Maven's.
maven() {
  cd "$root" && exec ./mvnw -B -ntp "$@"
}

# Builds, and shows the current module. Maven's output goes to a log.
build_shown() {
  # POSIX sh has no pipefail: the exit code goes through a file.
  { build "$@" && echo 0 >"$state/build.exit" || echo $? >"$state/build.exit"; } 2>&1 | tee "$state/build.log" |
    sed -u -n 's/^\[INFO\] Building \(.*[^ ]\)  *\[\([0-9]*\/[0-9]*\)\]$/  | \1 (\2)/p'
  return "$(cat "$state/build.exit")"
}

# Fails with three lines if Maven's log $1 has errors about certificates, as behind a company's proxy. Maven's own messages about them fill pages.
fail_if_untrusted() {
  ! grep -q -i -E 'PKIX|certification path|SSLHandshake|certificate .*(verif|trust|unknown)' "$1" ||
    fail "the build failed, because the certificate of Maven Central is not trusted here, as behind a company's proxy.
Put the proxy's certificate into /usr/local/share/ca-certificates/NAME.crt, run update-ca-certificates as root, and then
./tracecast setup again, which reads the certificates anew. All of Maven's words are in $1"
}

# Prints why Maven failed.
fail_build() {
  fail_if_untrusted "$state/build.log"
  grep '^\[ERROR\]' "$state/build.log" | head -n 20 >&2 || tail -n 20 "$state/build.log" >&2
  fail "the build failed; the output of Maven is in $state/build.log"
}

# Runs all tests of the built modules. The module cli has half of the tests and does not wait for the tests of other modules: MPI
# programs, which mostly wait, then run beside tests that compute.
run_tests() {
  (test_built -pl cli -am -Dtests.below.skipped=true) &
  commands=$!
  # a process in the background ignores Ctrl-C
  trap 'kill "$commands"; exit 130' INT
  code=0
  (test_built -T 2 -pl '!cli') || code=$?
  wait "$commands" || code=$?
  trap - INT
  return "$code"
}

# Does not compile again: two builds at once would compile the same classes.
test_built() {
  maven test -Dchecks -Dmaven.compiler.useIncrementalCompilation=false "$@"
}

mark_built() {
  rm -rf "$kept"
  jars=$fresh
  set_class_path || fail "the build left no jars in $root/cli/target"
  printf '%s\n' "$jdk $class_path" >"$state/built"
}

# Prints the test runner's counts by module and in total.
sum_up_tests() {
  say "Tests by module, then all together:"
  grep 'Tests run: [0-9]*, Failures: [0-9]*, Errors: [0-9]*, Skipped: [0-9]*$' "$1" || say "(no test ran)"
  sed -n 's/.*Tests run: \([0-9]*\), Failures: \([0-9]*\), Errors: \([0-9]*\), Skipped: \([0-9]*\)$/\1 \2 \3 \4/p' "$1" | {
    run=0 failures=0 errors=0 skipped=0
    while read -r a b c d; do
      run=$((run + a)) failures=$((failures + b)) errors=$((errors + c)) skipped=$((skipped + d))
    done
    say "Tests run: $run, Failures: $failures, Errors: $errors, Skipped: $skipped"
  }
}

trap restore_build EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
trap 'exit 129' HUP

if $tests; then
  install_test_tools
  say "Building with all checks and tests (./mvnw gets Maven and the libraries from Maven Central)"
  log=$state/test.log
  # An earlier build may have compiled without the checks, or tests that are in another module now.
  rm -rf "$root"/*/target/classes "$root"/*/target/test-classes "$root"/*/target/surefire-reports
  # POSIX sh has no pipefail: the exit code goes through a file.
  { preload_idle && build -T 2 verify -Dchecks -DskipTests && run_tests && echo 0 >"$state/test.exit" || echo $? >"$state/test.exit"; } 2>&1 | tee "$log"
  code=$(cat "$state/test.exit")
  say
  sum_up_tests "$log"
  for_missing_parts say_not_tested
  say_skipped "$root"/*/target/surefire-reports/TEST-*.xml
  $simgrid || say "NOT TESTED: predictions with --engine simgrid. They need SimGrid 4."
  [ "$code" = 0 ] || fail_if_untrusted "$log"
  [ "$code" = 0 ] || fail "the tests or checks failed (Maven's exit code is $code); the whole log is $log"
  mark_built
else
  if is_built; then
    say "Built already, and nothing has changed since"
  else
    say "Building (./mvnw gets Maven and the libraries from Maven Central)"
    build_shown -Dquick -DskipTests package || fail_build
    mark_built
  fi
fi

# 3. Run it once.
cache_fits || {
  say "Making the start-up cache by a few predictions, so that commands start faster"
  make_cache || say "note: no start-up cache was made (see $state/cache.log); every command takes a little longer"
}

show() {
  say
  say "\$ ./tracecast $*"
  (cd "$root" && ./tracecast "$@") || fail "tracecast $1 failed; ./tracecast doctor says what is missing"
}

if ! $tests; then
  show generate stencil --shape 3d --neighbours faces --ranks 64 --steps 100 --bytes 8192 --compute 0.001 -o .tracecast/stencil.ctrace
  if $simgrid; then show predict .tracecast/stencil.ctrace --platform bluegene-l; else show info .tracecast/stencil.ctrace; fi
fi
$simgrid || {
  say
  say "Tracecast is built WITHOUT SimGrid: --engine simgrid does not work yet; everything else works. docs/install.md says how to add SimGrid."
  exit 3
}
$tests || {
  say
  say "Tracecast is set up. ./tracecast --help lists its commands; README.md has the next steps."
}
