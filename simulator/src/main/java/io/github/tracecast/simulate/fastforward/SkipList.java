package io.github.tracecast.simulate.fastforward;

import io.github.tracecast.simulate.result.Skip;
import java.util.ArrayList;
import java.util.List;

/**
 * The skipped iterations, with skips of the same kind added up, in the order of the replay. One
 * thread.
 */
public final class SkipList {
  private final List<Skip> list = new ArrayList<>();

  public void add(Skip skip) {
    for (int at = 0; at < list.size(); at++) {
      if (list.get(at).adds(skip)) {
        list.set(at, list.get(at).plus(skip));
        return;
      }
    }
    list.add(skip);
  }

  public List<Skip> list() {
    return List.copyOf(list);
  }
}
