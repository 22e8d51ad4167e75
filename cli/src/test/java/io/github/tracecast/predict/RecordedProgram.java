package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A program in C that a test records with an MPI of this machine, and what follows from its trace. */
record RecordedProgram(String mpi, Path folder, int ranks, Path trace) {
  /** Compiles a program, and records and verifies a run with an argument or without one. */
  static RecordedProgram of(String mpi, Path folder, int ranks, String source, String... arguments)
      throws Exception {
    Path program = MpiCommands.compile(mpi, folder, source, "-w", "-pthread");
    Path trace = folder.resolve("app.ctrace");
    List<String> command = new ArrayList<>(List.of("record", "--verify", "-o", "" + trace));
    command.addAll(List.of("--mpicc", MpiCommands.compiler(mpi), "--"));
    command.addAll(MpiCommands.launch(mpi, "-n", "" + ranks, "" + program));
    command.addAll(List.of(arguments));
    Cli.Result recorded = Cli.run(command.toArray(String[]::new));
    assertThat(recorded.exitCode()).as(recorded.err()).isZero();
    assertThat(recorded.err()).contains("verified: ");
    return new RecordedProgram(mpi, folder, ranks, trace);
  }

  /** The calls of a rank, one a line. */
  String expanded(int rank) {
    return Cli.run("expand", "--rank", "" + rank, "" + trace).expectOut();
  }

  /** The predicted time with an engine, as the first line says it. */
  String predicted(Path file, String engine) {
    return Cli.run("predict", "" + file, "--engine", engine, "--platform", "cluster")
        .expectOut()
        .lines()
        .filter(line -> line.startsWith("Predicted: "))
        .findFirst()
        .orElseThrow();
  }

  /** Builds the program of the trace without a warning of the compiler, and runs it to its end. */
  void runsAsProgram() throws Exception {
    Path source = folder.resolve("again.c");
    Cli.run("program", "" + trace, "-o", "" + source).expectOut();
    Path again = MpiCommands.compile(
        mpi, folder, Files.readString(source), "-std=c99", "-Wall", "-Wextra", "-Werror");
    List<String> command = new ArrayList<>(List.of("timeout", "900"));
    command.addAll(MpiCommands.launch(mpi, "-n", "" + ranks, "" + again));
    assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
  }
}
