/* Threads with one communicator each. Their calls interleave by chance. Any number of ranks; prints a sum that recording must
   not change. */
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>

enum { THREADS = 8, STEPS = 50 };
static long sums[THREADS];
static MPI_Comm comms[THREADS];

static void *work(void *argument) {
  int t = (int)(long)argument, rank, size;
  MPI_Comm_rank(comms[t], &rank);
  MPI_Comm_size(comms[t], &size);
  for (int step = 0; step < STEPS; step++) {
    int mine = rank + step, got = 0, all = 0;
    if ((t + rank + step) % 3 == 0) for (volatile int k = 0; k < 20000; k++) continue;
    MPI_Sendrecv(&mine, 1, MPI_INT, (rank + 1) % size, 1, &got, 1, MPI_INT, MPI_ANY_SOURCE, 1, comms[t], MPI_STATUS_IGNORE);
    MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_SUM, comms[t]);
    if (rank == 0 && size > 1) MPI_Ssend(&mine, 1, MPI_INT, 1, 2, comms[t]);
    if (rank == 1) MPI_Recv(&got, 1, MPI_INT, 0, 2, comms[t], MPI_STATUS_IGNORE);
    sums[t] += got + all;
  }
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t threads[THREADS];
  int provided, rank;
  long sum = 0, total = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int t = 0; t < THREADS; t++) MPI_Comm_dup(MPI_COMM_WORLD, &comms[t]);
  for (long t = 0; t < THREADS; t++) pthread_create(&threads[t], NULL, work, (void *)t);
  for (int t = 0; t < THREADS; t++) pthread_join(threads[t], NULL);
  for (int t = 0; t < THREADS; t++) sum += sums[t];
  MPI_Reduce(&sum, &total, 1, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0) printf("%ld\n", total);
  MPI_Finalize();
  return 0;
}
