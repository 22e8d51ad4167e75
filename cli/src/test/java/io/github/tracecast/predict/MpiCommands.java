package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.record.MpiCompilers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/** Helpers for tests with an MPI of this machine, {@code openmpi} or {@code mpich}. */
final class MpiCommands {
  private MpiCommands() {}

  /** Skips the test where the machine lacks it. */
  static void require(String mpi) {
    if (!Files.isExecutable(Path.of(compiler(mpi)))
        || !Files.isExecutable(Path.of(launcher(mpi)))) {
      Assumptions.abort("SKIPPED: no " + mpi + "; " + MpiCompilers.GET_MPI);
    }
  }

  static String compiler(String mpi) {
    return "/usr/bin/mpicc." + mpi;
  }

  private static String launcher(String mpi) {
    return "/usr/bin/mpirun." + mpi;
  }

  /** Compiles a program from C, and links it with more files. */
  static Path compile(String mpi, Path folder, String source, String... more) throws Exception {
    require(mpi);
    Path program = folder.resolve("app");
    List<String> command = new ArrayList<>(List.of(compiler(mpi), "-g", "-o", program.toString()));
    command.add(Files.writeString(folder.resolve("app.c"), source).toString());
    command.addAll(List.of(more));
    assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
    return program;
  }

  /** The command that launches, also as root and on fewer processors than ranks. */
  static List<String> launch(String mpi, String... arguments) {
    List<String> command = new ArrayList<>(MpiSettings.env());
    command.add(launcher(mpi));
    command.addAll(List.of(arguments));
    return command;
  }
}
