package io.github.tracecast.simulate.oracle;

import io.github.tracecast.simulate.*;
import java.util.ArrayList;
import java.util.List;

/** What was skipped where, those of a kind added up; in the order in which they were first reached. One thread. */
final class Skips {
  private final List<Skip> list = new ArrayList<>();

  void add(Skip skip) {
    for (int at = 0; at < list.size(); at++) {
      if (list.get(at).adds(skip)) {
        list.set(at, list.get(at).plus(skip));
        return;
      }
    }
    list.add(skip);
  }

  List<Skip> list() {
    return List.copyOf(list);
  }
}
