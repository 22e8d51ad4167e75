package io.github.tracecast.platform.internal;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Writes the page of all keys of machine files, from the table of keys that also checks these files. */
public final class KeyTables {
  private static final String NETWORK = "network.";

  /** Placeholder in keys for a name that the user chooses. */
  private static final String CHOSEN = "name";

  /** The sections in the order of the page, each with a sentence about all its keys. */
  private static final Map<String, String> SECTIONS = new LinkedHashMap<>();

  static {
    SECTIONS.put("node", "All nodes of a machine are alike. `none` as a bandwidth means no limit.");
    SECTIONS.put("network", "`network.topology` decides which other keys the network has.");
    SECTIONS.put("mpi", "LogGP's `g + (m - 1) G` is written as `1us + 6ns/B`.");
    SECTIONS.put(
        "node_names",
        "The names of nodes, with which `--nodes FILE` places the ranks of a job on the nodes on which they"
            + " ran. Without this section, the names are numbers. A name has numeric fields. The numbers of a field"
            + " are a list of ranges, such as `0-7` or `1100-1105, 1200-1205`. In `5000-7851 in blocks of 124"
            + " every 128`, only the first 124 of every 128 numbers are used.");
    SECTIONS.put(
        "packets",
        "How a message is cut into packets. Without this section, a message takes exactly its own bytes. A packet consists of its header and payload,"
            + " rounded up to whole chunks, and its trailer.");
    SECTIONS.put(
        "tree",
        "A separate network for collectives, as in Blue Gene. The algorithm `tree` uses this network.");
    SECTIONS.put(
        "noise",
        "Interruptions of the computation on each core, in addition to interruptions in the recorded times."
            + " Interruptions begin at random times, which depend on the seed. A rank that waits loses no time.");
    SECTIONS.put(
        "interrupt",
        "A separate network for barriers. The algorithm `interrupt` uses this network.");
    SECTIONS.put(
        "collectives",
        "Rules are explained in [machines.md](machines.md#collectives). The meaning column names the algorithms.");
  }

  private final List<TopologyType> types;
  private final StringBuilder page = new StringBuilder();

  private KeyTables(List<TopologyType> types) {
    this.types = types;
  }

  /** The names of the keys of all topologies, in alphabetical order. */
  public static List<String> names(List<TopologyType> types) {
    return types.stream()
        .flatMap(
            type -> new Schema(types, type.name(), Schema.ALL_SECTIONS).keys().keySet().stream())
        .distinct()
        .sorted()
        .toList();
  }

  /** Returns the page in Markdown. */
  public static String markdown(List<TopologyType> types) {
    return new KeyTables(types).write();
  }

  private String write() {
    page.append("""
        # Keys of machine files

        `tracecast platforms --keys` writes this page. [machines.md](machines.md) explains machine files, and has an example of each topology.
        A key is required, or has the default in its row. `--set KEY=VALUE` changes the value of a key for one command.
        """);
    SECTIONS.forEach((section, text) -> {
      page.append("\n## " + section + "\n\n" + text + "\n");
      if (section.equals("network")) {
        networks();
      } else {
        table(of(types.getFirst(), section + "."));
      }
    });
    return page.toString();
  }

  private void networks() {
    Map<String, Schema.Key> shared = of(types.getFirst(), NETWORK);
    types.forEach(type -> shared.keySet().retainAll(of(type, NETWORK).keySet()));
    Set<String> own = new HashSet<>();
    for (TopologyType type : types) {
      Keys keys = new Keys();
      type.keys().accept(keys);
      own.addAll(keys.all().keySet());
    }
    shared.keySet().removeAll(own);
    table(shared);
    for (TopologyType type : types) {
      page.append("\n### " + type.name() + "\n\n" + type.summary() + "\n");
      Map<String, Schema.Key> keys = of(type, NETWORK);
      keys.keySet().removeAll(shared.keySet());
      table(keys);
    }
  }

  /** The keys of a section, for machines with node modes and for machines without node modes. */
  private Map<String, Schema.Key> of(TopologyType type, String section) {
    Set<String> present = new HashSet<>(Schema.ALL_SECTIONS);
    present.add(Schema.NAMES + CHOSEN);
    Map<String, Schema.Key> keys = new LinkedHashMap<>();
    List<Map<String, Schema.Key>> all = new ArrayList<>();
    all.add(new Schema(types, type.name(), present).keys());
    present.add("node.modes." + CHOSEN);
    all.add(new Schema(types, type.name(), present).keys());
    all.forEach(some -> some.forEach((key, rule) -> {
      if (key.startsWith(section)) {
        keys.putIfAbsent(key.replaceFirst("[.]" + CHOSEN + "$", ".NAME"), rule);
      }
    }));
    return keys;
  }

  private void table(Map<String, Schema.Key> keys) {
    page.append("\n| key | value | default | meaning |\n| --- | --- | --- | --- |\n");
    keys.forEach((name, key) -> page.append("| `" + name + "` | " + value(name, key) + " | "
        + key.absent() + " | " + key.meaning() + " |\n"));
  }

  /** The text of a key's cell in the column "value". The modes of a node are words that the user chooses. */
  private static String value(String name, Schema.Key key) {
    return name.equals("node.mode") ? "word" : key.kind().name();
  }
}
