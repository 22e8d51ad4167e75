package io.github.tracecast.trace;

/**
 * Consecutive members of a group. Their world ranks form an arithmetic progression.
 *
 * @param start world rank of the first member
 * @param stride distance between the world ranks of successive members, which may be negative; 1 if
 *     there is only one member
 * @param count number of members, at least 1
 */
public record Run(int start, int stride, int count) {
  public Run {
    if (count < 1) {
      throw TraceException.at("group", "run of " + count + " ranks", "at least 1");
    }
    if (count == 1) {
      stride = 1;
    }
    long last = start + (long) stride * (count - 1);
    if (stride == 0
        || start < 0
        || start >= RankList.MAX_RANKS
        || last < 0
        || last >= RankList.MAX_RANKS) {
      throw TraceException.at(
          "group",
          "run of " + count + " ranks from " + start + " with stride " + stride,
          "a stride other than 0, and ranks from 0 to " + (RankList.MAX_RANKS - 1));
    }
  }

  /** Returns the world rank of the last member. */
  public int last() {
    return start + stride * (count - 1);
  }

  /** Returns the index of a world rank in this run; -1 if the rank is not a member. */
  int indexOf(int world) {
    int distance = world - start;
    if (distance % stride != 0) {
      return -1;
    }
    int index = distance / stride;
    return index >= 0 && index < count ? index : -1;
  }
}
