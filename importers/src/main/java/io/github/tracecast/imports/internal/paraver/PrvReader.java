package io.github.tracecast.imports.internal.paraver;

import io.github.tracecast.trace.MpiCall;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongConsumer;

/**
 * Splits a trace's records into calls by task, messages and communicators. Memory is proportional
 * to the number of calls and messages. Each instance is used once.
 */
final class PrvReader {
  private static final long APPLICATION = 40_000_001;
  private static final long FIRST_CALL = 50_000_001;
  private static final long LAST_CALL = 50_000_005;
  private static final long BYTES_SENT = 50_100_001;
  private static final long BYTES_RECEIVED = 50_100_002;
  private static final long IS_ROOT = 50_100_003;
  private static final long COMMUNICATOR = 50_100_004;

  /** The number of lines between two reports of progress. */
  private static final int REPORT = 1 << 16;

  private final Records records;
  private final EventNames names;
  private final SourceSites sites;
  private final List<Calls> tasks = new ArrayList<>();
  private final MessageRows messages = new MessageRows();
  private final Map<Integer, int[]> communicators = new TreeMap<>();
  private final Set<Integer> interCommunicators = new HashSet<>();
  private final PrvHeader header;
  private int lines;

  /** The name of each task's last call. */
  private final String[] lastCallNames;

  /** Reads the header of a trace. */
  PrvReader(Records records, EventNames names) throws IOException {
    this.records = records;
    this.names = names;
    this.sites = new SourceSites(names);
    this.header = PrvHeader.of(records.text(), records);
    this.lastCallNames = new String[header.tasks()];
    for (int task = 0; task < header.tasks(); task++) {
      tasks.add(new Calls());
    }
  }

  PrvHeader header() {
    return header;
  }

  Calls calls(int task) {
    return tasks.get(task);
  }

  MessageRows messages() {
    return messages;
  }

  /** Returns the world ranks of each communicator, by its number in the trace. */
  Map<Integer, int[]> communicators() {
    return communicators;
  }

  SourceSites sites() {
    return sites;
  }

  /** @param progress receives the number of lines read from time to time */
  void read(LongConsumer progress) throws IOException {
    while (records.next()) {
      lines = records.line();
      if (lines % REPORT == 0) {
        progress.accept(lines);
      }
      switch (records.kind()) {
        case '1' -> {}
        case '2' -> event();
        case '3' -> message();
        case 'c' -> communicator();
        case 'i' -> interCommunicator();
        default ->
          throw records.fault(
              "a record of kind \"" + records.kind() + "\"",
              "1 (state), 2 (event), 3 (message), c (communicator) or i (inter-communicator)");
      }
    }
    if (tasks.stream().allMatch(calls -> calls.count() == 0)) {
      throw records.fault(
          Math.max(lines, 1),
          "a trace without MPI calls",
          "a trace of an MPI program, with events of types " + FIRST_CALL + " to " + LAST_CALL);
    }
    for (int task = 0; task < header.tasks(); task++) {
      check(task);
    }
  }

  /** Whether the current record belongs to an application other than the first. */
  private boolean isOfOtherApplication() {
    return records.field(1) != 1;
  }

  /** Refuses the current record if it has MPI calls, because it belongs to another application. */
  private void refuseOtherApplication() {
    for (int i = 5; i < records.count(); i += 2) {
      if (records.field(i) >= FIRST_CALL && records.field(i) <= LAST_CALL) {
        throw records.fault(
            "an MPI call of application " + records.field(1),
            "only calls of the first application");
      }
    }
  }

  private void check(int task) {
    Calls calls = tasks.get(task);
    if (calls.open()) {
      int row = calls.count() - 1;
      throw records.fault(
          calls.line(row),
          calls.call(row).mpiName() + " of task " + (task + 1) + " without an end",
          "the end of the call; the file is probably incomplete, at line " + lines);
    }
    if (calls.count() == 0) {
      throw records.fault(
          Math.max(lines, 1), "no MPI calls of task " + (task + 1), "MPI calls of each task");
    }
  }

  /** Reads c:application:number:size:task:... */
  private void communicator() {
    records.requireCount(3);
    if (records.field(0) != 1) {
      return; // the communicator belongs to another application
    }
    int number = records.field(1, "communicator", 1, Integer.MAX_VALUE);
    int size = records.field(2, "communicator of size", 1, header.tasks());
    records.requireCount(3 + size);
    int[] members = new int[size];
    boolean[] taken = new boolean[header.tasks()];
    for (int i = 0; i < size; i++) {
      members[i] = task(3 + i);
      if (taken[members[i]]) {
        throw records.fault("task " + (members[i] + 1) + " twice", "each member once");
      }
      taken[members[i]] = true;
    }
    if (communicators.putIfAbsent(number, members) != null) {
      throw records.fault("communicator " + number + " again", "each once");
    }
  }

