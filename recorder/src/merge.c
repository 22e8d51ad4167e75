/* Up a binary tree: a rank merges the classes of those below it with its own, and the root writes one file. A class is the ranks whose
   programs have one structure; of a value it has a piece for each set of ranks that agree in it, as it is or from the rank on. Each rank
   takes part, whatever became of its recording: without memory, or with a file that cannot be written, it says so, and then all ranks
   keep the files that they have. */
#include "merge.h"
#include <stdio.h>
#include <string.h>

enum { PART = 1 << 18 };

typedef struct {
  uint32_t count, *ranks; /* ascending */
} rank_set;

typedef struct {
  const unsigned char *at;
  size_t length;
} span;

typedef struct {
  rank_set ranks;
  span plain, shifted; /* none where the ranks do not agree in it */
} piece;

typedef struct {
  uint32_t count, room;
  piece *pieces;
} cell;

typedef struct class {
  struct class *next;
  rank_set ranks;
  span structure;
  uint32_t values, times;
  cell *cells; /* of values, then of times */
} class;

static class *classes;
static int failed;

static void *keep(size_t bytes) {
  void *memory = failed ? NULL : tc_keep(bytes);
  failed |= !memory;
  return memory;
}

static int same(span one, span two) {
  return one.at && two.at && one.length == two.length && memcmp(one.at, two.at, one.length) == 0;
}

static rank_set both(rank_set one, rank_set two) {
  rank_set all = {one.count + two.count, keep((one.count + two.count) * sizeof *all.ranks)};
  for (uint32_t i = 0, j = 0; !failed && i + j < all.count;) {
    int first = j == two.count || (i < one.count && one.ranks[i] < two.ranks[j]);
    all.ranks[i + j] = first ? one.ranks[i] : two.ranks[j];
    if (first) i++;
    else j++;
  }
  return all;
}

static void add(cell *c, piece p) {
  if (c->count == c->room) {
    uint32_t room = c->room ? 2 * c->room : 1;
    piece *larger = keep(room * sizeof *larger);
    if (failed) return;
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
    mine->ranks = both(mine->ranks, p->ranks);
    if (!same(mine->plain, p->plain)) mine->plain = (span){NULL, 0};
    if (!same(mine->shifted, p->shifted)) mine->shifted = (span){NULL, 0};
    return 1;
  }
  return 0;
}

static void merge_class(class *mine, const class *other) {
  for (uint32_t c = 0; c < mine->values + mine->times && !failed; c++) {
    cell *into = &mine->cells[c];
    uint32_t count = into->count;
    for (uint32_t i = 0; i < other->cells[c].count; i++) {
      const piece *p = &other->cells[c].pieces[i];
      if (c >= mine->values || !(join(into, count, p, 1) || join(into, count, p, 0))) add(into, *p);
    }
  }
  mine->ranks = both(mine->ranks, other->ranks);
}

static void add_class(class *c) {
  class **at = &classes;
  for (; *at; at = &(*at)->next) {
    if ((*at)->values != c->values || (*at)->times != c->times || !same((*at)->structure, c->structure)) continue;
    merge_class(*at, c);
    return;
  }
  c->next = NULL;
  *at = c;
}

static span of(const tc_buffer *b) { return b->at ? (span){b->at, b->length} : (span){NULL, 0}; }

static void add_own(void) {
  tc_program p = {0};
  if (tc_program_take(&p) != 0) {
    failed |= p.failed;
    return;
  }
  class *c = keep(sizeof *c);
  uint32_t *rank = keep(sizeof *rank);
  cell *cells = keep((p.value_count + p.times_count) * sizeof *cells);
  if (failed) return;
  *rank = (uint32_t)tc_rank;
  *c = (class){NULL, {1, rank}, of(&p.structure), p.value_count, p.times_count, cells};
  memset(cells, 0, (p.value_count + p.times_count) * sizeof *cells);
  for (uint32_t i = 0; i < p.value_count; i++) {
    piece one = {c->ranks, of(&p.values[i].plain), of(&p.values[i].shifted)};
    if (!one.plain.at) one.plain.at = (const unsigned char *)""; /* nothing, but known */
    add(&cells[i], one);
  }
  for (uint32_t i = 0; i < p.times_count; i++) add(&cells[p.value_count + i], (piece){c->ranks, of(&p.times[i]), {NULL, 0}});
  if (!failed) add_class(c);
}

/* Classes as bytes. Ranks are sections: how far from the end of the one before, stride, how many. */

static void pack_ranks(tc_packer *p, rank_set s) {
  for (int counting = 1; counting >= 0; counting--) {
    uint64_t sections = 0;
    for (uint32_t i = 0, last = 0; i < s.count;) {
      uint32_t stride = i + 1 < s.count ? s.ranks[i + 1] - s.ranks[i] : 1, n = 1;
      while (i + n < s.count && s.ranks[i + n] - s.ranks[i + n - 1] == stride) n++;
      if (!counting) {
        tc_pack_number(p, s.ranks[i] - last);
        tc_pack_number(p, stride);
        tc_pack_number(p, n);
      }
      last = s.ranks[i + n - 1];
      i += n;
      sections++;
    }
    if (counting) tc_pack_number(p, sections);
  }
}

static void pack_span(tc_packer *p, span s) {
  tc_pack_number(p, s.at ? s.length + 1 : 0);
  if (s.at) tc_pack_bytes(p, s.at, s.length);
}

