package io.github.tracecast.predict.sweep;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A program that dies like a crash in native code. The first argument is the number of crashes, which a file counts. */
final class DyingMain {
  private DyingMain() {}

  public static void main(String[] arguments) throws IOException {
    Path starts = Path.of(arguments[1]);
    Files.writeString(
        starts,
        String.join(" ", arguments) + "\n",
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
    if (Files.readAllLines(starts).size() <= Integer.parseInt(arguments[0])) {
      Runtime.getRuntime().halt(139);
    }
    System.out.println("[native code says something]");
    System.out.println("tracecast-outcome {\"reason\":\"as expected\"}");
  }
}
