/* Calls that the trace has as MPI_Other, or not at all, by the reason: their number and their time. */
#include "recorder.h"
#include <string.h>

enum { REASONS = 64 }; /* the last one is of all that have no place of their own */
static struct {
  char why[200];
  uint64_t calls, ns;
} lost[REASONS];
static int reasons;

void tc_lost(const char *why, uint64_t ns) {
  int i = 0;
  while (i < reasons && strcmp(lost[i].why, why) != 0) i++;
  if (i == REASONS) i--;
  if (i == reasons) {
    strncpy(lost[i].why, i < REASONS - 1 ? why : "for other reasons; MPI_Other in the trace", sizeof lost[i].why - 1);
    reasons++;
  }
  lost[i].calls++;
  lost[i].ns += ns;
}

void tc_lost_write(void) {
  for (int i = 0; i < reasons; i++) {
    tc_log_number(R_lost);
    tc_log_text(lost[i].why);
    tc_log_number(lost[i].calls);
    tc_log_number(lost[i].ns);
    tc_log_commit();
  }
}
