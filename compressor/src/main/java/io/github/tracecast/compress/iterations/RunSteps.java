package io.github.tracecast.compress.iterations;

import io.github.tracecast.trace.Loop;
import io.github.tracecast.trace.Trace;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
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

  /** For each step, the index of its loop in the order in which loops begin. */
  private final int[] loops;

  private RunSteps(int[] loops) {
    this.loops = loops;
  }

  /** Receives a call and its step. */
  interface Visitor {
    void call(int event, int step);
  }

  /** Visits the calls of the ranks with a program. */
  abstract void walk(ProgramWalk program, Visitor visitor);

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
    Map<ProgramWalk, ProgramLoops> programs = new LinkedHashMap<>();
    Map<Long, Double> byIterations = new TreeMap<>();
    double all = 0;
    for (int rank = 0; rank < walks.length; rank++) {
      double[] ofRank = spent[rank];
      ProgramLoops program =
          programs.computeIfAbsent(walks[rank], walk -> ProgramLoops.of(trace, walk, depth));
      program.iterations.forEach((loop, iterations) ->
          byIterations.merge(iterations, program.spent(loop, ofRank), Double::sum));
      all += Arrays.stream(ofRank).sum();
    }
    double least = SHARE * all;
    for (ProgramLoops program : programs.values()) {
      program
          .iterations
          .values()
          .removeIf(
              iterations -> iterations < 2 || byIterations.getOrDefault(iterations, 0.0) < least);
    }
    int[] steps = Objects.requireNonNull(programs.get(walks[0])).steps();
    if (!programs.values().stream().allMatch(one -> Arrays.equals(one.steps(), steps))) {
      return Markers.of(trace, programs.keySet());
    }
    double held = 0;
    for (int rank = 0; rank < walks.length; rank++) {
      ProgramLoops program = Objects.requireNonNull(programs.get(walks[rank]));
      for (int loop : program.iterations.keySet()) {
        held += program.spent(loop, spent[rank]);
      }
    }
    return held < HELD * all
        ? Markers.of(trace, programs.keySet())
        : new Iterations(steps, programs);
  }

  /**
   * The executions of the loops of a program at a depth.
   *
   * @param iterations the iterations of all executions of a loop, in the order in which loops begin
   */
  private record ProgramLoops(
      Trace trace, ProgramWalk walk, List<Execution> executions, Map<Integer, Long> iterations) {
    private record Execution(int loop, long iterations) {}

    static ProgramLoops of(Trace trace, ProgramWalk walk, int depth) {
      List<Execution> executions = new ArrayList<>();
      Map<Integer, Long> sums = new LinkedHashMap<>();
      walk.visitLoops(depth, (loop, iterations) -> {
        executions.add(new Execution(loop, iterations));
        sums.merge(loop, iterations, Long::sum);
      });
      return new ProgramLoops(trace, walk, executions, sums);
    }

    /** Returns the computation of a rank in a loop. */
    double spent(int loop, double[] byEvent) {
      Loop one = trace.loops().get(loop);
      double sum = 0;
      for (int event = one.first(); event <= one.last(); event++) {
        sum += walk.calls(event) == 0 ? 0 : byEvent[event];
      }
      return sum;
    }

    /** Returns the number of each loop of the trace whose iterations are steps; -1 for others. */
    int[] numbers() {
      int[] numbers = new int[trace.loops().size()];
      Arrays.fill(numbers, -1);
      int number = 0;
      for (int loop : iterations.keySet()) {
        numbers[loop] = number++;
      }
      return numbers;
    }

    /** Returns, for each step, the number of its loop. */
    int[] steps() {
      int[] numbers = numbers();
      IntArrayList steps = new IntArrayList();
      for (Execution one : executions) {
        for (long i = 0; numbers[one.loop] >= 0 && i < one.iterations; i++) {
          steps.add(numbers[one.loop]);
        }
      }
      return steps.toIntArray();
    }
  }

  /** Steps that are iterations of loops. */
  private static final class Iterations extends RunSteps {
    /** For each program, the loops whose iterations are steps. */
    private final Map<ProgramWalk, ProgramLoops> programs;

    Iterations(int[] steps, Map<ProgramWalk, ProgramLoops> programs) {
      super(steps);
      this.programs = programs;
    }

    @Override
    void walk(ProgramWalk program, Visitor visitor) {
      int[] numbers = Objects.requireNonNull(programs.get(program)).numbers();
      program.walk(new ProgramWalk.Visitor() {
        private int step = -1;
        private int open;
        private boolean inside;

        @Override
        public void begin(int loop) {
          open++;
        }

        @Override
        public void iteration(int loop) {
          if (numbers[loop] >= 0) {
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
        public void call(int event) {
          visitor.call(event, inside ? step : OUTSIDE);
        }
      });
    }
  }

  /** Steps that each end with a call at the same call site. */
  private static final class Markers extends RunSteps {
    private final Trace trace;
    private final int site;

    private Markers(Trace trace, int steps, int site) {
      super(new int[steps]);
      this.trace = trace;
      this.site = site;
    }

    static Markers of(Trace trace, Set<ProgramWalk> programs) {
      int[] calls = calls(trace, programs);
      int site = best(calls);
      return new Markers(trace, site < 0 ? 0 : calls[site], site);
    }

    /** Returns the number of calls at each call site; 0 if the ranks differ. */
    private static int[] calls(Trace trace, Set<ProgramWalk> programs) {
      int[] same = new int[0];
      for (ProgramWalk program : programs) {
        int[] calls = new int[trace.callSites().size()];
        for (int event = 0; event < trace.events().size(); event++) {
          calls[trace.events().get(event).callSite()] += program.calls(event);
        }
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
    void walk(ProgramWalk program, Visitor visitor) {
      program.walk(new ProgramWalk.Visitor() {
        private int step;

        @Override
        public void call(int event) {
          visitor.call(event, step < count() ? step : OUTSIDE);
          step += trace.events().get(event).callSite() == site ? 1 : 0;
        }
      });
    }
  }
}
