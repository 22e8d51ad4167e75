package io.github.tracecast.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tracecast.platform.power.LinkPower;
import io.github.tracecast.platform.power.Power;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a machine draws, from its file and from {@code --set}. */
class PowerTest {
  @TempDir
  private Path folder;

  private Platform load(String power) throws IOException {
    Path file = Files.writeString(folder.resolve("mine.yaml"), "extends: cluster\n" + power);
    return PlatformCatalogue.load(file.toString(), Map.of());
  }

  private static Power power(Map<String, String> figures) {
    return PlatformCatalogue.load("cluster", figures).power().orElseThrow();
  }

  @Test
  void aMachineWithoutPowersHasNoneAndNoKeysOfThem() throws IOException {
    Platform plain = load("");
    assertThat(plain.power()).isEmpty();
    assertThat(plain.figures().keySet()).noneMatch(key -> key.contains("power"));
  }

  @Test
  void aSectionOfTheFileHasThem() throws IOException {
    assertThat(load("""
        node: {power: {idle: 100W, busy: 0.35kW, waiting: 200W}}
        network: {switch_power: 150W, link_power: 1W to 3W + 60pJ/B}
        """).power())
        .contains(new Power(100, 350, 200, 150, new LinkPower(1, 3, 60e-12)));
  }

  @Test
  void theBusyPowerAloneIsThatOfANodeAtAnyWork() {
    assertThat(power(Map.of("node.power.busy", "350W")))
        .isEqualTo(new Power(350, 350, 350, 0, LinkPower.NONE));
    assertThat(power(Map.of("node.power.busy", "350W", "node.power.idle", "50W")))
        .isEqualTo(new Power(50, 350, 350, 0, LinkPower.NONE));
  }

  @ParameterizedTest
  @CsvSource({
    "2W, 2, 2, 0",
    "1W to 3W, 1, 3, 0",
    "500W to 1kW, 500, 1000, 0",
    "60pJ/B, 0, 0, 60e-12",
    "1W + 2nJ/B, 1, 1, 2e-9",
    "1W to 3W + 2nJ/B, 1, 3, 2e-9",
  })
  void aLinkDrawsByUseOrByBytes(String text, double idle, double busy, double perByte) {
    assertThat(
            power(Map.of("node.power.busy", "350W", "network.link_power", text)).link())
        .isEqualTo(new LinkPower(idle, busy, perByte));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "node.power.busy: 350 | 2: node.power.busy: found 350; expected a power with its unit (W, kW, MW), such as 350W",
        "node.power.busy: -1W | 2: node.power.busy: found -1W; expected a power with its unit (W, kW, MW), such as 350W, at least 0",
        "node: {power: {busy: 50W, idle: 60W}} | 2: node.power.busy: found 50W; expected at least node.power.idle (60W)",
        "node: {power: {busy: 50W, idle: 20W, waiting: 10W}} | 2: node.power.waiting: found 10W; expected at least node.power.idle (20W)",
        "node.power.idle: 50W | node.power.busy: missing key; add it to the file or set it with",
        "network.link_power: 2W | node.power.busy: missing key; add it to the file or set it with",
        "network: {link_power: 3W to 1W} | 2: network.link_power: found 3W to 1W; expected a busy power of at least the idle power, such as 1W to 3W",
        "network: {link_power: 1W + 3W} | 2: network.link_power: found 1W + 3W; expected an energy per byte",
        "network: {link_power: 60pJ} | 2: network.link_power: found 60pJ; expected a power with its unit",
        "network: {switch_power: high} | 2: network.switch_power: found high; expected a power with its unit",
        "node.power.max: 50W | 2: node.power.max: unknown key; did you mean node.power.",
      })
  void aBadPowerIsRefusedWithItsLineAndKey(String text, String message) {
    String all = text.startsWith("network: ") ? text + "\nnode.power.busy: 300W\n" : text + "\n";
    assertThatThrownBy(() -> load(all))
        .isInstanceOf(PlatformException.class)
        .hasMessageContaining("mine.yaml:")
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @CsvSource({
    "cluster, 4, 1",
    "bluegene-l, 64, 0",
    "graphene, 4, 5",
    "fat-tree, 4, 864",
    "frontier, 4, 2368",
    "leonardo, 4, 720",
  })
  void aMachineHasTheSwitchesOfItsTopology(String name, int ranks, int switches) {
    Machine machine = Machine.fit(
        PlatformCatalogue.load(name, new TreeMap<>()), ranks, MappingSpec.parse("blocked"));
    assertThat(machine.routes().switches()).isEqualTo(switches);
  }

  @Test
  void limitsAreNoCables() {
    Machine torus =
        Machine.fit(PlatformCatalogue.load("bluegene-l", Map.of()), 512, MappingSpec.parse("xyzt"));
    Routes routes = torus.routes();
    assertThat(IntStream.range(0, routes.linkCount()).filter(routes::isCable)).hasSize(6 * 512);
    Machine cabinets =
        Machine.fit(PlatformCatalogue.load("graphene", Map.of()), 4, MappingSpec.parse("blocked"));
    assertThat(IntStream.range(0, cabinets.routes().linkCount()).filter(cabinets.routes()::isCable))
        .allMatch(link -> !cabinets.routes().linkLevel(link).contains("limiter"))
        .hasSize(2 * (cabinets.nodes() + 4));
  }
}
