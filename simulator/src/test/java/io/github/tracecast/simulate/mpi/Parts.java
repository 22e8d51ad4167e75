package io.github.tracecast.simulate.mpi;

import io.github.tracecast.decompress.Programs;
import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.MappingSpec;
import io.github.tracecast.simulate.ReplayOptions;
import io.github.tracecast.simulate.lanes.Lane;
import io.github.tracecast.simulate.lanes.LaneFigures;
import io.github.tracecast.simulate.lanes.Slowdown;
import io.github.tracecast.simulate.lowering.LaneProgram;
import io.github.tracecast.simulate.lowering.Lowering;
import io.github.tracecast.simulate.network.Delivered;
import io.github.tracecast.simulate.network.Departures;
import io.github.tracecast.simulate.network.Free;
import io.github.tracecast.simulate.network.Network;
import io.github.tracecast.simulate.network.RunChannels;
import io.github.tracecast.simulate.network.Slots;
import io.github.tracecast.simulate.replay.Replays;
import io.github.tracecast.simulate.replay.TraceSketch;
import io.github.tracecast.trace.Trace;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** The parts of an interpreter, each on its own, for a sketch on machines like {@code loggp-default}. */
final class Parts {
  final LaneProgram program;
  final Slots slots;
  final RankStates ranks;
  final Transport transport;
  final CollectiveNetworks networks;
  final Strands strands;
  final Accounts accounts;
  final Network network;

  /** The deliveries of the network. Messages and ranks also reach the parts. */
  final Delivered delivered = new Delivered() {
    @Override
    public void mayMeet(int message, int channel) {
      super.mayMeet(message, channel);
      transport.mayMeet(message, channel);
    }

    @Override
    public void arrived(int message, int receive) {
      super.arrived(message, receive);
      transport.arrived(message, receive);
    }
  };

  /** On {@code loggp-default} itself. */
  Parts(TraceSketch sketch) {
    this(sketch, List.of(Map.of()));
  }

  /** One machine for each set of figures. */
  Parts(TraceSketch sketch, List<Map<String, String>> figures) {
    Trace trace = sketch.trace();
    Programs programs = Programs.of(trace);
    List<Lane> lanes = figures.stream().map(set -> lane(trace, set)).toList();
    program = Lowering.of(
        programs,
        lanes,
        new LaneFigures.OfMachines(Collections.nCopies(lanes.size(), Slowdown.NONE)));
    slots = new Slots(lanes.size());
    ranks = new RankStates(program, null);
    network = program.mail().count() == 0
        ? new Free(program, slots)
        : new Departures(program, slots, ranks.clock(), ranks.live());
    RunChannels channels = new RunChannels(program);
    accounts = new Accounts(program, ranks, channels, null);
    transport = new Transport(
        program, ranks, slots, channels, new Mailboxes(program, ranks, slots), network);
    networks = new CollectiveNetworks(program, ranks, network);
    strands = new Strands(ranks, slots, network);
    network.deliverTo(delivered);
  }

  private static Lane lane(Trace trace, Map<String, String> figures) {
    Machine machine = Machine.fit(
        Replays.platform("loggp-default", figures),
        trace.header().ranks(),
        MappingSpec.parse("blocked"));
    return new Lane(machine, ReplayOptions.defaults());
  }

  /** The channel between two ranks. */
  int channel(int source, int destination) {
    return IntStream.range(0, program.channels().count())
        .filter(channel -> program.channels().source(channel) == source
            && program.channels().destination(channel) == destination)
        .findFirst()
        .orElseThrow();
  }

  /** The row of the costs of messages of a size. */
  int cost(long bytes) {
    return IntStream.range(0, program.costs().bytes.length)
        .filter(row -> program.costs().bytes[row] == bytes)
        .findFirst()
        .orElseThrow();
  }
}
