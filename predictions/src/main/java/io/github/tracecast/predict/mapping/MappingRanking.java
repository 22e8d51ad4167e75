package io.github.tracecast.predict.mapping;

import io.github.tracecast.platform.Machine;
import io.github.tracecast.predict.output.Column;
import io.github.tracecast.simulate.result.Traffic;
import java.util.List;

/**
 * Mappings of a trace's ranks to nodes, sorted by predicted time.
 *
 * @param ranking the fastest mapping first
 * @param requested the mapping of {@code --mapping}, with which all other mappings are compared;
 *     for the default mapping, its name on this machine
 * @param bytes of all messages between different ranks
 * @param traffic bytes from each rank to each other rank, which do not depend on the mapping
 * @param fastestMachine the machine under the first mapping
 * @param requestedMachine the machine under the mapping of {@code --mapping}
 * @param warnings about links that the mapping would overload, and about the replay
 */
public record MappingRanking(
    List<Ranked> ranking,
    String requested,
    double bytes,
    Traffic traffic,
    Machine fastestMachine,
    Machine requestedMachine,
    List<String> warnings) {

  /**
   * A mapping and its predicted time.
   *
   * @param name a value for {@code --mapping}, {@link MappingSearch#TOPOLOGY} or {@link
   *     MappingSearch#GRAPH}
   * @param sameAs other names of the same placement
   * @param predictedSeconds the time at which the last rank ends
   * @param bytesTimesHops sum of bytes x hops over all messages, including the messages of
   *     collectives
   */
  public record Ranked(
      String name, List<String> sameAs, double predictedSeconds, double bytesTimesHops) {}

  /**
   * Returns the columns of the table of mappings. The row for the mapping of {@code --mapping} has
   * no gain.
   */
  public List<Column<Ranked>> columns() {
    Ranked own = own();
    return List.of(
        Column.name("mapping", "mapping", Ranked::name),
        new Column<>("same_as", "", Column.Kind.WORDS, Ranked::sameAs),
        Column.time("predicted_seconds", "time", Ranked::predictedSeconds),
        new Column<>("", "gain", Column.Kind.SHARE, ranked -> ranked == own ? null : gain(ranked)),
        new Column<>("bytes_times_hops", "bytes x hops", Column.Kind.COUNT, Ranked::bytesTimesHops),
        Column.ratio("hops_a_byte", "links per byte", this::hopsOfByte),
        new Column<>("", "same as", Column.Kind.WORDS, Ranked::sameAs));
  }

  /** Returns the fastest mapping. */
  public Ranked best() {
    return ranking.getFirst();
  }

  /** Returns the entry of the mapping of {@code --mapping}. */
  public Ranked own() {
    return ranking.stream()
        .filter(ranked -> ranked.name().equals(requested) || ranked.sameAs().contains(requested))
        .findFirst()
        .orElseThrow();
  }

  /** Returns the share of the time under {@code --mapping} that a mapping saves. */
  public double gain(Ranked ranked) {
    double own = own().predictedSeconds();
    return own == 0 ? 0 : 1 - ranked.predictedSeconds() / own;
  }

  /** Whether {@code --mapping} accepts the mapping by its name, without a file. */
  public boolean isNamed(String name) {
    return !name.equals(MappingSearch.TOPOLOGY) && !name.equals(MappingSearch.GRAPH);
  }

  /** Returns the average number of cables that a byte crosses; 0 if there are no bytes. */
  public double hopsOfByte(Ranked ranked) {
    return bytes == 0 ? 0 : ranked.bytesTimesHops() / bytes;
  }
}
