package io.github.tracecast.simulate;

import io.github.tracecast.platform.CollectiveRules;
import io.github.tracecast.platform.InterruptNetwork;
import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.TreeNetwork;
import io.github.tracecast.simulate.collective.Algorithms;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Collectives: by the platform's rules each goes over a network of its own or point to point.
 *
 * <p>On a network of its own a collective starts when its last rank is there and ends for all ranks at
 * once. One thread.
 */
final class Collectives {
  private static final String TREE = "tree";
  private static final String INTERRUPT = "interrupt";

  /** Told once when a rank's collective has ended, possibly before {@link #start} returns. */
  interface Ending {
    /**
     * @param picos the rank's time of the end
     * @param overheadPicos what of it the rank itself spent on sending and receiving
     */
    void at(long picos, long overheadPicos);
  }

  /** A collective that gathers its ranks, and later runs on its network. */
  private static final class Gathering {
    final String network;
    final long latencyPicos;
    final List<Ending> members = new ArrayList<>();
    long bytes;
    long latest;

    Gathering(String network, long latencyPicos) {
      this.network = network;
      this.latencyPicos = latencyPicos;
    }
  }

  private record Key(int communicator, int number) {}

  private final Machine machine;
  private final TimingEngine engine;
  private final PointToPoint transport;
  private final Long2IntOpenHashMap numbers = new Long2IntOpenHashMap();
  private final Map<Key, Gathering> gatherings = new HashMap<>();
  private final List<Gathering> gathered = new ArrayList<>();
  private final List<Integer> freeRows = new ArrayList<>();

  Collectives(Machine machine, TimingEngine engine, PointToPoint transport) {
    this.machine = machine;
    this.engine = engine;
    this.transport = transport;
  }

  /** There is one wherever a rule names it. */
  private TreeNetwork tree() {
    return machine.platform().tree().orElseThrow();
  }

  /**
   * Starts a rank's part.
   *
   * @param clock the rank's time
   */
  void start(CollectiveArguments call, int rank, long clock, Ending ending) {
    int number = numbers.addTo((long) call.communicator() << Channels.RANK_BITS | rank, 1);
    if (call.size() == 1) {
      ending.at(clock, 0);
      return;
    }
    String algorithm = choose(call);
    if (algorithm.equals(TREE) || algorithm.equals(INTERRUPT)) {
      join(call, algorithm, number, clock, ending);
    } else {
      new CollectiveTask(
              transport,
              call,
              Algorithms.named(call.operation(), algorithm),
              rank,
              2 * call.communicator() + 1,
              number,
              clock,
              ending)
          .start();
    }
  }

  private String choose(CollectiveArguments call) {
    CollectiveRules rules = machine.platform().collectives();
    return rules.choose(call.operation().key(), call.ruleBytes(), call.size(), call.worldLike());
  }

  private void join(CollectiveArguments call, String network, int number, long clock, Ending ending) {
    Key key = new Key(call.communicator(), number);
    Gathering gathering = gatherings.computeIfAbsent(key, k -> gathering(call, network));
    gathering.members.add(ending);
    gathering.bytes = Math.max(gathering.bytes, throughNetwork(call));
    gathering.latest = Math.max(gathering.latest, clock);
    if (gathering.members.size() == call.size()) {
      gatherings.remove(key);
      engine.alarm(
          Token.of(Token.GATHERED, addRow(gathering)), Math.max(gathering.latest, engine.nowPicos()));
    }
  }

  private Gathering gathering(CollectiveArguments call, String network) {
    if (network.equals(INTERRUPT)) {
      double roundTrip =
          machine.platform().interrupt().map(InterruptNetwork::roundTripSeconds).orElseThrow();
      return new Gathering(network, Picos.ofSeconds(roundTrip));
    }
    double oneWay = tree().oneWaySeconds(machine.nodes());
    return switch (call.operation()) {
      case BCAST, SCATTER, SCATTERV, REDUCE, GATHER, GATHERV ->
          new Gathering(network, Picos.ofSeconds(oneWay));
      default -> new Gathering(network, Picos.ofSeconds(2 * oneWay));
    };
  }

  private long throughNetwork(CollectiveArguments call) {
    return switch (call.operation()) {
      case REDUCE, ALLREDUCE, REDUCE_SCATTER, REDUCE_SCATTER_BLOCK, SCAN, EXSCAN -> {
        int passes = call.floatingPoint() ? tree().reducePasses() : tree().integerReducePasses();
        yield Math.multiplyExact(call.throughRoot(), (long) passes);
      }
      default -> call.throughRoot();
    };
  }

  private int addRow(Gathering gathering) {
    if (freeRows.isEmpty()) {
      gathered.add(gathering);
      return gathered.size() - 1;
    }
    int row = freeRows.removeLast();
    gathered.set(row, gathering);
    return row;
  }

  /** The last rank's time has come. */
  void gathered(int row) {
    Gathering gathering = gathered.get(row);
    if (gathering.network.equals(INTERRUPT)) {
      engine.alarm(Token.of(Token.NETWORK, row), engine.nowPicos() + gathering.latencyPicos);
    } else {
      engine.collective(Token.of(Token.NETWORK, row), gathering.bytes, gathering.latencyPicos);
    }
  }

  /** The network has done its work. */
  void ended(int row) {
    Gathering gathering = gathered.set(row, null);
    freeRows.add(row);
    long now = engine.nowPicos();
    gathering.members.forEach(member -> member.at(now, 0));
  }

  /** Collectives on networks of their own that some ranks have not come to. */
  int incomplete() {
    return gatherings.size();
  }
}
