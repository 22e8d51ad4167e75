package io.github.tracecast.compress.iterations;

import io.github.tracecast.trace.Trace;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The time steps of a run: stretches of calls. All ranks have the same number of steps, in the same
 * order. If all ranks have loops at a depth with the same numbers of iterations, a step is an
 * iteration of these loops. Otherwise a step ends with each call at one call site that all ranks
 * call equally often, such as a reduction after each time step. Not thread-safe.
 */
abstract sealed class RunSteps {
  /** The step of a call outside all steps. */
  static final int OUTSIDE = -1;

  /**
   * Loops with equal numbers of iterations on all ranks are steps only if they have at least this
   * fraction of the computation.
   */
  private static final double SHARE = 0.02;

  /** All steps together must have at least this fraction of the computation. */
  private static final double HELD = 0.5;

  /** Among call sites with at least this number of calls, the site with the fewest calls is preferred. */
  private static final int FEW = 8;

  final ProgramWalk[] walks;

  /** For each step, the index of its loop in the order in which loops begin. */
  private final int[] loops;

  private RunSteps(ProgramWalk[] walks, int[] loops) {
    this.walks = walks;
    this.loops = loops;
  }

  /** Receives a call and its step. */
  interface Visitor {
    /** @param execution the number of earlier executions of the same event by this rank */
    void call(int event, int execution, int step);
  }

  /** Visits the calls of a rank with their steps. */
  abstract void walk(int rank, Visitor visitor);

  /** Returns the number of steps; 0 if none were found. */
  final int count() {
    return loops.length;
  }

  /** Returns the number of the loop to which a step belongs. */
  final int loop(int step) {
    return loops[step];
  }

  /**
   * Finds the steps of a run.
   *
   * @param walks the walk of each rank
   * @param depth the depth of the loops whose iterations are steps, from 0
   * @param spent the total computation of all executions, by rank and event
   */
  static RunSteps of(Trace trace, ProgramWalk[] walks, int depth, double[][] spent) {
    List<List<Stretch>> stretches = new ArrayList<>();
    Map<Long, Double> byIterations = new TreeMap<>();
    double all = 0;
    for (int rank = 0; rank < walks.length; rank++) {
      StretchVisitor visitor = new StretchVisitor(depth, trace.events().size());
      walks[rank].walk(visitor);
      stretches.add(visitor.stretches(spent[rank]));
      visitor
          .byLoop
          .values()
          .forEach(loop -> byIterations.merge(loop.iterations, loop.spent, Double::sum));
      all += Arrays.stream(spent[rank]).sum();
    }
    double least = SHARE * all;
    double held = 0;
    for (List<Stretch> ofRank : stretches) {
      ofRank.removeIf(one -> one.ofLoop.iterations < 2
          || byIterations.getOrDefault(one.ofLoop.iterations, 0.0) < least);
      for (LoopTimes loop : ofRank.stream().map(one -> one.ofLoop).distinct().toList()) {
        held += loop.spent;
      }
      if (!Arrays.equals(steps(ofRank), steps(stretches.getFirst()))) {
        return Markers.of(trace, walks);
      }
    }
    return held < HELD * all ? Markers.of(trace, walks) : new Iterations(trace, walks, stretches);
  }

  /** Returns, for each step, the index of its loop in the order in which loops begin. */
  private static int[] steps(List<Stretch> stretches) {
    Map<LoopTimes, Integer> loops = new HashMap<>();
    IntArrayList steps = new IntArrayList();
    for (Stretch one : stretches) {
      int number = loops.computeIfAbsent(one.ofLoop, loop -> loops.size());
      for (long i = 0; i < one.iterations; i++) {
        steps.add(number);
      }
    }
    return steps.toIntArray();
  }

  /** The computation and the iterations of all executions of a loop. */
  private static final class LoopTimes {
    final int loop;
    final int[] calls;
    long iterations;
    double spent;

    LoopTimes(int loop, int events) {
      this.loop = loop;
      this.calls = new int[events];
    }
  }

  /** One execution of a loop. */
  private static final class Stretch {
    final LoopTimes ofLoop;
    long iterations;

    Stretch(LoopTimes ofLoop) {
      this.ofLoop = ofLoop;
    }
  }

  /** Finds the executions of the loops at a depth. */
  private static final class StretchVisitor implements ProgramWalk.Visitor {
    private final int depth;
    private final int[] calls;
    private final Map<Integer, LoopTimes> byLoop = new LinkedHashMap<>();
    private final List<Stretch> all = new ArrayList<>();
    private int open;

