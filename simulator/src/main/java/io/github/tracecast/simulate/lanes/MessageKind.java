package io.github.tracecast.simulate.lanes;

import java.util.Comparator;

/** Messages of one kind. Their order keeps the kinds of one sender together. */
public record MessageKind(int sender, int receiver, long bytes, int event)
    implements Comparable<MessageKind> {
  private static final Comparator<MessageKind> ORDER = Comparator.comparingInt(MessageKind::sender)
      .thenComparingInt(MessageKind::receiver)
      .thenComparingLong(MessageKind::bytes)
      .thenComparingInt(MessageKind::event);

  @Override
  public int compareTo(MessageKind other) {
    return ORDER.compare(this, other);
  }
}
