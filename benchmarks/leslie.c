// The communication of LESlie3d, a solver of turbulent flow (SPEC MPI2007), for benchmarks/validate-leslie.
//
// A box of cells is divided in three dimensions. A step has a predictor and a corrector. Each sends two layers of ghost cells with five variables
// to its neighbours by MPI_Isend and MPI_Irecv, and waits for all (MPI_Waitall). Then all ranks agree on the time step and on the residual.
// Computation sleeps for the time of the rank's cells, so that many ranks fit on few cores.
//
// usage: leslie STEPS NX NY NZ NS_PER_CELL     prints the seconds of the slowest rank, without the start
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { LAYERS = 2, VARIABLES = 5, STAGES = 2, SIDES = 6 };

static MPI_Comm grid;
static int near[SIDES], doubles[SIDES]; /* doubles of one layer */
static double *out[SIDES], *in[SIDES];

static void compute(long ns) {
  struct timespec t = {ns / 1000000000, ns % 1000000000};
  nanosleep(&t, NULL);
}

/* Exchanges a number of layers of ghost cells with all neighbours. */
static void exchange(int layers) {
  MPI_Request requests[2 * SIDES];
  int count = 0;
  for (int i = 0; i < SIDES; i++) MPI_Irecv(in[i], layers * doubles[i], MPI_DOUBLE, near[i], i ^ 1, grid, &requests[count++]);
  for (int i = 0; i < SIDES; i++) MPI_Isend(out[i], layers * doubles[i], MPI_DOUBLE, near[i], i, grid, &requests[count++]);
  MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
}

int main(int argc, char **argv) {
  int size, rank, parts[3] = {0}, open[3] = {0}, place[3], cells[3];
  MPI_Init(&argc, &argv);
  if (argc != 6) MPI_Abort(MPI_COMM_WORLD, 2);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Dims_create(size, 3, parts);
  MPI_Cart_create(MPI_COMM_WORLD, 3, parts, open, 0, &grid);
  MPI_Comm_rank(grid, &rank);
  MPI_Cart_coords(grid, rank, 3, place);
  double own = 1;
  for (int d = 0; d < 3; d++) {
    int all = atoi(argv[2 + d]);
    cells[d] = all / parts[d] + (place[d] < all % parts[d]);
    own *= cells[d];
  }
  for (int i = 0; i < SIDES; i++) {
    int d = i / 2;
    doubles[i] = VARIABLES * (int)(own / cells[d]);
    out[i] = calloc((size_t)(LAYERS * doubles[i]), sizeof(double));
    in[i] = calloc((size_t)(LAYERS * doubles[i]), sizeof(double));
    if (i % 2 == 0) MPI_Cart_shift(grid, d, 1, &near[i], &near[i + 1]);
  }
  exchange(0); /* opens the connections */
  double local[2] = {1, own}, global[2];
  MPI_Allreduce(&local[0], &global[0], 1, MPI_DOUBLE, MPI_MIN, grid);
  double begin = MPI_Wtime();
  for (int step = 0; step < atoi(argv[1]); step++) {
    for (int stage = 0; stage < STAGES; stage++) {
      exchange(LAYERS);
      compute((long)(own * atof(argv[5]) / STAGES));
    }
    MPI_Allreduce(&local[0], &global[0], 1, MPI_DOUBLE, MPI_MIN, grid);
    MPI_Allreduce(&local[1], &global[1], 1, MPI_DOUBLE, MPI_SUM, grid);
  }
  double seconds = MPI_Wtime() - begin, slowest;
  MPI_Reduce(&seconds, &slowest, 1, MPI_DOUBLE, MPI_MAX, 0, grid);
  if (rank == 0) printf("%.6f\n", slowest);
  MPI_Finalize();
  return 0;
}
