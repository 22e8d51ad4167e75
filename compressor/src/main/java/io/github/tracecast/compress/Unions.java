package io.github.tracecast.compress;

import io.github.tracecast.trace.RankList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * Caches the unions of rank lists during one merge, because most events and values need only a few
 * different unions. Not thread-safe.
 */
final class Unions {
  private final Map<RankList, Map<RankList, RankList>> known = new IdentityHashMap<>();
  private final Map<RankList, RankList> same = new HashMap<>();

  /** Returns the union of two disjoint lists. Equal unions are the same object. */
  RankList of(RankList one, RankList other) {
    return known
        .computeIfAbsent(one, key -> new IdentityHashMap<>(4))
        .computeIfAbsent(other, key -> {
          RankList union = one.union(other);
          RankList first = same.putIfAbsent(union, union);
          return first == null ? union : first;
        });
  }
}
