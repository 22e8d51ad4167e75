/* Merges along a binary tree: a rank merges the classes of the ranks below it with its own, and the root writes one file. A class is a set
   of ranks whose programs have the same structure. A value has one piece for each set of ranks that have the same number, either absolute
   or relative to the rank. The times of a call are kept by groups of ranks. Times are kept by rank if some rank did not record everything.
   In that case some calls of a class may be missing in the trace, and their times could not be separated later. Every rank joins the merge,
   even if its recording failed. A rank without memory or without a writable file reports this, and then all ranks keep their own files. */
#include "merge.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PART = 1 << 18 };

typedef struct {
  const unsigned char *at;
  size_t length;
} span;

typedef struct {
  tc_ranks ranks;
  span plain, shifted; /* NULL if the numbers of the ranks differ in this form */
} piece;

typedef struct {
  uint32_t count, room;
  piece *pieces;
  tc_groups *groups; /* times by groups of ranks; may repeat the times of a rank that still has a piece in this cell */
} cell;

typedef struct class {
  struct class *next;
  tc_ranks ranks;
  span structure;
  uint32_t values, times;
  cell *cells;   /* the cells of values, then those of times */
  uint64_t work[T_all];          /* total times of all ranks by kind, in ticks */
  uint64_t instructions, running; /* instructions of all ranks, and the nanoseconds in which they were counted */
} class;

static class *classes;
static int whole; /* whether all ranks recorded everything */

static int same(span one, span two) {
  return one.at && two.at && one.length == two.length && memcmp(one.at, two.at, one.length) == 0;
}

static void add(cell *c, piece p) {
  if (c->count == c->room) {
    uint32_t room = c->room ? 2 * c->room : 1;
    piece *larger = tc_merge_keep(room * sizeof *larger);
    if (tc_merge_failed) return;
    if (c->count) memcpy(larger, c->pieces, c->count * sizeof *larger);
    c->pieces = larger;
    c->room = room;
  }
  c->pieces[c->count++] = p;
}

static int join(cell *c, uint32_t count, const piece *p, int shifted) {
  for (uint32_t i = 0; i < count; i++) {
    piece *mine = &c->pieces[i];
    if (!(shifted ? same(mine->shifted, p->shifted) : same(mine->plain, p->plain))) continue;
    mine->ranks = tc_ranks_both(mine->ranks, p->ranks);
    if (!same(mine->plain, p->plain)) mine->plain = (span){NULL, 0};
    if (!same(mine->shifted, p->shifted)) mine->shifted = (span){NULL, 0};
    return 1;
  }
  return 0;
}

static tc_groups *groups(cell *c) {
  if (!c->groups) c->groups = tc_groups_of(c->pieces[0].ranks, c->pieces[0].plain.at);
  return c->groups;
}

static void merge_times(cell *mine, cell *other, const double *work) {
  tc_groups *one = groups(mine), *two = groups(other);
  if (tc_merge_failed) return;
  tc_groups_merge(one, two, work);
  mine->count = 0;
}

static void merge_class(class *mine, const class *other, const double *work) {
  for (uint32_t c = 0; c < mine->values + mine->times && !tc_merge_failed; c++) {
    cell *into = &mine->cells[c];
    uint32_t count = into->count;
    if (c >= mine->values && whole) {
      merge_times(into, &other->cells[c], work);
      continue;
    }
    for (uint32_t i = 0; i < other->cells[c].count; i++) {
      const piece *p = &other->cells[c].pieces[i];
      if (c >= mine->values || !(join(into, count, p, 1) || join(into, count, p, 0))) add(into, *p);
    }
  }
  mine->ranks = tc_ranks_both(mine->ranks, other->ranks);
  for (int k = 0; k < T_all; k++) mine->work[k] += other->work[k];
  mine->instructions += other->instructions;
  mine->running += other->running;
}

/* Adds a class, or merges it with a class of equal structure. work: by kind of time, the average time of a rank in its whole run */
static void add_class(class *c, const double *work) {
  class **at = &classes;
  for (; *at; at = &(*at)->next) {
    if ((*at)->values != c->values || (*at)->times != c->times || !same((*at)->structure, c->structure)) continue;
    merge_class(*at, c, work);
    return;
  }
  c->next = NULL;
  *at = c;
}

static span of(const tc_buffer *b) { return b->at ? (span){b->at, b->length} : (span){NULL, 0}; }

