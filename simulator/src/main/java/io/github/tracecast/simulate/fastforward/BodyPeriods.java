package io.github.tracecast.simulate.fastforward;

import io.github.tracecast.decompress.Phases;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.decompress.TaskProgram;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;

/** Iterations after which the body of a rank's loop repeats exactly, by {@link Phases}. */
final class BodyPeriods {
  private final Programs programs;

  /** By class and loop. */
  private final Int2LongOpenHashMap[] periods;

  BodyPeriods(Programs programs) {
    this.programs = programs;
    this.periods = new Int2LongOpenHashMap[programs.classCount()];
    Phases phases = Phases.of(programs);
    for (int id = 0; id < periods.length; id++) {
      TaskProgram program = programs.program(id);
      periods[id] = new Int2LongOpenHashMap();
      for (int row = 0; row < program.length(); row++) {
        if (program.operation(row) == TaskProgram.OPEN) {
          periods[id].put(program.argument(row), phases.of(id, row + 1));
        }
      }
    }
  }

  /** Whether the body is the same again after that many iterations. */
  boolean repeats(int rank, int loop, long iterations) {
    return iterations % periods[programs.classOf(rank)].get(loop) == 0;
  }
}
