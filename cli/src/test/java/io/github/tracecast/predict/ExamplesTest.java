package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.predict.documents.Documents;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The programs that users compile first. */
class ExamplesTest {
  @TempDir
  Path folder;

  @ParameterizedTest
  @CsvSource({"openmpi, -O0", "openmpi, -O3", "mpich, -O0", "mpich, -O3"})
  void theHeatProgramCompilesWithoutAWarning(String mpi, String optimisation) throws Exception {
    MpiCommands.require(mpi);

    Process compiler = new ProcessBuilder(
            MpiCommands.compiler(mpi),
            optimisation,
            "-Wall",
            "-Wextra",
            "-o",
            folder.resolve("heat").toString(),
            Documents.repository().resolve("examples/heat.c").toString(),
            "-lm")
        .redirectErrorStream(true)
        .start();

    assertThat(new String(compiler.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .isEmpty();
    assertThat(compiler.waitFor()).isZero();
  }
}