static void add_own(const tc_program *p) {
  class *c = tc_merge_keep(sizeof *c);
  uint32_t *rank = tc_merge_keep(sizeof *rank);
  cell *cells = tc_merge_keep((p->value_count + p->times_count) * sizeof *cells);
  if (tc_merge_failed) return;
  *rank = (uint32_t)tc_rank;
  *c = (class){NULL, {1, rank}, of(&p->structure), p->value_count, p->times_count, cells, {0}, tc_seen.count, tc_seen.running};
  memset(cells, 0, (p->value_count + p->times_count) * sizeof *cells);
  for (uint32_t i = 0; i < p->value_count; i++) {
    piece one = {c->ranks, of(&p->values[i].plain), of(&p->values[i].shifted)};
    if (!one.plain.at) one.plain.at = (const unsigned char *)""; /* NULL would mean that ranks differ; this value is empty */
    add(&cells[i], one);
  }
  for (uint32_t i = 0; i < p->times_count && !tc_merge_failed; i++) {
    cell *times = &cells[p->value_count + i];
    add(times, (piece){c->ranks, of(&p->times[i]), {NULL, 0}});
    for (int k = 0; k < T_all && whole && groups(times); k++) c->work[k] += tc_groups_sum(times->groups, k);
  }
  if (!tc_merge_failed) add_class(c, NULL); /* the list of classes is empty, so nothing is merged */
}

/* Writing classes as bytes */

static void pack_span(tc_packer *p, span s) {
  tc_pack_number(p, s.at ? s.length + 1 : 0);
  if (s.at) tc_pack_bytes(p, s.at, s.length);
}

static void pack_classes(tc_packer *p) {
  uint64_t count = 0;
  for (const class *c = classes; c; c = c->next) count++;
  tc_pack_number(p, count);
  for (const class *c = classes; c; c = c->next) {
    tc_ranks_pack(p, c->ranks);
    pack_span(p, c->structure);
    tc_pack_number(p, c->values);
    tc_pack_number(p, c->times);
    for (int k = 0; k < T_all; k++) tc_pack_number(p, c->work[k]);
    tc_pack_number(p, c->instructions);
    tc_pack_number(p, c->running);
    for (uint32_t i = 0; i < c->values + c->times; i++) {
      tc_pack_number(p, c->cells[i].count);
      if (c->cells[i].count == 0) tc_groups_pack(p, c->cells[i].groups);
      for (uint32_t k = 0; k < c->cells[i].count; k++) {
        const piece *one = &c->cells[i].pieces[k];
        if (c->cells[i].count > 1) tc_ranks_pack(p, one->ranks);
        pack_span(p, one->plain);
        if (i < c->values) pack_span(p, one->shifted);
      }
    }
  }
}

static const unsigned char *from;

static uint64_t number(void) { return tc_number_take(&from); }

static span take_span(void) {
  uint64_t length = number();
  span s = length ? (span){from, length - 1} : (span){NULL, 0};
  if (length) from += length - 1;
  return s;
}

static class *take_class(void) {
  class *c = tc_merge_keep(sizeof *c);
  if (tc_merge_failed) return NULL;
  c->ranks = tc_ranks_take(&from);
  c->structure = take_span();
  c->values = (uint32_t)number();
  c->times = (uint32_t)number();
  for (int k = 0; k < T_all; k++) c->work[k] = number();
  c->instructions = number();
  c->running = number();
  c->cells = tc_merge_keep((c->values + c->times) * sizeof *c->cells);
  for (uint32_t i = 0; i < c->values + c->times && !tc_merge_failed; i++) {
    uint32_t count = (uint32_t)number();
    c->cells[i] = (cell){0, count, tc_merge_keep(count * sizeof(piece)), count ? NULL : tc_groups_take(&from)};
    for (uint32_t k = 0; k < count && !tc_merge_failed; k++) {
      tc_ranks ranks = count > 1 ? tc_ranks_take(&from) : c->ranks;
      span plain = take_span(), shifted = i < c->values ? take_span() : (span){NULL, 0};
      add(&c->cells[i], (piece){ranks, plain, shifted});
    }
  }
  return c;
}

/* Computes, by kind of time, a rank's average time in its whole run, over this rank's classes and the other classes. If computation is not
   counted in instructions, each kind gets the average total of all kinds. */
static void mean_work(const class *others, double *work) {
  uint64_t ranks = 0, ticks[T_all] = {0}, both = 0;
  const class *lists[] = {classes, others};
  for (int i = 0; i < 2; i++) {
    for (const class *c = lists[i]; c; c = c->next) {
      ranks += c->ranks.count;
      for (int k = 0; k < T_all; k++) ticks[k] += c->work[k];
    }
  }
  for (int k = 0; k < T_all; k++) both += ticks[k];
  for (int k = 0; k < T_all; k++) work[k] = (double)(tc_counter == TC_INSTRUCTIONS ? ticks[k] : both) / (double)ranks;
}

