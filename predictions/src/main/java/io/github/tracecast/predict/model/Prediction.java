package io.github.tracecast.predict.model;

import io.github.tracecast.decompress.Recorded;
import io.github.tracecast.platform.Machine;
import io.github.tracecast.predict.settings.EngineChoice;
import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.predict.usage.Energy;
import io.github.tracecast.predict.usage.NodeEnergy;
import io.github.tracecast.predict.usage.RunLength;
import io.github.tracecast.predict.usage.RunUsage;
import io.github.tracecast.predict.usage.StepLoop;
import io.github.tracecast.predict.usage.WholeRun;
import io.github.tracecast.simulate.calls.UnmodelledCalls;
import io.github.tracecast.simulate.result.ReplayResult;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.text.Numbers;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The result of a replay on a platform. Times are simulated seconds. Only {@link Cost}, the cost of
 * the prediction itself, has wall-clock times and may differ between two runs.
 *
 * @param trace the name of the trace that the user gave
 * @param traceRanks number of ranks of the trace
 * @param rankClasses number of groups of ranks that share a program
 * @param traceEvents number of events of the compressed trace
 * @param replay the result of the replay
 * @param callSites times by call site, the call site with the most time inside MPI first
 * @param recorded the times in the trace itself
 * @param computation how and where the trace's computation was recorded
 * @param assumption the assumption that recorded times hold for the machine's cores; empty if they
 *     are scaled
 * @param machine the platform fitted to the run
 * @param setup the settings of the simulation
 * @param warnings reasons why the prediction may be less exact
 * @param fits the range of the predicted time from the interval of computation, for an extrapolated
 *     trace
 * @param efficiencies load balance, serialisation and transfer; empty if no rank computes
 * @param averaged the predicted time under the assumption that each iteration takes the average
 *     time; empty if the replay makes this assumption
 * @param repeats the times with other seeds, if they are requested
 * @param jobs the times of each job, if several run side by side
 * @param wholeRun the run of full length, if the user states its length
 * @param cost the cost of the prediction itself
 * @param hints suggestions for other settings, each in one line
 */
