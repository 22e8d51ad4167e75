package io.github.tracecast.simulate.lowering;

import io.github.tracecast.decompress.ExecutedCall;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.simulate.lanes.Lane;
import io.github.tracecast.simulate.lanes.LaneFigures;
import io.github.tracecast.simulate.lanes.LaneTable;
import io.github.tracecast.simulate.lanes.Share;
import io.github.tracecast.trace.MpiCall.Role;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToLongFunction;

/** Collects the parts of a {@link LaneProgram} while the ranks' programs are translated. One thread. */
final class ProgramDraft {
  final Programs programs;
  final List<Lane> lanes;
  final LaneFigures figures;
  final Demands demands;

  final CodeBuffer code = new CodeBuffer();

  final IntArrayList addresses = new IntArrayList();

  final ChannelNumbers channels = new ChannelNumbers();
  final CostTable costs;
  final PairTable sendSites = new PairTable();
  final PairTable computeSites = new PairTable();
  final LaneTable computes;
  final LaneTable collectiveTimes;
  final Numbered<CollectiveStep> steps = new Numbered<>();
  final PairTable walks = new PairTable();
  final CollectiveTable collectives = new CollectiveTable();

  /** Whether the program has non-blocking collectives. */
  final boolean overlap;

  /** The smallest number of similar messages of a collective that become a loop. */
  final int loopsFrom;

  /** Whether equal rounds of a collective may become a loop of {@link Op#ROUNDS}. */
  final boolean opensRounds;

  /** The index of the current rank's first entry of {@link #addresses}. */
  int firstAddress;

  /** The times of the row that {@link #row} returned last. */
  private final long[] picos;

  ProgramDraft(Programs programs, List<Lane> lanes, LaneFigures figures, Demands demands) {
    this.programs = programs;
    this.lanes = lanes;
    this.figures = figures;
    this.demands = demands;
    this.costs = new CostTable(lanes, figures);
    this.computes = new LaneTable(figures.lanes());
    this.collectiveTimes = new LaneTable(figures.lanes());
    this.overlap = programs.trace().events().stream()
        .map(event -> event.call().role())
        .anyMatch(role -> role == Role.START_COLLECTIVE || role == Role.START_COMMUNICATOR);
    this.picos = new long[figures.lanes()];
    this.opensRounds = !figures.follow() && !overlap;
    // in a loop, messages must match in order, and their costs may depend only on ranks and sizes
    this.loopsFrom = opensRounds && !costs.anyWatched() ? demands.loopsFrom() : Integer.MAX_VALUE;
    code.seizeProcessors(costs.processors());
  }

  /** Adds entries of the current rank. Returns the address of the first one. */
  int address(int... entries) {
    int address = addresses.size() - firstAddress;
    addresses.addElements(addresses.size(), entries);
    return address;
  }

  /** Reserves memory for the entries and channels of further ranks, at the average size of the {@code lowered} ranks. */
  void reserve(int lowered, int further) {
    channels.reserve(lowered, further);
    long size = addresses.size();
    addresses.ensureCapacity(
        (int) Math.min(size + size * further / lowered, Integer.MAX_VALUE - 8));
  }

  /** Returns the row of a table that holds the time of a call on each machine. */
  int row(LaneTable table, Share share, ExecutedCall call, IntToLongFunction times) {
    return row(table, share, call.event(), call.rank(), times);
  }

  int row(LaneTable table, Share share, int event, int rank, IntToLongFunction times) {
    Arrays.fill(picos, 0);
    figures.add(picos, 0, share, event, rank, times);
    return table.row(picos);
  }

  /** Whether all times of the row that {@link #row} returned last are 0. */
  boolean takesNoTime() {
    for (long time : picos) {
      if (time != 0) {
        return false;
      }
    }
    return true;
  }
}
