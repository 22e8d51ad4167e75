#!/bin/sh
# The cost of recording for each call: cost.sh openmpi|mpich [PAIRS]. Runs cost.c plainly and recorded in turn, and prints for each pair the
# processor time a call (ns) of barriers and of exchanges, plain then recorded; last the medians of what recording adds.
set -eu
here=$(cd "$(dirname "$0")" && pwd -P)
mpi=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"mpicc.$mpi" -O2 -g -w -o "$work/cost" "$here/cost.c"
library=$(sh "$here/../build.sh" "mpicc.$mpi" | tail -n 1)
for pair in $(seq "${2:-5}"); do
  plain=$("mpirun.$mpi" -n 1 "$work/cost")
  mkdir "$work/logs"
  recorded=$(LD_PRELOAD=$library TRACECAST_RECORD=$work/logs "mpirun.$mpi" -n 1 "$work/cost")
  rm -r "$work/logs"
  echo "$plain  $recorded" | tee -a "$work/pairs"
done
for column in 1 2; do
  awk -v c="$column" '{ print $(c + 2) - $c }' "$work/pairs" | sort -n | awk '{ v[NR] = $1 } END { printf "%d ", v[int((NR + 1) / 2)] }'
done
echo "ns a call added by recording: barriers, exchanges"
