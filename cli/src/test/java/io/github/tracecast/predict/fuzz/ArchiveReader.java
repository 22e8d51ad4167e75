package io.github.tracecast.predict.fuzz;

import io.github.tracecast.compress.CompressOptions;
import io.github.tracecast.imports.internal.otf2.Otf2Importer;
import io.github.tracecast.trace.TraceException;
import io.github.tracecast.trace.codec.Encoding;
import io.github.tracecast.trace.codec.TraceFiles;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Reads damaged OTF2 archives in one process, as the product does in a process for each. A crash of
 * the library, which the product reports, ends that process, and the next archive gets another.
 */
final class ArchiveReader {
  private static final int MOST_SECONDS = 900;
  private static final String READ = "read";
  private static final String REFUSED = "refused ";
  private static final String FAILED = "failed ";
  private static final char NEW_LINE = '\u0001';

  private Process process;
  private BufferedReader answers;
  private PrintWriter questions;

  /** How reading an archive ended. */
  sealed interface Answer {}

  /** It was read, or the library crashed: both are as the product wants them. */
  record Done(boolean read) implements Answer {}

  /** It was refused. */
  record Refused(String message) implements Answer {}

  /** Something that must not be. */
  record Failed(String how, String details) implements Answer {}

  /** Reads one and writes its trace. */
  Answer read(Path anchor, Path trace) {
    try {
      if (process == null || !process.isAlive()) {
        start();
      }
      questions.println(anchor + "\t" + trace);
      String answer = CompletableFuture.supplyAsync(this::answer)
          .get(MOST_SECONDS, TimeUnit.SECONDS)
          .orElse(null);
      if (answer == null) {
        return new Done(false); // the library has crashed
      }
      return answer.equals(READ)
          ? new Done(true)
          : answer.startsWith(REFUSED)
              ? new Refused(answer.substring(REFUSED.length()).replace(NEW_LINE, '\n'))
              : new Failed("exception", answer.substring(FAILED.length()).replace(NEW_LINE, '\n'));
    } catch (TimeoutException e) {
      process.destroyForcibly();
      return new Failed("hang", "over " + MOST_SECONDS + " s");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  private Optional<String> answer() {
    try {
      return Optional.ofNullable(answers.readLine());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private void start() throws IOException {
    process = new ProcessBuilder(List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx512m",
            "-XX:+UseSerialGC",
            "--enable-native-access=ALL-UNNAMED",
            "-XX:-CreateCoredumpOnCrash",
            "-XX:+SuppressFatalErrorMessage",
            "-Xlog:disable",
            "-cp",
            System.getProperty("java.class.path"),
            ArchiveReader.class.getName()))
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
    answers = process.inputReader(StandardCharsets.UTF_8);
    questions = new PrintWriter(process.outputWriter(StandardCharsets.UTF_8), true);
  }

  /** The process: a question a line, and an answer a line. */
  public static void main(String[] arguments) throws IOException {
    BufferedReader questions =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    PrintStream answers = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    for (String line = questions.readLine(); line != null; line = questions.readLine()) {
      String[] files = line.split("\t");
      answers.println(answerTo(Path.of(files[0]), Path.of(files[1])).replace('\n', NEW_LINE));
    }
  }

  private static String answerTo(Path anchor, Path trace) throws IOException {
    try {
      TraceFiles.write(
          Otf2Importer.read(anchor, CompressOptions.DEFAULT, events -> {}), trace, Encoding.BINARY);
      return READ;
    } catch (TraceException e) {
      return REFUSED + e.getMessage();
    } catch (RuntimeException | Error e) {
      StringWriter text = new StringWriter();
      e.printStackTrace(new PrintWriter(text, true));
      return FAILED + text;
    }
  }
}
