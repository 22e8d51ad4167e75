package io.github.tracecast.simulate.simgrid;

import org.jspecify.annotations.Nullable;
import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.Packets;
import io.github.tracecast.platform.SimGridZones;
import io.github.tracecast.simulate.Picos;
import io.github.tracecast.simulate.engine.AlarmQueue;
import io.github.tracecast.simulate.engine.EvenUse;
import io.github.tracecast.simulate.engine.LinkSchedule;
import io.github.tracecast.simulate.engine.NodeMemory;
import io.github.tracecast.simulate.engine.SimGridPlatform;
import io.github.tracecast.simulate.engine.TimingEngine;
import io.github.tracecast.simulate.result.LinkUse;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.simgrid.s4u.CallbackComm;
import org.simgrid.s4u.CallbackExec;
import org.simgrid.s4u.Comm;
import org.simgrid.s4u.Engine;
import org.simgrid.s4u.Exec;
import org.simgrid.s4u.Host;

/**
 * SimGrid as a timing engine: each message is a flow over the platform's routes, so that flows share
 * links as SimGrid's network model says.
 *
 * <p>There are no actors. Activities are started from the thread that runs the engine, the next ones
 * inside SimGrid's callbacks. Alarms wait in a queue of our own; for the earliest of them, and whenever
 * an earlier one comes, one computation of that length is started on a host that has no other use.
 *
 * <p>SimGrid is a singleton of its process: one engine a JVM. One thread.
 */
public final class SimGridEngine implements TimingEngine {

  /** In the alarm queue: a transfer with this token ends, or its wait in the middle of the network does. */
  private static final int TRANSFER = 1 << 31;

  private final Engine engine;
  private final Machine machine;
  private final @Nullable Packets packets;

  /** Where messages wait that cross links one after another; null if none do. */
  private final @Nullable LinkSchedule turns;

  /** Where messages that cross links one after another wait for their receiver's; null if they share it. */
  private final @Nullable Host centre;

  /** Whether the machine's links carry any number of bytes at once. */
  private final boolean endless;

  private final Host[] hosts;
  private final Host clock;
  private final @Nullable Host treeFrom;
  private final @Nullable Host treeTo;
  private final LiveActivities flows = new LiveActivities();
  private final LiveActivities bells = new LiveActivities();
  private final AlarmQueue alarms = new AlarmQueue();

  /** The times at which the running bells will ring. The earliest bell never rings after the earliest alarm. */
  private final AlarmQueue rings = new AlarmQueue();

  /** For each token, the time that follows the flow under way, such as a collective's latency or a message's flight overhead. */
  private final Int2LongOpenHashMap afterFlow = new Int2LongOpenHashMap();

  /** For each token, the bytes that still have to cross the receiver's link. */
  private final Int2ObjectOpenHashMap<Waiting> waiting = new Int2ObjectOpenHashMap<>();

  /** Reports the use of links; null if nobody asks. */
  private @Nullable EvenUse use;

  @SuppressWarnings("NullAway.Init") // run() sets it first
  private Listener listener;

  /** The first failure inside a callback: nothing may be thrown through SimGrid's native frames. */
  private @Nullable Throwable failure;

  private long now;

  /**
   * Loads the machine into SimGrid.
   *
   * @throws UnsatisfiedLinkError if SimGrid's library is not there
   */
  public SimGridEngine(Machine machine) {
    loadLibrary();
    this.machine = machine;
    this.packets = machine.platform().packets().orElse(null);
    this.turns = machine.platform().mpi().inTurnLimitBytes() > 0 ? new LinkSchedule(machine) : null;
    this.endless = machine.platform().topology().isEndless();
    SimGridPlatform platform = new SimGridPlatform(machine);
    String xml = platform.xml(); // refuses what SimGrid cannot have, before SimGrid begins
    List<String> arguments = new ArrayList<>(List.of("tracecast", "--log=root.thres:error"));
    platform.settings().forEach(setting -> arguments.add("--cfg=" + setting));
    this.engine = new Engine(arguments.toArray(String[]::new));
    load(xml);
    this.hosts = new Host[machine.nodes()];
    for (int rank = 0; rank < machine.ranks(); rank++) {
      int node = machine.nodeOf(rank);
      if (hosts[node] == null) {
        hosts[node] = engine.host_by_name(platform.host(node));
      }
    }
    this.clock = engine.host_by_name(SimGridPlatform.CLOCK);
    this.centre = machine.hasCentre() ? engine.host_by_name(SimGridZones.CENTRE) : null;
    boolean tree = machine.platform().tree().isPresent();
    this.treeFrom = tree ? engine.host_by_name(SimGridPlatform.TREE_FROM) : null;
    this.treeTo = tree ? engine.host_by_name(SimGridPlatform.TREE_TO) : null;
  }

