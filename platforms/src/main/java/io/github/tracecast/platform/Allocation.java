package io.github.tracecast.platform;

import io.github.tracecast.platform.internal.Fields;
import io.github.tracecast.platform.internal.NodeList;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Reads the nodes of a job from a Slurm list, or from a file of one of these forms:
 *
 * <ul>
 *   <li>CSV with the columns {@code rank} and {@code node} in its header;
 *   <li>a hostfile: a node on each line. A node with several ranks has {@code slots=N} or
 *       {@code :N}, or one line for each rank;
 *   <li>Slurm lists such as {@code nid[001000-001255,001300]}, on any number of lines.
 * </ul>
 *
 * <p>If the source states neither ranks nor slots, each node takes an equal block of ranks. {@code
 * #} begins a comment.
 */
final class Allocation {
  private static final long LARGEST_FILE = 1 << 28;
  private static final int MOST_NODES = 1 << 24;
  private static final int MOST_SLOTS = 999_999;

  /** A node, or the node of a rank, with its line in the file. */
  private record Entry(String name, int line) {}

  private final String label;
  private final int ranks;

  /** The entries that are needed for the ranks of the run. Further entries are only counted. */
  private final List<Entry> entries = new ArrayList<>();

  private long count;

  /** Whether each entry is the node of a rank, and not a node for several ranks. */
  private boolean byRank;

  private Allocation(String label, int ranks) {
    this.label = label;
    this.ranks = ranks;
  }

  /**
   * Finds the node of each rank.
   *
   * @param source a file, or a Slurm list
   */
  static int[] nodesOf(String source, int ranks, Platform platform, int nodes) {
    Allocation allocation = new Allocation(source, ranks);
    Path path = path(source);
    if (path != null) {
      allocation.read(lines(path));
    } else if (source.matches("[\\w.,\\[\\]-]+") && !source.endsWith(".csv")) {
      allocation.list(source, 1);
    } else {
      throw new PlatformException("nodes: found no file " + source
          + "; expected a hostfile, a CSV of rank and node, or a list such as nid[001000-001255]");
    }
    return allocation.place(platform, nodes);
  }

  static @Nullable Path path(String source) {
    try {
      Path path = Path.of(source);
      return Files.isRegularFile(path) ? path : null;
    } catch (InvalidPathException e) {
      return null;
    }
  }

  private static List<String> lines(Path path) {
    return text(path, LARGEST_FILE, "a list of nodes", "a list of nodes")
        .lines()
        .toList();
  }

  /**
   * Reads a text file of limited size.
   *
   * @param what the content of the file, for the error that the file is too large
   * @param expected the expected file, for other errors
   */
  static String text(Path path, long largest, String what, String expected) {
    try {
      if (Files.size(path) > largest) {
        throw new PlatformException(path + ": found " + Files.size(path) + " B; expected " + what
            + " of at most " + largest + " B");
      }
      return Files.readString(path);
    } catch (MalformedInputException e) {
      throw new PlatformException(
          path + ": found bytes that are not UTF-8 text; expected " + expected, e);
    } catch (IOException e) {
      throw new PlatformException(
          path + ": cannot be read (" + PlatformException.reason(e) + "); expected " + expected, e);
    }
  }

  private void read(List<String> lines) {
    for (int i = 0; i < lines.size(); i++) {
      String line = withoutComment(lines.get(i));
      List<String> header = Fields.of(line.toLowerCase(Locale.ROOT), ",");
      if (entries.isEmpty() && header.contains("rank") && header.contains("node")) {
        table(lines, i, header.indexOf("rank"), header.indexOf("node"));
        return;
      }
      if (!line.isEmpty() && (line.contains("[") || !slots(line, i + 1))) {
        list(line, i + 1);
      }
    }
  }

  static String withoutComment(String line) {
    int comment = line.indexOf('#');
    return (comment < 0 ? line : line.substring(0, comment)).strip();
  }

  /** Adds a node with slots, {@code NODE slots=N} or {@code NODE:N}. Returns false if the line has another form. */
  private boolean slots(String line, int number) {
    int blank = 0;
    while (blank < line.length() && !Character.isWhitespace(line.charAt(blank))) {
      blank++;
    }
    String node = line.substring(0, blank);
    String rest = line.substring(blank).strip();
    String slots = "";
    if (node.lastIndexOf(':') > 0) {
      slots = node.substring(node.lastIndexOf(':') + 1);
      node = node.substring(0, node.lastIndexOf(':'));
    } else if (rest.startsWith("slots")) {
      String value = rest.substring("slots".length()).strip();
      slots = value.startsWith("=") ? value.substring(1).strip() : "";
    }
    int digits = 0;
    int times = 0;
    while (digits < slots.length()
        && Character.digit(slots.charAt(digits), 10) >= 0
        && times <= MOST_SLOTS) {
      times = 10 * times + Character.digit(slots.charAt(digits++), 10);
    }
    boolean ends = digits == slots.length() || Character.isWhitespace(slots.charAt(digits));
    if (digits == 0 || !ends || times > MOST_SLOTS) {
      return false;
    }
    byRank = true;
    add(node, number, times);
    return true;
  }

  private void table(List<String> lines, int header, int rankColumn, int nodeColumn) {
    byRank = true;
    Entry[] ofRank = new Entry[ranks];
    for (int i = header + 1; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      List<String> cells = Fields.of(line, ",");
      if (line.isEmpty()) {
        continue;
      }
      if (cells.size() <= Math.max(rankColumn, nodeColumn)
          || !cells.get(rankColumn).matches("[0-9]{1,9}")) {
        throw bad(i + 1, Fields.brief(line), "a rank and its node");
      }
      int rank = Integer.parseInt(cells.get(rankColumn));
      if (rank < ranks) {
        if (ofRank[rank] != null) {
          throw bad(i + 1, "a second node of rank " + rank, "one node for each rank");
        }
        ofRank[rank] = new Entry(cells.get(nodeColumn), i + 1);
      }
    }
    for (int rank = 0; rank < ranks; rank++) {
      if (ofRank[rank] == null) {
        throw bad(lines.size(), "no node of rank " + rank, "a line for each of " + ranks(ranks));
      }
    }
    entries.addAll(Arrays.asList(ofRank));
    count = ranks;
  }

  /** Adds the nodes of a list of names with ranges in brackets. */
  private void list(String text, int line) {
    try {
      NodeList list = NodeList.read(text, count, MOST_NODES);
      list.first(ranks - entries.size()).forEach(name -> entries.add(new Entry(name, line)));
      count += list.size();
    } catch (NodeList.Refused e) {
      throw bad(line, String.valueOf(e.getMessage()), e.expected());
    }
  }

  private void add(String name, int line, int times) {
    if (count + times > MOST_NODES) {
      throw bad(line, "more than " + MOST_NODES + " nodes", "fewer");
    }
    count += times;
    for (int i = 0; i < times && entries.size() < ranks; i++) {
      entries.add(new Entry(name, line));
    }
  }

  private int[] place(Platform platform, int nodes) {
    if (entries.isEmpty()) {
      throw new PlatformException(label + ": found no node; expected a list of nodes");
    }
    if (byRank && count < ranks) {
      throw new PlatformException(
          label + ": found nodes of " + ranks((int) count) + "; expected nodes of " + ranks(ranks));
    }
    int perNode = (int) Math.ceilDiv(ranks, count);
    int[] nodeOf = new int[ranks];
    for (int rank = 0; rank < ranks; rank++) {
      nodeOf[rank] = place(entries.get(byRank ? rank : rank / perNode), platform, nodes);
    }
    return nodeOf;
  }

  private int place(Entry entry, Platform platform, int nodes) {
    long place = platform.names().place(entry.name());
    int domain = entry.name().indexOf('.');
    if (place < 0 && domain > 0) {
      place = platform.names().place(entry.name().substring(0, domain));
    }
    if (place < 0 || place >= nodes) {
      throw bad(
          entry.line(),
          "node " + Fields.brief(entry.name()),
          "a node of " + platform.name() + ", which has "
              + (platform.names() == NodeNames.NUMBERS
                  ? (nodes == 1 ? "only node 0" : "the nodes 0 to " + (nodes - 1))
                      + " and no node_names"
                  : nodes + (nodes == 1 ? " place" : " places") + "; see its node_names"));
    }
    return (int) place;
  }

  static String ranks(int number) {
    return number + (number == 1 ? " rank" : " ranks");
  }

  private PlatformException bad(int line, String found, String expected) {
    return new PlatformException(
        label + ":" + line + ": found " + found + "; expected " + expected);
  }
}
