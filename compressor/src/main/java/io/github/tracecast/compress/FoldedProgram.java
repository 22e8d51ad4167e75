package io.github.tracecast.compress;

import io.github.tracecast.compress.TaskEntry.LeafNode;
import io.github.tracecast.compress.TaskEntry.LoopNode;
import io.github.tracecast.trace.Communicator;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.RankList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.LongStream;
import org.apache.commons.numbers.core.ArithmeticUtils;
import org.jspecify.annotations.Nullable;

/**
 * Converts a task's folded events to a program that can be merged with the programs of other tasks.
 * Each instance is used once.
 */
final class FoldedProgram {
  /**
   * If an event's communicator changes, its endpoints are made relative to the rank only if the
   * period of their values is at most this.
   */
  private static final long FOLLOWED = 1 << 16;

  /** Loops with the same number of iterations share an object if the number is below this limit. */
  private static final int SHARED = 1024;

  private final TuplePool tuples;
  private final Places places;
  private final RankList rank;

  private final IntFunction<String> siteNames;

  /** Whether each time is kept, in the order of all calls. */
  private final boolean ordered;

  /** The number of calls so far. */
  private int count;

  private final PieceList[] iterations = new PieceList[SHARED];
  private final List<MergedProgram.Span> loops = new ArrayList<>();
  private final double[] work = new double[DeltaLog.SLOTS];

  private final boolean countsMatches;

  private final FollowedMatches followed = new FollowedMatches();

  private FoldedProgram(TaskCompressor task) {
    this.tuples = task.tuples();
    this.places = task.places();
    this.rank = RankList.of(task.rank());
    this.siteNames = task::siteName;
    this.ordered = task.options().detail() == CompressOptions.DeltaDetail.ALL;
    this.countsMatches = task.options().matches() == CompressOptions.Matches.COUNTS;
  }

  static MergedProgram of(TaskCompressor task) {
    return new FoldedProgram(task).of(task.folder(), task.farthestRequest());
  }

  private MergedProgram of(Folder folder, long farthestRequest) {
    SealedNodes sealed = folder.sealed();
    for (int i = 0; i < sealed.blocks(); i++) {
      for (TaskEntry node : sealed.block(i)) {
        add(node, null);
      }
    }
    List<MergedProgram.Event> events = new ArrayList<>();
    for (TaskEntry node : unpackedEntries(folder)) {
      add(node, events);
    }
    return new MergedProgram(
        1,
        sealed.size() == 0 ? events : new PackedEvents(sealed, this::event, events),
        loops,
        work,
        farthestRequest);
  }

  /** Returns the entries that are not packed. If no entries are packed, folds branches. */
  private List<TaskEntry> unpackedEntries(Folder folder) {
    List<TaskEntry> rest = new ArrayList<>();
    for (int i = folder.sealed().size(); i < folder.length(); i++) {
      rest.add(folder.node(i));
    }
    return ordered || folder.sealed().size() > 0 ? rest : BranchFolding.of(rest, siteNames);
  }

  /** @param events receives the calls; null if calls stay packed */
  private void add(TaskEntry node, @Nullable List<MergedProgram.Event> events) {
    switch (node) {
      case LeafNode leaf -> add(leaf, events);
      case LoopNode loop -> add(loop, events);
    }
  }

  private void add(LoopNode loop, @Nullable List<MergedProgram.Event> events) {
    LongSequence iterations = loop.iterations();
    boolean loops = !(iterations.isConstant() && iterations.get(0) == 1);
    if (loops && countsMatches && events != null) {
      followed.search(loop, iterations);
    }
    int at = this.loops.size();
    if (loops) {
      this.loops.add(null);
    }
    int first = count;
    for (TaskEntry node : loop.body) {
      add(node, events);
    }
    if (loops) {
      this.loops.set(at, new MergedProgram.Span(first, count - 1, rank, pieces(iterations)));
    }
  }

  private PieceList pieces(LongSequence times) {
    long first = times.get(0);
    if (!times.isConstant() || first >= SHARED) {
      return PieceList.of(rank, Terms.constants(null, times.onePeriod()));
    }
    int at = (int) first;
    if (iterations[at] == null) {
      iterations[at] = PieceList.of(rank, Terms.constants(null, new long[] {first}));
    }
    return iterations[at];
  }

  private void add(LeafNode leaf, @Nullable List<MergedProgram.Event> events) {
    count++;
    for (int slot = 0; leaf.deltas != null && slot < work.length; slot++) {
      work[slot] += leaf.deltas.spent(slot, leaf);
    }
    if (events != null) {
      events.add(event(leaf));
    }
  }

