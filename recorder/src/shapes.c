#include "fold.h"
#include <string.h>

enum { LOOPS = 256, MOST = 64 };

/* Values of a call in the order of its parameters. An endpoint, a colour or a key appears twice: absolute, and relative to the
   rank. */
typedef struct {
  unsigned char codes[MOST];
  int64_t values[MOST];
  uint32_t count;
} parsed;

typedef struct loop_shape {
  struct loop_shape *next;
  uint64_t hash;
  uint32_t id, length;
  uint32_t body[];
} loop_shape;

static tc_shape **by_site;
static uint32_t sites;
static loop_shape *loops[LOOPS];
static uint32_t ids, numbers;

static uint64_t number(const unsigned char **at) {
  uint64_t n;
  *at += tc_decode(*at, &n);
  return n;
}

static int64_t plain(uint64_t term) {
  uint64_t zigzag = term - 2;
  return (int64_t)(zigzag >> 1 ^ -(zigzag & 1));
}

static void put(parsed *p, int code, int64_t value) {
  if (p->count == MOST) {
    tc_stop("a call with too many parameters");
    longjmp(tc_no_memory, 1);
  }
  p->codes[p->count] = (unsigned char)code;
  p->values[p->count++] = value;
}

/* Returns a value relative to the rank: an endpoint modulo the communicator's size, another value as the difference. */
static int64_t shifted(int code, uint64_t term, int64_t rank, int64_t size) {
  if (term < 2) return (int64_t)term;
  int64_t value = plain(term), shift = value - rank;
  int round = code != P_color && code != P_key && value >= 0 && value < size && shift < 0;
  shift += round ? size : 0;
  return (int64_t)(2 + ((uint64_t)shift << 1 ^ (uint64_t)(shift >> 63)));
}

int tc_relative(int code) {
  return code == P_destination || code == P_source || code == P_root || code == P_matched_source || code == P_color || code == P_key;
}

static void parse(parsed *p, const unsigned char *at, size_t length) {
  const unsigned char *end = at + length;
  int rank = tc_rank, size = tc_size;
  p->count = 0;
  while (at < end) {
    int code = *at++;
    uint64_t term = number(&at);
    if (code & TC_LIST) {
      const unsigned char *terms = at;
      for (uint64_t i = 0; i < term; i++) number(&at);
      put(p, code, tc_list(terms, (size_t)(at - terms), term));
      continue;
    }
    put(p, code, (int64_t)term);
    if (code == P_communicator && term >= 2) tc_comm_place((int)plain(term), &rank, &size);
    if (tc_relative(code)) put(p, code | TC_SHIFT, shifted(code, term, rank, size));
  }
}

void tc_tuple_free(tc_tuple *t) {
  if (--t->refs == 0) tc_give(t, sizeof *t + t->length * sizeof *t->values);
}

static void remember(tc_shape *s, const parsed *p, const unsigned char *bytes, size_t length) {
  tc_tuple *t = tc_take(sizeof *t + p->count * sizeof *t->values);
  t->refs = 1;
  t->length = p->count;
  memcpy(t->values, p->values, p->count * sizeof *t->values);
  if (s->last) tc_tuple_free(s->last);
  s->last = t;
  if (length > s->room) {
    tc_give(s->bytes, s->room);
    s->bytes = NULL;
    s->room = 0;
    s->bytes = tc_take(length);
    s->room = (uint32_t)length;
  }
  memcpy(s->bytes, bytes, length);
  s->length = (uint32_t)length;
}

static void tell(const tc_shape *s) {
  tc_log_number(R_shape);
  tc_log_number((uint64_t)s->call);
  tc_log_number(s->site);
  for (uint32_t i = 0; i < s->count; i++) {
    if (s->codes[i] & TC_LIST || !(s->codes[i] & TC_SHIFT)) tc_log_bytes(&s->codes[i], 1);
  }
  tc_log_bytes("", 1);
  tc_log_commit();
}

static tc_shape *of_site(uint32_t site) {
  if (site >= sites) {
    uint32_t more = sites ? 2 * sites : 64;
    while (more <= site) more *= 2;
    by_site = tc_larger(by_site, sites * sizeof *by_site, more * sizeof *by_site);
    memset(by_site + sites, 0, (more - sites) * sizeof *by_site);
    sites = more;
  }
  return by_site[site];
}

tc_shape *tc_shape_of_call(int call, uint32_t site, const unsigned char *bytes, size_t length) {
  tc_shape *first = of_site(site);
  for (tc_shape *s = first; s; s = s->next) {
    if (s->call == call && s->length == length && memcmp(s->bytes, bytes, length) == 0) return s;
  }
  parsed p;
  parse(&p, bytes, length);
  for (tc_shape *s = first; s; s = s->next) {
    if (s->call == call && s->count == p.count && memcmp(s->codes, p.codes, p.count) == 0) {
      remember(s, &p, bytes, length);
      return s;
    }
  }
  tc_shape *s = tc_take(sizeof *s);
  *s = (tc_shape){.next = first, .id = ids++, .site = site, .number = numbers++, .call = call, .count = p.count};
  int some = strcmp(tc_call_names[call], "MPI_Waitsome") == 0 || strcmp(tc_call_names[call], "MPI_Testsome") == 0;
  s->by_chance = some && memchr(p.codes, P_outcomes | TC_LIST, p.count) != NULL;
  s->codes = tc_take(p.count);
  memcpy(s->codes, p.codes, p.count);
  remember(s, &p, bytes, length);
  by_site[site] = s;
  tell(s);
  return s;
}

uint32_t tc_shape_of_loop(const uint32_t *body, uint32_t length) {
  uint64_t hash = length;
  for (uint32_t i = 0; i < length; i++) hash = (hash ^ body[i]) * 0x9E3779B97F4A7C15u;
  loop_shape **bucket = &loops[(hash ^ hash >> 32) % LOOPS];
  for (loop_shape *l = *bucket; l; l = l->next) {
    if (l->hash == hash && l->length == length && memcmp(l->body, body, length * sizeof *body) == 0) return l->id;
  }
  loop_shape *l = tc_take(sizeof *l + length * sizeof *body);
  *l = (loop_shape){*bucket, hash, ids++, length};
  memcpy(l->body, body, length * sizeof *body);
  *bucket = l;
  return l->id;
}

/* Forgets the shapes of loops. The shapes of calls stay, because the program's code limits their number. */
void tc_shapes_forget(void) {
  for (int b = 0; b < LOOPS; b++) {
    for (loop_shape *l = loops[b], *next; l; l = next) {
      next = l->next;
      tc_give(l, sizeof *l + l->length * sizeof *l->body);
    }
    loops[b] = NULL;
  }
}
