package io.github.tracecast.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tracecast.platform.noise.CoreSharing;
import io.github.tracecast.platform.noise.WaitMode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BadPlatformTest {
  private static final String GOOD = """
      name: mine
      description: A star of mine
      source: measured by me
      node:
        cores: 4
        speed: 2Gf
        instruction_rate: {value: 1Gips, source: a guess}
        memory_bandwidth: 5GBps
        memory_latency: 200ns
      network:
        topology: star
        link_bandwidth: 1GBps
        link_latency: 1us
      mpi:
        send_overhead: 1us
        receive_overhead: 1us
        eager_limit: 4KiB
      """;

  @TempDir
  Path folder;

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("mine.yaml"), text);
  }

  private Platform load(String text) throws IOException {
    return PlatformCatalogue.load(file(text).toString(), Map.of());
  }

  @Test
  void aFileOfPlainValuesIsEnough() throws IOException {
    Platform mine = load(GOOD);

    assertThat(mine.name()).isEqualTo("mine");
    assertThat(mine.node())
        .isEqualTo(new Node(
            4,
            2e9,
            1e9,
            5e9,
            Piecewise.constant(200e-9),
            Piecewise.constant(0),
            4,
            1,
            5e9,
            Piecewise.constant(200e-9),
            List.of(1.0),
            Optional.empty(),
            new CoreSharing(List.of(0), false, 4e-3, WaitMode.POLLS, 5e-6)));
    assertThat(mine.mpi().detachedLimitBytes()).isEqualTo(4096);
    assertThat(mine.packets()).isEmpty();
    assertThat(mine.provenance())
        .containsEntry("node.speed", "measured by me")
        .containsEntry("node.instruction_rate", "a guess")
        .containsEntry("network.nodes", "default");
  }

  @Test
  void aFigureWithoutASourceSaysWhereItStands() throws IOException {
    Platform mine = load(GOOD.replace("source: measured by me\n", ""));

    assertThat(mine.provenance().get("node.speed"))
        .isEqualTo(folder.resolve("mine.yaml") + ":5, no source given");
  }

  @Test
  void aFileMayExtendAMachineOfTheCatalogue() throws IOException {
    Platform mine =
        load("extends: bluegene-l\nnetwork.link_bandwidth: {value: 350MBps, source: what if}\n");
    Platform base = PlatformCatalogue.load("bluegene-l", Map.of());

    assertThat(mine.name()).isEqualTo("mine");
    assertThat(mine.mpi()).isEqualTo(base.mpi());
    assertThat(Machine.fit(mine, 1, new MappingSpec.Default()).routes().linkBytesPerSecond(0))
        .isEqualTo(350e6);
    assertThat(mine.provenance()).containsEntry("network.link_bandwidth", "what if");
  }

  @Test
  void anotherTopologyDropsTheKeysOfTheOldOneAndKeepsThoseOfBoth() throws IOException {
    Platform mine = load("""
        extends: cluster
        network: {topology: fat-tree, down: "4;4", up: "1;2", parallel: "1;2"}
        """);

    assertThat(mine.provenance()).containsKey("network.down").doesNotContainKey("network.nodes");
    assertThat(mine.provenance().get("network.link_bandwidth"))
        .isEqualTo(
            PlatformCatalogue.load("cluster", Map.of()).provenance().get("network.link_bandwidth"));
  }

  @Test
  void aFileMayExtendAFileBesideIt() throws IOException {
    Files.writeString(folder.resolve("base.yaml"), GOOD + "mpi.gap: 7us\n");
    Files.writeString(folder.resolve("middle.yml"), "extends: ./base.yaml\nnode.speed: 3Gf\n");

    Platform mine = load("extends: middle.yml\nnode.cores: 7\n");

    assertThat(mine.name()).isEqualTo("mine");
    assertThat(mine.node().cores()).isEqualTo(7);
    assertThat(mine.node().flopsPerSecond()).isEqualTo(3e9);
  }

  @Test
  void filesThatExtendEachOtherAreRefused() {
    assertThatThrownBy(() -> load("extends: ./mine.yaml\n"))
        .hasMessageEndingWith(
            "mine.yaml:1: extends: found a chain of more than 8 files; expected a chain that ends");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "  speed: 2Gf                 |   sped: 2Gf                     | :6: node.sped: unknown key; did you mean node.speed?",
        "  speed: 2Gf                 |   speed: 2                      | :6: node.speed: found 2; expected a speed with its unit (f, Mf, Gf, flop/s, ...), such as 2.8Gf",
        "  speed: 2Gf                 |   speed: [1Gf, 2Gf]             | :6: node.speed: found 1Gf; 2Gf; expected a speed",
        "  speed: 2Gf                 |   speed: {value: 2Gf, by: me}   | :6: unknown key node.speed.by; only source may stand beside value",
        "  speed: 2Gf                 |   speed:                        | :6: node.speed: found no value; expected a value",
        "  speed: 2Gf                 |   cores: 2                      | :6: node.cores: found a second value",
        "  cores: 4                   |   cores: 0                      | :5: node.cores: found 0; expected a whole number from 1 to 4096",
        "  cores: 4                   |   cores: 2.5                    | :5: node.cores: found 2.5; expected a whole number from 1 to 4096",
        "  cores: 4                   |   cores: -4                     | :5: node.cores: found -4; expected a whole number",
        "  cores: 4                   |   cores: 99999999999999999999   | :5: node.cores: found 99999999999999999999; expected a whole number",
        "  link_bandwidth: 1GBps      |   link_bandwidth: -1GBps        | :12: network.link_bandwidth: found -1GBps; expected a bandwidth with its unit (Bps, KBps, MBps, GBps, MiBps, B/s, Mbps, ...), such as 175MBps or 6ns/B, above 0",
        "  link_bandwidth: 1GBps      |   link_bandwidth: .nan          | :12: network.link_bandwidth: found .nan; expected a bandwidth",
        "  link_bandwidth: 1GBps      |   link_bandwidth: 0GBps         | :12: network.link_bandwidth: found 0GBps; expected a bandwidth",
        "  link_bandwidth: 1GBps      |   hop_latency: 1us              | :12: network.hop_latency: unknown key; it is a key of torus machines, and this machine is a star with network.topology, network.nodes, network.link_bandwidth,",
        "  link_latency: 1us          |   link_latency: 1               | :13: network.link_latency: found 1; expected a time with its unit (s, ms, us, ns, ps), such as 90ns",
        "  topology: star             |   topology: butterfly           | :11: network.topology: found butterfly; expected one of torus, cabinets, star, fat-tree",
        "  eager_limit: 4KiB          |   eager_limit: 4096             | :17: mpi.eager_limit: found 4096; expected a whole number of bytes with its unit",
        "  send_overhead: 1us         |   send_overhead: '9B: 1us'      | :15: mpi.send_overhead: found 9B: 1us; expected segments FROM: VALUE; FROM: VALUE; ... with the first FROM 0B",
        "  send_overhead: 1us         |   send_overhead: '1us + 2'      | :15: mpi.send_overhead: found 1us + 2; expected a time per byte, such as 6ns/B",
        "name: mine                   | mpi.latency_factor: 0           | :1: mpi.latency_factor: found 0; expected a factor",
        "name: mine                   | extends: nothing                | :1: extends: found nothing; expected a machine of the catalogue",
        "name: mine                   | collectives: {bcast: fast}      | :1: collectives.bcast: found fast; expected an algorithm (tree, binomial, scatter-ring-allgather, scatter-doubling-allgather, chain, chains, binary-tree, binomial-tree, split-binary-tree, knomial, linear, two-level), optionally with conditions",
        "name: mine                   | collectives: {bcast: tree}      | :1: collectives.bcast: found tree; expected an algorithm that needs no tree network, or a section tree in the file",
        "name: mine                   | collectives: {barrier: interrupt} | :1: collectives.barrier: found interrupt; expected an algorithm that needs no interrupt network",
        "name: mine                   | collectives: {bcast: linear on world} | :1: collectives.bcast: found linear on world; expected a last rule without conditions",
        "name: mine                   | collectives: {bcast: linear; binomial} | :1: collectives.bcast: found linear; binomial; expected no rule after a rule without conditions",
        "name: mine                   | collectives: {bcast: linear below 0B; binomial} | :1: collectives.bcast: found linear below 0B; binomial; expected conditions that some call can meet",
        "name: mine                   | collectives: {bcast: linear at noon; binomial} | :1: collectives.bcast: found linear at noon; binomial; expected conditions",
        "name: mine                   | collectives: {broadcast: linear} | :1: collectives.broadcast: unknown key; did you mean collectives.bcast?",
        "name: mine                   | tree: {hop_latency: 1us}        | : tree.link_bandwidth: missing key; add it to the file or set it with `set tree.link_bandwidth=...`",
        "name: mine                   | value: 3                        | :1: value: unknown key; did you mean",
        "name: mine                   | - mine                          | found no mapping; expected a machine",
        "name: mine                   | name: 'mine                     | found invalid YAML"
      })
  void aBadLineIsRefusedByPlaceKeyFindAndExpectation(String from, String to, String message)
      throws IOException {
    assertThat(GOOD).contains(from.stripTrailing());
    String expected = message.startsWith(":") ? folder.resolve("mine.yaml") + message : message;
    String text = GOOD.replace(from.stripTrailing(), to.stripTrailing());

    assertThatThrownBy(() -> load(text))
        .isInstanceOf(PlatformException.class)
        .hasMessageContaining(expected)
        .message()
        .doesNotContain("\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "bluegene-l | network.link_bandwith   | 1GBps    | `set network.link_bandwith`: unknown key; did you mean network.link_bandwidth?",
        "bluegene-l | network.link_bandwidth  | 350      | `set network.link_bandwidth`: found 350; expected a bandwidth with its unit",
        "bluegene-l | network.link_bandwidth  | ''       | `set network.link_bandwidth`: found nothing; expected a bandwidth",
        "bluegene-l | network.shape           | 65x1x1   | `set network.shape`: found 65x1x1; expected a shape within network.max_shape, 64x32x32",
        "bluegene-l | network.shape           | 8x8      | `set network.shape`: found 8x8; expected a shape within network.max_shape, 64x32x32",
        "bluegene-l | network.shape           | 0x8x8    | `set network.shape`: found 0x8x8; expected auto or a shape such as 8x8x8, of 1 to 6 dimensions",
        "bluegene-l | network.shape           | 9999x9999x9999 | `set network.shape`: found 9999x9999x9999; expected at most 16777216 nodes",
        "bluegene-l | network.max_shape       | none     | `set network.max_shape`: found none; expected a shape such as 8x8x8, because network.shape is auto",
        "bluegene-l | network.wrap            | maybe    | `set network.wrap`: found maybe; expected auto, torus or mesh",
        "bluegene-l | node.mode               | dual     | `set node.mode`: found dual; expected one of coprocessor, virtual-node",
        "bluegene-l | node.ranks_per_node     | 2        | `set node.ranks_per_node`: unknown key; this machine has node modes, so set node.mode",
        "bluegene-l | node.cores              | 1        | bluegene-l.yaml:12: node.modes.virtual-node: found 2; expected at most 1, as in node.cores",
        "bluegene-l | packets.payload         | 0B       | `set packets.payload`: found 0B; expected a size from 1B to 1MiB",
        "bluegene-l | tree.arity              | 1        | `set tree.arity`: found 1; expected a whole number from 2 to 1024",
        "bluegene-l | name                    | x        | `set name`: found a key that only machine files may have",
        "graphene   | node.ranks_per_node     | 5        | `set node.ranks_per_node`: found 5; expected at most 4, as in node.cores",
        "graphene   | network.hosts_per_cabinet | 16777216, 1 | `set network.hosts_per_cabinet`: found 16777216, 1; expected at most 16777216 hosts in all",
        "graphene   | network.hosts_per_cabinet | 5,,5   | `set network.hosts_per_cabinet`: found 5,,5; expected a whole number",
        "fat-tree   | network.up              | '1, 65536, 18' | `set network.up`: found 1, 65536, 18; expected at most 1048576 switches and cables",
        "fat-tree   | network.up              | '1, 2'   | `set network.up`: found 1, 2; expected 3 entries, one per level, as in network.down",
        "fat-tree   | network.down            | '9999, 9999, 9999' | `set network.down`: found 9999, 9999, 9999; expected a product of at most 16777216 nodes",
        "fat-tree   | network.parallel        | '1, 99999, 9999' | expected at most 1048576 switches and cables",
        "nowhere    | node.cores              | 1        | platform: found unknown machine nowhere; expected one of"
      })
  void aBadOverrideIsRefusedByItsOption(String name, String key, String value, String message) {
    assertThatThrownBy(() -> PlatformCatalogue.load(name, Map.of(key, value)))
        .isInstanceOf(PlatformException.class)
        .hasMessageContaining(message);
  }

  @Test
  void filesThatAreNoPlatformAreRefused() throws IOException {
    assertThatThrownBy(() -> load(""))
        .hasMessageEndingWith(
            "mine.yaml: found an empty file; expected a machine with the sections node, network and mpi");
    assertThatThrownBy(() -> load("- a\n- b\n")).hasMessageContaining("found no mapping");
    assertThatThrownBy(() -> load(GOOD + "---\nname: other\n"))
        .hasMessageContaining("found a second document");
    assertThatThrownBy(() -> load("name: x\n"))
        .hasMessageContaining("network.topology: missing key");
    Files.write(folder.resolve("mine.yaml"), new byte[] {'a', (byte) 0xff, (byte) 0xfe});
    assertThatThrownBy(
            () -> PlatformCatalogue.load(folder.resolve("mine.yaml").toString(), Map.of()))
        .hasMessageContaining("found bytes that are not UTF-8 text");
    assertThatThrownBy(() -> PlatformCatalogue.load(folder.toString(), Map.of()))
        .hasMessageContaining("unknown machine");
    assertThatThrownBy(() -> PlatformCatalogue.load("", Map.of()))
        .hasMessageContaining("platform: found nothing");
    assertThatThrownBy(() -> load("x: " + "y".repeat(2_000_000)))
        .hasMessageContaining("at most 1048576 B");
    assertThatThrownBy(() -> load("x: " + "y".repeat(500_000)))
        .hasMessageContaining("mine.yaml:1: x: found more than 100000 characters");
  }

  @Test
  void damagedFilesEndInOneLineWithinSeconds() throws IOException {
    byte[] good = GOOD.getBytes(StandardCharsets.UTF_8);
    CpuLimit.within(30, () -> {
      for (int seed = 1; seed <= 1000; seed++) {
        Random random = new Random(seed);
        byte[] bytes = good.clone();
        for (int flips = 1 + random.nextInt(3); flips > 0; flips--) {
          bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
        }
        Path file = folder.resolve("damaged.yaml");
        Files.write(
            file,
            random.nextInt(4) == 0 ? Arrays.copyOf(bytes, random.nextInt(bytes.length)) : bytes);
        try {
          PlatformCatalogue.load(file.toString(), Map.of());
        } catch (PlatformException e) {
          assertThat(e.getMessage()).as("seed %d", seed).doesNotContain("\n").isNotBlank();
        }
      }
    });
  }

  @Test
  void hostileFilesTakeNoTime() {
    CpuLimit.within(20, () -> {
      assertRefused("a: ".repeat(10) + "[".repeat(200_000));
      assertRefused("{a: ".repeat(100_000));
      assertRefused("k: {v: 1}\n".repeat(100_000));
      StringBuilder sections = new StringBuilder();
      for (int i = 0; i < 40_000; i++) {
        sections.append("k").append(i).append(": {value: 1, source: s}\n");
      }
      assertRefused(sections.toString());
      assertRefused(
          "a: &a [x, x, x, x, x, x, x, x, x]\nb: &b [*a, *a, *a, *a, *a, *a, *a, *a]\nc: [*b, *b, *b, *b]\n");
      assertRefused(
          "collectives: {bcast: \"linear " + "on world ".repeat(100_000) + "\"}\n" + GOOD);
      assertRefused(GOOD.replace("2Gf", "1" + "0".repeat(90_000) + "Gf"));
      assertRefused(GOOD.replace(
          "send_overhead: 1us", "send_overhead: \"" + "0B: 1us; ".repeat(10_000) + "\""));
    });
  }

  private void assertRefused(String text) {
    assertThatThrownBy(() -> load(text))
        .isInstanceOf(PlatformException.class)
        .message()
        .hasSizeLessThan(2000)
        .doesNotContain("\n");
  }
}
