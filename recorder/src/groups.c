/* The times of one call by groups of ranks. This file creates the groups of one rank, and writes groups as bytes. */
#include "groups.h"
#include <string.h>

/* Makes a spread distinguish magnitudes, with room for this number of bins. */
static int reserve(tc_spread *s, uint32_t room) {
  tc_bin *larger = tc_merge_keep(room * sizeof *larger);
  if (larger && s->count) memcpy(larger, s->bins, s->count * sizeof *larger);
  s->bins = larger;
  s->room = larger ? room : 0;
  return larger != NULL;
}

void tc_group_put_bin(tc_spread *s, const tc_bin *more) {
  if (!tc_bin_add(s, more) && reserve(s, 2 * s->room + 2)) tc_bin_add(s, more);
}

tc_path_times *tc_group_path(tc_rank_group *g, uint64_t number) {
  for (uint32_t i = 0; i < g->path_count; i++) {
    if (g->paths[i].path == number) return &g->paths[i];
  }
  if (g->path_count == g->path_room) {
    uint32_t room = g->path_room ? 2 * g->path_room : 1;
    tc_path_times *larger = tc_merge_keep(room * sizeof *larger);
    if (!larger) return NULL;
    if (g->path_count) memcpy(larger, g->paths, g->path_count * sizeof *larger);
    g->paths = larger;
    g->path_room = room;
  }
  tc_path_times *p = &g->paths[g->path_count++];
  *p = (tc_path_times){.path = number};
  return p;
}

static tc_spread *spreads(uint32_t count) {
  tc_spread *all = count > 1 ? tc_merge_keep(count * sizeof *all) : NULL;
  if (all) memset(all, 0, count * sizeof *all);
  return all;
}

static void put(tc_spread *s, int kind, uint64_t ticks) {
  tc_totals one = tc_totals_of((float)ticks);
  tc_bin in = tc_bin_of(kind, (float)ticks);
  tc_totals_add(&s->all, &one);
  if (s->bins) tc_group_put_bin(s, &in);
}

static void take_kept(tc_groups *t, uint32_t positions, uint32_t count, const unsigned char *from) {
  uint64_t *executions = count > 1 && count <= TC_EXECUTIONS ? tc_merge_keep(count * sizeof *executions) : NULL;
  for (int k = 0; k < T_all; k++) {
    tc_rank_group *g = &t->kinds[k].groups[0];
    g->positions = spreads(positions);
    g->position_count = g->positions ? positions : 0;
    for (uint32_t i = 0; i < g->position_count && positions <= TC_DETAILED_POSITIONS; i++) reserve(&g->positions[i], 2);
  }
  for (uint32_t i = 0; i < count; i++) {
    uint64_t after = tc_number_take(&from);
    for (int k = 0; k < T_all; k++) {
      tc_rank_group *g = &t->kinds[k].groups[0];
      uint64_t ticks = tc_number_take(&from);
      tc_path_times *p = tc_group_path(g, after);
      if (!p) return;
      if (!p->times.bins) reserve(&p->times, 2);
      put(&p->times, k, ticks);
      if (g->position_count) put(&g->positions[i % positions], k, ticks);
      if (k == T_compute && executions) executions[i] = ticks;
      g->sum += ticks;
    }
  }
  if (!executions) return;
  tc_rank_group *g = &t->kinds[T_compute].groups[0]; /* for computation only: a replay predicts the times inside calls */
  g->sums = g->least = g->most = executions;
  g->execution_count = count;
}

static void take_totals(tc_totals *s, const unsigned char **from) {
  *s = (tc_totals){0};
  s->count = tc_number_take(from);
  if (s->count == 0) return;
  s->sum = tc_number_take(from);
  memcpy(&s->squares, *from, sizeof s->squares);
  *from += sizeof s->squares;
  s->least = (float)tc_number_take(from);
  s->most = (float)tc_number_take(from);
}

static int64_t signed_take(const unsigned char **from) {
  uint64_t n = tc_number_take(from);
  return (int64_t)(n >> 1 ^ -(n & 1));
}

