/* The clock that times calls. If the kernel keeps its own time by the processor's time stamp counter, the counter is read directly, which
   takes half as long as a system call for the time. The counter's rate is measured against the system's clock while MPI_Init runs. */
#define _GNU_SOURCE
#include "recorder.h"
#include <stdio.h>
#include <string.h>

enum { TRIES = 10, LEAST_NS = 5000000 };

uint64_t tc_rate;

uint64_t tc_system_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

#ifdef __x86_64__
typedef struct {
  uint64_t ticks, ns;
} reading;

static reading compared;

/* Reads both clocks at nearly the same time. Of several tries, returns the try with the least time between the two readings. */
static reading read_both(void) {
  reading best = {0};
  uint64_t least = UINT64_MAX;
  for (int i = 0; i < TRIES; i++) {
    uint64_t before = __builtin_ia32_rdtsc(), ns = tc_system_ns(), after = __builtin_ia32_rdtsc();
    if (after - before >= least) continue;
    least = after - before;
    best = (reading){before + least / 2, ns};
  }
  return best;
}

/* Whether the kernel's clock is the time stamp counter. The counter then has one rate in all power states, and the same value on all cores.
   */
static int trusted_by_kernel(void) {
  char name[16] = "";
  FILE *source = fopen("/sys/devices/system/clocksource/clocksource0/current_clocksource", "re");
  if (!source) return 0;
  int read = fgets(name, sizeof name, source) != NULL;
  fclose(source);
  return read && strcmp(name, "tsc\n") == 0;
}

void tc_clock_compare(void) { compared = read_both(); }

void tc_clock_begin(void) {
  if (compared.ns == 0 || !trusted_by_kernel()) return;
  reading now = read_both();
  uint64_t ns = now.ns - compared.ns, ticks = now.ticks - compared.ticks;
  if (now.ns < compared.ns + LEAST_NS || now.ticks <= compared.ticks) return;
  tc_rate = (uint64_t)(((unsigned __int128)ns << 32) / ticks);
}
#else
void tc_clock_compare(void) {}
void tc_clock_begin(void) {}
#endif
