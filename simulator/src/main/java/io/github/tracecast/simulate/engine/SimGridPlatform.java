package io.github.tracecast.simulate.engine;

import io.github.tracecast.platform.Factor;
import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.MpiCosts;
import io.github.tracecast.platform.PlatformException;
import io.github.tracecast.platform.SimGridZones;
import io.github.tracecast.platform.Topology;
import java.util.ArrayList;
import java.util.List;

/**
 * A machine in SimGrid's form: a platform file and settings.
 *
 * <p>The platform also has a host without a network, {@value #CLOCK}, on which one operation takes
 * one picosecond. A collective network is modelled as two hosts, joined by a link of the network's
 * bandwidth. If messages cross the links of a star one after another, the star has a host in its
 * middle, {@link SimGridZones#CENTRE}.
 */
public record SimGridPlatform(Machine machine) {
  /** The host whose operations are alarms, each of which ends when the alarm is due. */
  public static final String CLOCK = "clock";

  /** Hosts at the ends of the collective network's link. */
  public static final String TREE_FROM = "tree-from";

  public static final String TREE_TO = "tree-to";

  /** The name of a node's host in SimGrid. */
  public String host(int node) {
    return SimGridZones.HOST + machine.platform().topology().simGridHost(machine, node);
  }

  /**
   * Settings ({@code --cfg}) that make SimGrid use only the platform's own numbers, and solve all
   * shares again at each change. SimGrid's default solver misses some changes, see
   * docs/design/simgrid-solver.md.
   */
  public List<String> settings() {
    MpiCosts mpi = machine.platform().mpi();
    return List.of(
        "network/model:CM02",
        "network/optim:Full",
        "network/maxmin-selective-update:no",
        "network/crosstraffic:" + (mpi.crossTraffic() ? 1 : 0),
        "network/TCP-gamma:0",
        "network/weight-S:0",
        "network/latency-factor:" + factor(mpi.latencyFactor(), 1),
        "network/bandwidth-factor:" + factor(mpi.bandwidthFactor(), injectionShare()),
        "precision/timing:1e-12");
  }

  private static String factor(Factor factor, double share) {
    List<String> segments = new ArrayList<>();
    long[] fromBytes = factor.fromBytes();
    double[] values = factor.values();
    for (int i = 0; i < values.length; i++) {
      // SimGrid applies a segment to sizes above its stated size, so the stated size is 1 less.
      segments.add(
          Math.max(0, fromBytes[i] - 1) + ":" + Math.max(SimGridZones.SMALLEST, values[i] * share));
    }
    return String.join(";", segments);
  }

  private double injectionShare() {
    return machine.platform().topology().injectionShare();
  }

  /**
   * The text of SimGrid's platform file.
   *
   * @throws PlatformException if SimGrid cannot express the machine
   */
  public String xml() {
    Topology topology = machine.platform().topology();
    topology.beyondSimGrid().ifPresent(what -> {
      throw new PlatformException(machine.platform().name() + ": found " + what
          + ", whose routes no zone of SimGrid has; expected `engine flows` or `engine loggp`");
    });
    SimGridZones zones = new SimGridZones();
    topology.writeZones(machine, zones);
    zones.zone("<zone id=\"alarms\" routing=\"None\"><host id=\"" + CLOCK
        + "\" speed=\"1000000000000f\" core=\"100000000\"/></zone>\n");
    // the division cancels the bandwidth factor that SimGrid applies to all links
    machine
        .platform()
        .tree()
        .map(tree -> tree.payloadBytesPerSecond() / injectionShare())
        .ifPresent(bytesPerSecond -> zones.zone(collectiveNetwork(bytesPerSecond)));
    return "<?xml version='1.0'?>\n<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
        + "<platform version=\"4.1\">\n<zone id=\"world\" routing=\"Full\">\n"
        + zones.xml()
        + "</zone>\n</platform>\n";
  }

  private static String collectiveNetwork(double bytesPerSecond) {
    return "<zone id=\"tree\" routing=\"Full\"><host id=\"" + TREE_FROM
        + "\" speed=\"1Gf\"/><host id=\"" + TREE_TO + "\" speed=\"1Gf\"/>"
        + SimGridZones.linkXml("tree-link", bytesPerSecond, 0, "SHARED")
        + "<route src=\"" + TREE_FROM + "\" dst=\"" + TREE_TO
        + "\" symmetrical=\"NO\"><link_ctn id=\"tree-link\"/></route></zone>\n";
  }
}