static void pack_classes(tc_packer *p) {
  uint64_t count = 0;
  for (const class *c = classes; c; c = c->next) count++;
  tc_pack_number(p, count);
  for (const class *c = classes; c; c = c->next) {
    pack_ranks(p, c->ranks);
    pack_span(p, c->structure);
    tc_pack_number(p, c->values);
    tc_pack_number(p, c->times);
    for (uint32_t i = 0; i < c->values + c->times; i++) {
      tc_pack_number(p, c->cells[i].count);
      for (uint32_t k = 0; k < c->cells[i].count; k++) {
        const piece *one = &c->cells[i].pieces[k];
        if (c->cells[i].count > 1) pack_ranks(p, one->ranks);
        pack_span(p, one->plain);
        if (i < c->values) pack_span(p, one->shifted);
      }
    }
  }
}

static const unsigned char *from;

static uint64_t number(void) {
  uint64_t n;
  from += tc_decode(from, &n);
  return n;
}

static rank_set take_ranks(void) {
  uint64_t sections = number(), count = 0;
  const unsigned char *start = from;
  for (uint64_t s = 0; s < sections; s++) {
    number();
    number();
    count += number();
  }
  rank_set set = {(uint32_t)count, keep(count * sizeof *set.ranks)};
  from = start;
  uint64_t rank = 0;
  for (uint32_t i = 0; i < count && !failed;) {
    rank += number();
    uint64_t stride = number(), n = number();
    for (uint64_t k = 0; k < n; k++) set.ranks[i++] = (uint32_t)(rank + k * stride);
    rank += (n - 1) * stride;
  }
  return set;
}

static span take_span(void) {
  uint64_t length = number();
  span s = length ? (span){from, length - 1} : (span){NULL, 0};
  if (length) from += length - 1;
  return s;
}

static void take_classes(const unsigned char *bytes) {
  from = bytes;
  for (uint64_t left = number(); left > 0 && !failed; left--) {
    class *c = keep(sizeof *c);
    if (failed) return;
    c->ranks = take_ranks();
    c->structure = take_span();
    c->values = (uint32_t)number();
    c->times = (uint32_t)number();
    c->cells = keep((c->values + c->times) * sizeof *c->cells);
    for (uint32_t i = 0; i < c->values + c->times && !failed; i++) {
      uint32_t count = (uint32_t)number();
      c->cells[i] = (cell){0, count, keep(count * sizeof(piece))};
      for (uint32_t k = 0; k < count && !failed; k++) {
        rank_set ranks = count > 1 ? take_ranks() : c->ranks;
        span plain = take_span(), shifted = i < c->values ? take_span() : (span){NULL, 0};
        add(&c->cells[i], (piece){ranks, plain, shifted});
      }
    }
    if (!failed) add_class(c);
  }
}

/* The file of all ranks: a magic, the size of the world, classes. */
static void pack_file(tc_packer *p) {
  tc_pack_bytes(p, "TRCMRG01", 8);
  tc_pack_number(p, (uint64_t)tc_size);
  pack_classes(p);
}

/* the tree */

static void send(int to, MPI_Comm comm) {
  tc_buffer b = {0};
  tc_packer p = {.write = tc_buffer_write, .to = &b};
  if (!failed) pack_classes(&p);
  failed |= tc_pack_end(&p) != 0;
  uint64_t head[2] = {failed ? 0 : b.length, (uint64_t)failed};
  PMPI_Send(head, (int)sizeof head, MPI_BYTE, to, 0, comm);
  for (uint64_t sent = 0; sent < head[0]; sent += PART) {
    PMPI_Send(b.at + sent, (int)(head[0] - sent < PART ? head[0] - sent : PART), MPI_BYTE, to, 0, comm);
  }
}

/* What there is no memory for is received all the same. */
static void receive(int source, MPI_Comm comm) {
  static unsigned char nowhere[PART];
  uint64_t head[2] = {0, 1};
  if (PMPI_Recv(head, (int)sizeof head, MPI_BYTE, source, 0, comm, MPI_STATUS_IGNORE) != MPI_SUCCESS) head[1] = 1;
  failed |= head[1] != 0;
  unsigned char *bytes = keep(head[0] + 1);
  for (uint64_t got = 0; got < head[0]; got += PART) {
    int part = (int)(head[0] - got < PART ? head[0] - got : PART);
    failed |= PMPI_Recv(bytes ? bytes + got : nowhere, part, MPI_BYTE, source, 0, comm, MPI_STATUS_IGNORE) != MPI_SUCCESS;
  }
  if (!failed && head[0] > 0) take_classes(bytes);
}

/* What is in the file of all ranks need not lie there rank by rank. */
static void finish(void) {
  if (failed || !classes || tc_log_merged(pack_file) != 0 || tc_raw) return;
  for (const class *c = classes; c; c = c->next) {
    for (uint32_t i = 0; i < c->ranks.count; i++) tc_log_forget(c->ranks.ranks[i]);
  }
}

/* All ranks call it; complete: this one has folded all. */
void tc_merge(MPI_Comm comm, int complete) {
  int mask = 1, rank = 0, size = 1;
  PMPI_Comm_rank(comm, &rank);
  PMPI_Comm_size(comm, &size);
  if (complete) add_own();
  for (; mask < size && !(rank & mask); mask <<= 1) {
    if (rank + mask < size) receive(rank + mask, comm);
  }
  if (rank > 0) send(rank - mask, comm);
  else finish();
  tc_keep_nothing();
}
