package io.github.tracecast.exports.program;

import io.github.tracecast.decompress.EventCounts;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.MappingSpec;
import io.github.tracecast.platform.Platform;
import io.github.tracecast.platform.PlatformCatalogue;
import io.github.tracecast.repair.sources.RecordedSources;
import io.github.tracecast.simulate.ReplayException;
import io.github.tracecast.simulate.ReplayOptions;
import io.github.tracecast.simulate.StuckReplayException;
import io.github.tracecast.simulate.lanes.Lane;
import io.github.tracecast.simulate.replay.LogGpReplays;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.Header;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.text.Numbers;
import io.github.tracecast.trace.text.UsageException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Replays a trace before its program is written, to find out whether the program could hang. On the
 * simulated machine, sends of messages above a limit wait for their receives.
 *
 * <p>If this replay hangs, it is repeated with each receive from any source fixed to its recorded
 * sender. If that replay hangs too, it is repeated with blocking sends that do not wait.
 *
 * @param eagerBytes the largest message that the MPI sends without a receive
 */
public record HangCheck(long eagerBytes) {
  private static final int KIB = 1024;

  /**
   * A trace whose program does not hang.
   *
   * @param sendsLater whether blocking sends above the limit must return before their receives are
   *     posted
   * @param warnings the differences from the recorded calls
   */
  public record Passed(Trace trace, boolean sendsLater, List<String> warnings) {}

  /** A form of the trace, with warnings about how it differs from the trace. */
  private record Form(Trace trace, List<String> warnings) {}

  /**
   * Returns the first form of a trace whose replay ends.
   *
   * @throws UsageException if no form ends; the message names the waiting ranks and what they wait
   *     for
   */
  public Passed of(Trace trace) {
    List<Form> forms = forms(trace);
    return first(forms, false)
        .or(() -> mayLackReceives(Programs.of(trace)) ? Optional.empty() : first(forms, true))
        .orElseThrow(() -> refused(trace));
  }

  private UsageException refused(Trace trace) {
    HangCheck all = new HangCheck(largestMessage(trace));
    String hint = all.hang(trace).isEmpty()
        ? "; if your MPI sends messages of " + all.eagerBytes
            + " B eagerly, state it with `set mpi.eager_limit=" + all.eagerBytes + "`"
        : "";
    return new UsageException("the program could hang on a machine where messages above " + limit()
        + " wait for their receives (" + hang(trace).orElse("senders wait") + ")" + hint);
  }

  String limit() {
    return eagerBytes % KIB == 0 ? eagerBytes / KIB + " KiB" : Numbers.bytes(eagerBytes);
  }

  /**
   * Returns the first form of a trace whose replay ends although large sends wait for their
   * receives; empty if there is no such form.
   */
  Optional<Passed> waiting(Trace trace) {
    return first(forms(trace), false);
  }

  private Optional<Passed> first(List<Form> forms, boolean later) {
    return forms.stream()
        .filter(
            form -> hang(later ? withoutWaiting(form.trace()) : form.trace()).isEmpty())
        .map(form -> new Passed(form.trace(), later, warnings(form, later)))
        .findFirst();
  }

  /**
   * Whether a message may stay unreceived: there are more sends than receives, or a receive may be
   * cancelled. A send that returns before its receive could then make the program wait for ever at
   * its end.
   */
  static boolean mayLackReceives(Programs programs) {
    EventCounts counts = EventCounts.of(programs);
    return counts.sends() > counts.receives() || counts.of(MpiCall.CANCEL) > 0;
  }

  /**
   * Returns the forms of a trace in the order in which they are tried. The trace itself comes
   * first, unless its receives from any source could hang by chance.
   */
  private List<Form> forms(Trace trace) {
    List<Form> forms = new ArrayList<>();
    List<RecordedSources> recorded = RecordedSources.of(trace);
    for (RecordedSources form : recorded) {
      forms.add(new Form(
          form.trace(),
          List.of("receives from any source match " + form.note()
              + ", because later calls depend on the sender")));
    }
    boolean chance = recorded.stream().anyMatch(form -> form.waitingBytes() > eagerBytes);
    forms.add(chance ? forms.size() : 0, new Form(trace, List.of()));
    return forms;
  }

  private List<String> warnings(Form form, boolean later) {
    List<String> warnings = new ArrayList<>(form.warnings());
    if (later) {
      warnings.add("MPI_Send of more than " + limit()
          + " becomes MPI_Isend, because ranks would otherwise wait for each other's receives; if your"
          + " MPI sends larger messages eagerly, state its limit with `set mpi.eager_limit`");
    }
    return warnings;
  }

  private static long largestMessage(Trace trace) {
    Programs programs = Programs.of(trace);
    long[] largest = new long[1];
    for (int rank = 0; rank < programs.ranks(); rank++) {
      EventCounts.visitPartners(programs, rank, (call, times) -> {
        if (call.call().sends()) {
          largest[0] = Math.max(largest[0], call.sendBytes());
        }
      });
    }
    return largest[0];
  }

  /** Replaces blocking sends by buffered sends. */
  private static Trace withoutWaiting(Trace trace) {
    List<Event> events = new ArrayList<>();
    for (Event event : trace.events()) {
      events.add(
          event.call() != MpiCall.SEND
              ? event
              : new Event(
                  MpiCall.BSEND,
                  event.callSite(),
                  event.ranks(),
                  event.parameters(),
                  event.deltas()));
    }
    return trace.with(events, trace.header());
  }

  /**
   * Returns the report of a replay that does not end: the waiting ranks and what they wait for.
   * Empty if the replay ends.
   */
  private Optional<String> hang(Trace trace) {
    Programs programs = Programs.of(trace);
    trace.header().notReplayable().ifPresent(reason -> {
      throw new UsageException("the trace " + reason);
    });
    try {
      Lane lane = new Lane(machine(trace.header()), ReplayOptions.defaults());
      new LogGpReplays(programs, EventCounts.of(programs)).of(List.of(lane), calls -> {});
      return Optional.empty();
    } catch (StuckReplayException e) {
      return Optional.of(e.waits());
    } catch (ReplayException e) {
      throw new UsageException("the trace cannot be replayed: " + e.getMessage());
    }
  }

  private Machine machine(Header header) {
    Platform ideal =
        PlatformCatalogue.load("ideal", Map.of("mpi.eager_limit", (eagerBytes + 1) + "B"));
    return Machine.fit(
        ideal.withCollectivesOf(header.mpi()).withThreads(header.threads()),
        header.ranks(),
        new MappingSpec.Default());
  }
}
