package io.github.tracecast.trace;

import java.util.Objects;

/**
 * The values of one group of ranks.
 *
 * @param ranks the ranks of the group, at least one
 */
public record Piece(RankList ranks, Sequence sequence) {
  public Piece {
    Objects.requireNonNull(sequence);
    if (ranks.isEmpty()) {
      throw TraceException.at("value", "an empty rank list", "at least one rank");
    }
  }
}
