/* The log of a rank: a head, two tails (journal.c), then records, in a file that is mapped a window at a time. Blocks are reserved
   before they are written, so a full disk is an error here and not a signal to the program. */
#define _GNU_SOURCE
#include "fold.h"
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

enum { HEAD = TC_PAGE + 2 * TC_TAIL };

/* shared.h describes the fields. */
typedef struct {
  char magic[TC_MAGIC_LENGTH];
  uint64_t committed;
  uint32_t rank, size, finished, raw;
  char stopped[TC_REASON];
  uint64_t turn;
  uint64_t instructions, ns;
} tc_head;

#define AT(field, place) _Static_assert(offsetof(tc_head, field) == place, #field)
AT(committed, TC_AT_COMMITTED);
AT(rank, TC_AT_RANK);
AT(size, TC_AT_SIZE);
AT(finished, TC_AT_FINISHED);
AT(raw, TC_AT_RAW);
AT(stopped, TC_AT_STOPPED);
AT(turn, TC_AT_TURN);
AT(instructions, TC_AT_INSTRUCTIONS);
AT(ns, TC_AT_NS);

static int file = -1;
static tc_head *head;
static unsigned char *window;
static uint64_t windows; /* number of windows mapped so far */
static size_t used;      /* used bytes of the window */
static size_t span;      /* size of a window: small if little is written, large if every event is written */
static char folder[4096];

/* Whether the process's limit of the file size allows this size. Beyond the limit, a signal would end the program. */
static int fits(off_t end) {
  struct rlimit most;
  if (getrlimit(RLIMIT_FSIZE, &most) != 0 || most.rlim_cur == RLIM_INFINITY || (rlim_t)end <= most.rlim_cur) return 1;
  errno = EFBIG;
  return 0;
}

static int reserve(off_t from, off_t length) {
  if (!fits(from + length)) return -1;
  int error = posix_fallocate(file, from, length);
  if (error != 0) errno = error;
  return error;
}

static int next_window(void) {
  off_t from = HEAD + (off_t)windows * span;
  if (window) munmap(window, span);
  window = NULL;
  if (reserve(from, span) != 0) return -1;
  void *at = mmap(NULL, span, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, file, from);
  if (at == MAP_FAILED) return -1;
  window = at;
  windows++;
  used = 0;
  return 0;
}

const char *tc_log_folder(void) { return folder; }

int tc_log_open(const char *in) {
  char path[sizeof folder];
  if (snprintf(path, sizeof path, "%s/rank.%d.log", in, tc_rank) >= (int)sizeof path - 16) {
    errno = ENAMETOOLONG;
    return -1;
  }
  strcpy(folder, in);
  char merged[sizeof folder + 32];
  snprintf(merged, sizeof merged, "%s/merged.log", in);
  if (access(merged, F_OK) == 0) { /* an earlier program has recorded into this folder */
    errno = EEXIST;
    return -1;
  }
  span = tc_raw ? 1 << 18 : 1 << 16;
  file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file < 0) return -1;
  if (reserve(0, HEAD) != 0) {
    int error = errno;
    unlink(path);
    errno = error;
    return -1;
  }
  void *at = mmap(NULL, HEAD, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (at == MAP_FAILED) return -1;
  head = at;
  memcpy(head->magic, TC_LOG_MAGIC, TC_MAGIC_LENGTH);
  head->rank = (uint32_t)tc_rank;
  head->size = (uint32_t)tc_size;
  head->raw = (uint32_t)tc_raw;
  return next_window();
}

void tc_log_unwritable(const char *in, const char *why) {
  char path[sizeof folder + 32];
  snprintf(path, sizeof path, "%s/" TC_UNWRITABLE, in);
  int to = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (to < 0) return; /* another rank has written the file */
  if (write(to, why, strlen(why)) < 0) why = NULL; /* the disk is full; an empty file shows this */
  close(to);
}

uint64_t tc_log_position(void) { return (windows - 1) * span + used; }

unsigned char *tc_log_tail(uint32_t epoch) { return (unsigned char *)head + TC_PAGE + epoch % 2 * TC_TAIL; }

void tc_log_turn(uint32_t epoch, size_t length, int gave_up) {
  __atomic_store_n(&head->turn, (uint64_t)epoch << 32 | (uint64_t)gave_up << 31 | length, __ATOMIC_RELEASE);
}

