package io.github.tracecast.predict.fuzz;

import static io.github.tracecast.predict.fuzz.FuzzCase.FOLDER;

import io.github.tracecast.platform.PlatformCatalogue;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Cases of what users write about machines: figures, values to vary, node lists, and measurements to fit. */
final class MachineCases {
  private static final List<String> ENGINES = List.of("loggp", "loggp", "flows");

  private static final List<String> VARIED = List.of(
      "network.link_bandwidth=1GBps:2GBps:lin4",
      "network.link_latency=1us:9us:log3",
      "network.link_latency=0s,1us",
      "mpi.eager_limit=0B,4KiB,1MiB",
      "network.shape=2x2x2,4x4x4",
      "node.cores=1:8:lin3",
      "platform=cluster,bluegene-l,ideal",
      "mapping=blocked,round-robin,random:3",
      "deltas=avg,min,max",
      "compute-scale=0.5:2:log3",
      "compute-scale=10Gf,1",
      "seed=1:3:lin3",
      "engine=loggp,flows",
      "ranks=2,4");

  private static final Pattern MANY_POINTS = Pattern.compile("(lin|log)([0-9]{3})[0-9]+");

  private static final List<String> NODES = List.of(
      "frontier[00001-00032,00040]",
      "x[1000-1005]c[0-7]s[0-7]b[0-1]n0",
      "nid[001000-001255,001300],login1",
      "nid001000\nnid001001 slots=2\n# a comment\nnid001002:3\n",
      "rank,node\n0,nid001000\n1,nid001000\n2,nid001001\n3,lrdn0001\n",
      "lrdn[0001-0016]\nlrdn0020\n",
      "0,1,2,3");

  private static final List<String> NODE_NAMES = List.of(
      "",
      "node_names: {pattern: \"nid{n}\", n: 001000-001300}\n",
      "node_names: {pattern: \"x{a}c{b}s{c}b{d}n0; frontier{n}\", a: 1000-1005, b: 0-7, c: 0-7, d: 0-1, n: 00001-00063}\n",
      "node_names: {table: names.csv}\n");

  private static final String TABLE = "node,place\nnid001000,0\nnid001001,1\nnid001002,2\n";

  private static final String START = """
      name: mine
      node: {cores: 2, speed: 1Gf, instruction_rate: 1Gips, memory_bandwidth: none, memory_latency: 0s}
      network:
        topology: star
        link_bandwidth: {value: 3GBps, source: "assumption: half of the data sheet"}
        link_latency: {value: 500ns, source: "assumption: as in other clusters"}
      mpi:
        source: "data sheet"
        send_overhead: 200ns
        receive_overhead: 200ns
        eager_limit: 8KiB
      """;

  private static final List<String> MEASURED = List.of("""
      nodes,collective,algorithm,buffer_bytes,median_us
      4,allreduce,ring_over,64,13.9
      4,allreduce,ring_over,262144,208
      8,allreduce,recursive_doubling_over,64,7.3
      8,allreduce,recursive_doubling_over,524288,794
      """, """
      machine,run,nodes,ranks_per_node,collective,buffer_bytes,median_us
      mine,a,4,1,allreduce,64,13.9
      mine,a,4,1,bcast,262144,208
      mine,b,2x2,2,alltoall,128,32
      """, """
      # OSU MPI Allreduce Latency Test v7.4
      # Datatype: MPI_CHAR.
      # Size       Avg Latency(us)
      4                      5.02
      1024                   7.21
      65536                 58.33
      """, """
      # OSU MPI Latency Test v7.4
      # Size          Latency (us)
      0                       1.51
      1024                    2.43
      1048576               120.73
      """, """
      #----------------------------------------------------------------
      # Benchmarking Allreduce
      # #processes = 4
      #----------------------------------------------------------------
             #bytes #repetitions  t_min[usec]  t_max[usec]  t_avg[usec]
                  0         1000         0.05         0.07         0.06
                  8         1000         4.21         4.33         4.27
              65536          640        61.20        61.91        61.55
      """, """
      # nThread 1 nGpus 1 minBytes 8 maxBytes 1024 step: 2(factor) warmup iters: 5 iters: 20
      # Rank  0 Group  0 Pid   100 on  node1 device  0 [0x07] A100
      # Rank  1 Group  0 Pid   101 on  node2 device  0 [0x07] A100
      #       size         count      type   redop    root     time   algbw   busbw #wrong
                 8             2     float     sum      -1    18.62    0.00    0.00      0
              1024           256     float     sum      -1    20.01    0.05    0.05      0
      """);

  /** Jobs of thousands of nodes, whose fit takes minutes, as it should. */
  private static final Pattern MANY_NODES = Pattern.compile(
      "(?m)^(\\w+,\\w+,)?(\\d+,)?\\d*[1-9]\\d{3,7},|#processes = \\d{4,8}|\\d{3,}x|x\\d{3,}");

