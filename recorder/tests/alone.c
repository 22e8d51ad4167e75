/* Each rank begins and ends without communication, rank 0 at once and the other ranks later. */
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
