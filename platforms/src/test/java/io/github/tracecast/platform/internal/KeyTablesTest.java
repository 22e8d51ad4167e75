package io.github.tracecast.platform.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.platform.PlatformCatalogue;
import io.github.tracecast.platform.topology.Topologies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The page of all keys equals the text from the table of keys. */
class KeyTablesTest {
  @Test
  void thePageIsWhatTheCommandWrites() throws IOException {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("docs/machine-keys.md"))) {
      folder = folder.getParent();
    }
    assertThat(Files.readString(folder.resolve("docs/machine-keys.md")))
        .as("write it anew: ./tracecast platforms --keys > docs/machine-keys.md")
        .isEqualTo(PlatformCatalogue.keysPage());
  }

  @Test
  void thePageHasEveryKeyOfEveryTopologyUnderItsHeading() {
    String page = PlatformCatalogue.keysPage();
    for (TopologyType type : Topologies.ALL) {
      String section = page.substring(page.indexOf("\n### " + type.name() + "\n") + 1);
      section = section.substring(0, section.indexOf("\n##"));
      Keys own = new Keys();
      type.keys().accept(own);
      for (String key : own.all().keySet()) {
        assertThat(section).as(type.name()).contains("| `" + key + "` | ");
      }
    }
    for (String key :
        new Schema(Topologies.ALL, "star", Schema.ALL_SECTIONS).keys().keySet()) {
      assertThat(page).contains("| `" + key + "` | ");
    }
    assertThat(page).contains("| `node.modes.NAME` | ", "| `node_names.NAME` | ");
  }

  @Test
  void noKeyIsWithoutAMeaning() {
    Set<String> present = new HashSet<>(Schema.ALL_SECTIONS);
    present.add("node.modes.any");
    for (TopologyType type : Topologies.ALL) {
      new Schema(Topologies.ALL, type.name(), present)
          .keys()
          .forEach((key, rule) -> assertThat(rule.meaning()).as(key).isNotBlank());
    }
  }
}
