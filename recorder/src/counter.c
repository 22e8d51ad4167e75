/* The counter of computation: time, processor time of the thread, or instructions from a kernel counter for each thread. If the
   kernel allows it, the processor's counter is read directly. If other programs share the counter, or a core lacks it, the missing
   part is estimated from the counted part. */
#define _GNU_SOURCE
#include "recorder.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { CLOSED, OPEN, NONE };

int tc_counter;
tc_moment tc_reading, tc_seen;

static uint32_t type = PERF_TYPE_HARDWARE;
static uint64_t config = PERF_COUNT_HW_INSTRUCTIONS;
static pthread_key_t at_end;
static int guessed;

static __thread struct {
  int state, file;
  struct perf_event_mmap_page *page; /* NULL if the counter cannot be read directly */
} own __attribute__((tls_model("initial-exec")));

static void close_own(void *unused) {
  (void)unused;
  if (own.page) munmap(own.page, (size_t)sysconf(_SC_PAGESIZE));
  own.page = NULL;
  close(own.file);
  own.state = NONE;
}

/* Opens this thread's counter. Returns 0, or the reason for a failure. */
static int open_own(void) {
  struct perf_event_attr what = {.size = sizeof what, .type = type, .config = config, .exclude_kernel = 1, .exclude_hv = 1,
                                 .read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING};
  own.state = NONE;
  own.file = (int)syscall(SYS_perf_event_open, &what, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
  if (own.file < 0) return errno;
#ifdef __x86_64__
  void *page = mmap(NULL, (size_t)sysconf(_SC_PAGESIZE), PROT_READ, MAP_SHARED, own.file, 0);
  if (page != MAP_FAILED) own.page = page;
#endif
  pthread_setspecific(at_end, &own);
  own.state = OPEN;
  return 0;
}

#ifdef __x86_64__
#define BARRIER() __asm__ volatile("" ::: "memory")

/* Reads the counter as described in linux/perf_event.h. Returns 0 if the counter does not run on this core or cannot be read this way. */
static int read_directly(const volatile struct perf_event_mmap_page *page, tc_moment *m) {
  uint32_t lock, index;
  do {
    lock = page->lock;
    BARRIER();
    index = page->index;
    if (index == 0 || !page->cap_user_rdpmc || !page->cap_user_time) return 0;
    uint64_t ticks = __builtin_ia32_rdtsc(), part = ticks & ((1ull << page->time_shift) - 1);
    uint64_t since = page->time_offset + (ticks >> page->time_shift) * page->time_mult + (part * page->time_mult >> page->time_shift);
    unsigned unused = 64u - page->pmc_width;
    m->count = (uint64_t)page->offset + (uint64_t)((int64_t)(__builtin_ia32_rdpmc((int)index - 1) << unused) >> unused);
    m->enabled = page->time_enabled + since;
    m->running = page->time_running + since;
    BARRIER();
  } while (page->lock != lock);
  return 1;
}
#else
static int read_directly(const volatile struct perf_event_mmap_page *page, tc_moment *m) { return (void)page, (void)m, 0; }
#endif

static void count_instructions(tc_moment *m) {
  if (own.state == CLOSED) open_own();
  if (own.state == OPEN && own.page && read_directly(own.page, m)) return;
  uint64_t values[3] = {0};
  if (own.state == OPEN && read(own.file, values, sizeof values) != sizeof values) close_own(NULL);
  m->count = values[0];
  m->enabled = values[1];
  m->running = values[2];
}

uint64_t tc_processor_time(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* Reads the most important counter last, closest to the program. This is the instruction counter if instructions are counted, so that it
   does not count the reading of the clock. Otherwise it is the clock, because the kernel's call for processor time often takes longer than
   the computation between calls. */
void tc_count_leaving(tc_moment *now) {
  if (tc_counter == TC_PROCESSOR_TIME) now->count = tc_processor_time();
  now->ns = tc_now();
  if (tc_counter == TC_INSTRUCTIONS) count_instructions(now);
}

void tc_count_entering(tc_moment *now) {
  if (tc_counter == TC_INSTRUCTIONS) count_instructions(now);
  now->ns = tc_now();
  if (tc_counter == TC_PROCESSOR_TIME) now->count = tc_processor_time();
}

uint64_t tc_counted(const tc_moment *left, const tc_moment *entered, uint64_t ns) {
  uint64_t count = tc_less(tc_less(entered->count, left->count), tc_reading.count);
  if (tc_counter == TC_PROCESSOR_TIME) return count < ns ? count : ns; /* equals ns, unless other processes used the core */
  uint64_t enabled = tc_less(entered->enabled, left->enabled), running = tc_less(entered->running, left->running);
  if (own.state != OPEN || (enabled > 0 && running == 0)) {
    guessed = 1;
    return tc_seen.running ? (uint64_t)((double)ns / (double)tc_seen.running * (double)tc_seen.count) : ns;
  }
  tc_seen.count += count;
  tc_seen.running += tc_less(running, tc_reading.running);
  tc_log_counted(tc_seen.count, tc_seen.running);
  return running >= enabled ? count : (uint64_t)((double)count / (double)running * (double)enabled);
}

void tc_counter_note(void) {
  if (guessed) tc_log_note("some computation was not counted in instructions, because its thread or core had no counter; its instructions are estimated from its time");
}

static void keep_least(uint64_t *least, uint64_t number) {
  if (number < *least) *least = number;
}

/* Measures the cost of reading the counters: the least of many differences between two successive readings. */
static void measure_reading(void) {
  tc_moment left = {0}, entered = {0};
  tc_reading = (tc_moment){UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX};
  for (int i = 0; i < 1000; i++) {
    tc_leave(&left);
    tc_enter(&entered);
    keep_least(&tc_reading.ns, entered.ns - left.ns);
    keep_least(&tc_reading.count, entered.count - left.count);
    keep_least(&tc_reading.running, entered.running - left.running);
  }
}

static const char *mended(int reason) {
  switch (reason) {
  case EACCES:
  case EPERM:
    return "perf_event_open is not permitted; allow it with sysctl kernel.perf_event_paranoid=2, in a container also with --cap-add PERFMON or "
           "--security-opt seccomp=unconfined";
  case ENOSYS: return "perf_event_open is not available; if a container blocks it, use --security-opt seccomp=unconfined";
  case ENOENT:
  case ENODEV:
  case EOPNOTSUPP:
    return "the processor has no such counter; a virtual machine needs a virtual PMU";
  case EMFILE:
  case ENFILE: return "too many open files; raise ulimit -n";
  default: return strerror(reason);
  }
}

/* Prints one line for all ranks: the rank that creates a marker file prints it, and no other rank does. */
static void explain(int reason) {
  char path[4096 + 32];
  snprintf(path, sizeof path, "%s/uncounted", tc_log_folder());
  int first = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (first < 0) return;
  close(first);
  fprintf(stderr, "tracecast: rank %d, and perhaps other ranks, cannot count instructions, so they record computation as time: %s\n",
          tc_rank, mended(reason));
}

static int open_first(void) {
  const char *other = getenv("TRACECAST_PERF_EVENT");
  if (other) {
    char *end;
    type = (uint32_t)strtoul(other, &end, 0);
    if (*end == ':') config = strtoull(end + 1, NULL, 0);
  }
  int reason = pthread_key_create(&at_end, close_own);
  return reason == 0 ? open_own() : reason;
}

void tc_counter_begin(void) {
  const char *wanted = getenv(TC_ENV_COUNTER);
  if (wanted && strcmp(wanted, "cpu-time") == 0) tc_counter = TC_PROCESSOR_TIME;
  if (wanted && strcmp(wanted, "instructions") == 0) {
    int reason = open_first();
    if (reason == 0) tc_counter = TC_INSTRUCTIONS;
    else explain(reason);
  }
  measure_reading();
}
