package io.github.tracecast.exports.paraver;

import io.github.tracecast.trace.MpiCall;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The types and values of events, as Extrae numbers them, and the states of a rank. */
final class ParaverNames {
  static final int APPLICATION = 40_000_001;
  static final int BYTES_SENT = 50_100_001;
  static final int BYTES_RECEIVED = 50_100_002;
  static final int IS_ROOT = 50_100_003;
  static final int COMMUNICATOR = 50_100_004;

  /**
   * This number plus the level is the event type for a function of the call path. Level 1 is the
   * function that made the call, level 2 its caller, and so on.
   */
  static final int CALLER = 70_000_000;

  /** This number plus the level is the event type for the source line of a function of the call path. */
  static final int CALLER_LINE = 80_000_000;

  static final int RUNNING = 1;

  private static final int POINT_TO_POINT = 50_000_001;
  private static final int COLLECTIVE = 50_000_002;
  private static final int OTHER = 50_000_003;
  private static final int ONE_SIDED = 50_000_004;
  private static final int FILES = 50_000_005;

  /** The first event value for a known caller. Lower values mean that the caller is unknown. */
  private static final int FIRST_CALLER = 3;

  /**
   * The event values of the calls that Paraver's configuration files use. Other calls have values
   * from 1000 on.
   */
  private static final Map<String, Integer> KNOWN = known(
      "Send Recv Isend Irecv Wait Waitall Bcast Barrier Reduce Allreduce Alltoall Alltoallv Gather Gatherv Scatter"
          + " Scatterv Allgather Allgatherv Comm_rank Comm_size Comm_create Comm_dup Comm_split Comm_group Comm_free",
      1,
      "Scan Init Finalize Bsend Ssend Rsend Ibsend Issend Irsend Test Cancel Sendrecv Sendrecv_replace Cart_create",
      30);

  private static final int FIRST_UNKNOWN = 1000;

  private static final String HEAD = """
      DEFAULT_OPTIONS

      LEVEL               THREAD
      UNITS               NANOSEC
      LOOK_BACK           100
      SPEED               1
      FLAG_ICONS          ENABLED
      NUM_OF_STATE_COLORS 1000
      YMAX_SCALE          37


      DEFAULT_SEMANTIC

      THREAD_FUNC          State As Is


      STATES
      0    Idle
      1    Running
      3    Waiting a message
      4    Blocking Send
      6    Test/Probe
      8    Wait/WaitAll
      10    Immediate Send
      11    Immediate Receive
      13    Group Communication
      15    Others
      16    Send Receive


      STATES_COLOR
      0    {117,195,255}
      1    {0,0,255}
      3    {255,0,0}
      4    {255,0,174}
      6    {0,255,0}
      8    {235,0,0}
      10    {255,0,255}
      11    {100,100,177}
      13    {255,144,26}
      15    {192,224,0}
      16    {66,66,66}

      """;

  private static final Map<Integer, String> TITLES = Map.of(
      POINT_TO_POINT, "MPI Point-to-point",
      COLLECTIVE, "MPI Collective Comm",
      OTHER, "MPI Other",
      ONE_SIDED, "MPI One-sided",
      FILES, "MPI I/O");

  private final Map<Integer, Map<String, Integer>> calls = new TreeMap<>();
  private final Map<String, Integer> functions = new LinkedHashMap<>();
  private final Map<String, Integer> lines = new LinkedHashMap<>();
  private int levels;
  private int unknown = FIRST_UNKNOWN;

  private static Map<String, Integer> known(Object... names) {
    Map<String, Integer> known = new LinkedHashMap<>();
    for (int i = 0; i < names.length; i += 2) {
      int value = (int) names[i + 1];
      for (String name : ((String) names[i]).split(" ")) {
        known.put("MPI_" + name, value++);
      }
    }
    return known;
  }

  static int type(@Nullable MpiCall call) {
    if (call == null) {
      return OTHER;
    }
    return switch (call.family()) {
      case POINT_TO_POINT, PERSISTENT, COMPLETION, PROBE -> POINT_TO_POINT;
      case COLLECTIVE, NONBLOCKING_COLLECTIVE, NEIGHBOURHOOD -> COLLECTIVE;
      case RMA -> ONE_SIDED;
      case IO -> FILES;
      default -> OTHER;
    };
  }

  int value(int type, String name) {
    return calls
        .computeIfAbsent(type, key -> new LinkedHashMap<>())
        .computeIfAbsent(name, key -> KNOWN.getOrDefault(name, unknown++));
  }

  static int state(@Nullable MpiCall call) {
    if (call == null) {
      return 15;
    }
    return switch (call.role()) {
      case SEND -> 4;
      case RECEIVE -> 3;
      case START_SEND -> 10;
      case START_RECEIVE -> 11;
      case EXCHANGE -> 16;
      case PROBE -> 6;
      case COMPLETE -> call.tests() ? 6 : 8;
      case COLLECTIVE, START_COLLECTIVE -> 13;
      default -> 15;
    };
  }

  /** Returns the value of a function of a call path. */
  int function(String name, int level) {
    levels = Math.max(levels, level);
    return functions.computeIfAbsent(name, key -> functions.size() + FIRST_CALLER);
  }

  int line(String text) {
    return lines.computeIfAbsent(text, key -> lines.size() + FIRST_CALLER);
  }

  /** Returns the content of the file of names. */
  String text() {
    StringBuilder text = new StringBuilder(HEAD);
    calls.forEach((type, values) -> {
      text.append("\nEVENT_TYPE\n9   ").append(type).append("    ").append(TITLES.get(type));
      text.append("\nVALUES\n");
      values.forEach(
          (name, value) -> text.append(value).append("   ").append(name).append('\n'));
      text.append("0   Outside MPI\n\n");
    });
    text.append("\nEVENT_TYPE\n");
    row(1, BYTES_SENT, "Send Size in MPI Global OP", text);
    row(1, BYTES_RECEIVED, "Recv Size in MPI Global OP", text);
    row(1, IS_ROOT, "Root in MPI Global OP", text);
    row(1, COMMUNICATOR, "Communicator in MPI Global OP", text);
    text.append("\n\nEVENT_TYPE\n");
    row(6, APPLICATION, "Application", text);
    text.append("VALUES\n0      End\n1      Begin\n\n");
    callers(CALLER, "Caller at level ", "Unresolved", functions, text);
    callers(CALLER_LINE, "Caller line at level ", "0 (Unresolved)", lines, text);
    return text.toString();
  }

  private void callers(
      int type, String title, String none, Map<String, Integer> values, StringBuilder text) {
    if (levels == 0) {
      return;
    }
    text.append("\nEVENT_TYPE\n");
    for (int level = 1; level <= levels; level++) {
      row(0, type + level, title + level, text);
    }
    text.append("VALUES\n0   End\n1 ").append(none).append("\n");
    values.forEach((name, value) -> text.append(value).append(' ').append(name).append('\n'));
    text.append('\n');
  }

  private static void row(int gradient, int type, String title, StringBuilder text) {
    text.append(gradient)
        .append("    ")
        .append(type)
        .append("    ")
        .append(title)
        .append('\n');
  }
}
