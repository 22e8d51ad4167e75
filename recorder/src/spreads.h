/* spreads.c: many times or counts in ticks: their totals, and their number by magnitude */
#ifndef TRACECAST_SPREADS_H
#define TRACECAST_SPREADS_H

#include <stdint.h>

typedef struct {
  uint64_t count, sum;
  double squares;
  float least, most;
} tc_totals;

typedef struct {
  uint64_t count, sum;
  float least, most;
  int16_t key; /* magnitude */
} tc_bin;

typedef struct {
  tc_totals all;
  tc_bin *bins; /* ascending; none if magnitudes are not distinguished */
  uint32_t count, room;
} tc_spread;

tc_totals tc_totals_of(float ticks);
tc_bin tc_bin_of(int kind, float ticks);
void tc_totals_add(tc_totals *to, const tc_totals *more);
int tc_bin_add(tc_spread *to, const tc_bin *more); /* 0 if there is no room for it */

#endif
