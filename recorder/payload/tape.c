/* The payload's file: chunks of a length, a check sum and bytes. Numbers take one byte for each seven bits. */
#include "payload.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { CHUNK = 1 << 18, MAGIC = 8 };
static const char magic[MAGIC + 1] = "TRCPAY01";

typedef struct {
  uint64_t length, sum;
} chunk_head;

static char *name;
static int file = -1;
static unsigned char *chunk; /* the current chunk, written or read */
static size_t used, length;
static uint64_t written, most, position, total;
static const unsigned char *all;

uint64_t tp_sum(uint64_t sum, const void *bytes, size_t count) {
  const unsigned char *at = bytes;
  for (uint64_t word; count >= sizeof word; at += sizeof word, count -= sizeof word) {
    memcpy(&word, at, sizeof word);
    sum = (sum ^ word) * 0x9E3779B97F4A7C15u;
    sum ^= sum >> 29;
  }
  for (; count > 0; at++, count--) sum = (sum ^ *at) * 0x100000001B3u;
  return sum;
}

static int put(const void *bytes, size_t count) {
  for (const char *at = bytes; count > 0;) {
    ssize_t put = write(file, at, count);
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) return -1;
    at += put;
    count -= (size_t)put;
    written += (uint64_t)put;
  }
  return 0;
}

int tp_tape_create(const char *path, uint64_t limit) {
  file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  chunk = malloc(CHUNK);
  most = limit;
  return file >= 0 && chunk ? put(magic, MAGIC) : -1;
}

static void flush(void) {
  chunk_head head = {used, tp_sum(0, chunk, used)};
  if (file >= 0 && used > 0 && (put(&head, sizeof head) != 0 || put(chunk, used) != 0)) {
    fprintf(stderr, "tracecast: rank %d: the payload ends here, because it cannot be written: %s\n", tp_rank, strerror(errno));
    close(file);
    file = -1;
    tp_mode = TP_OFF;
  }
  used = 0;
}

int tp_tape_full(void) { return written + used > most; }

void tp_tape_close(void) {
  flush();
  if (file >= 0) close(file);
  file = -1;
}

void tp_tape_open(const char *path) {
  struct stat about;
  name = strdup(path);
  file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0 || fstat(file, &about) != 0) tp_fail("%s: %s", path, strerror(errno));
  total = (uint64_t)about.st_size;
  all = total ? mmap(NULL, total, PROT_READ, MAP_PRIVATE, file, 0) : MAP_FAILED;
  if (all == MAP_FAILED || total < MAGIC || memcmp(all, magic, MAGIC) != 0) tp_fail("%s:0: found no payload; expected a file that begins with %s", path, magic);
  position = MAGIC;
}

/* Whether another byte follows. An incomplete chunk is the end of the payload. */
int tp_tape_more(void) {
  chunk_head head;
  if (used < length) return 1;
  if (total - position < sizeof head) return 0;
  memcpy(&head, all + position, sizeof head);
  if (head.length == 0 || head.length > CHUNK) tp_fail("%s:%llu: found a chunk of %llu bytes; expected 1 to %d; copy the file again", name, (unsigned long long)position, (unsigned long long)head.length, CHUNK);
  if (head.length > total - position - sizeof head) return 0;
  chunk = (unsigned char *)all + position + sizeof head;
  if (tp_sum(0, chunk, head.length) != head.sum) tp_fail("%s:%llu: found bytes that do not match their checksum; expected bytes as they were written; copy the file again", name, (unsigned long long)position);
  position += sizeof head + head.length;
  used = 0;
  length = head.length;
  return 1;
}

void tp_bytes(void *bytes, size_t count) {
  for (unsigned char *at = bytes; count > 0;) {
    if (tp_mode == TP_ANSWER ? !tp_tape_more() : used == CHUNK) {
      if (tp_mode == TP_ANSWER) tp_all_read("the file is cut off");
      flush();
      if (tp_mode == TP_OFF) return;
    }
    size_t part = (tp_mode == TP_ANSWER ? length : (size_t)CHUNK) - used;
    if (part > count) part = count;
    if (tp_mode == TP_ANSWER) memcpy(at, chunk + used, part);
    else memcpy(chunk + used, at, part);
    used += part;
    at += part;
    count -= part;
  }
}

int64_t tp_number(int64_t number) {
  unsigned char bytes[10];
  uint64_t code = 0;
  int size = 0;
  if (tp_mode == TP_ANSWER) {
    do {
      tp_bytes(&bytes[0], 1);
      code |= (uint64_t)(bytes[0] & 0x7f) << 7 * size++;
    } while (bytes[0] & 0x80 && size < 10);
    return (int64_t)(code >> 1 ^ -(code & 1));
  }
  code = (uint64_t)number << 1 ^ (uint64_t)(number >> 63);
  for (; code > 0x7f; code >>= 7) bytes[size++] = (unsigned char)(code | 0x80);
  bytes[size++] = (unsigned char)code;
  tp_bytes(bytes, (size_t)size);
  return number;
}
