package io.github.tracecast.predict.sweep;

import io.github.tracecast.predict.settings.ChosenTimes;
import io.github.tracecast.predict.settings.EngineChoice;
import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.predict.settings.QuantityText;
import io.github.tracecast.predict.settings.Setting;
import io.github.tracecast.predict.settings.Settings;
import io.github.tracecast.tools.extrapolate.Scaling;
import io.github.tracecast.trace.text.FittingText;
import io.github.tracecast.trace.text.Numbers;
import io.github.tracecast.trace.text.Shell;
import io.github.tracecast.trace.text.UsageException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The points of a sweep. In a grid, the last axis varies fastest. From one point to the next,
 * zipped axes all change.
 *
 * @param base the settings of the first point, without the varied figures
 * @param axes the varied settings, at least one
 * @param zipped whether values are combined by position, and not in all combinations
 * @param sensitivity whether the parts of each point's time are computed
 * @param scaling how the problem grows with varied ranks, as the user states it; empty if the
 *     recordings show it
 * @param jobs the jobs that run beside the trace
 */
public record SweepPlan(
    PredictionRequest base,
    List<Axis> axes,
    boolean zipped,
    boolean sensitivity,
    Optional<Scaling> scaling,
    SweptJobs jobs) {
  /** The largest number of points of a sweep. */
  public static final int MOST_POINTS = 100_000;

  /**
   * The settings that can be varied, besides keys of the machine: options of {@code predict}, and
   * the ranks.
   */
  public static final List<String> OPTIONS = Stream.concat(
          Settings.all().stream().filter(setting -> !setting.repeats()).map(Setting::key),
          Stream.of(SweptTraces.RANKS))
      .toList();

  private static final Setting<?> AT_SITE = Settings.of("compute-scale-at");

  /** Returns a plan without a stated scaling and without jobs beside the trace. */
  public SweepPlan(PredictionRequest base, List<Axis> axes, boolean zipped, boolean sensitivity) {
    this(base, axes, zipped, sensitivity, Optional.empty(), SweptJobs.NONE);
  }

  /**
   * @throws UsageException if a key is varied twice, or is both varied and set, if zipped axes
   *     differ in length, if there are too many points, if a scaling is stated but the ranks do not
   *     vary, or if a varied job does not exist
   */
  public SweepPlan {
    axes = List.copyOf(axes);
    Set<String> keys = new HashSet<>();
    long points = 1;
    for (Axis axis : axes) {
      if (!keys.add(axis.key())) {
        throw UsageException.of("vary", "found " + axis.key() + " twice; expected each key once");
      }
      if (base.figures().containsKey(axis.key())) {
        throw UsageException.of(
            "vary",
            "found " + axis.key()
                + ", which is also given with `set`; expected only one of the two");
      }
      points = zipped
          ? axis.values().size()
          : Math.multiplyExact(points, axis.values().size());
      if (zipped && points != axes.getFirst().values().size()) {
        throw UsageException.of(
            "zip",
            "found " + Numbers.counted(axes.getFirst().values().size(), "value") + " of "
                + axes.getFirst().key() + " and " + points + " of " + axis.key()
                + "; expected the same number of values for each");
      }
      if (points > MOST_POINTS) {
        throw UsageException.of(
            "vary", "found more than " + MOST_POINTS + " points; expected fewer or shorter ranges");
      }
    }
    if (axes.isEmpty()) {
      throw UsageException.of("vary", "expected at least one KEY=RANGE");
    }
    if (scaling.isPresent() && !keys.contains(SweptTraces.RANKS)) {
      throw UsageException.of(
          "scaling", "found without `vary ranks`; expected both options or neither");
    }
    if (!jobs.isEmpty() && keys.contains(SweptTraces.RANKS)) {
      throw UsageException.of(
          "job", "found together with `vary ranks`; expected only one of the two");
    }
    keys.forEach(jobs::require);
    for (Axis axis : axes) {
      if (!isFigure(axis.key())) {
        base = with(base, axis.key(), axis.values().getFirst());
      }
    }
  }

  /**
   * Refuses a key that cannot be an axis. Whether the machine has the key is checked when the
   * machine is read.
   */
  static void requireKey(String key) {
    if (key.equals("contention")) {
      throw EngineChoice.instead("`vary`", key);
    }
    if (!OPTIONS.contains(key) && !key.contains(".")) {
      throw UsageException.of(
          "vary",
          "found key " + FittingText.shortened(key, Ranges.QUOTED) + "; expected "
              + String.join(", ", OPTIONS)
              + ", compute-scale-at.SITE, job1.start or a key of the machine, such as network.link_bandwidth");
    }
  }

  /** Whether a key is a key of the machine. */
  static boolean isFigure(String key) {
    return !OPTIONS.contains(key) && !isAtSite(key) && !SweptJobs.isKey(key);
  }

  /**
   * Returns an option that sets a key, as text for a command line. The result is an option of
   * {@code predict}, or for the ranks and for jobs, an option of {@code sweep}.
   */
  public static String option(String key, String value) {
    if (isOfSweep(key)) {
      return "--vary " + Shell.quoted(key + "=" + value);
    }
    if (OPTIONS.contains(key)) {
      return Settings.of(key).option() + " " + (value.isEmpty() ? "" : Shell.quoted(value));
    }
    Setting<?> setting = isAtSite(key) ? AT_SITE : Settings.of("set");
    String name = isAtSite(key) ? key.substring(AT_SITE.key().length() + 1) : key;
    return setting.option() + " " + Shell.quoted(name + "=" + value);
  }

  /** Whether only a sweep, not a prediction, has an option for a key. */
  public static boolean isOfSweep(String key) {
    return key.equals(SweptTraces.RANKS) || SweptJobs.isKey(key);
  }

  /** Whether a prediction has an option for each axis. */
  public boolean isOfPredictions() {
    return axes.stream().map(Axis::key).noneMatch(SweepPlan::isOfSweep);
  }

  private static boolean isAtSite(String key) {
    return key.startsWith(AT_SITE.key() + ".");
  }

  public boolean varies(String key) {
    return axes.stream().anyMatch(axis -> axis.key().equals(key));
  }

  /**
   * Passes each line of a report about the settings of all points to {@code line}, with its title.
   *
   * @param used the settings of points, with the mappings and computation times that were used
   */
  void describe(List<PredictionRequest> used, BiConsumer<String, String> line) {
    for (Setting<?> setting : Settings.all()) {
      if (!varies(setting.key())) {
        List<String> all = switch (setting.key()) {
          case "mapping" -> together(used, PredictionRequest::mapping);
          case "deltas" -> together(used, this::times);
          default -> setting.words().apply(base);
        };
        all.forEach(words -> line.accept(setting.title(), words));
      }
    }
    for (int job = 0; job < jobs.texts().size(); job++) {
      line.accept("job " + (job + 1), jobs.texts().get(job));
    }
  }

  /**
   * Returns the words about one setting in one line; the words may differ between machines and
   * traces.
   */
  private static List<String> together(
      List<PredictionRequest> used, Function<PredictionRequest, String> words) {
    return List.of(used.stream().map(words).distinct().collect(Collectors.joining("; ")));
  }

  /** Names the computation times of a point. */
  private String times(PredictionRequest used) {
    return varies("seed")
        ? ChosenTimes.words(used.deltas())
        : ChosenTimes.words(used.deltas(), used.seed());
  }

  /** Returns all values of a key, which are those of its axis, or the value of the base if no axis varies the key. */
  public List<String> valuesOf(String key, String ofBase) {
    return axes.stream()
        .filter(axis -> axis.key().equals(key))
        .findFirst()
        .map(Axis::values)
        .orElse(List.of(ofBase));
  }

  /** Returns the options of a sweep for this plan. */
  List<String> words() {
    List<String> words = new ArrayList<>(Settings.options(base, Settings.all()));
    for (Axis axis : axes) {
      words.addAll(List.of("--vary", axis.key() + "=" + String.join(",", axis.values())));
    }
    if (zipped) {
      words.add("--zip");
    }
    if (sensitivity) {
      words.add("--sensitivity");
    }
    words.addAll(scalingWords());
    words.addAll(SweptJobs.words(jobs.texts()));
    return words;
  }

  /** Returns the option of a sweep that states the scaling; empty if it is not stated. */
  public List<String> scalingWords() {
    return scaling.map(one -> List.of("--scaling", one.text())).orElse(List.of());
  }

  /** Number of points. */
  public int size() {
    return zipped
        ? axes.getFirst().values().size()
        : axes.stream().mapToInt(axis -> axis.values().size()).reduce(1, Math::multiplyExact);
  }

  /** Returns the index of an axis's value at a point. */
  public int valueAt(int axis, int point) {
    return zipped ? point : point / stride(axis) % axes.get(axis).values().size();
  }

  /** Returns the distance between points of a grid with successive values of an axis. */
  int stride(int axis) {
    return axes.stream()
        .skip(axis + 1L)
        .mapToInt(after -> after.values().size())
        .reduce(1, (a, b) -> a * b);
  }

  /** Returns a point's value of a key, as text; empty if no axis varies the key. */
  Optional<String> textOf(String key, int point) {
    return IntStream.range(0, axes.size())
        .filter(axis -> axes.get(axis).key().equals(key))
        .mapToObj(axis -> textAt(axis, point))
        .findFirst();
  }

  /** Returns a point's value on an axis, as text. */
  public String textAt(int axis, int point) {
    return axes.get(axis).values().get(valueAt(axis, point));
  }

  /** Returns a point as text: {@code KEY=VALUE, KEY=VALUE}. */
  public String name(int point) {
    return words(point, text -> text, axis -> true);
  }

  /** Returns a point as text for readers, with quantities in suitable units. */
  public String label(int point) {
    return words(point, QuantityText::of, axis -> true);
  }

  /** Returns a point's values on some axes. */
  public String words(int point, UnaryOperator<String> value, IntPredicate wanted) {
    return IntStream.range(0, axes.size())
        .filter(wanted)
        .mapToObj(axis -> axes.get(axis).key() + "=" + value.apply(textAt(axis, point)))
        .collect(Collectors.joining(", "));
  }

  /**
   * Returns the request of a point.
   *
   * @throws UsageException if a value is not valid for its key
   */
  public PredictionRequest request(int point) {
    PredictionRequest request = base;
    for (int axis = 0; axis < axes.size(); axis++) {
      request = with(request, axes.get(axis).key(), textAt(axis, point));
    }
    return request;
  }

  /** Returns a request for a value of a sweep's only axis; no point needs to have this value. */
  PredictionRequest request(String value) {
    return with(base, axes.getFirst().key(), value);
  }

  private static PredictionRequest with(PredictionRequest request, String key, String value) {
    String option = "`vary " + key + "`";
    if (key.equals(SweptTraces.RANKS)) {
      SweptTraces.number(value);
      return request;
    }
    if (SweptJobs.isKey(key)) {
      return request; // a value of a job beside the trace
    }
    if (OPTIONS.contains(key)) {
      return Settings.of(key).given(request, option, value);
    }
    return isAtSite(key)
        ? AT_SITE.given(request, "`vary`", key.substring(AT_SITE.key().length() + 1) + "=" + value)
        : Settings.of("set").given(request, option, key + "=" + value);
  }
}