public record Prediction(
    String trace,
    int traceRanks,
    int rankClasses,
    int traceEvents,
    ReplayResult replay,
    List<CallSiteTimes> callSites,
    Recorded recorded,
    RecordedComputation computation,
    Optional<String> assumption,
    Machine machine,
    Setup setup,
    List<String> warnings,
    Optional<FitRange> fits,
    Optional<Efficiencies> efficiencies,
    Optional<AveragedRun> averaged,
    Optional<Repeats> repeats,
    Optional<SideBySide> jobs,
    Optional<WholeRun> wholeRun,
    Cost cost,
    List<String> hints) {
  /** If load balance x serialisation is below this, a report explains what this product includes. */
  private static final double LEAST_EXPLAINED = 0.99;

  public Prediction {
    hints = List.copyOf(hints);
  }

  public Prediction withHints(List<String> lines) {
    return with(
        traceRanks, replay, callSites, recorded, efficiencies, repeats, jobs, wholeRun, lines);
  }

  /** Returns the same prediction with the times for other seeds. */
  public Prediction with(Repeats times) {
    return with(
        traceRanks,
        replay,
        callSites,
        recorded,
        efficiencies,
        Optional.of(times),
        jobs,
        wholeRun,
        hints);
  }

  /**
   * Returns the same prediction with the time, energy and cost of a production run of this length.
   *
   * @throws io.github.tracecast.trace.text.UsageException if the trace has no time steps, or if they
   *     take less than half of its time
   */
  public Prediction with(RunLength length, Trace of) {
    Optional<StepLoop> loop = StepLoop.of(of, replay);
    RunLength.check(loop);
    return with(
        traceRanks,
        replay,
        callSites,
        recorded,
        efficiencies,
        repeats,
        jobs,
        Optional.of(WholeRun.of(length, loop, usage())),
        hints);
  }

  /** Returns the prediction for several jobs, which have no efficiencies in common. */
  Prediction beside(
      SideBySide sideBySide, ReplayResult result, List<CallSiteTimes> sites, Recorded inTrace) {
    return with(
        result.ranks().size(),
        result,
        sites,
        inTrace,
        Optional.empty(),
        repeats,
        Optional.of(sideBySide),
        wholeRun,
        hints);
  }

  private Prediction with(
      int ranks,
      ReplayResult result,
      List<CallSiteTimes> sites,
      Recorded inTrace,
      Optional<Efficiencies> shares,
      Optional<Repeats> times,
      Optional<SideBySide> sideBySide,
      Optional<WholeRun> whole,
      List<String> lines) {
    return new Prediction(
        trace,
        ranks,
        rankClasses,
        traceEvents,
        result,
        sites,
        inTrace,
        computation,
        assumption,
        machine,
        setup,
        warnings,
        fits,
        shares,
        averaged,
        times,
        sideBySide,
        whole,
        cost,
        lines);
  }

  /** Returns a text with the predicted time under the assumption that all iterations take the average time. */
  public Optional<String> averagedText() {
    return averaged
        .filter(run -> run.matters(replay))
        .map(run -> Numbers.time(run.seconds()) + " if each iteration took the average time");
  }

  /**
   * Returns which efficiencies the recording lowers, and how to avoid that; empty if no ranks
   * shared cores in the recorded run.
   */
  public Optional<String> sharedCoresText() {
    return efficiencies
        .filter(found -> computation.sharedCores()
            && found.loadBalance() * found.serialisation() < LEAST_EXPLAINED)
        .map(found ->
            "load balance and serialisation are too low, because ranks shared cores in the recorded run;"
                + " tracecast retime measures one rank at a time");
  }

  /** Returns from which recordings the trace was extrapolated; empty if it was recorded. */
  public Optional<String> extrapolationText() {
    return computation
        .extrapolation()
        .map(note -> note.substring(0, 1).toUpperCase(Locale.ROOT) + note.substring(1) + ".");
  }

  /** Returns why the recorded time in MPI is not comparable to the prediction; empty if it is comparable. */
  public Optional<String> crowdedText() {
    return computation.crowdedCores().isEmpty()
            || recorded.communicationSeconds().isEmpty()
        ? Optional.empty()
        : Optional.of("Recorded with " + Numbers.ranks(traceRanks, computation.threads()) + " on "
            + Numbers.counted(computation.crowdedCores().getAsInt(), "core")
            + ", where ranks spent "
            + Numbers.time(recorded.communicationSeconds().getAsDouble())
            + " in MPI. This time is not comparable with the prediction.");
  }

  /**
   * The settings of the simulation.
   *
   * @param request the request, with the mapping, deltas and factor on computation that were used
   * @param engineVersion the timing engine's version, or {@code unknown}
   */
  public record Setup(PredictionRequest request, String engineVersion) {
    /** How messages on the same link slow each other down: {@code none} or {@code flows}. */
    public String contention() {
      return EngineChoice.contention(request.engine());
    }
  }

  /**
   * The time and memory that the prediction took.
   *
   * @param wallSeconds wall time of the replay, including the construction of the machine, and with
   *     all lanes that LogGP replays together
   * @param peakMemoryBytes peak resident memory of the process
   */
  public record Cost(double wallSeconds, long peakMemoryBytes) {}

  /** The predicted time at which the last rank ends, in seconds. */
  public double predictedSeconds() {
    return replay.predictedSeconds();
  }

  /** The energy of the run; empty if the machine has no power figures. */
  public Optional<Energy> energy() {
    return Energy.of(replay, machine, computation.threads());
  }

  /** The energy in words; empty if the machine has no power figures, or if the run takes no time. */
  public Optional<String> energyText() {
    return energy()
        .filter(energy -> energy.joules() > 0)
        .map(energy -> "Energy: " + energy.words());
  }

  /** The node hours, energy and cost of the run. */
  public RunUsage usage() {
    return RunUsage.of(
        predictedSeconds(),
        replay.halfWidthSeconds(),
        machine.usedNodes(),
        energy(),
        machine.platform().nodePricePerHour());
  }

  /** The cost and the node hours in words; empty if the machine has no price. */
  public Optional<String> costText() {
    RunUsage usage = usage();
    return usage.cost().stream()
        .mapToObj(cost -> "Cost: " + Numbers.amount(cost) + " for "
            + Numbers.amount(usage.nodeHours()) + " node hours")
        .findFirst();
  }

  /** The energy of each node with ranks; empty if the machine has no power figures. */
  public List<NodeEnergy> energyByNode() {
    return NodeEnergy.of(replay, machine, computation.threads());
  }

  /** Returns one line about how computation was recorded and scaled. */
  public String computationText() {
    return computation.text(setup.request(), machine.platform());
  }

  /** Returns the MPI calls replayed per second of wall time. */
  public double eventsPerSecond() {
    return perSecond(replay.eventsReplayed());
  }

  /**
   * Returns the replayed messages per second of wall time. It includes the messages of collectives'
   * algorithms.
   */
  public double messagesPerSecond() {
    return perSecond(replay.messages());
  }

  /**
   * Returns at most {@code most} links, sorted by the time for which they are in use, the longest
   * first, and then by bytes.
   */
  public List<ReplayResult.LinkLoad> busiestLinks(int most) {
    return replay.busiestLinks(most);
  }

  private double perSecond(long number) {
    return cost.wallSeconds() > 0 ? number / cost.wallSeconds() : 0;
  }

  /** Returns the call sites of calls that the replay does not model, so that they keep their recorded time. */
  public List<CallSiteTimes> keptSites() {
    return callSites.stream()
        .filter(site -> site.seconds() > 0 && !UnmodelledCalls.isModelled(site.call()))
        .toList();
  }

  /** Returns the recorded time of calls that the replay does not model, average per rank. */
  public double keptSeconds() {
    return keptSites().stream().mapToDouble(CallSiteTimes::seconds).sum()
        / replay.ranks().size();
  }

  public Spread compute() {
    return Spread.of(replay.ranks(), ReplayResult.RankTimes::computeSeconds);
  }

  /** Returns the time of the ranks inside MPI calls. */
  public Spread communication() {
    return Spread.of(replay.ranks(), ReplayResult.RankTimes::callSeconds);
  }

  /**
   * Returns the part of {@link #communication} that is waiting, for other ranks or for data in
   * transfer.
   */
  public Spread waiting() {
    return Spread.of(replay.ranks(), ReplayResult.RankTimes::waitSeconds);
  }
}
