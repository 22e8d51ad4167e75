package io.github.tracecast.simulate.fastforward;

import io.github.tracecast.simulate.Skip;
import java.util.List;

/** Watches a running replay and skips the parts that it need not replay. */
public interface FastForwarding {
  /**
   * The replay calls this whenever all ranks wait for the engine.
   *
   * @param steps work of the replay so far
   */
  void look(long steps);

  /** The skipped iterations, in the order in which the replay first reached them. */
  List<Skip> skips();
}
