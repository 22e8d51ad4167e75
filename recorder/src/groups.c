/* Times of one call by groups of ranks, united as the compressor's DeltaGroups unites them, so that the trace is told no less by groups
   than by ranks: two groups stay apart where a rank of the one spends a material part of its whole run more or less than one of the
   other. Of a group there are times by call path and magnitude, by position in a loop, and of few executions of each. */
#include "merge.h"
#include <string.h>

/* DETAILED: positions of which each is told by magnitude too */
enum { GROUPS = 16, SECTIONS = 64, DISTRIBUTIONS = 1024, EXECUTIONS = 128, DETAILED = 8 };
static const double SIGNIFICANT = 3, MATERIAL = 2e-4;

typedef struct {
  int key;
  uint64_t count, sum, least, most; /* ticks */
} bin;

typedef struct {
  uint64_t count, sum, least, most;
  double squares;
  bin *bins;      /* ascending; none where magnitudes are not told apart */
  uint32_t bin_count, room;
} spread;

typedef struct {
  uint64_t path;
  spread times;
} by_path;

typedef struct {
  tc_ranks ranks;
  uint64_t sum;
  by_path *paths;
  spread *positions;
  uint64_t *sums, *least, *most; /* of each execution, over ranks */
  uint32_t path_count, path_room, position_count, execution_count;
} group;

typedef struct {
  group *groups;
  uint32_t count;
} kind;

struct tc_groups {
  kind kinds[T_all];
};

/* spreads */

/* Makes a spread one that tells magnitudes apart, with room for so many. */
static int reserve(spread *s, uint32_t room) {
  bin *larger = tc_merge_keep(room * sizeof *larger);
  if (larger && s->bin_count) memcpy(larger, s->bins, s->bin_count * sizeof *larger);
  s->bins = larger;
  s->room = larger ? room : 0;
  return larger != NULL;
}

static void put_bin(spread *s, const bin *more) {
  uint32_t at = s->bin_count;
  while (at > 0 && s->bins[at - 1].key >= more->key) at--;
  if (at < s->bin_count && s->bins[at].key == more->key) {
    bin *b = &s->bins[at];
    b->count += more->count;
    b->sum += more->sum;
    if (more->least < b->least) b->least = more->least;
    if (more->most > b->most) b->most = more->most;
    return;
  }
  if (s->bin_count == s->room && !reserve(s, 2 * s->room + 2)) return;
  memmove(&s->bins[at + 1], &s->bins[at], (s->bin_count++ - at) * sizeof *s->bins);
  s->bins[at] = *more;
}

static void add_totals(spread *to, const spread *more) {
  if (more->count == 0) return;
  if (to->count == 0 || more->least < to->least) to->least = more->least;
  if (to->count == 0 || more->most > to->most) to->most = more->most;
  to->count += more->count;
  to->sum += more->sum;
  to->squares += more->squares;
}

static void add_spread(spread *to, const spread *more) {
  if (to->count == 0) {
    *to = *more;
    return;
  }
  if (more->count == 0) return;
  if (!more->bins) to->bins = NULL, to->bin_count = to->room = 0;
  for (uint32_t i = 0; to->bins && i < more->bin_count; i++) put_bin(to, &more->bins[i]);
  add_totals(to, more);
}

static spread one(uint64_t ticks) {
  return (spread){.count = 1, .sum = ticks, .least = ticks, .most = ticks, .squares = (double)ticks * (double)ticks};
}

static double mean(const spread *s) { return (double)s->sum / (double)s->count; }

/* Square of the mean's standard error, as far as the values show it */
static double variance(const spread *s) {
  double sum = (double)s->sum, count = (double)s->count, scatter = s->squares - sum * sum / count;
  return s->count < 2 || scatter < 0 ? 0 : scatter / (count - 1) / count;
}

/* of one rank */

static by_path *path(group *g, uint64_t number) {
  for (uint32_t i = 0; i < g->path_count; i++) {
    if (g->paths[i].path == number) return &g->paths[i];
  }
  if (g->path_count == g->path_room) {
    uint32_t room = g->path_room ? 2 * g->path_room : 1;
    by_path *larger = tc_merge_keep(room * sizeof *larger);
    if (!larger) return NULL;
    if (g->path_count) memcpy(larger, g->paths, g->path_count * sizeof *larger);
    g->paths = larger;
    g->path_room = room;
  }
  by_path *p = &g->paths[g->path_count++];
  *p = (by_path){.path = number};
  return p;
}

static spread *spreads(uint32_t count) {
  spread *all = count > 1 ? tc_merge_keep(count * sizeof *all) : NULL;
  if (all) memset(all, 0, count * sizeof *all);
  return all;
}

