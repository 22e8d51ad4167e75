package io.github.tracecast.imports.internal.recording;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** One of the MPIs that this machine may have. */
enum MpiInstallation {
  OPENMPI,
  MPICH;

  /** Lets Open MPI 4 and 5 start more ranks than processors, and use the node's own interface only, because other interfaces add messages. */
  private static final Map<String, String> ENVIRONMENT = Map.of(
      "OMPI_ALLOW_RUN_AS_ROOT", "1",
      "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1",
      "OMPI_MCA_rmaps_base_oversubscribe", "1",
      "PRTE_MCA_rmaps_default_mapping_policy", ":oversubscribe",
      "OMPI_MCA_btl_tcp_if_include", "lo",
      "OMPI_MCA_mpi_yield_when_idle", "1");

  /** The builds of the recorder's script, by command. Asking the script again for each run would take as long as starting MPI. */
  private static final Map<List<String>, Path> BUILT = new ConcurrentHashMap<>();

  /** A time that only a hanging program takes, even on a busy machine. */
  private static final long PATIENCE_MINUTES = 15;

  /** The results of a program. */
  record Ended(int exitCode, String output) {}

  static Path recorder() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("recorder/build.sh"))) {
      folder = folder.getParent();
    }
    return folder.resolve("recorder");
  }

  private Path tool(String name) {
    return Path.of("/usr/bin", name + "." + name().toLowerCase(Locale.ROOT));
  }

  private void require(String name) {
    if (!Files.isExecutable(tool(name))) {
      Assumptions.abort("SKIPPED: no " + tool(name)
          + "; apt-get install libopenmpi-dev openmpi-bin libmpich-dev mpich gfortran");
    }
  }

  /** Compiles one of the recorder's test programs. */
  Path compile(Path folder, String source, String compiler, String... options) throws Exception {
    return compile(folder, source, compiler, List.of(options), List.of());
  }

  /** Compiles and links with the recorder: with MPICH statically, and with Open MPI, which is shared, a Fortran program with the shared one. */
  Path link(Path folder, String source, String compiler, String... options) throws Exception {
    Path archive = built("linked");
    Path library = archive.getParent();
    List<String> libraries = new ArrayList<>();
    if (this == OPENMPI && compiler.equals("mpif90")) {
      libraries.addAll(List.of(
          "-Wl,--no-as-needed", library + "/libtracecast-record.so", "-Wl,-rpath," + library));
    } else {
      libraries.addAll(List.of("-Wl,@" + library + "/tracecast-record.link", archive.toString()));
    }
    if (this == MPICH) {
      for (String name : List.of("libmpichfort.a", "libmpich.a")) {
        if (!Files.exists(Path.of("/usr/lib/x86_64-linux-gnu", name))) {
          Assumptions.abort("SKIPPED: no static " + name);
        }
        libraries.add("-l:" + name);
      }
      libraries.addAll(
          List.of("-lhwloc", "-lucp", "-luct", "-lucs", "-lucm", "-lm", "-Wl,--as-needed"));
    }
    return compile(folder, source, compiler, List.of(options), libraries);
  }

  private Path compile(
      Path folder, String source, String compiler, List<String> options, List<String> libraries)
      throws Exception {
    require(compiler);
    require("mpirun");
    Path program = folder.resolve(source + (libraries.isEmpty() ? "." : ".linked.") + name());
    List<String> command = new ArrayList<>(List.of(tool(compiler).toString(), "-w", "-g"));
    command.addAll(options);
    command.addAll(List.of(
        "-o", program.toString(), recorder().resolve("tests").resolve(source).toString()));
    command.addAll(libraries);
    Ended ended = run(command, Map.of());
    if (ended.exitCode != 0) {
      throw new AssertionError(ended.output);
    }
    return program;
  }

  /** The recorder's library for this MPI. */
  Path library() throws Exception {
    return built();
  }

  /** The recorder's library if its table of calls lacked some. */
  String without(Path folder, List<String> calls) throws Exception {
    Path copy = folder.resolve("recorder");
    try (Stream<Path> files = Files.walk(recorder())) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path to = copy.resolve(recorder().relativize(file).toString());
        Files.createDirectories(to.getParent());
        Files.copy(file, to);
      }
    }
    Path table = copy.resolve("src/calls.txt");
    Files.write(
        table,
        Files.readAllLines(table).stream()
            .filter(line -> !calls.contains(line.split(" ", 2)[0]))
            .toList());
    Ended ended =
        run(List.of("sh", copy.resolve("build.sh").toString(), tool("mpicc").toString()), Map.of());
    if (ended.exitCode != 0) {
      throw new AssertionError(ended.output);
    }
    return ended.output.lines().toList().getLast();
  }

  /** The library that keeps what ranks receive. */
  Path payload() throws Exception {
    return built("payload");
  }

  /** The recorder's library, followed by the libraries that the tests preload into each program. */
  private String preloaded() throws Exception {
    String others = System.getenv("LD_PRELOAD");
    return others == null || others.isEmpty() ? library().toString() : library() + ":" + others;
  }

  private Path built(String... what) throws Exception {
    List<String> command = new ArrayList<>(
        List.of("sh", recorder().resolve("build.sh").toString(), tool("mpicc").toString()));
    command.addAll(List.of(what));
    Path built = BUILT.get(command);
    if (built == null) {
      Ended ended = run(command, Map.of());
      if (ended.exitCode != 0) {
        throw new AssertionError(ended.output);
      }
      built = Path.of(ended.output.lines().toList().getLast());
      BUILT.put(command, built);
    }
    return built;
  }

  /** Runs a program plainly, or recorded into a folder with each single event. */
  Ended run(Path program, int ranks, Path logs, String... arguments) throws Exception {
    return run(program, ranks, logs, Map.of("TRACECAST_RAW", "1"), arguments);
  }

  /** Runs a program that was linked with the recorder, recorded into a folder with each single event. */
  Ended runLinked(Path program, int ranks, Path logs) throws Exception {
    return run(
        launched(program, ranks),
        Map.of("TRACECAST_RECORD", logs.toString(), "TRACECAST_RAW", "1"));
  }

  private List<String> launched(Path program, int ranks) {
    return List.of(tool("mpirun").toString(), "-n", Integer.toString(ranks), program.toString());
  }

  /**
   * Runs a program on some ranks that are recorded into a folder with each single event, and some
   * that are not. A script chooses: the launcher of Open MPI 5.0.7 in Debian 13 crashes on a
   * command with two parts.
   */
  Ended runMixed(Path program, int recorded, int plain, Path logs) throws Exception {
    List<String> command = new ArrayList<>(launched(program, recorded + plain));
    String chosen = "if [ \"${OMPI_COMM_WORLD_RANK-$PMI_RANK}\" -lt " + recorded
        + " ]; then export LD_PRELOAD=" + preloaded() + " TRACECAST_RECORD=" + logs
        + " TRACECAST_RAW=1; fi; exec \"$0\"";
    command.addAll(command.size() - 1, List.of("sh", "-c", chosen));
    return run(command, Map.of());
  }

  /** Runs a program recorded into a folder. */
  Ended record(Path program, int ranks, Path logs, String... arguments) throws Exception {
    return run(program, ranks, logs, Map.of(), arguments);
  }

  /** @param more further environment variables; without a folder to record to, none */
  Ended run(Path program, int ranks, Path logs, Map<String, String> more, String... arguments)
      throws Exception {
    List<String> command = new ArrayList<>(launched(program, ranks));
    command.addAll(List.of(arguments));
    Map<String, String> environment = new HashMap<>();
    if (logs != null) {
      environment.put("LD_PRELOAD", more.containsKey("LD_PRELOAD") ? "" : preloaded());
      environment.putAll(more);
      environment.put("TRACECAST_RECORD", logs.toString());
    }
    return run(command, environment);
  }

  private static Ended run(List<String> command, Map<String, String> environment)
      throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(ENVIRONMENT);
    builder.environment().putAll(environment);
    Path output = Files.createTempFile("tracecast-test", ".txt");
    Process process = builder.redirectOutput(output.toFile()).start();
    try {
      if (!process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES)) {
        throw new AssertionError(command + " did not end in " + PATIENCE_MINUTES + " minutes: "
            + Files.readString(output, StandardCharsets.UTF_8));
      }
      return new Ended(process.exitValue(), Files.readString(output, StandardCharsets.UTF_8));
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
      Files.delete(output);
    }
  }
}
