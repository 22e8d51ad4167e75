/* The single times of a rank. What ranks wait for each other depends on which times belong to one iteration, and the sums of
   times.c have lost it. A sudden end of the process loses the last ones, which are not written yet. */
#include "fold.h"

static tc_packer file;
static uint32_t left; /* there is room for so many */

/* A run of one rank never waits for others. */
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
