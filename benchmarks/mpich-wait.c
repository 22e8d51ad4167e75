// Preloaded into ranks of MPICH: one that waits sleeps until a message arrives, and leaves its processor to others.
//
// MPICH over UCX polls without ever giving way, whatever MPIR_CVAR_POLLS_BEFORE_YIELD says. Of several ranks on a processor, one that waits
// so keeps it for a slice of the scheduler, some milliseconds, at each message. Here, a rank that found nothing some times in succession
// blocks in poll. UCX then wakes it when something arrives, if it was asked for this feature when it started.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

// A rank sleeps for at most MOST_MS, because it may be in MPI_Test while another rank waits for its next message.
enum { LOOKS_BEFORE_SLEEP = 100, MOST_MS = 10 };
static const uint64_t WAKE_UP = 1 << 4; // UCP_FEATURE_WAKEUP

int ucp_init_version(unsigned major, unsigned minor, const void *parameters, const void *config, void *context) {
  ((uint64_t *)parameters)[1] |= WAKE_UP; // the features follow the mask of fields
  return ((int (*)(unsigned, unsigned, const void *, const void *, void *))dlsym(RTLD_NEXT, "ucp_init_version"))(
      major, minor, parameters, config, context);
}

unsigned ucp_worker_progress(void *worker) {
  static unsigned (*progress)(void *);
  static int (*arm)(void *);
  static __thread int looks; // in succession that found nothing
  static __thread int events = -1;
  if (!progress) {
    progress = (unsigned (*)(void *))dlsym(RTLD_NEXT, "ucp_worker_progress");
    arm = (int (*)(void *))dlsym(RTLD_NEXT, "ucp_worker_arm");
  }
  unsigned found = progress(worker);
  if (found) {
    looks = 0;
  } else if (++looks >= LOOKS_BEFORE_SLEEP) {
    looks = 0;
    if (events < 0 && ((int (*)(void *, int *))dlsym(RTLD_NEXT, "ucp_worker_get_efd"))(worker, &events) != 0) {
      fprintf(stderr, "error: UCX offers no descriptor on which to wait for messages\n");
      exit(1);
    }
    if (arm(worker) == 0) { // otherwise something has arrived meanwhile
      poll(&(struct pollfd){events, POLLIN, 0}, 1, MOST_MS);
    }
  }
  return found;
}
