package io.github.tracecast.imports.internal.paraver;

import io.github.tracecast.trace.MpiCall;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Matches the calls that form one collective: the n-th calls of all members of a communicator. Only
 * the root's record shows which rank is the root, and only a member's own record has the size of
 * its part. For each collective, this class finds the root and the sizes of all parts.
 */
final class CollectiveMatching {
  private record Member(int communicator, int task) {}

  private final PrvReader trace;
  private final Records records;
  private final Map<Member, int[]> rows = new HashMap<>();
  private final Map<Integer, int[]> roots = new HashMap<>();

  CollectiveMatching(PrvReader trace, Records records) {
    this.trace = trace;
    this.records = records;
    for (int task = 0; task < trace.header().tasks(); task++) {
      index(task);
    }
    trace.communicators().forEach(this::agree);
  }

  private void index(int task) {
    Calls calls = trace.calls(task);
    Map<Integer, List<Integer>> found = new HashMap<>();
    for (int row = 0; row < calls.count(); row++) {
      if (calls.communicator(row) > 0) {
        found.computeIfAbsent(calls.communicator(row), key -> new ArrayList<>()).add(row);
      }
    }
    found.forEach((communicator, list) -> rows.put(
        new Member(communicator, task),
        list.stream().mapToInt(Integer::intValue).toArray()));
  }

  private int[] rows(int communicator, int task) {
    return rows.getOrDefault(new Member(communicator, task), new int[0]);
  }

  private void agree(int communicator, int[] members) {
    int[] first = rows(communicator, members[0]);
    int[] root = new int[first.length];
    Arrays.fill(root, -1);
    for (int local = 0; local < members.length; local++) {
      int[] own = rows(communicator, members[local]);
      Calls calls = trace.calls(members[local]);
      for (int n = 0; n < Math.min(own.length, first.length); n++) {
        MpiCall expected = trace.calls(members[0]).call(first[n]);
        if (calls.call(own[n]) != expected) {
          throw records.fault(
              calls.line(own[n]),
              calls.call(own[n]).mpiName() + " as collective " + (n + 1) + " of task "
                  + (members[local] + 1) + " on communicator " + communicator,
              expected.mpiName() + ", as for task " + (members[0] + 1) + " in line "
                  + trace.calls(members[0]).line(first[n]));
        }
        root[n] = calls.root(own[n]) ? local : root[n];
      }
      if (own.length != first.length) {
        int longer = own.length > first.length ? members[local] : members[0];
        int row = rows(communicator, longer)[Math.min(own.length, first.length)];
        throw records.fault(
            trace.calls(longer).line(row),
            trace.calls(longer).call(row).mpiName() + " by task " + (longer + 1)
                + " on communicator " + communicator,
            "the same number of collectives as task "
                + ((longer == members[0] ? members[local] : members[0]) + 1));
      }
    }
    roots.put(communicator, root);
  }

  /** Whether any collective was called on a communicator. */
  boolean used(int communicator) {
    return rootsOf(communicator).length > 0;
  }

  /**
   * Returns the local rank of the root of a communicator's n-th collective; -1 if no member is
   * marked as root.
   */
  int root(int communicator, int n) {
    return rootsOf(communicator)[n];
  }

  /** Returns the roots of the collectives on a communicator, as the constructor found them. */
  private int[] rootsOf(int communicator) {
    return Objects.requireNonNull(roots.get(communicator));
  }

  /**
   * Returns the bytes that each member sent or received in a communicator's n-th collective, by
   * local rank.
   */
  long[] bytes(int communicator, int n, boolean sent) {
    int[] members = Objects.requireNonNull(trace.communicators().get(communicator));
    long[] bytes = new long[members.length];
    for (int local = 0; local < members.length; local++) {
      Calls calls = trace.calls(members[local]);
      int row = rows(communicator, members[local])[n];
      bytes[local] = sent ? calls.sent(row) : calls.received(row);
    }
    return bytes;
  }
}
