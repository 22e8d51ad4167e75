/* Calls whose structure and values are hard to fold. The argument is the number of repetitions. Each process talks to itself alone. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int in[2], out[2];
static unsigned seed = 1;

static int chance(int below) {
  seed = seed * 1103515245u + 12345u;
  return (int)(seed >> 16) % below;
}

static void exchange(int count, int tag) {
  MPI_Sendrecv(out, count, MPI_INT, 0, tag, in, count, MPI_INT, 0, tag, MPI_COMM_SELF, MPI_STATUS_IGNORE);
}

/* Values without a pattern, with a long period, growing, and constant for long before they change. */
static void values(int times) {
  for (int i = 0; i < 400 * times; i++) exchange(1, chance(30000));
  for (int i = 0; i < 400 * times; i++) exchange(1, i % 7 * (i % 30));
  for (int i = 0; i < 400 * times; i++) exchange(1, i);
  for (int i = 0; i < 400 * times; i++) exchange(1, i / 300);
  for (int i = 0; i < 8 * times; i++) {
    for (int k = 0; k < 50; k++) exchange(1 + (k == 49), k == 0);
  }
}

/* Loops in loops whose numbers of iterations do not change, recur, and have no pattern. */
static void loops(int times) {
  for (int i = 0; i < 10 * times; i++) {
    for (int k = 0; k < 3; k++) {
      exchange(1, 1);
      for (int l = 0; l < 1 + i % 3; l++) exchange(1, 2);
    }
    for (int k = chance(4); k >= 0; k--) MPI_Barrier(MPI_COMM_SELF);
    exchange(1, 3);
  }
}

/* A body that is longer than what can be folded, of calls that follow no rule. */
static void irregular(int times) {
  for (int i = 0; i < 400 * times; i++) {
    switch (chance(5)) {
    case 0: exchange(1, 1); break;
    case 1: exchange(1, 2); break;
    case 2: MPI_Barrier(MPI_COMM_SELF); break;
    case 3: MPI_Bcast(in, 1, MPI_INT, 0, MPI_COMM_SELF); break;
    default: MPI_Allreduce(in, out, 1 + chance(2), MPI_INT, MPI_SUM, MPI_COMM_SELF);
    }
  }
}

/* Lists of many kinds, and requests that are open for long. */
static void lists(int times) {
  MPI_Request requests[12], old;
  MPI_Irecv(&in[1], 1, MPI_INT, 0, 9, MPI_COMM_SELF, &old);
  for (int i = 0; i < 20 * times; i++) {
    int open = 1 + chance(6);
    for (int k = 0; k < open; k++) {
      MPI_Irecv(in, 1, MPI_INT, k % 2 ? 0 : MPI_ANY_SOURCE, k, MPI_COMM_SELF, &requests[2 * k]);
      MPI_Isend(out, 1, MPI_INT, 0, k, MPI_COMM_SELF, &requests[2 * k + 1]);
    }
    for (int k = 2 * open - 1; k > 0; k--) { /* in another order */
      int other = chance(k + 1);
      MPI_Request r = requests[k];
      requests[k] = requests[other];
      requests[other] = r;
    }
    MPI_Waitall(2 * open, requests, MPI_STATUSES_IGNORE);
  }
  exchange(1, 8);
  MPI_Send(out, 1, MPI_INT, 0, 9, MPI_COMM_SELF);
  MPI_Wait(&old, MPI_STATUS_IGNORE);
}

/* Wildcards whose matches come late, in another order, or after more than can wait. */
static void wildcards(int times) {
  MPI_Request requests[4], late;
  for (int i = 0; i < 20 * times; i++) {
    for (int k = 0; k < 4; k++) MPI_Irecv(in, 1, MPI_INT, MPI_ANY_SOURCE, k, MPI_COMM_SELF, &requests[k]);
    for (int k = 3; k >= 0; k--) MPI_Send(out, 1, MPI_INT, 0, k, MPI_COMM_SELF);
    for (int k = 3; k >= 0; k--) MPI_Wait(&requests[(k + 2) % 4], MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_SELF);
  }
  MPI_Irecv(in, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_SELF, &late);
  for (int i = 0; i < 100 * times; i++) MPI_Allreduce(in, out, 1, MPI_INT, MPI_SUM, MPI_COMM_SELF);
  MPI_Send(out, 1, MPI_INT, 0, 77, MPI_COMM_SELF);
  MPI_Wait(&late, MPI_STATUS_IGNORE);
  for (int i = 0; i < 20; i++) exchange(1, 5);
}

int main(int argc, char **argv) {
  int times = argc > 1 ? atoi(argv[1]) : 1;
  MPI_Init(&argc, &argv);
  values(times);
  loops(times);
  irregular(times);
  lists(times);
  wildcards(times);
  MPI_Finalize();
  return 0;
}
