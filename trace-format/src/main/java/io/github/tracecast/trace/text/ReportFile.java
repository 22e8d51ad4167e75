package io.github.tracecast.trace.text;

import io.github.tracecast.trace.system.WholeFile;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
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

  /** Writes a report. */
  public interface Content {
    void write(Writer writer) throws IOException;
  }

  /**
   * The target of one option's report.
   *
   * @param file null if the option is not given
   */
  public record Target(String option, @Nullable String file) {}

  /** Whether an option asks for standard output. */
  public static boolean isStandardOutput(@Nullable String target) {
    return STANDARD_OUTPUT.equals(target);
  }

  /**
   * Writes a report.
   *
   * @param option that names the target
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
    try {
      WholeFile.write(Path.of(target), out -> {
        Writer writer = new OutputStreamWriter(out, StandardCharsets.UTF_8);
        try {
          content.write(writer);
          writer.flush();
        } catch (UncheckedIOException e) {
          throw e.getCause();
        }
      });
    } catch (WholeFile.Failed e) {
      throw refused(option, target, String.valueOf(e.getMessage()));
    }
  }

  /**
   * Refuses unwritable targets, and several on standard output. To be called before any long work.
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
          + ": found - for both; expected standard output for only one of them");
    }
  }

  /** Refuses a target that cannot be written, before any long work. Null is allowed. */
  public static void check(String option, @Nullable String target) {
    if (target == null || isStandardOutput(target)) {
      return;
    }
    Path file = Path.of(target).toAbsolutePath();
    Path folder = file.getParent();
    if (folder == null || Files.isDirectory(file)) {
      throw refused(option, target, "it is a folder");
    }
    if (WholeFile.isSpecial(file) && Files.isWritable(file)) {
      return;
    }
    if (!Files.isDirectory(folder)) {
      throw refused(option, target, "its folder does not exist");
    }
    if (!Files.isWritable(folder)) {
      throw refused(option, target, "its folder is not writable");
    }
  }

  private static UsageException refused(String option, String target, String reason) {
    return new UsageException(option + ": found " + target + ", which cannot be written (" + reason
        + "); expected a file in a folder that exists, or - for standard output");
  }
}
