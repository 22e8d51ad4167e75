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

/** What a {@link LaneProgram} consists of, while ranks are lowered. One thread. */
final class ProgramDraft {
  final Programs programs;
  final List<Lane> lanes;
  final LaneFigures figures;
  final Demands demands;

  final CodeBuffer code = new CodeBuffer();

  /** See {@link LaneProgram#addresses}. */
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

  /** Fewest iterations for which like messages of a collective become a loop. */
  final int loopsFrom;

  /** Whether alike rounds of a collective may become a loop of {@link Op#ROUNDS}. */
  final boolean opensRounds;

  /** The index of the current rank's first address. */
  int firstAddress;

  /** The times of the last row. */
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
    // a loop needs messages whose costs follow from their ends, and that match in their order
    this.loopsFrom = opensRounds && !costs.anyWatched() ? demands.loopsFrom() : Integer.MAX_VALUE;
    code.seizeProcessors(costs.receivesAtArrival());
  }

  /** Adds entries of the current rank, and returns the address of the first one, relative to the rank's first. */
  int address(int... entries) {
    int address = addresses.size() - firstAddress;
    addresses.addElements(addresses.size(), entries);
    return address;
  }

  /** Makes room for further ranks, which take about as much as these. */
  void reserve(int lowered, int further) {
    long size = addresses.size();
    addresses.ensureCapacity(
        (int) Math.min(size + size * further / lowered, Integer.MAX_VALUE - 8));
  }

  /** The row of a table with these times of a call on the machines. */
  int row(LaneTable table, Share share, ExecutedCall call, IntToLongFunction times) {
    return row(table, share, call.event(), call.rank(), times);
  }

  int row(LaneTable table, Share share, int event, int rank, IntToLongFunction times) {
    Arrays.fill(picos, 0);
    figures.add(picos, 0, share, event, rank, times);
    return table.row(picos);
  }

  /** Whether the last row has no time on any lane. */
  boolean takesNoTime() {
    for (long time : picos) {
      if (time != 0) {
        return false;
      }
    }
    return true;
  }
}
