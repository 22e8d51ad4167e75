/* Encodes numbers as in the log and collects them for larger writes. */
#include "fold.h"
#include <string.h>

static void flush(tc_packer *p) {
  if (p->used > 0 && !p->failed) p->failed = p->write(p->to, p->bytes, p->used) != 0;
  p->used = 0;
}

void tc_pack_bytes(tc_packer *p, const void *bytes, size_t length) {
  const unsigned char *from = bytes;
  while (length > 0) {
    if (p->used == sizeof p->bytes) flush(p);
    size_t part = sizeof p->bytes - p->used < length ? sizeof p->bytes - p->used : length;
    memcpy(p->bytes + p->used, from, part);
    p->used += part;
    from += part;
    length -= part;
  }
}

void tc_pack_number(tc_packer *p, uint64_t number) {
  if (sizeof p->bytes - p->used < 10) flush(p);
  p->used += tc_encode(p->bytes + p->used, number);
}

void tc_pack_signed(tc_packer *p, int64_t number) { tc_pack_number(p, (uint64_t)number << 1 ^ (uint64_t)(number >> 63)); }

int tc_pack_end(tc_packer *p) {
  flush(p);
  return p->failed;
}