    StretchVisitor(int depth, int events) {
      this.depth = depth;
      this.calls = new int[events];
    }

    @Override
    public void begin(int loop) {
      if (open++ == depth) {
        all.add(new Stretch(
            byLoop.computeIfAbsent(loop, number -> new LoopTimes(number, calls.length))));
      }
    }

    @Override
    public void iteration(int loop) {
      if (open == depth + 1) {
        Stretch last = all.getLast();
        last.iterations++;
        last.ofLoop.iterations++;
      }
    }

    @Override
    public void end(int loop) {
      open--;
    }

    @Override
    public void call(int event, int execution) {
      calls[event]++;
      if (open > depth) {
        all.getLast().ofLoop.calls[event]++;
      }
    }

    List<Stretch> stretches(double[] spent) {
      for (LoopTimes loop : byLoop.values()) {
        for (int event = 0; event < calls.length; event++) {
          int inLoop = loop.calls[event];
          loop.spent += inLoop == 0 ? 0 : spent[event] * inLoop / calls[event];
        }
      }
      return all;
    }
  }

  /** Steps that are iterations of loops. */
  private static final class Iterations extends RunSteps {
    /** For each rank and loop, whether its iterations are steps. */
    private final boolean[][] isStep;

    Iterations(Trace trace, ProgramWalk[] walks, List<List<Stretch>> stretches) {
      super(walks, steps(stretches.getFirst()));
      isStep = new boolean[walks.length][trace.loops().size()];
      for (int rank = 0; rank < walks.length; rank++) {
        for (Stretch one : stretches.get(rank)) {
          isStep[rank][one.ofLoop.loop] = true;
        }
      }
    }

    @Override
    void walk(int rank, Visitor visitor) {
      boolean[] steps = isStep[rank];
      walks[rank].walk(new ProgramWalk.Visitor() {
        private int step = -1;
        private int open;
        private boolean inside;

        @Override
        public void begin(int loop) {
          open++;
        }

        @Override
        public void iteration(int loop) {
          if (steps[loop]) {
            step++;
            inside = true;
          }
        }

        /** Calls of an outer loop between its inner loops belong to the step that precedes them. */
        @Override
        public void end(int loop) {
          open--;
          inside &= open > 0;
        }

        @Override
        public void call(int event, int execution) {
          visitor.call(event, execution, inside ? step : OUTSIDE);
        }
      });
    }
  }

  /** Steps that each end with a call at the same call site. */
  private static final class Markers extends RunSteps {
    private final Trace trace;
    private final int site;

    private Markers(Trace trace, ProgramWalk[] walks, int steps, int site) {
      super(walks, new int[steps]);
      this.trace = trace;
      this.site = site;
    }

    static Markers of(Trace trace, ProgramWalk[] walks) {
      int[] calls = calls(trace, walks);
      int site = best(calls);
      return new Markers(trace, walks, site < 0 ? 0 : calls[site], site);
    }

    /** Returns the number of calls at each call site; 0 if the ranks differ. */
    private static int[] calls(Trace trace, ProgramWalk[] walks) {
      int[] same = new int[0];
      for (ProgramWalk walk : walks) {
        int[] calls = new int[trace.callSites().size()];
        walk.walk((event, execution) -> calls[trace.events().get(event).callSite()]++);
        same = same.length == 0 ? calls : same;
        for (int site = 0; site < calls.length; site++) {
          same[site] = same[site] == calls[site] ? calls[site] : 0;
        }
      }
      return same;
    }

    private static int best(int[] calls) {
      int best = -1;
      for (int site = 0; site < calls.length; site++) {
        if (calls[site] >= 2 && (best < 0 || isBetter(calls[site], calls[best]))) {
          best = site;
        }
      }
      return best;
    }

    private static boolean isBetter(int calls, int than) {
      return than < FEW ? calls > than : calls >= FEW && calls < than;
    }

    @Override
    void walk(int rank, Visitor visitor) {
      walks[rank].walk(new ProgramWalk.Visitor() {
        private int step;

        @Override
        public void call(int event, int execution) {
          visitor.call(event, execution, step < count() ? step : OUTSIDE);
          step += trace.events().get(event).callSite() == site ? 1 : 0;
        }
      });
    }
  }
}
