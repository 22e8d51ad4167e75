package io.github.tracecast.simulate.lowering;

import io.github.tracecast.decompress.CommonPeriods;
import io.github.tracecast.decompress.EventCounts;
import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.decompress.ExecutedCall;
import io.github.tracecast.decompress.FollowedReceives;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.decompress.TaskProgram;
import io.github.tracecast.simulate.ReplayException;
import io.github.tracecast.simulate.calls.OpenReceives;
import io.github.tracecast.simulate.lanes.Lane;
import io.github.tracecast.simulate.lanes.LaneFigures;
import io.github.tracecast.simulate.lanes.Slowdown;
import io.github.tracecast.trace.Loop;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Translates (lowers) the programs of all ranks into instructions. Loops stay loops. Each call
 * becomes a few instructions, with channels and costs looked up once for each set of arguments.
 * Ranks that differ only in channels and costs share their instructions.
 */
public final class Lowering {
  /** The largest number of sets of arguments of one call. */
  private static final int MOST_VARIANTS = 1 << 20;

  /** Number of ranks whose channels are counted for an estimate of all channels. */
  private static final int SAMPLE = 64;

  /** The meaning of the lane of a replay on one machine. */
  private static final LaneFigures ONE_MACHINE = new LaneFigures.OfMachines(List.of(Slowdown.NONE));

  private final Programs programs;
  private final EventTable table;
  private final ProgramDraft draft;
  private final CodeBuffer code;
  private final CallLowering calls;
  private final ComputeLowering computes;

  /** Number of executions after which all arguments and iteration counts repeat. */
  private long period = 1;

  /**
   * Whether the replay has simulated time, and therefore simulates computation. Without simulated
   * time, receives report their start to the search for sources.
   */
  private final boolean timed;

  /** For each class of ranks and row of its program, the events that may come directly before it; see {@link Predecessors}. */
  private final int[][][] previous;

  private final BitSet mayBeSkipped = new BitSet();

  /** Error messages for invalid calls. */
  private final List<String> failures = new ArrayList<>();

  private Lowering(ProgramDraft draft) {
    this.draft = draft;
    this.programs = draft.programs;
    this.table = programs.table();
    this.code = draft.code;
    List<Loop> loops = programs.trace().loops();
    for (int loop = 0; loop < loops.size(); loop++) {
      mayBeSkipped.set(loop, loops.get(loop).mayBeSkipped());
    }
    this.timed = !draft.demands.rounds();
    this.previous = new int[programs.classCount()][][];
    this.computes = new ComputeLowering(draft);
    this.calls = new CallLowering(draft);
  }

  /**
   * Translates all programs for a replay in rounds, which finds sources that the trace lacks. All
   * times are 0, and each receive from any source has a mailbox.
   *
   * @throws ReplayException if the program is too long
   */
  public static LaneProgram inRounds(Programs programs) {
    return of(programs, List.of(), new LaneFigures.Timeless(), Demands.IN_ROUNDS);
  }

  /**
   * Translates all programs for lanes.
   *
   * @param lanes lanes that lead to the same instructions, see {@link Lane#choices}
   * @throws ReplayException if the program is too long
   */
  public static LaneProgram of(Programs programs, List<Lane> lanes, LaneFigures figures) {
    return of(programs, lanes, figures, Demands.of(programs.trace(), false));
  }

  /** Translates all programs for one machine and given demands. */
  public static LaneProgram of(Programs programs, Lane lane, Demands demands) {
    return of(programs, List.of(lane), ONE_MACHINE, demands);
  }

  private static LaneProgram of(
      Programs programs, List<Lane> lanes, LaneFigures figures, Demands demands) {
    boolean byRank = lanes.stream().anyMatch(lane -> lane.options().callsByRank());
    return new Lowering(new ProgramDraft(programs, lanes, figures, demands.withSumsByRank(byRank)))
        .lower();
  }

  /**
   * The average number of channels that begin at a rank.
   *
   * @param all channels of point-to-point messages and of collectives
   * @param ofMessages channels of point-to-point messages, all of which may have a message in
   *     progress at the same time
   */
  public record Channels(double all, double ofMessages) {}

  /**
   * Estimates the channels of a rank from the programs of a sample of ranks. Most of these channels
   * have only one end in the sample, so half of them begin at a sampled rank.
   */
  public static Channels channelsOfRank(Programs programs, Lane lane) {
    Demands demands = Demands.of(programs.trace(), false);
    Lowering sample = new Lowering(new ProgramDraft(programs, List.of(lane), ONE_MACHINE, demands));
    int ranks = Math.min(SAMPLE, programs.ranks());
    for (int i = 0; i < ranks; i++) {
      // golden-ratio steps spread the sample over all classes of ranks and all parts of a grid
      sample.lower((int) Math.floorMod(i * 0x9E3779B97F4A7C15L >>> 1, (long) programs.ranks()));
    }
    ChannelNumbers channels = sample.draft.channels;
    long ofMessages = IntStream.range(0, channels.count())
        .filter(channel -> !ChannelNumbers.ofCollective(channels.context(channel)))
        .count();
    return new Channels(
        (channels.count() + sample.draft.walks.count()) / (2.0 * ranks),
        ofMessages / (2.0 * ranks));
  }

