package io.github.tracecast.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PreloadingTest {
  private static final Path LIBRARY = Path.of("/r.so");

  @ParameterizedTest
  @CsvSource({
    "mpirun -x LD_PRELOAD=tool.so ./app, mpirun -x LD_PRELOAD=/r.so:tool.so ./app",
    "mpirun -x LD_PRELOAD ./app, mpirun -x LD_PRELOAD ./app",
    "env LD_PRELOAD=a.so:b.so ./app, env LD_PRELOAD=/r.so:a.so:b.so ./app",
    "env LD_PRELOAD= ./app, env LD_PRELOAD=/r.so ./app",
    "mpiexec -genv LD_PRELOAD tool.so ./app, mpiexec -genv LD_PRELOAD /r.so:tool.so ./app",
    "mpiexec -env LD_PRELOAD tool.so ./app, mpiexec -env LD_PRELOAD /r.so:tool.so ./app",
    "mpirun ./app MY_LD_PRELOAD=x LD_PRELOAD, mpirun ./app MY_LD_PRELOAD=x LD_PRELOAD",
  })
  void theRecorderIsPutBeforeWhatTheCommandPreloads(String command, String expected) {
    assertThat(Preloading.of(LIBRARY, List.of(command.split(" ")), Map.of()).command())
        .isEqualTo(List.of(expected.split(" ")));
  }

  @Test
  void anExportListOfSrunGetsTheRecorderToo() {
    assertThat(
            Preloading.of(LIBRARY, List.of("srun", "--export=ALL,LD_PRELOAD=t.so", "a"), Map.of())
                .command())
        .containsExactly("srun", "--export=ALL,LD_PRELOAD=/r.so:t.so", "a");
  }

  @Test
  void whatTheEnvironmentPreloadsStaysBehindTheRecorder() {
    assertThat(
            Preloading.of(LIBRARY, List.of("a"), Map.of("LD_PRELOAD", "t.so")).environment())
        .containsEntry("LD_PRELOAD", "/r.so:t.so");
    assertThat(Preloading.of(LIBRARY, List.of("a"), Map.of()).environment())
        .containsEntry("LD_PRELOAD", "/r.so");
  }
}