static void put(spread *s, int kind, uint64_t ticks) {
  spread this = one(ticks);
  bin in = {tc_time_bin(kind, (double)ticks), 1, ticks, ticks, ticks};
  add_totals(s, &this);
  if (s->bins) put_bin(s, &in);
}

static void take_kept(tc_groups *t, uint32_t positions, uint32_t count, const unsigned char *from) {
  uint64_t *executions = count > 1 && count <= EXECUTIONS ? tc_merge_keep(count * sizeof *executions) : NULL;
  for (int k = 0; k < T_all; k++) {
    group *g = &t->kinds[k].groups[0];
    g->positions = spreads(positions);
    g->position_count = g->positions ? positions : 0;
    for (uint32_t i = 0; i < g->position_count && positions <= DETAILED; i++) reserve(&g->positions[i], 2);
  }
  for (uint32_t i = 0; i < count; i++) {
    uint64_t after = tc_number_take(&from);
    for (int k = 0; k < T_all; k++) {
      group *g = &t->kinds[k].groups[0];
      uint64_t ticks = tc_number_take(&from);
      by_path *p = path(g, after);
      if (!p) return;
      if (!p->times.bins) reserve(&p->times, 2);
      put(&p->times, k, ticks);
      if (g->position_count) put(&g->positions[i % positions], k, ticks);
      if (k == T_compute && executions) executions[i] = ticks;
      g->sum += ticks;
    }
  }
  if (!executions) return;
  group *g = &t->kinds[T_compute].groups[0]; /* a replay makes times inside calls of its own */
  g->sums = g->least = g->most = executions;
  g->execution_count = count;
}

static void take_totals(spread *s, const unsigned char **from) {
  s->count = tc_number_take(from);
  if (s->count == 0) return;
  s->sum = tc_number_take(from);
  memcpy(&s->squares, *from, sizeof s->squares);
  *from += sizeof s->squares;
  s->least = tc_number_take(from);
  s->most = tc_number_take(from);
}

static int64_t signed_take(const unsigned char **from) {
  uint64_t n = tc_number_take(from);
  return (int64_t)(n >> 1 ^ -(n & 1));
}

static void take_summed(tc_groups *t, const unsigned char *from) {
  for (uint64_t paths = tc_number_take(&from); paths > 0; paths--) {
    uint64_t after = tc_number_take(&from);
    for (int k = 0; k < T_all; k++) {
      group *g = &t->kinds[k].groups[0];
      by_path *p = path(g, after);
      if (!p) return;
      take_totals(&p->times, &from);
      g->sum += p->times.sum;
      uint64_t bins = tc_number_take(&from);
      reserve(&p->times, (uint32_t)bins + 1);
      for (; bins > 0; bins--) {
        bin b = {.key = (int)signed_take(&from)};
        b.count = tc_number_take(&from);
        b.sum = tc_number_take(&from);
        b.least = tc_number_take(&from);
        b.most = tc_number_take(&from);
        if (p->times.bins) put_bin(&p->times, &b);
      }
    }
  }
  uint32_t positions = (uint32_t)tc_number_take(&from);
  for (int k = 0; k < T_all; k++) t->kinds[k].groups[0].positions = spreads(positions);
  for (uint32_t i = 0; i < positions; i++) {
    for (int k = 0; k < T_all; k++) {
      group *g = &t->kinds[k].groups[0];
      if (!g->positions) return;
      take_totals(&g->positions[i], &from);
      g->position_count = positions;
    }
  }
}

tc_groups *tc_groups_of(tc_ranks ranks, const unsigned char *times) {
  tc_groups *t = tc_merge_keep(sizeof *t);
  group *alone = tc_merge_keep(T_all * sizeof *alone);
  if (!alone) return NULL;
  for (int k = 0; k < T_all; k++) {
    alone[k] = (group){.ranks = ranks};
    t->kinds[k] = (kind){&alone[k], 1};
  }
  uint32_t positions = (uint32_t)tc_number_take(&times), kept = (uint32_t)tc_number_take(&times);
  if (kept > 0) take_kept(t, positions, kept - 1, times);
  else take_summed(t, times);
  return t;
}

uint64_t tc_groups_sum(const tc_groups *t, int kind) {
  uint64_t sum = 0;
  for (uint32_t i = 0; i < t->kinds[kind].count; i++) sum += t->kinds[kind].groups[i].sum;
  return sum;
}

/* groups */

static double per_rank(const group *g) { return (double)g->sum / g->ranks.count; }

