#!/bin/sh
# Whether the recorder has errors that the compiler's sanitizers see: sanitize.sh openmpi|mpich [RANKS]. Builds it with them, records the
# test programs, and prints what they say; where that is nothing, it says so.
set -eu
here=$(cd "$(dirname "$0")" && pwd -P)
mpi=$1 ranks=${2:-2}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
checks="-fsanitize=address,undefined"
library=$(XDG_CACHE_HOME=$work OMPI_CC="cc $checks" MPICH_CC="cc $checks" CC="cc $checks" sh "$here/../build.sh" "mpicc.$mpi" | tail -n 1)
preloaded="$(cc -print-file-name=libasan.so) $(cc -print-file-name=libubsan.so) $library"
run() {
  program=$1
  shift
  [ -x "$work/$program" ] || "mpicc.$mpi" -g -w -o "$work/$program" "$here/$program.c"
  mkdir "$work/logs"
  "mpirun.$mpi" -n "$ranks" env LD_PRELOAD="$preloaded" ASAN_OPTIONS="detect_leaks=0:log_path=$work/errors" \
    UBSAN_OPTIONS="print_stacktrace=1:log_path=$work/errors" TRACECAST_RECORD="$work/logs" "$work/$program" "$@" >"$work/out" 2>&1 || ended=$?
  if cat "$work"/errors* 2>/dev/null; then exit 1; fi
  if [ "${ended-0}" -ne 0 ]; then
    cat "$work/out"
    exit 1
  fi
  ls "$work"/logs/*.log >"$work/out"
  rm -r "$work/logs"
}
run families
run others "$work/file"
run coupled
run patterns 20
run stencil 1000
run loops
run alone
[ $((ranks % 2)) -ne 0 ] || run pairs 10
if [ "$ranks" -eq 2 ]; then
  for how in requests communicators threads forks pcontrol; do run rough $how; done
fi
echo "the sanitizers found no error in the recorder with $mpi"
