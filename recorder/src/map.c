#include "map.h"
#include "recorder.h"
#include <stdlib.h>

static uint32_t home(const tc_map *m, uintptr_t key) { return (uint32_t)(key * 0x9E3779B97F4A7C15u >> 32) & (m->size - 1); }

int tc_map_get(const tc_map *m, uintptr_t key) {
  if (!m->size) return -1;
  for (uint32_t i = home(m, key); m->slots[i].key; i = (i + 1) & (m->size - 1)) {
    if (m->slots[i].key == key) return m->slots[i].value;
  }
  return -1;
}

void tc_map_put(tc_map *m, uintptr_t key, int value) {
  if (2 * (m->used + 1) > m->size) {
    tc_map larger = {calloc(m->size ? 2 * m->size : 64, sizeof(tc_slot)), m->size ? 2 * m->size : 64, 0};
    if (!larger.slots) {
      tc_stop("no memory for a handle");
      return;
    }
    for (uint32_t i = 0; i < m->size; i++) {
      if (m->slots[i].key) tc_map_put(&larger, m->slots[i].key, m->slots[i].value);
    }
    free(m->slots);
    *m = larger;
  }
  uint32_t i = home(m, key);
  while (m->slots[i].key && m->slots[i].key != key) i = (i + 1) & (m->size - 1);
  m->used += !m->slots[i].key;
  m->slots[i] = (tc_slot){key, value};
}

int tc_map_take(tc_map *m, uintptr_t key) {
  int value = tc_map_get(m, key);
  if (value < 0) return -1;
  uint32_t i = home(m, key), last = m->size - 1;
  while (m->slots[i].key != key) i = (i + 1) & last;
  m->slots[i].key = 0;
  m->used--;
  for (uint32_t j = (i + 1) & last; m->slots[j].key; j = (j + 1) & last) { /* later entries can move closer to their hash's slot */
    tc_slot moved = m->slots[j];
    m->slots[j].key = 0;
    m->used--;
    tc_map_put(m, moved.key, moved.value);
  }
  return value;
}
