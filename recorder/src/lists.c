/* Numbers the lists of parameters. Each list is written to the log once, at its first use. Memory is bounded, so old lists are
   forgotten. If such a list is used again, it gets a new number. */
#include "fold.h"
#include <string.h>

enum { BUCKETS = 256, KNOWN = 1 << 16 };

typedef struct list {
  struct list *next;
  uint64_t hash;
  uint32_t number, count, length;
  unsigned char terms[];
} list;

static list *buckets[BUCKETS];
static uint32_t lists;
static size_t known;

void tc_lists_forget(void) {
  for (int b = 0; b < BUCKETS; b++) {
    for (list *l = buckets[b], *next; l; l = next) {
      next = l->next;
      tc_give(l, sizeof *l + l->length);
    }
    buckets[b] = NULL;
  }
  known = 0;
}

uint32_t tc_list(const unsigned char *terms, size_t length, uint64_t count) {
  uint64_t hash = count;
  for (size_t i = 0; i < length; i++) hash = (hash ^ terms[i]) * 0x100000001B3u;
  list **bucket = &buckets[(hash ^ hash >> 32) % BUCKETS];
  for (list *l = *bucket; l; l = l->next) {
    if (l->hash == hash && l->count == count && l->length == length && memcmp(l->terms, terms, length) == 0) return l->number;
  }
  if (known + length > KNOWN) {
    tc_lists_forget();
  }
  list *l = tc_take(sizeof *l + length);
  *l = (list){*bucket, hash, lists++, (uint32_t)count, (uint32_t)length};
  memcpy(l->terms, terms, length);
  *bucket = l;
  known += sizeof *l + length;
  tc_log_number(R_list);
  tc_log_number(count);
  tc_log_bytes(terms, length);
  tc_log_commit();
  return l->number;
}
