#!/bin/sh
# Builds a part of the recorder, unless it was built before, and prints where it lies:
#   build.sh MPICC            the library that is preloaded, for the MPI of a compiler
#   build.sh MPICC payload    the library that keeps what ranks receive, and gives it back
#   build.sh MPICC linked     the library that programs are linked with
#   build.sh MPICC calibrate  the program that measures messages
#   build.sh MPICC program F  the program whose C file is F
#   build.sh MPICC left-out   a file with the functions of this MPI that the recorder cannot wrap, one a line
#   build.sh CLANG structure  the plugin that makes a clang or flang write the structure of programs; needs no MPI
#   build.sh - supervise      the program that runs a command and ends it with its parent; needs no MPI
set -eu
umask 022
here=$(cd "$(dirname "$0")" && pwd -P)
compiler=${1:-mpicc}
what=${2:-preload}
user=$(id -u)

# Whether this user owns a file or folder, and nobody else can write to it. What others could write must never be preloaded.
own() {
  [ ! -L "$1" ] && [ "$(stat -c %u "$1" 2>/dev/null)" = "$user" ] || return 1
  case $(stat -c %A "$1") in ?????w* | ????????w*) return 1 ;; esac
}

# Whether nobody but this user and root can put another folder in the place of this one.
safe_above() {
  above=$(dirname "$1")
  while :; do
    case $(stat -L -c %u "$above" 2>/dev/null) in "$user" | 0) ;; *) return 1 ;; esac
    case $(stat -L -c %A "$above") in ????????w[!tT]*) return 1 ;; esac
    [ "$above" != / ] || return 0
    above=$(dirname "$above")
  done
}

