/* Merging at the end: ranks of equal structure become one class, along a binary tree. */
#ifndef TRACECAST_MERGE_H
#define TRACECAST_MERGE_H

#include "fold.h"

/* buffer.c: growing bytes in memory that is freed all at once. Without memory a buffer fails and stays failed. */
typedef struct {
  unsigned char *at;
  size_t length, room;
  int failed;
} tc_buffer;
void *tc_keep(size_t bytes); /* NULL without memory */
extern int tc_merge_failed;  /* whether memory was short, so that nothing is merged */
void *tc_merge_keep(size_t bytes); /* NULL if merging has failed, or fails now */
void tc_keep_nothing(void);
int tc_buffer_write(void *buffer, const void *bytes, size_t length); /* fits a packer's `write` */

/* program.c: the parts of this rank's folded program. The structure has the definitions and the nesting of calls and loops. A value is a
   parameter of a call, the iterations of a loop, or the communicators or groups. The value is kept in absolute form, and also relative to
   the rank if it may depend on the rank. Each call has one entry of times: the number of loop positions with separate times, and
   the times. */
typedef struct {
  tc_buffer structure;
  struct {
    tc_buffer plain, shifted;
  } *values;
  tc_buffer *times;
  uint32_t value_count, times_count, value_room, times_room;
  int failed;
} tc_program;
int tc_program_take(tc_program *p); /* returns 0 if this rank can be merged */

/* ranks.c: lists of ascending ranks. Their bytes are sections: distance from the end of the section before, stride, count. */
typedef struct {
  uint32_t count, *ranks;
} tc_ranks;
tc_ranks tc_ranks_both(tc_ranks one, tc_ranks two); /* the union; the lists must have no rank in common */
uint32_t tc_ranks_sections(tc_ranks r);
void tc_ranks_pack(tc_packer *p, tc_ranks r);
tc_ranks tc_ranks_take(const unsigned char **from);
uint64_t tc_number_take(const unsigned char **from);

/* groups.c, unite.c: the times of one call by groups of ranks */
typedef struct tc_groups tc_groups;
tc_groups *tc_groups_of(tc_ranks one, const unsigned char *times); /* the groups of one rank, from bytes of program.c */
uint64_t tc_groups_sum(const tc_groups *g, int kind);                /* the total of a kind of time over all ranks, in ticks */
void tc_groups_merge(tc_groups *mine, tc_groups *other, const double *work); /* work: by kind of time, the ticks of an average rank's run */
void tc_groups_pack(tc_packer *p, const tc_groups *g);
tc_groups *tc_groups_take(const unsigned char **from);

/* merge.c */
void tc_merge(MPI_Comm comm, int complete);

#endif
