package io.github.tracecast.compress;

import io.github.tracecast.compress.TaskEntry.LeafNode;
import io.github.tracecast.compress.TaskEntry.LoopNode;
import io.github.tracecast.compress.iterations.SingleTimes;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.TraceException;
import io.github.tracecast.trace.calls.RequestNumbers;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Receives the program of one task, which was folded into loops while the task ran. The caller
 * passes calls and loops in order, each with all its executions. They are folded further where
 * possible. {@link #definitions} receives the definitions of the task. Not thread-safe.
 *
 * <p>Values are as in {@link EventSink}, with two exceptions. A request is its distance back from
 * the most recent request, or for a persistent request a value from {@link #persistent}. A list is
 * a number from {@link #list}. All methods throw {@link TraceException} if an argument is out of
 * range.
 */
public final class FoldedTask {
  /** The value of MPI_ANY_SOURCE and MPI_ANY_TAG. */
  public static final long ANY = TaskCompressor.ANY;

  /** The value of MPI_PROC_NULL, the null request, MPI_COMM_NULL or an undefined colour. */
  public static final long NONE = TaskCompressor.NONE;

  private final TaskCompressor task;
  private final CompressOptions options;
  private final Shapes shapes;
  private final Deque<List<TaskEntry>> open = new ArrayDeque<>();

  FoldedTask(TaskCompressor task, CompressOptions options) {
    this.task = task;
    this.options = options;
    this.shapes = task.shapes();
  }

  /** Returns the sink for the task's definitions. It does not accept events. */
  public EventSink definitions() {
    return task;
  }

  /**
   * Returns the object that receives the computation before the single calls, in order. It may stay
   * empty if these times are not known.
   */
  public SingleTimes singles() {
    return task.singles();
  }

  /** Returns the number of calls so far. */
  public long events() {
    return task.events();
  }

  /**
   * Returns the value that refers to a persistent request.
   *
   * @param offset 1 for the most recent persistent request, 2 for the one before, and so on
   */
  public static long persistent(int offset) {
    return RequestNumbers.PERSISTENT + offset;
  }

  /** Returns the number by which values refer to a list. */
  public long list(long... terms) {
    return task.tuples().intern(terms, terms.length);
  }

  /** Records that an event refers to a request. {@code offset} is its distance back from the most recent request. */
  public void refersTo(long offset) {
    if (offset < 1 || offset > options.requestRing()) {
      throw fault(
          "a request made " + offset + " requests ago",
          "1 to " + options.requestRing() + " requests ago");
    }
    task.refersTo(offset);
  }

  /** Begins a loop. The calls and loops up to {@link #closeLoop} are its body. */
  public void openLoop() {
    open.push(new ArrayList<>());
  }

  /**
   * Ends a loop.
   *
   * @param earlier the number of iterations of each execution before the last; null if the loop was
   *     executed once
   * @param last the number of iterations of the last execution; at least one execution must have an
   *     iteration
   */
  public void closeLoop(@Nullable LongSequence earlier, long last) {
    TaskEntry[] body = open.pop().toArray(TaskEntry[]::new);
    if (body.length == 0) {
      throw fault("a loop without a body", "at least one call");
    }
    if (last < 0 || last == 0 && (earlier == null || earlier.sum() == 0)) {
      throw fault("a loop of " + last + " iterations", "at least 1 iteration in some execution");
    }
    add(new LoopNode(shapes.loop(body), body, Folder.hash(body), earlier, last));
  }

  /**
   * Adds a call with all its executions.
   *
   * @param values a sequence for each parameter, with one number for each execution
   * @param times the times of all executions; null if unknown
   */
  public void call(
      MpiCall call,
      int site,
      List<Parameter> parameters,
      List<LongSequence> values,
      long executions,
      @Nullable Times times) {
    long mask = 0;
    for (Parameter parameter : parameters) {
      long bit = 1L << parameter.ordinal();
      if ((mask & bit) != 0) {
        throw fault("a second " + parameter.textName(), "one");
      }
      mask |= options.drops(parameter, mask) ? 0 : bit;
    }
    Leaf leaf = shapes.leaf(call, site, mask);
    LongSequence[] own = new LongSequence[leaf.parameters.length];
    for (int i = 0; i < own.length; i++) {
      own[i] = values.get(parameters.indexOf(leaf.parameters[i]));
      if (own[i].length() != executions) {
        throw fault(
            own[i].length() + " values of " + leaf.parameters[i].textName(),
            "a value for each of " + executions + " executions");
      }
    }
    DeltaLog deltas = times == null ? null : times.deltas(options);
    add(new LeafNode(leaf, own, executions, deltas));
  }

  private void add(TaskEntry node) {
    if (!open.isEmpty()) {
      open.peek().add(node);
      return;
    }
    task.countFolded(executions(node, 1));
    task.folder().append(node);
  }

  /** Returns the number of calls in a node that is executed {@code times} times. */
  private long executions(TaskEntry node, long times) {
    return switch (node) {
      case LeafNode leaf -> {
        if (leaf.executions != times) {
          throw fault(
              leaf.executions + " executions of " + leaf.leaf.call.mpiName(),
              times + ", as in the loops around it");
        }
        yield times;
      }
      case LoopNode loop -> {
        if (loop.executions() != times) {
          throw fault(
              loop.executions() + " executions of a loop", times + ", as in the loops around it");
        }
        long iterations = loop.allIterations();
        long sum = 0;
        for (TaskEntry inner : loop.body) {
          sum = Math.addExact(sum, executions(inner, iterations));
        }
        yield sum;
      }
    };
  }

  private TraceException fault(String found, String expected) {
    return TraceException.at(
        "rank " + task.rank() + ": after " + task.events() + " calls", found, expected);
  }
}