  /** SimGrid itself would end the JVM if it did not find its library. */
  @SuppressWarnings("restricted") // native code is what this engine is about
  private static void loadLibrary() {
    System.loadLibrary("simgrid");
    System.loadLibrary("simgrid-java");
  }

  private void load(String xml) {
    try {
      Path file = Files.createTempFile("tracecast-", ".xml");
      try {
        Files.writeString(file, xml);
        engine.load_platform(file.toString());
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot hand the platform to SimGrid", e);
    }
  }

  @Override
  public String name() {
    return "simgrid";
  }

  @Override
  public long nowPicos() {
    return now;
  }

  @Override
  public void alarm(int token, long atPicos) {
    alarms.add(atPicos, token);
  }

  @Override
  public void alarmLast(int token, long atPicos, int rank, long number) {
    alarms.addLast(atPicos, rank, number, token);
  }

  @Override
  public long leave(int fromNode, int toNode, long bytes) {
    LinkSchedule schedule = schedule(bytes);
    return schedule == null ? now : schedule.leave(fromNode, toNode, bytes, now);
  }

  /** Where messages of a size wait, if they cross links in turn. */
  private @Nullable LinkSchedule schedule(long bytes) {
    return bytes <= machine.platform().mpi().inTurnLimitBytes() ? turns : null;
  }

  @Override
  public void report(LinkUse linkUse) {
    use = new EvenUse(machine, linkUse);
  }

  @Override
  public void transfer(int token, int fromNode, int toNode, long bytes) {
    if (machine.isLocal(fromNode, toNode)) {
      alarms.add(later(NodeMemory.picos(machine, fromNode, toNode, bytes)), token | TRANSFER);
      return;
    }
    long onWire = packets == null ? bytes : packets.wireBytes(bytes);
    long overhead = Picos.ofSeconds(machine.platform().mpi().flightOverhead().seconds(bytes));
    if (onWire > 0 && !endless) {
      if (overhead > 0) {
        afterFlow.put(token, overhead);
      }
      cross(token, fromNode, toNode, bytes, onWire);
    } else {
      long picos = Picos.ofSeconds(latencySeconds(fromNode, toNode, bytes));
      alarms.add(later(Picos.sum(picos, overhead, "on the network")), token | TRANSFER);
    }
  }

  /**
   * Sends a message over its links. If a message waits for its receiver's link, it waits in the
   * middle of the network. Its own node's link, which it reserved, then serves the next message.
   */
  private void cross(int token, int fromNode, int toNode, long bytes, long onWire) {
    LinkSchedule schedule = centre == null ? null : schedule(bytes);
    long wait = schedule == null ? 0 : schedule.deliver(fromNode, toNode, bytes, now);
    if (wait > 0) {
      double latency = machine.routes().linkLatencySeconds(2 * fromNode)
          * machine.platform().mpi().latencyFactor().at(bytes);
      waiting.put(token, new Waiting(fromNode, toNode, bytes, onWire));
      if (use != null) {
        use.serves(fromNode, toNode, bytes, now);
      }
      alarms.add(
          later(Picos.sum(wait, Picos.ofSeconds(latency), "on the network")), token | TRANSFER);
    } else {
      if (use != null) {
        use.starts(token, fromNode, toNode, bytes, 0, now);
      }
      flow(token, hosts[fromNode % machine.nodes()], hosts[toNode % machine.nodes()], onWire);
    }
  }

  @Override
  public void collective(int token, long bytes, long latencyPicos) {
    if (bytes == 0) {
      alarms.add(later(latencyPicos), token | TRANSFER);
    } else {
      afterFlow.put(token, latencyPicos);
      flow(token, Objects.requireNonNull(treeFrom), Objects.requireNonNull(treeTo), bytes);
    }
  }

  private long later(long picos) {
    return Picos.sum(now, picos, "on the network");
  }

  private void flow(int token, Host from, Host to, long bytes) {
    flows.add(Comm.sendto_async(from, to, bytes), token);
  }

  /**
   * What a message takes that is in nobody's way: one of nothing, for which SimGrid would take no latency factor, and one over
   * links of endless bandwidth, which SimGrid does not know.
   */
  private double latencySeconds(int fromNode, int toNode, long bytes) {
    return machine.routes().latencySeconds(fromNode, toNode)
        * machine.platform().mpi().latencyFactor().at(bytes);
  }

  @Override
  public void run(Listener runListener) {
    listener = runListener;
    Comm.on_completion_cb(new CallbackComm() {
      @Override
      public void run(Comm comm) {
        if (failure == null) {
          flowEnded(comm);
        }
      }
    });
    Exec.on_completion_cb(new CallbackExec() {
      @Override
      public void run(Exec exec) {
        if (failure == null) {
          bellRang(exec);
        }
      }
    });
    windUp();
    engine.run();
    if (failure != null) {
      throw rethrown(failure);
    }
  }

  private static RuntimeException rethrown(Throwable failure) {
    if (failure instanceof Error error) {
      throw error;
    }
    return (RuntimeException) failure;
  }

  private void flowEnded(Comm comm) {
    try {
      int token = flows.end(comm);
      now = Math.max(now, Picos.ofSeconds(Engine.get_clock()));
      if (use != null) {
        use.ends(token, now);
      }
      if (!afterFlow.isEmpty() && afterFlow.containsKey(token)) {
        alarms.add(later(afterFlow.remove(token)), token | TRANSFER);
      } else {
        listener.arrived(token);
      }
      windUp();
    } catch (Throwable e) {
      failure = e;
    }
  }

  private void bellRang(Exec exec) {
    try {
      bells.end(exec);
      now = Math.max(now, rings.earliest());
      rings.remove();
      while (alarms.earliest() <= now) {
        int token = alarms.remove();
        if (token < 0) {
          ended(token & ~TRANSFER);
        } else {
          listener.alarm(token);
        }
      }
      windUp();
    } catch (Throwable e) {
      failure = e;
    }
  }

  private void ended(int token) {
    Waiting message = waiting.isEmpty() ? null : waiting.remove(token);
    if (message == null) {
      listener.arrived(token);
    } else {
      if (use != null) {
        use.starts(token, message.fromNode, message.toNode, message.bytes, 1, now);
      }
      flow(token, Objects.requireNonNull(centre), hosts[message.toNode % machine.nodes()], message.wireBytes);
    }
  }

  /** Makes sure that a bell rings for the earliest alarm. */
  private void windUp() {
    boolean goesOn = true;
    while (goesOn && alarms.isEmpty() && rings.isEmpty() && flows.isEmpty()) {
      goesOn = listener.idle();
    }
    long earliest = alarms.earliest();
    if (earliest < rings.earliest()) {
      rings.add(earliest, 0);
      Exec bell = Exec.init();
      bell.set_flops_amount(Math.max(1, earliest - now));
      bell.set_host(clock);
      bells.add(
          bell.detach(), 0); // this starts it, and the engine then forgets it when it has rung
    }
  }

  @Override
  public void close() {}

  /** A message in the middle of the network. */
  private record Waiting(int fromNode, int toNode, long bytes, long wireBytes) {}
}
