/* The list of all communicators that ever existed. Successive communicators that differ only in their numbers share one entry. */
#include "fold.h"
#include <stdlib.h>

static tc_birth *lines;
static int line_count, line_room;

static int follows(const tc_birth *l, const tc_birth *last) {
  return last->id + last->count == l->id && last->number + last->count == l->number && last->root == l->root && last->parent == l->parent
      && last->makers == l->makers && last->rank == l->rank && last->size == l->size && last->first == l->first;
}

int tc_birth_add(const tc_birth *one) {
  if (line_count && follows(one, &lines[line_count - 1])) {
    lines[line_count - 1].count++;
    return 0;
  }
  if (line_count == line_room) {
    int more = line_room ? 2 * line_room : 16;
    tc_birth *larger = realloc(lines, (size_t)more * sizeof *larger);
    if (!larger) {
      tc_stop("no memory for a communicator");
      return -1;
    }
    lines = larger;
    line_room = more;
  }
  lines[line_count++] = *one;
  return 0;
}

void tc_comm_place(int id, int *rank, int *size) {
  *rank = id == 1 ? 0 : tc_rank;
  *size = id == 1 ? 1 : tc_size;
  for (int l = line_count - 1; l >= 0 && id > 1; l--) {
    if (id < lines[l].id || id >= lines[l].id + lines[l].count) continue;
    *rank = lines[l].rank;
    *size = lines[l].size;
    return;
  }
}

void tc_comms_pack(tc_packer *p) {
  tc_pack_number(p, (uint64_t)line_count);
  for (const tc_birth *l = lines; l < lines + line_count; l++) {
    uint64_t fields[] = {(uint64_t)l->id,     (uint64_t)l->count, (uint64_t)l->root, (uint64_t)l->parent,
                         (uint64_t)l->number, l->makers,          (uint64_t)l->rank, (uint64_t)l->size,   (uint64_t)l->first};
    for (int i = 0; i <= TC_COMM_FIELDS; i++) tc_pack_number(p, fields[i]);
  }
}
