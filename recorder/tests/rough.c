/* Programs that make life hard for a recorder; the argument chooses. */
#include <mpi.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static int rank, other;

static void exchange(int times, int tag, MPI_Comm comm) {
  int in, out = 1;
  for (int i = 0; i < times; i++) MPI_Sendrecv(&out, 1, MPI_INT, other, tag, &in, 1, MPI_INT, other, tag, comm, MPI_STATUS_IGNORE);
}

static void *thread(void *number) {
  exchange(200, 10 + *(int *)number, MPI_COMM_WORLD);
  return NULL;
}

static void threads(void) {
  pthread_t all[3];
  int numbers[3] = {0, 1, 2};
  for (int i = 0; i < 3; i++) pthread_create(&all[i], NULL, thread, &numbers[i]);
  for (int i = 0; i < 3; i++) pthread_join(all[i], NULL);
}

static void requests(void) {
  enum { COUNT = 10000 };
  static MPI_Request all[2 * COUNT];
  static int in[COUNT], out[COUNT];
  for (int i = 0; i < COUNT; i++) MPI_Irecv(&in[i], 1, MPI_INT, other, i, MPI_COMM_WORLD, &all[i]);
  for (int i = 0; i < COUNT; i++) MPI_Isend(&out[i], 1, MPI_INT, other, i, MPI_COMM_WORLD, &all[COUNT + i]);
  MPI_Waitall(2 * COUNT, all, MPI_STATUSES_IGNORE);
}

int main(int argc, char **argv) {
  const char *how = argc > 1 ? argv[1] : "";
  int provided;
  if (strcmp(how, "threads") == 0) MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  else MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  other = 1 - rank;
  exchange(100, 0, MPI_COMM_WORLD);
  if (strcmp(how, "threads") == 0) threads();
  if (strcmp(how, "requests") == 0) requests();
  if (strcmp(how, "communicators") == 0) {
    for (int i = 0; i < 5000; i++) {
      MPI_Comm comm;
      MPI_Comm_dup(MPI_COMM_WORLD, &comm);
      exchange(1, 0, comm);
      MPI_Comm_free(&comm);
    }
  }
  if (strcmp(how, "forks") == 0) {
    pid_t child = fork();
    if (child == 0) exit(0);
    waitpid(child, NULL, 0);
    if (system("exit 3") != 3 << 8) return 1;
    exchange(3, 0, MPI_COMM_WORLD);
  }
  if (strcmp(how, "pcontrol") == 0) {
    MPI_Pcontrol(0);
    exchange(10, 0, MPI_COMM_WORLD);
    MPI_Pcontrol(1);
  }
  if (strcmp(how, "abort") == 0) {
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) MPI_Abort(MPI_COMM_WORLD, 7);
    sleep(20);
  }
  if (strcmp(how, "killed late") == 0) exchange(10000, 0, MPI_COMM_WORLD);
  if (strncmp(how, "killed", 6) == 0) {
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) raise(SIGKILL);
    sleep(1);
  }
  if (strcmp(how, "fault") == 0) {
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) *(volatile int *)NULL = 1;
    sleep(20);
  }
  if (strcmp(how, "ended") == 0) {
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) raise(SIGTERM);
    sleep(20);
  }
  if (strcmp(how, "much") == 0) { /* calls that hardly fold, with files of 1 MB at most */
    struct rlimit most = {1 << 20, 1 << 20};
    setrlimit(RLIMIT_FSIZE, &most);
    static char out[5000], in[5000];
    for (unsigned i = 0, length = 1; i < 60000; i++, length = length * 1103515245 + 12345) {
      int bytes = (int)(length >> 16) % 5000;
      MPI_Sendrecv(out, bytes, MPI_CHAR, other, 0, in, bytes, MPI_CHAR, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  }
  if (strcmp(how, "exit") == 0) exit(5);
  MPI_Finalize();
  if (rank == 0) printf("done\n");
  return 0;
}