static double apart(const spread *a, const spread *b, const group *of_a, const group *of_b) {
  if (a->count == 0 || b->count == 0) return 0;
  double difference = mean(a) - mean(b);
  if (difference * difference <= SIGNIFICANT * SIGNIFICANT * (variance(a) + variance(b))) return 0;
  double executions = (double)a->count / of_a->ranks.count, others = (double)b->count / of_b->ranks.count;
  return (difference < 0 ? -difference : difference) * (executions < others ? executions : others);
}

static double larger(double a, double b) { return a > b ? a : b; }

/* How much a rank of the one spends more or less than one of the other, in all; 0 where that is no lasting difference. */
static double difference(const group *a, const group *b, double work) {
  double paths = 0, positions = 0, executions = 0;
  for (uint32_t i = 0; i < a->path_count; i++) {
    for (uint32_t j = 0; j < b->path_count; j++) {
      if (a->paths[i].path == b->paths[j].path) paths += apart(&a->paths[i].times, &b->paths[j].times, a, b);
    }
  }
  for (uint32_t i = 0; i < a->position_count && a->position_count == b->position_count; i++) {
    positions += apart(&a->positions[i], &b->positions[i], a, b);
  }
  for (uint32_t i = 0; i < a->execution_count && a->execution_count == b->execution_count; i++) {
    double d = (double)a->sums[i] / a->ranks.count - (double)b->sums[i] / b->ranks.count;
    executions += d < 0 ? -d : d;
  }
  double most = larger(paths, larger(positions, executions));
  return most > MATERIAL * work ? most : 0;
}

static void unite_executions(group *a, const group *b) {
  uint32_t count = a->execution_count == b->execution_count ? a->execution_count : 0;
  uint64_t *all = count ? tc_merge_keep(3 * count * sizeof *all) : NULL;
  a->execution_count = all ? count : 0;
  for (uint32_t i = 0; i < a->execution_count; i++) {
    all[i] = a->sums[i] + b->sums[i];
    all[count + i] = a->least[i] < b->least[i] ? a->least[i] : b->least[i];
    all[2 * count + i] = a->most[i] > b->most[i] ? a->most[i] : b->most[i];
  }
  a->sums = all;
  a->least = all ? all + count : NULL;
  a->most = all ? all + 2 * count : NULL;
}

static void unite(group *a, const group *b) {
  for (uint32_t i = 0; i < b->path_count; i++) {
    by_path *p = path(a, b->paths[i].path);
    if (p) add_spread(&p->times, &b->paths[i].times);
  }
  if (a->position_count != b->position_count) a->position_count = 0;
  for (uint32_t i = 0; i < a->position_count; i++) add_spread(&a->positions[i], &b->positions[i]);
  unite_executions(a, b);
  a->ranks = tc_ranks_both(a->ranks, b->ranks);
  a->sum += b->sum;
}

/* The groups of both sides while they are brought to as many as there may be */
static group *all[2 * GROUPS];
static double differences[2 * GROUPS][2 * GROUPS];
static uint32_t count;

static int fit(void) {
  uint64_t sections = 0, executions = 0;
  for (uint32_t i = 0; i < count; i++) {
    sections += tc_ranks_sections(all[i]->ranks);
    executions += all[i]->execution_count;
  }
  return count <= GROUPS && sections <= SECTIONS && executions <= DISTRIBUTIONS;
}

static void compare(uint32_t with, uint32_t from, double work) {
  for (uint32_t i = from; i < count; i++) {
    if (i != with) differences[with][i] = differences[i][with] = difference(all[with], all[i], work);
  }
}

static void join(uint32_t one, uint32_t two) {
  unite(all[one], all[two]);
  count--;
  for (uint32_t i = two; i < count; i++) {
    all[i] = all[i + 1];
    memcpy(differences[i], differences[i + 1], sizeof differences[i]);
  }
  for (uint32_t i = 0; i < count; i++) {
    memmove(&differences[i][two], &differences[i][two + 1], (count - two) * sizeof differences[i][two]);
  }
}

/* Unites those that do not differ, and where there are too many those that differ least. */
static void gather(double work) {
  for (uint32_t i = 0; i < count; i++) compare(i, i + 1, work);
  while (count > 1) {
    uint32_t one = 0, two = 1;
    for (uint32_t i = 0; i < count; i++) {
      for (uint32_t j = i + 1; j < count; j++) {
        if (differences[i][j] < differences[one][two]) one = i, two = j;
      }
    }
    if (differences[one][two] > 0 && fit()) return;
    join(one, two);
    compare(one, 0, work);
  }
}

