/* Merging at the end: ranks of equal structure become one class, up a binary tree. */
#ifndef TRACECAST_MERGE_H
#define TRACECAST_MERGE_H

#include "fold.h"

/* buffer.c: bytes that grow, of memory that is given back all at once. Where there is none they have failed, and stay so. */
typedef struct {
  unsigned char *at;
  size_t length, room;
  int failed;
} tc_buffer;
void *tc_keep(size_t bytes); /* none where there is no memory */
void tc_keep_nothing(void);
int tc_buffer_write(void *buffer, const void *bytes, size_t length); /* as a packer's write */

/* program.c: what this rank folded, taken apart. The structure has the definitions and how calls and loops lie in one another; a value is
   a parameter of a call, the iterations of a loop, or what communicators and groups there are: as it is, and from the rank on where
   it may follow the rank. There is one of times for each call. */
typedef struct {
  tc_buffer structure;
  struct {
    tc_buffer plain, shifted;
  } *values;
  tc_buffer *times;
  uint32_t value_count, times_count, value_room, times_room;
  int failed;
} tc_program;
int tc_program_take(tc_program *p); /* 0 where it can be merged */

/* merge.c */
void tc_merge(MPI_Comm comm, int complete);

#endif
