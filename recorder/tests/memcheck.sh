#!/bin/sh
# Whether the recorder uses memory wrongly: memcheck.sh openmpi|mpich. Runs what is hard to fold and each family of calls in one process
# under valgrind and prints the errors that have a frame of the recorder's; without any, it says so.
set -eu
here=$(cd "$(dirname "$0")" && pwd -P)
mpi=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
library=$(sh "$here/../build.sh" "mpicc.$mpi")
for program in families others stencil patterns; do
  "mpicc.$mpi" -g -w -o "$work/$program" "$here/$program.c"
  mkdir "$work/logs"
  argument=3
  [ $program = others ] && argument=$work/file
  LD_PRELOAD=$library TRACECAST_RECORD=$work/logs valgrind --log-file="$work/$program.txt" "$work/$program" "$argument" >"$work/out" 2>&1
  ls "$work"/logs/*.log >"$work/out"
  echo "$program ended"
  rm -r "$work/logs"
done
awk '/Invalid|uninitialised|points to/ { error = $0; next } /libtracecast|recorder\/src/ { if (error) print error; print } !/at 0x|by 0x/ { error = "" }' \
  "$work"/*.txt >"$work/errors"
if [ -s "$work/errors" ]; then
  cat "$work/errors"
  exit 1
fi
echo "valgrind found no error in the recorder with $mpi"
