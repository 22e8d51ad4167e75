/* Memory regions that MPI writes to: one block, or blocks with counts and displacements. Data without gaps are copied as bytes; other data
   are packed by MPI. */
#include "payload.h"
#include <stdlib.h>

tp_type tp_type_of(MPI_Datatype datatype) {
  tp_type t = {.type = datatype};
  MPI_Aint low, true_low, true_extent;
  MPI_Count size = 0;
  if (datatype == MPI_DATATYPE_NULL) return t;
  PMPI_Type_size_x(datatype, &size);
  PMPI_Type_get_extent(datatype, &low, &t.extent);
  PMPI_Type_get_true_extent(datatype, &true_low, &true_extent);
  t.size = size;
  t.dense = low == 0 && true_low == 0 && t.extent == size && true_extent == size;
  return t;
}

void tp_region_keep_type(tp_region *r) {
  if (r->blocks > 0 && !r->types && !r->type.dense && PMPI_Type_dup(r->type.type, &r->type.type) == MPI_SUCCESS) r->type.own = 1;
}

void tp_region_done(tp_region *r) {
  if (r->type.own) PMPI_Type_free(&r->type.type);
  r->type.own = 0;
}

static void packed_part(char *at, int count, const tp_type *t) {
  int room = 0, length = 0, from = 0;
  PMPI_Pack_size(count, t->type, MPI_COMM_SELF, &room);
  char *packed = malloc((size_t)room + 1);
  if (!packed) tp_fail("rank %d: no memory for %d bytes of a message", tp_rank, room);
  if (tp_mode == TP_KEEP) PMPI_Pack(at, count, t->type, packed, room, &length, MPI_COMM_SELF);
  tp_int(&length);
  if (length > room) tp_fail("rank %d, call %llu: found a receive of %d bytes; expected %d or more, as in the recorded run", tp_rank, (unsigned long long)tp_calls, room, length);
  tp_bytes(packed, (size_t)length);
  if (tp_mode == TP_ANSWER) PMPI_Unpack(packed, length, &from, at, count, t->type, MPI_COMM_SELF);
  free(packed);
}

static void block(char *at, int64_t count, const tp_type *t) {
  if (count <= 0) return;
  if (t->dense) {
    tp_bytes(at, (size_t)(count * t->size));
    return;
  }
  int64_t most = t->size > 1 ? TP_MOST_PACKED / t->size : TP_MOST_PACKED; /* the length of packed data is an int */
  for (int64_t done = 0, part; done < count; done += part) {
    part = count - done < most ? count - done : most;
    packed_part(at + done * t->extent, (int)part, t);
  }
}

/* Keeps or fills a region. elements: number of elements of the message, which may be fewer than the region has; -1 for all */
void tp_region_pass(const tp_region *r, int64_t elements) {
  if (!r->counts) {
    if (r->blocks > 0) block(r->buffer, elements < 0 ? r->count : elements, &r->type);
    return;
  }
  for (int i = 0; i < r->blocks; i++) {
    tp_type t = r->types ? tp_type_of(r->types[i]) : r->type;
    int64_t shift = r->wide ? ((const MPI_Aint *)r->displacements)[i] : ((const int *)r->displacements)[i];
    block(r->buffer + shift * (r->types ? 1 : t.extent), r->counts[i], &t);
  }
}