void tc_log_bytes(const void *bytes, size_t length) {
  const unsigned char *from = bytes;
  while (length > 0 && tc_state != TC_STOPPED) {
    if (used == span && next_window() != 0) {
      char why[200];
      snprintf(why, sizeof why, "the log cannot grow: %s", strerror(errno));
      tc_stop(why);
      return;
    }
    size_t part = length < span - used ? length : span - used;
    memcpy(window + used, from, part);
    used += part;
    from += part;
    length -= part;
  }
}

size_t tc_decode(const unsigned char *from, uint64_t *number) {
  size_t n = 0;
  *number = 0;
  for (int shift = 0;; shift += 7) {
    unsigned char c = from[n++];
    *number |= (uint64_t)(c & 0x7f) << shift;
    if (c < 0x80) return n;
  }
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
  if (tc_state != TC_STOPPED) __atomic_store_n(&head->committed, tc_log_position(), __ATOMIC_RELEASE);
}

void tc_log_note(const char *text) {
  tc_log_number(R_note);
  tc_log_text(text);
  tc_log_commit();
}

void tc_stop(const char *why) {
  if (tc_state == TC_STOPPED) return;
  tc_state = TC_STOPPED;
  if (head) snprintf(head->stopped, sizeof head->stopped, "%s", why);
  char who[32] = "";
  if (tc_rank >= 0) snprintf(who, sizeof who, "rank %d: ", tc_rank);
  fprintf(stderr, "tracecast: %srecording stops: %s; the program continues\n", who, why);
}

void tc_log_counted(uint64_t instructions, uint64_t ns) {
  head->instructions = instructions;
  head->ns = ns;
}

void tc_log_close(void) {
  head->finished = 1;
  if (ftruncate(file, HEAD + (off_t)head->committed) != 0) return; /* the bytes after the records are zeros, which are never read */
}

const unsigned char *tc_log_records(size_t *length) {
  *length = (size_t)head->committed;
  void *at = mmap(NULL, *length, PROT_READ, MAP_SHARED, file, HEAD);
  return at == MAP_FAILED ? NULL : at;
}

static int to_file(void *to, const void *bytes, size_t length) {
  off_t at = lseek(*(int *)to, 0, SEEK_CUR);
  if (at < 0 || !fits(at + (off_t)length)) return -1;
  for (const char *from = bytes; length > 0;) {
    ssize_t n = write(*(int *)to, from, length);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return -1;
    from += n;
    length -= (size_t)n;
  }
  return 0;
}

static int write_file(const char *path, int how, void (*pack)(tc_packer *p)) {
  int out = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | how, 0600);
  if (out < 0) return -1;
  tc_packer p = {.write = to_file, .to = &out};
  pack(&p);
  int failed = tc_pack_end(&p);
  return close(out) != 0 || failed ? -1 : 0;
}

int tc_log_folded(uint32_t epoch, void (*pack)(tc_packer *p)) {
  char path[sizeof folder + 32];
  snprintf(path, sizeof path, "%s/rank.%d.folded.%u", folder, tc_rank, epoch % 2);
  return write_file(path, O_TRUNC, pack);
}

int tc_log_singles(tc_packer *p) {
  static int out;
  char path[sizeof folder + 32];
  snprintf(path, sizeof path, "%s/rank.%d.times", folder, tc_rank);
  out = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (out < 0) return -1;
  p->write = to_file;
  p->to = &out;
  return 0;
}

/* Writes the file of all ranks, first under another name, so that the file is never incomplete. */
int tc_log_merged(void (*pack)(tc_packer *p)) {
  char path[sizeof folder + 32], part[sizeof folder + 32];
  snprintf(path, sizeof path, "%s/merged.log", folder);
  snprintf(part, sizeof part, "%s/merged.part", folder);
  return write_file(part, O_EXCL, pack) != 0 || rename(part, path) != 0 ? -1 : 0;
}

int tc_log_late(void (*pack)(tc_packer *p)) {
  char path[sizeof folder + 32];
  snprintf(path, sizeof path, "%s/rank.%d" TC_LATE_FILE, folder, tc_rank);
  return write_file(path, O_TRUNC, pack);
}

void tc_log_forget(uint32_t rank) {
  static const char *const endings[] = {"log", "folded.0", "folded.1"};
  char path[sizeof folder + 32];
  for (int i = 0; i < 3; i++) {
    snprintf(path, sizeof path, "%s/rank.%u.%s", folder, rank, endings[i]);
    unlink(path);
  }
}
