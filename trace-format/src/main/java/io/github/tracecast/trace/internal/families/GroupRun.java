package io.github.tracecast.trace.internal.families;

import io.github.tracecast.trace.Group;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Run;
import io.github.tracecast.trace.TraceException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A run of successive groups. Each group has the ranks of the previous group plus a step.
 *
 * @param count the number of groups, at least 1
 * @param step 0 if the count is 1
 */
public record GroupRun(Group first, int count, int step) {
  /** Returns the groups as runs, in order. */
  public static List<GroupRun> of(List<Group> groups) {
    List<GroupRun> runs = new ArrayList<>();
    boolean few = groups.size() <= OwnCommunicators.DEFINITIONS;
    for (int from = 0; from < groups.size(); ) {
      Group first = groups.get(from);
      int step = few && from + 1 < groups.size() ? step(first, groups.get(from + 1)) : 0;
      int count = 1;
      while (step != 0
          && from + count < groups.size()
          && step(groups.get(from + count - 1), groups.get(from + count)) == step) {
        count++;
      }
      boolean worth = count >= OwnCommunicators.WORTH;
      runs.add(new GroupRun(first, worth ? count : 1, worth ? step : 0));
      from += worth ? count : 1;
    }
    return runs;
  }

  /** Returns the constant by which all ranks of two groups differ; 0 if there is none. */
  private static int step(Group from, Group to) {
    int runs = from.runs().size();
    if (runs == 0 || runs != to.runs().size()) {
      return 0;
    }
    int step = to.runs().getFirst().start() - from.runs().getFirst().start();
    for (int i = 0; i < runs; i++) {
      Run one = from.runs().get(i);
      Run other = to.runs().get(i);
      if (one.stride() != other.stride()
          || one.count() != other.count()
          || other.start() - one.start() != step) {
        return 0;
      }
    }
    return step;
  }

  /** Returns the groups of this run. */
  public List<Group> groups() {
    return IntStream.range(0, count)
        .mapToObj(i -> i == 0 ? first : moved((long) i * step))
        .toList();
  }

  private Group moved(long distance) {
    return new Group(first.runs().stream().map(run -> moved(run, distance)).toList());
  }

  private static Run moved(Run run, long distance) {
    long start = run.start() + distance;
    if (start < 0 || start >= RankList.MAX_RANKS) {
      throw TraceException.at("group", "rank " + start, "0 to " + (RankList.MAX_RANKS - 1));
    }
    return new Run((int) start, run.stride(), run.count());
  }
}
