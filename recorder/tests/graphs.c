/* Graphs whose edges are arguments of all ranks, or of others than the neighbours, and messages along them. */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int rank, size, got[8] = {0};
  MPI_Comm ring, chain;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int *index = malloc(sizeof(int) * (size_t)size), *edges = malloc(sizeof(int) * 2 * (size_t)size);
  for (int i = 0; i < size; i++) {
    index[i] = 2 * (i + 1);
    edges[2 * i] = (i + 1) % size;
    edges[2 * i + 1] = (i + size - 1) % size;
  }
  MPI_Graph_create(MPI_COMM_WORLD, size, index, edges, 0, &ring);
  /* Each rank gives the edge of the next one, and the last rank has none. */
  int source = (rank + 1) % size, degree = source + 1 < size, next = source + degree, weight = 1;
  MPI_Dist_graph_create(MPI_COMM_WORLD, 1, &source, &degree, &next, &weight, MPI_INFO_NULL, 0, &chain);
  for (int i = 0; i < 10; i++) {
    MPI_Neighbor_allgather(&rank, 1, MPI_INT, got, 1, MPI_INT, ring);
    MPI_Neighbor_alltoall(got, 2, MPI_INT, got + 4, 2, MPI_INT, chain);
  }
  MPI_Comm_free(&ring);
  MPI_Comm_free(&chain);
  free(index);
  free(edges);
  MPI_Finalize();
  return 0;
}
