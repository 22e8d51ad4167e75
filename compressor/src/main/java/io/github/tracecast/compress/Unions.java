package io.github.tracecast.compress;

import io.github.tracecast.trace.RankList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * Caches unions of rank lists during one merge, because the same few recur for each event and
 * value. Not thread-safe.
 */
final class Unions {
  private final Map<RankList, Map<RankList, RankList>> known = new IdentityHashMap<>();
  private final Map<RankList, RankList> same = new HashMap<>();

  /** The union of two disjoint lists; equal unions are one object. */
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