  private LaneProgram lower() {
    if (programs.trace().events().stream().anyMatch(OpenReceives::open)) {
      noteAll(MessageLowering::sends, calls.messages::noteSend);
      noteFollowing();
      noteAll(MessageLowering::receives, calls.messages::noteReceive);
    }
    int[] starts = new int[programs.ranks()];
    int[] firstAddresses = new int[programs.ranks()];
    for (int rank = 0; rank < programs.ranks(); rank++) {
      if (Integer.bitCount(rank) == 1) {
        draft.reserve(rank, Math.min(rank, programs.ranks() - rank));
      }
      draft.firstAddress = draft.addresses.size();
      firstAddresses[rank] = draft.firstAddress;
      starts[rank] = lower(rank);
    }
    draft.channels.close(!draft.steps.all().isEmpty());
    return new LaneProgram(
        programs,
        draft.figures,
        code.toArray(),
        starts,
        draft.addresses.elements(),
        firstAddresses,
        draft.computes,
        draft.computeSites,
        draft.costs,
        draft.sendSites,
        draft.collectiveTimes,
        draft.channels,
        draft.steps,
        draft.walks,
        calls.messages.mail,
        draft.collectives,
        List.copyOf(failures),
        draft.demands,
        whyInTime(),
        draft.overlap,
        computes.times,
        CommonPeriods.common(period, computes.period),
        new AlikeRanks.Alone(programs.ranks(), draft.channels));
  }

  /** The reason why the program has to run in order of simulated time; null if there is none. */
  private @Nullable String whyInTime() {
    if (draft.demands.undecided() != null) {
      return "the requests that " + draft.demands.undecided() + " completes depend on time";
    }
    if (programs.trace().events().stream().anyMatch(event -> event.call() == MpiCall.CANCEL)) {
      return "the result of MPI_Cancel depends on time";
    }
    CostTable costs = draft.costs;
    if (costs.processors().whyInTime() != null) {
      return costs.processors().whyInTime();
    }
    if (costs.watched()) {
      return "a sender that waits until its receiver makes progress (mpi.eager_waits_from)";
    }
    if (costs.minutes()) {
      return "a message that takes minutes";
    }
    MailTable mail = calls.messages.mail;
    if (mail.count() > 0 && costs.mayTakeNoTime(mail, draft.figures.deciding())) {
      return "a receive that can match several messages, on a machine where messages take no time";
    }
    return calls.sharesByTime() ? "the order of calls in the tree network depends on time" : null;
  }

  /** Passes every call of the selected events, with each set of its arguments, to a consumer. */
  private void noteAll(Predicate<MpiCall> calls, Consumer<ExecutedCall> note) {
    for (int rank = 0; rank < programs.ranks(); rank++) {
      TaskProgram program = programs.program(programs.classOf(rank));
      for (int row = 0; row < program.length(); row++) {
        int event = program.argument(row);
        if (program.operation(row) == TaskProgram.EMIT && calls.test(table.call(event))) {
          int variants = variants(event, rank);
          for (int execution = 0; execution < variants; execution++) {
            try {
              note.accept(table.at(event, rank, execution));
            } catch (ReplayException e) {
              continue; // the translation of the call reports the error
            }
          }
        }
      }
    }
  }

  /** Records every call that follows a match, with each partner that the call may have. */
  private void noteFollowing() {
    FollowingCalls following = calls.messages.following;
    for (int rank = 0; rank < programs.ranks() && !following.isEmpty(); rank++) {
      TaskProgram program = programs.program(programs.classOf(rank));
      for (int row = 0; row < program.length(); row++) {
        int event = program.argument(row);
        if (program.operation(row) == TaskProgram.EMIT
            && MessageLowering.sends(table.call(event))) {
          int variants = variants(following.period(event, rank), event, rank);
          for (int source : following.sources(event, rank)) {
            for (int execution = 0; execution < variants; execution++) {
              calls.messages.noteSend(following.call(event, rank, execution, source));
            }
          }
        }
      }
    }
  }

  /** Translates the program of a rank. Returns the position at which its instructions begin. */
  private int lower(int rank) {
    int start = code.position();
    int id = programs.classOf(rank);
    TaskProgram program = programs.program(id);
    if (timed && previous[id] == null) {
      previous[id] = Predecessors.of(program, mayBeSkipped);
    }
    lower(program, previous[id], rank);
    return code.share(start);
  }