  private static final String ALLOCATIONS =
      "machine,run,rank,node\nmine,a,0,0\nmine,a,1,1\nmine,a,2,2\nmine,a,3,3\n";

  private final Seeds seeds;

  MachineCases(Seeds seeds) {
    this.seeds = seeds;
  }

  /** Figures of {@code --set}: the key or the value is damaged, or the value is that of another key. */
  FuzzCase set(long number, Random random) {
    String machine = any(PlatformCatalogue.names(), random);
    List<Map.Entry<String, String>> figures =
        List.copyOf(new TreeMap<>(PlatformCatalogue.load(machine, Map.of()).figures()).entrySet());
    List<String> words = new ArrayList<>(Targets.words("predict @/t --platform " + machine
        + " --engine " + any(ENGINES, random) + any(List.of("", " --json -"), random)));
    for (int i = 1 + random.nextInt(3); i > 0; i--) {
      Map.Entry<String, String> figure = any(figures, random);
      String setting = figure.getKey() + "="
          + switch (random.nextInt(4)) {
            case 0 -> any(figures, random).getValue();
            case 1 -> new Mutations(random).text();
            default -> damaged(figure.getValue(), random);
          };
      words.addAll(List.of("--set", random.nextInt(8) == 0 ? damaged(setting, random) : setting));
    }
    return FuzzCase.of("--set", Map.of("t", seeds.small()), List.of(argument(words)));
  }

  FuzzCase vary(long number, Random random) {
    List<String> words = new ArrayList<>(Targets.words(
        "sweep @/t --jobs 1 --platform " + any(List.of("cluster", "bluegene-l"), random)
            + any(List.of("", " --csv -", " --json -", " --html @/out.html"), random)));
    if (random.nextInt(8) > 0) {
      words.addAll(List.of("--engine", any(ENGINES, random)));
    }
    for (int i = 1 + random.nextInt(2); i > 0; i--) {
      String varied = damaged(any(VARIED, random), random);
      words.addAll(List.of(
          "--vary",
          MANY_POINTS.matcher(varied).replaceAll("$1$2"))); // replays for minutes, and says so
    }
    return FuzzCase.of("--vary", Map.of("t", seeds.small()), List.of(argument(words)));
  }

  /** Node lists as an argument or as a file, and the names that a machine gives its nodes. */
  FuzzCase nodes(long number, Random random) {
    Map<String, byte[]> files = new TreeMap<>(Map.of("t", seeds.small()));
    String list = damaged(any(NODES, random), random);
    files.put("n", bytes(list));
    String names = any(NODE_NAMES, random);
    files.put("names.csv", bytes(random.nextBoolean() ? TABLE : damaged(TABLE, random)));
    files.put(
        "m.yaml",
        bytes("extends: fat-tree\n" + (random.nextBoolean() ? names : damaged(names, random))));
    List<String> words = new ArrayList<>(Targets.words("predict @/t --engine loggp --platform "
        + any(List.of("@/m.yaml", "@/m.yaml", "frontier", "leonardo", "cluster"), random)));
    words.addAll(List.of("--nodes", random.nextBoolean() ? FOLDER + "n" : list));
    return FuzzCase.of("node list", files, List.of(argument(words)));
  }

  /** Measurements, the machine to start from, and allocations. The fitted machine has to be readable. */
  FuzzCase fit(long number, Random random) {
    Map<String, byte[]> files = new TreeMap<>();
    int which = random.nextInt(4);
    String measured = any(MEASURED, random);
    String changed = which < 3 ? damaged(measured, random) : measured;
    files.put("m", bytes(MANY_NODES.matcher(changed).find() ? measured : changed));
    files.put("s.yaml", bytes(which > 1 ? damaged(START, random) : START));
    files.put("a", bytes(which > 2 ? damaged(ALLOCATIONS, random) : ALLOCATIONS));
    return FuzzCase.of(
        "fit",
        files,
        List.of(
            Targets.words("fit @/m --platform @/s.yaml -o @/out.yaml"
                + any(List.of(" --nodes 2", " --nodes 2x2", " --nodes @/a"), random)
                + any(List.of("", "", " --free none", " --csv -"), random)
                + any(List.of("", "", " --free usual,job-latency", " --cross-validate"), random)),
            Targets.words("platforms @/out.yaml")));
  }

  private static String damaged(String text, Random random) {
    return new String(new Mutations(random).mutate(bytes(text)), StandardCharsets.UTF_8);
  }

  /** No process gets an argument with a zero byte. */
  private static List<String> argument(List<String> words) {
    return words.stream().map(word -> word.replace("\u0000", "0")).toList();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static <T> T any(List<T> list, Random random) {
    return list.get(random.nextInt(list.size()));
  }
}