# LD_PRELOAD has no way to write a blank or a colon in a path, and expands a dollar.
nameable() {
  case $1 in /*) ;; *) return 1 ;; esac
  case $1 in *[[:space:]:\;\$%]*) return 1 ;; esac
}

# A full disk still makes empty files. The recorder and its objects take less than this.
has_room() {
  probe=$(mktemp "$1/probe.XXXXXX" 2>/dev/null) || return 1
  room=true
  head -c 4194304 /dev/zero 2>/dev/null >"$probe" || room=false
  rm -f "$probe"
  $room
}

usable_cache() {
  nameable "$1" && mkdir -p "$1" 2>/dev/null && chmod go-w "$1" 2>/dev/null && own "$1" && [ -w "$1" ] && safe_above "$1" && has_room "$1"
}

choose_cache() {
  if [ -n "${XDG_CACHE_HOME-}${HOME-}" ]; then
    cache=${XDG_CACHE_HOME:-${HOME-}/.cache}/tracecast/recorder
    if usable_cache "$cache"; then return; fi
  fi
  base=${TMPDIR:-/tmp}
  if ! nameable "$base"; then base=/tmp; fi
  cache=$base/tracecast-$user
  mkdir -m 700 "$cache" 2>/dev/null || true
  if usable_cache "$cache"; then return; fi
  cache=$(mktemp -d "$base/tracecast-$user-XXXXXXXX")
}

choose_cache
work=$(mktemp -d "$cache/build.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

# The folder of what was built from the same sources, for the same MPI.
folder_of() {
  folder=$cache/$(cat "$@" | cksum | tr ' ' -)
  mkdir -p "$folder"
  if ! own "$folder"; then
    echo "error: $folder can be written by others than you; remove it" >&2
    exit 2
  fi
}

built() { [ -f "$1" ] && own "$1"; }

if [ "$what" = supervise ]; then
  folder_of "$here/build.sh" "$here/run/supervise.c"
  if ! built "$folder/tracecast-supervise"; then
    ${CC:-cc} -std=gnu11 -O2 -Wall -Wextra -o "$work/tracecast-supervise" "$here/run/supervise.c" || exit 2
    mv -f "$work/tracecast-supervise" "$folder"
  fi
  echo "$folder/tracecast-supervise"
  exit
fi

if [ "$what" = structure ]; then
  version=$("$compiler" --version | sed -n 's/.*version \([0-9]*\)\..*/\1/p' | head -n 1)
  for config in "llvm-config-$version" "/usr/lib/llvm-$version/bin/llvm-config" llvm-config; do
    command -v "$config" >/dev/null && [ "$("$config" --version | cut -d. -f1)" = "$version" ] && break
    config=
  done
  if [ -z "$config" ] || ! [ -f "$("$config" --includedir)/llvm/Passes/PassPlugin.h" ]; then
    echo "error: found no headers of LLVM ${version:-for $compiler}; expected those of the compiler (apt-get install llvm-$version-dev)" >&2
    exit 2
  fi
  "$config" --version >"$work/version"
  folder_of "$here"/build.sh "$here"/structure/* "$work/version"
  plugin=$folder/libtracecast-structure.so
  if ! built "$plugin"; then
    echo "building"
    # Against headers alone: the compiler that loads the plugin has LLVM.
    "${CXX:-c++}" -std=c++17 -O2 -fPIC -fno-rtti -fvisibility-inlines-hidden -Wall -Wextra -isystem "$("$config" --includedir)" -shared \
      -o "$work/libtracecast-structure.so" "$here"/structure/*.cpp || exit 2
    mv -f "$work/libtracecast-structure.so" "$plugin"
  fi
  echo "$plugin"
  exit
fi

printf '%s\n' '#include <mpi.h>' '#if __has_include(<mpi-ext.h>)' '#include <mpi-ext.h>' '#endif' >"$work/mpi.c"
"$compiler" -E -P "$work/mpi.c" >"$work/mpi.i" || {
  echo "error: $compiler does not compile MPI programs; expected the mpicc of the program's MPI" >&2
  exit 2
}
if [ "$what" = calibrate ]; then
  folder_of "$here"/build.sh "$here"/calibrate/* "$work/mpi.i"
  program=$folder/tracecast-calibrate
  if ! built "$program"; then
    echo "building"
    "$compiler" -std=gnu11 -O2 -g -Wall -Wextra -o "$work/tracecast-calibrate" "$here/calibrate/calibrate.c" || exit 2
    mv -f "$work/tracecast-calibrate" "$program"
  fi
  echo "$program"
  exit
fi
if [ "$what" = program ]; then
  folder_of "$here/build.sh" "$3" "$work/mpi.i"
  program=$folder/tracecast-program
  if ! built "$program"; then
    "$compiler" -std=c99 -O2 -Wall -Wextra -o "$work/tracecast-program" "$3" || exit 2
    mv -f "$work/tracecast-program" "$program"
  fi
  echo "$program"
  exit
fi

sessions=
if grep -q '[^A-Za-z_0-9]MPI_Session_init' "$work/mpi.i"; then sessions=-DTC_SESSIONS; fi
compile() { "$compiler" $sessions -std=gnu11 -O2 -g -fPIC -fvisibility=hidden -Wno-deprecated-declarations -I"$work" -I"$here/src" "$@"; }
# Compilers differ in what is an error: what the newest of them refuse is refused by all.
compile_strictly() {
  compile -Wall -Wextra -Werror=implicit-function-declaration -Werror=implicit-int -Werror=int-conversion \
    -Werror=incompatible-pointer-types "$@"
}

# The lines of a generated file that an error names, also those of a macro's use.
lines_with_errors() {
  LC_ALL=C compile -w "$@" -fsyntax-only "$made" 2>&1 | sed -n "s|^.*$(basename "$made"):\([0-9][0-9]*\):.*|\1|p"
}

# Generates a C file from the prototypes of mpi.h: generate FILE AWK-FILE OPTIONS... A call that does not compile becomes an unknown one;
# if that does not compile either, it is left out. So no mpi.h stops the build.
generate() {
  made=$1 generator=$2
  shift 2
  : >"$work/refused"
  while :; do
    : >"$work/left-out"
    awk -v refused="$work/refused" -v left_out="$work/left-out" -f "$here/src/prototypes.awk" -f "$generator" "$here/src/calls.txt" "$work/mpi.i" >"$made" || exit 2
    if compile -w "$@" -fsyntax-only "$made" 2>/dev/null; then return; fi
    lines_with_errors "$@" >"$work/lines"
    awk 'FNR == NR { named[$1] = 1; next }
      /^typedef int \(\*tc_type_/ { split($0, part, /tc_type_|\)/); name = part[2] }
      FNR in named && name && !seen[name]++ { print name }' "$work/lines" "$made" >"$work/more"
    [ -s "$work/more" ] || return 0 # the compiler's message follows
    cat "$work/more" >>"$work/refused"
  done
}

# MPI is in the program, which may load it at any time, so nothing of MPI may be needed before (late.h).
needs_no_mpi() {
  needed=$(${NM:-nm} -D --undefined-only "$1" | awk '$NF ~ /^(P|Q)?MPI(X|R|U)?_|^ompi_/ { printf " %s", $NF }')
  if [ -n "$needed" ]; then
    echo "error: found$needed undefined in $(basename "$1"); expected to look up all names of MPI at run time (recorder/src/late.h)" >&2
    exit 2
  fi
}

if [ "$what" = payload ]; then
  folder_of "$here"/build.sh "$here"/src/*.* "$here"/payload/* "$work/mpi.i"
  library=$folder/libtracecast-payload.so
  if ! built "$library"; then
    awk -f "$here/src/late.awk" "$work/mpi.i" >"$work/late-names.h" || exit 2
    generate "$work/entries.c" "$here/payload/wrappers.awk" -I"$here/payload"
    for source in "$work/entries.c" "$here"/payload/*.c "$here/src/find.c" "$here/src/map.c"; do
      compile_strictly -I"$here/payload" -c "$source" -o "$work/$(basename "$source" .c).o" || exit 2
    done
    ${CC:-cc} -shared -Wl,-soname,libtracecast-payload.so -o "$work/libtracecast-payload.so" "$work"/*.o -ldl -lpthread || exit 2
    needs_no_mpi "$work/libtracecast-payload.so"
    mv -f "$work/libtracecast-payload.so" "$library"
  fi
  echo "$library"
  exit
fi
folder_of "$here"/build.sh "$here"/src/*.* "$work/mpi.i"
if [ "$what" = left-out ]; then
  if ! built "$folder/left-out"; then
    awk -f "$here/src/late.awk" "$work/mpi.i" >"$work/late-names.h" || exit 2
    generate "$work/wrappers.c" "$here/src/wrappers.awk"
    mv -f "$work/left-out" "$folder"
  fi
  echo "$folder/left-out"
  exit
fi
# Compiles the recorder into the objects of a new folder: objects FOLDER OPTIONS...
objects() {
  objects=$1
  shift
  mkdir "$objects"
  awk -f "$here/src/late.awk" "$work/mpi.i" >"$work/late-names.h" || exit 2
  generate "$work/wrappers.c" "$here/src/wrappers.awk" "$@"
  compile_strictly -fno-omit-frame-pointer "$@" -c "$work/wrappers.c" -o "$objects/wrappers.o" || exit 2
  for source in births buffer callbacks clock communicators control counter events find fold foreign groups handles journal lists log lost map memory merge node nodes objects pack polling program python \
    ranks requests sequence series sessions shapes singles sites spreads state structure times together tree unite wait world; do
    compile_strictly "$@" -c "$here/src/$source.c" -o "$objects/$source.o" || exit 2
  done
}
library=$folder/libtracecast-record.so
if ! built "$library"; then
  echo "building"
  objects "$work/preload"
  # The functions of MPI are found at run time, so MPI is not linked.
  ${CC:-cc} -shared -Wl,-soname,libtracecast-record.so -o "$work/libtracecast-record.so" "$work"/preload/*.o -ldl -lpthread || exit 2
  needs_no_mpi "$work/libtracecast-record.so"
  mv -f "$work/libtracecast-record.so" "$library"
fi
if [ "$what" = linked ]; then
  archive=$folder/libtracecast-record.a
  if ! built "$archive"; then
    objects "$work/linked" -DTC_LINKED
    ${AR:-ar} rcs "$work/libtracecast-record.a" "$work"/linked/*.o || exit 2
    # The Fortran bindings come last and call by MPI's other names: the recorder is taken at once, and all of these are its.
    { echo --undefined=MPI_Init; nm "$work"/linked/*.o | sed -n 's/^.* T __wrap_/--wrap=/p'; } >"$work/tracecast-record.link"
    mv -f "$work/tracecast-record.link" "$folder"
    mv -f "$work/libtracecast-record.a" "$archive"
  fi
  library=$archive
fi
echo "$library"
