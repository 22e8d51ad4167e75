package io.github.tracecast.predict.model;

import io.github.tracecast.trace.Header;
import io.github.tracecast.trace.Provenance;
import io.github.tracecast.trace.Provenance.Counter;
import io.github.tracecast.trace.Provenance.Node;
import io.github.tracecast.trace.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Detects from a trace's provenance whether its recorded times include more than the program's own
 * work.
 */
public final class RecordingNoise {
  private static final String REMEDY =
      "; record with `counter cpu-time`, or on at least as many idle processors as ranks";

  private static final String OF_THREADS = " have threads";

  private RecordingNoise() {}

  /**
   * Returns warnings, the most serious first. Empty if the provenance is unknown, or if {@code
   * retime} has measured the times again.
   */
  public static List<String> of(Header header) {
    return header
        .provenance()
        .filter(provenance -> !header.isTimedAlone())
        .filter(provenance -> provenance.counter() == Counter.TIME)
        .map(provenance -> of(provenance, header.threads()))
        .orElse(List.of());
  }

  private static List<String> of(Provenance provenance, int threads) {
    List<Node> crowded = nodes(
        provenance,
        node -> node.usableProcessors() > 0
            && (long) node.ranks().size() * threads > node.usableProcessors());
    List<Node> waiting = nodes(provenance, node -> waited(node) && !crowded.contains(node));
    String remedy = REMEDY + (threads == 1 ? "" : OF_THREADS);
    List<String> warnings = new ArrayList<>();
    if (!crowded.isEmpty()) {
      Node first = crowded.getFirst();
      warnings.add("the recorded computation includes time in which ranks waited for a processor: "
          + Numbers.ranks(first.ranks().size(), threads) + " shared "
          + Numbers.counted(first.usableProcessors(), "processor") + " on " + first.host()
          + others(crowded) + remedy);
    }
    if (!waiting.isEmpty()) {
      Node first = waiting.getFirst();
      warnings.add(String.format(
          Locale.ROOT,
          "the recorded computation includes time in which ranks waited for a processor: %.0f%% of the run on %s, where"
              + " the load was %.1f before the run%s%s",
          100 * first.waitedShare().getAsDouble(),
          first.host(),
          first.load().orElse(0),
          others(waiting),
          remedy));
    }
    return warnings;
  }

  /**
   * Returns a warning if ranks shared processors in a recording of processor time. Processor time
   * excludes the time in which ranks wait for a processor, but not the cache misses that ranks on
   * one processor cause each other.
   */
  public static Optional<String> sharing(Header header) {
    return header
        .provenance()
        .filter(provenance -> provenance.counter() == Counter.CPU_TIME)
        .map(provenance -> nodes(provenance, RecordingNoise::waited))
        .filter(waiting -> !waiting.isEmpty() && !header.isTimedAlone())
        .map(waiting -> String.format(
            Locale.ROOT,
            "Ranks waited for a processor during %.0f%% of the run on %s%s. Processor time excludes this wait,"
                + " but ranks still slowed each other down; retime measures one rank at a time.",
            100 * waiting.getFirst().waitedShare().getAsDouble(),
            waiting.getFirst().host(),
            others(waiting)));
  }

  private static boolean waited(Node node) {
    return node.waitedShare().orElse(0) > Provenance.MOST_WAITED_SHARE;
  }

  private static List<Node> nodes(Provenance provenance, Predicate<Node> condition) {
    return provenance.nodes().stream().filter(condition).toList();
  }

  private static String others(List<Node> nodes) {
    return nodes.size() == 1
        ? ""
        : ", and similarly on " + Numbers.counted(nodes.size() - 1, "more node");
  }
}
