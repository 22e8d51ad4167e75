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

static MPI_Win window;

static int win_test(MPI_Request *q) {
  int flag;
  (void)q;
  MPI_Win_test(window, &flag);
  return flag;
}

#if MPI_VERSION >= 4
static int parrived(MPI_Request *q) {
  int flag;
  MPI_Parrived(*q, 0, &flag);
  return flag;
}
#endif

#if MPI_VERSION > 4 || (MPI_VERSION == 4 && MPI_SUBVERSION >= 1)
static int get_status_all(MPI_Request *q) {
  int flag;
  MPI_Request_get_status_all(1, q, &flag, MPI_STATUSES_IGNORE);
  return flag;
}

static int get_status_any(MPI_Request *q) {
  int flag, index;
  MPI_Request_get_status_any(1, q, &index, &flag, MPI_STATUS_IGNORE);
  return flag;
}

static int get_status_some(MPI_Request *q) {
  int count, index;
  MPI_Request_get_status_some(1, q, &count, &index, MPI_STATUSES_IGNORE);
  return count > 0;
}
#endif

static const struct {
  int (*poll)(MPI_Request *q);
  enum { COMPLETES, LOOKS, PROBES, TAKES, WINDOW, PARTITIONS } kind;
} polls[] = {{test, COMPLETES}, {testall, COMPLETES}, {testany, COMPLETES}, {testsome, COMPLETES}, {get_status, LOOKS}, {iprobe, PROBES}, {improbe, TAKES}, {win_test, WINDOW},
#if MPI_VERSION >= 4
    {parrived, PARTITIONS},
#endif
#if MPI_VERSION > 4 || (MPI_VERSION == 4 && MPI_SUBVERSION >= 1)
    {get_status_all, LOOKS}, {get_status_any, LOOKS}, {get_status_some, LOOKS},
#endif
};

static MPI_Group other;

/* What rank 1 does when rank 0 asks for it. */
static void answer(int kind, int *a) {
#if MPI_VERSION >= 4
  MPI_Request request = MPI_REQUEST_NULL;
  if (kind == PARTITIONS) MPI_Psend_init(a, 1, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  if (kind == PARTITIONS) MPI_Start(&request);
#endif
  MPI_Recv(a, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (kind == WINDOW) {
    MPI_Win_start(other, 0, window);
    MPI_Win_complete(window);
  } else if (kind != PARTITIONS) {
    MPI_Send(a, 1, MPI_INT, 0, 2, MPI_COMM_WORLD);
  }
#if MPI_VERSION >= 4
  if (kind == PARTITIONS) {
    MPI_Pready(0, request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
  }
#endif
}

int main(int count, char **arguments) {
  int rank, a = 0;
  MPI_Init(&count, &arguments);
  mode = arguments[1];
  turns = !strcmp(mode, "work") ? 20 : !strcmp(mode, "sleep") ? 100 : 5000;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Group world;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &(int){!rank}, &other);
  MPI_Win_create(NULL, 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  for (size_t way = 0; way < sizeof polls / sizeof *polls; way++) {
    int kind = polls[way].kind;
    MPI_Request request = MPI_REQUEST_NULL;
    if (rank == 1) {
      answer(kind, &a);
      continue;
    }
    if (kind == COMPLETES || kind == LOOKS) MPI_Irecv(&a, 1, MPI_INT, 1, 2, MPI_COMM_WORLD, &request);
    if (kind == WINDOW) MPI_Win_post(other, 0, window);
#if MPI_VERSION >= 4
    if (kind == PARTITIONS) MPI_Precv_init(&a, 1, 1, MPI_INT, 1, 2, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    if (kind == PARTITIONS) MPI_Start(&request);
#endif
    for (int turn = 0; turn < turns; turn++) {
      polls[way].poll(&request);
      if (turn < turns - 1) between(turn);
    }
    MPI_Send(&a, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
    while (!polls[way].poll(&request)) continue;
    if (kind == LOOKS || kind == PARTITIONS) MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (kind == PARTITIONS) MPI_Request_free(&request);
    if (kind == PROBES) MPI_Recv(&a, 1, MPI_INT, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (kind == TAKES) MPI_Mrecv(&a, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
  }
  MPI_Win_free(&window);
  MPI_Group_free(&other);
  MPI_Group_free(&world);
  if (rank == 0) printf("worked %.6f\n", worked);
  MPI_Finalize();
}
