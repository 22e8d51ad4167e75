package io.github.tracecast.predict.fuzz;

import static io.github.tracecast.predict.fuzz.FuzzCase.FOLDER;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.zip.CRC32C;
import java.util.zip.GZIPOutputStream;

/** Makes cases: the damaged file, and the commands that read it. A case follows from its random numbers alone. */
final class Targets {
  private static final String ANCHOR = "traces.otf2";

  /** The product reads each archive in a process of its own, which takes as long as a hundred cases. */
  private static final int ARCHIVES_TO_A_PROCESS = 100;

  private static final List<String> INFO = List.of("info", FOLDER + "t", "--json", "-");

  private static final List<String> ON_TRACES = List.of(
      "expand @/t --all",
      "expand @/t --rank 1",
      "expand @/t --all --logical",
      "expand @/t --all --logical",
      "import @/t -o @/out.ctrace",
      "import @/t -o @/out.ctrace --text --find-sources",
      "predict @/t --engine loggp --platform cluster",
      "predict @/t --engine loggp --platform bluegene-l --json - --fast-forward off",
      "predict @/t --engine flows --platform fat-tree --html @/out.html",
      "predict @/t --engine loggp --platform graphene --deltas histogram --timeline @/out.json",
      "predict @/t --engine loggp --platform loggp-default --sensitivity",
      "sensitivity @/t --engine loggp --platform cluster",
      "map @/t --engine loggp --platform bluegene-l",
      "compare @/t --engine loggp --platform bluegene-l --with cluster",
      "info @/t --loops greedy:parameters",
      "compress @/t -o @/out.ctrace --deltas-detail all",
      "export @/t --to tit -o @/out.tit",
      "export @/t --to goal -o @/out.goal",
      "export @/t --to goal:overheads -o @/out.goal --platform bluegene-l",
      "program @/t -o @/out.c",
      "program @/t -o @/out.c --compute sleep",
      "topology @/t --json -",
      "extrapolate @/t --ranks 64 --scaling weak -o @/out.ctrace",
      "extrapolate @/t --ranks 27 --scaling strong -o @/out.ctrace",
      "sweep @/t --engine loggp --platform cluster --jobs 1 --csv - --vary"
          + " network.link_latency=1us:9us:lin5 --vary mpi.eager_limit=1B,64KiB");

  private final Seeds seeds;
  private final Map<String, BiFunction<Long, Random, FuzzCase>> all = new LinkedHashMap<>();
  private final List<BiFunction<Long, Random, FuzzCase>> chosen;

  /** @param only a kind of input, or a format of foreign traces; empty for all kinds in turn */
  Targets(Seeds seeds, String only) {
    this.seeds = seeds;
    all.put("text", (number, random) -> text(random));
    all.put("binary", (number, random) -> binary(random));
    all.put("listing", (number, random) -> listing(random));
    all.put("foreign", (number, random) -> foreign(random));
    all.put("machine", (number, random) -> machine(random));
    all.put("mapping", (number, random) -> mapping(random));
    all.put("prediction", (number, random) -> prediction(random));
    all.put("journal", (number, random) -> journal(random));
    MachineCases machines = new MachineCases(seeds);
    all.put("set", machines::set);
    all.put("vary", machines::vary);
    all.put("nodes", machines::nodes);
    all.put("fit", machines::fit);
    all.put("options", (number, random) -> RandomOptions.of(random));
    all.put("programs", ProgramCases::of);
    if (!seeds.recordings().isEmpty()) {
      all.put("recording", (number, random) -> recording(random));
    }
    chosen = only.isEmpty()
        ? List.copyOf(all.values())
        : List.of(all.getOrDefault(only, all.get("foreign")));
  }

  /** A case of each kind in turn. */
  FuzzCase of(long number, Random random) {
    return chosen.get((int) (number % chosen.size())).apply(number, random);
  }

  private static <T> T any(List<T> list, Random random) {
    return list.get(random.nextInt(list.size()));
  }

  static List<String> words(String command) {
    return List.of(command.split(" "));
  }

