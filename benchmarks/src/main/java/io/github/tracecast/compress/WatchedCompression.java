package io.github.tracecast.compress;

import io.github.tracecast.compress.CompressOptions.RadixTree;
import io.github.tracecast.trace.Trace;
import java.util.List;
import java.util.concurrent.RecursiveTask;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Compresses a run along the tree of {@link Compressor} and shows what each task holds meanwhile.
 * It is in the package of {@link Compressor}, to see programs that are not complete traces.
 */
public final class WatchedCompression {
  /** Gives the events of a rank. */
  public interface Run {
    int ranks();

    void run(int rank, EventSink sink);
  }

  /**
   * The programs that a task holds: its own program, or, at a merge, its own, its partner's and the
   * merged program.
   *
   * @param task the rank that holds the merged program, which is the lowest rank of the block
   * @param ranks the ranks of the merged program
   * @param objects all programs that the task has in memory at this time
   * @param trace the merged program, as a trace
   */
  public record Held(int task, int ranks, List<Object> objects, Supplier<Trace> trace) {}

  private final Run run;
  private final CompressOptions options;
  private final Definitions definitions;
  private final Consumer<Held> watcher;
  private final int levels;

  private WatchedCompression(Run run, CompressOptions options, Consumer<Held> watcher) {
    this.run = run;
    this.options = options;
    this.definitions = new Definitions(run.ranks());
    this.watcher = watcher;
    this.levels = 32 - Integer.numberOfLeadingZeros(run.ranks() - 1);
  }

  /**
   * Compresses a run on all cores.
   *
   * @param watcher told of each task's program and of each merge, from several threads at once
   */
  public static Trace compress(Run run, CompressOptions options, Consumer<Held> watcher) {
    WatchedCompression tree = new WatchedCompression(run, options, watcher);
    return tree.trace(tree.new Block(0, tree.levels).invoke());
  }

  private Trace trace(MergedProgram program) {
    return TraceAssembly.of(program, definitions, options, "", List.of(), UnaryOperator.identity());
  }

  /** A block of at most 2^level ranks; {@code task} is the lowest. */
  private final class Block extends RecursiveTask<MergedProgram> {
    private static final long serialVersionUID = 1;

    private final int task;
    private final int level;

    Block(int task, int level) {
      this.task = task;
      this.level = level;
    }

    @Override
    protected MergedProgram compute() {
      if (level == 0) {
        return leaf();
      }
      // the rank bit that differs between the two halves of the block
      int bit = options.tree() == RadixTree.LSB ? level - 1 : levels - level;
      Block first = new Block(task, level - 1);
      Block second = new Block(task + (1 << bit), level - 1);
      if (second.task >= run.ranks()) {
        return first.compute();
      }
      second.fork();
      MergedProgram one = first.compute();
      MergedProgram two = second.join();
      MergedProgram merged = Merger.merged(one, two, options.detail());
      tell(merged, List.of(one, two, merged));
      return merged;
    }

    private MergedProgram leaf() {
      TaskCompressor compressor = new TaskCompressor(task, definitions, options);
      run.run(task, compressor);
      MergedProgram program = FoldedProgram.of(compressor);
      tell(program, List.of(program));
      return program;
    }

    private void tell(MergedProgram program, List<Object> objects) {
      watcher.accept(new Held(task, program.ranks(), objects, () -> trace(program)));
    }
  }
}
