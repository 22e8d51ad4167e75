package io.github.tracecast.predict.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EndAtSignalTest {
  @TempDir
  private Path folder;

  @Test
  void aProgramWhoseExitCannotBeLoggedSaysNothingOfThat() throws Exception {
    Path services = Files.createDirectories(folder.resolve("META-INF/services"));
    Files.writeString(services.resolve("java.lang.System$LoggerFinder"), NoLoggers.class.getName());

    Process process = new ProcessBuilder(
            ProcessHandle.current().info().command().orElseThrow(),
            "-cp",
            folder + ":" + System.getProperty("java.class.path"),
            Ending.class.getName())
        .start();

    assertThat(new String(process.getErrorStream().readAllBytes())).isEmpty();
    assertThat(process.waitFor()).isEqualTo(3);
  }

  /** As during a signal, when no logger can be created. */
  public static final class NoLoggers extends System.LoggerFinder {
    @Override
    public System.Logger getLogger(String name, Module module) {
      throw new IllegalStateException("Shutdown in progress");
    }
  }

  static final class Ending {
    private Ending() {}

    public static void main(String[] arguments) {
      Main.end(3);
    }
  }
}
