#include "merge.h"
#include <stdlib.h>
#include <string.h>

typedef struct kept {
  struct kept *next;
  max_align_t memory[];
} kept;

static kept *all;

void *tc_keep(size_t bytes) {
  kept *k = malloc(sizeof *k + bytes);
  if (!k) return NULL;
  k->next = all;
  all = k;
  return k->memory;
}

int tc_merge_failed;

void *tc_merge_keep(size_t bytes) {
  void *memory = tc_merge_failed ? NULL : tc_keep(bytes);
  tc_merge_failed |= !memory;
  return memory;
}

void tc_keep_nothing(void) {
  for (kept *next; all; all = next) {
    next = all->next;
    free(all);
  }
}

int tc_buffer_write(void *buffer, const void *bytes, size_t length) {
  tc_buffer *b = buffer;
  if (b->length + length > b->room && !b->failed) {
    size_t room = b->room ? b->room : 32;
    while (room < b->length + length) room *= 2;
    unsigned char *larger = tc_keep(room);
    if (larger && b->length) memcpy(larger, b->at, b->length);
    b->failed = !larger;
    b->at = larger;
    b->room = room;
  }
  if (b->failed) return -1;
  memcpy(b->at + b->length, bytes, length);
  b->length += length;
  return 0;
}
