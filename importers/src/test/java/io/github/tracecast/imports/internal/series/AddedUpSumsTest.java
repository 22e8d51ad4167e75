package io.github.tracecast.imports.internal.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tracecast.compress.CompressOptions;
import io.github.tracecast.compress.CompressOptions.Completions;
import io.github.tracecast.compress.Compressor;
import io.github.tracecast.compress.EventSink;
import io.github.tracecast.decompress.Expander;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Unit;
import io.github.tracecast.trace.times.Distribution;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Random waits, tests and probes: whichever are added up, calls, completions and times stay. */
class AddedUpSumsTest {
  /** Cases of a random family: 20, and more at night ({@code -Dseeds=100}). */
  private static final int SEEDS = Integer.getInteger("seeds", 20);

  private static final List<MpiCall> FOR_SOME =
      List.of(MpiCall.WAITSOME, MpiCall.WAITANY, MpiCall.TESTSOME, MpiCall.TESTANY);
  private static final Pattern CALLS = Pattern.compile(" calls=(\\S+)");
  private static final Pattern COMPLETIONS = Pattern.compile(" requests=.* completions=(\\d+)");

  /** One rank that makes requests and completes some of them at a time. */
  private static final class RandomRank {
    private final Random random;
    private final AddedCalls calls;
    private long requests;
    private long made;
    private long completed;
    private double computed;
    private double inside;

    RandomRank(int seed, AddedCalls calls) {
      this.random = new Random(seed);
      this.calls = calls;
    }

    private EventSink begin(MpiCall call, int site) {
      double before = random.nextInt(3, 9); // too long for a loop that only waits
      double within = random.nextInt(1, 9);
      computed += before;
      inside += within;
      return calls
          .begin(call, calls.site("site " + site))
          .compute(Unit.MICROSECONDS, before)
          .inside(Unit.MICROSECONDS, within);
    }

    private void probe(int found) {
      made++;
      begin(MpiCall.IPROBE, 1)
          .any(Parameter.SOURCE)
          .any(Parameter.TAG)
          .number(Parameter.COMMUNICATOR, 0)
          .number(Parameter.OUTCOMES, found)
          .end();
    }

    /** Makes requests, and completes some of them with calls of one kind. */
    void round() {
      int size = random.nextInt(1, 5);
      boolean[] done = new boolean[size];
      for (int i = 0; i < size; i++) {
        requests++;
        begin(MpiCall.IRECV, 0)
            .any(Parameter.SOURCE)
            .number(Parameter.TAG, i)
            .number(Parameter.COUNT, 1)
            .number(Parameter.DATATYPE, calls.datatype("MPI_INT", 4))
            .number(Parameter.COMMUNICATOR, 0)
            .end();
      }
      MpiCall call = FOR_SOME.get(random.nextInt(FOR_SOME.size()));
      for (int left = size; left > random.nextInt(2); ) {
        if (random.nextInt(4) == 0) {
          probe(random.nextInt(5) / 4);
        }
        left -= some(call, done);
      }
      begin(MpiCall.WAITALL, 0).list(Parameter.REQUESTS);
      for (int i = 0; i < size; i++) {
        if (!done[i]) {
          calls.add(requests - size + 1 + i);
        }
      }
      calls.end();
    }

    private int some(MpiCall call, boolean[] done) {
      made++;
      EventSink event = begin(call, 2).list(Parameter.REQUESTS);
      for (int i = 0; i < done.length; i++) {
        event = done[i] ? event.addNone() : event.add(requests - done.length + 1 + i);
      }
      boolean one = call.completion() == MpiCall.Completion.ONE;
      int now = 0;
      event.list(Parameter.OUTCOMES);
      for (int i = 0; i < done.length; i++) {
        if (!done[i] && random.nextInt(3) == 0 && (now == 0 || !one)) {
          done[i] = true;
          event.add(i);
          now++;
        }
      }
      completed += now;
      event.end();
      return now;
    }
  }

  @ParameterizedTest
  @EnumSource(Completions.class)
  void callsCompletionsAndTimesStay(Completions kept) throws IOException {
    for (int seed = 1; seed <= SEEDS; seed++) {
      Compressor compressor = new Compressor(1, CompressOptions.DEFAULT.withCompletions(kept));
      RandomRank rank = new RandomRank(seed, AddedCalls.ofOutcomes(compressor.task(0), kept));
      for (int round = 0; round < seed; round++) {
        rank.round();
      }
      rank.calls.endSeries();
      compressor.finish(0);
      Trace trace = compressor.trace("", List.of());
      String name = kept + ", case " + seed;
      assertThat(sum(trace, Delta.Kind.COMPUTE)).as(name).isCloseTo(rank.computed, within(1e-6));
      assertThat(sum(trace, Delta.Kind.INSIDE)).as(name).isCloseTo(rank.inside, within(1e-6));
      checkCalls(rank, listing(trace), kept, name);
    }
  }

  private static void checkCalls(
      RandomRank rank, List<String> lines, Completions kept, String name) {
    double calls = 0;
    long completed = 0;
    for (String line : lines) {
      if (line.contains(" MPI_Irecv ") || line.contains(" MPI_Waitall ")) {
        continue;
      }
      Matcher number = CALLS.matcher(line);
      calls += number.find() ? Double.parseDouble(number.group(1)) : 1;
      Matcher completions = COMPLETIONS.matcher(line);
      completed += completions.find() ? Long.parseLong(completions.group(1)) : 0;
    }
    assertThat(calls).as(name).isCloseTo(rank.made, within(1e-6));
    assertThat(completed).as(name).isEqualTo(kept == Completions.COUNTED ? rank.completed : 0);
  }

  private static double sum(Trace trace, Delta.Kind kind) {
    return trace.events().stream()
        .flatMap(event -> event.deltas().stream())
        .filter(delta -> delta.kind() == kind)
        .flatMap(delta -> delta.byExecution().stream())
        .mapToDouble(Distribution::sum)
        .sum();
  }

  private static List<String> listing(Trace trace) throws IOException {
    StringBuilder out = new StringBuilder();
    Expander.of(Programs.of(trace)).expand(0, 100_000, out);
    return out.toString().lines().toList();
  }
}
