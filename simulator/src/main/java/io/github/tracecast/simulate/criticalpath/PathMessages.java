package io.github.tracecast.simulate.criticalpath;

import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.simulate.Picos;
import io.github.tracecast.simulate.ReplayException;
import io.github.tracecast.simulate.lanes.Lane;
import io.github.tracecast.simulate.lanes.LaneFigures;
import io.github.tracecast.simulate.lanes.MessageKind;
import io.github.tracecast.simulate.lowering.LaneProgram;
import io.github.tracecast.simulate.lowering.Lowering;
import io.github.tracecast.simulate.mpi.RankStates;
import io.github.tracecast.simulate.replay.LaneGroups;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongConsumer;

/**
 * The messages along a run's critical path (see {@link CriticalPath}), by sender, receiver, size
 * and event.
 *
 * @param count number of messages on the path
 * @param seconds their total flight time
 * @param most the kinds with the longest flight time, longest first
 */
public record PathMessages(long count, double seconds, List<PathMessage> most) {
  /** The number of lanes of one evaluation, each with another set of messages. */
  private static final int LANES = 126;

  /** Consecutive kinds, with the time and the number of messages that they have on the path. */
  private record Range(int from, int to, long picos, long count) {
    int size() {
      return to - from;
    }

    /** Splits the range into parts of nearly equal size. */
    List<Range> split(int parts) {
      List<Range> split = new ArrayList<>();
      int pieces = Math.min(parts, size());
      for (int i = 0; i < pieces; i++) {
        split.add(new Range(
            from + (int) ((long) size() * i / pieces),
            from + (int) ((long) size() * (i + 1) / pieces),
            0,
            0));
      }
      return split;
    }
  }

  /**
   * Finds the messages. Ranges with much time on the path are split and evaluated again, until the
   * longest are single kinds.
   *
   * @param path the critical path of the same program and lane
   * @param most number of kinds to list
   * @param progress receives the number of calls that the current evaluation has replayed, from
   *     time to time
   * @return empty if the program needs a run in the order of time
   * @throws ReplayException with the reason, if the program has an error
   */
  public static Optional<PathMessages> of(
      Programs programs, Lane lane, CriticalPath path, int most, LongConsumer progress) {
    EventTable table = programs.table();
    LaneFigures.OfKinds noted = new LaneFigures.OfKinds(new TreeMap<>());
    LaneProgram program = Lowering.of(programs, table, List.of(lane), noted);
    if (program.inTime() != null) {
      return Optional.empty();
    }
    List<MessageKind> kinds = noted.kinds().entrySet().stream()
        .filter(kind -> kind.getValue() == 0 || mayLieOn(path, kind.getKey()))
        .map(Map.Entry::getKey)
        .toList();
    boolean takeTime = !program.costs().takesNoTime();
    return Optional.of(new Search(programs, table, lane, kinds, takeTime, progress).find(most));
  }

  /**
   * Whether messages of a kind may lie on the path. The path must have time of its sender and of
   * its event.
   */
  private static boolean mayLieOn(CriticalPath path, MessageKind kind) {
    return path.byEvent().get(kind.event()) > 0
        && path.byRanks().get(kind.sender() / path.ranksOfGroup()) > 0;
  }

  /**
   * A search.
   *
   * @param takeTime whether each message takes some time. Those on the path then need not be
   *     counted before the kinds are known
   */
  private record Search(
      Programs programs,
      EventTable table,
      Lane lane,
      List<MessageKind> kinds,
      boolean takeTime,
      LongConsumer progress) {
    PathMessages find(int most) {
      int sets = takeTime ? LANES : LANES / 2;
      List<Range> ranges = kinds.isEmpty()
          ? List.of()
          : longestFirst(onPath(new Range(0, kinds.size(), 0, 0).split(sets)));
      while (true) {
        List<Range> split =
            ranges.stream().limit(most).filter(range -> range.size() > 1).toList();
        if (split.isEmpty()) {
          return result(takeTime ? counted(ranges) : ranges, most);
        }
        split = split.subList(0, Math.min(split.size(), sets / 2));
        int parts = sets / split.size();
        List<Range> next = new ArrayList<>(ranges);
        next.removeAll(split);
        next.addAll(
            onPath(split.stream().flatMap(range -> range.split(parts).stream()).toList()));
        ranges = longestFirst(next);
      }
    }

    /** Evaluates ranges. Kinds without messages on the path are left out. */
    private List<Range> onPath(List<Range> ranges) {
      LaneFigures.OfMessages figures = new LaneFigures.OfMessages(ranges.size(), true, !takeTime);
      return evaluated(ranges, figures).stream()
          .filter(range -> (takeTime ? range.picos() : range.count()) > 0)
          .toList();
    }

    /** Counts the messages of ranges. */
    private List<Range> counted(List<Range> ranges) {
      List<Range> counted = new ArrayList<>();
      for (int from = 0; from < ranges.size(); from += LANES) {
        List<Range> some = ranges.subList(from, Math.min(from + LANES, ranges.size()));
        counted.addAll(evaluated(some, new LaneFigures.OfMessages(some.size(), false, true)));
      }
      return counted;
    }

    private List<Range> evaluated(List<Range> ranges, LaneFigures.OfMessages figures) {
      for (int set = 0; set < ranges.size(); set++) {
        figures.put(kinds.subList(ranges.get(set).from(), ranges.get(set).to()), set);
      }
      RankStates ranks = LaneGroups.following(programs, table, lane, figures, progress)
          .orElseThrow()
          .ranks();
      int last = ranks.last();
      List<Range> found = new ArrayList<>();
      for (int set = 0; set < ranges.size(); set++) {
        Range range = ranges.get(set);
        found.add(new Range(
            range.from(),
            range.to(),
            figures.timed() ? ranks.picos(last, figures.laneOfTime(set)) : range.picos(),
            figures.counted() ? ranks.picos(last, figures.laneOfCount(set)) : range.count()));
      }
      return found;
    }

    private PathMessages result(List<Range> ranges, int most) {
      return new PathMessages(
          ranges.stream().mapToLong(Range::count).sum(),
          Picos.seconds(ranges.stream().mapToLong(Range::picos).sum()),
          ranges.stream().limit(most).map(this::message).toList());
    }

    private PathMessage message(Range range) {
      MessageKind kind = kinds.get(range.from());
      return new PathMessage(
          kind.event(),
          kind.sender(),
          kind.receiver(),
          kind.bytes(),
          range.count(),
          Picos.seconds(range.picos()));
    }
  }

  private static List<Range> longestFirst(List<Range> ranges) {
    return ranges.stream()
        .sorted(Comparator.comparingLong(Range::picos).reversed().thenComparingInt(Range::from))
        .toList();
  }
}
