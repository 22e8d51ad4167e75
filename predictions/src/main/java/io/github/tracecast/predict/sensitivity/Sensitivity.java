package io.github.tracecast.predict.sensitivity;

import io.github.tracecast.decompress.PreparedTrace;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.platform.Machine;
import io.github.tracecast.predict.model.EndingReplays;
import io.github.tracecast.predict.model.Predictor;
import io.github.tracecast.predict.model.RecordedComputation;
import io.github.tracecast.predict.output.Column;
import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.predict.settings.Settings;
import io.github.tracecast.simulate.ReplayException;
import io.github.tracecast.simulate.ReplayOptions.DeltaMode;
import io.github.tracecast.simulate.criticalpath.CriticalPath;
import io.github.tracecast.simulate.criticalpath.Tolerance;
import io.github.tracecast.simulate.engine.Engines;
import io.github.tracecast.simulate.lanes.Lane;
import io.github.tracecast.simulate.lanes.Share;
import io.github.tracecast.simulate.lanes.Slowdown;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.text.Numbers;
import io.github.tracecast.trace.text.UsageException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;

/**
 * The parts of a predicted time, and by which factor each part may grow before the run has a given
 * slowdown.
 *
 * @param name the trace, as the user named it
 * @param request the request of the prediction; its engine is loggp, or flows if messages share
 *     links
 * @param trace the trace
 * @param machine the platform fitted to the run
 * @param path the time and its shares, from the critical path or from replays on slower machines
 * @param chain the critical path without contention, with parts by call site and by rank; empty if
 *     it was not asked for, or cannot be followed
 * @param tolerances the tolerances, by share and then by slowdown
 * @param figures the figures of the machine that multiply a share of the time by its tolerated
 *     factor, without figures that have no effect on this run; empty if only shares were requested
 * @param warnings about the replay
 */
