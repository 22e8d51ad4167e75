package io.github.tracecast.predict.cli.output;

import io.github.tracecast.trace.system.ScratchFolder;
import io.github.tracecast.trace.text.UsageException;
import java.io.FileDescriptor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;

/** Sends files to standard output. They are first written completely to a temporary folder, and then copied. */
public final class StreamedOutput {
  private StreamedOutput() {}

  /**
   * Writes files and copies them to standard output, one after the other. The copy ends early if
   * the reader closes standard output.
   *
   * @param name the name of the file that is written
   * @param writer writes the file to the given path, and returns the files to copy
   */
  public static void send(String name, Function<Path, List<Path>> writer) {
    StandardStream out = new StandardStream(FileDescriptor.out);
    try (ScratchFolder scratch = new ScratchFolder("tracecast-")) {
      for (Path file : writer.apply(scratch.path().resolve(name))) {
        try {
          Files.copy(file, out);
        } catch (IOException e) {
          if (out.lost() != null) {
            throw refused(e);
          }
          return;
        }
      }
    } catch (IOException e) {
      throw refused(e);
    }
  }

  private static UsageException refused(IOException why) {
    return new UsageException("--output: found -, but standard output cannot be written ("
        + why.getMessage() + "); expected a file, or a program that reads the output");
  }
}