static void take_summed(tc_groups *t, const unsigned char *from) {
  for (uint64_t paths = tc_number_take(&from); paths > 0; paths--) {
    uint64_t after = tc_number_take(&from);
    for (int k = 0; k < T_all; k++) {
      tc_rank_group *g = &t->kinds[k].groups[0];
      tc_path_times *p = tc_group_path(g, after);
      if (!p) return;
      take_totals(&p->times.all, &from);
      g->sum += p->times.all.sum;
      uint64_t bins = tc_number_take(&from);
      reserve(&p->times, (uint32_t)bins + 1);
      for (; bins > 0; bins--) {
        tc_bin b = {.key = (int16_t)signed_take(&from)};
        b.count = tc_number_take(&from);
        b.sum = tc_number_take(&from);
        b.least = (float)tc_number_take(&from);
        b.most = (float)tc_number_take(&from);
        if (p->times.bins) tc_group_put_bin(&p->times, &b);
      }
    }
  }
  uint32_t positions = (uint32_t)tc_number_take(&from);
  for (int k = 0; k < T_all; k++) t->kinds[k].groups[0].positions = spreads(positions);
  for (uint32_t i = 0; i < positions; i++) {
    for (int k = 0; k < T_all; k++) {
      tc_rank_group *g = &t->kinds[k].groups[0];
      if (!g->positions) return;
      take_totals(&g->positions[i].all, &from);
      g->position_count = positions;
    }
  }
}

tc_groups *tc_groups_of(tc_ranks ranks, const unsigned char *times) {
  tc_groups *t = tc_merge_keep(sizeof *t);
  tc_rank_group *alone = tc_merge_keep(T_all * sizeof *alone);
  if (!alone) return NULL;
  for (int k = 0; k < T_all; k++) {
    alone[k] = (tc_rank_group){.ranks = ranks};
    t->kinds[k] = (tc_kind_groups){&alone[k], 1};
  }
  uint32_t positions = (uint32_t)tc_number_take(&times);
  take_totals(&t->calls, &times);
  uint32_t kept = (uint32_t)tc_number_take(&times);
  if (kept > 0) take_kept(t, positions, kept - 1, times);
  else take_summed(t, times);
  return t;
}

uint64_t tc_groups_sum(const tc_groups *t, int kind) {
  uint64_t sum = 0;
  for (uint32_t i = 0; i < t->kinds[kind].count; i++) sum += t->kinds[kind].groups[i].sum;
  return sum;
}

/* The bytes are: the totals of the calls for each execution; for each kind of times, the number of groups; for each group its ranks, call
   paths with their spreads, spreads of positions, and executions. Each list begins with its length. A spread is the number of bins, then
   the bins, or totals if there are no bins, and then the sum of squares if there are several times. Several times are written as their
   minimum, the maximum less the minimum, and the sum less the number of times multiplied by the minimum. */

static void pack_range(tc_packer *p, uint64_t number, uint64_t sum, uint64_t least, uint64_t most) {
  tc_pack_number(p, least);
  if (number == 1) return;
  tc_pack_number(p, most - least);
  tc_pack_signed(p, (int64_t)(sum - number * least));
}

static void take_range(const unsigned char **from, uint64_t number, uint64_t *sum, uint64_t *least, uint64_t *most) {
  *least = *most = *sum = tc_number_take(from);
  if (number == 1) return;
  *most += tc_number_take(from);
  *sum = number * *least + (uint64_t)signed_take(from);
}

static void pack_spread(tc_packer *p, const tc_spread *s) {
  tc_pack_number(p, s->count);
  int key = 0;
  for (uint32_t i = 0; i < s->count; key = s->bins[i++].key) {
    const tc_bin *b = &s->bins[i];
    tc_pack_signed(p, b->key - key);
    tc_pack_number(p, b->count);
    pack_range(p, b->count, b->sum, (uint64_t)b->least, (uint64_t)b->most);
  }
  const tc_totals *all = &s->all;
  if (s->count == 0) {
    tc_pack_number(p, all->count);
    if (all->count == 0) return;
    pack_range(p, all->count, all->sum, (uint64_t)all->least, (uint64_t)all->most);
  }
  if (all->count > 1) tc_pack_bytes(p, &all->squares, sizeof all->squares);
}

static tc_totals take_several(const unsigned char **from, uint64_t count) {
  uint64_t sum, least, most;
  take_range(from, count, &sum, &least, &most);
  return (tc_totals){count, sum, 0, (float)least, (float)most};
}

