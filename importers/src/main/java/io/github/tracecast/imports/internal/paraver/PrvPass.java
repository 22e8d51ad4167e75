package io.github.tracecast.imports.internal.paraver;

import io.github.tracecast.compress.CompressOptions;
import io.github.tracecast.compress.Compressor;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.system.ParallelParts;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the file once. All threads convert the text to records and compress the calls of tasks,
 * block by block, and one thread assigns the records to calls. Memory is proportional to the number
 * of tasks and of messages that come too late, not to the length of the file. Each instance is used
 * once.
 */
final class PrvPass implements TaskBacklog.Writing {
  private final Path path;
  private final FileFacts known;
  private final int threads;
  private final Records records;
  private final PrvHeader header;
  private final List<TaskBacklog> tasks = new ArrayList<>();
  private final PrvReader reader;
  private final Compressor compressor;

  /** The writer of each task; null before the first block of the task. */
  private final @Nullable TaskWriter[] writers;

  private final TaskJobs jobs;
  private boolean stopped;

  /**
   * Reads the header of a trace.
   *
   * @param in the uncompressed records of the trace; stays open
   * @param blocks the sizes of blocks in a file that was not read yet
   */
  PrvPass(
      InputStream in,
      Path path,
      EventNames names,
      CompressOptions options,
      FileFacts known,
      BlockSizes blocks)
      throws IOException {
    this.path = path;
    this.known = known;
    this.threads = options.threads();
    this.header = PrvHeader.read(in, path.toString());
    this.jobs = new TaskJobs(header.tasks(), threads);
    this.records =
        new Records(new RecordBlocks(in, jobs, threads, blocks.bytes()), path.toString(), 1);
    int size = blocks.calls(header.tasks()) * (known.isAssumed() ? 1 : TaskBacklog.WIDER);
    for (int task = 0; task < header.tasks(); task++) {
      tasks.add(new TaskBacklog(task, size, known.task(task), this));
    }
    this.reader = new PrvReader(records, names, tasks, this::createsApart);
    this.compressor = new Compressor(header.tasks(), options);
    this.writers = new TaskWriter[header.tasks()];
  }

  void run() throws IOException {
    ParallelParts.run(threads, threads, done -> {}, (thread, report) -> {
      if (thread > 0) {
        jobs.work();
        return;
      }
      try {
        reader.read();
        if (holds()) {
          writeRest();
        }
      } finally {
        jobs.close();
      }
    });
  }

  /** Stops the writing of calls if the pass assumes that tasks create communicators with the same calls. */
  private void createsApart() {
    stopped |= known.createTogether();
  }

  /** Whether the known facts were right. */
  boolean holds() {
    return !stopped
        && (known.isAssumed() || known.tasks().size() == tasks.size())
        && reader.createTogether() == known.createTogether()
        && tasks.stream().allMatch(TaskBacklog::holds);
  }

  /** Returns the facts that the whole file shows. */
  FileFacts facts() {
    return new FileFacts(
        reader.createTogether(), tasks.stream().map(TaskBacklog::facts).toList());
  }

  @Override
  public void write(
      int task,
      long start,
      List<PrvCall> calls,
      List<PrvMessage> sends,
      List<PrvMessage> receives) {
    if (stopped) {
      return;
    }
    jobs.add(task, () -> {
      TaskWriter writer = writers[task];
      if (writer == null) {
        writer = new TaskWriter(
            task,
            header.unitsPerMicrosecond(),
            start,
            records,
            known.createTogether(),
            compressor.task(task));
        writers[task] = writer;
      }
      writer.write(calls, sends, receives);
    });
  }

  @Override
  public void stop() {
    stopped = true;
  }

  private TaskWriter writer(int task) {
    return Objects.requireNonNull(writers[task]); // each task has calls, as the reader has checked
  }

  private void writeRest() {
    for (int i = 0; i < tasks.size(); i++) {
      int task = i;
      tasks.get(task).writeRest();
      jobs.add(task, () -> {
        writer(task).end(tasks.get(task).endOfTask);
        compressor.finish(task);
      });
    }
    jobs.finish();
  }

  /** Returns the trace. The known facts must have been right. */
  Trace trace() {
    Set<String> notes = new LinkedHashSet<>();
    long sends = 0;
    long receives = 0;
    for (int task = 0; task < writers.length; task++) {
      TaskWriter writer = writer(task);
      notes.addAll(writer.notes());
      sends += writer.sendsWithoutMessage();
      receives += writer.receivesWithoutMessage();
    }
    withoutMessage(sends, "send", "to", notes);
    withoutMessage(receives, "receive", "from", notes);
    notes.add(
        "the trace does not contain the communicator of each message or the origin of communicators; MPI_COMM_WORLD is assumed");
    Trace trace = compressor.trace("Paraver: " + path.getFileName(), List.copyOf(notes));
    return trace.with(
        trace.events(), trace.header().withThreadsOf(header.threads().toIntArray()));
  }

  private static void withoutMessage(long count, String call, String way, Set<String> notes) {
    if (count > 0) {
      notes.add(call + "s without a message in the trace: " + count + "; each is kept as a " + call
          + " " + way
          + " MPI_PROC_NULL (the call named MPI_PROC_NULL, or its message was not recorded)");
    }
  }
}
