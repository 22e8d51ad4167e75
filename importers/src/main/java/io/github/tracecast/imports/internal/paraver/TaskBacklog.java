package io.github.tracecast.imports.internal.paraver;

import io.github.tracecast.imports.internal.paraver.FileFacts.OfTask;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The calls of one task that were read but not yet written, in blocks. Only the reading thread uses
 * it.
 *
 * <p>The record of a message stands at the time of its send, which may be long after the call that
 * receives it began. So a block waits until the next block of the task is full, and until all
 * members have called its collectives. If a message comes even later, the file is read again, with
 * larger blocks. Messages that are too late for these are then known from the beginning.
 */
final class TaskBacklog {
  /** Receives the calls of a task in order. */
  interface Writing {
    /**
     * Writes a block.
     *
     * @param start the start of the task in the trace's units
     * @param sends the messages that the task sends and that were read since the last block
     * @param receives the messages that the task receives and that were read since the last block
     */
    void write(
        int task,
        long start,
        List<PrvCall> calls,
        List<PrvMessage> sends,
        List<PrvMessage> receives);

    /** Declares that the file must be read again, so that no further calls need to be written. */
    void stop();
  }

  /** How many times larger the blocks are when the file is read again. */
  static final int WIDER = 16;

  private final int task;
  private final int blockSize;
  private final OfTask known;
  private final Writing writing;
  private final ArrayDeque<List<PrvCall>> full = new ArrayDeque<>();
  private List<PrvCall> filling = new ArrayList<>();
  private @Nullable PrvCall open;
  private List<PrvMessage> sends;
  private List<PrvMessage> receives;
  private final List<PrvMessage> lateSends = new ArrayList<>();
  private final List<PrvMessage> lateReceives = new ArrayList<>();

  /** The end of the last call; -1 if no call has ended. */
  private long ended = -1;

  /** The end of the last full block; -1 if there is none. */
  private long endOfFull = -1;

  /** The end of the block before the last full block. This block may have been written. */
  private long endOfSettled = -1;

  private int fullBlocks;

  // the same ends for blocks that are wider
  private long endOfWide = -1;
  private long endOfWideSettled = -1;

  /** The number of messages that came too late. */
  private int late;

  /** The start of the task with which calls were written; -1 before this. */
  private long writtenStart = -1;

  /** The start of the task in the trace's units. */
  long startOfTask;

  /** The end of the task; -1 if the trace does not have it. */
  long endOfTask = -1;

  /** @param blockSize the number of calls in a full block */
  TaskBacklog(int task, int blockSize, OfTask known, Writing writing) {
    this.task = task;
    this.blockSize = blockSize;
    this.known = known;
    this.writing = writing;
    this.sends = new ArrayList<>(known.lateSends());
    this.receives = new ArrayList<>(known.lateReceives());
  }

  /** Returns the call that has not ended; null if there is none. */
  @Nullable PrvCall open() {
    return open;
  }

  /** Whether no call has begun. */
  boolean isEmpty() {
    return ended < 0 && open == null;
  }

  /** Returns the end of the last call, or the start of the task. */
  long lastTime() {
    return ended < 0 ? startOfTask : ended;
  }

  void begin(PrvCall call) {
    open = call;
  }

  void end(PrvCall call, long time) {
    call.ending = time;
    ended = time;
    open = null;
    filling.add(call);
    if (filling.size() == blockSize) {
      addFull();
      endOfSettled = endOfFull;
      endOfFull = time;
      if (++fullBlocks % WIDER == 0) {
        endOfWideSettled = endOfWide;
        endOfWide = time;
      }
      while (full.size() > 1 && collectivesAreComplete(full.element())) {
        write(full.remove());
      }
    }
  }

  /** Whether all members have called the collectives of a block. */
  private static boolean collectivesAreComplete(List<PrvCall> block) {
    for (PrvCall call : block) {
      if (call.collective != null && !call.collective.isComplete()) {
        return false;
      }
    }
    return true;
  }

  /** Adds a message that the task sends or receives. */
  void add(PrvMessage message, boolean sending) {
    long time = message.callTime(sending);
    if (time > endOfSettled) {
      (sending ? sends : receives).add(message);
      return;
    }
    if (time <= endOfWideSettled) {
      (sending ? lateSends : lateReceives).add(message);
    }
    late++;
    if (late > known.late()) {
      writing.stop();
    }
  }

  /** Whether the known facts were right, after the whole file was read. */
  boolean holds() {
    return late == known.late() && (writtenStart < 0 || writtenStart == startOfTask);
  }

  /** Returns the facts after the whole file was read. */
  OfTask facts() {
    return new OfTask(startOfTask, lateSends, lateReceives);
  }

  /** Writes all calls that are left, after the whole file was read. */
  void writeRest() {
    addFull(); // also without calls, because of the messages
    while (!full.isEmpty()) {
      write(full.remove());
    }
  }

  private void addFull() {
    full.add(filling);
    filling = new ArrayList<>();
  }

  private void write(List<PrvCall> block) {
    if (writtenStart < 0) {
      writtenStart = known.start() < 0 ? startOfTask : known.start();
    }
    writing.write(task, writtenStart, block, sends, receives);
    sends = new ArrayList<>();
    receives = new ArrayList<>();
  }
}
