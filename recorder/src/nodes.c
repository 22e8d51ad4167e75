#include "fold.h"
#include <string.h>

tc_node *tc_call_new(tc_shape *shape, const tc_time *time, uint64_t calls) {
  tc_node *n = tc_take(sizeof *n);
  n->id = shape->id;
  n->length = 0;
  n->parent = NULL;
  n->call.shape = shape;
  n->call.tuple = shape->last;
  shape->last->refs++;
  n->call.executions = 1;
  n->call.told = 0;
  n->call.sequences = NULL;
  n->call.times = NULL;
  n->call.only = *time;
  n->call.calls = NULL;
  if (calls > 0) {
    n->call.calls = tc_take(sizeof *n->call.calls);
    *n->call.calls = tc_totals_of((float)calls);
  }
  return n;
}

tc_node *tc_loop_new(uint32_t id, tc_node *const *body, uint32_t length, uint64_t hash, uint64_t iterations) {
  tc_node *n = tc_take(sizeof *n);
  memset(n, 0, sizeof *n);
  n->id = id;
  n->length = length;
  n->loop.body = tc_take(length * sizeof *body);
  memcpy(n->loop.body, body, length * sizeof *body);
  for (uint32_t i = 0; i < length; i++) body[i]->parent = n;
  n->loop.hash = hash;
  n->loop.last = iterations;
  return n;
}

/* Frees the memory of the node itself, not of its body. */
static void free_shell(tc_node *n) {
  if (n->length) {
    if (n->loop.earlier) tc_sequence_free(n->loop.earlier);
    tc_give(n->loop.body, n->length * sizeof *n->loop.body);
  } else {
    uint32_t count = n->call.shape->count;
    for (uint32_t i = 0; n->call.sequences && i < count; i++) {
      if (n->call.sequences[i]) tc_sequence_free(n->call.sequences[i]);
    }
    tc_give(n->call.sequences, count * sizeof *n->call.sequences);
    if (n->call.times) tc_times_free(n->call.times);
    tc_give(n->call.calls, sizeof *n->call.calls);
    tc_tuple_free(n->call.tuple);
  }
  tc_give(n, sizeof *n);
}

void tc_node_free(tc_node *n) {
  for (uint32_t i = 0; i < n->length; i++) tc_node_free(n->loop.body[i]);
  free_shell(n);
}

/* Returns the iterations of each execution of a loop if they are always the same, otherwise 0. The last execution may not have ended. */
static uint64_t usual(const tc_node *loop) {
  if (loop->loop.before == 0) return loop->loop.last;
  return loop->loop.earlier || loop->loop.last > loop->loop.usual ? 0 : loop->loop.usual;
}

/* Returns the call's executions per iteration of the outermost loop for which this number is constant and at most TC_POSITIONS. */
uint32_t tc_call_positions(const tc_node *call) {
  uint64_t count = 1;
  for (const tc_node *loop = call->parent; loop && loop->parent; loop = loop->parent) {
    uint64_t iterations = usual(loop);
    if (iterations == 0 || iterations * count > TC_POSITIONS) break;
    count *= iterations;
  }
  return (uint32_t)count;
}

static void add_time(tc_node *n, const tc_time *time) {
  if (tc_times_full(n->call.times)) tc_times_sum_up(n->call.times, tc_call_positions(n));
  tc_times_add(n->call.times, time);
}

static void absorb_times(tc_node *n, const tc_node *later) {
  if (n->call.calls && later->call.calls) tc_totals_add(n->call.calls, later->call.calls);
  if (!n->call.times) {
    n->call.times = tc_times_new();
    tc_times_add(n->call.times, &n->call.only);
  }
  if (!later->call.times) {
    add_time(n, &later->call.only);
    return;
  }
  uint32_t count;
  const tc_time *kept = tc_times_kept(later->call.times, &count);
  for (uint32_t i = 0; i < count; i++) add_time(n, &kept[i]);
  if (!kept) {
    tc_times_sum_up(n->call.times, tc_call_positions(n));
    tc_times_unite(n->call.times, later->call.times);
  }
}

int tc_call_again(tc_node *n, const tc_shape *shape, const tc_time *time, uint64_t calls) {
  if (n->length || n->call.shape != shape || n->call.tuple != shape->last || !n->call.times) return 0;
  if (n->call.calls && calls > 0) tc_totals_count(n->call.calls, (float)calls);
  add_time(n, time);
  n->call.executions++;
  return 1;
}

/* Extends the sequences to all executions. The executions that the sequences lack had the call's last values. */
void tc_call_tell(tc_node *n) {
  uint64_t more = n->call.executions - n->call.told;
  for (uint32_t i = 0; n->call.sequences && i < n->call.shape->count; i++) {
    if (n->call.sequences[i]) tc_sequence_add(n->call.sequences[i], n->call.tuple->values[i], more);
  }
  n->call.told = n->call.executions;
}

static tc_sequence *sequence(tc_node *n, uint32_t i) {
  if (!n->call.sequences) {
    size_t bytes = n->call.shape->count * sizeof *n->call.sequences;
    n->call.sequences = tc_take(bytes);
    memset(n->call.sequences, 0, bytes);
  }
  if (!n->call.sequences[i]) {
    n->call.sequences[i] = tc_sequence_new(n->call.tuple->values[i]);
    tc_sequence_add(n->call.sequences[i], n->call.tuple->values[i], n->call.executions - 1);
  }
  return n->call.sequences[i];
}