static void take_classes(const unsigned char *bytes) {
  class *others = NULL;
  double work[T_all];
  from = bytes;
  for (uint64_t left = number(); left > 0 && !tc_merge_failed; left--) {
    class *c = take_class();
    if (!c) return;
    c->next = others;
    others = c;
  }
  mean_work(others, work);
  for (class *c = others, *next; c && !tc_merge_failed; c = next) {
    next = c->next;
    add_class(c, work);
  }
}

/* Writes the file of all ranks: a magic, the size of the world, classes. */
static void pack_file(tc_packer *p) {
  tc_pack_bytes(p, TC_MERGED_MAGIC, TC_MAGIC_LENGTH);
  tc_pack_number(p, (uint64_t)tc_size);
  pack_classes(p);
}

/* Merging along the tree */

static void send_part(const void *bytes, int length, int to, MPI_Comm comm) {
  MPI_Request request;
  if (PMPI_Isend((void *)bytes, length, MPI_BYTE, to, 0, comm, &request) == MPI_SUCCESS) tc_wait(&request);
}

static int receive_part(void *bytes, int length, int source, MPI_Comm comm) {
  MPI_Request request;
  return PMPI_Irecv(bytes, length, MPI_BYTE, source, 0, comm, &request) == MPI_SUCCESS ? tc_wait(&request) : -1;
}

static int all_take_part(unsigned char taken, MPI_Comm comm) {
  MPI_Request request;
  unsigned char all = 0;
  return PMPI_Iallreduce(&taken, &all, 1, MPI_BYTE, MPI_BAND, comm, &request) == MPI_SUCCESS && tc_wait(&request) == 0 && all;
}

static void send(int to, MPI_Comm comm) {
  tc_buffer b = {0};
  tc_packer p = {.write = tc_buffer_write, .to = &b};
  if (!tc_merge_failed) pack_classes(&p);
  tc_merge_failed |= tc_pack_end(&p) != 0;
  uint64_t head[2] = {tc_merge_failed ? 0 : b.length, (uint64_t)tc_merge_failed};
  send_part(head, (int)sizeof head, to, comm);
  for (uint64_t sent = 0; sent < head[0]; sent += PART) {
    send_part(b.at + sent, (int)(head[0] - sent < PART ? head[0] - sent : PART), to, comm);
  }
}

/* Receives classes of another rank. Without memory for them, the data are received and dropped. */
static void receive(int source, MPI_Comm comm) {
  static unsigned char nowhere[PART];
  uint64_t head[2] = {0, 1};
  if (receive_part(head, (int)sizeof head, source, comm) != 0) head[1] = 1;
  tc_merge_failed |= head[1] != 0;
  unsigned char *bytes = tc_merge_keep(head[0] + 1);
  for (uint64_t got = 0; got < head[0]; got += PART) {
    int part = (int)(head[0] - got < PART ? head[0] - got : PART);
    tc_merge_failed |= receive_part(bytes ? bytes + got : nowhere, part, source, comm) != 0;
  }
  if (!tc_merge_failed && head[0] > 0) take_classes(bytes);
}

/* Removes the files of single ranks if the merged file has their content. */
static void finish(void) {
  if (tc_merge_failed || !classes || tc_log_merged(pack_file) != 0 || tc_raw) return;
  for (const class *c = classes; c; c = c->next) {
    for (uint32_t i = 0; i < c->ranks.count; i++) tc_log_forget(c->ranks.ranks[i]);
  }
}

/* Ranks that are merged at a level differ in one bit, as in the compressor's MergeTree: the lowest bit first, or the highest. */
static void merge_along_tree(int rank, int size, MPI_Comm comm) {
  const char *order = getenv(TC_ENV_RADIX_TREE);
  int highest = order && strcmp(order, "msb") == 0, levels = 0;
  while (levels < 31 && size > 1 << levels) levels++;
  for (int level = 0; level < levels; level++) {
    int bit = 1 << (highest ? levels - 1 - level : level);
    if (rank & bit) {
      send(rank - bit, comm);
      return;
    }
    if (rank + bit < size) receive(rank + bit, comm);
  }
  finish();
}

/* Merges the recordings; all ranks must call it. complete: whether this rank has folded all its events. */
void tc_merge(MPI_Comm comm, int complete) {
  int rank = 0, size = 1;
  PMPI_Comm_rank(comm, &rank);
  PMPI_Comm_size(comm, &size);
  tc_program own = {0};
  unsigned char taken = complete && tc_program_take(&own) == 0;
  tc_merge_failed |= own.failed;
  whole = all_take_part(taken, comm);
  if (taken) add_own(&own);
  merge_along_tree(rank, size, comm);
  tc_keep_nothing();
}
