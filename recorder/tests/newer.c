/* Persistent collectives, and messages in partitions where MPI has them. Any number of ranks; prints a sum that recording must not
   change. */
#include <mpi.h>
#include <stdio.h>
#if __has_include(<mpi-ext.h>)
#include <mpi-ext.h>
#endif
#if MPI_VERSION < 4 && (!defined(OMPI_MAJOR_VERSION) || OMPI_MAJOR_VERSION < 5) /* Open MPI 5 has some of version 4 */
#define MPI_Allreduce_init MPIX_Allreduce_init
#define MPI_Barrier_init MPIX_Barrier_init
#define MPI_Alltoallv_init MPIX_Alltoallv_init
#endif

static int rank, size;
static long sum;

static void collectives(void) {
  MPI_Request all[3], one;
  int mine = rank, total = 0, sent[64], received[64], ones[64], places[64], right = (rank + 1) % size, left = (rank + size - 1) % size;
  for (int i = 0; i < size; i++) {
    sent[i] = rank;
    ones[i] = 1;
    places[i] = i;
  }
  MPI_Allreduce_init(&mine, &total, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &one);
  MPI_Barrier_init(MPI_COMM_WORLD, MPI_INFO_NULL, &all[0]);
  MPI_Alltoallv_init(sent, ones, places, MPI_INT, received, ones, places, MPI_INT, MPI_COMM_WORLD, MPI_INFO_NULL, &all[1]);
  MPI_Send_init(&mine, 1, MPI_INT, right, 4, MPI_COMM_WORLD, &all[2]);
  for (int step = 0; step < 50; step++) {
    int from_left;
    MPI_Start(&one);
    MPI_Wait(&one, MPI_STATUS_IGNORE);
    MPI_Startall(3, all);
    MPI_Recv(&from_left, 1, MPI_INT, left, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Waitall(3, all, MPI_STATUSES_IGNORE);
    sum += total + received[0] + from_left;
  }
  MPI_Request_free(&one);
  for (int i = 0; i < 3; i++) MPI_Request_free(&all[i]);
}

#if MPI_VERSION >= 4
static void partitions(void) {
  MPI_Request both[2];
  double out[8], in[8];
  int list[1] = {3}, arrived = 0;
  MPI_Psend_init(out, 4, 2, MPI_DOUBLE, (rank + 1) % size, 5, MPI_COMM_WORLD, MPI_INFO_NULL, &both[0]);
  MPI_Precv_init(in, 4, 2, MPI_DOUBLE, (rank + size - 1) % size, 5, MPI_COMM_WORLD, MPI_INFO_NULL, &both[1]);
  for (int step = 0; step < 50; step++) {
    for (int i = 0; i < 8; i++) out[i] = i * step;
    MPI_Startall(2, both);
    MPI_Pready(0, both[0]);
    MPI_Pready_range(1, 2, both[0]);
    MPI_Pready_list(1, list, both[0]);
    MPI_Waitall(2, both, MPI_STATUSES_IGNORE);
    sum += (long)in[7];
  }
  MPI_Start(&both[1]);
  MPI_Start(&both[0]);
  MPI_Pready_range(0, 3, both[0]);
  while (!arrived) MPI_Parrived(both[1], 3, &arrived);
  MPI_Waitall(2, both, MPI_STATUSES_IGNORE);
  MPI_Request_free(&both[0]);
  MPI_Request_free(&both[1]);
}
#else
static void partitions(void) {}
#endif

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  collectives();
  if (argc > 1) partitions();
  long total = 0;
  MPI_Reduce(&sum, &total, 1, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0) printf("%ld\n", total);
  MPI_Finalize();
  return 0;
}
