package io.github.tracecast.decompress;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.Term;
import io.github.tracecast.trace.Unit;
import io.github.tracecast.trace.Values;
import io.github.tracecast.trace.calls.Reduction;
import io.github.tracecast.trace.times.Distribution.MinAvgMax;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ExpanderTest {
  @Test
  void listsARanksEventsOneALine() throws IOException {
    Traces traces = new Traces(6);
    RankList all = traces.all();
    RankList even = RankList.of(0, 2, 4);
    int communicator = traces.communicator(4, 2, 0);
    traces.event(MpiCall.INIT, all, Map.of());
    traces.event(
        MpiCall.ISEND,
        even,
        Map.of(
            Parameter.COMMUNICATOR,
            Values.constant(even, communicator),
            Parameter.DESTINATION,
            Traces.uniform(even, Term.rankPlusMod(1)),
            Parameter.COUNT,
            Values.uniform(even, Sequence.scalars(10, 20)),
            Parameter.DATATYPE,
            Values.constant(even, 0),
            Parameter.TAG,
            Values.constant(even, 7)),
        new Delta(
            Delta.Kind.COMPUTE,
            Unit.MICROSECONDS,
            0,
            even,
            List.of(new MinAvgMax(3, 1, 12.5, 20))));
    traces.event(
        MpiCall.WAITALL,
        even,
        Map.of(
            Parameter.REQUESTS,
            Values.uniform(
                even,
                Sequence.builder()
                    .add(Term.Kind.CONSTANT, 1)
                    .add(Term.Kind.NONE, 0)
                    .endTuple()
                    .build())));
    traces.loop(1, 2, even, 2);
    traces.event(
        MpiCall.ALLREDUCE,
        all,
        Map.of(
            Parameter.COUNT,
            Values.constant(all, 1),
            Parameter.DATATYPE,
            Values.constant(all, 1),
            Parameter.REDUCTION,
            Values.constant(all, Reduction.SUM.code())));
    StringBuilder text = new StringBuilder();
    long lines = Expander.of(Programs.of(traces.build())).expand(2, Long.MAX_VALUE, text);
    assertThat(lines).isEqualTo(6);
    assertThat(text).hasToString("""
        0 MPI_Init site=site0
        1 MPI_Isend compute=12.50us communicator=2 destination=2 (world 0) tag=7 count=10 datatype=MPI_DOUBLE bytes=80 request=#1 site=site1
        2 MPI_Waitall requests=#1,none site=site2
        3 MPI_Isend communicator=2 destination=2 (world 0) tag=7 count=20 datatype=MPI_DOUBLE bytes=160 request=#2 site=site1
        4 MPI_Waitall requests=#2,none site=site2
        5 MPI_Allreduce count=1 datatype=mystery reduction=SUM bytes=0 site=site3
        """);
  }

  @Test
  void stopsAfterAsManyEventsAsWanted() throws IOException {
    Traces traces = new Traces(1);
    traces
        .event(MpiCall.BARRIER, traces.all(), Map.of())
        .loop(0, 0, traces.all(), 1_000_000_000_000L);
    StringBuilder text = new StringBuilder();
    assertThat(Expander.of(Programs.of(traces.build())).expand(0, 2, text)).isEqualTo(2);
    assertThat(text).hasToString("0 MPI_Barrier site=site0\n1 MPI_Barrier site=site0\n");
  }
}
