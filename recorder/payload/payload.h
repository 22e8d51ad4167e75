/* The payload: the data that a rank receives. The library keeps them during a run, and returns them to the rank when the rank runs alone.
   The library is called between the recorder and MPI. While it keeps a payload, it passes calls on and writes their results. While it
   answers, the same code reads these results instead. MPI then runs with one rank, for its datatypes and handles. The library itself
   answers calls about other ranks. */
#ifndef TRACECAST_PAYLOAD_H
#define TRACECAST_PAYLOAD_H

#include "recorder.h"

/* state.c */
enum { TP_OFF, TP_KEEP, TP_ANSWER };
extern int tp_mode;
extern __thread int tp_depth;
extern int tp_rank, tp_size;
extern uint64_t tp_calls, tp_sends, tp_changed;
static inline int tp_active(void) { return tp_mode != TP_OFF && tp_depth == 0; }
void tp_fail(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));
void tp_report_changes(void);
void tp_all_read(const char *why) __attribute__((noreturn)); /* ends the program at the payload's end */

/* tape.c: the file, for writing or reading. Each function returns the value that is in the file. */
int tp_tape_create(const char *path, uint64_t most);
void tp_tape_open(const char *path);
int tp_tape_full(void);
int tp_tape_more(void);
void tp_tape_close(void);
void tp_bytes(void *bytes, size_t length);
int64_t tp_number(int64_t number);
static inline void tp_int(int *number) { *number = (int)tp_number(*number); }
uint64_t tp_sum(uint64_t sum, const void *bytes, size_t length);

/* communicators.c */
typedef struct {
  int number, rank, size;
  int *members; /* world ranks; NULL if the same as in MPI_COMM_WORLD */
  int topology; /* kind, as of MPI_Topo_test */
  int dimension_count, indegree, outdegree, weighted;
  int *dimensions, *periods, *coordinates;
  int *sources, *source_weights, *destinations, *destination_weights;
} tp_comm;
void tp_communicators_init(void);
tp_comm *tp_comm_find(MPI_Comm comm); /* NULL if the library does not know the communicator */
void tp_comm_forget(MPI_Comm comm);
void tp_comm_made(const tp_comm *parent, MPI_Comm model, MPI_Comm *made); /* keeps a new communicator, or creates it while answering */
void tp_comm_promised(const tp_comm *parent, MPI_Comm made);

/* regions.c: memory that MPI writes to */
typedef struct {
  MPI_Datatype type;
  MPI_Aint extent;
  int64_t size;
  int dense, own;
} tp_type;
typedef struct {
  char *buffer;
  int64_t count; /* number of elements of a single block */
  int blocks;
  const int *counts;
  const void *displacements;
  int wide;
  tp_type type;
  const MPI_Datatype *types;
} tp_region;
enum { TP_MOST_PACKED = 1 << 30 }; /* the most bytes for one MPI_Pack */
tp_type tp_type_of(MPI_Datatype datatype);
static inline int tp_can_pass(const tp_type *t) { return t->dense || t->size <= TP_MOST_PACKED; }
void tp_region_keep_type(tp_region *r); /* copies the datatype, because the program may free it */
void tp_region_done(tp_region *r);
void tp_region_pass(const tp_region *r, int64_t elements);

/* session.c */
void tp_end_keeping(const char *why); /* stops keeping; call it between two calls */
void tp_expect(int call); /* reads the next call of the payload */
void tp_refuse(const char *name);

/* transfer.c */
typedef struct {
  int call;
  tc_args a;
  const void *displacements; /* displacements of received blocks */
  int wide;
  tp_comm *comm;
  int freed; /* number of a freed communicator */
} tp_call;
int tp_before(tp_call *c); /* returns whether the library answers the call */
void tp_after(tp_call *c, int result);

/* requests.c */
typedef struct {
  MPI_Request handle;
  tp_region region;
  int receives, matched, persistent;
  const tp_comm *parent; /* parent of the communicator that the request creates */
  MPI_Comm *promise;
  int next;
} tp_request;
void tp_requests_before(tp_call *c);
void tp_requests_after(tp_call *c);
void tp_request_made(tp_call *c, tp_request made);
void tp_status(MPI_Status *status, int64_t *elements, const tp_region *r);

/* questions.c */
#define TP_QUESTION(name) __typeof__(MPI_##name) tp_##name __attribute__((visibility("hidden")));
TP_QUESTION(Comm_rank) TP_QUESTION(Comm_size) TP_QUESTION(Comm_compare) TP_QUESTION(Comm_group) TP_QUESTION(Group_size)
TP_QUESTION(Group_rank) TP_QUESTION(Group_translate_ranks) TP_QUESTION(Group_compare) TP_QUESTION(Group_union)
TP_QUESTION(Group_intersection) TP_QUESTION(Group_difference) TP_QUESTION(Group_incl) TP_QUESTION(Group_excl)
TP_QUESTION(Group_range_incl) TP_QUESTION(Group_range_excl) TP_QUESTION(Group_free) TP_QUESTION(Topo_test)
TP_QUESTION(Cartdim_get) TP_QUESTION(Cart_get) TP_QUESTION(Cart_rank) TP_QUESTION(Cart_coords) TP_QUESTION(Cart_shift)
TP_QUESTION(Graph_neighbors_count) TP_QUESTION(Graph_neighbors) TP_QUESTION(Dist_graph_neighbors_count) TP_QUESTION(Dist_graph_neighbors)

#endif
