package io.github.tracecast.imports.internal.otf2;

import io.github.tracecast.compress.CompressOptions;
import io.github.tracecast.imports.otf2.Otf2Library;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.TraceException;
import io.github.tracecast.trace.codec.TraceFiles;
import io.github.tracecast.trace.system.AtSignal;
import io.github.tracecast.trace.system.ParentProcess;
import io.github.tracecast.trace.system.TemporaryFiles;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * Reads an archive in another process. The library does not check its input, so a damaged archive
 * can crash the process that reads it. So another process reads it, and writes the comprehensive
 * trace to a file.
 */
public final class Otf2Process {
  /** The options of this JVM that are passed on to the other process. */
  private static final List<String> INHERITED = List.of(
      "-Xmx",
      "-Xms",
      "-Xmn",
      "-XX:AOTCache=",
      "-XX:+UseSerialGC",
      "-XX:+UseCondCardMark",
      "-Djava.io.tmpdir=");

  private static final int KILLED = 137;
  private static final int FIRST_SIGNAL = 128;

  private Otf2Process() {}

  /**
   * Reads and compresses an archive.
   *
   * @param anchor the anchor file of the archive, {@code traces.otf2}
   * @param progress receives the number of events read from time to time
   * @throws TraceException if the library is not installed, or the archive is damaged or has no MPI
   *     processes
   */
  public static Trace read(Path anchor, CompressOptions options, LongConsumer progress)
      throws IOException {
    Otf2Library.load();
    Path result = TemporaryFiles.file("otf2", ".ctrace");
    try {
      run(anchor, result, options, progress);
      return TraceFiles.read(result);
    } finally {
      Files.deleteIfExists(result);
    }
  }

  private static void run(Path anchor, Path result, CompressOptions options, LongConsumer progress)
      throws IOException {
    Process process = new ProcessBuilder(command(anchor, result, options))
        .redirectErrorStream(true)
        .start();
    List<String> output = new ArrayList<>();
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith(Otf2Worker.PROGRESS)) {
          progress.accept(Long.parseLong(line.substring(Otf2Worker.PROGRESS.length())));
        } else if (line.startsWith(Otf2Worker.REFUSAL)) {
          throw new TraceException(
              line.substring(Otf2Worker.REFUSAL.length()).replace(Otf2Worker.NEW_LINE, '\n'));
        } else {
          output.add(line);
        }
      }
      int code = process.waitFor();
      AtSignal.letEnd(code);
      judge(code, anchor, output);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } finally {
      process.destroyForcibly();
    }
  }

  private static void judge(int code, Path anchor, List<String> output) {
    if (code == KILLED) {
      throw TraceException.inFile(
          anchor.toString(),
          "a reading process that was killed (signal 9), most often because memory ran out",
          "enough memory for the definitions of the archive");
    }
    if (code > FIRST_SIGNAL) {
      throw TraceException.inFile(
          anchor.toString(),
          "data that crashes the OTF2 library (signal " + (code - FIRST_SIGNAL) + ")",
          "a complete archive; copy the archive again");
    }
    if (code != 0) {
      throw new IllegalStateException("the process that read " + anchor + " ended with exit code "
          + code + ": " + String.join("\n", output));
    }
  }

  private static List<String> command(Path anchor, Path result, CompressOptions options) {
    List<String> command = new ArrayList<>(List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        ParentProcess.option(),
        "--enable-native-access=ALL-UNNAMED",
        "-XX:-CreateCoredumpOnCrash",
        "-XX:+SuppressFatalErrorMessage",
        "-Dstdout.encoding=UTF-8",
        "-Dstderr.encoding=UTF-8",
        "-Xlog:disable"));
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> INHERITED.stream().anyMatch(argument::startsWith))
        .forEach(command::add);
    command.addAll(
        List.of("-cp", System.getProperty("java.class.path"), Otf2Worker.class.getName()));
    command.addAll(Otf2Worker.arguments(anchor, result, options));
    return command;
  }
}
