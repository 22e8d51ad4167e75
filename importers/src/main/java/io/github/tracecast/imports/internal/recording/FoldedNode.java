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

/** A call or loop of a folded program, with all its executions. */
sealed interface FoldedNode {
  /** The largest number of nested loops. */
  int DEEPEST = 500;

  /**
   * @param values the values of each parameter of the shape
   * @param times the times, with the log's numbers for call paths
   */
  record Call(Shape shape, long executions, List<Value> values, FoldedTimes times)
      implements FoldedNode {
    /** The value of the number of executions if it follows from the iterations of the enclosing loops. */
    static final long FROM_LOOPS = -1;
  }

  /**
   * @param earlier the number of iterations of each execution before the last; null if the loop was
   *     executed once
   */
  record Loop(long before, @Nullable Value earlier, long last, List<FoldedNode> body)
      implements FoldedNode {}

  /**
   * A value that is constant, or a sequence with a value for each execution.
   *
   * @param sequence the values; null if the value is constant
   * @param lists the lists to which the numbers refer; null if the numbers do not refer to lists,
   *     or refer to lists of the log
   * @param shift converts a term that is relative to the rank to an absolute term; otherwise the
   *     identity
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
     * Converts values that are relative to a rank to absolute values by adding the rank. Endpoints
     * wrap around at the size of the communicator.
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

    /** Returns the term for a number of the sequence. */
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

  /** Reads a call or loop in the body of a loop. */
  interface BodyReader {
    FoldedNode read(LogBytes log, int depth) throws IOException;
  }

  /**
   * Reads a loop.
   *
   * @param iterations the reader, at the iterations of the loop
   * @param structure the reader, at the body of the loop
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
