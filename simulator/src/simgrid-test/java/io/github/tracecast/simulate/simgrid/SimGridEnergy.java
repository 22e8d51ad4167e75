package io.github.tracecast.simulate.simgrid;

import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.MappingSpec;
import io.github.tracecast.platform.Platform;
import io.github.tracecast.platform.PlatformCatalogue;
import io.github.tracecast.platform.power.Power;
import io.github.tracecast.simulate.engine.SimGridPlatform;
import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.simgrid.s4u.Actor;
import org.simgrid.s4u.Comm;
import org.simgrid.s4u.Engine;
import org.simgrid.s4u.Host;
import org.simgrid.s4u.Link;
import org.simgrid.s4u.SimgridException;

/**
 * Replays time-independent actions by one SimGrid actor a rank, and prints what SimGrid's plugins
 * for the energy of hosts and links add up: seconds, joules of hosts, joules of links.
 */
public final class SimGridEnergy {
  private static final int LONGEST_NAME = 1000;

  private SimGridEnergy() {}

  /** @param arguments machine file, mapping, file of actions */
  @SuppressWarnings("restricted") // native calls
  public static void main(String[] arguments) throws Throwable {
    Platform platform = PlatformCatalogue.load(arguments[0], Map.of());
    List<String[]> actions = Files.readString(Path.of(arguments[2]))
        .lines()
        .map(line -> line.split(" "))
        .toList();
    int ranks =
        1 + actions.stream().mapToInt(words -> Integer.parseInt(words[0])).max().orElse(0);
    Machine machine = Machine.fit(platform, ranks, MappingSpec.parse(arguments[1]));
    Power power = platform.power().orElseThrow();

    System.loadLibrary("simgrid");
    System.loadLibrary("simgrid-java");
    SimGridPlatform names = new SimGridPlatform(machine);
    List<String> words = new ArrayList<>(List.of("energy", "--log=root.thres:error"));
    names.settings().forEach(setting -> words.add("--cfg=" + setting));
    Engine engine = new Engine(words.toArray(String[]::new));
    engine.plugin_host_energy_init();
    engine.plugin_link_energy_init();
    load(engine, withPower(names.xml(), power, platform.node().physicalCores()));
    List<Link> cables = links(engine);
    for (Link cable : cables) {
      cable.set_property(
          "wattage_range", power.link().idleWatts() + ":" + power.link().busyWatts());
    }
    engine.seal_platform();
    Host[] hosts = new Host[machine.nodes()];
    for (int node = 0; node < hosts.length; node++) {
      hosts[node] = engine.host_by_name(names.host(node));
    }
    for (int rank = 0; rank < ranks; rank++) {
      String number = Integer.toString(rank);
      engine.add_actor(
          number,
          hosts[machine.nodeOf(rank)],
          new Rank(number, actions.stream().filter(one -> one[0].equals(number)).toList()));
    }
    engine.run();
    double ofHosts = Arrays.stream(hosts).mapToDouble(Host::get_consumed_energy).sum();
    double ofLinks = 0;
    for (Link cable : cables) {
      ofLinks += joules(cable);
    }
    System.out.println(Engine.get_clock() + " " + ofHosts + " " + ofLinks);
  }

  private static String withPower(String xml, Power power, int cores) {
    String watts = power.idleWatts() + ":" + power.idleWatts() + ":" + power.busyWatts();
    StringBuilder text = new StringBuilder();
    for (String line : xml.split("\n")) {
      if (line.startsWith("<zone id=\"alarms\"")) {
        continue; // no part of the machine
      }
      text.append(
              line.startsWith("<cluster")
                  ? line.replace("speed=\"1Gf\"", "speed=\"1Gf\" core=\"" + cores + "\"")
                      .replace(
                          "/>",
                          "><prop id=\"wattage_per_state\" value=\"" + watts + "\"/></cluster>")
                  : line)
          .append('\n');
    }
    return text.toString();
  }

  private static void load(Engine engine, String xml) throws IOException {
    Path file = Files.createTempFile("energy", ".xml");
    try {
      engine.load_platform(Files.writeString(file, xml).toString());
    } finally {
      Files.delete(file);
    }
  }

  /** All links. The bindings have a method for them too, which ends the process in SimGrid 4.0. */
  @SuppressWarnings("restricted") // a native call
  private static List<Link> links(Engine engine) throws Throwable {
    int count = (int) function("sg_link_count", ValueLayout.JAVA_INT).invokeExact();
    MemorySegment all =
        (MemorySegment) function("sg_link_list", ValueLayout.ADDRESS).invokeExact();
    MethodHandle name = function("sg_link_get_name", ValueLayout.ADDRESS, ValueLayout.ADDRESS);
    List<Link> links = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      MemorySegment link = all.reinterpret(ValueLayout.ADDRESS.byteSize() * count)
          .getAtIndex(ValueLayout.ADDRESS, i);
      String text =
          ((MemorySegment) name.invokeExact(link)).reinterpret(LONGEST_NAME).getString(0);
      if (!text.contains("loopback")) {
        links.add(engine.link_by_name(text));
      }
    }
    return links;
  }

  /** The energy of a link, for which the bindings have no method. */
  private static double joules(Link link) throws Throwable {
    return (double)
        function("sg_link_get_consumed_energy", ValueLayout.JAVA_DOUBLE, ValueLayout.ADDRESS)
            .invokeExact(MemorySegment.ofAddress(LinkPointer.of(link)));
  }

  @SuppressWarnings("restricted") // a native call
  private static MethodHandle function(
      String name, MemoryLayout result, MemoryLayout... arguments) {
    return Linker.nativeLinker()
        .downcallHandle(
            SymbolLookup.loaderLookup().find(name).orElseThrow(),
            FunctionDescriptor.of(result, arguments));
  }

  /** The address of a link's native object. */
  private static final class LinkPointer extends Link {
    private LinkPointer() {
      super(0, false);
    }

    static long of(Link link) {
      return getCPtr(link);
    }
  }

  private static final class Rank extends Actor {
    private final String rank;
    private final List<String[]> actions;

    Rank(String rank, List<String[]> actions) {
      this.rank = rank;
      this.actions = actions;
    }

    @Override
    public void run() throws SimgridException {
      Engine engine = get_engine();
      List<Comm> pending = new ArrayList<>();
      for (String[] action : actions) {
        switch (action[1]) {
          case "init", "finalize" -> {}
          case "compute" -> execute(Double.parseDouble(action[2]));
          case "send" ->
            engine
                .mailbox_by_name(rank + ">" + action[2])
                .put("message", Long.parseLong(action[4]));
          case "irecv" ->
            pending.add(engine.mailbox_by_name(action[2] + ">" + rank).get_async());
          case "waitall" -> {
            for (Comm comm : pending) {
              comm.await();
            }
            pending.clear();
          }
          default -> throw new IllegalArgumentException(action[1]);
        }
      }
    }
  }
}
