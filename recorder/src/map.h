/* map.c: small numbers by handle */
#ifndef TRACECAST_MAP_H
#define TRACECAST_MAP_H

#include <stdint.h>

typedef struct {
  uintptr_t key; /* not 0 */
  int value;     /* at least 0 */
} tc_slot;

typedef struct {
  tc_slot *slots;
  uint32_t size, used;
} tc_map;
int tc_map_get(const tc_map *m, uintptr_t key); /* -1 if the key has no value */
void tc_map_put(tc_map *m, uintptr_t key, int value);
int tc_map_take(tc_map *m, uintptr_t key);

#endif
