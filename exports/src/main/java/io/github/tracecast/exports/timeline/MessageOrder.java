package io.github.tracecast.exports.timeline;

import io.github.tracecast.simulate.result.Timeline;
import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.stream.IntStream;

/** The messages of a timeline, sorted by start and then by end. */
final class MessageOrder {
  private MessageOrder() {}

  static int[] of(Timeline timeline) {
    int[] order = IntStream.range(0, timeline.messages()).toArray();
    IntArrays.mergeSort(order, (a, b) -> {
      int byStart = Long.compare(timeline.sent(a), timeline.sent(b));
      int bySource =
          byStart != 0 ? byStart : Integer.compare(timeline.source(a), timeline.source(b));
      return bySource != 0
          ? bySource
          : Integer.compare(timeline.destination(a), timeline.destination(b));
    });
    return order;
  }
}
