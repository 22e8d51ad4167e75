/* Programs whose calls do not repeat alike (CYPRESS, Zhai et al., SC 2014): branch STEPS [outcomes|after|triangle|growing]
   outcomes: a branch by random numbers, as in figure 11; after: another call follows it; triangle: one more broadcast at each step,
   as in figure 1; growing: a branch in every second iteration of that loop. */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

static int token[10], rank, size;

static void outcome(void) {
  int next = (rank + 1) % size, before = (rank + size - 1) % size;
  if (rand() % 3) {
    MPI_Sendrecv_replace(token, 1, MPI_INT, next, 0, before, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else {
    MPI_Sendrecv_replace(token, 1, MPI_INT, before, 1, next, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}

static void exchange(void) {
  if (rank % 2 == 0) MPI_Send(token, 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD);
  else MPI_Recv(token, 1, MPI_INT, rank - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void triangle(int step) {
  exchange();
  for (int j = 0; j < step; j++) MPI_Bcast(token, 1, MPI_INT, 0, MPI_COMM_WORLD);
}

static void growing(int step) {
  exchange();
  for (int j = 0; j < step; j++) {
    if (j % 2 == 0) MPI_Bcast(token, 1, MPI_INT, 0, MPI_COMM_WORLD);
    else MPI_Reduce(token, token + 1, 1, MPI_INT, MPI_MAX, 0, MPI_COMM_WORLD);
  }
}

int main(int argc, char **argv) {
  int steps = atoi(argv[1]);
  const char *how = argc > 2 ? argv[2] : "outcomes";
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  srand(1);
  for (int step = 0; step < steps; step++) {
    if (strcmp(how, "triangle") == 0) triangle(step);
    else if (strcmp(how, "growing") == 0) growing(step);
    else outcome();
    if (strcmp(how, "after") == 0) MPI_Allreduce(MPI_IN_PLACE, token, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
