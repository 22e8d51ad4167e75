#include "spreads.h"
#include <float.h>
#include <string.h>

enum { ZERO = INT16_MIN };

tc_totals tc_totals_of(float ticks) { return (tc_totals){1, (uint64_t)ticks, (double)ticks * (double)ticks, ticks, ticks}; }

void tc_totals_add(tc_totals *to, const tc_totals *more) {
  if (more->count == 0) return;
  if (to->count == 0 || more->least < to->least) to->least = more->least;
  if (to->count == 0 || more->most > to->most) to->most = more->most;
  to->count += more->count;
  to->sum += more->sum;
  to->squares += more->squares;
}

/* Returns the key of a bin in the trace's units. A power of two has four bins: the key is 4 x exponent + quarter. */
static int magnitude(int kind, float ticks) {
  double value = (double)ticks / tc_ticks(kind);
  if (value < FLT_MIN) return ZERO;
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  int exponent = (int)(bits >> 52 & 0x7ff) - 1023;
  uint64_t fraction = bits & 0xfffffffffffffu;
  int quarter = (fraction >= TC_EDGE_1) + (fraction >= TC_EDGE_2) + (fraction >= TC_EDGE_3);
  return 4 * exponent + quarter;
}

tc_bin tc_bin_of(int kind, float ticks) { return (tc_bin){1, (uint64_t)ticks, ticks, ticks, (int16_t)magnitude(kind, ticks)}; }

/* Returns the index of the first bin whose key is not lower. Successive magnitudes are random, so the search has no branch that could be
   mispredicted. */
static uint32_t place(const tc_spread *s, int key) {
  uint32_t at = 0;
  for (uint32_t left = s->count, half; left > 0; left -= half) {
    half = (left + 1) / 2;
    at += half & -(uint32_t)(s->bins[at + half - 1].key < key);
  }
  return at;
}

int tc_bin_add(tc_spread *s, const tc_bin *more) {
  uint32_t at = place(s, more->key);
  s->latest = at;
  if (at < s->count && s->bins[at].key == more->key) {
    tc_bin *b = &s->bins[at];
    b->count += more->count;
    b->sum += more->sum;
    if (more->least < b->least) b->least = more->least;
    if (more->most > b->most) b->most = more->most;
    return 1;
  }
  if (s->count == s->room) return 0;
  memmove(&s->bins[at + 1], &s->bins[at], (s->count++ - at) * sizeof *s->bins);
  s->bins[at] = *more;
  return 1;
}
