/* Calls with large counts. Any number of ranks; prints a sum that recording must not change. */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  int rank, size, in[64], out[64];
  long sum = 0;
  MPI_Count ones[16];
  MPI_Aint places[16];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int i = 0; i < 16; i++) {
    ones[i] = 1;
    places[i] = i;
    out[i] = rank;
  }
  int right = (rank + 1) % size, left = (rank + size - 1) % size;
  MPI_Send_c(out, 3000000000, MPI_BYTE, MPI_PROC_NULL, 1, MPI_COMM_WORLD);
  for (int step = 0; step < 20; step++) {
    MPI_Sendrecv_c(out, 2, MPI_INT, right, 2, in, 2, MPI_INT, left, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Allreduce_c(out, in, 3, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Alltoallv_c(out, ones, places, MPI_INT, in, ones, places, MPI_INT, MPI_COMM_WORLD);
    MPI_Gatherv_c(out, 1, MPI_INT, in, ones, places, MPI_INT, 0, MPI_COMM_WORLD);
    sum += in[0];
  }
  long total = 0;
  MPI_Reduce(&sum, &total, 1, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0) printf("%ld\n", total);
  MPI_Finalize();
  return 0;
}
