package io.github.tracecast.imports;

import io.github.tracecast.imports.internal.scalatrace.ScalaTraceImporter;
import io.github.tracecast.trace.Trace;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;

/** Writes small ScalaTrace 2 files for tests: MPI_Init and MPI_Finalize by all ranks, and blocks between them. */
final class ScalaTraceText {
  private final StringBuilder text = new StringBuilder();
  private final String all;
  private int number;

  ScalaTraceText(int ranks) {
    all = "1 -1 0 " + ranks + " 1";
    event(all, 1084, "i", "33 2", "34 0");
  }

  /** A block of all ranks. */
  ScalaTraceText event(int opcode, String signature, String... lines) {
    return event(all, opcode, signature, lines);
  }

  ScalaTraceText event(String ranks, int opcode, String signature, String... lines) {
    text.append("RANKS: ")
        .append(ranks)
        .append("\nEVENT")
        .append(number++)
        .append(": ")
        .append(opcode)
        .append(' ')
        .append(signature)
        .append('\n');
    for (String line : lines) {
      text.append(line).append('\n');
    }
    text.append('\n');
    return this;
  }

  String text() {
    return text + "RANKS: " + all + "\nEVENT" + number + ": 1045 f\n\n";
  }

  Trace trace() {
    return read(text());
  }

  static Trace read(String text) {
    return read(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  static Trace read(byte[] text) {
    return ScalaTraceImporter.read(new ByteArrayInputStream(text), "t");
  }
}
