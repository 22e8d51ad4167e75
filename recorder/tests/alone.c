/* Each rank begins and ends, rank 0 at once and the others later: none has to do with another. */
#include <mpi.h>
#include <unistd.h>

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  usleep(10000 * rank);
  MPI_Finalize();
  return 0;
}
