// Preloaded into ranks of MPICH: one that waits sleeps for a moment now and then, and leaves its processor to others.
//
// MPICH over UCX polls without ever giving way, whatever MPIR_CVAR_POLLS_BEFORE_YIELD says. Of several ranks on a processor, one that waits
// so keeps it for a slice of the scheduler, some milliseconds, at each message. Here, a rank that found nothing some times in succession naps.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sys/prctl.h>
#include <time.h>

// Shorter naps take as much of the processor as polling does.
enum { LOOKS_BEFORE_NAP = 100, LOOKS_BETWEEN_NAPS = 10, NAP_NS = 50000, LATEST_NS = 1000 };

unsigned ucp_worker_progress(void *worker) {
  static unsigned (*real)(void *);
  static __thread int looks; // in succession that found nothing
  if (!real) {
    real = (unsigned (*)(void *))dlsym(RTLD_NEXT, "ucp_worker_progress");
    prctl(PR_SET_TIMERSLACK, LATEST_NS, 0, 0, 0);
  }
  unsigned found = real(worker);
  if (found) {
    looks = 0;
  } else if (++looks >= LOOKS_BEFORE_NAP) {
    looks -= LOOKS_BETWEEN_NAPS;
    nanosleep(&(struct timespec){0, NAP_NS}, NULL);
  }
  return found;
}
