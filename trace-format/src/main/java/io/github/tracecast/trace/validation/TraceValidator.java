package io.github.tracecast.trace.validation;

import io.github.tracecast.trace.Communicator;
import io.github.tracecast.trace.Group;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Provenance;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Run;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.TraceException;
import java.util.List;
import java.util.Locale;

/**
 * Checks the rules of a trace that the constructors of its parts cannot check. Indices are in
 * range, ranks are below the size of the world, and values cover their ranks. Endpoints lie within
 * their communicators, as far as this can be checked without executing the trace. Loops nest
 * properly for each rank. Ranks are checked as {@link RankList}s, so that 65,536 ranks take little
 * more time than one rank.
 */
public final class TraceValidator {
  /**
   * The largest count, and the largest size of a datatype. A file with a larger number counts as
   * damaged.
   */
  public static final long MAX_COUNT = 1L << 40;

  /**
   * The largest number of executions of one event by one rank. A file with more executions is taken
   * as damaged, because counters would overflow.
   */
  public static final long MAX_EXECUTIONS = 1_000_000_000_000_000_000L;

  /** The deepest nesting of loops. A file with deeper nesting counts as damaged. */
  public static final int MAX_DEPTH = 256;

  /** Names the parts of a trace in error messages. Readers add file and line, or file and byte. */
  public interface Places {
    default String header() {
      return "trace";
    }

    default String provenance() {
      return header();
    }

    default String of(Part part, int id) {
      return part + " " + id;
    }

    default String parameter(int event, Parameter parameter) {
      return of(Part.EVENT, event) + ": " + parameter.textName();
    }
  }

  /** The parts of a trace that are numbered. */
  public enum Part {
    DATATYPE,
    GROUP,
    COMMUNICATOR,
    EVENT,
    LOOP;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private TraceValidator() {}

  /** @throws TraceException at the first fault */
  public static void check(Trace trace) {
    check(trace, new Places() {});
  }

  /** @throws TraceException at the first fault */
  public static void check(Trace trace, Places places) {
    trace.header().provenance().ifPresent(known -> checkProvenance(known, trace, places));
    checkDatatypes(trace, places);
    RankList[] members = checkGroups(trace, places);
    checkCommunicators(trace, places);
    EventRules rules = new EventRules(trace, members, places);
    for (int i = 0; i < trace.events().size(); i++) {
      rules.check(i, trace.events().get(i));
    }
    new LoopRules(trace, places).check();
  }

  private static void checkProvenance(Provenance provenance, Trace trace, Places places) {
    RankList placed = RankList.EMPTY;
    for (Provenance.Node node : provenance.nodes()) {
      if (node.ranks().max() >= trace.header().ranks()) {
        throw TraceException.at(
            places.provenance(),
            "rank " + node.ranks().max() + " on a node",
            "0 to " + (trace.header().ranks() - 1) + ", as in the header");
      }
      if (placed.intersects(node.ranks())) {
        throw TraceException.at(
            places.provenance(),
            "rank " + placed.intersection(node.ranks()).min() + " on two nodes",
            "each rank on one node at most");
      }
      placed = placed.union(node.ranks());
    }
  }

  private static void checkDatatypes(Trace trace, Places places) {
    for (int i = 0; i < trace.datatypes().size(); i++) {
      if (trace.datatypes().get(i).bytes() > MAX_COUNT) {
        throw TraceException.at(
            places.of(Part.DATATYPE, i),
            trace.datatypes().get(i).bytes() + " bytes",
            "at most " + MAX_COUNT);
      }
    }
  }

  /** Checks the groups, and returns the members of each. */
  private static RankList[] checkGroups(Trace trace, Places places) {
    int world = trace.header().ranks();
    RankList[] members = new RankList[trace.groups().size()];
    for (int i = 0; i < members.length; i++) {
      Group group = trace.groups().get(i);
      for (Run run : group.runs()) {
        int high = Math.max(run.start(), run.last());
        if (high >= world) {
          throw TraceException.at(
              places.of(Part.GROUP, i),
              "rank " + high,
              "0 to " + (world - 1) + ", as in the header");
        }
      }
      members[i] = group.ranks();
      if (members[i].size() != group.size()) {
        throw TraceException.at(
            places.of(Part.GROUP, i),
            group.size() + " members of which " + members[i].size() + " are different ranks",
            "each rank once");
      }
    }
    return members;
  }

  private static void checkCommunicators(Trace trace, Places places) {
    List<Communicator> communicators = trace.communicators();
    if (communicators.size() < Communicator.FIRST_USER) {
      throw TraceException.at(
          places.header(),
          communicators.size() + " communicators",
          "at least MPI_COMM_WORLD as 0 and MPI_COMM_SELF as 1");
    }
    for (int i = 0; i < communicators.size(); i++) {
      int group = communicators.get(i).group();
      if (group >= trace.groups().size()) {
        throw TraceException.at(
            places.of(Part.COMMUNICATOR, i),
            "group " + group,
            "a group of the trace, which has " + trace.groups().size());
      }
      int first = communicators.get(i).firstGroup();
      if (first > 0
          && (i < Communicator.FIRST_USER || first >= trace.groups().get(group).size())) {
        throw TraceException.at(
            places.of(Part.COMMUNICATOR, i),
            "a first group of " + first + " ranks",
            i < Communicator.FIRST_USER
                ? "no first group, because this is no inter-communicator"
                : "fewer than the " + trace.groups().get(group).size() + " ranks of both groups");
      }
    }
    Communicator world = communicators.get(Communicator.WORLD);
    int members = world.isSelf() ? 1 : trace.groups().get(world.group()).size();
    if (world.isSelf() || members != trace.header().ranks()) {
      throw TraceException.at(
          places.of(Part.COMMUNICATOR, Communicator.WORLD),
          world.isSelf()
              ? "group self, which has only the rank itself"
              : members + (members == 1 ? " member" : " members"),
          "all " + trace.header().ranks() + " ranks, because it is MPI_COMM_WORLD");
    }
    if (!communicators.get(Communicator.SELF).isSelf()) {
      throw TraceException.at(
          places.of(Part.COMMUNICATOR, Communicator.SELF),
          "group " + communicators.get(Communicator.SELF).group(),
          "self, because it is MPI_COMM_SELF");
    }
  }
}
