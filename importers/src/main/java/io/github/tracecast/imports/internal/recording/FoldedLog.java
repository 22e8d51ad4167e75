package io.github.tracecast.imports.internal.recording;

import io.github.tracecast.compress.CallTimes;
import io.github.tracecast.compress.DeltaSummary;
import io.github.tracecast.compress.FoldedTask;
import io.github.tracecast.compress.LongSequence;
import io.github.tracecast.imports.internal.recording.FoldedNode.Value;
import io.github.tracecast.imports.internal.recording.LogDefinitions.Chunk;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.TraceException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The program of a rank as the recorder folded it during the run, followed by the events that were
 * recorded after the folded program was last written. Each instance is used once. Not thread-safe.
 */
final class FoldedLog {
  private final LogDefinitions definitions;
  private final FoldedTask task;
  private final LogHandles handles;

  /** The handles of call paths, by their number from 1. Entry 0 is for no call path. */
  private final int[] sites;

  private final BitSet usedChunks = new BitSet();
  private final RunSequence.Budget budget = new RunSequence.Budget();
  private final Map<Parameter, Map<Long, Long>> lists = new HashMap<>();
  private long requestsMade;

  /** The number of the previous event's call path, from 1. */
  private int previousPath;

  FoldedLog(LogDefinitions definitions, CallPaths paths, RunCommunicators all, FoldedTask task) {
    this.definitions = definitions;
    this.task = task;
    this.handles = new LogHandles(definitions, paths, all, task.definitions());
    this.sites = new int[definitions.sites.size() + 1];
    this.requestsMade = definitions.folded.requests();
  }

  /** Passes on the calls and loops in the files of a rank that was not merged with other ranks. */
  void passOwnFiles() throws IOException {
    try (LogReader log = definitions.open()) {
      defineSites(log);
      try {
        passSealedNodes(log);
        passOpenNodes();
        if (log.foldingEnded()) {
          passEventsOfLog();
        } else {
          try (LogBytes tail = log.tail()) {
            passEvents(tail);
          }
        }
      } catch (ArithmeticException e) {
        throw tooMany(log);
      }
    }
  }

  /** Passes on calls and loops that were merged with the calls and loops of other ranks. */
  void passMerged(LogBytes log, List<FoldedNode> nodes) {
    defineSites(log);
    try {
      for (FoldedNode node : nodes) {
        passNode(log, node, 1);
      }
    } catch (ArithmeticException e) {
      throw tooMany(log);
    }
  }

  private static TraceException tooMany(LogBytes log) {
    return log.fault("more calls than can be counted", "fewer than 2^63");
  }

  private void defineSites(LogBytes log) {
    sites[0] = Delta.AFTER_NOTHING;
    for (int i = 1; i < sites.length; i++) {
      sites[i] = handles.site(log, i - 1L);
    }
  }

  /** Passes on the sealed calls and loops, which precede all other calls and loops in the program. */
  private void passSealedNodes(LogBytes log) throws IOException {
    while (log.more() && log.position() < definitions.folded.position()) {
      RecordKind kind = RecordKind.next(log);
      if (kind == RecordKind.SEALED) {
        passNode(log, FoldedNode.read(log, definitions), 1);
      } else {
        definitions.skip(log, kind);
      }
    }
  }

  /** Passes on the calls and loops that could still be folded with later calls. */
  private void passOpenNodes() throws IOException {
    if (definitions.folded.entries() == 0) {
      return;
    }
    try (LogBytes log = definitions.folded.openEntries()) {
      for (int left = definitions.folded.entries(); left > 0; left--) {
        passNode(log, FoldedNode.read(log, definitions), 1);
      }
    }
  }

  /** Passes on the events among the records of the rank's log. */
  private void passEventsOfLog() throws IOException {
    try (LogReader log = definitions.open()) {
      passEvents(log);
    }
  }

  private void passEvents(LogBytes log) throws IOException {
    definitions.events(log, RecordKind.EVENT, event -> passEvent(log, event));
  }

  /** @param executions the number of executions that follows from the enclosing loops */
  private void passNode(LogBytes log, FoldedNode node, long executions) {
    switch (node) {
      case FoldedNode.Call call -> passCall(log, call, executions);
      case FoldedNode.Loop loop -> {
        LongSequence earlier =
            loop.earlier() == null ? null : sequence(log, loop.earlier(), loop.before(), n -> n);
        long iterations = Math.addExact(loop.last(), earlier == null ? 0 : earlier.sum());
        task.openLoop();
        for (FoldedNode inner : loop.body()) {
          passNode(log, inner, iterations);
        }
        if (earlier != null && earlier.length() != loop.before()) {
          throw log.fault(
              earlier.length() + " numbers of iterations", loop.before() + ", one per execution");
        }
        task.closeLoop(earlier, loop.last());
      }
    }
  }

