package io.github.tracecast.platform;

import io.github.tracecast.platform.collective.Operation;
import io.github.tracecast.platform.internal.Draft;
import io.github.tracecast.platform.internal.JsonSchema;
import io.github.tracecast.platform.internal.KeyTables;
import io.github.tracecast.platform.internal.PlatformReader;
import io.github.tracecast.platform.internal.PlatformReader.Source;
import io.github.tracecast.platform.internal.TopologyType;
import io.github.tracecast.platform.topology.Topologies;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The machines of the product, and the reader of users' machine files.
 *
 * <h2>Platform files</h2>
 *
 * <p>A platform file is YAML with sections of figures, for example:
 *
 * <pre>{@code
 * name: mine                      # otherwise the file's name
 * description: A cluster of mine
 * source: measured by me          # for every figure that gives no other
 * node:
 *   cores: 4
 *   speed: {value: 2Gf, source: data sheet}
 *   instruction_rate: 1Gips
 *   memory_bandwidth: 5GBps
 *   memory_latency: 200ns
 * network:
 *   topology: star
 *   link_bandwidth: 10Gbps
 *   link_latency: 1us
 * mpi:
 *   send_overhead: "0B: 1us + 0.5ns/B; 64KiB: 20us"
 *   receive_overhead: 1us
 *   eager_limit: 4KiB
 * }</pre>
 *
 * <p>A figure is a value or {@code {value, source}}. A {@code source} beside figures applies to all
 * figures of its section. {@code --set} takes the dotted name of a figure, such as {@code
 * network.link_latency}. Dotted names are also allowed at the top level of a file. {@code extends:
 * bluegene-l} starts from the figures of a machine of the catalogue, {@code extends: ./mine.yaml}
 * from the figures of a file. Only these keys are accepted; {@code docs/machine-keys.md} lists them
 * with their defaults:
 *
 * <ul>
 *   <li>{@code node}, {@code network} and {@code mpi}; the other keys of {@code network} depend on
 *       {@code network.topology}, one of {@link Topologies#ALL};
 *   <li>{@code packets}, {@code tree} and {@code interrupt}, if the machine has them;
 *   <li>{@code collectives}: for each {@link Operation}, a list {@code ALGORITHM [on world]
 *       [from SIZE] [below SIZE] [from N ranks] [below N ranks]; ...}, the last rule without
 *       conditions.
 * </ul>
 *
 * <p>{@code eager_waits_from} is a size or {@code none}. The sender of an eager message of at least
 * this size to a rank of its node waits until that rank polls for messages. A rank polls while it
 * waits in any call, and when it tests or probes. Only standard and ready sends wait. {@code
 * calibrate} measures the size.
 *
 * <p>Units are required. Bytes are {@code B KB MB GB KiB MiB GiB} (K is 1000, Ki 1024). Bandwidths
 * are {@code Bps KBps MBps MB/s MiBps Mbps Gbit/s}, or a time per byte {@code ns/B}. Times are
 * {@code s ms us ns ps}, speeds {@code f Mf Gf Gflop/s}, instruction rates {@code Mips Gips}. A
 * star's {@code link_bandwidth} and a node's {@code memory_bandwidth} may be {@code none}, which
 * means unlimited. A node's {@code memory_latency} and {@code copy} may depend on the size, like
 * MPI's overheads. Costs and factors by size are {@code FROM: VALUE; FROM: VALUE}. Each value
 * applies from its size on.
 */
public final class PlatformCatalogue {
  private static final List<String> NAMES = List.of(
      "alps",
      "aws-hpc6a",
      "azure-hbv3",
      "bluegene-l",
      "bluegene-q",
      "cluster",
      "fat-tree",
      "frontier",
      "fugaku",
      "graphene",
      "ideal",
      "leonardo",
      "loggopsim",
      "loggp-default",
      "lumi-c",
      "lumi-g",
      "marenostrum5-acc",
      "ndr-cluster",
      "perlmutter",
      "summit",
      "theta");
  private static final List<String> TABLES = List.of("leonardo-nodes.csv");
  private static final long LARGEST_FILE = 1 << 20;

  private PlatformCatalogue() {}

  /** Names of the machines of the product, in alphabetical order. */
  public static List<String> names() {
    return NAMES;
  }

  /**
   * Reads a machine.
   *
   * @param nameOrPath a name of the catalogue, or the path of a YAML file
   * @param overrides values by dotted key, as in {@code --set}
   * @throws PlatformException if there is no such machine, or a key or figure is refused
   */
  public static Platform load(String nameOrPath, Map<String, String> overrides) {
    return read(nameOrPath).apply(overrides);
  }

  /**
   * Reads the files of a machine once, for machines that differ in some values.
   *
   * @param nameOrPath as in {@link #load}
   * @return a thread-safe function that creates the machine with overrides, as {@link #load} does
   * @throws PlatformException if there is no such machine, or a file is not valid YAML
   */
  public static Function<Map<String, String>, Platform> read(String nameOrPath) {
    if (NAMES.contains(nameOrPath)) {
      return reader(catalogued(nameOrPath), nameOrPath)::platform;
    }
    Path path = path(nameOrPath);
    String file = path.getFileName() == null ? nameOrPath : path.getFileName().toString();
    return reader(file(path, one -> {}), file.replaceFirst("\\.ya?ml$", ""))::platform;
  }

  private static PlatformReader reader(Source source, String fallback) {
    return new PlatformReader(source, fallback, Topologies.ALL);
  }

  /**
   * Reads the text of a machine file.
   *
   * @throws PlatformException if a key or figure is refused
   */
  public static Platform parse(Path file, String yaml) {
    return reader(file(file, yaml, one -> {}), file.toString()).platform(Map.of());
  }

  private static Source catalogued(String name) {
    return new Source(
        name + ".yaml", resource(name + ".yaml"), other -> null, PlatformCatalogue::table);
  }

  /**
   * Returns the source of a file. The file may extend a machine of the catalogue, or another file
   * by a path relative to its folder.
   */
  private static Source file(Path path, Consumer<Path> read) {
    read.accept(path);
    return file(path, text(path), read);
  }

  private static Source file(Path path, String yaml, Consumer<Path> read) {
    return new Source(
        path.toString(),
        yaml,
        name -> NAMES.contains(name) ? catalogued(name) : near(path, name, read),
        table -> beside(path, table, read));
  }

  private static @Nullable Source near(Path path, String name, Consumer<Path> read) {
    try {
      Path other = path.resolveSibling(name);
      boolean isYaml = name.endsWith(".yaml") || name.endsWith(".yml");
      return isYaml && isBelow(path, other) ? file(other, read) : null;
    } catch (InvalidPathException e) {
      return null;
    }
  }

  /**
   * Returns the text of a machine's description without overrides.
   *
   * @param nameOrPath as in {@link #load}
   * @throws PlatformException if there is no such machine
   */
  public static String source(String nameOrPath) {
    return NAMES.contains(nameOrPath) ? resource(nameOrPath + ".yaml") : text(path(nameOrPath));
  }

  private static Path path(String nameOrPath) {
    Path path = nameOrPath.isBlank() ? null : Allocation.path(nameOrPath);
    if (path == null) {
      throw unknown(nameOrPath);
    }
    return path;
  }

  private static PlatformException unknown(String nameOrPath) {
    if (nameOrPath.isBlank()) {
      return new PlatformException("platform: found nothing; " + expected());
    }
    String question = Nearest.question(nameOrPath, NAMES);
    return new PlatformException("platform: found unknown machine " + nameOrPath
        + (question.isEmpty()
            ? "; " + expected()
            : question + " tracecast platforms lists all machines"));
  }

  /** Returns the legal names of a machine, as text for errors. */
  public static String expected() {
    return "expected one of " + String.join(", ", NAMES) + ", or the path of a YAML file";
  }

  private static String text(Path path) {
    if (Files.exists(path) && !Files.isRegularFile(path)) {
      throw new PlatformException(path + ": found a "
          + (Files.isDirectory(path) ? "folder" : "pipe or a device") + "; expected a YAML file");
    }
    return Allocation.text(path, LARGEST_FILE, "a machine file", "a YAML file");
  }

  /** Returns a JSON Schema of machine files, with which editors complete and check these files. */
  public static String jsonSchema() {
    return JsonSchema.text(Topologies.ALL);
  }

  /**
   * Drafts the text of a machine file, which {@link #load} accepts.
   *
   * @param name the machine's name
   * @throws PlatformException if no machine file can have these figures
   */
  public static String draft(String name, MachineWish wish) {
    String text = Draft.text(name, wish, Topologies.ALL);
    reader(new Source(name, text, other -> null, table -> null), name).platform(Map.of());
    return text;
  }

  /** Returns the names of the topologies for which {@link #draft} can write a machine file. */
  public static List<String> topologies() {
    return Topologies.ALL.stream()
        .filter(type -> type.draft().isPresent())
        .map(TopologyType::name)
        .toList();
  }

  /** Returns the keys of machine files for all topologies, except keys whose names a file chooses. */
  public static List<String> keys() {
    return KeyTables.names(Topologies.ALL);
  }

  /** Returns the documentation page with all keys of machine files, in Markdown. */
  public static String keysPage() {
    return KeyTables.markdown(Topologies.ALL);
  }

  private static @Nullable String beside(Path machine, String table, Consumer<Path> read) {
    try {
      Path file = machine.resolveSibling(table);
      if (!isBelow(machine, file)) {
        return table(table);
      }
      read.accept(file);
      return text(file);
    } catch (InvalidPathException e) {
      return null;
    }
  }

  /**
   * Whether a file that a machine file names is a plain file in or below the machine file's folder.
   * Otherwise, an error message about a machine file from another person could show lines of any
   * file.
   */
  private static boolean isBelow(Path machine, Path file) {
    try {
      Path folder = Objects.requireNonNull(machine.toAbsolutePath().getParent());
      return Files.isRegularFile(file) && file.toRealPath().startsWith(folder.toRealPath());
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Returns the machine file and the files to which it refers; empty for a machine of the
   * catalogue. For a refused machine, returns the files that were read before the error.
   */
  public static List<Path> files(String nameOrPath, Map<String, String> overrides) {
    List<Path> files = new ArrayList<>();
    try {
      if (!NAMES.contains(nameOrPath)) {
        reader(file(path(nameOrPath), files::add), "machine").platform(overrides);
      }
    } catch (PlatformException e) {
      return files;
    }
    return files;
  }

  /** Returns the text of a node table of the product; null if there is no table with this name. */
  private static @Nullable String table(String name) {
    return TABLES.contains(name) ? resource(name) : null;
  }

  private static String resource(String name) {
    try (InputStream in = PlatformCatalogue.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
