#include "fold.h"
#include "spreads.h"
#include <string.h>

enum { KEPT = 128 };

typedef struct {
  uint32_t path;
  tc_spread spreads[T_all];
} by_path;

typedef struct {
  tc_totals totals[T_all];
} by_position;

struct tc_times {
  tc_time *kept; /* single times; NULL once they are summed up */
  uint32_t count, room;
  uint64_t added;
  by_path *paths;
  uint32_t path_count, path_room;
  by_position *positions;
  uint32_t position_count;
};

tc_times *tc_times_new(void) {
  tc_times *t = tc_take(sizeof *t);
  memset(t, 0, sizeof *t);
  t->room = 2;
  t->kept = tc_take(t->room * sizeof *t->kept);
  return t;
}

void tc_times_free(tc_times *t) {
  for (uint32_t i = 0; i < t->path_count; i++) {
    for (int k = 0; k < T_all; k++) tc_give(t->paths[i].spreads[k].bins, t->paths[i].spreads[k].room * sizeof(tc_bin));
  }
  tc_give(t->paths, t->path_room * sizeof *t->paths);
  tc_give(t->positions, t->position_count * sizeof *t->positions);
  tc_give(t->kept, t->room * sizeof *t->kept);
  tc_give(t, sizeof *t);
}

int tc_times_full(const tc_times *t) { return t->kept && t->count == KEPT; }

const tc_time *tc_times_kept(const tc_times *t, uint32_t *count) {
  *count = t->count;
  return t->kept;
}

static void add_bin(tc_spread *s, const tc_bin *more) {
  if (tc_bin_add(s, more)) return;
  uint32_t larger = s->room ? 2 * s->room : 4;
  s->bins = tc_larger(s->bins, s->room * sizeof *s->bins, larger * sizeof *s->bins);
  s->room = larger;
  tc_bin_add(s, more);
}

static tc_spread *of_path(tc_times *t, uint32_t path) {
  for (uint32_t i = t->path_count; i > 0; i--) {
    if (t->paths[i - 1].path == path) return t->paths[i - 1].spreads;
  }
  if (t->path_count == t->path_room) {
    uint32_t larger = t->path_room ? 2 * t->path_room : 1;
    t->paths = tc_larger(t->paths, t->path_room * sizeof *t->paths, larger * sizeof *t->paths);
    t->path_room = larger;
  }
  by_path *p = &t->paths[t->path_count++];
  memset(p, 0, sizeof *p);
  p->path = path;
  return p->spreads;
}

static void sum(tc_times *t, const tc_time *time) {
  tc_spread *spreads = of_path(t, time->path);
  by_position *position = t->position_count ? &t->positions[t->added % t->position_count] : NULL;
  for (int k = 0; k < T_all; k++) {
    float ticks = time->value[k];
    tc_totals_count(&spreads[k].all, ticks);
    if (position) tc_totals_count(&position->totals[k], ticks);
    if (tc_bin_again(&spreads[k], ticks)) continue;
    tc_bin in = tc_bin_of(k, ticks);
    add_bin(&spreads[k], &in);
  }
  t->added++;
}

void tc_times_sum_up(tc_times *t, uint32_t positions) {
  tc_time *kept = t->kept;
  if (!kept) return;
  if (positions > 1) {
    t->positions = tc_take(positions * sizeof *t->positions);
    memset(t->positions, 0, positions * sizeof *t->positions);
    t->position_count = positions;
  }
  for (uint32_t i = 0; i < t->count; i++) sum(t, &kept[i]);
  tc_give(kept, t->room * sizeof *kept);
  t->kept = NULL;
  t->room = t->count = 0;
}

void tc_times_add(tc_times *t, const tc_time *more) {
  if (!t->kept) {
    sum(t, more);
    return;
  }
  if (t->count == t->room) {
    t->kept = tc_larger(t->kept, t->room * sizeof *t->kept, 2 * t->room * sizeof *t->kept);
    t->room *= 2;
  }
  t->kept[t->count++] = *more;
}

static void drop_positions(tc_times *t) {
  tc_give(t->positions, t->position_count * sizeof *t->positions);
  t->positions = NULL;
  t->position_count = 0;
}

void tc_times_unite(tc_times *t, const tc_times *later) {
  for (uint32_t i = 0; i < later->path_count; i++) {
    tc_spread *spreads = of_path(t, later->paths[i].path);
    for (int k = 0; k < T_all; k++) {
      const tc_spread *more = &later->paths[i].spreads[k];
      tc_totals_add(&spreads[k].all, &more->all);
      for (uint32_t b = 0; b < more->count; b++) add_bin(&spreads[k], &more->bins[b]);
    }
  }
  if (t->position_count != later->position_count || (t->position_count && t->added % t->position_count != 0)) {
    drop_positions(t);
  }
  for (uint32_t i = 0; i < t->position_count; i++) {
    for (int k = 0; k < T_all; k++) tc_totals_add(&t->positions[i].totals[k], &later->positions[i].totals[k]);
  }
  t->added += later->added;
}

static void pack_ticks(tc_packer *p, float ticks) { tc_pack_number(p, (uint64_t)ticks); }

void tc_time_pack(const tc_time *time, tc_packer *p) {
  tc_pack_number(p, time->path);
  for (int k = 0; k < T_all; k++) pack_ticks(p, time->value[k]);
}

void tc_totals_pack(const tc_totals *t, tc_packer *p) {
  tc_pack_number(p, t->count);
  if (t->count == 0) return;
  tc_pack_number(p, t->sum);
  tc_pack_bytes(p, &t->squares, sizeof t->squares);
  pack_ticks(p, t->least);
  pack_ticks(p, t->most);
}

/* Writes single times as their count + 1 and each time. Writes summed times as 0, the spreads of each path, and the totals of each
   position. */
void tc_times_pack(const tc_times *t, tc_packer *p) {
  tc_pack_number(p, t->kept ? t->count + 1 : 0);
  for (uint32_t i = 0; i < t->count; i++) tc_time_pack(&t->kept[i], p);
  if (t->kept) return;
  tc_pack_number(p, t->path_count);
  for (uint32_t i = 0; i < t->path_count; i++) {
    tc_pack_number(p, t->paths[i].path);
    for (int k = 0; k < T_all; k++) {
      const tc_spread *s = &t->paths[i].spreads[k];
      tc_totals_pack(&s->all, p);
      tc_pack_number(p, s->count);
      for (uint32_t b = 0; b < s->count; b++) {
        tc_pack_signed(p, s->bins[b].key);
        tc_pack_number(p, s->bins[b].count);
        tc_pack_number(p, s->bins[b].sum);
        pack_ticks(p, s->bins[b].least);
        pack_ticks(p, s->bins[b].most);
      }
    }
  }
  tc_pack_number(p, t->position_count);
  for (uint32_t i = 0; i < t->position_count; i++) {
    for (int k = 0; k < T_all; k++) tc_totals_pack(&t->positions[i].totals[k], p);
  }
}