  private static List<List<String>> onTrace(Random random, String file) {
    return List.of(
        INFO.stream().map(word -> word.equals(FOLDER + "t") ? file : word).toList(),
        words(any(ON_TRACES, random).replace(FOLDER + "t ", file + " ")));
  }

  private FuzzCase text(Random random) {
    byte[] damaged = new Mutations(random).mutate(any(seeds.texts(), random));
    return FuzzCase.of("text trace", Map.of("t", damaged), onTrace(random, FOLDER + "t"));
  }

  private FuzzCase binary(Random random) {
    byte[] whole = any(seeds.binaries(), random);
    Mutations mutations = new Mutations(random);
    byte[] damaged = random.nextInt(8) == 0
        ? mutations.mutate(whole)
        : BinaryTrace.damaged(whole, random, mutations::mutate);
    return FuzzCase.of("binary trace", Map.of("t", damaged), onTrace(random, FOLDER + "t"));
  }

  private FuzzCase listing(Random random) {
    byte[] damaged = new Mutations(random).mutate(any(seeds.listings(), random));
    return FuzzCase.of("listing", Map.of("t", damaged), onTrace(random, FOLDER + "t"));
  }

  private FuzzCase foreign(Random random) {
    Map<String, byte[]> files = new TreeMap<>(any(seeds.foreign(), random));
    Mutations mutations = new Mutations(random);
    List<String> names = List.copyOf(files.keySet());
    for (int i = 1 + random.nextInt(2); i > 0; i--) {
      files.computeIfPresent(any(names, random), (name, content) -> mutations.mutate(content));
    }
    int plain = files.containsKey(ANCHOR) ? ARCHIVES_TO_A_PROCESS : 5;
    if (random.nextInt(plain + 1) == 0) {
      return packed(files, random);
    }
    if (random.nextInt(plain + 1) == 0) {
      files.replaceAll((name, content) -> name.endsWith(".pcf") ? content : gzip(content));
    }
    if (files.containsKey(ANCHOR) && random.nextInt(ARCHIVES_TO_A_PROCESS) > 0) {
      return archive(files, random);
    }
    boolean one = random.nextInt(3) == 0 || files.size() <= 2;
    String file = one ? FOLDER + "in/" + any(names, random) : FOLDER + "in";
    return FuzzCase.of("foreign trace", inFolder(files), onTrace(random, file));
  }

  /** An archive of OTF2, which the product would read in a process of its own. */
  private static FuzzCase archive(Map<String, byte[]> files, Random random) {
    List<List<String>> commands = new ArrayList<>();
    commands.add(List.of(FuzzRun.ARCHIVE, FOLDER + "in/" + ANCHOR, FOLDER + "t"));
    commands.addAll(onTrace(random, FOLDER + "t"));
    return FuzzCase.of("OTF2 archive", inFolder(files), commands);
  }

  /** All files in one archive, damaged or not. */
  private static FuzzCase packed(Map<String, byte[]> files, Random random) {
    ByteArrayOutputStream archive = new ByteArrayOutputStream();
    files.forEach((name, content) -> {
      byte[] header = new byte[512];
      put(name, header, 0);
      put(String.format("%011o", content.length), header, 124);
      header[156] = '0';
      put("ustar", header, 257);
      archive.writeBytes(header);
      archive.writeBytes(content);
      archive.writeBytes(new byte[(512 - content.length % 512) % 512]);
    });
    byte[] whole = random.nextBoolean()
        ? archive.toByteArray()
        : new Mutations(random).mutate(archive.toByteArray());
    byte[] file = random.nextBoolean() ? whole : gzip(whole);
    return FuzzCase.of("archive", Map.of("t", file), onTrace(random, FOLDER + "t"));
  }

  private static void put(String text, byte[] into, int at) {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(bytes, 0, into, at, Math.min(bytes.length, 99));
  }

  private static Map<String, byte[]> inFolder(Map<String, byte[]> files) {
    Map<String, byte[]> moved = new TreeMap<>();
    files.forEach((name, content) -> moved.put("in/" + name, content));
    return moved;
  }

