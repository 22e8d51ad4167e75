package io.github.tracecast.simulate.collective;

import java.util.List;

/**
 * One schedule after another. A rank enters the next one when it has completed its rounds of the
 * previous one.
 */
class ConsecutiveSchedules extends Schedule {
  private final List<Schedule> stages;

  ConsecutiveSchedules(Schedule... stages) {
    this.stages = List.of(stages);
  }

  @Override
  final int rounds(CollectiveCall call) {
    int rounds = 0;
    for (int i = 0; i < stages.size(); i++) {
      rounds += stages.get(i).rounds(call);
    }
    return rounds;
  }

  @Override
  public final int alike(CollectiveCall call, int round) {
    int left = round;
    for (int i = 0; i < stages.size(); i++) {
      int rounds = stages.get(i).rounds(call);
      if (left < rounds) {
        return stages.get(i).alike(call, left);
      }
      left -= rounds;
    }
    return 1;
  }

  @Override
  public final long allocatedBytes(CollectiveCall call, long vector) {
    long bytes = 0;
    for (int i = 0; i < stages.size(); i++) {
      bytes = Math.addExact(bytes, stages.get(i).allocatedBytes(call, vector));
    }
    return bytes;
  }

  @Override
  final void emit(CollectiveCall call, int round, BlockSteps steps) {
    int left = round;
    for (int i = 0; i < stages.size(); i++) {
      Schedule stage = stages.get(i);
      int rounds = stage.rounds(call);
      if (left < rounds) {
        stage.emit(call, left, steps);
        return;
      }
      left -= rounds;
    }
  }
}
