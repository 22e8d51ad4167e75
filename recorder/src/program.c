#include "merge.h"
#include <stdlib.h>
#include <string.h>

/* The content of a list or group in the log. */
typedef struct {
  const unsigned char *at;
  size_t length; /* number of bytes of the encoded list: a count and terms */
} content;

static tc_program *into;
static content *lists;
static uint32_t list_count, list_room;

static void fail(void) { into->failed = 1; }

static tc_packer packer(tc_buffer *b) { return (tc_packer){.write = tc_buffer_write, .to = b}; }

static void end(tc_packer *p) {
  if (tc_pack_end(p) != 0) fail();
}

static void *more(void *memory, uint32_t count, uint32_t *room, size_t size) {
  if (count < *room) return memory;
  uint32_t larger = *room ? 2 * *room : 256;
  unsigned char *grown = tc_keep(larger * size);
  if (!grown) {
    fail();
    return NULL;
  }
  memset(grown, 0, larger * size);
  if (count) memcpy(grown, memory, count * size);
  *room = larger;
  return grown;
}

/* Returns a new value; without memory, a value that is never read. */
static tc_buffer *value(tc_buffer **shifted) {
  static tc_buffer lost;
  void *grown = into->failed ? NULL : more(into->values, into->value_count, &into->value_room, sizeof *into->values);
  if (!grown) {
    lost.failed = 1;
    if (shifted) *shifted = &lost;
    return &lost;
  }
  into->values = grown;
  if (shifted) *shifted = &into->values[into->value_count].shifted;
  return &into->values[into->value_count++].plain;
}

/* Definitions, from the log */

static const unsigned char *skip(const unsigned char *at, uint64_t numbers) {
  uint64_t skipped;
  for (; numbers > 0; numbers--) at += tc_decode(at, &skipped);
  return at;
}

static const unsigned char *texts(const unsigned char *at, uint64_t count) {
  uint64_t length;
  for (; count > 0; count--) {
    at += tc_decode(at, &length);
    at += length;
  }
  return at;
}

static void keep_list(const unsigned char *at, size_t length) {
  content *grown = more(lists, list_count, &list_room, sizeof *lists);
  if (!grown) return;
  lists = grown;
  lists[list_count++] = (content){at, length};
}

/* Reads one record. Returns the next record; NULL if this one prevents the rank's merge. */
static const unsigned char *take_record(const unsigned char *record, tc_buffer *groups, tc_buffer *lost) {
  const unsigned char *at = record + 1;
  uint64_t count;
  switch (*record) {
  case R_event:
  case R_call: return tc_skip_event(at);
  case R_match: return skip(at, TC_MATCH_FIELDS);
  case R_communicator: return skip(at, TC_COMM_FIELDS);
  case R_list:
    at += tc_decode(at, &count);
    at = skip(at, count);
    keep_list(record + 1, (size_t)(at - record - 1));
    return at;
  case R_group:
    at += tc_decode(at, &count);
    at = skip(at, count);
    tc_buffer_write(groups, record + 1, (size_t)(at - record - 1));
    return at;
  case R_lost:
    at = skip(texts(at, 1), 2);
    tc_buffer_write(lost, record + 1, (size_t)(at - record - 1));
    return at;
  case R_site:
    at += tc_decode(at, &count);
    at = skip(at, 2 * count);
    break;
  case R_module:
  case R_note: at = texts(at, 1); break;
  case R_datatype: at = skip(texts(at, 1), 1); break;
  case R_calls:
  case R_parameters:
    at += tc_decode(at, &count);
    at = texts(at, count);
    break;
  case R_counter: at = skip(at, 1); break;
  case R_shape:
    at = skip(at, 2);
    at += strlen((const char *)at) + 1;
    break;
  default: return NULL;
  }
  tc_buffer_write(&into->structure, record, (size_t)(at - record));
  return at;
}

/* Calls and loops */

/* Sets has[n] for each number n of a sequence that is below the limit. */
static void mark(const tc_sequence *s, unsigned char *has, uint64_t limit) {
  int64_t number = s->first;
  if ((uint64_t)number < limit) has[number] = 1;
  for (uint64_t r = 0; r < s->complete + 2; r++) {
    tc_run run = r == 0 ? s->head : r > s->complete ? s->open : s->runs[(r - 1) % s->period];
    for (uint64_t i = 0; i < run.count; i++) {
      number += run.step;
      if ((uint64_t)number < limit) has[number] = 1;
      if (run.step == 0) break;
    }
  }
}