  private void passCall(LogBytes log, FoldedNode.Call call, long loopsSay) {
    long executions =
        call.executions() == FoldedNode.Call.FROM_LOOPS ? loopsSay : call.executions();
    List<Parameter> parameters = call.shape().parameters();
    List<LongSequence> values = new ArrayList<>();
    for (int i = 0; i < parameters.size(); i++) {
      Parameter parameter = parameters.get(i);
      Value value = call.values().get(i);
      values.add(sequence(
          log,
          value,
          executions,
          number -> parameter.isList()
              ? listNumbered(log, parameter, value, number)
              : value(log, parameter, value.code(number))));
    }
    task.call(
        call.shape().call(),
        sites[call.shape().site() + 1],
        parameters,
        values,
        executions,
        call.times().of(sites));
  }

  private LongSequence sequence(LogBytes log, Value value, long length, LongUnaryOperator change) {
    RunSequence numbers = value.sequence();
    if (numbers == null) {
      LongSequence constant = new LongSequence(change.applyAsLong(value.constant()));
      constant.repeatTo(length);
      return constant;
    }
    LongSequence before = appendChunks(log, null, numbers.chunk(), change, 0);
    return numbers.appendTo(before, change, budget, log);
  }

  /**
   * Appends the numbers of a chain of chunks that ends in a given chunk. Returns null if the chain
   * is empty.
   */
  private @Nullable LongSequence appendChunks(
      LogBytes log, @Nullable LongSequence to, int last, LongUnaryOperator change, int depth) {
    Deque<Chunk> chunks = new ArrayDeque<>();
    for (int number = last; number > 0; number = chunks.peek().numbers().chunk()) {
      if (usedChunks.get(number) || depth > FoldedNode.DEEPEST) {
        throw log.fault("chunk " + number + " again", "each once");
      }
      usedChunks.set(number);
      chunks.push(definitions.chunks.get(number - 1));
    }
    LongSequence all = to;
    for (Chunk chunk : chunks) {
      all = chunk.numbers().appendTo(all, change, budget, log);
      all = appendChunks(log, all, chunk.followed(), change, depth + 1);
    }
    return all;
  }

  private long value(LogBytes log, Parameter parameter, long code) {
    if (code == LoggedEvent.ANY) {
      return FoldedTask.ANY;
    }
    if (code == LoggedEvent.NONE) {
      return FoldedTask.NONE;
    }
    long number = LoggedEvent.number(code);
    if (parameter == Parameter.REQUEST || parameter == Parameter.REQUESTS) {
      long offset = Math.abs(number);
      task.refersTo(offset);
      return number < 0 ? FoldedTask.persistent((int) offset) : offset;
    }
    return handles.number(log, parameter, number);
  }

  /**
   * Converts a list's number in the log to its number in the task. The number refers to a list of
   * the value or, if the value has no lists, to a list of the log.
   */
  private long listNumbered(LogBytes log, Parameter parameter, Value value, long number) {
    if (value.lists() != null) {
      long[] codes = value.lists().get(number);
      if (codes == null) {
        throw log.fault("list " + number, "a list that the values of the parameter define");
      }
      return listOf(log, parameter, codes);
    }
    return lists.computeIfAbsent(parameter, p -> new HashMap<>()).computeIfAbsent(number, n -> {
      if (n < 0 || n >= definitions.lists.size()) {
        throw log.fault("list " + n, "a list that the log defines");
      }
      return listOf(log, parameter, definitions.lists.get((int) (long) n));
    });
  }

  private long listOf(LogBytes log, Parameter parameter, long[] codes) {
    return task.list(
        Arrays.stream(codes).map(code -> value(log, parameter, code)).toArray());
  }

  /** Passes on an event that was not folded. */
  private void passEvent(LogBytes log, LoggedEvent event) {
    List<Parameter> parameters = new ArrayList<>();
    List<LongSequence> values = new ArrayList<>();
    MpiCall call = event.call();
    for (int i = 0; i < event.parameters(); i++) {
      Parameter parameter = event.parameter(i);
      if (parameter.isList() != event.isList(i)) {
        throw log.fault(
            (event.isList(i) ? "a list of " : "one value of ") + parameter.textName(),
            parameter.isList() ? "a list" : "one value");
      }
      parameters.add(parameter);
      values.add(new LongSequence(
          event.isList(i)
              ? listOf(log, parameter, event.terms(i))
              : value(log, parameter, event.term(i, 0))));
    }
    if (call.makesRequest()) {
      requestsMade++;
      long match = definitions.match(requestsMade);
      boolean none = match == LogDefinitions.NO_MATCH;
      if (event.isAny(Parameter.SOURCE) && !call.makesPersistentRequest()) {
        parameters.add(Parameter.MATCHED_SOURCE);
        values.add(new LongSequence(none ? FoldedTask.NONE : match >>> 32));
      }
      if (event.isAny(Parameter.TAG) && !call.makesPersistentRequest()) {
        parameters.add(Parameter.MATCHED_TAG);
        values.add(new LongSequence(none ? FoldedTask.NONE : match & Integer.MAX_VALUE));
      }
    }
    Counting counting = definitions.counting();
    CallTimes times = new CallTimes(counting.unit(Delta.Kind.COMPUTE));
    times.execution(sites[previousPath], counting.compute(event), counting.inside(event));
    if (event.calls() > 0) {
      times.calls(DeltaSummary.of(event.calls()));
    }
    int site = handles.site(log, event.site());
    previousPath = (int) event.site() + 1;
    task.call(call, site, parameters, values, 1, times);
  }
}
