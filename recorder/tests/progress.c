/* An MPI whose progress thread runs for 100 ms after MPI_Init (compile it as a library, with TOOL), and a program without threads. */
#include <mpi.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

#ifdef TOOL
static volatile int initialized;

static long milliseconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static void *make_progress(void *unused) {
  while (!initialized) usleep(100);
  for (long from = milliseconds(); milliseconds() - from < 100;) continue;
  for (;;) pause();
  return unused;
}

int MPI_Init(int *count, char ***arguments) {
  pthread_t thread;
  pthread_create(&thread, NULL, make_progress, NULL);
  int result = PMPI_Init(count, arguments);
  initialized = 1;
  return result;
}
#else
int main(int count, char **arguments) {
  MPI_Init(&count, &arguments);
  sleep(1);
  MPI_Finalize();
}
#endif
