#!/bin/sh
# The memory of recording, and its time in MPI_Finalize: ending.sh openmpi|mpich RANKS STEPS [PAIRS]. Runs stencil.c plainly and recorded in
# turn and prints for each pair the most memory of a process (KiB) and the longest MPI_Finalize (ms), plain then recorded, and the
# bytes of the recording; last the medians of what recording adds.
set -eu
here=$(cd "$(dirname "$0")" && pwd -P)
mpi=$1 ranks=$2 steps=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"mpicc.$mpi" -O2 -g -w -o "$work/stencil" "$here/stencil.c"
library=$(sh "$here/../build.sh" "mpicc.$mpi" | tail -n 1)
most() {
  awk '$1 == "memory" { memory = $2 } $1 == "finalize" && $2 > longest { longest = $2 } END { print memory, longest }'
}
for pair in $(seq "${4:-3}"); do
  plain=$("mpirun.$mpi" -n "$ranks" "$work/stencil" "$steps" | most)
  mkdir "$work/logs"
  recorded=$(LD_PRELOAD=$library TRACECAST_RECORD=$work/logs "mpirun.$mpi" -n "$ranks" "$work/stencil" "$steps" | most)
  echo "$plain  $recorded  $(cat "$work"/logs/* | wc -c)" | tee -a "$work/pairs"
  rm -r "$work/logs"
done
for column in 1 2; do
  awk -v c="$column" '{ print $(c + 2) - $c }' "$work/pairs" | sort -n | awk '{ v[NR] = $1 } END { printf "%d ", v[int((NR + 1) / 2)] }'
done
echo "KiB a process and ms of MPI_Finalize added by recording on $ranks ranks, $steps steps"
