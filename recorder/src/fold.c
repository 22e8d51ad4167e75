/* Folds entries (calls and loops) greedily as they arrive, like the compressor's Folder. Entries become one more iteration of the loop
   before them, or a new loop. Only the shapes of entries decide this, not their values. Hashes of the last 4, 16 or 64 entries give
   candidates for the length of a new loop's body. Entries too far back are sealed, which means written to the log for good. If memory is
   short, more entries are sealed. A sealed loop takes no further iterations, so sealing the running loop makes the trace longer. */
#include "fold.h"
#include <string.h>

/* LONGEST: most entries of a loop's body. MOST: most bytes of nodes before entries are sealed. ENOUGH: bytes at which sealing stops. */
enum { LONGEST = 1024, ENTRIES = 3 * LONGEST, GRAMS = 3, BUCKETS = 4096, MOST = 8 << 20, ENOUGH = 6 << 20 };

static const uint32_t grams[GRAMS] = {4, 16, 64};
static tc_node *nodes[ENTRIES];
static uint64_t hashes[ENTRIES + 1], powers[LONGEST + 1]; /* hashes[i] is the hash of the first i entries */
static int loop_at[ENTRIES];                              /* index of the last loop up to each entry; -1 for none */
static int previous[GRAMS][ENTRIES], heads[GRAMS][BUCKETS];
static uint32_t count, longest;
static int by_pattern; /* whether entries fold by search for patterns, not by the static structure */

static uint64_t code(uint32_t id) {
  uint64_t c = (id + 1ull) * 0x9E3779B97F4A7C15u;
  return c ^ c >> 31;
}

static uint64_t hash(uint32_t from, uint32_t to) { return hashes[to] - hashes[from] * powers[to - from]; }

static void begin(void) {
  powers[0] = 1;
  for (uint32_t i = 0; i < LONGEST; i++) powers[i + 1] = powers[i] * 0xD1342543DE82EF95u;
  memset(heads, -1, sizeof heads);
}

static uint64_t gram(int g, uint32_t at) { return hash(at + 1 - grams[g], at + 1); }

static int *head(int g, uint32_t at) { return &heads[g][gram(g, at) * 0x9E3779B97F4A7C15u >> 40 & (BUCKETS - 1)]; }

static void index_entry(uint32_t at) {
  for (int g = 0; g < GRAMS && at + 1 >= grams[g]; g++) {
    int *bucket = head(g, at);
    previous[g][at] = *bucket;
    *bucket = (int)at;
  }
}

/* Returns the previous position at which the same n-gram of entries ends; -1 for none. */
static int before(int g, uint32_t at) {
  uint64_t wanted = gram(g, at);
  int b = previous[g][at];
  while (b >= 0 && gram(g, (uint32_t)b) != wanted) b = previous[g][b];
  return b;
}

static void push(tc_node *n) {
  nodes[count] = n;
  hashes[count + 1] = hashes[count] * powers[1] + code(n->id);
  loop_at[count] = n->length ? (int)count : count ? loop_at[count - 1] : -1;
  if (n->length > longest) longest = n->length;
  index_entry(count++);
}

static void pop(uint32_t number) {
  for (; number > 0; number--) {
    count--;
    for (int g = 0; g < GRAMS && count + 1 >= grams[g]; g++) *head(g, count) = previous[g][count];
  }
}

static int same_as_body(const tc_node *loop, uint32_t from) {
  for (uint32_t i = 0; i < loop->length; i++) {
    if (loop->loop.body[i]->id != nodes[from + i]->id) return 0;
  }
  return 1;
}

/* Folds the last entries into the loop directly before them, or into a loop at the end of that loop's body. */
static int extend_loop(void) {
  for (int at = count < 2 ? -1 : loop_at[count - 2]; at >= 0; at = at == 0 ? -1 : loop_at[at - 1]) {
    uint32_t from = (uint32_t)at + 1, length = count - from;
    if (length > longest) return 0;
    for (tc_node *loop = nodes[at]; loop->length; loop = loop->loop.body[loop->length - 1]) {
      if (loop->length == length && loop->loop.hash == hash(from, count) && same_as_body(loop, from)) {
        for (uint32_t i = 0; i < length; i++) tc_node_absorb(loop->loop.body[i], nodes[from + i]);
        loop->loop.last++;
        pop(length);
        return 1;
      }
      if (length == 1 && loop != nodes[at] && loop->id == nodes[count - 1]->id) {
        tc_loop_join(loop, nodes[count - 1]);
        pop(1);
        return 1;
      }
      if (loop->loop.last == 0) break; /* the loop's last execution has no iteration: loops inside it cannot grow */
    }
  }
  return 0;
}

static int repeats(uint32_t length) {
  uint32_t from = count - length;
  if (nodes[count - 1]->id != nodes[from - 1]->id || hash(from, count) != hash(from - length, from)) return 0;
  for (uint32_t i = from; i < count; i++) {
    if (nodes[i]->id != nodes[i - length]->id) return 0;
  }
  return 1;
}

