package io.github.tracecast.simulate.lowering;

import io.github.tracecast.decompress.ExecutedCall;
import io.github.tracecast.platform.collective.Algorithm;
import io.github.tracecast.platform.collective.Algorithms;
import io.github.tracecast.platform.collective.Operation;
import io.github.tracecast.simulate.calls.CollectiveArguments;
import io.github.tracecast.simulate.calls.CollectiveChoice;
import io.github.tracecast.simulate.lanes.Share;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntSet;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntToLongFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Translates a blocking or non-blocking collective into instructions, which are either the messages
 * of its algorithm or a synchronisation on the separate network. Without a machine, all ranks of
 * the communicator synchronise, which takes no time. One thread.
 */
final class CollectiveLowering {
  /** The algorithm's name in a replay without a machine. */
  private static final String MEETING = "none";

  private final CollectiveChoice[] choices;
  private final ProgramDraft draft;
  private final CollectiveTable table;
  private final CodeBuffer code;

  /** The communicators whose collectives share the tree network. */
  private final IntSet shares = new IntOpenHashSet();

  /** The instructions of the current rank's earlier collectives, to be copied for equal collectives. */
  private final Map<Form, Lowered> lowered = new HashMap<>();

  private int loweredRank = -1;

  /** The instructions from one position (inclusive) to another (exclusive). */
  private record Lowered(int from, int to) {}

  /** All properties on which the messages of one rank depend in a collective with equal blocks. */
  private record Form(
      String algorithm,
      Operation operation,
      int communicator,
      int root,
      long bytes,
      long ownBytes,
      boolean floatingPoint) {
    /** Returns the form of a call; null if its blocks may have different sizes. */
    static @Nullable Form of(CollectiveArguments call, String algorithm) {
      return call.isUniform()
          ? new Form(
              algorithm,
              call.operation(),
              call.communicator(),
              call.root(),
              call.bytes(),
              call.ownBytes(),
              call.floatingPoint())
          : null;
    }
  }

  CollectiveLowering(ProgramDraft draft) {
    this.draft = draft;
    this.table = draft.collectives;
    this.code = draft.code;
    this.choices = draft.lanes.stream()
        .map(lane -> new CollectiveChoice(lane.machine()))
        .toArray(CollectiveChoice[]::new);
  }

  /** Whether collectives of several communicators share the tree network and may overlap. */
  boolean sharesByTime() {
    return draft.overlap && shares.size() > 1;
  }

  private String algorithm(CollectiveArguments call) {
    return choices.length == 0
        ? MEETING
        : CollectiveChoice.algorithm(choices[0].machine().platform().collectives(), call);
  }

  private int signature(CollectiveArguments call, String algorithm) {
    String root = call.firstGroup() > 0 ? "in one of two groups" : Integer.toString(call.root());
    return table.signatures.of(
        call.operation().key() + " (root " + root + ", sizes for algorithm " + algorithm + ")");
  }

  /** Emits one rank's instructions for a collective; a non-blocking one creates a request. */
  void lower(CollectiveArguments call, ExecutedCall p, boolean nonblocking) {
    if (call.size() == 1) {
      if (nonblocking) {
        code.add(Op.OVER);
      }
      return;
    }
    String algorithm = algorithm(call);
    int meeting = table.communicators.of(call.communicator());
    int signature = signature(call, algorithm);
    code.add(Op.MEET, draft.address(table.members.of(meeting, p.rank())), meeting, signature);
    int fork = code.position();
    if (nonblocking) {
      code.add(Op.FORK, 0);
    }
    if (choices.length == 0) {
      int none = row(Share.LATENCY, p, k -> 0);
      code.add(Op.COLLECTIVE_NETWORK, none, none, 0, 0, 0);
    } else if (Algorithms.isNetwork(algorithm)) {
      network(call, p, algorithm, meeting);
    } else {
      messages(call, p, algorithm);
    }
    if (nonblocking) {
      code.add(Op.HALT);
      code.set(fork + 1, code.position() - fork);
    }
  }

  private void network(CollectiveArguments call, ExecutedCall p, String network, int meeting) {
    int busy = row(Share.BANDWIDTH, p, k -> choices[k].busyPicos(call, network));
    int latency = row(Share.LATENCY, p, k -> choices[k].latencyPicos(call.operation(), network));
    boolean shared = network.equals(Algorithms.TREE); // concurrent collectives share the tree
    if (shared) {
      shares.add(meeting);
    }
    long bytes = choices[0].throughNetwork(call, network);
    code.add(
        Op.COLLECTIVE_NETWORK, busy, latency, shared ? 1 : 0, (int) (bytes >>> 32), (int) bytes);
  }

  /** Emits work of a rank within a call. The work takes the given time on each lane. */
  void work(ExecutedCall p, IntToLongFunction picos) {
    code.add(Op.COPY, row(Share.COMPUTE, p, picos));
  }

  private int row(Share share, ExecutedCall p, IntToLongFunction times) {
    return draft.row(draft.collectiveTimes, share, p, times);
  }

  private void messages(CollectiveArguments call, ExecutedCall p, String name) {
    Form form = draft.figures.follow() ? null : Form.of(call, name);
    Lowered known = form == null ? null : known(p.rank(), form);
    if (known != null) {
      code.copy(known.from(), known.to());
      return;
    }
    int from = code.position();
    Algorithm algorithm = Algorithms.named(call.operation(), name);
    long allocated = algorithm.allocatedBytes(call, call.vectorBytes());
    ToLongFunction<CollectiveChoice> own =
        choice -> choice.copyPicos(call) + choice.freshMemoryPicos(allocated);
    if (Arrays.stream(choices).anyMatch(choice -> own.applyAsLong(choice) > 0)) {
      code.add(Op.COPY, row(Share.OVERHEAD, p, k -> own.applyAsLong(choices[k])));
    }
    RoundLowering rounds = new RoundLowering(call, p, draft, choices);
    for (int time = choices[0].times(call); time > 0; time--) {
      rounds.lower(algorithm);
    }
    if (form != null) {
      lowered.put(form, new Lowered(from, code.position()));
    }
  }

  private @Nullable Lowered known(int rank, Form form) {
    if (rank != loweredRank) {
      loweredRank = rank;
      lowered.clear();
    }
    return lowered.get(form);
  }
}
