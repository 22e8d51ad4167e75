/* Even ranks send and odd ones receive, so that there are two kinds of ranks; those of the second half take longer between: pairs STEPS. */
#include <mpi.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv) {
  int rank, size, in[4], out[4] = {0};
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int steps = argc > 1 ? atoi(argv[1]) : 10; steps > 0; steps--) {
    if (2 * rank >= size) usleep(20000);
    if (rank % 2) {
      MPI_Recv(in, 4, MPI_INT, rank - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Ssend(out, 2, MPI_INT, rank - 1, 1, MPI_COMM_WORLD);
    } else {
      MPI_Send(out, 4, MPI_INT, rank + 1, 0, MPI_COMM_WORLD);
      MPI_Recv(in, 2, MPI_INT, rank + 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
