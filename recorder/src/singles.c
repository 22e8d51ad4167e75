/* Keeps the single times of a rank. The waiting of ranks for each other depends on which times belong to the same iteration, and the sums
   of times.c do not show this. A sudden end of the process loses the last times, which are not written yet. */
#include "fold.h"

static tc_packer file;
static uint32_t left; /* number of times for which there is room */

/* Begins to keep times, unless the run has one rank, which never waits for others. */
void tc_singles_begin(void) {
  if (tc_size > 1 && tc_size <= TC_SINGLES_RANKS && tc_log_singles(&file) == 0) left = TC_SINGLES / (uint32_t)tc_size;
}

void tc_singles_add(uint64_t compute) {
  if (left == 0) return;
  tc_pack_number(&file, compute);
  left = file.failed ? 0 : left - 1;
}

void tc_singles_end(void) {
  if (file.write) tc_pack_end(&file);
}
