/* Calls that a rank cannot make without the others: KIND is one-sided communication (1), files (2), two groups (3) or threads (4). */
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>

static int rank, size;

static void one_sided(void) {
  MPI_Win win;
  int mine = 0;
  MPI_Win_create(&mine, sizeof mine, sizeof mine, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  MPI_Put(&rank, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}

static void files(const char *app) {
  MPI_File file;
  char name[4096];
  snprintf(name, sizeof name, "%s.written", app);
  MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
  MPI_File_write_at(file, (MPI_Offset)sizeof rank * rank, &rank, 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_close(&file);
}

static void two_groups(void) {
  MPI_Comm half, both;
  int got = 0;
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - rank % 2, 5, &both);
  int root = rank % 2 ? 0 : rank == 0 ? MPI_ROOT : MPI_PROC_NULL;
  MPI_Bcast(&got, 1, MPI_INT, root, both);
  MPI_Comm_free(&both);
  MPI_Comm_free(&half);
}

static void *other(void *unused) {
  int got;
  for (int i = 0; i < 5; i++) MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % size, 7, &got, 1, MPI_INT, (rank + size - 1) % size, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return unused;
}

static void threads(void) {
  pthread_t thread;
  int got;
  pthread_create(&thread, NULL, other, NULL);
  for (int i = 0; i < 5; i++) MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % size, 8, &got, 1, MPI_INT, (rank + size - 1) % size, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  pthread_join(thread, NULL);
}

int main(int argc, char **argv) {
  int provided, sum;
  MPI_Init_thread(&argc, &argv, KIND == 4 ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int i = 0; i < 3; i++) MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (KIND == 1) one_sided();
  if (KIND == 2) files(argv[0]);
  if (KIND == 3) two_groups();
  if (KIND == 4) threads();
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) printf("sum %d\n", sum);
  MPI_Finalize();
  return 0;
}
