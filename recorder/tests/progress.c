/* An MPI whose progress thread computes from MPI_Init on (compile it as a library, with TOOL), and a program without threads. */
#include <mpi.h>
#include <pthread.h>
#include <time.h>

#ifdef TOOL
static void *make_progress(void *unused) {
  for (volatile int always = 1; always;) continue;
  return unused;
}

int MPI_Init(int *count, char ***arguments) {
  pthread_t thread;
  pthread_create(&thread, NULL, make_progress, NULL);
  return PMPI_Init(count, arguments);
}
#else
int main(int count, char **arguments) {
  MPI_Init(&count, &arguments);
  for (time_t end = time(NULL) + 2; time(NULL) < end;) continue;
  MPI_Finalize();
}
#endif