static void absorb_values(tc_node *n, tc_node *later) {
  if (n->call.tuple == later->call.tuple && !later->call.sequences) return;
  tc_call_tell(n);
  tc_call_tell(later);
  uint64_t executions = n->call.executions + later->call.executions;
  for (uint32_t i = 0; i < n->call.shape->count; i++) {
    int64_t value = later->call.tuple->values[i];
    const tc_sequence *theirs = later->call.sequences ? later->call.sequences[i] : NULL;
    int changed = theirs || value != n->call.tuple->values[i] || (n->call.sequences && n->call.sequences[i]);
    if (!changed) continue;
    tc_sequence *mine = sequence(n, i);
    if (theirs) tc_sequence_join(mine, theirs);
    else tc_sequence_add(mine, value, later->call.executions);
  }
  n->call.told = executions;
  later->call.tuple->refs++;
  tc_tuple_free(n->call.tuple);
  n->call.tuple = later->call.tuple;
}

/* Adds this number of finished executions, all with the same iterations, to a loop. */
void tc_loop_ended(tc_node *n, uint64_t iterations, uint64_t times) {
  if (times == 0) return;
  if (n->loop.before == 0) n->loop.usual = iterations;
  if (n->loop.earlier) {
    tc_sequence_add(n->loop.earlier, (int64_t)iterations, times);
  } else if (n->loop.usual != iterations) {
    n->loop.earlier = tc_sequence_new((int64_t)n->loop.usual);
    tc_sequence_add(n->loop.earlier, (int64_t)n->loop.usual, n->loop.before - 1);
    tc_sequence_add(n->loop.earlier, (int64_t)iterations, times);
  }
  n->loop.before += times;
}

static void absorb_body(tc_node *n, tc_node *later) {
  for (uint32_t i = 0; i < n->length; i++) tc_node_absorb(n->loop.body[i], later->loop.body[i]);
  free_shell(later);
}

static void absorb_loop(tc_node *n, tc_node *later) {
  tc_loop_ended(n, n->loop.last, 1);
  if (later->loop.earlier) {
    if (!n->loop.earlier) {
      n->loop.earlier = tc_sequence_new((int64_t)n->loop.usual);
      tc_sequence_add(n->loop.earlier, (int64_t)n->loop.usual, n->loop.before - 1);
    }
    tc_sequence_join(n->loop.earlier, later->loop.earlier);
    n->loop.before += later->loop.before;
  } else {
    tc_loop_ended(n, later->loop.usual, later->loop.before);
  }
  n->loop.last = later->loop.last;
  absorb_body(n, later);
}

void tc_loop_join(tc_node *n, tc_node *later) {
  n->loop.last += later->loop.last;
  absorb_body(n, later);
}

void tc_node_absorb(tc_node *n, tc_node *later) {
  if (n->length) {
    absorb_loop(n, later);
    return;
  }
  absorb_values(n, later);
  absorb_times(n, later);
  n->call.executions += later->call.executions;
  free_shell(later);
}

/* Writes count, sum and extremes of the calls per execution, or 0 if calls are not counted. Then writes the times. */
void tc_call_times_pack(const tc_node *n, tc_packer *p) {
  if (n->call.calls) tc_totals_pack(n->call.calls, p);
  else tc_pack_number(p, 0);
  if (n->call.times) {
    tc_times_pack(n->call.times, p);
  } else {
    tc_pack_number(p, 2);
    tc_time_pack(&n->call.only, p);
  }
}

/* Writes the number of executions before the last, their iterations as a value or a sequence, and the last execution's iterations. */
void tc_iterations_pack(const tc_node *n, tc_packer *p) {
  tc_pack_number(p, n->loop.before);
  if (n->loop.before > 0) {
    tc_pack_number(p, n->loop.earlier != NULL);
    if (n->loop.earlier) tc_sequence_pack(n->loop.earlier, p);
    else tc_pack_signed(p, (int64_t)n->loop.usual);
  }
  tc_pack_number(p, n->loop.last);
}

/* Writes a call: 2 x the number of its shape; its executions; for each parameter, either 0 and its value, or 1 and its sequence; its times. A
   loop is 2 x the length of its body + 1, its iterations and its body. */
static void pack_call(tc_node *n, tc_packer *p) {
  const tc_shape *s = n->call.shape;
  tc_call_tell(n);
  tc_pack_number(p, 2 * (uint64_t)s->number);
  tc_pack_number(p, n->call.executions);
  for (uint32_t i = 0; i < s->count; i++) {
    if (!(s->codes[i] & TC_LIST) && s->codes[i] & TC_SHIFT) continue;
    const tc_sequence *sequence = n->call.sequences ? n->call.sequences[i] : NULL;
    tc_pack_number(p, sequence != NULL);
    if (sequence) tc_sequence_pack(sequence, p);
    else tc_pack_signed(p, n->call.tuple->values[i]);
  }
  tc_call_times_pack(n, p);
}

void tc_node_pack(tc_node *n, tc_packer *p) {
  if (!n->length) {
    pack_call(n, p);
    return;
  }
  tc_pack_number(p, 2 * (uint64_t)n->length + 1);
  tc_iterations_pack(n, p);
  for (uint32_t i = 0; i < n->length; i++) tc_node_pack(n->loop.body[i], p);
}
