package io.github.tracecast.platform.internal;

import io.github.tracecast.platform.NodeNames;
import io.github.tracecast.platform.PlatformException;
import io.github.tracecast.platform.Topology;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Reads the names of nodes from a CSV table. Its header has {@code node}, and either {@code place}
 * for the node's number, or {@code group} (or {@code cell}) and {@code switch}. Groups, and the
 * switches of a group, are numbered in the order of their labels, and the nodes of a switch in the
 * order of the table. A line has one name, or a list such as {@code lrdn[0001-0008]
 * lrdn[0013-0014]}, whose nodes have successive places.
 */
final class NameTable {
  private static final String KEY = Schema.NAMES + "table";

  private final String name;
  private final Map<String, Long> places = new HashMap<>();

  private NameTable(String name) {
    this.name = name;
  }

  static NodeNames read(String name, Figures figures, NodeSlots slots) {
    List<String> lines = figures.file(KEY).lines().toList();
    NameTable table = new NameTable(name);
    List<String> header = lines.isEmpty() ? List.of() : Fields.of(lines.getFirst(), ",");
    int node = header.indexOf("node");
    int place = header.indexOf("place");
    int group = Math.max(header.indexOf("group"), header.indexOf("cell"));
    int atSwitch = header.indexOf("switch");
    if (node < 0 || place < 0 && (group < 0 || atSwitch < 0)) {
      throw table.bad(
          1, "other columns", "the columns node and place, or the columns node, group and switch");
    }
    if (place >= 0) {
      table.numbered(lines, node, place, header.size());
    } else if (slots.nodes() == 0) {
      throw figures.refuse(
          KEY, "a table with the column place, because this topology has no switches");
    } else {
      table.grouped(lines, node, group, atSwitch, header.size(), slots);
    }
    return new Places(Map.copyOf(table.places));
  }

  private void numbered(List<String> lines, int node, int place, int columns) {
    for (int i = 1; i < lines.size(); i++) {
      List<String> cells = row(lines, i, columns);
      if (!cells.get(place).matches("[0-9]{1,9}")) {
        throw bad(i + 1, cells.get(place), "a place, which is a whole number of at least 0");
      }
      long next = Long.parseLong(cells.get(place));
      for (String one : nodes(i + 1, cells.get(node))) {
        put(i + 1, one, next++);
      }
    }
  }

  private void grouped(
      List<String> lines, int node, int group, int atSwitch, int columns, NodeSlots slots) {
    Comparator<String> order = Comparator.comparing(String::length).thenComparing(label -> label);
    TreeMap<String, TreeMap<String, List<String>>> groups = new TreeMap<>(order);
    for (int i = 1; i < lines.size(); i++) {
      List<String> cells = row(lines, i, columns);
      List<String> nodes = nodes(i + 1, cells.get(node));
      for (String one : nodes) {
        put(i + 1, one, NodeNames.UNKNOWN);
      }
      groups
          .computeIfAbsent(cells.get(group), label -> new TreeMap<>(order))
          .computeIfAbsent(cells.get(atSwitch), label -> new ArrayList<>())
          .addAll(nodes);
    }
    long first = 0;
    for (TreeMap<String, List<String>> switches : groups.values()) {
      long ofSwitch = first;
      for (List<String> nodes : switches.values()) {
        for (int slot = 0; slot < Math.min(nodes.size(), slots.nodes()); slot++) {
          if (ofSwitch < first + (long) slots.switches() * slots.nodes()) {
            places.put(nodes.get(slot), ofSwitch + slot);
          }
        }
        ofSwitch += slots.nodes();
      }
      first += (long) slots.switches() * slots.nodes();
    }
  }

  private List<String> row(List<String> lines, int index, int columns) {
    List<String> cells = Fields.of(lines.get(index), ",");
    if (cells.size() != columns) {
      throw bad(index + 1, cells.size() + " cells", columns + " as in the header");
    }
    return cells;
  }

  /** Returns the node names that a cell of the table lists. */
  private List<String> nodes(int line, String cell) {
    if (cell.indexOf('[') < 0) {
      return List.of(cell);
    }
    try {
      NodeList list = NodeList.read(cell, places.size(), Topology.MAX_NODES);
      return list.first(list.size());
    } catch (NodeList.Refused e) {
      throw bad(line, String.valueOf(e.getMessage()), e.expected());
    }
  }

  private void put(int line, String node, long place) {
    if (node.isEmpty() || places.put(node, place) != null) {
      throw bad(line, node.isEmpty() ? "no node" : "a second line of " + node, "each node once");
    }
  }

  private PlatformException bad(int line, String found, String expected) {
    return new PlatformException(
        name + ":" + line + ": found " + Fields.brief(found) + "; expected " + expected);
  }

  /** The numbers of nodes by the names in a table. */
  private record Places(Map<String, Long> ofNames) implements NodeNames {
    @Override
    public long place(String label) {
      return ofNames.getOrDefault(label, UNKNOWN);
    }
  }
}
