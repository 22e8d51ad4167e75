package io.github.tracecast.compress;

import org.jspecify.annotations.Nullable;

/** An entry of a task's compressed program: a call or a loop. Not thread-safe. */
abstract sealed class TaskEntry {
  /** The structure number within the task. Entries with equal numbers can be folded into one entry. */
  final int id;

  /** The loop around this entry; null at the top level. */
  @Nullable LoopNode parent;

  private TaskEntry(int id) {
    this.id = id;
  }

  /**
   * Appends the executions of another entry with the same structure. They must directly follow the
   * executions of this entry.
   */
  abstract void absorb(TaskEntry later);

  /** A call, with all its executions so far. */
  static final class LeafNode extends TaskEntry {
    private static final long[] NO_VALUES = {};

    final Leaf leaf;

    /**
     * The values of the first execution, in the order of the leaf's parameters; null after a second
     * execution.
     */
    private long[] first;

    /** A sequence for each parameter; null until there is a second execution. */
    private LongSequence @Nullable [] sequences;

    long executions = 1;

    /** The times of the call; null if the options keep none. */
    final @Nullable DeltaLog deltas;

    LeafNode(Leaf leaf, long[] values, @Nullable DeltaLog deltas) {
      super(leaf.id);
      this.leaf = leaf;
      this.first = values;
      this.deltas = deltas;
    }

    /** Creates a call that is complete. */
    LeafNode(Leaf leaf, LongSequence[] sequences, long executions, @Nullable DeltaLog deltas) {
      super(leaf.id);
      this.leaf = leaf;
      this.first = NO_VALUES;
      this.sequences = sequences;
      this.executions = executions;
      this.deltas = deltas;
    }

    /**
     * Writes the values of the only execution, or the number of executions and a sequence for each
     * parameter.
     */
    void packValues(PackedBytes bytes) {
      if (executions > 1) {
        bytes.varint(executions);
      }
      for (int i = 0; i < leaf.parameters.length; i++) {
        if (executions > 1) {
          sequences()[i].pack(bytes);
        } else {
          bytes.number(sequences == null ? first[i] : sequences[i].get(0));
        }
      }
    }

    LongSequence[] sequences() {
      if (sequences == null) {
        sequences = new LongSequence[first.length];
        for (int i = 0; i < first.length; i++) {
          sequences[i] = new LongSequence(first[i]);
        }
        first = NO_VALUES;
      }
      return sequences;
    }

    @Override
    void absorb(TaskEntry later) {
      LeafNode that = (LeafNode) later;
      LongSequence[] mine = sequences();
      if (that.sequences == null) {
        long[] values = that.first;
        for (int i = 0; i < mine.length; i++) {
          mine[i].append(values[i]);
        }
      } else {
        for (int i = 0; i < mine.length; i++) {
          mine[i].append(that.sequences[i]);
        }
      }
      if (deltas != null && that.deltas != null) {
        deltas.append(that.deltas, this);
      }
      executions += that.executions;
    }
  }

  /** A loop, with all its executions so far. */
  static final class LoopNode extends TaskEntry {
    final TaskEntry[] body;

    /** The hash of the structure numbers in the body. */
    final long bodyHash;

    /**
     * The number of iterations of each execution before the last; null while there is only one
     * execution.
     */
    private @Nullable LongSequence iterations;

    /** The number of iterations of the last execution, which may still grow. */
    private long last;

    LoopNode(int id, TaskEntry[] body, long bodyHash, long iterations) {
      super(id);
      this.body = body;
      this.bodyHash = bodyHash;
      this.last = iterations;
      for (TaskEntry node : body) {
        node.parent = this;
      }
    }

    /** Creates a loop that may still grow. */
    LoopNode(
        int id, TaskEntry[] body, long bodyHash, @Nullable LongSequence iterations, long last) {
      this(id, body, bodyHash, last);
      this.iterations = iterations;
    }

    /** Creates a loop that is complete. */
    LoopNode(int id, TaskEntry[] body, @Nullable LongSequence iterations, long last) {
      this(id, body, 0, iterations, last);
    }

    /** Returns the number of executions. */
    long executions() {
      return 1 + (iterations == null ? 0 : iterations.length());
    }

    /** Returns the number of iterations of all executions together. */
    long allIterations() {
      return Math.addExact(last, iterations == null ? 0 : iterations.sum());
    }

    /** Writes the number of iterations of the last execution, and of any earlier executions. */
    void packIterations(PackedBytes bytes) {
      bytes.varint(2 * last + (iterations == null ? 0 : 1));
      if (iterations != null) {
        iterations.pack(bytes);
      }
    }

    /** Returns the last entry of the body. */
    TaskEntry end() {
      return body[body.length - 1];
    }

    /** Returns the number of iterations of the last execution. */
    long lastIterations() {
      return last;
    }

    /**
     * Adds an iteration to the last execution. The caller must absorb the entries of the iteration
     * into the body.
     */
    void iterate() {
      last++;
    }

    /**
     * Returns the number of iterations if it is the same in all executions so far, otherwise 0. The
     * last execution may still grow.
     */
    long usualIterations() {
      if (iterations == null) {
        return last;
      }
      return iterations.isConstant() && last <= iterations.get(0) ? iterations.get(0) : 0;
    }

    /** Returns the number of iterations of each execution, in order. */
    LongSequence iterations() {
      LongSequence all = new LongSequence(iterations == null ? last : iterations.get(0));
      if (iterations != null) {
        for (long i = 1; i < iterations.length(); i++) {
          all.append(iterations.get(i));
        }
        all.append(last);
      }
      return all;
    }

    /** Appends the iterations of another loop with the same body to the last execution. */
    void join(LoopNode later) {
      last += later.last;
      absorbBody(later);
    }

    @Override
    void absorb(TaskEntry later) {
      LoopNode that = (LoopNode) later;
      if (iterations == null) {
        iterations = new LongSequence(last);
      } else {
        iterations.append(last);
      }
      if (that.iterations != null) {
        iterations.append(that.iterations);
      }
      last = that.last;
      absorbBody(that);
    }

    private void absorbBody(LoopNode later) {
      for (int i = 0; i < body.length; i++) {
        body[i].absorb(later.body[i]);
      }
    }
  }
}
