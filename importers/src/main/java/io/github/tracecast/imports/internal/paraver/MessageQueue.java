package io.github.tracecast.imports.internal.paraver;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The messages that a task sends, or that it receives, in the order of the task's calls. */
final class MessageQueue {
  private final boolean sending;
  private final Comparator<PrvMessage> order;
  private final List<PrvMessage> messages = new ArrayList<>();

  /** The number of messages that were removed since the last call of {@link #add}. */
  private int next;

  MessageQueue(boolean sending) {
    this.sending = sending;
    // messages of calls at the same time keep the order of the file
    this.order = (one, other) -> {
      int byTime = Long.compare(one.callTime(sending), other.callTime(sending));
      return byTime != 0 ? byTime : Long.compare(one.line(), other.line());
    };
  }

  boolean sending() {
    return sending;
  }

  void add(List<PrvMessage> more) {
    if (more.isEmpty()) {
      return;
    }
    messages.subList(0, next).clear();
    next = 0;
    messages.addAll(more);
    messages.sort(order); // linear, because both parts are nearly sorted
  }

  /** Returns the first message; null if there is none. */
  @Nullable PrvMessage first() {
    return next < messages.size() ? messages.get(next) : null;
  }

  void removeFirst() {
    next++;
  }
}
