/* Persistent requests that calls complete in an order of chance, and that are started again: alone, beside other requests, with partitions,
   and as collectives. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#ifdef OPEN_MPI
#include <mpi-ext.h>
#endif

enum { SLOTS = 4, ROUNDS = 12 };
static int rank, size;

static void work(unsigned *seed) {
  volatile double x = 0;
  for (int i = rand_r(seed) % 20000; i > 0; i--) x += i;
}

/* how: 0 to 4 for MPI_Testany, Waitany, Testsome, Waitsome, and a loop of MPI_Test */
static int completed(int how, MPI_Request *requests, int *which) {
  int count = 0, flag = 0;
  MPI_Status statuses[SLOTS + 1];
  if (how == 0) {
    MPI_Testany(SLOTS + 1, requests, which, &flag, statuses);
    count = flag && *which != MPI_UNDEFINED;
  } else if (how == 1) {
    MPI_Waitany(SLOTS + 1, requests, which, statuses);
    count = *which != MPI_UNDEFINED;
  } else if (how == 4) {
    for (int i = 0; i <= SLOTS; i++) {
      MPI_Test(&requests[i], &flag, statuses);
      if (flag && statuses[0].MPI_TAG == how) which[count++] = i;
    }
  } else {
    (how == 2 ? MPI_Testsome : MPI_Waitsome)(SLOTS + 1, requests, &count, which, statuses);
    if (count == MPI_UNDEFINED) count = 0;
  }
  return count;
}

static void serve(int how) {
  MPI_Request requests[SLOTS + 1];
  int numbers[SLOTS], last, which[SLOTS + 1];
  for (int i = 0; i < SLOTS; i++) {
    MPI_Recv_init(&numbers[i], 1, MPI_INT, MPI_ANY_SOURCE, how, MPI_COMM_WORLD, &requests[i]);
  }
  MPI_Startall(SLOTS, requests);
  MPI_Irecv(&last, 1, MPI_INT, 1, how + 10, MPI_COMM_WORLD, &requests[SLOTS]); /* not persistent */
  for (int got = 0; got < ROUNDS * (size - 1);) {
    int count = completed(how, requests, which);
    for (int i = 0; i < count; i++) {
      if (which[i] == SLOTS) continue;
      got++;
      MPI_Start(&requests[which[i]]);
    }
  }
  MPI_Wait(&requests[SLOTS], MPI_STATUS_IGNORE);
  for (int i = 0; i < SLOTS; i++) {
    MPI_Cancel(&requests[i]);
    if (i % 2) MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
    MPI_Request_free(&requests[i]); /* of some that are active */
  }
}

static void ask(int how) {
  unsigned seed = (unsigned)(rank + how);
  for (int i = 0; i < ROUNDS; i++) {
    work(&seed);
    MPI_Send(&rank, 1, MPI_INT, 0, how, MPI_COMM_WORLD);
  }
  if (rank == 1) MPI_Send(&rank, 1, MPI_INT, 0, how + 10, MPI_COMM_WORLD);
}

/* Each rank starts a collective again when MPI_Waitany has completed it, in the same order on all ranks. */
static void collectives(void) {
#if MPI_VERSION >= 4 || defined(OMPI_HAVE_MPI_EXT_PCOLLREQ)
  MPI_Request requests[2];
  int sum = 0;
#if MPI_VERSION >= 4
  MPI_Allreduce_init(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[0]);
  MPI_Barrier_init(MPI_COMM_WORLD, MPI_INFO_NULL, &requests[1]);
#else
  MPIX_Allreduce_init(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[0]);
  MPIX_Barrier_init(MPI_COMM_WORLD, MPI_INFO_NULL, &requests[1]);
#endif
  for (int i = 0; i < ROUNDS; i++) {
    MPI_Startall(2, requests);
#ifdef MPICH /* MPI_Waitany of MPICH 4.0 leaves a persistent collective active */
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
#else
    for (int left = 2, which; left > 0; left--) MPI_Waitany(2, requests, &which, MPI_STATUS_IGNORE);
#endif
  }
  MPI_Request_free(&requests[0]);
  MPI_Request_free(&requests[1]);
#endif
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int how = 0; how < 5; how++) {
    if (rank == 0) serve(how);
    else ask(how);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  collectives();
  MPI_Finalize();
  return 0;
}
