package io.github.tracecast.imports.internal.recording;

import static io.github.tracecast.trace.Parameter.COMPLETIONS;
import static io.github.tracecast.trace.Parameter.OUTCOMES;
import static io.github.tracecast.trace.Parameter.REQUESTS;
import static io.github.tracecast.trace.Parameter.SOURCE;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.compress.EventSink;
import io.github.tracecast.imports.internal.series.AddedCalls;
import io.github.tracecast.trace.MpiCall;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which successive calls are one event. */
class AddedCallsTest {
  private final List<String> events = new ArrayList<>();
  private final AddedCalls calls = AddedCalls.ofLog(new WritingSink(events::add));
  private int here;
  private int there;

  @BeforeEach
  void defineSites() {
    here = calls.site("here");
    there = calls.site("there");
  }

  private void call(MpiCall call, int site, long[] requests, long[] outcomes, int complete) {
    EventSink event = calls.begin(call, site).list(REQUESTS);
    for (long request : requests) {
      event = request == 0 ? event.addNone() : event.add(request);
    }
    event.list(OUTCOMES);
    for (long outcome : outcomes) {
      event.add(outcome);
    }
    event.number(COMPLETIONS, complete).end();
  }

  private void probe(int found) {
    calls
        .begin(MpiCall.IPROBE, there)
        .number(SOURCE, 3)
        .number(OUTCOMES, found)
        .number(COMPLETIONS, found)
        .end();
  }

  private List<String> events() {
    calls.endSeries();
    return events;
  }

  @Test
  void waitsForSomeOfTheSameRequestsAreOne() {
    call(MpiCall.WAITSOME, here, new long[] {1, 2, 3}, new long[] {1}, 1);
    call(MpiCall.WAITSOME, here, new long[] {1, 0, 3}, new long[] {0, 2}, 3);
    assertThat(events()).containsExactly("MPI_Waitsome requests=#1,#2,#3 completions=3 site=here");
  }

  @Test
  void anotherCallSiteOtherRequestsOrACallBetweenEndIt() {
    call(MpiCall.WAITSOME, here, new long[] {1, 2}, new long[] {1}, 1);
    call(MpiCall.WAITSOME, there, new long[] {1, 2}, new long[] {0}, 2);
    call(MpiCall.WAITSOME, there, new long[] {4}, new long[] {0}, 1);
    calls.begin(MpiCall.INIT, here).end();
    call(MpiCall.WAITSOME, there, new long[] {4}, new long[] {}, 1);
    assertThat(events())
        .containsExactly(
            "MPI_Waitsome requests=#1,#2 completions=1 site=here",
            "MPI_Waitsome requests=#1,#2 completions=2 site=there",
            "MPI_Waitsome requests=#4 completions=1 site=there",
            "MPI_Init site=here",
            "MPI_Waitsome requests=#4 completions=1 site=there");
  }

  @Test
  void pollsThatFindNothingArePartOfTheOneThatFinds() {
    probe(0);
    call(MpiCall.TESTALL, here, new long[] {1, 2}, new long[] {0}, 0);
    probe(0);
    probe(1);
    assertThat(events()).containsExactly("MPI_Iprobe source=3 outcomes=1 site=there");
  }

  @Test
  void pollsThatFindNothingAreOneEvent() {
    probe(0);
    call(MpiCall.TESTALL, here, new long[] {1, 2}, new long[] {0}, 0);
    calls.begin(MpiCall.INIT, here).end();
    assertThat(events())
        .containsExactly("MPI_Iprobe source=3 outcomes=0 site=there", "MPI_Init site=here");
  }
}
