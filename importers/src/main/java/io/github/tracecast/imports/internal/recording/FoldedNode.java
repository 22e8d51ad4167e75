package io.github.tracecast.imports.internal.recording;

import io.github.tracecast.imports.internal.recording.LogDefinitions.Shape;
import io.github.tracecast.trace.Parameter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/** A call or loop that the recorder folded, with all its executions. */
sealed interface FoldedNode {
  /** The deepest nest of loops. */
  int DEEPEST = 500;

  /**
   * @param values by parameter of the shape
   * @param times with the log's numbers of call paths
   */
  record Call(Shape shape, long executions, List<Value> values, FoldedTimes times)
      implements FoldedNode {
    /** The number of executions follows from the iterations of the enclosing loops. */
    static final long AS_LOOPS_SAY = -1;
  }

  /** @param earlier iterations of all executions but the last; null if there is one only */
  record Loop(long before, @Nullable Value earlier, long last, List<FoldedNode> body)
      implements FoldedNode {}

  /**
   * A constant value, or a sequence if it changes.
   *
   * @param sequence null if the value is constant
   * @param lists the lists behind the numbers; null if the numbers are no lists, or are lists of
   *     the log
   * @param shift the conversion of terms relative to the rank; other terms are as they are
   */
  record Value(
      long constant,
      @Nullable RunSequence sequence,
      @Nullable Map<Long, long[]> lists,
      LongUnaryOperator shift) {
    private Value(
        long constant, @Nullable RunSequence sequence, @Nullable Map<Long, long[]> lists) {
      this(constant, sequence, lists, LongUnaryOperator.identity());
    }

    static Value read(LogBytes log, LogDefinitions definitions) throws IOException {
      return switch (log.index("form of a value:", 4)) {
        case 0 -> new Value(log.signed(), null, null);
        case 1 -> new Value(0, RunSequence.read(log, definitions.chunks.size()), null);
        case 2 -> new Value(0, null, Map.of(0L, LogDefinitions.terms(log)));
        default -> {
          RunSequence numbers = RunSequence.read(log, definitions.chunks.size());
          Map<Long, long[]> lists = new HashMap<>();
          for (int left = log.count("lists:"); left > 0; left--) {
            lists.put(log.number(), LogDefinitions.terms(log));
          }
          yield new Value(0, numbers, lists);
        }
      };
    }

    /**
     * Returns the absolute values of values relative to a rank. Endpoints are counted
     * modulo the communicator's size; other values are differences.
     */
    Value from(Parameter parameter, int rank, int size) {
      return new Value(constant, sequence, lists, code -> {
        if (code < 2) {
          return code;
        }
        long number = LoggedEvent.number(code) + rank;
        number -= parameter.isEndpoint() && number >= size ? size : 0;
        return 2 + (number << 1 ^ number >> 63);
      });
    }

    /** Returns the code that a number of the sequence means. */
    long code(long number) {
      return shift.applyAsLong(number);
    }
  }

  static FoldedNode read(LogBytes log, LogDefinitions definitions) throws IOException {
    return read(log, definitions, 0);
  }

  private static FoldedNode read(LogBytes log, LogDefinitions definitions, int depth)
      throws IOException {
    long kind = log.number();
    if ((kind & 1) == 0) {
      return readCall(log, definitions, kind >>> 1);
    }
    return readLoop(
        log, log, definitions, kind >>> 1, depth, (body, deep) -> read(body, definitions, deep));
  }

  /** Reads an entry of a loop's body. */
  interface BodyReader {
    FoldedNode read(LogBytes log, int depth) throws IOException;
  }

  /**
   * Reads a loop.
   *
   * @param iterations the reader at its iterations
   * @param structure the reader at its body
   */
  static Loop readLoop(
      LogBytes iterations,
      LogBytes structure,
      LogDefinitions definitions,
      long length,
      int depth,
      BodyReader reader)
      throws IOException {
    if (depth == DEEPEST) {
      throw structure.fault("loops in " + depth + " others", "less");
    }
    long before = iterations.amount("executions:", Long.MAX_VALUE);
    Value earlier = before > 0 ? Value.read(iterations, definitions) : null;
    long last = iterations.amount("iterations:", Long.MAX_VALUE);
    List<FoldedNode> body = new ArrayList<>();
    for (long left = length; left > 0; left--) {
      body.add(reader.read(structure, depth + 1));
    }
    return new Loop(before, earlier, last, body);
  }

  private static Call readCall(LogBytes log, LogDefinitions definitions, long shape)
      throws IOException {
    Shape of = definitions.shape(log, shape);
    long executions = log.amount("executions:", Long.MAX_VALUE);
    List<Value> values = new ArrayList<>();
    for (int left = of.parameters().size(); left > 0; left--) {
      values.add(Value.read(log, definitions));
    }
    return new Call(of, executions, values, TaskTimes.read(log, definitions));
  }
}
