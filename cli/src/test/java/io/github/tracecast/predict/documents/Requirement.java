package io.github.tracecast.predict.documents;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/** What a machine may lack that an example needs, as the comment above its block names it: {@code needs: mpi, slurm}. */
enum Requirement {
  MPI("mpicc and mpirun") {
    @Override
    boolean met() {
      return onPath("mpicc") && onPath("mpirun");
    }
  },
  SIMGRID("SimGrid 4") {
    @Override
    boolean met() {
      try {
        Class.forName("org.simgrid.s4u.Engine", false, Requirement.class.getClassLoader());
        Class.forName(
            "io.github.tracecast.simulate.simgrid.SimGridEngine",
            false,
            Requirement.class.getClassLoader());
        return true;
      } catch (ClassNotFoundException e) {
        return false;
      }
    }
  },
  PANDAS("Python with pandas") {
    @Override
    boolean met() {
      try {
        return new ProcessBuilder("python3", "-c", "import pandas").start().waitFor() == 0;
      } catch (java.io.IOException | InterruptedException e) {
        return false;
      }
    }
  },
  PYTHON("python3") {
    @Override
    boolean met() {
      return onPath("python3");
    }
  },
  CLANG("clang with the headers of its LLVM") {
    @Override
    boolean met() {
      return IntStream.range(14, 31)
          .anyMatch(version -> onPath("clang-" + version)
              && Files.exists(
                  Path.of("/usr/lib/llvm-" + version + "/include/llvm/Passes/PassPlugin.h")));
    }
  },
  SLURM("sbatch") {
    @Override
    boolean met() {
      return onPath("sbatch");
    }
  },
  TRACES("recorded traces of others in the folder that TRACECAST_SHARED_TRACES names") {
    @Override
    boolean met() {
      String folder = System.getenv("TRACECAST_SHARED_TRACES");
      return folder != null && Files.isDirectory(Path.of(folder));
    }
  };

  private static final String NEEDS = "needs:";

  /** In words, for the reason of a skip. */
  final String words;

  Requirement(String words) {
    this.words = words;
  }

  abstract boolean met();

  /** What a block needs and this machine lacks, in words. */
  static Optional<String> missing(ConsoleExample example) {
    String remark = example.block().remark();
    if (remark.startsWith("not run:")) {
      return Optional.of(remark);
    }
    if (remark.startsWith(NEEDS)) {
      for (String name : remark.substring(NEEDS.length()).split(",")) {
        Requirement requirement = named(name.strip(), example);
        if (!requirement.met()) {
          return Optional.of("no " + requirement.words);
        }
      }
    }
    return usesSimGrid(example.command()) && !SIMGRID.met()
        ? Optional.of("no " + SIMGRID.words)
        : Optional.empty();
  }

  private static Requirement named(String name, ConsoleExample example) {
    List<Requirement> found = Arrays.stream(values())
        .filter(requirement -> requirement.name().toLowerCase(Locale.ROOT).equals(name))
        .toList();
    if (found.isEmpty()) {
      throw new AssertionError(example.place() + ": found needs: " + name + "; expected some of "
          + Arrays.toString(values()));
    }
    return found.getFirst();
  }

  /** A prediction is SimGrid's unless the command says otherwise. */
  private static boolean usesSimGrid(String command) {
    return command.matches("(?s).*tracecast (predict|sweep|compare) .*")
        && !command.matches("(?s).*--engine (loggp|flows).*")
        && !command.contains("--help");
  }

  private static boolean onPath(String program) {
    return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(":"))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }
}
