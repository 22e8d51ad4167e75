package io.github.tracecast.predict.fuzz;

import io.github.tracecast.imports.TraceFormat;
import io.github.tracecast.platform.PlatformCatalogue;
import io.github.tracecast.predict.Cli;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Proper inputs of each kind, which are damaged then. All are made here, but for real traces and recordings where the machine has them. */
final class Seeds {
  private static final List<String> PATTERNS = List.of(
      "stencil --shape 3x2x2 --steps 3 --compute 1e-3",
      "stencil:periodic --shape 4x4 --steps 20 --neighbours faces --bytes 100000",
      "pingpong --steps 2 --ranks 3",
      "wavefront --ranks 6 --steps 4 --compute 1e-5",
      "chain --ranks 5 --steps 3",
      "allreduce --ranks 5 --bytes 64 --algorithm ring",
      "alltoall --ranks 4 --steps 2",
      "bcast --ranks 6 --algorithm binomial",
      "allreduce --ranks 4 --datatype double");

  private static final String TIME_INDEPENDENT = """
      0 init
      1 init
      2 init
      0 compute 1e9
      0 isend 1 0 1e6
      0 irecv 2 0 500 6
      0 waitall 2
      1 recv 0 0 1e6
      1 compute 5000
      1 send 2 0 100 6
      2 recv 1 0 100 6
      2 isend 0 0 500 6
      2 wait 2 0 0
      0 bcast 5000 0 6
      1 bcast 5000 0 6
      2 bcast 5000 0 6
      0 allreduce 50 1e6 6
      1 allreduce 50 1e6 6
      2 allreduce 50 1e6 6
      0 alltoallv 6 1 2 3 6 1 2 3 6 6
      1 alltoallv 6 2 2 2 6 2 2 2 6 6
      2 alltoallv 6 3 2 1 6 3 2 1 6 6
      0 barrier
      1 barrier
      2 barrier
      0 finalize
      1 finalize
      2 finalize
      """;

  private static final String SCALATRACE = """
      RANKS: 1 -1 0 2 1
      EVENT0: 1084 i
      33 2
      34 0

      RANKS: 1 -1 0 2 1
      EVENT1: 1045 f

      """;

  private static final String PARAVER = """
      #Paraver (01/02/2020 at 03:04):1000000_ns:1(8):1:2(1:1,1:1),0
      2:1:1:1:1:0:50000003:31
      2:2:1:2:1:0:50000003:31
      2:1:1:1:1:100:50000003:0
      2:2:1:2:1:100:50000003:0
      2:1:1:1:1:1000:50000001:1
      2:2:1:2:1:1500:50000001:2
      2:1:1:1:1:1200:50000001:0
      2:2:1:2:1:2500:50000001:0
      3:1:1:1:1:1000:1000:2:1:2:1:1500:2400:800:7
      2:1:1:1:1:3000:50000002:8:50100001:0:50100002:0:50100004:1:50100003:1
      2:2:1:2:1:3000:50000002:8:50100001:0:50100002:0:50100004:1:50100003:0
      2:1:1:1:1:3500:50000002:0
      2:2:1:2:1:3500:50000002:0
      2:1:1:1:1:4000:50000003:32
      2:2:1:2:1:4000:50000003:32
      2:1:1:1:1:4100:50000003:0
      2:2:1:2:1:4100:50000003:0
      """;

  private static final String PARAVER_NAMES = """
      EVENT_TYPE
      9   50000001    MPI Point-to-point
      VALUES
      1   MPI_Send
      2   MPI_Recv
      0   Outside MPI

      EVENT_TYPE
      9   50000002    MPI Collective Comm
      VALUES
      8   MPI_Barrier
      0   Outside MPI

      EVENT_TYPE
      9   50000003    MPI Other
      VALUES
      31  MPI_Init
      32  MPI_Finalize
      0   Outside MPI
      """;

  private static final String[] ALLPROF = {"""
      # a comment
      MPI_Init:-:1:2:900.0
      MPI_Send:901.0:900:3:2,4,4:1:7:0,0,2:902.0
      MPI_Send:903.0:900:3:2,4,4:1:8:0,0,2:904.0
      MPI_Barrier:905.0:0,0,2:906.0
      MPI_Finalize:940.0:-
      """, """
          MPI_Init:-:1:2:1000.0
          MPI_Irecv:1010.0:900:3:2,4,4294967300:-1:7:0,1,2:5000:1012.0
          MPI_Irecv:1013.0:900:3:2,4,4:0:8:0,1,2:5008:1014.0
          MPI_Waitall:1020.5:2:5000:6000:1030.0
          MPI_Barrier:1031.0:0,1,2:1032.0
          MPI_Finalize:1040.0:-
          """};

  private static final long LARGEST = 400_000;

  private final Path folder;
  private final List<byte[]> texts = new ArrayList<>();
  private final List<byte[]> binaries = new ArrayList<>();
  private final List<byte[]> listings = new ArrayList<>();
  private final List<Map<String, byte[]>> foreign = new ArrayList<>();
  private final List<byte[]> machines = new ArrayList<>();
  private final List<byte[]> predictions = new ArrayList<>();
  private final List<Map<String, byte[]>> recordings;
  private byte[] journal;

