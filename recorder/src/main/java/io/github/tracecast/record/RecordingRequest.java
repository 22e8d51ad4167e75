package io.github.tracecast.record;

import io.github.tracecast.compress.CompressOptions;
import io.github.tracecast.imports.Recordings;
import io.github.tracecast.trace.codec.Encoding;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The command to record, with the options of the recording.
 *
 * @param command launcher, program and arguments
 * @param linked whether the program is linked with the recorder, which is then not preloaded
 * @param compiler compiler of the program's MPI; null for the compiler of the launcher's MPI
 * @param counter how the recorder measures computation
 * @param completions how the recorder keeps partial completions: counted or exact
 * @param polling how the recorder counts the time between unsuccessful polls: as waiting or as
 *     computation
 * @param structure whether loops follow the static structure that the program's compiler wrote, if
 *     there is one
 * @param payload the ranks and the limit of the payload for {@code retime}
 * @param raw a new folder for the logs of every single event; null to keep no logs
 * @param verify whether to compare the expanded trace with every recorded event
 * @param output where to write the trace
 */
public record RecordingRequest(
    List<String> command,
    boolean linked,
    @Nullable String compiler,
    String counter,
    String completions,
    String polling,
    boolean structure,
    KeptPayload payload,
    @Nullable Path raw,
    boolean verify,
    CompressOptions compression,
    Path output,
    Encoding encoding) {

  /** How to count a short, regular time between unsuccessful polls. */
  public enum Polling {
    WAITING,
    COMPUTATION
  }

  public RecordingRequest {
    command = List.copyOf(command);
  }

  /** Whether the recorder must log every single call. */
  boolean needsCalls() {
    return raw != null || verify || Recordings.needsCalls(compression);
  }
}
