// Preloaded into the ranks of benchmarks/nodes: a rank that waits sleeps until a packet arrives, and leaves its processor to others.
//
// Open MPI asks the kernel for events of its sockets again and again, and gives way in between (mpi_yield_when_idle). With more ranks than
// processors, ranks that wait so take most of the processor time. Here, a rank that found nothing some times in succession waits in the kernel.
// What does not come over a socket is noticed after a millisecond, so this serves nodes with one rank each.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <unistd.h>

// What was found may complete a request, and that may start the next step of a call, without another packet.
enum { LOOKS_BEFORE_WAITING = 3, LONGEST_WAIT_MS = 1 };

static __thread int polled = -1; // where this thread last looked for events without waiting
static __thread int looks;       // in succession that found none

int epoll_wait(int set, struct epoll_event *events, int most, int timeout_ms) {
  static int (*real)(int, struct epoll_event *, int, int);
  if (!real) real = (int (*)(int, struct epoll_event *, int, int))dlsym(RTLD_NEXT, "epoll_wait");
  int count = real(set, events, most, timeout_ms);
  if (timeout_ms == 0) {
    polled = set;
    if (count > 0) looks = 0;
  }
  return count;
}

int sched_yield(void) {
  struct epoll_event event;
  if (polled < 0) return (int)syscall(SYS_sched_yield);
  if (++looks < LOOKS_BEFORE_WAITING) return 0;
  return syscall(SYS_epoll_wait, polled, &event, 1, LONGEST_WAIT_MS) < 0;
}
