package io.github.tracecast.imports.internal.tit;

import io.github.tracecast.compress.EventSink;
import io.github.tracecast.imports.TimeIndependentTypes;
import io.github.tracecast.trace.Communicator;
import io.github.tracecast.trace.Datatype;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Unit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Turns one rank's actions into events. Not thread-safe. */
final class TitTask {
  private static final long ANY_SOURCE = -555;
  private static final long ANY_TAG = -444;
  private static final long NO_PROCESS = -666;

  /** The tag of the site of a call without a tag. */
  private static final long NO_TAG = Long.MIN_VALUE;

  /** The size of a receive without a recorded size. */
  private static final long UNKNOWN = -1;

  /** A request. A wait identifies it by its source, destination and tag. */
  private record Request(long number, long source, long destination, long tag) {
    boolean isFor(long from, long to, long itsTag) {
      return source == from && destination == to && tag == itsTag;
    }
  }

  /** What distinguishes call sites. The trace has no places in the program except locations. */
  private record Site(String action, long tag, String location) {
    String name() {
      String call =
          tag == NO_TAG ? action : action + " tag " + (tag == ANY_TAG ? "any" : Long.toString(tag));
      return location.isEmpty() ? call : call + " at " + location;
    }
  }

  private final int rank;
  private final int ranks;
  private final boolean tagged;
  private final EventSink sink;
  private final Collectives collectives;

  /** The requests that no wait has completed, in the order of their starts. */
  private final List<Request> pending = new ArrayList<>();

  /** The request of the last test, which a loop of tests names again and again. */
  private @Nullable Request tested;

  private final Map<Site, Integer> sites = new HashMap<>();

  /** The handles of datatypes, by their numbers in the trace; -1 before the first use. */
  private final int[] datatypes = new int[TimeIndependentTypes.COUNT];

  private int defaultDatatype = TimeIndependentTypes.BYTE;
  private long requests;
  private double flops;
  private double sleepMicroseconds;
  private String location = "";

  /** The place of the line where the rank first splits a communicator; empty before that line. */
  private String placeOfSplit = "";

  private boolean finished;

  TitTask(int rank, int ranks, Dialect dialect, EventSink sink, Collectives collectives) {
    this.rank = rank;
    this.ranks = ranks;
    this.tagged = dialect != Dialect.UNTAGGED;
    this.sink = sink;
    this.collectives = collectives;
    Arrays.fill(datatypes, -1);
  }

  /** Whether the rank has executed the action finalize. */
  boolean finished() {
    return finished;
  }

  /** Executes the action of a line. The second word of the line names the action. */
  void action(Line line) {
    String action = line.lowerCase(1);
    switch (action) {
      case "init" -> {
        defaultDatatype =
            line.words() > 2 ? TimeIndependentTypes.DOUBLE : TimeIndependentTypes.BYTE;
        begin(MpiCall.INIT, action).end();
      }
      case "finalize" -> {
        begin(MpiCall.FINALIZE, action).end();
        finished = true;
      }
      case "compute" -> computeNext(amount(line, 2, "flops"));
      case "sleep" -> sleep(amount(line, 2, "seconds"));
      case "location" -> location = line.words() > 3 ? line.word(2) + ":" + line.word(3) : "";
      case "comm_size", "comm_dup" -> {} // neither action changes the members of MPI_COMM_WORLD
      case "comm_split" -> placeOfSplit = placeOfSplit.isEmpty() ? line.place() : placeOfSplit;
      case "send" -> message(line, MpiCall.SEND, Parameter.DESTINATION, action);
      case "isend" -> request(line, MpiCall.ISEND, Parameter.DESTINATION, action);
      case "recv" -> message(line, MpiCall.RECV, Parameter.SOURCE, action);
      case "irecv" -> request(line, MpiCall.IRECV, Parameter.SOURCE, action);
      case "sendrecv" -> sendReceive(line, action);
      case "wait" -> complete(line, MpiCall.WAIT, action);
      case "test" -> complete(line, MpiCall.TEST, action);
      case "waitall" -> waitAll(action);
      default -> new TitCollective(this, line, action).execute();
    }
  }

