/* Folding: a rank's events become calls and loops as they arrive, in bounded memory. */
#ifndef TRACECAST_FOLD_H
#define TRACECAST_FOLD_H

#include "recorder.h"
#include "spreads.h"
#include <setjmp.h>

/* memory.c: the memory of folding. Freed blocks are reused by size. If there is no memory, control jumps to tc_no_memory. */
extern jmp_buf tc_no_memory;
void *tc_take(size_t bytes);
void tc_give(void *memory, size_t bytes);
void *tc_larger(void *memory, size_t before, size_t bytes);
size_t tc_taken(void);

/* pack.c: bytes in the encoding of the log, for any destination */
typedef struct tc_packer {
  int (*write)(void *to, const void *bytes, size_t length); /* 0 for success */
  void *to;
  size_t used;
  int failed;
  unsigned char bytes[4096];
} tc_packer;
void tc_pack_bytes(tc_packer *p, const void *bytes, size_t length);
void tc_pack_number(tc_packer *p, uint64_t number);
void tc_pack_signed(tc_packer *p, int64_t number);
int tc_pack_end(tc_packer *p);

/* sequence.c: numbers in order of arrival, kept as differences of successive numbers, with equal differences as runs. Once the runs repeat,
   only one period is kept. Numbers that never repeat are written to the log in chunks; each chunk names the chunk before it. */
typedef struct {
  int64_t step;
  uint64_t count;
} tc_run;

typedef struct {
  uint64_t length; /* count of numbers since the last chunk */
  int64_t first, last;
  tc_run head, open;    /* the first and the last run; the complete runs are between these two */
  uint64_t complete;    /* number of complete runs */
  tc_run *runs;         /* all complete runs; only one period once the runs repeat */
  uint32_t *borders;    /* failure function of Knuth, Morris and Pratt; NULL once only one period is kept */
  uint32_t room, period, phase;
  uint32_t chunk; /* number of the last chunk, from 1; 0 for none */
} tc_sequence;
tc_sequence *tc_sequence_new(int64_t first);
void tc_sequence_free(tc_sequence *s);
void tc_sequence_add(tc_sequence *s, int64_t number, uint64_t times);
void tc_sequence_join(tc_sequence *s, const tc_sequence *later);
void tc_sequence_pack(const tc_sequence *s, tc_packer *p);

/* times.c: times of one call in whole ticks. A few times are kept singly, more times as sums by previous call and by position in a loop */
typedef struct {
  float value[T_all];
  uint32_t path; /* call path of the previous call, from 1; 0 for none */
} tc_time;
typedef struct tc_times tc_times;
tc_times *tc_times_new(void);
void tc_times_free(tc_times *t);
int tc_times_full(const tc_times *t); /* whether the times must be summed up before more are added */
void tc_times_sum_up(tc_times *t, uint32_t positions);
void tc_times_add(tc_times *t, const tc_time *more);
const tc_time *tc_times_kept(const tc_times *t, uint32_t *count); /* the single times; NULL if they are summed up */
void tc_times_unite(tc_times *t, const tc_times *later);          /* both arguments must be summed up already */
void tc_times_pack(const tc_times *t, tc_packer *p);
void tc_time_pack(const tc_time *time, tc_packer *p);
void tc_totals_pack(const tc_totals *t, tc_packer *p);

/* singles.c: the computation before each event, in order */
void tc_singles_begin(void);
void tc_singles_add(uint64_t compute);
void tc_singles_end(void);
int tc_log_singles(tc_packer *p); /* log.c: begins the file of single times; 0 for success */

/* lists.c */
uint32_t tc_list(const unsigned char *terms, size_t length, uint64_t count); /* returns the list's number */
void tc_lists_forget(void);

