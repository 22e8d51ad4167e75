/* Rank 0 polls for a message in each way that MPI has, many times in vain, until it tells rank 1 to send. Between polls it runs its
   loop, works, works now and then, or sleeps: polling loop|work|tasks|sleep. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static volatile double x;
static const char *mode;
static int turns;
static double worked;

static double processor_seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

static void work(double seconds) {
  double from = processor_seconds(), now;
  while ((now = processor_seconds()) - from < seconds) x += now;
  worked += now - from;
}

static void between(int turn) {
  for (int i = 0; i < 100; i++) x += i;
  if (!strcmp(mode, "work")) work(1e-3);
  if (!strcmp(mode, "tasks") && turn % 100 == 99) work(50e-6);
  if (!strcmp(mode, "sleep")) usleep(1000);
}

static int test(MPI_Request *q) {
  int flag;
  MPI_Test(q, &flag, MPI_STATUS_IGNORE);
  return flag;
}

static int testall(MPI_Request *q) {
  int flag;
  MPI_Testall(1, q, &flag, MPI_STATUSES_IGNORE);
  return flag;
}

static int testany(MPI_Request *q) {
  int flag, index;
  MPI_Testany(1, q, &index, &flag, MPI_STATUS_IGNORE);
  return flag;
}

static int testsome(MPI_Request *q) {
  int count, index;
  MPI_Testsome(1, q, &count, &index, MPI_STATUSES_IGNORE);
  return count > 0;
}

static int get_status(MPI_Request *q) {
  int flag;
  MPI_Request_get_status(*q, &flag, MPI_STATUS_IGNORE);
  return flag;
}

static int iprobe(MPI_Request *q) {
  int flag;
  (void)q;
  MPI_Iprobe(1, 2, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
  return flag;
}

static MPI_Message message;

static int improbe(MPI_Request *q) {
  int flag;
  (void)q;
  MPI_Improbe(1, 2, MPI_COMM_WORLD, &flag, &message, MPI_STATUS_IGNORE);
  return flag;
}

static int (*const polls[])(MPI_Request *) = {test, testall, testany, testsome, get_status, iprobe, improbe};

int main(int count, char **arguments) {
  int rank, a = 0;
  MPI_Init(&count, &arguments);
  mode = arguments[1];
  turns = !strcmp(mode, "work") ? 20 : !strcmp(mode, "sleep") ? 100 : 5000;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int kind = 0; kind < 7; kind++) {
    int probes = kind >= 5;
    MPI_Request request = MPI_REQUEST_NULL;
    if (rank == 1) {
      MPI_Recv(&a, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Send(&a, 1, MPI_INT, 0, 2, MPI_COMM_WORLD);
      continue;
    }
    if (!probes) MPI_Irecv(&a, 1, MPI_INT, 1, 2, MPI_COMM_WORLD, &request);
    for (int turn = 0; turn < turns; turn++) {
      polls[kind](&request);
      if (turn < turns - 1) between(turn);
    }
    MPI_Send(&a, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
    while (!polls[kind](&request)) continue;
    if (kind == 4) MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (kind == 5) MPI_Recv(&a, 1, MPI_INT, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (kind == 6) MPI_Mrecv(&a, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
  }
  if (rank == 0) printf("worked %.6f\n", worked);
  MPI_Finalize();
}
