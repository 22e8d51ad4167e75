package io.github.tracecast.imports.internal.listing;

import io.github.tracecast.compress.EventSink;
import io.github.tracecast.trace.Communicator;
import io.github.tracecast.trace.Datatype;
import io.github.tracecast.trace.Group;
import io.github.tracecast.trace.Run;
import io.github.tracecast.trace.TraceException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** The definitions in the head of a listing. Not thread-safe. */
final class ListedDefinitions {
  private static final Pattern DATATYPE = Pattern.compile("datatype (\\d{1,15}|unknown) (.*)");
  private static final Pattern GROUP =
      Pattern.compile("group (\\d{1,9})((?: \\(-?\\d{1,9} -?\\d{1,9} \\d{1,9}\\))*)");
  private static final Pattern RUN = Pattern.compile("\\((-?\\d+) (-?\\d+) (\\d+)\\)");
  private static final Pattern COMMUNICATOR =
      Pattern.compile("communicator (\\d{1,9}) (self|groups? (\\d{1,9})) (.*)");

  /** Matches the size of an inter-communicator's first group, and the rest of the line. */
  private static final Pattern FIRST = Pattern.compile("first (\\d{1,9}) (.*)");

  /** Creates an error that states what was found and what was expected. */
  interface Fault {
    TraceException of(String found, String expected);
  }

  /** The handles of definitions for one rank, by their name or number in the listing. */
  record Handles(
      Map<String, Integer> datatypes,
      Map<Integer, Integer> communicators,
      IntFunction<Integer> groups) {}

  private final int ranks;
  private final Map<String, Datatype> datatypes = new HashMap<>();
  private final List<Group> groups = new ArrayList<>();
  private final List<Communicator> communicators = new ArrayList<>();

  ListedDefinitions(int ranks) {
    this.ranks = ranks;
  }

  /** Reads a line as a definition. Returns false if the line is not a definition. */
  boolean readLine(String line, Fault fault) {
    Matcher matcher = DATATYPE.matcher(line);
    if (matcher.matches()) {
      long bytes =
          matcher.group(1).equals("unknown") ? Datatype.UNKNOWN : Long.parseLong(matcher.group(1));
      if (datatypes.put(matcher.group(2), new Datatype(matcher.group(2), bytes)) != null) {
        throw fault.of(
            "a second datatype " + matcher.group(2), "a different name for each datatype");
      }
      return true;
    }
    matcher = GROUP.matcher(line);
    if (matcher.matches()) {
      requireNext("group", matcher.group(1), groups.size(), fault);
      groups.add(group(matcher.group(2), fault));
      return true;
    }
    matcher = COMMUNICATOR.matcher(line);
    if (!matcher.matches()) {
      return false;
    }
    requireNext("communicator", matcher.group(1), communicators.size(), fault);
    int group =
        matcher.group(3) == null ? Communicator.SELF_GROUP : Integer.parseInt(matcher.group(3));
    if (group >= groups.size()) {
      throw fault.of("group " + group, "a group that an earlier line defines");
    }
    communicators.add(communicator(matcher, group, fault));
    return true;
  }

  private Communicator communicator(Matcher line, int group, Fault fault) {
    if (!line.group(2).startsWith("groups")) {
      return new Communicator(line.group(4), group);
    }
    Matcher first = FIRST.matcher(line.group(4));
    if (!first.matches()) {
      throw fault.of("\"" + line.group(4) + "\"", "the word first and the size of the first group");
    }
    int size = Integer.parseInt(first.group(1));
    int both = groups.get(group).size();
    if (size < 1 || size >= both) {
      throw fault.of(
          "a first group of " + size,
          both < 2 ? "a group of at least 2 ranks" : "1 to " + (both - 1) + " ranks");
    }
    return new Communicator(first.group(2), group, size);
  }

  private static void requireNext(String what, String number, int expected, Fault fault) {
    if (Integer.parseInt(number) != expected) {
      throw fault.of(what + " " + number, what + " " + expected);
    }
  }

  private Group group(String text, Fault fault) {
    List<Run> runs = new ArrayList<>();
    for (Matcher run = RUN.matcher(text); run.find(); ) {
      runs.add(new Run(
          Integer.parseInt(run.group(1)),
          Integer.parseInt(run.group(2)),
          Integer.parseInt(run.group(3))));
    }
    Group group = new Group(runs);
    if (group.size() > 0 && group.ranks().max() >= ranks) {
      throw fault.of("rank " + group.ranks().max(), "0 to " + (ranks - 1));
    }
    return group;
  }

  /** Defines all datatypes, groups and communicators for the events of a rank. */
  Handles defineFor(int rank, EventSink sink) {
    Map<String, Integer> types = new HashMap<>();
    datatypes.values().stream()
        .sorted((a, b) -> a.name().compareTo(b.name()))
        .forEach(type -> types.put(type.name(), sink.datatype(type.name(), type.bytes())));
    Map<Integer, Integer> known = new HashMap<>();
    for (int id = 0; id < communicators.size(); id++) {
      Communicator communicator = communicators.get(id);
      if (id < Communicator.FIRST_USER) {
        known.put(id, id);
      } else if (communicator.isSelf()) {
        known.put(id, sink.communicator(communicator.name(), rank, id, 0, 1));
      } else {
        Group group = groups.get(communicator.group());
        int local = group.localRank(rank);
        if (local >= 0) {
          known.put(
              id,
              sink.communicator(
                  communicator.name(),
                  group.worldRank(0),
                  id,
                  local,
                  group.size(),
                  communicator.firstGroup()));
        }
      }
    }
    return new Handles(
        types,
        known,
        id -> id < 0 || id >= groups.size()
            ? null
            : Integer.valueOf(sink.group(members(groups.get(id)))));
  }

  private static int[] members(Group group) {
    return group.runs().stream()
        .flatMapToInt(
            run -> IntStream.range(0, run.count()).map(i -> run.start() + i * run.stride()))
        .toArray();
  }
}
