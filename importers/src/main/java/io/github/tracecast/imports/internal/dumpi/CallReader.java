package io.github.tracecast.imports.internal.dumpi;

import io.github.tracecast.trace.MpiCall;
import java.io.IOException;
import java.util.Arrays;

/**
 * Reads one rank's records in order. Each record overwrites the previous record. Numbers and lists
 * are stored separately, both in the order of the record. Memory is O(longest list). Not
 * thread-safe.
 */
final class CallReader implements AutoCloseable {
  private static final int CPU_TIME = 4;
  private static final int WALL_TIME = 8;
  private static final int STATUSES = 3;
  private static final int THREAD = 0x40;
  private static final int COUNTERS = 0x80;
  private static final int MOST_NUMBERS = 16;
  private static final int MOST_LISTS = 8;
  private static final int OCTETS_OF_TIMES = 12;
  private static final long NANOS = 1_000_000_000;

  private final DumpiBytes in;
  private final DumpiFile file;
  private final boolean tags;

  private int function;
  private long at;
  private long start;
  private long stop;
  private boolean timed;
  private long epoch;
  private long latest;
  private final int[] numbers = new int[MOST_NUMBERS];
  private int numberCount;
  private final int[][] lists = new int[MOST_LISTS][16];
  private final int[] lengths = new int[MOST_LISTS];
  private int listCount;
  private boolean rootFields;
  private int statusCount;
  private int[] statusSources = new int[16];
  private int[] statusTags = new int[16];
  private long address;

  /** Creates a reader that stands before the first record of the file. */
  CallReader(DumpiFile file) throws IOException {
    this.file = file;
    this.tags = file.isAtLeast(0, 6, 3);
    this.in = file.body();
    in.i32(); // the origin of time does not matter, because times are compared only within one rank
    in.i32();
  }

  /** Moves to the next record. Returns false at the end. */
  boolean next() throws IOException {
    at = in.offset();
    function = in.u16();
    if (function == DumpiCalls.END_OF_STREAM) {
      return false;
    }
    boolean call = function < DumpiCalls.count();
    if (!call && function != DumpiCalls.FUNCTION_ENTER && function != DumpiCalls.FUNCTION_EXIT) {
      throw in.fault(
          at,
          "function " + function,
          "0 to " + (DumpiCalls.count() - 1) + ", or " + DumpiCalls.END_OF_STREAM + " at the end");
    }
    int mask = in.octet();
    if ((mask & THREAD) != 0) {
      in.u16();
    }
    times(mask);
    if ((mask & COUNTERS) != 0) {
      in.skip(16L * in.octet());
    }
    numberCount = 0;
    listCount = 0;
    statusCount = -1;
    rootFields = false;
    if (call) {
      fields(DumpiCalls.of(function), (mask & STATUSES) != 0);
    } else {
      address = in.i64();
    }
    return true;
  }

  private void times(int mask) throws IOException {
    boolean wall = (mask & WALL_TIME) != 0;
    boolean cpu = (mask & CPU_TIME) != 0;
    timed = wall || cpu;
    if (wall && cpu) {
      in.skip(OCTETS_OF_TIMES);
    }
    if (timed) {
      start = time();
      stop = time();
    }
  }

  /** Reads a time in nanoseconds. It has 16 bits of seconds, so it wraps around every 18 hours. */
  private long time() throws IOException {
    long seconds = in.u16();
    long nanos = in.i32();
    long time = epoch + seconds * NANOS + nanos;
    if (time < latest - (NANOS << 15)) {
      epoch += NANOS << 16;
      time += NANOS << 16;
    }
    latest = Math.max(latest, time);
    return time;
  }

  private void fields(DumpiCalls call, boolean statuses) throws IOException {
    int own = -1;
    int root = -2;
    byte[] layout = call.layout;
    for (int i = 0; i < layout.length; i++) {
      switch (layout[i]) {
        case 'i', 'q' -> numbers[numberCount++] = in.i32();
        case 'm' -> numbers[numberCount++] = own = in.i32();
        case 'r' -> numbers[numberCount++] = root = in.i32();
        case 't', 'c', 'g', 'h' -> numbers[numberCount++] = in.u16();
        case 'b', 'o' -> numbers[numberCount++] = in.octet();
        case 'l' -> numbers[numberCount++] = (int) in.i64();
        case 'I', 'Q' -> readList(4);
        case 'T', 'H' -> readList(2);
        case 'B' -> readList(1);
        case 'X' -> listSince(0, 6, 9);
        case 'Y' -> listSince(0, 6, 8);
        case 'S' -> statuses(statuses);
        case 's' -> in.skip(in.count(1));
        case '2' -> texts();
        case '3' -> {
          for (int left = in.count(4); left > 0; left--) {
            texts();
          }
        }
        case 'J' -> ranges();
        case 'v' -> {
          int count = in.count(4);
          if (!file.isAtLeast(0, 6, 2)) {
            in.i32();
          }
          skipTexts(count);
        }
        case '[' -> {
          rootFields = own == root;
          while (!rootFields && layout[i] != ']') {
            i++;
          }
        }
        case ']' -> {}
        default ->
          throw in.fault(at, "a record of " + call.name, "a function that the format defines");
      }
    }
  }