static void merge_kind(kind *mine, kind *other, double work) {
  int small = 1;
  count = 0;
  for (uint32_t i = 0; i < mine->count; i++) all[count++] = &mine->groups[i];
  for (uint32_t i = 0; i < other->count; i++) all[count++] = &other->groups[i];
  for (uint32_t i = 0; i < count; i++) small &= per_rank(all[i]) <= MATERIAL * work;
  if (small) {
    for (uint32_t i = 0; i < count; i++) all[i]->execution_count = 0;
    while (count > 1) join(0, count - 1);
  } else {
    gather(work);
  }
  kind gathered = {tc_merge_keep(count * sizeof *gathered.groups), count};
  for (uint32_t i = 0; i < count && gathered.groups; i++) gathered.groups[i] = *all[i];
  if (gathered.groups) *mine = gathered;
}

void tc_groups_merge(tc_groups *mine, tc_groups *other, const double *work) {
  for (int k = 0; k < T_all; k++) merge_kind(&mine->kinds[k], &other->kinds[k], work[k]);
}

/* As bytes: by kind how many groups, and of each its ranks, call paths with their spreads, spreads of positions, and executions, each with
   how many there are. A spread is how many bins it has; these, or its totals where it has none; and squares where there are
   several times. Of several times there are the least, how much more the most is, and how much more the sum is than if all were the least. */

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

static void pack_spread(tc_packer *p, const spread *s) {
  tc_pack_number(p, s->bin_count);
  int key = 0;
  for (uint32_t i = 0; i < s->bin_count; key = s->bins[i++].key) {
    const bin *b = &s->bins[i];
    tc_pack_signed(p, b->key - key);
    tc_pack_number(p, b->count);
    pack_range(p, b->count, b->sum, b->least, b->most);
  }
  if (s->bin_count == 0) {
    tc_pack_number(p, s->count);
    if (s->count == 0) return;
    pack_range(p, s->count, s->sum, s->least, s->most);
  }
  if (s->count > 1) tc_pack_bytes(p, &s->squares, sizeof s->squares);
}

static spread take_spread(const unsigned char **from) {
  spread s = {0};
  uint32_t bins = (uint32_t)tc_number_take(from);
  int key = 0;
  if (bins > 0) reserve(&s, bins);
  for (uint32_t i = 0; i < bins; i++) {
    bin b = {.key = key += (int)signed_take(from)};
    b.count = tc_number_take(from);
    take_range(from, b.count, &b.sum, &b.least, &b.most);
    spread totals = {.count = b.count, .sum = b.sum, .least = b.least, .most = b.most};
    add_totals(&s, &totals);
    if (s.bins) s.bins[s.bin_count++] = b;
  }
  if (bins == 0) {
    s.count = tc_number_take(from);
    if (s.count == 0) return s;
    take_range(from, s.count, &s.sum, &s.least, &s.most);
  }
  s.squares = (double)s.sum * (double)s.sum;
  if (s.count > 1) {
    memcpy(&s.squares, *from, sizeof s.squares);
    *from += sizeof s.squares;
  }
  return s;
}

static void pack_group(tc_packer *p, const group *g) {
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

static void take_group(group *g, const unsigned char **from) {
  g->ranks = tc_ranks_take(from);
  g->path_count = g->path_room = (uint32_t)tc_number_take(from);
  g->paths = tc_merge_keep(g->path_count * sizeof *g->paths);
  for (uint32_t i = 0; i < g->path_count; i++) {
    uint64_t after = tc_number_take(from);
    spread times = take_spread(from);
    if (g->paths) g->paths[i] = (by_path){after, times};
    g->sum += times.sum;
  }
  g->position_count = (uint32_t)tc_number_take(from);
  g->positions = spreads(g->position_count);
  for (uint32_t i = 0; i < g->position_count; i++) {
    spread times = take_spread(from);
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
  for (int k = 0; k < T_all; k++) {
    tc_pack_number(p, t->kinds[k].count);
    for (uint32_t i = 0; i < t->kinds[k].count; i++) pack_group(p, &t->kinds[k].groups[i]);
  }
}

tc_groups *tc_groups_take(const unsigned char **from) {
  tc_groups *t = tc_merge_keep(sizeof *t);
  for (int k = 0; k < T_all; k++) {
    uint32_t groups = (uint32_t)tc_number_take(from);
    group *own = tc_merge_keep(groups * sizeof *own);
    if (!own) return NULL;
    for (uint32_t i = 0; i < groups; i++) {
      own[i] = (group){0};
      take_group(&own[i], from);
    }
    t->kinds[k] = (kind){own, groups};
  }
  return t;
}
