package io.github.tracecast.predict.sweep;

import io.github.tracecast.decompress.PreparedTrace;
import io.github.tracecast.platform.Platform;
import io.github.tracecast.predict.model.InputDigest;
import io.github.tracecast.predict.model.JobMix;
import io.github.tracecast.predict.model.SideJob;
import io.github.tracecast.trace.text.Numbers;
import io.github.tracecast.trace.text.UsageException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The jobs beside a swept trace. An axis {@code job1.start} adds the value {@code start} to the
 * first job, and other axes add their values in the same way. Each trace is read once. Thread-safe.
 */
public final class SweptJobs {
  /** No jobs, so that the trace has the machine to itself. */
  public static final SweptJobs NONE = new SweptJobs(List.of(), file -> {
    throw new IllegalStateException("no job reads " + file);
  });

  private static final Pattern KEY = Pattern.compile("job([0-9]{1,4})\\.([a-z]+)");
  private static final String OPTION = "`job`";

  private final List<String> texts;
  private final Function<Path, PreparedTrace> read;
  private final Map<Path, PreparedTrace> traces = new ConcurrentSkipListMap<>();

  /**
   * @param texts each job, as {@link SideJob#parse} reads it
   * @param read reads a trace
   */
  public SweptJobs(List<String> texts, Function<Path, PreparedTrace> read) {
    this.texts = List.copyOf(texts);
    this.read = read;
  }

  /** Whether the key of an axis names a value of a job. */
  static boolean isKey(String key) {
    return KEY.matcher(key).matches();
  }

  public boolean isEmpty() {
    return texts.isEmpty();
  }

  /** Refuses an axis of a job that does not exist. */
  void require(String key) {
    Matcher parts = KEY.matcher(key);
    if (!parts.matches()) {
      return;
    }
    int number = Integer.parseInt(parts.group(1));
    if (isEmpty()) {
      throw UsageException.of("vary", "found " + key + " without `job`; expected both options");
    }
    if (number < 1 || number > texts.size()) {
      throw UsageException.of(
          "vary",
          "found " + key + ", but " + Numbers.counted(texts.size(), "job") + "; expected "
              + (texts.size() == 1 ? "job1" : "job1 to job" + texts.size()));
    }
  }

  /** Returns the jobs of a point as text, in order. */
  public List<String> texts(SweepPlan plan, int point) {
    List<String> all = new ArrayList<>(texts);
    for (int axis = 0; axis < plan.axes().size(); axis++) {
      Matcher parts = KEY.matcher(plan.axes().get(axis).key());
      if (parts.matches()) {
        int job = Integer.parseInt(parts.group(1)) - 1;
        all.set(job, all.get(job) + " " + parts.group(2) + "=" + plan.textAt(axis, point));
      }
    }
    return all;
  }

  /** Returns the options of a command for jobs. */
  public static List<String> words(List<String> jobs) {
    return jobs.stream().flatMap(job -> Stream.of("--job", job)).toList();
  }

  /** Returns the jobs as the user wrote them, without the values of axes. */
  public List<String> texts() {
    return texts;
  }

  private List<SideJob> jobs(SweepPlan plan, int point) {
    return texts(plan, point).stream()
        .map(text -> SideJob.parse(OPTION, text, file -> traces.computeIfAbsent(file, read)))
        .toList();
  }

  /** Combines the trace of a point with its jobs. */
  JobMix mix(SweepPlan plan, int point, PreparedTrace trace, Platform platform) {
    return JobMix.of(trace, jobs(plan, point), plan.request(point), platform);
  }

  /**
   * Returns the mix of {@link #mix} without a replay; its background traffic has one message for
   * each node.
   */
  JobMix outline(SweepPlan plan, int point, PreparedTrace trace, Platform platform) {
    return JobMix.outline(trace, jobs(plan, point), plan.request(point), platform);
  }

  /** The files of the traces that were read. */
  public List<Path> files() {
    return List.copyOf(traces.keySet());
  }

  /** The digests of the traces that were read. */
  List<String> digests() {
    return traces.values().stream().map(PreparedTrace::digest).toList();
  }

  /** Returns the jobs of the first point, with the digests of the files that place them. */
  String identity(SweepPlan plan) {
    return jobs(plan, 0).stream()
        .map(job -> InputDigest.ofMapping(job.mapping()))
        .collect(Collectors.joining(" ", String.join(" ", texts) + " ", ""));
  }
}
