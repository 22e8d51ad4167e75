// Programs whose time depends on the network, for benchmarks/validate-networks. Computation sleeps, so that many ranks fit on few cores.
//
// usage: networks PROGRAM STEPS BYTES COMPUTE_US     prints the seconds that the slowest rank takes, without what all programs do first and last
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_NEIGHBOURS = 6 };

static int rank, size, steps, bytes;
static double compute_us;
static char *out, *in;

static void compute(double share) {
  long ns = (long)(1e3 * compute_us * share);
  struct timespec t = {ns / 1000000000, ns % 1000000000};
  if (ns > 0) clock_nanosleep(CLOCK_MONOTONIC, 0, &t, NULL);
}

// Each rank exchanges with its neighbours on an open grid.
static void exchange(int dimensions) {
  int extents[3] = {0}, periods[3] = {0};
  MPI_Dims_create(size, dimensions, extents);
  MPI_Comm grid;
  MPI_Cart_create(MPI_COMM_WORLD, dimensions, extents, periods, 0, &grid);
  for (int step = 0; step < steps; step++) {
    MPI_Request requests[2 * MOST_NEIGHBOURS];
    int count = 0;
    for (int d = 0; d < dimensions; d++) {
      int near[2];
      MPI_Cart_shift(grid, d, 1, &near[0], &near[1]);
      for (int side = 0; side < 2; side++) MPI_Irecv(in + (size_t)(2 * d + side) * bytes, bytes, MPI_BYTE, near[side], 0, grid, &requests[count++]);
      for (int side = 0; side < 2; side++) MPI_Isend(out, bytes, MPI_BYTE, near[side], 0, grid, &requests[count++]);
    }
    MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
    compute(1);
  }
  MPI_Comm_free(&grid);
}

static void exchange_1d(void) { exchange(1); }
static void exchange_2d(void) { exchange(2); }
static void exchange_3d(void) { exchange(3); }

// Sweeps over a grid from one corner and back.
static void wavefront(void) {
  int extents[2] = {0}, periods[2] = {0};
  MPI_Dims_create(size, 2, extents);
  MPI_Comm grid;
  MPI_Cart_create(MPI_COMM_WORLD, 2, extents, periods, 0, &grid);
  int from[2], to[2];
  for (int d = 0; d < 2; d++) MPI_Cart_shift(grid, d, 1, &from[d], &to[d]);
  for (int step = 0; step < steps; step++) {
    for (int way = 0; way < 2; way++) {
      int *source = way == 0 ? from : to, *target = way == 0 ? to : from;
      for (int d = 0; d < 2; d++) MPI_Recv(in, bytes, MPI_BYTE, source[d], way, grid, MPI_STATUS_IGNORE);
      compute(0.5);
      for (int d = 0; d < 2; d++) MPI_Send(out, bytes, MPI_BYTE, target[d], way, grid);
    }
  }
  MPI_Comm_free(&grid);
}

// The transposition of a matrix, as in a Fourier transform: BYTES from each rank to each.
static void transpose(void) {
  for (int step = 0; step < steps; step++) {
    compute(1);
    MPI_Alltoall(out, bytes, MPI_BYTE, in, bytes, MPI_BYTE, MPI_COMM_WORLD);
  }
}

// Rank 0 gives tasks to whoever is done. Tasks take different times.
static void master(void) {
  enum { TASK, RESULT, END };
  int tasks = steps;
  if (rank == 0) {
    int given = 0, done = 0;
    for (int worker = 1; worker < size; worker++, given++) {
      MPI_Send(out, bytes, MPI_BYTE, worker, given < tasks ? TASK : END, MPI_COMM_WORLD);
    }
    if (given > tasks) given = tasks;
    while (done < tasks) {
      MPI_Status status;
      MPI_Recv(in, bytes, MPI_BYTE, MPI_ANY_SOURCE, RESULT, MPI_COMM_WORLD, &status);
      done++;
      MPI_Send(out, bytes, MPI_BYTE, status.MPI_SOURCE, given++ < tasks ? TASK : END, MPI_COMM_WORLD);
    }
    return;
  }
  for (int task = 0;; task++) {
    MPI_Status status;
    MPI_Recv(in, bytes, MPI_BYTE, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    if (status.MPI_TAG == END) return;
    compute(0.5 + (rank * 7 + task * 3) % 11 / 10.0);
    MPI_Send(out, bytes, MPI_BYTE, 0, RESULT, MPI_COMM_WORLD);
  }
}

// Conjugate gradients: a short exchange on a ring and two sums of a few numbers in each step.
static void cg(void) {
  int left = (rank + size - 1) % size, right = (rank + 1) % size;
  for (int step = 0; step < steps; step++) {
    MPI_Sendrecv(out, bytes, MPI_BYTE, right, 0, in, bytes, MPI_BYTE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    compute(1);
    double mine[2] = {1, 2}, sum[2];
    MPI_Allreduce(mine, sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Allreduce(mine, sum, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  }
}

// Sums of BYTES, which implementations split.
static void allreduce(void) {
  for (int step = 0; step < steps; step++) {
    compute(1);
    MPI_Allreduce(out, in, bytes / 8, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  }
}

// What all programs do first and last, and nothing else.
static void nothing(void) {}

static const struct {
  const char *name;
  void (*run)(void);
} programs[] = {{"nothing", nothing}, {"exchange-1d", exchange_1d}, {"exchange-2d", exchange_2d}, {"exchange-3d", exchange_3d}, {"wavefront", wavefront},
                {"transpose", transpose},     {"master", master},           {"cg", cg},                   {"allreduce", allreduce}};

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  void (*run)(void) = NULL;
  for (size_t i = 0; argc == 5 && i < sizeof programs / sizeof *programs; i++) {
    if (!strcmp(programs[i].name, argv[1])) run = programs[i].run;
  }
  if (!run || (steps = atoi(argv[2])) < 1 || (bytes = atoi(argv[3])) < 0) {
    if (rank == 0) fprintf(stderr, "usage: networks PROGRAM STEPS BYTES COMPUTE_US\n");
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  compute_us = atof(argv[4]);
  size_t buffer = (size_t)(bytes + 8) * (size > MOST_NEIGHBOURS ? size : MOST_NEIGHBOURS);
  out = calloc(1, buffer);
  in = calloc(1, buffer);
  if (!out || !in) MPI_Abort(MPI_COMM_WORLD, 3);
  MPI_Alltoall(out, 1, MPI_BYTE, in, 1, MPI_BYTE, MPI_COMM_WORLD); // opens all connections
  double begin = MPI_Wtime();
  run();
  double mine = MPI_Wtime() - begin, longest;
  MPI_Reduce(&mine, &longest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
  if (rank == 0) printf("%.6f\n", longest);
  MPI_Finalize();
}