static void pack_list(tc_packer *p, int64_t number) {
  if ((uint64_t)number >= list_count) fail();
  else tc_pack_bytes(p, lists[number].at, lists[number].length);
}

/* Writes a constant list as 2 and the list. Writes changing lists as 3, the list's number in each execution, the count of lists, and each list with its number. */
static void pack_lists(tc_packer *p, const tc_sequence *s, int64_t constant) {
  if (!s) {
    tc_pack_number(p, 2);
    pack_list(p, constant);
    return;
  }
  unsigned char *has = tc_keep(list_count + 1);
  if (!has) {
    fail();
    return;
  }
  memset(has, 0, list_count + 1);
  mark(s, has, list_count);
  uint32_t least = 0, count = 0;
  while (least < list_count && !has[least]) least++;
  for (uint32_t i = least; i < list_count; i++) count += has[i];
  tc_sequence from = *s;
  from.first -= least;
  tc_pack_number(p, 3);
  tc_sequence_pack(&from, p);
  tc_pack_number(p, count);
  for (uint32_t i = least; i < list_count; i++) {
    if (!has[i]) continue;
    tc_pack_number(p, i - least);
    pack_list(p, i);
  }
}

static void pack_value(tc_buffer *b, int code, const tc_sequence *s, int64_t constant) {
  tc_packer p = packer(b);
  if (code & TC_LIST) {
    pack_lists(&p, s, constant);
  } else {
    tc_pack_number(&p, s != NULL);
    if (s) tc_sequence_pack(s, &p);
    else tc_pack_signed(&p, constant);
  }
  end(&p);
}

/* Whether all executions of a call have the same communicator. Otherwise no value is written relative to the rank. */
static int one_communicator(const tc_node *n) {
  for (uint32_t i = 0; n->call.sequences && i < n->call.shape->count; i++) {
    if (n->call.shape->codes[i] == P_communicator && n->call.sequences[i]) return 0;
  }
  return 1;
}

static void take_call(tc_node *n, tc_packer *structure) {
  const tc_shape *s = n->call.shape;
  tc_buffer *shifted = NULL;
  int follows = one_communicator(n);
  tc_call_tell(n);
  tc_pack_number(structure, 2 * (uint64_t)s->number);
  for (uint32_t i = 0; i < s->count; i++) {
    const tc_sequence *sequence = n->call.sequences ? n->call.sequences[i] : NULL;
    int is_shift = !(s->codes[i] & TC_LIST) && s->codes[i] & TC_SHIFT;
    if (is_shift && !follows) continue;
    pack_value(is_shift ? shifted : value(&shifted), s->codes[i], sequence, n->call.tuple->values[i]);
  }
  tc_buffer *grown = into->failed ? NULL : more(into->times, into->times_count, &into->times_room, sizeof *into->times);
  if (!grown) return;
  into->times = grown;
  tc_packer p = packer(&into->times[into->times_count++]);
  tc_pack_number(&p, tc_call_positions(n));
  tc_call_times_pack(n, &p);
  end(&p);
}

static void take_node(tc_node *n, void *structure) {
  if (!n->length) {
    take_call(n, structure);
    return;
  }
  tc_pack_number(structure, 2 * (uint64_t)n->length + 1);
  tc_packer p = packer(value(NULL));
  tc_iterations_pack(n, &p);
  end(&p);
  for (uint32_t i = 0; i < n->length; i++) take_node(n->loop.body[i], structure);
}

int tc_program_take(tc_program *program) {
  into = program;
  tc_buffer *communicators = value(NULL);
  tc_packer p = packer(communicators);
  tc_comms_pack(&p);
  end(&p);
  size_t length;
  const unsigned char *at = tc_log_records(&length), *last = at + length;
  if (!at) return -1;
  tc_buffer *groups = value(NULL), *lost = value(NULL);
  while (at && at < last) at = take_record(at, groups, lost);
  if (!at) return -1;
  tc_buffer_write(&program->structure, "", 1);
  p = packer(&program->structure);
  tc_fold_each(take_node, &p);
  end(&p);
  return program->failed || program->structure.failed || groups->failed || lost->failed;
}
