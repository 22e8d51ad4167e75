package io.github.tracecast.imports.internal.paraver;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Splits a trace's records into calls by task, messages and communicators. Each instance is used
 * once.
 */
final class PrvReader {
  private static final long APPLICATION = 40_000_001;
  private static final long FIRST_CALL = 50_000_001;
  private static final long LAST_CALL = 50_000_005;
  private static final long BYTES_SENT = 50_100_001;
  private static final long BYTES_RECEIVED = 50_100_002;
  private static final long IS_ROOT = 50_100_003;
  private static final long COMMUNICATOR = 50_100_004;

  private final Records records;
  private final EventNames names;
  private final SourceSites sites;
  private final List<TaskBacklog> tasks;
  private final Map<Integer, PrvCommunicator> communicators = new TreeMap<>();
  private final Set<Integer> interCommunicators = new HashSet<>();
  private final CommunicatorMakers makers;
  private final Runnable creatingApart;

  /**
   * @param tasks receive the calls and messages of the tasks
   * @param creatingApart is run when tasks have created communicators with different calls
   */
  PrvReader(Records records, EventNames names, List<TaskBacklog> tasks, Runnable creatingApart) {
    this.creatingApart = creatingApart;
    this.records = records;
    this.names = names;
    this.sites = new SourceSites(names);
    this.tasks = tasks;
    this.makers = new CommunicatorMakers(tasks.size());
  }

  /** Whether an event of a type may belong to an MPI call. */
  static boolean isNeeded(long type) {
    return type == APPLICATION
        || type >= FIRST_CALL && type <= LAST_CALL
        || type >= BYTES_SENT && type <= COMMUNICATOR
        || SourceSites.isLine(type);
  }

  /** Whether all tasks have created communicators with the same calls. */
  boolean createTogether() {
    return makers.agree();
  }

  void read() throws IOException {
    while (records.next()) {
      switch (records.kind()) {
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
    if (tasks.stream().allMatch(TaskBacklog::isEmpty)) {
      throw records.fault(
          "a trace without MPI calls",
          "a trace of an MPI program, with events of types " + FIRST_CALL + " to " + LAST_CALL);
    }
    for (int task = 0; task < tasks.size(); task++) {
      check(task);
    }
    communicators.values().forEach(PrvCommunicator::check);
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
    PrvCall open = tasks.get(task).open();
    if (open != null) {
      throw records.fault(
          open.line,
          open.call.mpiName() + " of task " + (task + 1) + " without an end",
          "the end of the call; the file is probably incomplete, at line " + records.line());
    }
    if (tasks.get(task).isEmpty()) {
      throw records.fault("no MPI calls of task " + (task + 1), "MPI calls of each task");
    }
  }

  /** Reads c:application:number:size:task:... */
  private void communicator() {
    records.requireCount(3);
    if (records.field(0) != 1) {
      return; // the communicator belongs to another application
    }
    int number = records.field(1, "communicator", 1, Integer.MAX_VALUE);
    int size = records.field(2, "communicator of size", 1, tasks.size());
    records.requireCount(3 + size);
    int[] members = new int[size];
    boolean[] taken = new boolean[tasks.size()];
    for (int i = 0; i < size; i++) {
      members[i] = task(3 + i);
      if (taken[members[i]]) {
        throw records.fault("task " + (members[i] + 1) + " twice", "each member once");
      }
      taken[members[i]] = true;
    }
    PrvCommunicator made = new PrvCommunicator(records, number, members, tasks.size());
    if (communicators.putIfAbsent(number, made) != null) {
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
    return records.field(field, "task", 1, tasks.size()) - 1;
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
    PrvMessage message = new PrvMessage(
        task(2),
        task(8),
        records.positive(4, "time of sending"),
        records.positive(10, "time of receiving"),
        records.positive(11, "time of arrival"),
        records.bytes(12, "size"),
        records.field(13, "tag", 0, Integer.MAX_VALUE),
        records.line());
    tasks.get(message.sender()).add(message, true);
    tasks.get(message.receiver()).add(message, false);
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
    int number = task(2);
    TaskBacklog task = tasks.get(number);
    long time = records.positive(4, "time");
    boolean first = records.field(3) == 1;
    PrvCall open = task.open();
    if (first && open != null && open.beginning == time) {
      addTo(open, number);
    }
    for (int i = 5; i < records.count(); i += 2) {
      long type = records.field(i);
      long value = records.field(i + 1);
      if (type == APPLICATION && first) {
        if (value != 0) {
          task.startOfTask = time;
        } else {
          task.endOfTask = time;
        }
      } else if (type >= FIRST_CALL && type <= LAST_CALL) {
        if (!first) {
          throw records.fault(
              "an MPI call by thread " + records.field(3), "calls by thread 1 only");
        }
        if (value == 0) {
          end(task, number, time);
        } else {
          begin(task, number, time, names.call(type, value, records));
        }
      }
    }
  }

  private void end(TaskBacklog task, int number, long time) {
    PrvCall call = task.open();
    if (call == null) {
      throw records.fault("the end of a call by task " + (number + 1), "a begin before it");
    }
    checkTime(call.beginning, time);
    if (call.communicator == 0 && CollectiveWriter.blocking(call.call) != null) {
      throw records.fault(
          call.line,
          call.call.mpiName() + " without communicator",
          "a value of type " + COMMUNICATOR);
    }
    if (call.communicator > 0) {
      known(call.communicator).add(number, call);
    }
    task.end(call, time);
  }

  private void begin(TaskBacklog task, int number, long time, String name) {
    PrvCall open = task.open();
    if (open != null) {
      throw records.fault(
          name + " by task " + (number + 1) + " inside " + open.call.mpiName(),
          "the end of " + open.call.mpiName() + " before another call begins");
    }
    checkTime(task.lastTime(), time);
    PrvCall call = new PrvCall(name, time, records.line());
    task.begin(call);
    makers.add(number, call.call);
    if (makers.differ()) {
      creatingApart.run();
    }
    addTo(call, number);
  }

  /**
   * Adds the data of a record to an open call. Extrae may spread the data of a call over several
   * records with the same time.
   */
  private void addTo(PrvCall call, int task) {
    sites.clear();
    for (int i = 5; i < records.count(); i += 2) {
      long type = records.field(i);
      if (type == BYTES_SENT) {
        call.sent = records.bytes(i + 1, "bytes sent");
      } else if (type == BYTES_RECEIVED) {
        call.received = records.bytes(i + 1, "bytes received");
      } else if (type == IS_ROOT) {
        call.root = records.field(i + 1) == 1;
      } else if (type == COMMUNICATOR) {
        call.communicator = member(i + 1, task);
      } else {
        sites.addIfLine(type, records.field(i + 1));
      }
    }
    if (sites.hasLines() || call.line == records.line()) {
      call.site = sites.site(call.call, call.name);
    }
  }

  private int member(int field, int task) {
    int number = records.field(field, "communicator", 1, Integer.MAX_VALUE);
    if (interCommunicators.contains(number)) {
      return PrvCall.INTER_COMMUNICATOR;
    }
    if (known(number).local(task) < 0) {
      throw records.fault(
          "task " + (task + 1) + " in a call on communicator " + number, "one of its members");
    }
    return number;
  }

  private PrvCommunicator known(int number) {
    PrvCommunicator communicator = communicators.get(number);
    if (communicator == null) {
      throw records.fault(
          "communicator " + number, "a communicator that a record c: or i: defines");
    }
    return communicator;
  }

  private void checkTime(long before, long time) {
    if (time < before) {
      throw records.fault(
          "time " + time, "at least " + before + ", the time of the task's last event");
    }
  }
}
