/* Folds events into the static structure, without a search for patterns. Each function, loop, branch and call becomes a loop. If an
   iteration of the surrounding loop leaves such a part out, the part's loop has no iteration then. If an event precedes the last event in
   the order of the surrounding loop, it begins another iteration of that loop. The tree can therefore describe every run. */
#include "fold.h"
#include <string.h>

static tc_branch *whole; /* the root; NULL before the first event */

static tc_node *new_loop(void) {
  tc_node *n = tc_take(sizeof *n);
  memset(n, 0, sizeof *n);
  return n;
}

static void insert(tc_branch *parent, tc_branch *b) {
  tc_node *around = parent->node;
  uint32_t length = around->length, at = length;
  while (at > 0 && parent->children[at - 1]->key > b->key) at--;
  around->loop.body = tc_larger(around->loop.body, length * sizeof(tc_node *), (length + 1) * sizeof(tc_node *));
  parent->children = tc_larger(parent->children, length * sizeof(tc_branch *), (length + 1) * sizeof(tc_branch *));
  memmove(around->loop.body + at + 1, around->loop.body + at, (length - at) * sizeof(tc_node *));
  memmove(parent->children + at + 1, parent->children + at, (length - at) * sizeof(tc_branch *));
  around->loop.body[at] = b->node;
  parent->children[at] = b;
  around->length++;
  b->node->parent = around;
}

static void iterate(tc_branch *b) {
  b->node->loop.last++;
  b->total++;
  b->passed = 0;
}

/* Ends the last execution of a branch. Adds an execution without an iteration for each iteration of the parent before iteration `to`. */
static void advance(tc_branch *b, uint64_t to) {
  if (b->at == to) return;
  if (b->at > 0) tc_loop_ended(b->node, b->node->loop.last, 1);
  tc_loop_ended(b->node, 0, to - b->at - 1);
  b->node->loop.last = 0;
  b->at = to;
}

static void execute(tc_branch *parent, tc_branch *b) {
  int begins = !b->node;
  if (begins) {
    b->node = new_loop();
    if (!parent) whole = b;
  }
  if (parent) {
    if (parent->passed >= b->key) iterate(parent);
    parent->passed = b->key;
    if (begins) insert(parent, b);
    advance(b, parent->total);
  }
  b->node->loop.last = 1;
  b->total++;
  b->passed = 0;
}

/* Returns the branch of a call with this shape. Branches of one call with several shapes are next to each other. */
static tc_branch *call_under(tc_branch *parent, uint32_t order, const tc_shape *shape) {
  uint64_t key = (uint64_t)order << 16;
  for (uint32_t i = 0; i < parent->node->length; i++) {
    tc_branch *b = parent->children[i];
    if (b->key >> 16 != order) continue;
    if (b->shape == shape) return b;
    key = b->key + 1;
  }
  tc_branch *b = tc_take(sizeof *b);
  memset(b, 0, sizeof *b);
  b->key = key;
  b->shape = shape;
  return b;
}

void tc_tree_event(const tc_place *place, tc_node *call) {
  tc_branch *path[TC_DEEPEST];
  uint32_t levels = 0;
  for (tc_branch *b = place->branch; b; b = b->parent) levels++;
  uint32_t at = levels;
  for (tc_branch *b = place->branch; b; b = b->parent) path[--at] = b;
  for (uint32_t i = place->same; i < levels; i++) {
    path[i]->key = (uint64_t)path[i]->order << 16;
    if (i == place->same && place->again) iterate(path[i]);
    else execute(i > 0 ? path[i - 1] : NULL, path[i]);
  }
  tc_branch *parent = path[levels - 1], *b = call_under(parent, place->order, call->call.shape);
  execute(parent, b);
  if (b->node->length == 0) {
    b->node->loop.body = tc_take(sizeof call);
    b->node->loop.body[0] = call;
    b->node->length = 1;
    call->parent = b->node;
  } else {
    tc_node_absorb(b->node->loop.body[0], call);
  }
}

/* Adds the executions without an iteration that all branches inside b still lack. */
static void settle(tc_branch *b) {
  for (uint32_t i = 0; !b->shape && i < b->node->length; i++) {
    tc_branch *child = b->children[i];
    advance(child, b->total);
    settle(child);
  }
}

tc_node *tc_tree(void) {
  if (!whole) return NULL;
  settle(whole);
  return whole->node;
}

/* Gives each loop the number and hash that folding needs. */
static void number(tc_branch *b) {
  uint32_t ids[TC_LONGEST];
  tc_node *n = b->node;
  for (uint32_t i = 0; !b->shape && i < n->length; i++) number(b->children[i]);
  for (uint32_t i = 0; i < n->length && i < TC_LONGEST; i++) ids[i] = n->loop.body[i]->id;
  n->id = tc_shape_of_loop(ids, n->length < TC_LONGEST ? n->length : TC_LONGEST);
}

tc_node *tc_tree_end(void) {
  tc_node *n = tc_tree();
  if (n) number(whole);
  whole = NULL;
  return n;
}
