/* Unites groups like the compressor's DeltaGroups, so that merged ranks give the same groups as single ranks would. */
#include "groups.h"
#include <string.h>

static double per_rank(const tc_rank_group *g) { return (double)g->sum / g->ranks.count; }

static double mean(const tc_totals *t) { return (double)t->sum / (double)t->count; }

/* Returns the square of the mean's standard error, estimated from the values. */
static double variance(const tc_totals *t) {
  double sum = (double)t->sum, count = (double)t->count, scatter = t->squares - sum * sum / count;
  return t->count < 2 || scatter < 0 ? 0 : scatter / (count - 1) / count;
}

static double apart(const tc_totals *a, const tc_totals *b, const tc_rank_group *of_a, const tc_rank_group *of_b) {
  if (a->count == 0 || b->count == 0) return 0;
  double difference = mean(a) - mean(b);
  if (difference * difference <= TC_SIGNIFICANT * TC_SIGNIFICANT * (variance(a) + variance(b))) return 0;
  double executions = (double)a->count / of_a->ranks.count, others = (double)b->count / of_b->ranks.count;
  return (difference < 0 ? -difference : difference) * (executions < others ? executions : others);
}

static double larger(double a, double b) { return a > b ? a : b; }

/* Returns by how much time a rank of one group and a rank of the other differ in the whole run; 0 if the difference is not material. */
static double difference(const tc_rank_group *a, const tc_rank_group *b, double work) {
  double paths = 0, positions = 0, executions = 0;
  for (uint32_t i = 0; i < a->path_count; i++) {
    for (uint32_t j = 0; j < b->path_count; j++) {
      if (a->paths[i].path == b->paths[j].path) paths += apart(&a->paths[i].times.all, &b->paths[j].times.all, a, b);
    }
  }
  for (uint32_t i = 0; i < a->position_count && a->position_count == b->position_count; i++) {
    positions += apart(&a->positions[i].all, &b->positions[i].all, a, b);
  }
  for (uint32_t i = 0; i < a->execution_count && a->execution_count == b->execution_count; i++) {
    double d = (double)a->sums[i] / a->ranks.count - (double)b->sums[i] / b->ranks.count;
    executions += d < 0 ? -d : d;
  }
  double most = larger(paths, larger(positions, executions));
  return most > TC_MATERIAL * work ? most : 0;
}

static void add_spread(tc_spread *to, const tc_spread *more) {
  if (to->all.count == 0) {
    *to = *more;
    return;
  }
  if (more->all.count == 0) return;
  if (!more->bins) to->bins = NULL, to->count = to->room = 0;
  for (uint32_t i = 0; to->bins && i < more->count; i++) tc_group_put_bin(to, &more->bins[i]);
  tc_totals_add(&to->all, &more->all);
}

static void unite_executions(tc_rank_group *a, const tc_rank_group *b) {
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

static void unite(tc_rank_group *a, const tc_rank_group *b) {
  for (uint32_t i = 0; i < b->path_count; i++) {
    tc_path_times *p = tc_group_path(a, b->paths[i].path);
    if (p) add_spread(&p->times, &b->paths[i].times);
  }
  if (a->position_count != b->position_count) a->position_count = 0;
  for (uint32_t i = 0; i < a->position_count; i++) add_spread(&a->positions[i], &b->positions[i]);
  unite_executions(a, b);
  a->ranks = tc_ranks_both(a->ranks, b->ranks);
  a->sum += b->sum;
}

/* The groups of both sides of a merge, while their number is reduced to the limit. */
static tc_rank_group *all[2 * TC_GROUPS];
static double differences[2 * TC_GROUPS][2 * TC_GROUPS];
static uint32_t count;

static int fit(void) {
  uint64_t sections = 0, executions = 0;
  for (uint32_t i = 0; i < count; i++) {
    sections += tc_ranks_sections(all[i]->ranks);
    executions += all[i]->execution_count;
  }
  return count <= TC_GROUPS && sections <= TC_SECTIONS && executions <= TC_DISTRIBUTIONS;
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

/* Unites groups that do not differ. If there are still too many groups, unites the groups that differ least. */
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

static void unite_kind(tc_kind_groups *mine, const tc_kind_groups *other, double work) {
  int small = 1;
  count = 0;
  for (uint32_t i = 0; i < mine->count; i++) all[count++] = &mine->groups[i];
  for (uint32_t i = 0; i < other->count; i++) all[count++] = &other->groups[i];
  for (uint32_t i = 0; i < count; i++) small &= per_rank(all[i]) <= TC_MATERIAL * work;
  if (small) {
    for (uint32_t i = 0; i < count; i++) all[i]->execution_count = 0;
    while (count > 1) join(0, count - 1);
  } else {
    gather(work);
  }
  tc_kind_groups gathered = {tc_merge_keep(count * sizeof *gathered.groups), count};
  for (uint32_t i = 0; i < count && gathered.groups; i++) gathered.groups[i] = *all[i];
  if (gathered.groups) *mine = gathered;
}

void tc_groups_merge(tc_groups *mine, tc_groups *other, const double *work) {
  for (int k = 0; k < T_all; k++) unite_kind(&mine->kinds[k], &other->kinds[k], work[k]);
  tc_totals_add(&mine->calls, &other->calls);
}
