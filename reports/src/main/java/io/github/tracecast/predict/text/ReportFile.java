package io.github.tracecast.predict.text;

import io.github.tracecast.trace.system.WholeFile;
import io.github.tracecast.trace.text.UsageException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes a report to a file, a pipe or device, or standard output. A file appears only when it is
 * complete.
 */
public final class ReportFile {
  /** The target that means standard output. */
  public static final String STANDARD_OUTPUT = "-";

  private ReportFile() {}

  public interface Content {
    void write(Writer writer) throws IOException;
  }

  /**
   * The target of one option's report.
   *
   * @param file the target of the option; null if the option is not given
   */
  public record Target(String option, @Nullable String file) {}

  /** Whether a target is standard output. */
  public static boolean isStandardOutput(@Nullable String target) {
    return STANDARD_OUTPUT.equals(target);
  }

  /**
   * Writes a report.
   *
   * @param option the option that names the target
   * @param target a file, which appears when it is complete; a pipe or device, which is written in
   *     place; or {@link #STANDARD_OUTPUT}
   */
  public static void write(
      String option, String target, PrintWriter standardOutput, Content content)
      throws IOException {
    if (isStandardOutput(target)) {
      content.write(standardOutput);
      standardOutput.flush();
    } else {
      write(option, target, content);
    }
  }

  /** Writes a report to a file, a pipe or a device. */
  public static void write(String option, String target, Content content) throws IOException {
    WholeFile.writeText(option, Path.of(target), content::write);
  }

  /**
   * Refuses unwritable targets, and several reports on standard output. Call this method before any
   * long work.
   */
  public static void check(Target... targets) {
    List<String> onStandardOutput = new ArrayList<>();
    for (Target target : targets) {
      check(target.option(), target.file());
      if (isStandardOutput(target.file())) {
        onStandardOutput.add(target.option());
      }
    }
    if (onStandardOutput.size() > 1) {
      throw new UsageException(String.join(", ", onStandardOutput)
          + ": found - for " + (onStandardOutput.size() == 2 ? "both" : "all")
          + "; expected standard output for only one output");
    }
  }

  /** Refuses a target that cannot be written, before any long work. Null is allowed. */
  public static void check(String option, @Nullable String target) {
    if (target != null && !isStandardOutput(target)) {
      WholeFile.check(option, target);
    }
  }
}
