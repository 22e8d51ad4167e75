package io.github.tracecast.imports;

import java.nio.file.Path;
import java.util.Set;

class ParaverThreadsTest extends ThreadsContract {
  @Override
  protected Path write(Path into, Set<Integer> damaged) {
    ParaverText text = new ParaverText(RANKS);
    for (int rank = 0; rank < RANKS; rank++) {
      int task = rank + 1;
      long time = 100;
      text.call(task, "50000003:31", time, time + 5);
      for (int step = 0; step < steps(rank); step++) {
        time += 10;
        text.call(task, "50000001:1", time, time + 1 + rank, "50100001:" + 8 * (step % 3));
      }
      time += 10;
      text.call(task, "50000003:32", time, time + 5);
      if (damaged.contains(rank)) {
        text.message(task, 1, time + 50, time + 60, time + 70, 8, 0);
      }
    }
    return text.write(into);
  }
}