  private void readList(int octets) throws IOException {
    int length = in.count(octets);
    int[] list = room(length);
    for (int i = 0; i < length; i++) {
      list[i] = octets == 4 ? in.i32() : octets == 2 ? in.u16() : in.octet();
    }
    lengths[listCount++] = length;
  }

  private int[] room(int length) {
    if (length > lists[listCount].length) {
      lists[listCount] =
          Arrays.copyOf(lists[listCount], Math.max(length, 2 * lists[listCount].length));
    }
    return lists[listCount];
  }

  /** Reads a field that is a list since the given version of DUMPI, and a single number in older files. */
  private void listSince(int major, int minor, int patch) throws IOException {
    if (file.isAtLeast(major, minor, patch)) {
      readList(4);
    } else {
      in.i32();
      lengths[listCount++] = 0;
    }
  }

  /** Reads several lists of numbers and joins them into one list. */
  private void ranges() throws IOException {
    int count = in.count(4);
    int used = 0;
    for (int i = 0; i < count; i++) {
      int length = in.count(4);
      int[] list = room(used + length);
      for (int j = 0; j < length; j++) {
        list[used++] = in.i32();
      }
    }
    lengths[listCount++] = used;
  }

  private void texts() throws IOException {
    skipTexts(in.count(4));
  }

  private void skipTexts(int count) throws IOException {
    for (int left = count; left > 0; left--) {
      in.skip(in.count(1));
    }
  }

  private void statuses(boolean there) throws IOException {
    statusCount = 0;
    if (!there) {
      return;
    }
    int count = in.count(tags ? 14 : 10);
    if (count > statusSources.length) {
      statusSources = new int[Math.max(count, 2 * statusSources.length)];
      statusTags = new int[statusSources.length];
    }
    for (int i = 0; i < count; i++) {
      in.i32();
      statusSources[i] = in.i32();
      in.u16();
      statusTags[i] = tags ? in.i32() : -1;
    }
    statusCount = count;
  }

  /** Returns the number of the function that the record describes. */
  int function() {
    return function;
  }

  /** Whether the record has times. */
  boolean timed() {
    return timed;
  }

  /**
   * Returns the start of the call in nanoseconds since an arbitrary time; undefined unless the
   * record is {@link #timed}.
   */
  long startNanos() {
    return start;
  }

  long stopNanos() {
    return stop;
  }

  /** Returns the number at an index among the record's numbers. */
  int number(int place) {
    return numbers[place];
  }

  /** Returns the number of numeric fields of the record. */
  int numbers() {
    return numberCount;
  }

  /**
   * Returns the list at an index among the record's lists. Its first {@link #length} items are
   * valid.
   */
  int[] list(int place) {
    return lists[place];
  }

  int length(int place) {
    return lengths[place];
  }

  /** Whether the record has the fields that only a root writes. */
  boolean hasRootFields() {
    return rootFields;
  }

  /** Returns the number of statuses; 0 if they were ignored or not recorded. */
  int statuses() {
    return Math.max(0, statusCount);
  }

  /** Returns the local rank of the sender in a status; negative if there is no sender. */
  int statusSource(int index) {
    return statusSources[index];
  }

  /** Returns the tag in a status; negative if it was not recorded. */
  int statusTag(int index) {
    return statusTags[index];
  }

  /** Receives the requests that a call completed. */
  interface Completed {
    /**
     * @param place the index of the request among the requests in the call's arguments
     * @param status the index of its status
     */
    void take(int place, int status);
  }

  /** Passes each request that the current call completed to a consumer. */
  void completed(MpiCall call, Completed completed) {
    switch (call) {
      case WAIT -> completed.take(0, 0);
      case TEST -> {
        if (number(1) != 0) {
          completed.take(0, 0);
        }
      }
      case WAITALL -> allCompleted(completed);
      case TESTALL -> {
        if (number(1) != 0) {
          allCompleted(completed);
        }
      }
      case WAITANY -> oneCompleted(number(1), 0, completed);
      case TESTANY -> {
        if (number(2) != 0) {
          oneCompleted(number(1), 0, completed);
        }
      }
      case WAITSOME, TESTSOME -> {
        for (int i = 0; i < length(1); i++) {
          oneCompleted(list(1)[i], i, completed);
        }
      }
      default -> {
        // other calls complete no request
      }
    }
  }

  private void allCompleted(Completed completed) {
    for (int i = 0; i < length(0); i++) {
      completed.take(i, i);
    }
  }

  private void oneCompleted(int place, int status, Completed completed) {
    if (place >= 0 && place < length(0)) {
      completed.take(place, status);
    }
  }

  /** Returns the address of the function that the program entered or left. */
  long address() {
    return address;
  }

  /** Returns the place of the record as text, for error messages. */
  String place() {
    return in.place(at);
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
