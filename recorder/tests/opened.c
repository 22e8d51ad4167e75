/* A plugin that calls MPI; opener.c opens it. */
#include <mpi.h>
#include <stddef.h>

int start(void) { return MPI_Init(NULL, NULL); }

/* A ring on the world, and a barrier on its duplicate. */
int work(int steps) {
  int rank, ranks, sum = 0;
  MPI_Comm copy;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  for (int i = 0; i < steps; i++) {
    int got;
    MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % ranks, 1, &got, 1, MPI_INT, (rank + ranks - 1) % ranks, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    sum += got;
  }
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  MPI_Barrier(copy);
  return MPI_Comm_free(&copy) == MPI_SUCCESS && sum == steps * ((rank + ranks - 1) % ranks) ? 0 : 1;
}

int stop(void) { return MPI_Finalize(); }
