package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.tracecast.record.Commands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Signals while SimGrid replays. A crash needs bad luck; destructors of libraries, which cause it,
 * always run or never.
 */
class SimGridSignalsTest {
  @TempDir
  private Path folder;

  @BeforeAll
  static void needSimGrid() {
    SimGridChild.assumeInstalled();
  }

  @ParameterizedTest
  @CsvSource({"INT, 130", "TERM, 143", "HUP, 129"})
  void aSignalEndsAReplayWithoutTheDestructorsOfNativeLibraries(String signal, int exitCode)
      throws Exception {
    Path said = folder.resolve("said");
    List<String> command = new ArrayList<>(List.of("env", "--default-signal=INT,HUP"));
    command.addAll(SimGridChild.command(
        SimGridChild.libraryPath(),
        SimGridChild.classPath(),
        "predict",
        Cli.generate(
            folder.resolve("app.ctrace"), "stencil --ranks 512 --steps 100000 --bytes 8192"),
        "--platform",
        "cluster",
        "--engine",
        "simgrid",
        "--fast-forward",
        "off"));
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(said.toFile());
    builder.environment().put("LD_PRELOAD", destructor().toString());
    Process process = builder.start();
    try {
      waitForSimGrid(process);
      new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
          .start()
          .waitFor();

      assertThat(process.waitFor()).isEqualTo(exitCode);
      assertThat(said).content().doesNotContain("destructor", "SIGSEGV");
    } finally {
      process.destroyForcibly();
    }
  }

  private static void waitForSimGrid(Process process) throws Exception {
    Path maps = Path.of("/proc", Long.toString(process.pid()), "maps");
    while (process.isAlive() && !Files.readString(maps).contains("libsimgrid-java")) {
      Thread.sleep(20);
    }
    Thread.sleep(300); // into the replay, on an idle machine; before it, the same holds
  }

  /** A library whose destructor says that it runs. */
  private Path destructor() throws IOException, InterruptedException {
    assumeTrue(Commands.onPath("cc").isPresent(), "SKIPPED: no C compiler");
    Path source = Files.writeString(folder.resolve("end.c"), """
        #include <unistd.h>
        __attribute__((destructor)) static void end(void) {
          if (write(1, "destructor\\n", 11) != 11) _exit(1);
        }
        """);
    Path library = folder.resolve("end.so");
    Process compiler = new ProcessBuilder(
            "cc", "-shared", "-fPIC", "-o", library.toString(), source.toString())
        .inheritIO()
        .start();
    assertThat(compiler.waitFor()).isZero();
    return library;
  }
}
