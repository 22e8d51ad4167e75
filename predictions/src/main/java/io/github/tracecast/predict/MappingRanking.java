package io.github.tracecast.predict;

import io.github.tracecast.platform.Machine;
import io.github.tracecast.simulate.Traffic;
import java.util.List;

/**
 * Mappings of a trace's ranks to nodes, ranked by predicted time.
 *
 * @param ranking the fastest mapping first
 * @param asked by what name {@code --mapping} asked for the one to compare with
 * @param bytes of all messages between different ranks
 * @param traffic who sent how much to whom, whatever the mapping
 * @param fastest the machine under the first mapping
 * @param usual the machine under the one that was asked for
 */
public record MappingRanking(
    List<Ranked> ranking,
    String asked,
    double bytes,
    Traffic traffic,
    Machine fastest,
    Machine usual) {

  /**
   * A mapping and what it is predicted to take.
   *
   * @param name as {@code --mapping} takes it, or {@link MappingSearch#GRAPH}
   * @param sameAs other names of the same nodes
   * @param predictedSeconds when the last rank ends
   * @param bytesTimesHops over all messages, those of collectives' algorithms included
   */
  public record Ranked(
      String name, List<String> sameAs, double predictedSeconds, double bytesTimesHops) {}

  /** The fastest one. */
  public Ranked best() {
    return ranking.getFirst();
  }

  /** The entry of the mapping that was asked for. */
  public Ranked own() {
    return ranking.stream()
        .filter(one -> one.name().equals(asked) || one.sameAs().contains(asked))
        .findFirst()
        .orElseThrow();
  }

  /** Over how many cables a byte goes in the mean; 0 where there are no bytes. */
  public double hopsOfByte(Ranked one) {
    return bytes == 0 ? 0 : one.bytesTimesHops() / bytes;
  }
}
