/* The groups of ranks by which a call's times are kept. A group has times by call path and magnitude, by position in a loop, and by
   execution if the executions are few. */
#ifndef TRACECAST_GROUPS_H
#define TRACECAST_GROUPS_H

#include "merge.h"
#include "spreads.h"

typedef struct {
  uint64_t path;
  tc_spread times;
} tc_path_times;

typedef struct {
  tc_ranks ranks;
  uint64_t sum;
  tc_path_times *paths;
  tc_spread *positions;
  uint64_t *sums, *least, *most; /* for each execution: the sum and the extremes over the group's ranks */
  uint32_t path_count, path_room, position_count, execution_count;
} tc_rank_group;

/* The groups of ranks for one kind of times */
typedef struct {
  tc_rank_group *groups;
  uint32_t count;
} tc_kind_groups;

struct tc_groups {
  tc_kind_groups kinds[T_all];
  tc_totals calls; /* totals of the number of calls per execution, over all ranks; empty if calls are not counted */
};

/* groups.c */
tc_path_times *tc_group_path(tc_rank_group *g, uint64_t path); /* creates the path's times if they are missing; NULL without memory */
void tc_group_put_bin(tc_spread *s, const tc_bin *more);

#endif
