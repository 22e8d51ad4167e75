package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/** A real Slurm on this machine, which is stopped when it is closed. */
final class Slurm implements AutoCloseable {
  static final int PATIENCE_SECONDS = 300;
  private static final Path SCRIPT = Path.of("src/test/shell/slurm.sh").toAbsolutePath();

  private final Path folder;
  private final String state;

  record Ended(int code, String output) {}

  private Slurm(Path folder) {
    this.folder = folder;
    this.state = folder.resolve("slurm").toString();
  }

  /**
   * Starts it, or skips the test where it cannot be started.
   *
   * @param nodes names, with commas between them; empty for one node with the name of the host
   */
  static Slurm start(Path folder, String nodes) throws Exception {
    Slurm slurm = new Slurm(folder);
    Ended started =
        slurm.run(Map.of(), List.of("sh", SCRIPT.toString(), "start", slurm.state, nodes));
    if (started.code() == 3) {
      Assumptions.abort(
          "SKIPPED: no Slurm can be started here: " + started.output().strip());
    }
    assertThat(started.code()).as(started.output()).isZero();
    return slurm;
  }

  /** Runs a command of Slurm's users in the folder. */
  Ended run(Map<String, String> environment, List<String> command)
      throws IOException, InterruptedException {
    Path output = folder.resolve("output");
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("SLURM_CONF", state + "/slurm.conf");
    builder.environment().putAll(environment);
    Process process = builder
        .directory(folder.toFile())
        .redirectErrorStream(true)
        .redirectOutput(output.toFile())
        .start();
    process.getOutputStream().close();
    assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS))
        .as("%s", command)
        .isTrue();
    return new Ended(process.exitValue(), Files.readString(output, StandardCharsets.UTF_8));
  }

  @Override
  public void close() throws IOException {
    try {
      run(Map.of(), List.of("sh", SCRIPT.toString(), "stop", state));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