  private double amount(Line line, int word, String what) {
    require(line, word + 1, what);
    double amount = line.number(word, what);
    if (amount < 0) {
      throw line.fault(line.word(word), what + " of at least 0");
    }
    return amount;
  }

  /** Refuses a line that has too few words. */
  static void require(Line line, int words, String what) {
    if (line.words() < words) {
      throw line.fault("the end of the line", what);
    }
  }

  EventSink begin(MpiCall call, String action) {
    return begin(call, action, NO_TAG);
  }

  private EventSink begin(MpiCall call, String action, long tag) {
    Site site = new Site(action, tag, location);
    EventSink event =
        sink.begin(call, sites.computeIfAbsent(site, added -> sink.site(added.name())));
    if (sleepMicroseconds > 0) {
      event.compute(Unit.MICROSECONDS, sleepMicroseconds);
    } else {
      event.compute(Unit.INSTRUCTIONS, flops);
    }
    flops = 0;
    sleepMicroseconds = 0;
    return event;
  }

  /** Adds flops to the computation before the next call. */
  void computeNext(double amount) {
    if (amount > 0 && sleepMicroseconds > 0) {
      separateUnits();
    }
    flops += amount;
  }

  /**
   * Adds a sleep as computation in microseconds. The sleep stays separate from the flops before and
   * after it.
   */
  private void sleep(double seconds) {
    if (seconds > 0 && flops > 0) {
      separateUnits();
    }
    sleepMicroseconds += seconds * 1e6;
  }

  /**
   * Adds a call without effect between flops and a sleep, because the computation before a call has
   * only one unit.
   */
  private void separateUnits() {
    begin(MpiCall.PCONTROL, "sleep").end();
  }

  int rank() {
    return rank;
  }

  /**
   * Compares a collective with the same collective of other ranks by {@link Collectives#execute}. A
   * collective after a split of a communicator is refused, because the action does not show the
   * communicator of the collective.
   */
  void collective(MpiCall call, int root, long bytes, Line line) {
    if (!placeOfSplit.isEmpty()) {
      throw line.fault(
          line.word(1) + " after the comm_split of " + placeOfSplit,
          "only collectives on MPI_COMM_WORLD, because the format does not name the ranks that take part; record the run in another format, such as OTF2");
    }
    collectives.execute(rank, call, root, bytes, line);
  }

  int ranks() {
    return ranks;
  }

  /**
   * Returns the handle of the datatype that a word names, or of the default datatype if the line
   * has no such word.
   */
  int datatype(Line line, int word) {
    long number = datatypeNumber(line, word);
    int handle = number < 0 || number >= datatypes.length ? -1 : datatypes[(int) number];
    if (handle < 0) {
      Datatype type = type(line, number);
      handle = sink.datatype(type.name(), type.bytes());
      datatypes[(int) number] = handle;
    }
    return handle;
  }

  long elementBytes(Line line, int word) {
    return type(line, datatypeNumber(line, word)).bytes();
  }

  private long datatypeNumber(Line line, int word) {
    return word < line.words() ? line.integer(word, "a datatype") : defaultDatatype;
  }

  private static Datatype type(Line line, long number) {
    return TimeIndependentTypes.numbered(number)
        .orElseThrow(() -> line.fault("datatype " + number, "one of SimGrid's datatypes, 0 to 59"));
  }

  /** Returns a number of elements. A fraction is truncated, as in SimGrid. */
  static long count(Line line, int word) {
    require(line, word + 1, "a number of elements");
    double count = line.isInteger(word)
        ? line.integer(word, "a number of elements")
        : line.number(word, "a number of elements");
    if (count > 1L << 40) {
      throw line.fault(line.word(word) + " elements", "at most 2^40");
    }
    return (long) count;
  }

