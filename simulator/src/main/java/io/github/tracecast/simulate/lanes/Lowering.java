package io.github.tracecast.simulate.lanes;

import io.github.tracecast.decompress.DeltaTable;
import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.decompress.Periods;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.decompress.TaskProgram;
import io.github.tracecast.simulate.ComputeTimes;
import io.github.tracecast.trace.Trace;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntPredicate;

/**
 * Lowers all ranks' programs: loops stay loops, each call becomes its few instructions with channels and
 * costs looked up, once for each set of arguments that it is called with.
 */
final class Lowering {
  /** Sets of arguments of one call that are lowered. */
  private static final int MOST_VARIANTS = 1 << 20;

  private final Programs programs;
  private final EventTable table;
  private final CodeBuffer code = new CodeBuffer();
  private final Figures figures;
  private final Place place = new Place();
  private final CallLowering calls;
  private final ComputeLowering computes;

  /** Executions after which all arguments and iterations repeat. */
  private long period = 1;

  private Lowering(Programs programs, EventTable table, List<Lane> lanes, Figures figures) {
    Trace trace = programs.trace();
    DeltaTable deltas = DeltaTable.of(trace);
    ComputeTimes[] times = lanes.stream()
        .map(lane -> new ComputeTimes(
            trace,
            table,
            deltas,
            lane.options(),
            lane.machine().platform().node().instructionsPerSecond()))
        .toArray(ComputeTimes[]::new);
    this.programs = programs;
    this.figures = figures;
    this.table = table;
    this.computes = new ComputeLowering(times, figures, code);
    this.calls = new CallLowering(programs, table, lanes, figures, code);
  }

  /**
   * Lowers.
   *
   * @param lanes lanes that choose alike
   * @param figures how their times are laid into the rows of the program's lanes
   * @throws UnsuitableException if a call hangs on time in a way that is not known here
   */
  static LaneProgram of(Programs programs, EventTable table, List<Lane> lanes, Figures figures) {
    return new Lowering(programs, table, lanes, figures).lower();
  }

  private LaneProgram lower() {
    if (Wildcards.in(programs.trace())) {
      noteAll(calls.messages::sends, calls.messages::noteSend);
      noteAll(calls.messages::receives, calls.messages::noteReceive);
    }
    int[] starts = new int[programs.ranks()];
    for (int rank = 0; rank < programs.ranks(); rank++) {
      starts[rank] = code.position();
      lower(rank);
    }
    return new LaneProgram(
        programs,
        figures,
        code.toArray(),
        starts,
        computes.table,
        computes.sites,
        calls.messages.costs,
        calls.messages.sites,
        calls.networks(),
        calls.channels,
        calls.messages.mail,
        calls.meetingSizes(),
        calls.meetingOfMember(),
        calls.overlap,
        computes.times,
        Periods.common(period, computes.period));
  }

  /** Notes every call of some events, with each of its sets of arguments. */
  private void noteAll(IntPredicate events, Consumer<Place> note) {
    for (int rank = 0; rank < programs.ranks(); rank++) {
      TaskProgram program = programs.program(programs.classOf(rank));
      place.rank = rank;
      for (int row = 0; row < program.length(); row++) {
        if (program.operation(row) == TaskProgram.EMIT && events.test(program.argument(row))) {
          place.event = program.argument(row);
          int variants = variants(place.event, rank);
          for (place.execution = 0; place.execution < variants; place.execution++) {
            note.accept(place);
          }
        }
      }
    }
  }

  private void lower(int rank) {
    TaskProgram program = programs.program(programs.classOf(rank));
    Predecessors predecessors = new Predecessors(program);
    for (int row = 0; row < program.length(); row++) {
      int argument = program.argument(row);
      switch (program.operation(row)) {
        case TaskProgram.EMIT -> {
          computes.lower(argument, rank, predecessors.of(row));
          lowerCall(argument, rank);
          if (row + 1 < program.length() && program.operation(row + 1) != TaskProgram.EMIT) {
            code.add(Op.PREVIOUS, argument);
          }
        }
        case TaskProgram.OPEN -> {
          calls.startAnew();
          open(program, row, rank);
          predecessors.bodies.push(code.position());
        }
        default -> {
          calls.startAnew();
          code.add(Op.CLOSE, predecessors.bodies.popInt());
        }
      }
    }
    calls.startAnew();
    code.add(Op.HALT);
  }

  private void open(TaskProgram program, int row, int rank) {
    int loop = program.argument(row);
    long iterations = program.constantTrips(row);
    if (iterations == 0) {
      code.add(Op.OPEN_VARYING, loop);
      period = Periods.common(period, programs.iterationsPeriod(loop, rank));
    } else {
      code.add(Op.OPEN, loop, (int) (iterations >>> 32), (int) iterations);
    }
  }

  private void lowerCall(int event, int rank) {
    place.event = event;
    place.rank = rank;
    int variants = variants(event, rank);
    if (variants == 1) {
      place.execution = 0;
      calls.lower(place);
      return;
    }
    period = Periods.common(period, variants);
    code.add(Op.CASE, variants);
    int targets = code.position();
    for (int i = 0; i < variants; i++) {
      code.operand(0);
    }
    int[] ends = new int[variants];
    for (int i = 0; i < variants; i++) {
      code.set(targets + i, code.position());
      place.execution = i;
      calls.startAnew();
      calls.lower(place);
      code.add(Op.JUMP, 0);
      ends[i] = code.position() - 1;
    }
    for (int end : ends) {
      code.set(end, code.position());
    }
    calls.startAnew();
  }

  /** Executions after which all of an event's arguments repeat. */
  private int variants(int event, int rank) {
    long variants = table.period(event, rank);
    if (variants > MOST_VARIANTS) {
      throw new UnsuitableException("the arguments of event " + event + " hardly ever repeat");
    }
    return (int) variants;
  }
}
