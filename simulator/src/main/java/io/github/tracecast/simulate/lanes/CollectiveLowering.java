package io.github.tracecast.simulate.lanes;

import io.github.tracecast.simulate.CollectiveArguments;
import io.github.tracecast.simulate.CollectiveChoice;
import io.github.tracecast.simulate.MessageCosts;
import io.github.tracecast.simulate.SendMode;
import io.github.tracecast.simulate.collective.Algorithm;
import io.github.tracecast.simulate.collective.Algorithms;
import io.github.tracecast.simulate.collective.Steps;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;

/** Lowers a blocking collective: to its algorithm's messages, or to a meeting on a network of its own. One thread. */
final class CollectiveLowering {
  final LaneTable networks;

  private final CollectiveChoice[] choices;
  private final ChannelNumbers channels;
  private final CostTable costs;
  private final CodeBuffer code;
  private final Int2IntOpenHashMap meetings = new Int2IntOpenHashMap();
  private final IntArrayList sizes = new IntArrayList();
  private final Long2IntOpenHashMap members = new Long2IntOpenHashMap();
  private final IntArrayList meetingOfMember = new IntArrayList();
  private final Map<String, Integer> signatures = new HashMap<>();
  private final Figures figures;
  private final long[] picos;

  CollectiveLowering(
      List<Lane> lanes,
      Figures figures,
      ChannelNumbers channels,
      CostTable costs,
      CodeBuffer code) {
    this.networks = new LaneTable(figures.lanes());
    this.choices =
        lanes.stream().map(l -> new CollectiveChoice(l.machine())).toArray(CollectiveChoice[]::new);
    this.channels = channels;
    this.costs = costs;
    this.code = code;
    this.figures = figures;
    this.picos = new long[figures.lanes()];
  }

  /** Ranks of each communicator that has collectives. */
  int[] meetingSizes() {
    return sizes.toIntArray();
  }

  /** Memberships in all of these: which it is in. */
  int[] meetingOfMember() {
    return meetingOfMember.toIntArray();
  }

  /** Emits what one rank does. */
  void lower(CollectiveArguments call, Place p) {
    if (call.size() == 1) {
      return;
    }
    String algorithm = choices[0].algorithm(call);
    int meeting = meetings.computeIfAbsent(call.communicator(), c -> {
      sizes.add(call.size());
      return sizes.size() - 1;
    });
    int member = members.computeIfAbsent((long) meeting << 32 | p.rank, key -> {
      meetingOfMember.add(meeting);
      return meetingOfMember.size() - 1;
    });
    String signature = call.operation() + " " + call.root() + " " + algorithm;
    code.add(
        Op.MEET, meeting, member, signatures.computeIfAbsent(signature, s -> signatures.size()));
    if (CollectiveChoice.isNetwork(algorithm)) {
      network(call, p, algorithm, meeting);
    } else {
      messages(call, p, Algorithms.named(call.operation(), algorithm));
    }
  }

  private void network(CollectiveArguments call, Place p, String network, int meeting) {
    int busy = row(Share.BANDWIDTH, p, k -> choices[k].busyPicos(call, network));
    int latency = row(Share.LATENCY, p, k -> choices[k].latencyPicos(call.operation(), network));
    code.add(Op.NETWORK, meeting, busy, latency, CollectiveChoice.isShared(network) ? 1 : 0);
  }

  private int row(Share share, Place p, IntToLongFunction times) {
    Arrays.fill(picos, 0);
    figures.add(picos, 0, share, p.event, p.rank, times);
    return networks.row(picos);
  }

  private void messages(CollectiveArguments call, Place p, Algorithm algorithm) {
    int rank = p.rank;
    int event = p.event;
    int context = 2 * call.communicator() + 1;
    MessageCosts protocol = costs.protocol();
    if (Arrays.stream(choices).anyMatch(choice -> choice.copyPicos(call) > 0)) {
      code.add(Op.COPY, row(Share.OVERHEAD, p, k -> choices[k].copyPicos(call)));
    }
    Steps steps = new Steps() {
      @Override
      public void receive(int peer, long bytes) {
        code.add(Op.RECEIVE_PART, channels.of(call.worldRank(peer), rank, context, 0));
      }

      @Override
      public void send(int peer, long bytes) {
        int destination = call.worldRank(peer);
        int channel = channels.of(rank, destination, context, 0);
        int cost = costs.row(event, rank, destination, bytes);
        if (protocol.eager(SendMode.STANDARD, bytes)) {
          code.add(Op.SEND_PART, channel, cost);
        } else {
          boolean waits = protocol.synchronous(SendMode.STANDARD, bytes);
          code.add(Op.SEND_LATE_PART, channel, cost, waits ? 1 : 0);
        }
      }
    };
    for (int round = 0; algorithm.round(call, round, steps); round++) {
      code.add(Op.AWAIT);
    }
  }
}
