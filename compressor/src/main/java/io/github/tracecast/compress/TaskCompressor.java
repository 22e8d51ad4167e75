package io.github.tracecast.compress;

import io.github.tracecast.compress.CompressOptions.Deltas;
import io.github.tracecast.compress.TaskEntry.LeafNode;
import io.github.tracecast.compress.TaskEntry.LoopNode;
import io.github.tracecast.compress.iterations.SingleTimes;
import io.github.tracecast.trace.Communicator;
import io.github.tracecast.trace.Datatype;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Group;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.TraceException;
import io.github.tracecast.trace.Unit;
import io.github.tracecast.trace.calls.MatchedReceives;
import io.github.tracecast.trace.calls.RequestNumbers;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Folds the events of one task into a program as they arrive. Each event creates a few short-lived
 * objects. Memory is proportional to the compressed program. Not thread-safe.
 */
final class TaskCompressor implements EventSink {
  /** The value of MPI_ANY_SOURCE and MPI_ANY_TAG. No parameter can have this number. */
  static final long ANY = Long.MIN_VALUE;

  /** The value of MPI_PROC_NULL, the null request, MPI_COMM_NULL or an undefined colour. */
  static final long NONE = Long.MIN_VALUE + 1;

  /**
   * This value plus n represents the source that the n-th receive before the call, counted
   * backwards, matched. No parameter and no request has such a number.
   */
  private static final long MATCHED = Long.MIN_VALUE + (1L << 40);

  private final int rank;
  private final Definitions definitions;
  private final CompressOptions options;
  private final Shapes shapes = new Shapes();
  private final TuplePool tuples = new TuplePool();
  private final Folder folder;
  private final Places places;
  private long events;
  private final RequestNumbers requests;
  private final SingleTimes singles;
  private long farthestRequest = 1;
  private int previousSite = Delta.AFTER_NOTHING;

  // the state of the event that {@link #begin} began
  private @Nullable MpiCall call;
  private int site;
  private long mask;
  private final long[] values = new long[Parameter.values().length];
  private @Nullable Parameter list;
  private long[] terms = new long[16];
  private int length;
  private int computeSlot;
  private double compute;
  private int insideSlot;
  private double inside;
  private double calls;

  TaskCompressor(int rank, Definitions definitions, CompressOptions options) {
    this.rank = rank;
    this.definitions = definitions;
    this.options = options;
    this.folder = new Folder(options, shapes);
    this.places = new Places(rank, definitions.ranks());
    this.requests = new RequestNumbers(options.requestRing());
    this.singles = new SingleTimes(options.keepsIterations() ? definitions.ranks() : 1);
  }

  /** Returns the value that represents the source that an earlier receive matched. */
  static long matched(int back) {
    return MATCHED + back;
  }

  /** Returns n if a value represents the match of the n-th receive before the call; otherwise 0. */
  static int matchedBack(long value) {
    long back = value - MATCHED;
    return back < 1 || back > MatchedReceives.MOST_BACK ? 0 : (int) back;
  }

  int rank() {
    return rank;
  }

  String siteName(int site) {
    return definitions.siteName(site);
  }

  CompressOptions options() {
    return options;
  }

  Folder folder() {
    return folder;
  }

  Shapes shapes() {
    return shapes;
  }

  TuplePool tuples() {
    return tuples;
  }

  /** Returns the number of events so far. */
  long events() {
    return events;
  }

  /** Increases the number of events by events that arrived in folded form. */
  void countFolded(long executions) {
    events += executions;
  }

  /** Records that an event refers to a request. {@code offset} is its distance back from the most recent request. */
  void refersTo(long offset) {
    farthestRequest = Math.max(farthestRequest, offset);
  }

  /** Returns the computation before each call of the task, in order. */
  SingleTimes singles() {
    return singles;
  }

  /** Returns the largest distance back to a request, at least 1. */
  long farthestRequest() {
    return farthestRequest;
  }

  /** Returns the local ranks of this task in the communicators that it defined. */
  Places places() {
    return places;
  }

  @Override
  public int site(String name) {
    return definitions.site(name);
  }

  @Override
  public int datatype(String name, long bytes) {
    return definitions.datatype(new Datatype(name, bytes));
  }

  @Override
  public int group(int... worldRanks) {
    return definitions.group(Group.of(worldRanks));
  }

  @Override
  public int communicator(
      String name, int root, int number, int localRank, int size, int firstGroup) {
    return places.define(
        definitions, name, new Definitions.Key(root, number), localRank, size, firstGroup);
  }

  @Override
  public EventSink begin(MpiCall mpiCall, int callSite) {
    call = mpiCall;
    site = callSite;
    mask = 0;
    list = null;
    computeSlot = -1;
    insideSlot = -1;
    calls = 0;
    requests.called(mpiCall);
    return this;
  }

  @Override
  public long requests() {
    return requests.last();
  }

  @Override
  public EventSink compute(Unit unit, double amount) {
    computeSlot = DeltaLog.slot(Delta.Kind.COMPUTE, unit);
    compute = checkedTime("computation", amount);
    return this;
  }

  @Override
  public EventSink inside(Unit unit, double amount) {
    insideSlot = DeltaLog.slot(Delta.Kind.INSIDE, unit);
    inside = checkedTime("time inside", amount);
    return this;
  }

