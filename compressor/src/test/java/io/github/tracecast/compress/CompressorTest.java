package io.github.tracecast.compress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.TraceException;
import io.github.tracecast.trace.codec.Encoding;
import io.github.tracecast.trace.codec.TraceFiles;
import io.github.tracecast.trace.validation.TraceValidator;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CompressorTest {
  /** Cases of a random family: 20, and more at night ({@code -Dseeds=100}). */
  private static final int SEEDS = Integer.getInteger("seeds", 20);

  private static final CompressOptions[] OPTIONS = {
    CompressOptions.DEFAULT,
    CompressOptions.DEFAULT.withDeltas(CompressOptions.Deltas.NONE).withWindow(7),
    CompressOptions.DEFAULT.withDetail(CompressOptions.DeltaDetail.ALL),
    CompressOptions.DEFAULT
        .withDeltas(CompressOptions.Deltas.MINAVGMAX)
        .withDetail(CompressOptions.DeltaDetail.SHARED),
    CompressOptions.DEFAULT.withTree(CompressOptions.RadixTree.MSB)
  };

  @Test
  void whatIsExpandedIsWhatWentIn() {
    for (int seed = 1; seed <= SEEDS; seed++) {
      RandomRun run = new RandomRun(seed);
      Compressor compressor = new Compressor(run.ranks, OPTIONS[seed % OPTIONS.length]);
      List<List<String>> expected = new ArrayList<>();
      for (int rank = 0; rank < run.ranks; rank++) {
        RecordingSink sink = new RecordingSink(compressor.task(rank));
        run.run(rank, sink);
        expected.add(sink.events());
        if (rank % 3 != 1) {
          compressor.finish(rank);
        }
      }
      Trace trace = compressor.trace("", List.of());
      TraceValidator.check(trace);
      Expanded expanded = new Expanded(trace);
      for (int rank = 0; rank < run.ranks; rank++) {
        assertThat(expanded.events(rank))
            .as("seed %d, rank %d", seed, rank)
            .isEqualTo(expected.get(rank));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(CompressOptions.RadixTree.class)
  void theTraceDoesNotDependOnTheOrderOfTheTasks(
      CompressOptions.RadixTree tree, @TempDir Path folder) throws Exception {
    for (int seed = 20; seed <= 60; seed += 5) {
      RandomRun run = new RandomRun(seed);
      Compressor ascending = new Compressor(run.ranks, CompressOptions.DEFAULT.withTree(tree));
      Compressor descending = new Compressor(run.ranks, CompressOptions.DEFAULT.withTree(tree));
      for (int rank = 0; rank < run.ranks; rank++) {
        run.run(rank, ascending.task(rank));
        ascending.finish(rank);
        run.run(run.ranks - 1 - rank, descending.task(run.ranks - 1 - rank));
      }
      TraceFiles.write(ascending.trace("", List.of()), folder.resolve("up"), Encoding.TEXT);
      TraceFiles.write(descending.trace("", List.of()), folder.resolve("down"), Encoding.TEXT);
      assertThat(Files.readString(folder.resolve("down")))
          .as("seed %d", seed)
          .isEqualTo(Files.readString(folder.resolve("up")));
    }
  }

  /** A file may name far more ranks than it holds. */
  @Test
  void ranksThatHaveNotComeTakeNoMemory() {
    List<Compressor> all = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      all.add(new Compressor(RankList.MAX_RANKS, CompressOptions.DEFAULT));
    }
    assertThat(all)
        .allSatisfy(one -> assertThatThrownBy(() -> one.trace("", List.of()))
            .hasMessageContaining("no events of rank 0"));
  }

  @Test
  void ranksThatTookNothingAreMissed() {
    Compressor compressor = new Compressor(3, CompressOptions.DEFAULT);
    compressor.task(0);
    compressor.task(2);
    assertThatThrownBy(() -> compressor.trace("", List.of()))
        .isInstanceOf(TraceException.class)
        .hasMessage("compression: found no events of rank 1; expected events of all 3 ranks");
  }

  @Test
  void communicatorsAreOnceEachWithTheirMembersByFamily() {
    Compressor compressor = new Compressor(6, CompressOptions.DEFAULT);
    for (int rank = 0; rank < 6; rank++) {
      EventSink sink = compressor.task(rank);
      int own = sink.communicator("alone", rank, 4, 0, 1);
      int half = sink.communicator("half" + rank % 2, rank % 2, 1, rank / 2, 3);
      int again = sink.communicator("again" + rank % 2, rank % 2, 2, rank / 2, 3);
      for (int communicator : new int[] {0, own, half, again}) {
        sink.begin(MpiCall.BARRIER, sink.site("barrier"))
            .number(Parameter.COMMUNICATOR, communicator)
            .end();
      }
    }
    Trace trace = compressor.trace("", List.of());
    TraceValidator.check(trace);
    assertThat(trace.communicators())
        .extracting(communicator -> communicator.name() + " " + communicator.group())
        .containsExactly(
            "MPI_COMM_WORLD 0",
            "MPI_COMM_SELF -1",
            "alone -1",
            "half0 1",
            "half1 2",
            "again0 1",
            "again1 2");
    assertThat(trace.groups()).hasSize(3);
    assertThat(trace.groups().get(2).worldRank(2)).isEqualTo(5);
  }

  @Test
  void aMemberThatDidNotDefineItsCommunicatorIsMissed() {
    Compressor compressor = new Compressor(2, CompressOptions.DEFAULT);
    compressor.task(0).communicator("both", 0, 1, 0, 2);
    compressor.task(1);
    assertThatThrownBy(() -> compressor.trace("", List.of()))
        .hasMessage(
            "communicator both: found no definition by its local rank 1; expected a definition by each of its 2 members");
  }

  @Test
  void independentCallsPassEachOtherAndDependentOnesDoNot() {
    Compressor compressor = new Compressor(4, CompressOptions.DEFAULT);
    String[] programs = {"a x", "a y", "a y", "a x"};
    for (int rank = 0; rank < 4; rank++) {
      for (String site : programs[rank].split(" ")) {
        EventSink sink = compressor.task(rank);
        sink.begin(MpiCall.BARRIER, sink.site(site)).end();
      }
    }
    assertThat(compressor.trace("", List.of()).events()).hasSize(3);

    Compressor dependent = new Compressor(2, CompressOptions.DEFAULT);
    String[] crossed = {"x y", "y x"};
    for (int rank = 0; rank < 2; rank++) {
      for (String site : crossed[rank].split(" ")) {
        EventSink sink = dependent.task(rank);
        sink.begin(MpiCall.BARRIER, sink.site(site)).end();
      }
    }
    assertThat(dependent.trace("", List.of()).events()).hasSize(3);
  }
}
