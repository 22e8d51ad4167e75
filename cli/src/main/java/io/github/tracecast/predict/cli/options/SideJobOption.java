package io.github.tracecast.predict.cli.options;

import io.github.tracecast.predict.Tracecast;
import io.github.tracecast.predict.model.SideJob;
import io.github.tracecast.predict.sweep.SweptJobs;
import java.util.List;
import picocli.CommandLine.Option;

/** The option for jobs that run beside the predicted program. */
public final class SideJobOption {
  public static final String NAME = "--job";

  @Option(
      names = NAME,
      paramLabel = "JOB",
      description =
          "Runs another job on other nodes at the same time; repeatable. JOB is a trace or background traffic. A trace"
              + " may have options, such as \"b.ctrace start=10s times=3 nodes=[4-7]\"; mapping=M may replace nodes"
              + " (default: the next free nodes). Background traffic is uniform, permutation or neighbours with a rate, such as"
              + " \"uniform rate=100MBps\". Shows each job's time alone and with the other jobs, and the links"
              + " that jobs share.")
  private List<String> texts = List.of();

  public boolean isEmpty() {
    return texts.isEmpty();
  }

  public List<SideJob> jobs() {
    return texts.stream()
        .map(text -> SideJob.parse(NAME, text, Tracecast::read))
        .toList();
  }

  /** Returns the jobs of a sweep, whose values may vary. */
  public SweptJobs swept() {
    return new SweptJobs(texts, Tracecast::read);
  }
}
