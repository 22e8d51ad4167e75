/* Exchanges of a five-point stencil on a grid without a wrap: stencil [STEPS [ROWS COLUMNS]]. Prints the most that memory of any process
   grew to until MPI_Finalize (KiB), and how long that took (ms), each by the process that it is most in or that ends last. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static long peak(void) {
  char line[200];
  long kib = 0;
  FILE *status = fopen("/proc/self/status", "r");
  while (status && fgets(line, sizeof line, status)) {
    if (strncmp(line, "VmHWM:", 6) == 0) kib = atol(line + 6);
  }
  if (status) fclose(status);
  return kib;
}

int main(int argc, char **argv) {
  int steps = argc > 1 ? atoi(argv[1]) : 10, rank, size, dimensions[2] = {0, 0}, periods[2] = {0, 0}, neighbours[4];
  static double in[4][64], out[4][64], sum, all;
  MPI_Comm grid;
  MPI_Request requests[8];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (argc > 3) dimensions[0] = atoi(argv[2]), dimensions[1] = atoi(argv[3]);
  MPI_Dims_create(size, 2, dimensions);
  MPI_Cart_create(MPI_COMM_WORLD, 2, dimensions, periods, 0, &grid);
  MPI_Cart_shift(grid, 0, 1, &neighbours[0], &neighbours[1]);
  MPI_Cart_shift(grid, 1, 1, &neighbours[2], &neighbours[3]);
  for (int step = 0; step < steps; step++) {
    for (int i = 0; i < 4; i++) MPI_Irecv(in[i], 64, MPI_DOUBLE, neighbours[i], 1, grid, &requests[i]);
    for (int i = 0; i < 4; i++) MPI_Isend(out[i], 64, MPI_DOUBLE, neighbours[i], 1, grid, &requests[4 + i]);
    MPI_Waitall(8, requests, MPI_STATUSES_IGNORE);
    if (step % 10 == 0) MPI_Allreduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, grid);
  }
  long own = peak(), most = 0;
  MPI_Reduce(&own, &most, 1, MPI_LONG, MPI_MAX, 0, MPI_COMM_WORLD);
  MPI_Comm_free(&grid);
  MPI_Barrier(MPI_COMM_WORLD);
  struct timespec from, to;
  clock_gettime(CLOCK_MONOTONIC, &from);
  MPI_Finalize();
  clock_gettime(CLOCK_MONOTONIC, &to);
  if (rank == 0) printf("memory %ld\n", most);
  printf("finalize %.1f\n", (double)(to.tv_sec - from.tv_sec) * 1e3 + (double)(to.tv_nsec - from.tv_nsec) / 1e6);
  return 0;
}
