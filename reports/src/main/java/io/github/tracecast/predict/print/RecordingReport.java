package io.github.tracecast.predict.print;

import io.github.tracecast.decompress.EventCounts;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.predict.model.RecordingNoise;
import io.github.tracecast.record.Payload;
import io.github.tracecast.record.RecordingRun;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.recorder.RecorderConstants;
import io.github.tracecast.trace.text.Numbers;
import io.github.tracecast.trace.text.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The report of {@code record} about the trace that it wrote. */
public final class RecordingReport {
  private RecordingReport() {}

  public static List<String> warnings(Trace trace) {
    List<String> warnings = new ArrayList<>(trace.header().warnings());
    warnings.addAll(RecordingNoise.of(trace.header()));
    if (trace.header().ranks() == 1) {
      warnings.add(
          "only one rank was recorded; a launcher starts more, such as: tracecast record --"
              + " mpirun -n 4 ./app");
    }
    return warnings;
  }

  /**
   * Returns all lines about a recording that has ended.
   *
   * @param verified whether the trace was compared with the recorded calls
   * @param quiet whether only errors and the comparison are wanted
   */
  public static List<String> lines(
      RecordingRun.Outcome outcome, Path file, boolean verified, boolean quiet) throws IOException {
    List<String> lines = new ArrayList<>();
    outcome.failure().ifPresent(failure -> lines.add("error: " + failure));
    outcome
        .leftover()
        .ifPresent(
            logs -> lines.add("The recording stays in " + logs + "; tracecast import reads it."));
    if (outcome.failure().isPresent()) {
      return lines;
    }
    if (verified) {
      boolean whole = outcome.trace().stream().noneMatch(RecordingReport::lacksCalls);
      lines.add(
          whole
              ? "verified: the expanded trace equals the recorded calls of every rank"
              : "incomplete: the expanded trace equals the recorded calls, but not all calls were recorded (warnings below)");
    }
    if (!quiet) {
      lines.addAll(lines(outcome.trace().orElseThrow(), file));
      if (outcome.payload().isPresent()) {
        lines.add(payload(outcome.payload().get()));
      }
    }
    return lines;
  }

  private static boolean lacksCalls(Trace trace) {
    String leftOut = RecorderConstants.text("TC_LEFT_OUT");
    return isPartial(trace)
        || trace.header().notes().stream().anyMatch(note -> note.contains(leftOut));
  }

  private static boolean isPartial(Trace trace) {
    return trace.header().notes().stream().anyMatch(note -> note.startsWith("partial:"));
  }

  /** Returns lines with the amount recorded, the file, and the next commands. */
  private static List<String> lines(Trace trace, Path file) throws IOException {
    long calls = EventCounts.of(Programs.of(trace)).total();
    String size = Files.isRegularFile(file) ? " (" + Numbers.bytes(Files.size(file)) + ")" : "";
    String next = isPartial(trace)
        ? "The trace is partial. A prediction is possible only if all recorded receives and collectives have their"
            + " partners. To try: "
        : "Next: ";
    List<String> lines = new ArrayList<>();
    lines.add("Recorded " + Numbers.ranks(trace.header().ranks(), trace.header().threads()) + ", "
        + Numbers.count(calls) + (calls == 1 ? " call: " : " calls: ") + file + size + ".");
    trace.header().times().ifPresent(form -> lines.add("Times: " + form + "."));
    RecordingNoise.sharing(trace.header()).ifPresent(lines::add);
    lines.add(next + Answer.typed("tracecast predict ") + Shell.quoted(file.toString())
        + " --platform MACHINE (" + Answer.typed("tracecast platforms") + " lists the machines)");
    return lines;
  }

  /** Returns lines that explain how to link a program with the recorder in a folder. */
  public static List<String> howToLink(Path folder) {
    return List.of(
        "If the MPI libraries are static, add these options before the MPI libraries:",
        "  -Wl,@" + folder + "/tracecast-record.link " + folder + "/libtracecast-record.a",
        "If the MPI libraries are shared, add these options:",
        "  -Wl,--no-as-needed " + folder + "/libtracecast-record.so -Wl,-rpath," + folder,
        "Then: " + Answer.typed("tracecast record")
            + " --linked -o app.ctrace -- mpirun -n 4 ./app");
  }

  /** Returns a line about the kept payload, and the next command. */
  private static String payload(Payload payload) throws IOException {
    return "Payload of " + Numbers.counted(payload.ranks().size(), "rank") + ": " + payload.folder()
        + " (" + Numbers.bytes(payload.bytes()) + "). Next: " + Answer.typed("tracecast retime");
  }
}
