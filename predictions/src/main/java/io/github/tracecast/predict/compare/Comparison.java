package io.github.tracecast.predict.compare;

import io.github.tracecast.decompress.PreparedTrace;
import io.github.tracecast.predict.model.Efficiencies;
import io.github.tracecast.predict.model.Predictor;
import io.github.tracecast.predict.output.Column;
import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.predict.settings.QuantityText;
import io.github.tracecast.predict.sweep.RankScaling;
import io.github.tracecast.simulate.engine.Engines;
import io.github.tracecast.trace.text.Numbers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.LongConsumer;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * The differences between two predictions. Times are simulated seconds. Times of call sites are
 * averages per rank, so their changes add up to the change of the average rank.
 *
 * @param a the first prediction
 * @param b the second prediction
 * @param setup the settings that differ, in the order of the predictions' JSON
 * @param quantities figures of the whole run, including equal ones
 * @param efficiencies the efficiencies of both runs, as shares; if the numbers of ranks differ,
 *     they include computation scaling and global efficiency; empty if one of the predictions has
 *     no efficiencies
 * @param sites call sites that are in at least one of the predictions, the most changed call site
 *     first
 * @param ranks ranks with different end times, the most changed rank first; empty if the numbers of
 *     ranks differ
 * @param warningsOfA warnings that only the first prediction has
 * @param warningsOfB warnings that only the second prediction has
 */