  /** Reads i:application:number:communicator:leader:communicator:leader */
  private void interCommunicator() {
    records.requireCount(6);
    if (records.field(0) == 1) {
      interCommunicators.add(records.field(1, "communicator", 1, Integer.MAX_VALUE));
    }
  }

  private int task(int field) {
    return records.field(field, "task", 1, header.tasks()) - 1;
  }

  /**
   * Reads
   * 3:cpu:application:task:thread:call:sent:cpu:application:task:thread:call:received:bytes:tag
   */
  private void message() {
    records.requireCount(14);
    if (isOfOtherApplication() && records.field(7) != 1) {
      return;
    }
    messages.add(
        task(2),
        task(8),
        records.positive(4, "time of sending"),
        records.positive(10, "time of receiving"),
        records.positive(11, "time of arrival"),
        records.bytes(12, "size"),
        records.field(13, "tag", 0, Integer.MAX_VALUE),
        records.line());
  }

  /** Reads 2:cpu:application:task:thread:time:type:value:... */
  private void event() {
    records.requireCount(7);
    if (records.count() % 2 == 0) {
      throw records.fault("an event type without value", "a value for each type");
    }
    if (isOfOtherApplication()) {
      refuseOtherApplication();
      return;
    }
    int task = task(2);
    Calls calls = tasks.get(task);
    long time = records.positive(4, "time");
    boolean first = records.field(3) == 1;
    if (first && calls.open() && calls.beginning(calls.count() - 1) == time) {
      addToOpenCall(calls, task);
    }
    for (int i = 5; i < records.count(); i += 2) {
      long type = records.field(i);
      long value = records.field(i + 1);
      if (type == APPLICATION && first) {
        if (value != 0) {
          calls.startOfTask = time;
        } else {
          calls.endOfTask = time;
        }
      } else if (type >= FIRST_CALL && type <= LAST_CALL) {
        if (!first) {
          throw records.fault(
              "an MPI call by thread " + records.field(3), "calls by thread 1 only");
        }
        if (value == 0) {
          end(calls, task, time);
        } else {
          begin(calls, task, time, names.call(type, value, records));
        }
      }
    }
  }

  private void end(Calls calls, int task, long time) {
    if (!calls.open()) {
      throw records.fault("the end of a call by task " + (task + 1), "a begin before it");
    }
    int row = calls.count() - 1;
    checkTime(calls.beginning(row), time);
    if (calls.communicator(row) == 0 && CollectiveWriter.blocking(calls.call(row)) != null) {
      throw records.fault(
          calls.line(row),
          calls.call(row).mpiName() + " without communicator",
          "a value of type " + COMMUNICATOR);
    }
    calls.end(time);
  }

  private void begin(Calls calls, int task, long time, String name) {
    if (calls.open()) {
      throw records.fault(
          name + " by task " + (task + 1) + " inside "
              + calls.call(calls.count() - 1).mpiName(),
          "the end of " + calls.call(calls.count() - 1).mpiName() + " before another call begins");
    }
    checkTime(calls.count() == 0 ? calls.startOfTask : calls.ending(calls.count() - 1), time);
    calls.begin(MpiCall.byName(name).orElse(MpiCall.OTHER), 0, time, records.line());
    lastCallNames[task] = name;
    addToOpenCall(calls, task);
  }

  /**
   * Adds the data of a record to the open call. Extrae may spread the data of a call over several
   * records with the same time.
   */
  private void addToOpenCall(Calls calls, int task) {
    sites.clear();
    for (int i = 5; i < records.count(); i += 2) {
      long type = records.field(i);
      if (type == BYTES_SENT) {
        calls.setSent(records.bytes(i + 1, "bytes sent"));
      } else if (type == BYTES_RECEIVED) {
        calls.setReceived(records.bytes(i + 1, "bytes received"));
      } else if (type == IS_ROOT) {
        calls.setRoot(records.field(i + 1) == 1);
      } else if (type == COMMUNICATOR) {
        calls.setCommunicator(member(i + 1, task));
      } else {
        sites.addIfLine(type, records.field(i + 1));
      }
    }
    int last = calls.count() - 1;
    if (sites.hasLines() || calls.line(last) == records.line()) {
      calls.setSite(sites.site(calls.call(last), lastCallNames[task]));
    }
  }

  private int member(int field, int task) {
    int number = records.field(field, "communicator", 1, Integer.MAX_VALUE);
    if (interCommunicators.contains(number)) {
      return Calls.INTER_COMMUNICATOR;
    }
    int[] members = communicators.get(number);
    if (members == null) {
      throw records.fault(
          "communicator " + number, "a communicator that a record c: or i: defines");
    }
    if (Arrays.stream(members).noneMatch(member -> member == task)) {
      throw records.fault(
          "task " + (task + 1) + " in a call on communicator " + number, "one of its members");
    }
    return number;
  }

  private void checkTime(long before, long time) {
    if (time < before) {
      throw records.fault(
          "time " + time, "at least " + before + ", the time of the task's last event");
    }
  }
}
