package io.github.tracecast.predict.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.platform.Platform;
import io.github.tracecast.platform.PlatformCatalogue;
import io.github.tracecast.predict.Cli;
import io.github.tracecast.predict.Tracecast;
import io.github.tracecast.predict.settings.PredictionRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IdleFiguresTest {
  @TempDir
  private Path folder;

  /** A sweep of many points reads a machine's files once. */
  @Test
  void theOldValueComesFromTheFilesThatWereRead() throws IOException {
    Path file = Files.writeString(folder.resolve("mine.yaml"), "extends: cluster\n");
    Function<Map<String, String>, Platform> machines = PlatformCatalogue.read(file.toString());
    Files.delete(file);
    String trace = Cli.generate(folder.resolve("app.ctrace"), "ring --ranks 2");
    PredictionRequest request = PredictionRequest.on("cluster", "loggp").with(draft -> {
      draft.platform = file.toString();
      draft.figures = Map.of("mpi.gap", "10ns");
    });

    assertThat(new Predictor(request, machines).idle(Tracecast.read(Path.of(trace))))
        .contains(
            "mpi.gap was set but has no effect: neither the new nor the old value exceeds the overheads");
  }
}
