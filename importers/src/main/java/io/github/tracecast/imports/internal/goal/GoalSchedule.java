package io.github.tracecast.imports.internal.goal;

import io.github.tracecast.compress.Compressor;
import java.io.IOException;

/** A schedule in one of its two forms. {@link #ranks} is called first. */
interface GoalSchedule {
  int ranks() throws IOException;

  /** Reads all ranks. */
  void read(Compressor compressor) throws IOException;
}
