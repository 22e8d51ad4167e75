/* The log of a rank: a head of one block, then records, in a file that is mapped a window at a time. Blocks are reserved before they
   are written to, so that a full disk is an error here and no signal to the program. */
#define _GNU_SOURCE
#include "recorder.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { HEAD = 1 << 16, WINDOW = 1 << 18 };

/* Little-endian fields at fixed places; the reader is importers' RecordingLog. */
typedef struct {
  char magic[8];
  uint64_t committed; /* bytes of records */
  uint32_t rank, size, finished, reserved;
  char stopped[512]; /* why recording stopped, or nothing */
} tc_head;

static int file = -1;
static tc_head *head;
static unsigned char *window;
static uint64_t windows; /* mapped so far */
static size_t used;      /* of the window */

static int reserve(off_t from, off_t length) {
  int error = posix_fallocate(file, from, length);
  if (error != 0) errno = error;
  return error;
}

static int next_window(void) {
  off_t from = HEAD + (off_t)windows * WINDOW;
  if (window) munmap(window, WINDOW);
  window = NULL;
  if (reserve(from, WINDOW) != 0) return -1;
  void *at = mmap(NULL, WINDOW, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, file, from);
  if (at == MAP_FAILED) return -1;
  window = at;
  windows++;
  used = 0;
  return 0;
}

int tc_log_open(const char *folder) {
  char path[4096];
  if (snprintf(path, sizeof path, "%s/rank.%d.log", folder, tc_rank) >= (int)sizeof path) {
    errno = ENAMETOOLONG;
    return -1;
  }
  file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file < 0 || reserve(0, HEAD) != 0) return -1;
  void *at = mmap(NULL, sizeof *head, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (at == MAP_FAILED) return -1;
  head = at;
  memcpy(head->magic, "TRCREC01", 8);
  head->rank = (uint32_t)tc_rank;
  head->size = (uint32_t)tc_size;
  return next_window();
}

static uint64_t position(void) { return (windows - 1) * WINDOW + used; }

void tc_log_bytes(const void *bytes, size_t length) {
  const unsigned char *from = bytes;
  while (length > 0 && tc_state != TC_STOPPED) {
    if (used == WINDOW && next_window() != 0) {
      char why[200];
      snprintf(why, sizeof why, "the log cannot grow: %s", strerror(errno));
      tc_stop(why);
      return;
    }
    size_t part = length < WINDOW - used ? length : WINDOW - used;
    memcpy(window + used, from, part);
    used += part;
    from += part;
    length -= part;
  }
}

/* Seven bits a byte, the lowest first; the highest bit says that more follow. */
size_t tc_encode(unsigned char *into, uint64_t number) {
  size_t n = 0;
  for (; number >= 0x80; number >>= 7) into[n++] = (unsigned char)(number | 0x80);
  into[n++] = (unsigned char)number;
  return n;
}

void tc_log_number(uint64_t number) {
  unsigned char bytes[10];
  tc_log_bytes(bytes, tc_encode(bytes, number));
}

void tc_log_text(const char *text) {
  size_t length = strlen(text);
  tc_log_number(length);
  tc_log_bytes(text, length);
}

void tc_log_commit(void) {
  if (tc_state != TC_STOPPED) __atomic_store_n(&head->committed, position(), __ATOMIC_RELEASE);
}

void tc_log_note(const char *text) {
  tc_log_number(R_note);
  tc_log_text(text);
  tc_log_commit();
}

void tc_log_reason(const char *why) {
  if (head) snprintf(head->stopped, sizeof head->stopped, "%s", why);
}

void tc_log_close(void) {
  head->finished = 1;
  if (ftruncate(file, HEAD + (off_t)head->committed) != 0) return; /* the rest are zeros; nobody reads them */
}