  private void message(Line line, MpiCall call, Parameter end, String action) {
    int size = tagged ? 4 : 3;
    boolean sized = tagged || line.words() > size || end == Parameter.DESTINATION;
    require(
        line,
        sized ? size + 1 : size,
        action + (tagged ? " with rank, tag and size" : " with rank and size"));
    long peer = line.rank(2);
    long tag = tag(line);
    long count = sized ? count(line, size) : UNKNOWN;
    begin(call, action, tag).number(Parameter.COMMUNICATOR, Communicator.WORLD);
    peer(line, end, peer);
    tag(line, tag);
    if (count >= 0) {
      sink.number(Parameter.COUNT, count);
    }
    sink.number(Parameter.DATATYPE, datatype(line, size + 1)).end();
  }

  /** Returns the tag of a message; 0 in a dialect without tags. */
  private long tag(Line line) {
    return tagged ? line.integer(3, "a tag") : 0;
  }

  private void peer(Line line, Parameter end, long peer) {
    if (peer == ANY_SOURCE && end == Parameter.SOURCE) {
      sink.any(end);
    } else if (peer == NO_PROCESS) {
      sink.none(end);
    } else if (peer < 0 || peer >= ranks) {
      throw line.fault("rank " + peer, "0 to " + (ranks - 1));
    } else {
      sink.number(end, peer);
    }
  }

  private void tag(Line line, long tag) {
    if (tag == ANY_TAG) {
      sink.any(Parameter.TAG);
    } else if (tag < 0 || tag > Integer.MAX_VALUE) {
      throw line.fault("tag " + tag, "0 to " + Integer.MAX_VALUE + ", or " + ANY_TAG + " for any");
    } else {
      sink.number(Parameter.TAG, tag);
    }
  }

  private void request(Line line, MpiCall call, Parameter end, String action) {
    message(line, call, end, action);
    long peer = line.rank(2);
    long tag = tag(line);
    boolean receives = end == Parameter.SOURCE;
    pending.add(new Request(++requests, receives ? peer : rank, receives ? rank : peer, tag));
  }

  private void sendReceive(Line line, String action) {
    require(line, 6, "sendRecv with count and destination, count and source");
    begin(MpiCall.SENDRECV, action).number(Parameter.COMMUNICATOR, Communicator.WORLD);
    peer(line, Parameter.DESTINATION, line.rank(3));
    peer(line, Parameter.SOURCE, line.rank(5));
    sink.number(Parameter.TAG, 0)
        .number(Parameter.RECEIVE_TAG, 0)
        .number(Parameter.COUNT, count(line, 2))
        .number(Parameter.RECEIVE_COUNT, count(line, 4))
        .number(Parameter.DATATYPE, datatype(line, 6))
        .number(Parameter.RECEIVE_DATATYPE, datatype(line, 7))
        .end();
  }

  private void complete(Line line, MpiCall call, String action) {
    Request request = tagged ? requestByKey(line, action) : lastRequest(line, action);
    begin(call, action, request.tag).number(Parameter.REQUEST, request.number).end();
    if (call == MpiCall.WAIT) {
      pending.remove(request);
      tested = null;
    } else {
      tested = request;
    }
  }

  private Request lastRequest(Line line, String action) {
    if (line.words() > 2 || pending.isEmpty()) {
      throw line.fault(
          action + (line.words() > 2 ? " with arguments" : " without a request"),
          action
              + " without arguments, after an isend or irecv, because messages of this run have no tags (format before SimGrid 3.20)");
    }
    return pending.getLast();
  }

  private Request requestByKey(Line line, String action) {
    require(line, 5, action + " with source, destination and tag");
    long source = line.rank(2);
    long destination = line.rank(3);
    long tag = line.integer(4, "a tag");
    if (tested != null && tested.isFor(source, destination, tag)) {
      return tested;
    }
    for (Request request : pending) {
      if (request.isFor(source, destination, tag)) {
        return request;
      }
    }
    throw line.fault(
        action + " for a message from " + source + " to " + destination + " with tag " + tag,
        "a request that an earlier isend or irecv started and no wait has completed");
  }

  private void waitAll(String action) {
    begin(MpiCall.WAITALL, action).list(Parameter.REQUESTS);
    for (Request request : pending) {
      sink.add(request.number);
    }
    sink.end();
    pending.clear();
    tested = null;
  }
}
