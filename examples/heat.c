/* Heat in a square plate, by Jacobi's method on a grid of ranks: heat [POINTS [STEPS]]. Each step exchanges a row or column with
   each of the four neighbours; every tenth step adds up the change over all ranks. */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
static double *now, *next;
static int rows, columns, width;

static double *at(double *plate, int row, int column) { return plate + (size_t)row * width + column; }

/* Swaps borders with the neighbours above, below, left and right. */
static void exchange(MPI_Comm grid, const int *neighbour, MPI_Datatype column) {
  MPI_Request requests[8];
  MPI_Status statuses[8];
  double *in[4] = {at(now, 0, 1), at(now, rows + 1, 1), at(now, 1, 0), at(now, 1, columns + 1)};
  double *out[4] = {at(now, 1, 1), at(now, rows, 1), at(now, 1, 1), at(now, 1, columns)};
  for (int i = 0; i < 4; i++) {
    MPI_Datatype type = i < 2 ? MPI_DOUBLE : column;
    MPI_Irecv(in[i], i < 2 ? columns : 1, type, neighbour[i], i ^ 1, grid, &requests[i]);
    MPI_Isend(out[i], i < 2 ? columns : 1, type, neighbour[i], i, grid, &requests[4 + i]);
  }
  MPI_Waitall(8, requests, statuses);
}

/* One step of Jacobi's method; returns the largest change. */
static double relax(void) {
  double change = 0;
  for (int r = 1; r <= rows; r++) {
    for (int c = 1; c <= columns; c++) {
      double value = 0.25 * (*at(now, r - 1, c) + *at(now, r + 1, c) + *at(now, r, c - 1) + *at(now, r, c + 1));
      change = fmax(change, fabs(value - *at(now, r, c)));
      *at(next, r, c) = value;
    }
  }
  double *old = now;
  now = next;
  next = old;
  return change;
}

int main(int argc, char **argv) {
  int points = argc > 1 ? atoi(argv[1]) : 1024, steps = argc > 2 ? atoi(argv[2]) : 200;
  int size, rank, shape[2] = {0, 0}, open[2] = {0, 0}, neighbour[4];
  double change = 0, most = 0;
  MPI_Comm grid;
  MPI_Datatype column;
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Dims_create(size, 2, shape);
  MPI_Cart_create(MPI_COMM_WORLD, 2, shape, open, 0, &grid);
  MPI_Comm_rank(grid, &rank);
  MPI_Cart_shift(grid, 0, 1, &neighbour[0], &neighbour[1]);
  MPI_Cart_shift(grid, 1, 1, &neighbour[2], &neighbour[3]);
  rows = points / shape[0];
  columns = points / shape[1];
  width = columns + 2;
  now = calloc((size_t)(rows + 2) * width, sizeof *now);
  next = calloc((size_t)(rows + 2) * width, sizeof *next);
  if (!now || !next) MPI_Abort(grid, 1);
  if (neighbour[0] == MPI_PROC_NULL) { /* the upper edge is hot */
    for (int c = 0; c < width; c++) *at(now, 0, c) = *at(next, 0, c) = 100;
  }
  MPI_Type_vector(rows, 1, width, MPI_DOUBLE, &column);
  MPI_Type_commit(&column);
  for (int step = 1; step <= steps; step++) {
    exchange(grid, neighbour, column);
    change = relax();
    if (step % 10 == 0) MPI_Allreduce(&change, &most, 1, MPI_DOUBLE, MPI_MAX, grid);
  }
  if (rank == 0) printf("%d x %d points, %d steps, largest change %.6f\n", points, points, steps, most);
  MPI_Type_free(&column);
  MPI_Comm_free(&grid);
  MPI_Finalize();
  return 0;
}
