#!/bin/sh
# Builds the recorder to preload or to link, or the program that measures a machine, for the MPI of a compiler, unless it was built for
# it before, and prints where it lies: build.sh MPICC [linked|calibrate]
set -eu
here=$(cd "$(dirname "$0")" && pwd -P)
compiler=${1:-mpicc}
cache=${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/tracecast/recorder
mkdir -p "$cache"
work=$(mktemp -d "$cache/build.XXXXXX")
trap 'rm -rf "$work"' EXIT
echo '#include <mpi.h>' >"$work/mpi.c"
"$compiler" -E -P "$work/mpi.c" >"$work/mpi.i" || {
  echo "error: $compiler does not compile for MPI; expected the mpicc of the MPI that the program uses" >&2
  exit 2
}
key=$(cat "$here"/build.sh "$here"/src/* "$here"/calibrate/* "$work/mpi.i" | cksum | tr ' ' -)
mkdir -p "$cache/$key"
if [ "${2-}" = calibrate ]; then
  program=$cache/$key/tracecast-calibrate
  if [ ! -f "$program" ]; then
    "$compiler" -std=gnu11 -O2 -g -Wall -Wextra -o "$work/tracecast-calibrate" "$here/calibrate/calibrate.c" || exit 2
    mv "$work/tracecast-calibrate" "$program"
  fi
  echo "$program"
  exit
fi
# Compiles the recorder into the objects of a new folder: objects FOLDER OPTIONS...
objects() {
  folder=$1
  shift
  mkdir "$folder"
  "$compiler" -std=gnu11 -O2 -g -fPIC -fvisibility=hidden -fno-omit-frame-pointer -Wall -Wextra -Wno-deprecated-declarations -I"$here/src" "$@" \
    -c "$work/wrappers.c" -o "$folder/wrappers.o" || exit 2
  for source in buffer communicators control counter events fold groups journal lists log map memory merge nodes objects pack program ranks requests sequence shapes \
    sites spreads times together unite wait; do
    "$compiler" -std=gnu11 -O2 -g -fPIC -fvisibility=hidden -Wall -Wextra -Wno-deprecated-declarations -I"$here/src" "$@" \
      -c "$here/src/$source.c" -o "$folder/$source.o" || exit 2
  done
}
library=$cache/$key/libtracecast-record.so
if [ ! -f "$library" ]; then
  awk -f "$here/src/generate.awk" "$here/src/calls.txt" "$work/mpi.i" >"$work/wrappers.c"
  objects "$work/preload"
  # The functions of MPI are found at run time, so MPI is not linked.
  ${CC:-cc} -shared -Wl,-soname,libtracecast-record.so -o "$work/libtracecast-record.so" "$work"/preload/*.o -ldl -lpthread || exit 2
  mv "$work/libtracecast-record.so" "$library"
fi
if [ "${2-}" = linked ]; then
  archive=$cache/$key/libtracecast-record.a
  if [ ! -f "$archive" ]; then
    awk -f "$here/src/generate.awk" "$here/src/calls.txt" "$work/mpi.i" >"$work/wrappers.c"
    objects "$work/linked" -DTC_LINKED
    ${AR:-ar} rcs "$work/libtracecast-record.a" "$work"/linked/*.o || exit 2
    # The Fortran bindings come last and call by MPI's other names: the recorder is taken at once, and all of these are its.
    { echo --undefined=MPI_Init; nm "$work"/linked/*.o | sed -n 's/^.* T __wrap_/--wrap=/p'; } >"$work/tracecast-record.link"
    mv "$work/tracecast-record.link" "$cache/$key"
    mv "$work/libtracecast-record.a" "$archive"
  fi
  library=$archive
fi
echo "$library"
