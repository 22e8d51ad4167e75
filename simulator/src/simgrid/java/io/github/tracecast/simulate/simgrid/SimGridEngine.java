package io.github.tracecast.simulate.simgrid;

import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.SimGridZones;
import io.github.tracecast.simulate.Picos;
import io.github.tracecast.simulate.engine.Engines;
import io.github.tracecast.simulate.engine.SimGridPlatform;
import io.github.tracecast.simulate.engine.TimingEngine;
import io.github.tracecast.simulate.flows.AlarmQueue;
import io.github.tracecast.trace.system.AtSignal;
import io.github.tracecast.trace.system.TemporaryFiles;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.simgrid.s4u.CallbackComm;
import org.simgrid.s4u.CallbackExec;
import org.simgrid.s4u.Comm;
import org.simgrid.s4u.Engine;
import org.simgrid.s4u.Exec;
import org.simgrid.s4u.Host;

/**
 * The timing engine over SimGrid: each message is a flow over the platform's routes, and flows
 * share links by SimGrid's network model.
 *
 * <p>There are no actors. The thread that runs the engine starts activities, also inside SimGrid's
 * callbacks. Alarms wait in a queue of this class. For the earliest alarm, the engine starts a
 * computation of its length, called bell, on a host without other use.
 *
 * <p>SimGrid is a singleton of its process, so a JVM can have one engine. One thread.
 */
public final class SimGridEngine extends TimingEngine {
  /** Handles signals until the engine is closed, because a signal may find a thread inside SimGrid. */
  private final AtSignal atSignal = AtSignal.run(NativeExit::skipDestructors);

  private final Engine engine;

  /** The host at which messages that cross links one after another wait for their receiver's link; null if messages share links. */
  private final @Nullable Host centre;

  private final Host[] hosts;
  private final Host clock;
  private final @Nullable Host treeFrom;
  private final @Nullable Host treeTo;
  private final LiveActivities flows = new LiveActivities();
  private final LiveActivities bells = new LiveActivities();

  /** The ends of the running bells. The earliest bell never ends after the earliest alarm. */
  private final AlarmQueue rings = new AlarmQueue();

  /**
   * For each token of a flow in progress, the time from its end to the arrival, such as a
   * collective's latency or a message's flight overhead.
   */
  private final Int2LongOpenHashMap afterFlow = new Int2LongOpenHashMap();

  @SuppressWarnings("NullAway.Init") // run() sets it before any use
  private Listener listener;

  /** The first exception inside a callback, because none may be thrown through SimGrid's native frames. */
  private @Nullable Throwable failure;

  /**
   * Loads the machine into SimGrid.
   *
   * @throws UnsatisfiedLinkError if SimGrid's library is not installed
   */
  public SimGridEngine(Machine machine) {
    super(machine, true);
    loadLibrary();
    SimGridPlatform platform = new SimGridPlatform(machine);
    String xml = platform.xml(); // refuses what SimGrid cannot express, before SimGrid starts
    List<String> arguments = new ArrayList<>(List.of("tracecast", "--log=root.thres:error"));
    platform.settings().forEach(setting -> arguments.add("--cfg=" + setting));
    this.engine = new Engine(arguments.toArray(String[]::new));
    TemporaryFiles.lend(".xml", xml, file -> engine.load_platform(file.toString()));
    engine.seal_platform(); // otherwise, a message at time 0 finds no limiter of its cabinet
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
    listen();
  }

  /** Loads SimGrid's library first, because SimGrid ends the JVM if it does not find it. */
  @SuppressWarnings("restricted") // the engine needs native calls
  private static void loadLibrary() {
    System.loadLibrary("simgrid");
    System.loadLibrary("simgrid-java");
  }

  @Override
  public void close() {
    atSignal.close();
  }

  @Override
  public String name() {
    return Engines.SIMGRID;
  }

  /** Adds the alarm again, after all other alarms of the later time. */
  @Override
  public void postpone(int token, long atPicos) {
    alarm(token, atPicos);
  }

  @Override
  protected void flow(int token, int fromNode, int toNode, long bytes, int without) {
    long overhead = overheadPicos(bytes);
    if (overhead > 0) {
      afterFlow.put(token, overhead);
    }
    Host from = without > 0 ? centre : hosts[fromNode % machine.nodes()];
    startFlow(token, Objects.requireNonNull(from), hosts[toNode % machine.nodes()], wireBytes(bytes));
  }

  @Override
  public void collective(int token, long bytes, long latencyPicos) {
    if (bytes == 0) {
      arrivesAfter(token, latencyPicos);
    } else {
      afterFlow.put(token, latencyPicos);
      startFlow(token, Objects.requireNonNull(treeFrom), Objects.requireNonNull(treeTo), bytes);
    }
  }

  private void startFlow(int token, Host from, Host to, long bytes) {
    flows.add(Comm.sendto_async(from, to, bytes), token);
  }

  private void listen() {
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
  }

  @Override
  public void run(Listener runListener) {
    listener = runListener;
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
      if (!afterFlow.isEmpty() && afterFlow.containsKey(token)) {
        arrivesAfter(token, afterFlow.remove(token));
      } else {
        listener.transferred(token);
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
        ring(listener);
      }
      windUp();
    } catch (Throwable e) {
      failure = e;
    }
  }

  /** Starts a bell for the earliest alarm, unless a running bell ends no later. */
  private void windUp() {
    long earliest = alarms.earliest();
    if (earliest < rings.earliest()) {
      rings.add(earliest, 0);
      Exec bell = Exec.init();
      bell.set_flops_amount(Math.max(1, earliest - now));
      bell.set_host(clock);
      bells.add(bell.detach(), 0); // starts the bell; the engine forgets it at its end
    }
  }
}