  private void lower(TaskProgram program, int[][] before, int rank) {
    IntArrayList bodies = new IntArrayList();
    IntArrayList ends = new IntArrayList();
    for (int row = 0; row < program.length(); row++) {
      int argument = program.argument(row);
      switch (program.operation(row)) {
        case TaskProgram.EMIT -> {
          if (timed) {
            computes.lower(argument, rank, before[row]);
          }
          lowerCall(argument, rank);
          if (timed
              && row + 1 < program.length()
              && program.operation(row + 1) != TaskProgram.EMIT) {
            code.add(Op.PREVIOUS, argument);
          }
        }
        case TaskProgram.OPEN -> {
          calls.startAnew();
          open(program, row, rank);
          bodies.push(code.position());
          ends.push(code.lastPosition() + 2);
        }
        default -> {
          calls.startAnew();
          code.add(Op.CLOSE, bodies.popInt() - code.position());
          int end = ends.popInt();
          if (mayBeSkipped.get(program.argument(program.argument(row) - 1))) {
            code.set(end, code.position() + 2 - end);
          }
        }
      }
    }
    calls.startAnew();
    code.add(Op.HALT);
  }

  private void open(TaskProgram program, int row, int rank) {
    int loop = program.argument(row);
    long iterations = program.constantTrips(row);
    code.add(Op.OPEN, loop, 0, (int) (iterations >>> 32), (int) iterations);
    if (iterations == 0) {
      period = CommonPeriods.common(period, programs.iterationsPeriod(loop, rank));
    }
  }

  private void lowerCall(int event, int rank) {
    FollowingCalls following = calls.messages.following;
    if (isDecided(following.receive(event, rank), rank)) {
      lowerFollowing(event, rank, following.sources(event, rank));
    } else {
      lower(variants(event, rank), execution -> table.at(event, rank, execution));
    }
  }

  /** Whether the replay decides all matches of a receive on a rank. */
  private boolean isDecided(int receive, int rank) {
    return timed
        && receive != FollowedReceives.NONE
        && MessageLowering.receives(table.call(receive))
        && table.period(receive, Parameter.COMMUNICATOR, rank) == 1
        && IntStream.range(0, variants(receive, rank))
            .allMatch(execution -> calls.messages.isDecided(table.at(receive, rank, execution)));
  }

  private void lowerFollowing(int event, int rank, int[] sources) {
    FollowingCalls following = calls.messages.following;
    int variants = variants(following.period(event, rank), event, rank);
    int choice = code.position();
    code.add(Op.FOLLOW, following.receive(event, rank), sources.length);
    IntStream.of(sources).forEach(code::operand);
    alternatives(
        choice,
        sources.length,
        i -> lower(variants, execution -> following.call(event, rank, execution, sources[i])));
  }

  /** Translates the variants of a call, of which each execution takes the next variant. */
  private void lower(int variants, IntFunction<ExecutedCall> call) {
    if (variants == 1) {
      lower(call.apply(0));
      return;
    }
    period = CommonPeriods.common(period, variants);
    int choice = code.position();
    code.add(Op.CASE, variants);
    alternatives(choice, variants, i -> lower(call.apply(i)));
  }

  /** Emits a choice's targets and its alternatives, each of which ends with a jump to the end. */
  private void alternatives(int choice, int count, IntConsumer lower) {
    int targets = code.position();
    for (int i = 0; i < count; i++) {
      code.operand(0);
    }
    int[] jumps = new int[count];
    for (int i = 0; i < count; i++) {
      code.set(targets + i, code.position() - choice);
      calls.startAnew();
      lower.accept(i);
      jumps[i] = code.position();
      code.add(Op.CASE, 1, 0);
    }
    for (int jump : jumps) {
      code.set(jump + 2, code.position() - jump);
    }
    calls.startAnew();
  }

  /** Translates a call. An invalid call becomes an instruction that reports the error when a rank reaches it. */
  private void lower(ExecutedCall call) {
    int start = code.position();
    try {
      if (reportsMatches(call)) {
        code.add(Op.SEARCH, call.event());
      }
      calls.lower(call);
    } catch (ReplayException e) {
      fail(call, start, String.valueOf(e.getMessage()));
    } catch (ArithmeticException e) {
      fail(call, start, "found sizes of more than 2^63 bytes in total; expected less");
    }
  }

  /** Whether the search for lost sources, or a later call, needs the matches of a call. */
  private boolean reportsMatches(ExecutedCall call) {
    return timed
        ? calls.messages.following.isFollowed(call.event())
        : MessageLowering.receives(call.call());
  }

  private void fail(ExecutedCall call, int start, String complaint) {
    code.cut(start);
    code.add(Op.BEGIN, 0);
    code.add(Op.FAIL, failures.size());
    code.add(Op.END, call.event());
    failures.add(complaint);
    calls.startAnew();
  }

  /** The number of executions after which the arguments of an event repeat; at most the number of all executions. */
  private int variants(int event, int rank) {
    return variants(table.period(event, rank), event, rank);
  }

  private int variants(long repeating, int event, int rank) {
    long variants = EventCounts.atMost(repeating, programs, event, rank);
    if (variants > MOST_VARIANTS) {
      throw new ReplayException("event " + event + " on rank " + rank + ": found " + variants
          + " executions with different arguments; expected at most " + MOST_VARIANTS);
    }
    return (int) variants;
  }
}