  private MergedProgram.Event event(LeafNode node) {
    Leaf leaf = node.leaf;
    LongSequence[] sequences = node.sequences();
    if (countsMatches) {
      followed.replacePartners(node, sequences);
      MatchCounts.replace(leaf, followed.windows(node), sequences);
    }
    LongSequence communicators = null;
    PieceList[] values = new PieceList[sequences.length];
    for (int i = 0; i < values.length; i++) {
      Parameter parameter = leaf.parameters[i];
      if (parameter == Parameter.COMMUNICATOR) {
        communicators = sequences[i];
      }
      values[i] = value(parameter, sequences[i], communicators);
    }
    return new MergedProgram.Event(
        leaf.call,
        leaf.site,
        leaf.parameters,
        rank,
        values,
        deltas(node),
        node.deltas == null ? null : node.deltas.calls(rank));
  }

  private PieceList value(
      Parameter parameter, LongSequence numbers, @Nullable LongSequence communicators) {
    if (!parameter.isRelative()) {
      return PieceList.of(rank, plain(parameter, numbers.onePeriod()));
    }
    Terms terms = relative(parameter, numbers, communicators);
    return terms.isRelative() && !parameter.isEndpoint()
        ? PieceList.inEachForm(rank, terms)
        : PieceList.of(rank, terms);
  }

  private DeltaGroups[] deltas(LeafNode node) {
    DeltaGroups[] groups = new DeltaGroups[DeltaLog.SLOTS];
    for (int slot = 0; node.deltas != null && slot < groups.length; slot++) {
      groups[slot] = node.deltas.groups(slot, node, rank);
    }
    return groups;
  }

  private Terms plain(Parameter parameter, long[] numbers) {
    return parameter.isList() ? spelled(numbers, null) : Terms.constants(null, numbers);
  }

  /** @param communicators the communicators of the event; null for MPI_COMM_WORLD */
  private Terms relative(
      Parameter parameter, LongSequence numbers, @Nullable LongSequence communicators) {
    long[] places = {Communicator.WORLD};
    long[] values = numbers.onePeriod();
    if (communicators != null) {
      places = communicators.onePeriod();
      if (places.length > 1) {
        long together = Math.min(
            (long) places.length
                / ArithmeticUtils.gcd(places.length, values.length)
                * values.length,
            numbers.length());
        if (together > FOLLOWED) {
          return plain(parameter, values);
        }
        values = first((int) together, numbers);
        places = first((int) together, communicators);
      }
    }
    return spelled(parameter, values, places);
  }

  private static long[] first(int count, LongSequence sequence) {
    return LongStream.range(0, count).map(sequence::get).toArray();
  }

  /** @param communicators one communicator for all values, or one communicator for each value */
  private Terms spelled(Parameter parameter, long[] values, long[] communicators) {
    long[] at = communicators.length == values.length ? communicators : new long[values.length];
    if (at != communicators) {
      Arrays.fill(at, communicators[0]);
    }
    return parameter.isList() ? spelled(values, at) : followingRanks(null, values, at);
  }

  /**
   * Returns the terms of lists. {@code numbers} are the numbers of the lists in the pool.
   *
   * @param communicators the communicator of each list; null for lists that cannot be relative to
   *     the rank
   */
  private Terms spelled(long[] numbers, long @Nullable [] communicators) {
    int[] starts = new int[numbers.length + 1];
    long[][] lists = new long[numbers.length][];
    for (int i = 0; i < lists.length; i++) {
      lists[i] = tuples.get(numbers[i]);
      starts[i + 1] = starts[i] + lists[i].length;
    }
    long[] terms = new long[starts[lists.length]];
    long[] at = new long[terms.length];
    for (int i = 0; i < lists.length; i++) {
      System.arraycopy(lists[i], 0, terms, starts[i], lists[i].length);
      if (communicators != null) {
        Arrays.fill(at, starts[i], starts[i + 1], communicators[i]);
      }
    }
    return communicators == null
        ? Terms.constants(starts, terms)
        : followingRanks(starts, terms, at);
  }

  private Terms followingRanks(int @Nullable [] starts, long[] values, long[] communicators) {
    int[] localRanks = new int[values.length];
    int[] sizes = new int[values.length];
    for (int i = 0; i < values.length; i++) {
      boolean known = places.has(communicators[i]);
      localRanks[i] = known ? places.localRank(communicators[i]) : 0;
      sizes[i] = known ? places.size(communicators[i]) : 1;
    }
    return Terms.relative(starts, values, localRanks, sizes);
  }
}
