package io.github.tracecast.simulate.oracle;

import io.github.tracecast.simulate.*;
import java.util.List;

/** Looks at a replay as it goes on, and leaves out what it need not replay. */
interface Skipper {
  /**
   * Called whenever everybody waits for the engine.
   *
   * @param steps how much work the replay has been so far
   */
  void look(long steps);

  /** What was skipped, in the order in which it was first reached. */
  List<Skip> skips();
}
