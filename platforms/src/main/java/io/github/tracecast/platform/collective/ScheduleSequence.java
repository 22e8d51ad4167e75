package io.github.tracecast.platform.collective;

import java.util.List;

/**
 * A sequence of schedules, such as a reduction and then a broadcast. A rank enters the next
 * schedule when it has completed its rounds of the previous schedule. Each schedule may divide the
 * data into a different number of blocks.
 */
final class ScheduleSequence implements Schedule {
  private final List<Schedule> stages;

  ScheduleSequence(Schedule... stages) {
    this.stages = List.of(stages);
  }

  @Override
  public int rounds(CollectiveCall call) {
    int rounds = 0;
    for (int i = 0; i < stages.size(); i++) {
      rounds += stages.get(i).rounds(call);
    }
    return rounds;
  }

  /** The number of blocks of the first schedule that does not have one block per rank. */
  @Override
  public int blocks(CollectiveCall call) {
    return stages.stream()
        .mapToInt(stage -> stage.blocks(call))
        .filter(blocks -> blocks != call.size())
        .findFirst()
        .orElse(call.size());
  }

  @Override
  public int alike(CollectiveCall call, int round) {
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
  public long allocatedBytes(CollectiveCall call, long vector) {
    long bytes = 0;
    for (int i = 0; i < stages.size(); i++) {
      bytes = Math.addExact(bytes, stages.get(i).allocatedBytes(call, vector));
    }
    return bytes;
  }

  @Override
  public void emit(CollectiveCall call, int round, BlockSteps steps) {
    int left = round;
    for (int i = 0; i < stages.size(); i++) {
      Schedule stage = stages.get(i);
      int rounds = stage.rounds(call);
      if (left < rounds) {
        stage.emit(call, left, steps.dividedInto(stage.blocks(call)));
        return;
      }
      left -= rounds;
    }
  }
}
