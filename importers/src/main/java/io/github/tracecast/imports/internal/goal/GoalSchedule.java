package io.github.tracecast.imports.internal.goal;

import io.github.tracecast.compress.Compressor;
import java.io.IOException;

/**
 * A GOAL schedule as text or in binary form. {@link #ranks} must be called before {@link #read}.
 */
interface GoalSchedule {
  int ranks() throws IOException;

  /** Reads the operations of all ranks into a compressor. */
  void read(Compressor compressor) throws IOException;
}