  @Override
  public EventSink calls(double number) {
    if (!(number >= 1 && number < Double.POSITIVE_INFINITY)) {
      throw fault(number + " calls", "at least 1");
    }
    calls = number;
    return this;
  }

  private double checkedTime(String what, double amount) {
    if (!(amount >= 0 && amount < Double.POSITIVE_INFINITY)) {
      throw fault(what + " " + amount, "a number of at least 0");
    }
    return amount;
  }

  @Override
  public EventSink number(Parameter parameter, long number) {
    if (parameter.isList()) {
      return list(parameter).add(number);
    }
    return set(parameter, parameter == Parameter.REQUEST ? offset(number) : number);
  }

  @Override
  public EventSink any(Parameter parameter) {
    return set(parameter, ANY);
  }

  @Override
  public EventSink none(Parameter parameter) {
    return parameter.isList() ? list(parameter).addNone() : set(parameter, NONE);
  }

  private EventSink set(Parameter parameter, long value) {
    closeList();
    if (options.drops(parameter, mask)) {
      return this;
    }
    claim(parameter);
    values[parameter.ordinal()] = value;
    return this;
  }

  private void claim(Parameter parameter) {
    long bit = 1L << parameter.ordinal();
    if ((mask & bit) != 0) {
      throw fault("a second " + parameter.textName(), "one");
    }
    mask |= bit;
  }

  @Override
  public EventSink list(Parameter parameter) {
    if (!parameter.isList()) {
      throw fault("a list for " + parameter.textName(), "one number");
    }
    closeList();
    claim(parameter);
    list = parameter;
    length = 0;
    return this;
  }

  @Override
  public EventSink add(long number) {
    if (list == null) {
      throw new IllegalStateException("add without list");
    }
    return addTerm(list == Parameter.REQUESTS ? offset(number) : number);
  }

  @Override
  public EventSink addNone() {
    return addTerm(NONE);
  }

  private EventSink addTerm(long term) {
    if (length == terms.length) {
      terms = Arrays.copyOf(terms, 2 * length);
    }
    terms[length++] = term;
    return this;
  }

  private void closeList() {
    if (list != null) {
      values[list.ordinal()] = tuples.intern(terms, length);
      list = null;
    }
  }

  /** Returns the distance back to the request with this number. */
  private long offset(long number) {
    long made = requests.last();
    if (number < 1 || number > made) {
      throw fault(
          "request " + number,
          made == 0
              ? "no request, because none was made"
              : "1 to " + made + ", the requests made so far");
    }
    long offset = requests.offset(number);
    long back = RequestNumbers.isPersistent(offset) ? offset - RequestNumbers.PERSISTENT : offset;
    if (back > options.requestRing()) {
      throw fault(
          "a request made " + back + " requests ago",
          "at most " + options.requestRing() + " requests ago; use a larger request ring");
    }
    refersTo(back);
    return offset;
  }

  @Override
  public void end() {
    closeList();
    checkEndpoints();
    Leaf leaf = shapes.leaf(currentCall(), site, mask);
    long[] own = new long[leaf.parameters.length];
    for (int i = 0; i < own.length; i++) {
      own[i] = values[leaf.parameters[i].ordinal()];
    }
    DeltaLog deltas = options.deltas() == Deltas.NONE
        ? null
        : new DeltaLog(options, previousSite, computeSlot, compute, insideSlot, inside)
            .counting(calls == 0 ? null : DeltaSummary.of(calls));
    TaskEntry node = new LeafNode(leaf, own, deltas);
    if (leaf.coalesces()) {
      TaskEntry[] body = {node};
      node = new LoopNode(shapes.loop(body), body, Folder.code(leaf.id), 1);
    }
    folder.append(node);
    singles.add(DeltaLog.unit(Math.max(0, computeSlot)), computeSlot < 0 ? 0 : compute);
    previousSite = site;
    events++;
  }

  private void checkEndpoints() {
    int size = 0;
    for (long left = mask & Places.ENDPOINTS; left != 0; left &= left - 1) {
      int ordinal = Long.numberOfTrailingZeros(left);
      size = size > 0 ? size : eventSize();
      if (Places.isList(ordinal)) {
        for (long term : tuples.get(values[ordinal])) {
          checkEndpoint(ordinal, term, size);
        }
      } else {
        checkEndpoint(ordinal, values[ordinal], size);
      }
    }
  }

  /** Returns the number of processes in the event's communicator. */
  private int eventSize() {
    int ordinal = Parameter.COMMUNICATOR.ordinal();
    long communicator = (mask >>> ordinal & 1) == 0 ? Communicator.WORLD : values[ordinal];
    if (!places.has(communicator)) {
      throw fault(
          communicator == NONE ? "an endpoint in no communicator" : "communicator " + communicator,
          "a communicator that this rank defined");
    }
    return places.size(communicator);
  }

  private void checkEndpoint(int ordinal, long term, int size) {
    if (term != ANY && term != NONE && (term < 0 || term >= size)) {
      throw fault(
          Places.name(ordinal) + " " + term,
          "0 to " + (size - 1) + ", the ranks of the communicator");
    }
  }

  private TraceException fault(String found, String expected) {
    return TraceException.at(
        "rank " + rank + ": event " + events + " (" + currentCall().mpiName() + ")",
        found,
        expected);
  }

  private MpiCall currentCall() {
    return Objects.requireNonNull(call, "a value or an end without begin");
  }
}