public record Comparison(
    ComparedRun a,
    ComparedRun b,
    List<Difference> setup,
    List<Quantity> quantities,
    List<Quantity> efficiencies,
    List<SiteChange> sites,
    List<RankChange> ranks,
    List<String> warningsOfA,
    List<String> warningsOfB) {
  /** The changes of ranks count as equal if they differ by less than this share. */
  private static final double ALIKE = 0.02;

  /** A setting as text in both predictions; an empty text for a prediction without the setting. */
  public record Difference(String key, String a, String b) {
    /** Returns the setting's name for readers of a report. */
    public String name() {
      return key.startsWith(ComparedRun.FIGURE)
          ? key.substring(ComparedRun.FIGURE.length())
          : key.equals("platform") ? "machine" : key.replace('_', ' ');
    }

    /** Returns the text of prediction A for readers of a report, in the unit of prediction B. */
    public String shownA() {
      return QuantityText.inUnitOf(b, a);
    }

    /** Returns the text of prediction B for readers of a report, in the unit of prediction A. */
    public String shownB() {
      return QuantityText.inUnitOf(a, b);
    }
  }

  /**
   * A row of a report.
   *
   * @param part whether this row is a part of another row, which is the nearest earlier row that is
   *     not a part
   */
  public record Row(String name, boolean part, Quantity quantity) {}

  /** Returns the time of the run and the parts of the average rank's time. */
  public List<Row> times() {
    return rows(true);
  }

  /**
   * Returns the assumptions of both predictions about recorded computation, as a single line if
   * they are equal.
   */
  public List<String> assumptions() {
    String ofA = a.assumption();
    String ofB = b.assumption();
    if (ofA.equals(ofB)) {
      return ofA.isEmpty() ? List.of() : List.of(ofA);
    }
    return List.of(
        "A: " + (ofA.isEmpty() ? "computation " + a.computation() : ofA),
        "B: " + (ofB.isEmpty() ? "computation " + b.computation() : ofB));
  }

  /** Returns the largest absolute change of a time. It determines the unit in which all changes are shown. */
  public double largestChange() {
    DoubleStream runs = times().stream().mapToDouble(row -> row.quantity().change());
    DoubleStream parts = sites.stream()
        .flatMapToDouble(site -> DoubleStream.of(site.callChange(), site.computeChange()));
    DoubleStream ends = ranks.stream().mapToDouble(RankChange::change);
    return DoubleStream.concat(runs, DoubleStream.concat(parts, ends))
        .map(Math::abs)
        .max()
        .orElse(0);
  }

  /** Whether all ranks end later, or all earlier, by about the same time, so that a list of them shows nothing. */
  public boolean ranksMoveAlike() {
    var all = ranks.stream().mapToDouble(RankChange::change).summaryStatistics();
    double largest = Math.max(Math.abs(all.getMin()), Math.abs(all.getMax()));
    return ranks.size() > 1
        && ranks.size() == a.ranks()
        && all.getMax() - all.getMin() <= ALIKE * largest;
  }

  /** Returns the totals that are not times: ranks, MPI calls, messages and bytes. */
  public List<Row> amounts() {
    return rows(false);
  }

  private List<Row> rows(boolean times) {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < quantities.size(); i++) {
      Column<ComparedRun.Totals> column = ComparedRun.Totals.COLUMNS.get(i);
      if ((column.kind() == Column.Kind.TIME) == times) {
        rows.add(new Row(column.heading(), times && i > 1, quantities.get(i)));
      }
    }
    return rows;
  }

  /** The same quantity in both predictions, with its name in JSON. */
  public record Quantity(String key, double a, double b) {
    /** Returns the name for readers of a report. */
    public String words() {
      return key.replace('_', ' ');
    }

    public double change() {
      return b - a;
    }

    /**
     * Returns the second prediction's value divided by the first prediction's value; NaN if the
     * latter is 0.
     */
    public double ratio() {
      return a == 0 ? Double.NaN : b / a;
    }
  }

  /**
   * The change of a call site's time: computation before its calls, and time inside them.
   *
   * @param number the number of the call site in both traces; empty if the traces have different
   *     numbers for a common call site
   * @param a the first prediction's figures; zeros if it has no call at this site
   * @param shareOfMoves the absolute change, divided by the sum of the absolute changes of all call
   *     sites
   */
  public record SiteChange(
      OptionalInt number, String name, String call, Figures a, Figures b, double shareOfMoves) {
    public double callChange() {
      return b.callSeconds - a.callSeconds;
    }

    public double computeChange() {
      return b.computeSeconds - a.computeSeconds;
    }

    public double change() {
      return callChange() + computeChange();
    }

    public boolean moved() {
      return a.calls != b.calls
          || callChange() != 0
          || computeChange() != 0
          || a.waitSeconds != b.waitSeconds;
    }
  }

  /**
   * The calls and times of a call site, averages per rank.
   *
   * @param site the call site's number; {@link ComparedRun.Site#NO_NUMBER} if there is none
   * @param calls number of calls over all ranks
   * @param ofRun share of the average rank's time inside these calls, 0 to 1
   */
  public record Figures(
      int site,
      long calls,
      double callSeconds,
      double waitSeconds,
      double computeSeconds,
      double ofRun) {
    private static final Figures NONE = new Figures(ComparedRun.Site.NO_NUMBER, 0, 0, 0, 0, 0);
  }

  /**
   * Predicts two runs and compares them.
   *
   * @param warnings returns further warnings for a prediction that this process makes
   * @param progress receives the number of replayed MPI calls of both runs from time to time
   * @throws IOException if engine simgrid is requested and its process cannot be started
   */
  public static Comparison of(
      PreparedTrace trace,
      PredictionRequest first,
      PredictionRequest second,
      List<String> warnings,
      LongConsumer progress)
      throws IOException {
    long calls = trace.counts().total();
    if (first.engine().equals(Engines.SIMGRID) || second.engine().equals(Engines.SIMGRID)) {
      List<PredictionFile> both = PredictionProcess.predictions(
          trace, List.of(first, second), done -> progress.accept(done * calls));
      return of(both.get(0).run(), both.get(1).run());
    }
    return of(
        predicted(trace, first, warnings, progress),
        predicted(trace, second, warnings, done -> progress.accept(calls + done)));
  }

  private static ComparedRun predicted(
      PreparedTrace trace, PredictionRequest request, List<String> more, LongConsumer progress) {
    Predictor predictor = new Predictor(request);
    List<String> warnings = new ArrayList<>(predictor.warnings(trace));
    warnings.addAll(more);
    return ComparedRun.of(
        request.named(trace.name()), predictor.predict(trace, warnings, progress));
  }

  /** The time at which a rank ends, in both predictions. */
  public record RankChange(int rank, double aEndSeconds, double bEndSeconds) {
    public double change() {
      return bEndSeconds - aEndSeconds;
    }
  }

  public static Comparison of(ComparedRun a, ComparedRun b) {
    List<Quantity> quantities = ComparedRun.Totals.COLUMNS.stream()
        .map(column -> new Quantity(
            column.key(), (double) column.valueOf(a.totals()), (double) column.valueOf(b.totals())))
        .toList();
    return new Comparison(
        a,
        b,
        setup(a, b),
        quantities,
        efficiencies(a, b),
        sites(figures(a), figures(b)),
        ranks(a, b),
        without(a.warnings(), b.warnings()),
        without(b.warnings(), a.warnings()));
  }

  private static List<Quantity> efficiencies(ComparedRun a, ComparedRun b) {
    if (a.efficiencies().isEmpty() || b.efficiencies().isEmpty()) {
      return List.of();
    }
    List<Quantity> found = new ArrayList<>();
    for (int i = 0; i < Efficiencies.NAMES.size(); i++) {
      found.add(new Quantity(
          Efficiencies.NAMES.get(i), a.efficiencies().get(i), b.efficiencies().get(i)));
    }
    if (a.ranks() != b.ranks()) {
      Quantity parallel = found.getFirst();
      boolean grows = b.ranks() > a.ranks();
      scaling(grows ? a : b, grows ? b : a).ifPresent(scaling -> {
        double ofA = grows ? 1 : scaling;
        double ofB = grows ? scaling : 1;
        found.addFirst(new Quantity("computation_scaling", ofA, ofB));
        found.addFirst(new Quantity("global_efficiency", parallel.a() * ofA, parallel.b() * ofB));
      });
    }
    return found;
  }

  /**
   * Returns the computation scaling of the run on more ranks, by the kind of scaling (strong or
   * weak) that fits both runs.
   */
  private static OptionalDouble scaling(ComparedRun fewer, ComparedRun more) {
    double growth = (double) more.ranks() / fewer.ranks();
    double mean = fewer.totals().computeSeconds();
    double meanOfMore = more.totals().computeSeconds();
    return RankScaling.Kind.fitting(Math.log(meanOfMore / mean) / Math.log(growth))
        .computationScaling(growth, mean, meanOfMore);
  }

  /**
   * Returns a text that the difference may be noise of the recordings, because the differences
   * between their iterations change a predicted time by more. Empty if the difference is larger, or
   * if both predictions use the same recording and so contain the same noise.
   */
  public Optional<String> noiseText() {
    double change = Math.abs(quantity("predicted_seconds").change());
    double noise = Math.max(a.iterationSeconds(), b.iterationSeconds());
    return a.recordedSeconds() == b.recordedSeconds() || change >= noise
        ? Optional.empty()
        : Optional.of("The difference, " + Numbers.time(change) + ", is smaller than the noise: the"
            + " recordings' iterations differ, which changes a predicted time by up to "
            + Numbers.time(noise) + ". Repeat both recordings.");
  }

  /** Returns the name of the first prediction: its machine, or A if both have the same machine. */
  public String nameOfA() {
    return name(a, "A");
  }

  /** Returns the name of the second prediction: its machine, or B if both have the same machine. */
  public String nameOfB() {
    return name(b, "B");
  }

  private String name(ComparedRun one, String letter) {
    String machine = one.text("platform");
    return machine.isEmpty() || a.text("platform").equals(b.text("platform")) ? letter : machine;
  }

  /** Whether any predicted value differs. Settings may differ even if this is false. */
  public boolean moved() {
    return quantities.stream().anyMatch(quantity -> quantity.change() != 0)
        || sites.stream().anyMatch(SiteChange::moved)
        || !ranks.isEmpty();
  }

  /** Returns the engines with their versions. */
  public String engines() {
    String ofA = engine(a);
    String ofB = engine(b);
    return ofA.equals(ofB) ? ofA : ofA + " for A and " + ofB + " for B";
  }

  private static String engine(ComparedRun prediction) {
    return prediction.text("engine") + " " + prediction.text("engine_version");
  }

  public Quantity quantity(String key) {
    return quantities.stream()
        .filter(quantity -> quantity.key().equals(key))
        .findFirst()
        .orElseThrow();
  }

  private static List<Difference> setup(ComparedRun a, ComparedRun b) {
    SortedSet<String> given = new TreeSet<>(a.setup().keySet());
    given.addAll(b.setup().keySet());
    List<Difference> differences = new ArrayList<>();
    for (String key : ComparedRun.settings()) {
      given.stream()
          .filter(name -> name.equals(key) || name.startsWith(key + "."))
          .map(name -> new Difference(name, a.text(name), b.text(name)))
          .filter(difference -> !difference.a().equals(difference.b()))
          .forEach(differences::add);
    }
    return differences;
  }

  private record Key(String name, String call) {}

  /** Returns figures by call site and MPI call. Call sites with the same name and MPI call are combined. */
  private static Map<Key, Figures> figures(ComparedRun run) {
    Map<Key, ComparedRun.Site> sites = new LinkedHashMap<>();
    run.sites()
        .forEach(
            site -> sites.merge(new Key(site.name(), site.call()), site, ComparedRun.Site::plus));
    int ranks = run.ranks();
    double mean = run.totals().meanRankSeconds();
    Map<Key, Figures> figures = new LinkedHashMap<>();
    sites.forEach((key, site) -> {
      double seconds = site.callSeconds() / ranks;
      figures.put(
          key,
          new Figures(
              site.number(),
              site.calls(),
              seconds,
              site.waitSeconds() / ranks,
              site.computeSeconds() / ranks,
              mean == 0 ? 0 : seconds / mean));
    });
    return figures;
  }

  private static List<SiteChange> sites(Map<Key, Figures> a, Map<Key, Figures> b) {
    Set<Key> keys = new LinkedHashSet<>(a.keySet());
    keys.addAll(b.keySet());
    boolean alike = a.keySet().stream()
        .filter(b::containsKey)
        .allMatch(key -> a.getOrDefault(key, Figures.NONE).site()
            == b.getOrDefault(key, Figures.NONE).site());
    List<SiteChange> changes = new ArrayList<>();
    for (Key key : keys) {
      int number = a.getOrDefault(key, b.getOrDefault(key, Figures.NONE)).site();
      changes.add(new SiteChange(
          alike && number != ComparedRun.Site.NO_NUMBER
              ? OptionalInt.of(number)
              : OptionalInt.empty(),
          key.name(),
          key.call(),
          a.getOrDefault(key, Figures.NONE),
          b.getOrDefault(key, Figures.NONE),
          0));
    }
    double all =
        changes.stream().mapToDouble(change -> Math.abs(change.change())).sum();
    changes.replaceAll(change -> new SiteChange(
        change.number(),
        change.name(),
        change.call(),
        change.a(),
        change.b(),
        all == 0 ? 0 : Math.abs(change.change()) / all));
    changes.sort(mostFirst(SiteChange::change)
        .thenComparing(mostFirst(SiteChange::callChange))
        .thenComparing(SiteChange::name)
        .thenComparing(SiteChange::call));
    return changes;
  }

  private static List<RankChange> ranks(ComparedRun a, ComparedRun b) {
    return IntStream.range(0, a.ranks() == b.ranks() ? a.ranks() : 0)
        .mapToObj(rank -> new RankChange(
            rank, a.rankEndSeconds().get(rank), b.rankEndSeconds().get(rank)))
        .filter(change -> change.aEndSeconds() != change.bEndSeconds())
        .sorted(mostFirst(RankChange::change).thenComparing(RankChange::rank))
        .toList();
  }

  private static <T> Comparator<T> mostFirst(ToDoubleFunction<T> change) {
    return Comparator.comparingDouble((T one) -> -Math.abs(change.applyAsDouble(one)));
  }

  private static List<String> without(List<String> all, List<String> others) {
    return all.stream().filter(text -> !others.contains(text)).toList();
  }
}
