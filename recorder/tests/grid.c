/* Splits a cube of ranks, SIDE in each direction, into lines and planes of each direction, and calls an allreduce on each ten times.
   Prints a sum that recording must not change. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int side = argc > 1 ? atoi(argv[1]) : 2, rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size != side * side * side) MPI_Abort(MPI_COMM_WORLD, 2);
  int place[3] = {rank % side, rank / side % side, rank / side / side};
  MPI_Comm lines[3], planes[3];
  for (int d = 0; d < 3; d++) {
    MPI_Comm_split(MPI_COMM_WORLD, place[(d + 1) % 3] * side + place[(d + 2) % 3], rank, &lines[d]);
    MPI_Comm_split(MPI_COMM_WORLD, place[d], rank, &planes[d]);
  }
  long sum = rank;
  for (int step = 0; step < 10; step++) {
    for (int d = 0; d < 3; d++) {
      long of = sum % 1000;
      MPI_Allreduce(&of, &sum, 1, MPI_LONG, MPI_SUM, lines[d]);
      of = sum % 1000;
      MPI_Allreduce(&of, &sum, 1, MPI_LONG, MPI_MAX, planes[d]);
    }
  }
  for (int d = 0; d < 3; d++) {
    MPI_Comm_free(&lines[d]);
    MPI_Comm_free(&planes[d]);
  }
  if (rank == 0) printf("%ld\n", sum);
  MPI_Finalize();
  return 0;
}