static tc_spread take_spread(const unsigned char **from) {
  tc_spread s = {0};
  uint32_t bins = (uint32_t)tc_number_take(from);
  int key = 0;
  if (bins > 0) reserve(&s, bins);
  for (uint32_t i = 0; i < bins; i++) {
    key += (int)signed_take(from);
    uint64_t count = tc_number_take(from);
    tc_totals t = take_several(from, count);
    tc_totals_add(&s.all, &t);
    if (s.bins) s.bins[s.count++] = (tc_bin){t.count, t.sum, t.least, t.most, (int16_t)key};
  }
  if (bins == 0) {
    uint64_t count = tc_number_take(from);
    if (count == 0) return s;
    s.all = take_several(from, count);
  }
  s.all.squares = (double)s.all.sum * (double)s.all.sum;
  if (s.all.count > 1) {
    memcpy(&s.all.squares, *from, sizeof s.all.squares);
    *from += sizeof s.all.squares;
  }
  return s;
}

static void pack_group(tc_packer *p, const tc_rank_group *g) {
  tc_ranks_pack(p, g->ranks);
  tc_pack_number(p, g->path_count);
  for (uint32_t i = 0; i < g->path_count; i++) {
    tc_pack_number(p, g->paths[i].path);
    pack_spread(p, &g->paths[i].times);
  }
  tc_pack_number(p, g->position_count);
  for (uint32_t i = 0; i < g->position_count; i++) pack_spread(p, &g->positions[i]);
  tc_pack_number(p, g->execution_count);
  for (uint32_t i = 0; i < g->execution_count; i++) pack_range(p, g->ranks.count, g->sums[i], g->least[i], g->most[i]);
}

static void take_group(tc_rank_group *g, const unsigned char **from) {
  g->ranks = tc_ranks_take(from);
  g->path_count = g->path_room = (uint32_t)tc_number_take(from);
  g->paths = tc_merge_keep(g->path_count * sizeof *g->paths);
  for (uint32_t i = 0; i < g->path_count; i++) {
    uint64_t after = tc_number_take(from);
    tc_spread times = take_spread(from);
    if (g->paths) g->paths[i] = (tc_path_times){after, times};
    g->sum += times.all.sum;
  }
  g->position_count = (uint32_t)tc_number_take(from);
  g->positions = spreads(g->position_count);
  for (uint32_t i = 0; i < g->position_count; i++) {
    tc_spread times = take_spread(from);
    if (g->positions) g->positions[i] = times;
  }
  uint32_t executions = g->execution_count = (uint32_t)tc_number_take(from);
  g->sums = executions ? tc_merge_keep(3 * executions * sizeof *g->sums) : NULL;
  g->least = g->sums ? g->sums + executions : NULL;
  g->most = g->sums ? g->sums + 2 * executions : NULL;
  for (uint32_t i = 0; i < executions; i++) {
    uint64_t sum, least, most;
    take_range(from, g->ranks.count, &sum, &least, &most);
    if (g->sums) g->sums[i] = sum, g->least[i] = least, g->most[i] = most;
  }
}

void tc_groups_pack(tc_packer *p, const tc_groups *t) {
  tc_totals_pack(&t->calls, p);
  for (int k = 0; k < T_all; k++) {
    tc_pack_number(p, t->kinds[k].count);
    for (uint32_t i = 0; i < t->kinds[k].count; i++) pack_group(p, &t->kinds[k].groups[i]);
  }
}

tc_groups *tc_groups_take(const unsigned char **from) {
  tc_groups *t = tc_merge_keep(sizeof *t);
  tc_totals calls;
  take_totals(&calls, from);
  if (t) t->calls = calls;
  for (int k = 0; k < T_all; k++) {
    uint32_t groups = (uint32_t)tc_number_take(from);
    tc_rank_group *own = tc_merge_keep(groups * sizeof *own);
    if (!own) return NULL;
    for (uint32_t i = 0; i < groups; i++) {
      own[i] = (tc_rank_group){0};
      take_group(&own[i], from);
    }
    t->kinds[k] = (tc_kind_groups){own, groups};
  }
  return t;
}
