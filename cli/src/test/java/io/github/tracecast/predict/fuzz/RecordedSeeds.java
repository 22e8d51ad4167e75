package io.github.tracecast.predict.fuzz;

import io.github.tracecast.predict.Cli;
import io.github.tracecast.predict.MpiSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The recorder's files after a complete run, and after an interrupted one. */
final class RecordedSeeds {
  private static final String PROGRAM = """
      #include <mpi.h>
      #include <unistd.h>
      int main(int argc, char **argv) {
        int rank, size, in = 0, out = 0;
        MPI_Comm half;
        MPI_Init(&argc, &argv);
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
        MPI_Comm_size(MPI_COMM_WORLD, &size);
        MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
        for (int i = 0; i < 3000; i++) {
          MPI_Request r[2];
          MPI_Irecv(&in, 1, MPI_INT, i % 7 ? MPI_ANY_SOURCE : (rank + size - 1) % size, 1, MPI_COMM_WORLD, r);
          MPI_Isend(&out, 1, MPI_INT, (rank + 1) % size, 1, MPI_COMM_WORLD, r + 1);
          MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
          if (i % 5 == rank) MPI_Allreduce(&out, &in, 1, MPI_INT, MPI_SUM, MPI_COMM_SELF);
          if (i % 3 == 0) MPI_Allreduce(&out, &in, 1, MPI_INT, MPI_SUM, half);
        }
        if (argc > 1) _exit(0);
        MPI_Finalize();
        return 0;
      }
      """;

  private RecordedSeeds() {}

  /** Folders as maps of file to content; none where the machine has no MPI. */
  static List<Map<String, byte[]>> in(Path folder) {
    for (String mpi : List.of("openmpi", "mpich")) {
      String compiler = "/usr/bin/mpicc." + mpi;
      String launcher = "/usr/bin/mpirun." + mpi;
      if (Stream.of(compiler, launcher).allMatch(file -> Files.isExecutable(Path.of(file)))) {
        return recorded(folder, compiler, launcher);
      }
    }
    return List.of();
  }

  private static List<Map<String, byte[]>> recorded(Path folder, String compiler, String launcher) {
    try {
      Path program = folder.resolve("app");
      Path source = Files.writeString(folder.resolve("app.c"), PROGRAM);
      new ProcessBuilder(compiler, "-o", program.toString(), source.toString())
          .inheritIO()
          .start()
          .waitFor();
      List<Map<String, byte[]>> all = new ArrayList<>();
      for (String how : List.of("", "stop")) {
        for (boolean raw : new boolean[] {false, true}) {
          Path logs = folder.resolve("logs" + all.size());
          record(compiler, launcher + " -n 3 " + program + " " + how, raw, logs);
          all.add(Seeds.files(logs));
        }
      }
      all.removeIf(Map::isEmpty);
      return all;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void record(String compiler, String command, boolean raw, Path logs) {
    List<String> words =
        new ArrayList<>(List.of("record", "-o", logs + ".ctrace", "--mpicc", compiler, "--quiet"));
    if (raw) {
      words.addAll(List.of("--raw", logs + ".raw"));
    }
    words.add("--");
    words.addAll(MpiSettings.env());
    words.addAll(
        List.of("sh", "-c", command + " >/dev/null 2>&1; cp -r \"$TRACECAST_RECORD\" " + logs));
    Cli.run(words.toArray(String[]::new));
  }
}
