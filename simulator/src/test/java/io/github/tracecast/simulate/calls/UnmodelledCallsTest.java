package io.github.tracecast.simulate.calls;

import static io.github.tracecast.trace.Parameter.*;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.simulate.replay.TraceSketch;
import io.github.tracecast.trace.Distribution;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Term;
import io.github.tracecast.trace.Trace;
import java.util.List;
import org.junit.jupiter.api.Test;

class UnmodelledCallsTest {

  private static List<String> of(TraceSketch sketch) {
    Trace trace = sketch.trace();
    return UnmodelledCalls.of(trace, EventTable.of(trace));
  }

  @Test
  void eachCallIsNamedOnceWithItsFirstEvent() {
    TraceSketch sketch = new TraceSketch(2);
    sketch
        .call(MpiCall.INIT, sketch.all())
        .call(MpiCall.WIN_FENCE, sketch.all())
        .call(MpiCall.PUT, 0)
        .call(MpiCall.WIN_FENCE, sketch.all());
    assertThat(of(sketch))
        .containsExactly(
            "MPI_Win_fence is not modelled; 0 s is assumed for its 2 events; the first is event 1",
            "MPI_Put is not modelled; 0 s is assumed for its 1 events; the first is event 2");
  }

  @Test
  void callsWithRecordedTimesAreNamedTogether() {
    TraceSketch sketch = new TraceSketch(2);
    Distribution time = new Distribution.MinAvgMax(1, 7, 7, 7);
    sketch
        .call(MpiCall.FILE_OPEN, sketch.all())
        .inside(sketch.all(), time)
        .call(MpiCall.FILE_WRITE, sketch.all())
        .inside(sketch.all(), time)
        .call(MpiCall.FILE_CLOSE, sketch.all());
    assertThat(of(sketch))
        .containsExactly(
            "MPI_File_open, MPI_File_write are not modelled and keep their recorded time on every machine",
            "MPI_File_close is not modelled; 0 s is assumed for its 1 events; the first is event 2");
  }

  @Test
  void callsThatAreModelledOrTakeNoTimeAreNotNamed() {
    TraceSketch sketch = new TraceSketch(2);
    sketch
        .call(MpiCall.INIT, sketch.all())
        .call(MpiCall.COMM_RANK, sketch.all())
        .call(MpiCall.COMM_IDUP, sketch.all())
        .call(MpiCall.TYPE_COMMIT, sketch.all())
        .call(MpiCall.ALLOC_MEM, sketch.all())
        .call(MpiCall.FINALIZE, sketch.all());
    assertThat(of(sketch)).isEmpty();
  }

  @Test
  void anIprobeThatDoesNotSayWhatItFoundIsNamed() {
    TraceSketch sketch = new TraceSketch(1)
        .call(MpiCall.IPROBE, 0, SOURCE, Term.ANY, TAG, Term.ANY)
        .call(MpiCall.IPROBE, 0, SOURCE, Term.ANY, TAG, Term.ANY, OUTCOMES, new long[] {0});
    assertThat(of(sketch))
        .containsExactly("1 events of MPI_Iprobe have no recorded result; no message is assumed");
  }
}
