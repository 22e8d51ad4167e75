package io.github.tracecast.platform;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The nodes that a job got: a file of one of these forms, or a Slurm list in its place.
 *
 * <ul>
 *   <li>CSV with the columns {@code rank} and {@code node} in its header;
 *   <li>a hostfile: a node on each line, with {@code slots=N} or {@code :N} where it takes several
 *       ranks, or on as many lines as it takes ranks;
 *   <li>Slurm lists such as {@code nid[001000-001255,001300]}, on any number of lines.
 * </ul>
 *
 * <p>Without ranks and slots, each node takes an equal block of ranks. {@code #} begins a comment.
 */
final class Allocation {
  private static final long LARGEST_FILE = 1 << 28;
  private static final int MOST_NODES = 1 << 24;
  private static final Pattern SLOTS =
      Pattern.compile("(\\S+?)(?:\\s+slots\\s*=\\s*|:)(\\d{1,6})(?:\\s.*)?");
  private static final Pattern RANGE = Pattern.compile("(\\d{1,12})-(\\d{1,12})");

  /** One node, or the node of one rank. */
  private record Entry(String name, int line) {}

  private final String label;
  private final List<Entry> entries = new ArrayList<>();

  /** Whether each entry is the node of a rank. */
  private boolean byRank;

  private Allocation(String label) {
    this.label = label;
  }

  /**
   * Finds the node of each rank.
   *
   * @param source a file, or a list
   */
  static int[] nodesOf(String source, int ranks, Platform platform, int nodes) {
    Allocation allocation = new Allocation(source);
    Path path = path(source);
    if (path != null) {
      allocation.read(lines(path), ranks);
    } else if (source.matches("[\\w.,\\[\\]-]+") && !source.endsWith(".csv")) {
      allocation.list(source, 1);
    } else {
      throw new PlatformException("nodes: found no file " + source
          + "; expected a hostfile, a CSV of rank and node, or a list such as nid[001000-001255]");
    }
    return allocation.place(ranks, platform, nodes);
  }

  private static @Nullable Path path(String source) {
    try {
      Path path = Path.of(source);
      return Files.isRegularFile(path) ? path : null;
    } catch (InvalidPathException e) {
      return null;
    }
  }

  private static List<String> lines(Path path) {
    try {
      if (Files.size(path) > LARGEST_FILE) {
        throw new PlatformException(path + ": found " + Files.size(path)
            + " B; expected a list of nodes of at most " + LARGEST_FILE + " B");
      }
      return Files.readAllLines(path, StandardCharsets.UTF_8);
    } catch (MalformedInputException e) {
      throw new PlatformException(
          path + ": found bytes that are not UTF-8 text; expected a list of nodes", e);
    } catch (IOException e) {
      throw new PlatformException(
          path + ": cannot be read (" + e + "); expected a list of nodes", e);
    }
  }

  private void read(List<String> lines, int ranks) {
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).replaceFirst("#.*", "").strip();
      List<String> header = cells(line.toLowerCase(Locale.ROOT));
      if (entries.isEmpty() && header.contains("rank") && header.contains("node")) {
        table(lines, i, header.indexOf("rank"), header.indexOf("node"), ranks);
        return;
      }
      Matcher slots = SLOTS.matcher(line);
      if (slots.matches() && !line.contains("[")) {
        byRank = true;
        add(slots.group(1), i + 1, Integer.parseInt(slots.group(2)));
      } else if (!line.isEmpty()) {
        list(line, i + 1);
      }
    }
    byRank |= entries.size() >= ranks && repeats();
  }

  private boolean repeats() {
    HashSet<String> names = new HashSet<>();
    return entries.stream().anyMatch(entry -> !names.add(entry.name()));
  }

  private static List<String> cells(String line) {
    return Arrays.asList(line.split("\\s*,\\s*", -1));
  }

  private void table(List<String> lines, int header, int rankColumn, int nodeColumn, int ranks) {
    byRank = true;
    Entry[] ofRank = new Entry[ranks];
    for (int i = header + 1; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      List<String> cells = cells(line);
      if (line.isEmpty()) {
        continue;
      }
      if (cells.size() <= Math.max(rankColumn, nodeColumn)
          || !cells.get(rankColumn).matches("[0-9]{1,9}")) {
        throw bad(i + 1, brief(line), "a rank and its node");
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
        throw bad(
            lines.size(), "no node of rank " + rank, "a line for each of " + ranks + " ranks");
      }
    }
    entries.addAll(Arrays.asList(ofRank));
  }

  /** Expands a list of names with ranges in brackets. */
  private void list(String text, int line) {
    for (String item : text.split("\\s+|,(?![^\\[]*])")) {
      if (!item.isEmpty()) {
        expand("", item, line);
      }
    }
  }

  private void expand(String before, String rest, int line) {
    int open = rest.indexOf('[');
    if (open < 0) {
      add(before + rest, line, 1);
      return;
    }
    int close = rest.indexOf(']', open);
    if (close < 0) {
      throw bad(line, brief(rest), "a ] that closes each [");
    }
    String prefix = before + rest.substring(0, open);
    String after = rest.substring(close + 1);
    for (String part : rest.substring(open + 1, close).split(",", -1)) {
      Matcher range = RANGE.matcher(part);
      if (!range.matches()) {
        expand(prefix + part, after, line);
        continue;
      }
      long last = Long.parseLong(range.group(2));
      int digits = range.group(1).length();
      for (long number = Long.parseLong(range.group(1)); number <= last; number++) {
        String shown = Long.toString(number);
        expand(prefix + "0".repeat(Math.max(0, digits - shown.length())) + shown, after, line);
      }
    }
  }

  private void add(String name, int line, int times) {
    if (entries.size() + (long) times > MOST_NODES) {
      throw bad(line, "more than " + MOST_NODES + " nodes", "fewer");
    }
    for (int i = 0; i < times; i++) {
      entries.add(new Entry(name, line));
    }
  }

  private int[] place(int ranks, Platform platform, int nodes) {
    if (entries.isEmpty()) {
      throw new PlatformException(label + ": found no node; expected a list of nodes");
    }
    if (byRank && entries.size() < ranks) {
      throw new PlatformException(label + ": found nodes of " + entries.size()
          + " ranks; expected those of " + ranks + " ranks");
    }
    int perNode = Math.ceilDiv(ranks, entries.size());
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
          "node " + brief(entry.name()),
          "a node of " + platform.name() + ", which has "
              + (platform.names() == NodeNames.NUMBERS
                  ? "the nodes 0 to " + (nodes - 1) + " and no node_names"
                  : nodes + " places; see its node_names"));
    }
    return (int) place;
  }

  private PlatformException bad(int line, String found, String expected) {
    return new PlatformException(
        label + ":" + line + ": found " + found + "; expected " + expected);
  }

  private static String brief(String text) {
    return text.length() > 80 ? text.substring(0, 77) + "..." : text;
  }
}
