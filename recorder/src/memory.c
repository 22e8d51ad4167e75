/* Blocks of sizes 16, 24, 32, 48, 64, ... are cut from chunks. A freed block is kept for the next request of its size. The memory of
   folding is therefore known and proportional to its content, and the program's heap stays as it is. */
#define _GNU_SOURCE
#include "fold.h"
#include <string.h>
#include <sys/mman.h>

enum { CHUNK = 1 << 16, LEAST_POWER = 4, LEAST = 1 << LEAST_POWER, SIZES = 48 };

typedef struct block {
  struct block *next;
} block;

jmp_buf tc_no_memory;
static block *unused[SIZES];
static unsigned char *chunk;
static size_t left, taken;

static int size_of(size_t bytes, size_t *size) {
  *size = LEAST;
  if (bytes <= LEAST) return 0;
  int power = 63 - __builtin_clzll(bytes - 1); /* exponent of the greatest power of two below the size */
  size_t between = (size_t)3 << (power - 1);
  int upper = bytes > between;
  *size = upper ? (size_t)2 << power : between;
  return 2 * (power - LEAST_POWER) + 1 + upper;
}

static void *map(size_t bytes) {
  void *at = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (at == MAP_FAILED) longjmp(tc_no_memory, 1);
  return at;
}

void *tc_take(size_t bytes) {
  size_t size;
  int s = size_of(bytes, &size);
  block *b = unused[s];
  if (b) {
    unused[s] = b->next;
  } else if (size > CHUNK / 4) {
    b = map(size);
  } else {
    if (left < size) { /* the rest of the chunk, less than a quarter of it, stays unused */
      chunk = map(CHUNK);
      left = CHUNK;
    }
    b = (block *)chunk;
    chunk += size;
    left -= size;
  }
  taken += size;
  return b;
}

void tc_give(void *memory, size_t bytes) {
  size_t size;
  if (!memory) return;
  int s = size_of(bytes, &size);
  taken -= size;
  if (size > CHUNK / 4) {
    munmap(memory, size);
    return;
  }
  block *b = memory;
  b->next = unused[s];
  unused[s] = b;
}

void *tc_larger(void *memory, size_t before, size_t bytes) {
  void *larger = tc_take(bytes);
  if (memory) memcpy(larger, memory, before);
  tc_give(memory, before);
  return larger;
}

size_t tc_taken(void) { return taken; }