  private FuzzCase machine(Random random) {
    byte[] damaged = new Mutations(random).mutate(any(seeds.machines(), random));
    return FuzzCase.of(
        "machine file",
        Map.of("m.yaml", damaged, "t", seeds.small()),
        List.of(
            words("platforms @/m.yaml"),
            words("predict @/t --engine loggp --platform @/m.yaml"
                + any(List.of("", " --mapping random", " --json -"), random))));
  }

  private FuzzCase mapping(Random random) {
    byte[] damaged = new Mutations(random)
        .mutate("# a mapping\n0\n1 1\n2 0\n3\n".getBytes(StandardCharsets.UTF_8));
    return FuzzCase.of(
        "mapping file",
        Map.of("m", damaged, "t", seeds.small()),
        List.of(words("predict @/t --engine loggp --mapping file:@/m --platform "
            + any(List.of("cluster", "bluegene-l", "graphene"), random))));
  }

  private FuzzCase prediction(Random random) {
    byte[] damaged = new Mutations(random).mutate(seeds.predictions().get(0));
    return FuzzCase.of(
        "prediction",
        Map.of("a.json", damaged, "b.json", seeds.predictions().get(1)),
        List.of(
            words("compare @/a.json @/b.json"),
            words("compare @/b.json @/a.json --html @/out.html --json -")));
  }

  private FuzzCase journal(Random random) {
    byte[] damaged = new Mutations(random).mutate(seeds.journal());
    if (random.nextBoolean()) {
      damaged = withChecksums(damaged);
    }
    return FuzzCase.of(
        "journal",
        Map.of("j", damaged, "t", seeds.small()),
        List.of(words("sweep @/t --engine loggp --platform cluster --vary"
            + " network.link_bandwidth=1GBps:2GBps:lin4 --journal @/j --csv - --jobs 1")));
  }

  private static byte[] withChecksums(byte[] journal) {
    StringBuilder all = new StringBuilder();
    for (String line : new String(journal, StandardCharsets.UTF_8).split("\n")) {
      String rest = line.length() > 9 ? line.substring(9) : line;
      CRC32C crc = new CRC32C();
      crc.update(rest.getBytes(StandardCharsets.UTF_8));
      all.append(String.format("%08x ", crc.getValue())).append(rest).append('\n');
    }
    return all.toString().getBytes(StandardCharsets.UTF_8);
  }

  private FuzzCase recording(Random random) {
    Map<String, byte[]> files = new TreeMap<>(any(seeds.recordings(), random));
    List<String> names = List.copyOf(files.keySet());
    for (int i = 1 + random.nextInt(2); i > 0; i--) {
      files.computeIfPresent(
          any(names, random),
          (name, content) -> name.matches("rank.*log")
              ? damagedLog(content, random)
              : new Mutations(random).mutate(content));
    }
    return FuzzCase.of(
        "recording", inFolder(files), List.of(List.of(FuzzRun.RECORDING, FOLDER + "in")));
  }

  /** Damages a log's head, its tail or its records: nearly all of the rest is zeros. */
  private static byte[] damagedLog(byte[] log, Random random) {
    int[][] parts = {
      {0, 600}, {4096, 4096 + 2048}, {4096 + 65536, 4096 + 65536 + 2048}, {135168, log.length}
    };
    int[] part = parts[random.nextInt(parts.length)];
    if (part[1] > log.length) {
      return log;
    }
    byte[] changed = new Mutations(random).mutate(Arrays.copyOfRange(log, part[0], part[1]));
    if (part[1] < log.length) {
      byte[] whole = log.clone();
      System.arraycopy(changed, 0, whole, part[0], Math.min(changed.length, part[1] - part[0]));
      return whole;
    }
    byte[] whole = Arrays.copyOf(log, part[0] + changed.length);
    System.arraycopy(changed, 0, whole, part[0], changed.length);
    ByteBuffer.wrap(whole).order(ByteOrder.LITTLE_ENDIAN).putLong(8, changed.length);
    return whole;
  }

  private static byte[] gzip(byte[] plain) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(plain);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }
}