  /**
   * @param folder for what is made on the way
   * @param only the kind of cases: a format of foreign traces, such as {@code GOAL}, or a kind of
   *     input; empty for all
   */
  Seeds(Path folder, String only) {
    this.folder = folder;
    recordings = List.of("", "recording").contains(only) ? RecordedSeeds.in(folder) : List.of();
    foreign.add(Map.of("t", bytes(TIME_INDEPENDENT)));
    foreign.add(ranks());
    foreign.add(Map.of("t", bytes(SCALATRACE)));
    foreign.add(Map.of("t.prv", bytes(PARAVER), "t.pcf", bytes(PARAVER_NAMES)));
    foreign.addAll(real());
    PATTERNS.forEach(this::addPattern);
    foreign.add(goal());
    foreign.add(Map.of("run-0.txt", bytes(ALLPROF[0]), "run-1.txt", bytes(ALLPROF[1])));
    if (Stream.of(TraceFormat.values()).anyMatch(format -> format.name().equals(only))) {
      foreign.removeIf(files -> !isOf(only, files));
    }
    for (String name : PlatformCatalogue.names()) {
      machines.add(bytes(PlatformCatalogue.source(name)));
    }
    addResults();
  }

  private static boolean isOf(String format, Map<String, byte[]> files) {
    return files.values().stream()
        .map(content -> TraceFormat.of(
            new String(content, 0, Math.min(content.length, 4096), StandardCharsets.ISO_8859_1)))
        .anyMatch(found -> found.filter(one -> one.name().equals(format)).isPresent());
  }

  /** A schedule with messages, requests and calculations. */
  private Map<String, byte[]> goal() {
    Path trace = write("goal.ctrace", texts.get(0));
    Path file = folder.resolve("seed.goal");
    run("export", trace, "--to", "goal", "-o", file);
    return Map.of("t.goal", read(file));
  }

  private void addPattern(String pattern) {
    Path file = folder.resolve("seed.ctrace");
    Cli.generate(file, pattern);
    binaries.add(read(file));
    Cli.generate(file, pattern + " --text");
    texts.add(read(file));
    listings.add(bytes(Cli.run("expand", file.toString(), "--all").expectOut()));
  }

  private void addResults() {
    Path trace = write("small.ctrace", texts.get(2));
    Path json = folder.resolve("p.json");
    for (String platform : List.of("cluster", "bluegene-l")) {
      run("predict", trace, "--engine", "loggp", "--platform", platform, "--json", json, "--quiet");
      predictions.add(read(json));
    }
    Path file = folder.resolve("s.journal");
    run(
        "sweep",
        trace,
        "--engine",
        "loggp",
        "--platform",
        "cluster",
        "--vary",
        "network.link_bandwidth=1GBps:2GBps:lin4",
        "--journal",
        file,
        "--shard",
        "1/1");
    journal = read(file);
  }

  private static void run(Object... words) {
    Cli.run(Stream.of(words).map(Object::toString).toArray(String[]::new)).expectOut();
  }

  /** The same actions as a file for each rank, with an index. */
  private static Map<String, byte[]> ranks() {
    SortedMap<String, byte[]> files = new TreeMap<>();
    for (int rank = 0; rank < 3; rank++) {
      String own = rank + " ";
      files.put(
          "rank" + rank + ".txt",
          bytes(TIME_INDEPENDENT
              .lines()
              .filter(line -> line.startsWith(own))
              .reduce("", (all, line) -> all + line + "\n")));
    }
    files.put("a.index", bytes("rank0.txt\nrank1.txt\nrank2.txt\n"));
    return files;
  }

  /** Real traces of few bytes, each with the files beside it; none where the folder is not there. */
  private static List<Map<String, byte[]>> real() {
    String named =
        System.getProperty("TRACECAST_SHARED_TRACES", System.getenv("TRACECAST_SHARED_TRACES"));
    Path root = Stream.of(named, "../shared/traces", "../../shared/traces")
        .filter(path -> path != null && Files.isDirectory(Path.of(path)))
        .map(Path::of)
        .findFirst()
        .orElse(null);
    List<Map<String, byte[]>> all = new ArrayList<>();
    if (root == null) {
      return all;
    }
    try (Stream<Path> folders = Files.walk(root)) {
      for (Path one : folders.filter(Files::isDirectory).sorted().toList()) {
        SortedMap<String, byte[]> files = files(one);
        long size = files.values().stream().mapToLong(content -> content.length).sum();
        if (!files.isEmpty() && size <= LARGEST) {
          all.add(files);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return all;
  }

  /** The files of a folder and of those below it, by relative path; none where they are large. */
  static SortedMap<String, byte[]> files(Path folder) throws IOException {
    SortedMap<String, byte[]> files = new TreeMap<>();
    try (Stream<Path> inside = Files.walk(folder)) {
      for (Path file : inside.filter(Seeds::isOfTrace).sorted().toList()) {
        if (Files.size(file) > LARGEST) {
          return new TreeMap<>();
        }
        files.put(folder.relativize(file).toString(), Files.readAllBytes(file));
      }
    }
    return files;
  }

  /** Whether it is a file, and none that Score-P adds for another tool. */
  private static boolean isOfTrace(Path file) {
    return Files.isRegularFile(file) && !file.toString().endsWith(".cubex");
  }

  List<byte[]> texts() {
    return texts;
  }

  List<byte[]> binaries() {
    return binaries;
  }

  List<byte[]> listings() {
    return listings;
  }

  /** Traces of other tools: files that belong together. */
  List<Map<String, byte[]>> foreign() {
    return foreign;
  }

  /** Machine files. */
  List<byte[]> machines() {
    return machines;
  }

  /** Predictions as JSON. */
  List<byte[]> predictions() {
    return predictions;
  }

  /** Folders that the recorder wrote; none where the machine has no MPI. */
  List<Map<String, byte[]>> recordings() {
    return recordings;
  }

  /** The journal of a sweep of {@link #small} on platform cluster over four bandwidths. */
  byte[] journal() {
    return journal;
  }

  byte[] small() {
    return texts.get(2);
  }

  private Path write(String name, byte[] content) {
    try {
      return Files.write(folder.resolve(name), content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] read(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
