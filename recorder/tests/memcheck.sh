#!/bin/sh
# Whether the recorder uses memory wrongly: memcheck.sh openmpi|mpich. Runs what is hard to fold and each family of calls in one process
# under valgrind and prints the errors that are the recorder's; without any, it says so.
set -eu
here=$(cd "$(dirname "$0")" && pwd -P)
mpi=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
library=$(sh "$here/../build.sh" "mpicc.$mpi" | tail -n 1)
known=/usr/share/openmpi/openmpi-valgrind.supp # Open MPI's own
[ "$mpi" = openmpi ] && [ -f "$known" ] || known=/dev/null
for program in families others stencil patterns; do
  "mpicc.$mpi" -g -w -o "$work/$program" "$here/$program.c"
  mkdir "$work/logs"
  argument=3
  [ $program = others ] && argument=$work/file
  LD_PRELOAD=$library TRACECAST_RECORD=$work/logs valgrind --suppressions="$known" --fullpath-after= --log-file="$work/$program.txt" \
    "$work/$program" "$argument" >"$work/out" 2>&1
  ls "$work"/logs/*.log >"$work/out"
  echo "$program ended: $(grep -c 'at 0x' "$work/$program.txt") errors, in MPI or here"
  rm -r "$work/logs"
done
# Each call of MPI has a frame of the recorder's: an error is its own where that is the first but for the C library's.
awk '
  { sub(/^==[0-9]*== */, "") }
  !/^(at|by) 0x/ { if ($0 != "") { error = $0; trace = ""; judged = 0 }; next }
  { trace = trace "\n  " $0 }
  judged || /vgpreload|\/libc\.so|\/glibc|\.\/string\/|\.\/stdio-common\/|\.\/libio\// { next }
  { judged = 1; if (/libtracecast|recorder\/(tests\/\.\.\/)?src\/|wrappers\.c/) print error trace }' "$work"/*.txt >"$work/errors"
if [ -s "$work/errors" ]; then
  cat "$work/errors"
  exit 1
fi
echo "valgrind found no error in the recorder with $mpi"