public record Sensitivity(
    String name,
    PredictionRequest request,
    Trace trace,
    Machine machine,
    CriticalPath path,
    Optional<CriticalPath> chain,
    List<Tolerance> tolerances,
    Map<Tolerance, Map<String, String>> figures,
    List<String> warnings) {
  /**
   * The most replays on slower machines for a request: one for the time, one for each share, and
   * those of a search.
   */
  public static final int MOST_REPLAYS = 1 + Share.values().length + Tolerance.MOST_REPLAYS;

  /**
   * The factor that converts a derivative to the change of the time when the property grows by 1%.
   */
  static final double ONE_PERCENT = 0.01;

  /**
   * A part of the critical path.
   *
   * @param number the number of the call site, or of the group's first rank
   * @param name the name of a call site, or of a group of ranks
   * @param call the MPI call of a call site; empty for ranks
   */
  public record Part(int number, String name, String call, double seconds) {}

  private record SiteCall(int site, MpiCall call) {}

  /**
   * Refuses requests for which the shares of the time can be found neither by replays on slower
   * machines nor along a fixed critical path.
   *
   * @param option the option's name, for the error
   */
  public static void require(String option, PredictionRequest request) {
    if (isReplayed(request)) {
      return;
    }
    if (!request.engine().equals(Engines.LOGGP)) {
      throw new UsageException(option + ": found engine " + request.engine()
          + ", for which no critical path is known; expected `engine flows` or loggp");
    }
    if (!isExact(request)) {
      throw new UsageException(option
          + ": found "
          + (request.deltas() == DeltaMode.HISTOGRAM
              ? "`deltas histogram`"
              : "a machine with noise")
          + ", with which long loops are sampled, not replayed; expected `fast-forward off`, or "
          + (request.deltas() == DeltaMode.HISTOGRAM
              ? "another `deltas`"
              : "`set noise.length=0s`, or `engine flows`"));
    }
  }

  /**
   * Refuses, before the replay, a request or a program whose critical path cannot be followed on any
   * machine.
   *
   * @param option the option's name, for the error
   */
  public static void require(String option, PredictionRequest request, PreparedTrace trace) {
    require(option, request);
    if (isReplayed(request)) {
      return;
    }
    CriticalPath.obstacle(trace.programs(), new Predictor(request).lane(trace))
        .ifPresent(obstacle -> {
          throw new UsageException(option + ": found a program without a fixed critical path ("
              + obstacle + "); expected a program whose messages do not depend on time,"
              + " or `engine flows`");
        });
  }

  /**
   * Predicts and analyses.
   *
   * @param slower allowed growths of the run's time, as fractions above 0
   * @param progress receives the number of finished replays if the request {@link #isReplayed},
   *     otherwise the number of MPI calls of the current replay, from time to time
   * @throws UsageException if the request or the program has no fixed critical path
   */
  public static Sensitivity of(
      PreparedTrace trace, PredictionRequest request, List<Double> slower, LongConsumer progress) {
    require("sensitivity", request, trace);
    return of(trace, request, slower, true, progress);
  }

  /**
   * Predicts and analyses a request that {@link #require} has passed.
   *
   * @param whole whether to compute the parts by call site and by rank too, which takes several
   *     times as long
   */
  static Sensitivity of(
      PreparedTrace trace,
      PredictionRequest request,
      List<Double> slower,
      boolean whole,
      LongConsumer progress) {
    Predictor predictor = new Predictor(request);
    Lane lane = predictor.lane(trace);
    if (isReplayed(request)) {
      EndingReplays.Ending ending = predictor.ending(trace, lane, calls -> {});
      SlowerReplays replays = new SlowerReplays(ending.trace(), request, lane, progress);
      CriticalPath path = replays.shares();
      List<Tolerance> tolerances = replays.tolerances(path, slower);
      Optional<CriticalPath> chain = whole && isExact(request)
          ? EndingReplays.replay(
              ending.trace(),
              shown -> CriticalPath.of(shown.programs(), lane, calls -> {}),
              (found, warning) -> found)
          : Optional.empty();
      Sensitivity found = of(trace, request, lane, path, chain, tolerances, whole);
      return ending.warning().map(found::with).orElse(found);
    }
    return EndingReplays.replay(
        trace,
        shown -> {
          Programs programs = shown.programs();
          Optional<CriticalPath> chain =
              whole ? CriticalPath.of(programs, lane, progress) : Optional.empty();
          CriticalPath path = (whole ? chain : CriticalPath.shares(programs, lane, progress))
              .orElseThrow(() -> unsuited(trace.name()));
          List<Tolerance> tolerances = Tolerance.of(
                  programs, lane, path.byShare(), slower, progress)
              .orElseThrow(() -> unsuited(trace.name()));
          return of(trace, request, lane, path, chain, tolerances, whole);
        },
        Sensitivity::with);
  }

  private static Sensitivity of(
      PreparedTrace trace,
      PredictionRequest request,
      Lane lane,
      CriticalPath path,
      Optional<CriticalPath> chain,
      List<Tolerance> tolerances,
      boolean whole) {
    Map<Tolerance, Map<String, String>> figures = new HashMap<>();
    for (Tolerance tolerance : whole ? tolerances : List.<Tolerance>of()) {
      tolerance
          .factor()
          .ifPresent(factor -> figures.put(
              tolerance,
              Predictor.effective(
                  trace,
                  request,
                  SlowerReplays.slower(Slowdown.of(tolerance.share(), factor))
                      .figures(lane.machine().platform().figures()))));
    }
    return new Sensitivity(
        trace.name(),
        new Predictor(request).used(trace, lane.machine()),
        trace.trace(),
        lane.machine(),
        path,
        chain,
        tolerances,
        figures,
        List.of());
  }

  private Sensitivity with(String warning) {
    return new Sensitivity(
        name, request, trace, machine, path, chain, tolerances, figures, List.of(warning));
  }

  /** Whether no loop is sampled, because a critical path needs all iterations of a loop. */
  private static boolean isExact(PredictionRequest request) {
    return !new Predictor(request).isRandom() || !request.fastForward().enabled();
  }

  /** Whether a request is analysed by replays on slower machines instead of along a critical path. */
  public static boolean isReplayed(PredictionRequest request) {
    return request.engine().equals(Engines.FLOWS);
  }

  /** Whether the shares come from replays on slower machines, with contention. */
  public boolean isReplayed() {
    return isReplayed(request);
  }

  /** The time of a share on the critical path, in seconds. */
  public double seconds(Share share) {
    return Objects.requireNonNull(path.byShare().get(share));
  }

  /** Returns the error for an obstacle that {@link #require} did not find. */
  private static ReplayException unsuited(String name) {
    return new ReplayException(name
        + ": found a program whose critical path cannot be followed on this machine; expected that all ranks end, and"
        + " that messages take time if a receive can match several of them. Run tracecast predict to see the reason,"
        + " or compare predictions for two machines");
  }

  /**
   * The time that each pair of call site and MPI call has on the critical path, the longest first.
   */
  public List<Part> bySite(CriticalPath chain) {
    Map<SiteCall, Double> sites = new LinkedHashMap<>();
    for (int event = 0; event < trace.events().size(); event++) {
      Event e = trace.events().get(event);
      sites.merge(new SiteCall(e.callSite(), e.call()), chain.byEvent().get(event), Double::sum);
    }
    return sites.entrySet().stream()
        .map(entry -> new Part(
            entry.getKey().site(),
            trace.callSites().get(entry.getKey().site()).name(),
            entry.getKey().call().mpiName(),
            entry.getValue()))
        .sorted(Comparator.comparingDouble(Part::seconds).reversed())
        .toList();
  }

  /** The time that each group of ranks has on the critical path, the longest first. */
  public List<Part> byRanks(CriticalPath chain) {
    return IntStream.range(0, chain.byRanks().size())
        .mapToObj(group -> new Part(
            group * chain.ranksOfGroup(),
            ranks(chain, group),
            "",
            chain.byRanks().get(group)))
        .sorted(Comparator.comparingDouble(Part::seconds).reversed())
        .toList();
  }

  private String ranks(CriticalPath chain, int group) {
    int first = group * chain.ranksOfGroup();
    int last = Math.min(first + chain.ranksOfGroup(), machine.ranks()) - 1;
    return first == last ? "rank " + first : "ranks " + first + " to " + last;
  }

  /** Returns the columns of {@link #bySite}. */
  public static List<Column<Part>> siteColumns(CriticalPath chain) {
    return List.of(
        Column.number("site", "site", Part::number),
        Column.name("call_site", "", part -> part.name() + " " + part.call()),
        Column.longName("", "function", Part::name),
        Column.name("", "call", Part::call),
        Column.time("seconds", "time", Part::seconds),
        Column.share("", "of the run", part -> part(part.seconds(), chain)));
  }

  /** Returns the columns of {@link #byRanks}. */
  public static List<Column<Part>> rankColumns(CriticalPath chain) {
    return List.of(
        Column.name("ranks", "ranks", Part::name),
        Column.time("seconds", "time", Part::seconds),
        Column.share("", "of the run", part -> part(part.seconds(), chain)));
  }

  /** Returns the columns of a table of all shares: times, and the factors by which they may grow. */
  public List<Column<Share>> shareColumns() {
    List<Column<Share>> columns = new ArrayList<>(List.of(
        Column.name("", "part", Sensitivity::words),
        Column.time("", "time", this::seconds),
        Column.share("", "of the run", this::ofRun)));
    for (double slower : slower()) {
      columns.add(Column.ratio(
          "",
          "run " + Numbers.perCent(slower) + " slower",
          share -> tolerances.stream()
              .filter(one -> one.share() == share && one.slower() == slower)
              .flatMapToDouble(one -> one.factor().stream())
              .findFirst()
              .orElse(Double.POSITIVE_INFINITY)));
    }
    return columns;
  }

  /**
   * Returns the columns of a table of {@link #derivatives}: the change of the time when a property
   * grows by 1%.
   */
  public List<Column<Derivative>> derivativeColumns() {
    return List.of(
        Column.name("", "property", derivative -> derivative.name().replace('_', ' ')),
        Column.singleTime("", "change", derivative -> ONE_PERCENT * derivative.seconds()),
        Column.ratio("", "% of the run", derivative -> part(derivative.seconds(), path)));
  }

  /** Returns a share's part of the run's time, from 0 to 1. */
  public double ofRun(Share share) {
    return part(seconds(share), path);
  }

  private static double part(double seconds, CriticalPath path) {
    return path.seconds() == 0 ? 0 : seconds / path.seconds();
  }

  /** Returns one line about how computation was recorded and scaled. */
  public String computationText() {
    return RecordedComputation.of(trace).text(request, machine.platform());
  }

  /**
   * Returns the options of a prediction that multiply a share of the time by its tolerated factor;
   * empty if no factor is known, or if this share takes no time in the run.
   */
  public List<String> options(Tolerance tolerance) {
    if (tolerance.factor().isEmpty()) {
      return List.of();
    }
    double factor = tolerance.factor().getAsDouble();
    List<String> options = new ArrayList<>();
    if (tolerance.share() == Share.COMPUTE) {
      double scale = request.computeScale().factor() * factor;
      options.addAll(List.of(
          Settings.of("compute-scale").option(),
          new BigDecimal(scale).round(new MathContext(6)).toPlainString()));
    }
    Objects.requireNonNull(figures.get(tolerance))
        .forEach(
            (key, text) -> options.addAll(List.of(Settings.of("set").option(), key + "=" + text)));
    return options;
  }

  public List<Derivative> derivatives() {
    return Derivative.of(path.byShare());
  }

  /** Returns the slowdowns of the run, one for each tolerance of a share. */
  public List<Double> slower() {
    return tolerances.stream().map(Tolerance::slower).distinct().toList();
  }

  /** A share's name in JSON and CSV. */
  public static String name(Share share) {
    return share.name().toLowerCase(Locale.ROOT);
  }

  /** A share's name in texts and on pages. */
  public static String words(Share share) {
    return share == Share.COMPUTE ? "computation" : name(share);
  }
}