static tc_node *loop_of(tc_node *const *body, uint32_t length, uint64_t body_hash, uint64_t iterations) {
  uint32_t ids[LONGEST];
  for (uint32_t i = 0; i < length; i++) ids[i] = body[i]->id;
  return tc_loop_new(tc_shape_of_loop(ids, length), body, length, body_hash, iterations);
}

static int fold(uint32_t length) {
  uint32_t from = count - 2 * length;
  if (length == 1 && nodes[from]->length) {
    tc_loop_join(nodes[from], nodes[from + 1]);
    pop(1);
    return 1;
  }
  tc_node *loop = loop_of(nodes + from, length, hash(from, from + length), 2);
  for (uint32_t i = 0; i < length; i++) tc_node_absorb(nodes[from + i], nodes[from + length + i]);
  pop(2 * length);
  push(loop);
  return 1;
}

static int make_loop(void) {
  uint32_t most = count / 2 < LONGEST ? count / 2 : LONGEST;
  for (uint32_t length = 1; length < grams[0] && length <= most; length++) {
    if (repeats(length)) return fold(length);
  }
  for (int g = 0; g < GRAMS && grams[g] <= most; g++) {
    uint32_t limit = g + 1 < GRAMS && grams[g + 1] - 1 < most ? grams[g + 1] - 1 : most;
    for (int at = before(g, count - 1); at >= 0; at = before(g, (uint32_t)at)) {
      uint32_t length = count - 1 - (uint32_t)at;
      if (length > limit) break;
      if (length >= grams[g] && repeats(length)) return fold(length);
    }
  }
  return 0;
}

static int to_log(void *unused, const void *bytes, size_t length) {
  (void)unused;
  tc_log_bytes(bytes, length);
  return 0;
}

static void seal(uint32_t number) {
  for (uint32_t i = 0; i < number; i++) {
    tc_packer p = {.write = to_log};
    tc_pack_number(&p, R_sealed);
    tc_node_pack(nodes[i], &p);
    tc_pack_end(&p);
    tc_log_commit();
    tc_node_free(nodes[i]);
  }
  count -= number;
  memmove(nodes, nodes + number, count * sizeof *nodes);
  memmove(hashes, hashes + number, (count + 1) * sizeof *hashes);
  memmove(loop_at, loop_at + number, count * sizeof *loop_at);
  memset(heads, -1, sizeof heads);
  for (uint32_t i = 0; i < count; i++) {
    loop_at[i] = loop_at[i] < (int)number ? -1 : loop_at[i] - (int)number;
    index_entry(i);
  }
}

/* Seals the older half of the entries, repeatedly, until memory is enough. The running loop is the last entry and stays. */
static void save_memory(void) {
  while (count > 0 && tc_taken() > ENOUGH) seal((count + 1) / 2);
  if (count > 0) return;
  tc_shapes_forget();
  tc_lists_forget();
}

/* Leaves the static structure: from now on, entries fold by search for patterns. */
static void leave_tree(void) {
  tc_node *tree = tc_tree_end();
  if (tree) {
    tc_log_note("some calls are not in the static structure; from the first such call on, calls were folded by patterns");
    push(tree);
  }
  by_pattern = 1;
}

/* If a call only repeats the last loop, counts one more iteration. Pushing and folding the call would have the same result. */
static int repeat(const tc_shape *shape, const tc_time *time, uint64_t calls) {
  tc_node *last = count > 0 ? nodes[count - 1] : NULL;
  if (!by_pattern || !last || last->length != 1 || shape->by_chance || last->loop.hash != code(shape->id)) return 0;
  if (!tc_call_again(last->loop.body[0], shape, time, calls)) return 0;
  last->loop.last++;
  return 1;
}

void tc_fold(int call, uint32_t site, const tc_place *place, const tc_time *time, uint64_t calls, const unsigned char *bytes, size_t length) {
  if (!powers[0]) begin();
  tc_shape *shape = tc_shape_of_call(call, site, bytes, length);
  if (repeat(shape, time, calls)) return;
  tc_node *n = tc_call_new(shape, time, calls);
  if (!by_pattern && place->branch && !shape->by_chance && tc_taken() < MOST) {
    tc_tree_event(place, n);
    return;
  }
  if (!by_pattern) leave_tree();
  if (shape->by_chance) n = loop_of(&n, 1, code(n->id), 1);
  push(n);
  while (extend_loop() || make_loop()) continue;
  if (count == ENTRIES) seal(LONGEST);
  if (tc_taken() > MOST) save_memory();
}

void tc_fold_each(void (*visit)(tc_node *n, void *with), void *with) {
  tc_node *tree = tc_tree();
  if (tree) visit(tree, with);
  for (uint32_t i = 0; i < count; i++) visit(nodes[i], with);
}

/* Writes the folded program: the number of its entries, then the entries. */
void tc_fold_pack(tc_packer *p) {
  tc_node *tree = tc_tree();
  tc_pack_number(p, count + (tree != NULL));
  if (tree) tc_node_pack(tree, p);
  for (uint32_t i = 0; i < count; i++) tc_node_pack(nodes[i], p);
}
