/* Lets a rank of MPICH sleep while it waits. Preloaded into test programs only: there are more ranks than processors, and a rank
   that polls keeps the one that it waits for from running. MPICH over UCX polls by this function alone. */
#include <dlfcn.h>
#include <time.h>

enum { POLLS_BEFORE_SLEEP = 50, SLEEP_NS = 20000 };

unsigned ucp_worker_progress(void *worker) {
  static unsigned (*progress)(void *);
  static __thread int polls;
  if (!progress) { // not RTLD_NEXT, which misses an MPI that the program loads by itself
    progress = (unsigned (*)(void *))dlsym(dlopen("libucp.so.0", RTLD_LAZY | RTLD_NOLOAD), "ucp_worker_progress");
  }
  unsigned done = progress(worker);
  polls = done ? 0 : polls + 1;
  if (polls > POLLS_BEFORE_SLEEP) nanosleep(&(struct timespec){.tv_nsec = SLEEP_NS}, NULL);
  return done;
}
