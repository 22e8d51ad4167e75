package io.github.tracecast.imports.internal.paraver;

import io.github.tracecast.compress.CompressOptions;
import io.github.tracecast.compress.Compressor;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.TraceException;
import io.github.tracecast.trace.system.ParallelParts;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;

/**
 * Converts a Paraver trace to a comprehensive trace.
 *
 * <p>A task's calls are its events of MPI types, in order. The times between calls, before the
 * first call and after the last call are computation. The trace has both ends of each message, so
 * no receive has a wildcard. A send or receive without a message uses MPI_PROC_NULL. Sizes are in
 * bytes.
 */
public final class ParaverImporter {
  private ParaverImporter() {}

  /** Whether a file with these first bytes is a Paraver trace. */
  public static boolean recognises(String head) {
    return head.startsWith(PrvHeader.MAGIC);
  }

  /**
   * Reads a whole trace.
   *
   * @param in the uncompressed records of the trace; stays open
   * @param path the path of the trace, beside the {@code .pcf} file with the names of the calls
   * @throws TraceException if the trace does not have the form that Extrae writes
   */
  public static Trace read(
      InputStream in, Path path, CompressOptions options, LongConsumer progress)
      throws IOException {
    Records records = new Records(in, path.toString());
    PrvReader reader = new PrvReader(records, EventNames.read(EventNames.namesFile(path)));
    reader.read(progress);
    int tasks = reader.header().tasks();
    CollectiveMatching collectives = new CollectiveMatching(reader, records);
    int[][] sends = reader.messages().byTask(tasks, true);
    int[][] receives = reader.messages().byTask(tasks, false);
    boolean agreed = createTogether(reader);
    Compressor compressor = new Compressor(tasks, options);
    List<Set<String>> notesOfTasks = new ArrayList<>(Collections.nCopies(tasks, Set.of()));
    AtomicLong sent = new AtomicLong();
    AtomicLong received = new AtomicLong();
    ParallelParts.run(tasks, options.threads(), done -> {}, (task, report) -> {
      TaskWriter writer = new TaskWriter(
          reader,
          task,
          records,
          collectives,
          sends[task],
          receives[task],
          agreed,
          compressor.task(task));
      writer.write();
      sent.addAndGet(writer.sendsWithoutMessage());
      received.addAndGet(writer.receivesWithoutMessage());
      notesOfTasks.set(task, writer.notes());
      compressor.finish(task);
    });
    Set<String> notes = new LinkedHashSet<>();
    notesOfTasks.forEach(notes::addAll);
    withoutMessage(sent.get(), "send", "to", notes);
    withoutMessage(received.get(), "receive", "from", notes);
    notes.add(
        "the trace does not contain the communicator of each message or the origin of communicators; MPI_COMM_WORLD is assumed");
    Trace trace = compressor.trace("Paraver: " + path.getFileName(), List.copyOf(notes));
    int[] threads = reader.header().threads().toIntArray();
    return trace.with(trace.events(), trace.header().withThreadsOf(threads));
  }

  private static void withoutMessage(long count, String call, String way, Set<String> notes) {
    if (count > 0) {
      notes.add(call + "s without a message in the trace: " + count + "; each is kept as a " + call
          + " " + way
          + " MPI_PROC_NULL (the call named MPI_PROC_NULL, or its message was not recorded)");
    }
  }

  /** Whether a call creates a communicator collectively. */
  static boolean makesCommunicator(MpiCall call) {
    return call.role() == MpiCall.Role.MAKE_COMMUNICATOR
        || call.role() == MpiCall.Role.START_COMMUNICATOR;
  }

  private static boolean createTogether(PrvReader reader) {
    List<MpiCall> first = makers(reader.calls(0));
    return IntStream.range(1, reader.header().tasks())
        .allMatch(task -> makers(reader.calls(task)).equals(first));
  }

  private static List<MpiCall> makers(Calls calls) {
    return IntStream.range(0, calls.count())
        .mapToObj(calls::call)
        .filter(ParaverImporter::makesCommunicator)
        .toList();
  }
}
