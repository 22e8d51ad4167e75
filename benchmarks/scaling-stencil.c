/* A stencil in 1, 2 or 3 dimensions whose computation is known: ranks sleep instead, and their processor time is a formula of their blocks.
 * So recordings with --counter cpu-time have exactly this computation, however many ranks share a core.
 *
 * usage: scaling-stencil DIMENSIONS POINTS STEPS         compiled with -rdynamic
 *
 * One grid of POINTS in each dimension is dealt out (strong scaling). A rank computes 50 ns a point and 400 ns a point of its faces,
 * the ranks at the first end of the first dimension 20% more. Every tenth step the ranks add up a residual. */
#define _GNU_SOURCE
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static const double PER_POINT = 50e-9, PER_FACE_POINT = 400e-9, AT_THE_END = 1.2;

static double computed_seconds;

/* Takes the place of the C library's: the processor time is what was computed. */
int clock_gettime(clockid_t clock, struct timespec *time) {
  if (clock != CLOCK_THREAD_CPUTIME_ID) return syscall(SYS_clock_gettime, clock, time);
  time->tv_sec = (time_t)computed_seconds;
  time->tv_nsec = (long)(1e9 * (computed_seconds - time->tv_sec));
  return 0;
}

/* The recorder takes at most the time that went by. */
static void compute(double seconds) {
  usleep((useconds_t)(1e6 * seconds) + 1);
  computed_seconds += seconds;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int dimensions = argc == 4 ? atoi(argv[1]) : 0;
  if (dimensions < 1 || dimensions > 3) {
    fprintf(stderr, "usage: scaling-stencil DIMENSIONS POINTS STEPS\n");
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  int points = atoi(argv[2]), steps = atoi(argv[3]);
  int ranks, extents[3] = {0}, periods[3] = {0}, rank, at[3];
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  MPI_Dims_create(ranks, dimensions, extents);
  MPI_Comm grid;
  MPI_Cart_create(MPI_COMM_WORLD, dimensions, extents, periods, 0, &grid);
  MPI_Comm_rank(grid, &rank);
  MPI_Cart_coords(grid, rank, dimensions, at);

  long block = 1, face[3], most = 0, faces = 0;
  for (int d = 0; d < dimensions; d++) {
    if (points % extents[d] != 0) {
      fprintf(stderr, "scaling-stencil: found %d points over %d ranks; expected a multiple\n", points, extents[d]);
      MPI_Abort(MPI_COMM_WORLD, 2);
    }
    block *= points / extents[d];
  }
  for (int d = 0; d < dimensions; d++) {
    face[d] = block / (points / extents[d]);
    faces += 2 * face[d];
    most = face[d] > most ? face[d] : most;
  }
  double seconds = (block * PER_POINT + faces * PER_FACE_POINT) * (at[0] == 0 ? AT_THE_END : 1);
  double *sent = calloc(most, sizeof *sent), *received = calloc(2 * dimensions * most, sizeof *received);

  for (int step = 0; step < steps; step++) {
    MPI_Request requests[12];
    int open = 0;
    for (int d = 0; d < dimensions; d++) {
      int before, after;
      MPI_Cart_shift(grid, d, 1, &before, &after);
      MPI_Irecv(received + 2 * d * most, face[d], MPI_DOUBLE, before, d, grid, &requests[open++]);
      MPI_Irecv(received + (2 * d + 1) * most, face[d], MPI_DOUBLE, after, d, grid, &requests[open++]);
      MPI_Isend(sent, face[d], MPI_DOUBLE, before, d, grid, &requests[open++]);
      MPI_Isend(sent, face[d], MPI_DOUBLE, after, d, grid, &requests[open++]);
    }
    MPI_Waitall(open, requests, MPI_STATUSES_IGNORE);
    compute(seconds);
    if (step % 10 == 9) {
      double residual = 1, sum;
      MPI_Allreduce(&residual, &sum, 1, MPI_DOUBLE, MPI_SUM, grid);
    }
  }
  free(sent);
  free(received);
  MPI_Comm_free(&grid);
  MPI_Finalize();
}
