package io.github.tracecast.predict.cli.output;

import io.github.tracecast.predict.text.Screen;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Help.Ansi;

/** The terminal of this process, if it has one. */
public final class Terminal {
  /** The file descriptor of standard output. */
  public static final int OUT = 1;

  /** The file descriptor of standard error. */
  public static final int ERR = 2;

  private Terminal() {}

  /**
   * Returns the width and colours of the terminal behind an open file of this process. NO_COLOR
   * turns colours off. If the output goes to a pipe or a file, COLUMNS sets the width.
   */
  public static Screen screen(int descriptor) {
    return shows(descriptor)
        ? new Screen(true, width(), Ansi.AUTO.enabled())
        : Screen.piped(System.getenv("COLUMNS"));
  }

  /** Whether an open file of this process is a terminal. */
  public static boolean shows(int descriptor) {
    try {
      String target =
          Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor)).toString();
      return target.startsWith("/dev/pts/")
          || target.startsWith("/dev/tty")
          || target.equals("/dev/console");
    } catch (IOException | UnsupportedOperationException e) {
      return System.console() != null && System.console().isTerminal();
    }
  }

  private static int width() {
    try {
      Process stty = new ProcessBuilder("stty", "size")
          .redirectInput(Path.of("/dev/tty").toFile())
          .redirectError(ProcessBuilder.Redirect.DISCARD)
          .start();
      String size = new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      if (stty.waitFor(1, TimeUnit.SECONDS) && size.strip().matches("\\d{1,5} \\d{1,5}")) {
        int columns = Integer.parseInt(size.strip().split(" ")[1]);
        return columns == 0 ? Screen.USUAL_WIDTH : Math.max(Screen.LEAST_WIDTH, columns);
      }
    } catch (IOException e) {
      // no stty, or the process has no terminal
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return Screen.USUAL_WIDTH;
  }
}
