package io.github.tracecast.compress;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.compress.CompressOptions.Deltas;
import io.github.tracecast.compress.CompressOptions.Matches;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.Term;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.codec.BinaryCodec;
import io.github.tracecast.trace.codec.TextCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** A master that replies to the sender of whatever message comes next. */
class FollowedMatchesTest {
  private static final int WORKERS = 7;

  /** Cases of a random family: 20, and more at night ({@code -Dseeds=100}). */
  private static final int SEEDS = Integer.getInteger("seeds", 20);

  /** Who sends the results, in the order of their matches: each worker at least once, then at random. */
  private static List<Integer> senders(int tasks, int seed) {
    Random random = new Random(seed);
    List<Integer> senders = new ArrayList<>();
    for (int task = 0; task < tasks; task++) {
      senders.add(task < WORKERS ? task + 1 : 1 + random.nextInt(WORKERS));
    }
    return senders;
  }

  /**
   * The trace of a run with phases, which end with a barrier.
   *
   * @param astray the task whose reply goes to another worker; -1 for none
   */
  private static Trace run(int phases, int tasks, Matches matches, int astray) {
    CompressOptions options = CompressOptions.DEFAULT.withDeltas(Deltas.NONE).withMatches(matches);
    Compressor compressor = new Compressor(WORKERS + 1, options);
    for (int phase = 0; phase < phases; phase++) {
      List<Integer> senders = senders(tasks, phase);
      EventSink master = compressor.task(0);
      for (int task = 0; task < tasks; task++) {
        int sender = senders.get(task);
        master
            .begin(MpiCall.RECV, master.site("receive"))
            .any(Parameter.SOURCE)
            .any(Parameter.TAG)
            .number(Parameter.MATCHED_SOURCE, sender)
            .number(Parameter.MATCHED_TAG, sender % 2)
            .end();
        master
            .begin(MpiCall.SEND, master.site("reply"))
            .number(Parameter.DESTINATION, task == astray ? 1 + sender % WORKERS : sender)
            .end();
      }
      barrier(master);
      for (int worker = 1; worker <= WORKERS; worker++) {
        EventSink task = compressor.task(worker);
        for (int sender : senders) {
          if (sender == worker) {
            task.begin(MpiCall.SEND, task.site("send"))
                .number(Parameter.DESTINATION, 0)
                .end();
            task.begin(MpiCall.RECV, task.site("wait"))
                .number(Parameter.SOURCE, 0)
                .end();
          }
        }
        barrier(task);
      }
    }
    return compressor.trace("", List.of());
  }

  private static void barrier(EventSink task) {
    task.begin(MpiCall.BARRIER, task.site("barrier")).end();
  }

  private static Sequence destinations(Trace trace) {
    return trace.events().stream()
        .filter(event -> trace.callSites().get(event.callSite()).name().equals("reply"))
        .findFirst()
        .orElseThrow()
        .parameter(Parameter.DESTINATION)
        .at(0);
  }

  private static int bytes(int tasks) {
    return BinaryCodec.write(run(1, tasks, Matches.COUNTS, -1)).length;
  }

  @Test
  void repliesAreTheSourceOfTheLastMatch() {
    Trace trace = run(1, 300, Matches.COUNTS, -1);

    assertThat(destinations(trace)).isEqualTo(Sequence.of(Term.matched(1)));
    assertThat(BinaryCodec.write(trace)[8]).isEqualTo((byte) 13);
    assertThat(BinaryCodec.read(BinaryCodec.write(trace), "x")).isEqualTo(trace);
    assertThat(TextCodec.read(TextCodec.write(trace), "x")).isEqualTo(trace);
  }

  @Test
  void anyNumberOfTasksTakesAsManyBytesButForDigits() {
    assertThat(bytes(4000) - bytes(100))
        .isLessThanOrEqualTo(32); // digits, and the note on iterations
  }

  @Test
  void theExpansionRepliesToEachMatchAndHasAllOfThem() {
    for (int seed = 1; seed <= SEEDS; seed++) {
      int tasks = 20 + 13 * seed;
      int phases = 1 + seed % 3;
      Trace trace = run(phases, tasks, Matches.COUNTS, -1);
      List<String> calls = new Expanded(BinaryCodec.read(BinaryCodec.write(trace), "x")).events(0);

      assertThat(calls).hasSize(phases * (2 * tasks + 1));
      for (int phase = 0; phase < phases; phase++) {
        List<String> ofPhase =
            calls.subList(phase * (2 * tasks + 1), (phase + 1) * (2 * tasks + 1));
        List<Integer> matched = new ArrayList<>();
        for (int i = 0; i < 2 * tasks; i += 2) {
          int source = number(ofPhase.get(i), "matched_source");
          assertThat(ofPhase.get(i)).contains("matched_tag=[" + source % 2 + "]");
          assertThat(number(ofPhase.get(i + 1), "destination")).isEqualTo(source);
          matched.add(source);
        }
        assertThat(matched.stream().sorted().toList())
            .isEqualTo(senders(tasks, phase).stream().sorted().toList());
      }
    }
  }

  private static int number(String call, String parameter) {
    String after = call.substring(call.indexOf(parameter + "=[") + parameter.length() + 2);
    return Integer.parseInt(after.substring(0, after.indexOf(']')));
  }

  @Test
  void oneReplyToAnotherRankKeepsAllAsTheyAre() {
    Trace trace = run(1, 300, Matches.COUNTS, 200);

    assertThat(destinations(trace).period()).isEqualTo(300);
    assertThat(new Expanded(trace)
            .events(0).stream()
                .filter(call -> call.contains("destination"))
                .map(call -> number(call, "destination"))
                .limit(200)
                .collect(Collectors.toList()))
        .isEqualTo(senders(300, 0).subList(0, 200));
  }

  @Test
  void matchesInTheirOrderKeepThePartners() {
    assertThat(destinations(run(1, 300, Matches.EXACT, -1)).period()).isEqualTo(300);
    assertThat(destinations(run(1, 300, Matches.NONE, -1)).period()).isEqualTo(300);
  }
}
