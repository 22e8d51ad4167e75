#include "fold.h"
#include <string.h>

/* MOST: the most runs that are kept without a period. SURE: after this many repetitions, one period replaces the runs. */
enum { MOST = 1024, SURE = 4 };

static uint32_t chunks;

tc_sequence *tc_sequence_new(int64_t first) {
  tc_sequence *s = tc_take(sizeof *s);
  memset(s, 0, sizeof *s);
  s->length = 1;
  s->first = s->last = first;
  return s;
}

static void drop_runs(tc_sequence *s) {
  if (s->runs) tc_give(s->runs, s->room * sizeof *s->runs);
  if (s->borders) tc_give(s->borders, s->room * sizeof *s->borders);
  s->runs = NULL;
  s->borders = NULL;
  s->room = 0;
}

void tc_sequence_free(tc_sequence *s) {
  drop_runs(s);
  tc_give(s, sizeof *s);
}

static int sure(const tc_sequence *s) { return s->runs && !s->borders; }

static void pack_run(tc_packer *p, tc_run run) {
  tc_pack_number(p, run.count);
  if (run.count > 0) tc_pack_signed(p, run.step);
}

/* Writes the numbers since the last chunk. Complete runs are written as one period and its repetitions. */
static void pack_live(const tc_sequence *s, tc_packer *p) {
  tc_pack_signed(p, s->first);
  pack_run(p, s->head);
  tc_pack_number(p, s->complete);
  if (s->complete > 0) {
    tc_pack_number(p, s->period);
    for (uint32_t i = 0; i < s->period; i++) pack_run(p, s->runs[i]);
  }
  pack_run(p, s->open);
}

void tc_sequence_pack(const tc_sequence *s, tc_packer *p) {
  tc_pack_number(p, s->chunk);
  pack_live(s, p);
}

static int to_log(void *unused, const void *bytes, size_t length) {
  (void)unused;
  tc_log_bytes(bytes, length);
  return 0;
}

/* Writes the numbers since the last chunk as a new chunk. followed: the last chunk of a sequence that is appended to s, or 0 */
static void cut(tc_sequence *s, uint32_t followed) {
  tc_packer p = {.write = to_log};
  tc_pack_number(&p, R_chunk);
  tc_pack_number(&p, s->chunk);
  tc_pack_number(&p, followed);
  pack_live(s, &p);
  tc_pack_end(&p);
  tc_log_commit();
  s->chunk = ++chunks;
}

static void start(tc_sequence *s, int64_t first) {
  drop_runs(s);
  s->length = 1;
  s->first = s->last = first;
  s->head = s->open = (tc_run){0, 0};
  s->complete = 0;
  s->period = s->phase = 0;
}

static int same(tc_run one, tc_run two) { return one.step == two.step && one.count == two.count; }

static void extend(tc_sequence *s, tc_run run) {
  uint32_t at = (uint32_t)s->complete++;
  if (at == s->room) {
    uint32_t more = at ? 2 * at : 4;
    s->runs = tc_larger(s->runs, at * sizeof *s->runs, more * sizeof *s->runs);
    s->borders = tc_larger(s->borders, at * sizeof *s->borders, more * sizeof *s->borders);
    s->room = more;
  }
  s->runs[at] = run;
  uint32_t border = at ? s->borders[at - 1] : 0;
  while (border > 0 && !same(s->runs[border], run)) border = s->borders[border - 1];
  if (at > 0 && same(s->runs[border], run)) border++;
  s->borders[at] = border;
  s->period = at + 1 - border;
}

static void keep_one_period(tc_sequence *s) {
  tc_run *kept = tc_take(s->period * sizeof *kept);
  memcpy(kept, s->runs, s->period * sizeof *kept);
  drop_runs(s);
  s->runs = kept;
  s->room = s->period;
  s->phase = (uint32_t)(s->complete % s->period);
}

/* Restores all runs of a sequence that keeps only one period. */
static void spell_out(tc_sequence *s) {
  tc_run *period = s->runs;
  uint32_t length = s->room;
  uint64_t count = s->complete;
  s->runs = NULL;
  s->room = 0;
  s->complete = 0;
  for (uint64_t i = 0; i < count; i++) extend(s, period[i % length]);
  tc_give(period, length * sizeof *period);
}

/* Ends the open run. Writes a chunk of the earlier runs if they are too many, or if this run does not continue their period. */
static void complete(tc_sequence *s) {
  tc_run run = s->open;
  s->open = (tc_run){0, 0};
  if (sure(s)) {
    if (same(s->runs[s->phase], run)) {
      s->complete++;
      s->phase = s->phase + 1 == s->period ? 0 : s->phase + 1;
      return;
    }
    if (s->complete < MOST / 2) spell_out(s);
  }
  if (s->complete >= MOST || sure(s)) {
    int64_t last = s->last;
    cut(s, 0);
    start(s, last - run.step * (int64_t)(run.count - 1));
    s->head = (tc_run){run.step, run.count - 1};
    s->length = run.count;
    s->last = last;
    return;
  }
  extend(s, run);
  if (s->complete >= (uint64_t)SURE * s->period) keep_one_period(s);
}

static void add_run(tc_sequence *s, int64_t step, uint64_t count) {
  if (count == 0) return;
  if (s->open.count > 0 && s->open.step != step) complete(s);
  tc_run *run = s->open.count > 0 || s->complete > 0 || (s->head.count > 0 && s->head.step != step) ? &s->open : &s->head;
  run->step = step;
  run->count += count;
  s->length += count;
  s->last += step * (int64_t)count;
}

void tc_sequence_add(tc_sequence *s, int64_t number, uint64_t times) {
  if (times == 0) return;
  add_run(s, number - s->last, 1);
  add_run(s, 0, times - 1);
}

void tc_sequence_join(tc_sequence *s, const tc_sequence *later) {
  if (later->chunk) {
    cut(s, later->chunk);
    start(s, later->first);
    add_run(s, later->head.step, later->head.count);
  } else {
    tc_sequence_add(s, later->first, 1);
    add_run(s, later->head.step, later->head.count);
  }
  for (uint64_t i = 0; i < later->complete; i++) {
    tc_run run = later->runs[i % later->period];
    add_run(s, run.step, run.count);
  }
  add_run(s, later->open.step, later->open.count);
}
