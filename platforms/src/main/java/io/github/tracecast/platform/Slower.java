package io.github.tracecast.platform;

import io.github.tracecast.platform.internal.Fabric;
import io.github.tracecast.platform.internal.NodeSlots;
import io.github.tracecast.platform.internal.RoutesOver;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Factors that make a machine slower: one factor each for the costs of MPI calls, latencies, times
 * per byte, gaps between messages, and copies in a rank's memory. A factor of 0 removes these
 * costs.
 *
 * @param compute factor on copies in memory; the trace's computation has a separate factor
 */
public record Slower(double compute, double overhead, double latency, double perByte, double gap) {
  /** Matches a number with its unit, as a term of a list, a sum or ranges of sizes. */
  private static final Pattern QUANTITY = Pattern.compile("[^ ,;:+]++");

  /** Precision of numbers in texts, 6 digits. */
  private static final MathContext DIGITS = new MathContext(6);

  /** Returns the platform with longer times. */
  public Platform platform(Platform fast) {
    return new Platform(
        fast.name(),
        fast.description(),
        fast.node().slower(compute, latency, perByte),
        new SlowerTopology(fast.topology(), latency, perByte),
        fast.mpi().slower(overhead, gap),
        fast.packets(),
        fast.tree().map(this::tree),
        fast.interrupt().map(it -> new InterruptNetwork(it.roundTripSeconds() * latency)),
        fast.collectives(),
        fast.names(),
        fast.power(),
        fast.provenance(),
        fast.figures());
  }

  /**
   * Returns the keys that the factors change, with new values. As values of {@code --set}, they
   * turn the fast machine into the slower machine. A changed time per byte of a link is written as
   * a bandwidth.
   */
  public Map<String, String> figures(Map<String, String> fast) {
    Map<String, String> slow = new TreeMap<>();
    fast.forEach((key, text) -> {
      String longer = longer(text, factor(key), isBandwidth(key));
      if (!longer.equals(text)) {
        slow.put(key, longer);
      }
    });
    return slow;
  }

  /** Returns the factor by which a key's times are multiplied and its bandwidths divided. */
  private double factor(String key) {
    return switch (key) {
      case "mpi.gap" -> gap;
      case "node.copy" -> compute;
      case "interrupt.round_trip" -> latency;
      default ->
        key.startsWith("mpi.")
            ? overhead
            : key.endsWith("_latency") ? latency : isBandwidth(key) ? perByte : 1;
    };
  }

  private static boolean isBandwidth(String key) {
    return key.endsWith("_bandwidth") || key.endsWith("_limiter");
  }

  /**
   * Multiplies the times and divides the bandwidths in a key's value by the factor. Sizes and
   * numbers without units stay unchanged.
   */
  private static String longer(String text, double factor, boolean bandwidth) {
    if (factor == 1) {
      return text;
    }
    return QUANTITY
        .matcher(text)
        .replaceAll(found -> Quantity.parse(found.group())
            .map(quantity -> switch (quantity.dimension()) {
              case TIME -> times(quantity, factor);
              case TIME_PER_BYTE ->
                bandwidth
                    ? times(quantity.asBandwidth(MathContext.DECIMAL64), 1 / factor)
                    : times(quantity, factor);
              case BANDWIDTH -> times(quantity, 1 / factor);
              default -> found.group();
            })
            .orElse(found.group()));
  }

  private static String times(Quantity quantity, double factor) {
    return quantity
        .with(quantity.number().multiply(BigDecimal.valueOf(factor)).round(DIGITS))
        .text();
  }

  private TreeNetwork tree(TreeNetwork fast) {
    return new TreeNetwork(
        fast.linkBytesPerSecond() / perByte,
        fast.hopLatencySeconds() * latency,
        fast.arity(),
        fast.packets(),
        fast.reducePasses(),
        fast.integerReducePasses());
  }

  /**
   * A topology with longer times on each link. The latency and bandwidth factors of MPI cannot
   * replace this class. The latency factor does not apply to the handshake of a rendezvous. The
   * bandwidth factor limits a single message, but not the messages that share a link.
   *
   * @param latency factor on the latencies of links
   * @param perByte factor on the time that a link takes for a byte
   */
  private record SlowerTopology(Topology fast, double latency, double perByte) implements Topology {
    @Override
    public String sizeKey() {
      return fast.sizeKey();
    }

    @Override
    public Fabric fit(Platform platform, int ranks, int needed) {
      Fabric fitted = fast.fit(platform, ranks, needed);
      return new Fabric(
          fitted.nodes(),
          fitted.shape(),
          fitted.wraps(),
          new Links(fitted.routes(), latency, perByte),
          fitted.rails());
    }

    @Override
    public NodeSlots slots() {
      return fast.slots();
    }

    @Override
    public boolean isEndless() {
      return fast.isEndless();
    }

    @Override
    public double injectionShare() {
      return fast.injectionShare();
    }

    @Override
    public boolean hasCentre() {
      return fast.hasCentre();
    }

    @Override
    public int simGridHost(Machine machine, int node) {
      return fast.simGridHost(machine, node);
    }

    /** SimGrid cannot express the topology, because its zones create links at their original speed. */
    @Override
    public Optional<String> beyondSimGrid() {
      return Optional.of("links that are slower by factors");
    }

    @Override
    public void writeZones(Machine machine, SimGridZones zones) {
      throw new IllegalStateException("SimGrid has no links that are slower by factors");
    }

    /** The routes of the fast topology over slower links. */
    private static final class Links extends RoutesOver {
      private final double latency;
      private final double perByte;

      Links(Routes fast, double latency, double perByte) {
        super(fast);
        this.latency = latency;
        this.perByte = perByte;
      }

      @Override
      public double linkBytesPerSecond(int link) {
        return super.linkBytesPerSecond(link) / perByte;
      }

      @Override
      public double linkLatencySeconds(int link) {
        return super.linkLatencySeconds(link) * latency;
      }

      @Override
      public double latencySeconds(int fromNode, int toNode) {
        return super.latencySeconds(fromNode, toNode) * latency;
      }

      @Override
      public double bandwidthBytesPerSecond(int fromNode, int toNode) {
        return super.bandwidthBytesPerSecond(fromNode, toNode) / perByte;
      }

      @Override
      public double bandwidthBytesPerSecond(int fromNode, int toNode, long bytes) {
        return super.bandwidthBytesPerSecond(fromNode, toNode, bytes) / perByte;
      }
    }
  }
}
