/* Programs that make life hard for a recorder; the argument chooses. */
#define _GNU_SOURCE
#include <mpi.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
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

/* So many page faults. */
static void touch(int pages) {
  long size = sysconf(_SC_PAGESIZE);
  char *memory = mmap(NULL, (size_t)(pages * size), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  madvise(memory, (size_t)(pages * size), MADV_NOHUGEPAGE);
  for (int i = 0; i < pages; i++) ((volatile char *)memory)[i * size] = 1;
}

/* The ranks touch memory in turns. */
static void turns(void) {
  touch(1);
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < 8; i++) {
    if (i % 2 == rank) touch(1000);
    exchange(1, 1, MPI_COMM_WORLD);
  }
}

/* Threads that can open nothing. */
static void threads_without_files(void) {
  struct rlimit before, none;
  getrlimit(RLIMIT_NOFILE, &before);
  none = (struct rlimit){0, before.rlim_max};
  setrlimit(RLIMIT_NOFILE, &none);
  threads();
  setrlimit(RLIMIT_NOFILE, &before);
}

static void requests(void) {
  enum { COUNT = 10000 };
  static MPI_Request all[2 * COUNT];
  static int in[COUNT], out[COUNT];
  for (int i = 0; i < COUNT; i++) MPI_Irecv(&in[i], 1, MPI_INT, other, i, MPI_COMM_WORLD, &all[i]);
  for (int i = 0; i < COUNT; i++) MPI_Isend(&out[i], 1, MPI_INT, other, i, MPI_COMM_WORLD, &all[COUNT + i]);
  MPI_Waitall(2 * COUNT, all, MPI_STATUSES_IGNORE);
}

/* Two more processes, and a communicator of all four; the argument says which of the two kinds this one is. */
static void meet(MPI_Comm others, int later) {
  MPI_Comm all;
  int in = 0, out = 1;
  MPI_Intercomm_merge(others, later, &all);
  MPI_Allreduce(&out, &in, 1, MPI_INT, MPI_SUM, all);
  if (in != 4) exit(1);
  MPI_Comm_free(&all);
  MPI_Comm_disconnect(&others);
}

static void spawn(const char *self) {
  MPI_Comm children, parents;
  char *arguments[] = {"child", NULL}, *two[] = {(char *)self, (char *)self}, **all[] = {arguments, arguments};
  int ones[] = {1, 1};
  MPI_Info infos[] = {MPI_INFO_NULL, MPI_INFO_NULL};
  MPI_Comm_get_parent(&parents);
  if (parents != MPI_COMM_NULL) {
    meet(parents, 1);
    return;
  }
  MPI_Comm_spawn(self, arguments, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &children, MPI_ERRCODES_IGNORE);
  meet(children, 0);
  MPI_Comm_spawn_multiple(2, two, all, ones, infos, 0, MPI_COMM_WORLD, &children, MPI_ERRCODES_IGNORE);
  meet(children, 0);
}

/* One process connects to the other by a port. */
static void connect_by_port(void) {
  char port[MPI_MAX_PORT_NAME] = "", found[MPI_MAX_PORT_NAME];
  MPI_Comm both, pair;
  if (rank == 0) {
    MPI_Open_port(MPI_INFO_NULL, port);
    MPI_Publish_name("tracecast", MPI_INFO_NULL, port);
    MPI_Lookup_name("tracecast", MPI_INFO_NULL, found);
    MPI_Unpublish_name("tracecast", MPI_INFO_NULL, port);
  }
  MPI_Bcast(port, sizeof port, MPI_CHAR, 0, MPI_COMM_WORLD);
  if (rank == 0) MPI_Comm_accept(port, MPI_INFO_NULL, 0, MPI_COMM_SELF, &both);
  else MPI_Comm_connect(port, MPI_INFO_NULL, 0, MPI_COMM_SELF, &both);
  MPI_Intercomm_merge(both, rank, &pair);
  MPI_Barrier(pair);
  MPI_Comm_free(&pair);
  MPI_Comm_disconnect(&both);
  if (rank == 0) MPI_Close_port(port);
}

int main(int argc, char **argv) {
  const char *how = argc > 1 ? argv[1] : "";
  int provided;
  if (strncmp(how, "threads", 7) == 0) MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  else MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  other = 1 - rank;
  exchange(100, 0, MPI_COMM_WORLD);
  if (strcmp(how, "threads") == 0) threads();
  if (strcmp(how, "threads without files") == 0) threads_without_files();
  if (strcmp(how, "turns") == 0) turns();
  if (strcmp(how, "requests") == 0) requests();
  for (int i = 0; i < 8 && strcmp(how, "faults") == 0; i++) {
    touch(100 * i + 1);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  if (strcmp(how, "communicators") == 0) {
    for (int i = 0; i < 5000; i++) {
      MPI_Comm comm;
      MPI_Comm_dup(MPI_COMM_WORLD, &comm);
      exchange(1, 0, comm);
      MPI_Comm_free(&comm);
    }
  }
  if (strcmp(how, "spawns") == 0 || strcmp(how, "child") == 0) spawn(argv[0]);
  if (strcmp(how, "connects") == 0) connect_by_port();
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
  if (strcmp(how, "much") == 0) { /* calls that hardly fold, with files of 512 KB at most */
    struct rlimit most = {1 << 19, 1 << 19};
    setrlimit(RLIMIT_FSIZE, &most);
    static char out[5000], in[5000];
    for (unsigned i = 0, length = 1; i < 20000; i++, length = length * 1103515245 + 12345) {
      int bytes = (int)(length >> 16) % 5000;
      MPI_Sendrecv(out, bytes, MPI_CHAR, other, 0, in, bytes, MPI_CHAR, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  }
  if (strcmp(how, "exit") == 0) exit(5);
  MPI_Finalize();
  if (rank == 0 && strcmp(how, "child") != 0) printf("done\n");
  return 0;
}
