package io.github.tracecast.repair.times;

import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.decompress.ExecutedCall;
import io.github.tracecast.decompress.Phases;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.decompress.TaskCursor;
import io.github.tracecast.simulate.calls.CallArguments;
import io.github.tracecast.simulate.calls.TagsBySize;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The contexts of one rank's calls, and their frequencies. Of a periodic outermost loop, only the
 * first iteration and one period are executed. So time and memory depend on the size of the
 * compressed trace. One thread.
 */
final class RankContexts {
  /** Contexts are not distinguished on a rank with more calls to execute than this. */
  private static final int MOST_CALLS = 1 << 20;

  /** An event and the call site of the previous call, which together form a path. */
  record Path(int event, int after) {}

  /**
   * The contexts of an event's executions after one previous call.
   *
   * @param at context by execution modulo the length; null for an execution that does not use this
   *     path
   * @param counts number of executions that use this path, by position in {@code at}
   */
  record Pattern(List<Context> at, long[] counts) {}

  private final Programs programs;
  private final EventTable table;
  private final CallArguments arguments;
  private final Phases phases;
  private final MessageSizes sizes;

  /** The distinct contexts of all ranks. */
  private final Map<Context, Context> pool;

  private final int rank;

  /** The contexts of one event's executions. */
  private static final class Walked {
    final List<Context> contexts = new ArrayList<>();
    final List<Long> executions = new ArrayList<>();
    final List<Long> weights = new ArrayList<>();

    /** Number of executions in one period of the outermost loop; 0 if no iteration is skipped. */
    long period;
  }

  private final Map<Integer, Walked> walked = new LinkedHashMap<>();
  private boolean complete = true;

  private int loop = -1;
  private long iteration;
  private long phase;
  private boolean skipped;
  private final Set<Context> seen = new HashSet<>();

  static Map<Path, Map<Integer, Pattern>> ofAll(Programs programs) {
    Phases phases = Phases.of(programs);
    MessageSizes sizes = MessageSizes.of(programs);
    CallArguments arguments = new CallArguments(TagsBySize.of(programs));
    Map<Context, Context> pool = new HashMap<>();
    Map<Path, Map<Integer, Pattern>> patterns = new LinkedHashMap<>();
    for (int rank = 0; rank < programs.ranks(); rank++) {
      int here = rank;
      new RankContexts(programs, arguments, phases, sizes, pool, rank)
          .patterns()
          .forEach((path, pattern) ->
              patterns.computeIfAbsent(path, p -> new LinkedHashMap<>()).put(here, pattern));
    }
    return patterns;
  }

  private RankContexts(
      Programs programs,
      CallArguments arguments,
      Phases phases,
      MessageSizes sizes,
      Map<Context, Context> pool,
      int rank) {
    this.programs = programs;
    this.table = programs.table();
    this.arguments = arguments;
    this.phases = phases;
    this.sizes = sizes;
    this.pool = pool;
    this.rank = rank;
    walk();
  }

  private void walk() {
    TaskCursor cursor = programs.cursor(rank);
    int after = Delta.AFTER_NOTHING;
    int previousPartner = Context.NOBODY;
    int previousSize = 0;
    for (int calls = 0; cursor.next(); calls++) {
      if (calls > MOST_CALLS) {
        complete = false;
        return;
      }
      int event = cursor.event();
      place(cursor);
      MpiCall call = table.call(event);
      if (call.family() == MpiCall.Family.COMPLETION
          || call.family() == MpiCall.Family.COLLECTIVE) {
        seen.clear();
      }
      ExecutedCall at = table.at(cursor);
      int partner = partner(at);
      int size = partner == Context.NOBODY ? 0 : sizes.of(at.sendBytes());
      Context context = new Context(
          programs.classOf(rank),
          event,
          after,
          partner,
          size,
          previousPartner,
          previousSize,
          false);
      Context found = seen.add(context) ? context.with(true) : context;
      Walked here = walked.computeIfAbsent(event, e -> new Walked());
      here.contexts.add(pool.computeIfAbsent(found, f -> f));
      here.executions.add(cursor.execution());
      here.weights.add(1L);
      after = table.callSite(event);
      if (partner != Context.NOBODY) {
        previousPartner = partner;
        previousSize = size;
      }
    }
  }

  /** Finds the current iteration of an outermost loop, and skips iterations that repeat. */
  private void place(TaskCursor cursor) {
    if (cursor.depth() == 0) {
      loop = -1;
      return;
    }
    if (cursor.loop(1) == loop && cursor.iterationsBefore(1) == iteration) {
      return;
    }
    seen.clear();
    if (cursor.loop(1) != loop) {
      loop = cursor.loop(1);
      phase = phases.of(programs.classOf(rank), cursor.loop(1));
      skipped = false;
    }
    iteration = cursor.iterationsBefore(1);
    if (!skipped && phase < MOST_CALLS && iteration == 1 + phase) {
      long periods = (cursor.iterationsLeft(1) - 1) / phase;
      if (periods > 0) {
        repeat(periods);
        cursor.skip(1, periods * phase);
        iteration = cursor.iterationsBefore(1);
      }
      skipped = true;
    }
  }

  /** Repeats the executions after the loop's first iteration {@code periods} times. */
  private void repeat(long periods) {
    for (Map.Entry<Integer, Walked> entry : walked.entrySet()) {
      Walked events = entry.getValue();
      long perIteration = inThisLoop(entry.getKey()) ? events.executions.size() / (1 + phase) : 0;
      int first = (int) perIteration;
      for (int at = first; perIteration > 0 && at < events.weights.size(); at++) {
        events.weights.set(at, 1 + periods);
      }
      if (perIteration > 0) {
        events.period = perIteration * phase;
      }
    }
  }

  private boolean inThisLoop(int event) {
    var span = programs.trace().loops().get(loop);
    return event >= span.first() && event <= span.last();
  }

  private int partner(ExecutedCall at) {
    if (!at.has(at.either(Parameter.DESTINATION, Parameter.SOURCE))) {
      return Context.NOBODY;
    }
    int other = at.has(Parameter.DESTINATION) ? arguments.destination(at) : arguments.source(at);
    return other < 0 ? other - programs.ranks() : other - rank;
  }

  /** Returns the patterns by path, in the order of the rank's events; empty if the program is too long. */
  Map<Path, Pattern> patterns() {
    Map<Path, Pattern> patterns = new LinkedHashMap<>();
    if (complete) {
      walked.forEach((event, events) -> add(event, events, patterns));
    }
    return patterns;
  }

  private static void add(int event, Walked events, Map<Path, Pattern> patterns) {
    int size = (int) (events.period > 0 ? events.period : events.executions.size());
    for (int at = 0; at < events.contexts.size(); at++) {
      Context context = events.contexts.get(at);
      Pattern pattern = patterns.computeIfAbsent(
          new Path(event, context.after()),
          p -> new Pattern(new ArrayList<>(Collections.nCopies(size, null)), new long[size]));
      int position = (int) (events.executions.get(at) % size);
      pattern.counts[position] += events.weights.get(at);
      boolean steady = events.period == 0 || events.weights.get(at) > 1;
      if (steady || pattern.at.get(position) == null) {
        pattern.at.set(position, context);
      }
    }
  }
}
