/* spreads.c: totals of many times or counts in ticks, and their number by magnitude */
#ifndef TRACECAST_SPREADS_H
#define TRACECAST_SPREADS_H

#include "recorder.h"

enum { T_compute, T_inside, T_all };
/* Returns the ticks in one of the trace's units: 1000 nanoseconds in a microsecond, or 1 instruction. */
static inline double tc_ticks(int kind) { return kind == T_compute && tc_counter == TC_INSTRUCTIONS ? 1 : 1000; }

typedef struct {
  uint64_t count, sum;
  double squares;
  float least, most;
} tc_totals;

typedef struct {
  uint64_t count, sum;
  float least, most;
  int16_t key; /* the magnitude */
} tc_bin;

typedef struct {
  tc_totals all;
  tc_bin *bins; /* ascending; NULL if magnitudes are not distinguished */
  uint32_t count, room, latest; /* latest: index of the bin that got the last time */
} tc_spread;

tc_totals tc_totals_of(float ticks);
tc_bin tc_bin_of(int kind, float ticks);
void tc_totals_add(tc_totals *to, const tc_totals *more);
int tc_bin_add(tc_spread *to, const tc_bin *more); /* returns 0 if there is no room for a bin */

/* Adds one time to totals. */
static inline void tc_totals_count(tc_totals *to, float ticks) {
  if (to->count == 0 || ticks < to->least) to->least = ticks;
  if (to->count == 0 || ticks > to->most) to->most = ticks;
  to->count++;
  to->sum += (uint64_t)ticks;
  to->squares += (double)ticks * (double)ticks;
}

/* Adds a time to the latest bin if it lies between two times of that bin; otherwise returns 0. */
static inline int tc_bin_again(tc_spread *to, float ticks) {
  if (to->latest >= to->count) return 0;
  tc_bin *b = &to->bins[to->latest];
  if (ticks < b->least || ticks > b->most) return 0;
  b->count++;
  b->sum += (uint64_t)ticks;
  return 1;
}

#endif