/* shapes.c: the properties in which calls or loops must agree to fold into one. Values are not among these properties */
typedef struct {
  uint32_t refs;
  uint32_t length;
  int64_t values[];
} tc_tuple;
typedef struct tc_shape {
  struct tc_shape *next; /* the next shape of the same call path */
  uint32_t id, site, number;
  int call;
  int by_chance;  /* whether successive calls count as one call, because time decides how many there are */
  uint32_t count; /* number of values */
  unsigned char *codes;
  tc_tuple *last; /* values of the last call */
  unsigned char *bytes; /* encoded parameters of the last call */
  uint32_t length, room;
} tc_shape;
tc_shape *tc_shape_of_call(int call, uint32_t site, const unsigned char *bytes, size_t length);
uint32_t tc_shape_of_loop(const uint32_t *ids, uint32_t length);
void tc_shapes_forget(void);
int tc_relative(int code);
void tc_tuple_free(tc_tuple *t);

/* nodes.c: calls and loops with all their executions */
typedef struct tc_node tc_node;
struct tc_node {
  uint32_t id; /* number of the shape: nodes with equal shapes can be folded into one */
  uint32_t length; /* number of nodes in the body; 0 for a call */
  tc_node *parent; /* the loop around the node */
  union {
    struct {
      tc_shape *shape;
      tc_tuple *tuple; /* values of the last execution */
      uint64_t executions, told; /* told: number of executions whose values the sequences hold */
      tc_sequence **sequences;   /* NULL if all values are equal; an entry is NULL if its value never changed */
      tc_times *times;           /* NULL for one execution */
      tc_time only;
      tc_totals *calls; /* totals of the calls for each execution; NULL if they are not counted */
    } call;
    struct {
      tc_node **body;
      uint64_t hash;
      uint64_t last;          /* iterations of the last execution, which may still grow */
      uint64_t before, usual; /* number of earlier executions, and their iterations if all have the same number */
      tc_sequence *earlier;   /* iterations of the earlier executions if they differ */
    } loop;
  };
};
tc_node *tc_call_new(tc_shape *shape, const tc_time *time, uint64_t calls);
tc_node *tc_loop_new(uint32_t id, tc_node *const *body, uint32_t length, uint64_t hash, uint64_t iterations);
void tc_node_absorb(tc_node *n, tc_node *later); /* adds the executions of `later` to n */
/* Adds one execution, which has no node of its own, to a call. Returns 0 if its shape or values differ from the last execution's. */
int tc_call_again(tc_node *n, const tc_shape *shape, const tc_time *time, uint64_t calls);
void tc_loop_ended(tc_node *n, uint64_t iterations, uint64_t times); /* times: number of finished executions with these iterations */
void tc_loop_join(tc_node *n, tc_node *later);   /* adds the iterations of `later` to n's last execution */
void tc_node_free(tc_node *n);
void tc_call_tell(tc_node *n); /* adds to the call's sequences the executions that they lack */
void tc_node_pack(tc_node *n, tc_packer *p);
void tc_iterations_pack(const tc_node *loop, tc_packer *p);
uint32_t tc_call_positions(const tc_node *call); /* number of positions in the enclosing loops for which the call has separate times */
void tc_call_times_pack(const tc_node *call, tc_packer *p);

/* tree.c: the static structure, which the compiler wrote, filled with events */
enum { TC_DEEPEST = 256, TC_LONGEST = 1024 };
typedef struct tc_branch tc_branch;
struct tc_branch {
  tc_branch *parent, *next, *places; /* places: the branches inside this branch, with events or without */
  uint32_t order;
  uint64_t key, passed; /* key: order among the children of its parent. passed: key of the last child in this iteration */
  uint64_t total, at;   /* total: iterations so far. at: total of the parent at the last execution */
  tc_node *node;        /* NULL without events */
  tc_branch **children; /* in the order of the node's body */
  const tc_shape *shape; /* shape of a single call */
};
void tc_tree_event(const tc_place *place, tc_node *call);
tc_node *tc_tree(void);     /* the tree; NULL without events */
tc_node *tc_tree_end(void); /* returns the tree, which can then be folded, and forgets it */

/* births.c */
void tc_comms_pack(tc_packer *p);

/* fold.c: the list of entries with which later entries can still be folded */
void tc_fold(int call, uint32_t site, const tc_place *place, const tc_time *time, uint64_t calls, const unsigned char *bytes, size_t length);
void tc_fold_pack(tc_packer *p);
void tc_fold_each(void (*visit)(tc_node *n, void *with), void *with);

#endif
