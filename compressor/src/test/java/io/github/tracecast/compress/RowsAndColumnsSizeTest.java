package io.github.tracecast.compress;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.codec.BinaryCodec;
import io.github.tracecast.trace.codec.TextCodec;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Grids of ranks with a communicator for each row and each column, or for each line. */
class RowsAndColumnsSizeTest {
  /** A run whose calls on rows and on columns have the given call sites. */
  private static Trace grid(int side, String ofRow, String ofColumn) {
    Compressor compressor = new Compressor(
        side * side, CompressOptions.DEFAULT.withDeltas(CompressOptions.Deltas.NONE));
    for (int rank = 0; rank < side * side; rank++) {
      EventSink task = compressor.task(rank);
      int column = rank % side;
      int mine = task.communicator("row", rank - column, 0, column, side);
      int other = task.communicator("column", column, column == 0 ? 1 : 0, rank / side, side);
      split(task, "split in " + ofRow, mine);
      split(task, "split in " + ofColumn, other);
      for (int i = 0; i < 10; i++) {
        barrier(task, ofRow, mine);
        barrier(task, ofColumn, other);
      }
      compressor.finish(rank);
    }
    return compressor.trace("", List.of());
  }

  private static void split(EventSink task, String site, int made) {
    task.begin(MpiCall.COMM_SPLIT, task.site(site))
        .number(Parameter.COMMUNICATOR, 0)
        .number(Parameter.NEW_COMMUNICATOR, made)
        .end();
  }

  private static void barrier(EventSink task, String site, int communicator) {
    task.begin(MpiCall.BARRIER, task.site(site))
        .number(Parameter.COMMUNICATOR, communicator)
        .end();
  }

  /** A cube of ranks, split into lines by one call for each direction. */
  private static Trace cube(int side) {
    int ranks = side * side * side;
    int[] distances = {1, side, side * side};
    Compressor compressor =
        new Compressor(ranks, CompressOptions.DEFAULT.withDeltas(CompressOptions.Deltas.NONE));
    for (int rank = 0; rank < ranks; rank++) {
      EventSink task = compressor.task(rank);
      int[] lines = new int[3];
      for (int d = 0; d < 3; d++) {
        int place = rank / distances[d] % side;
        int first = rank - place * distances[d];
        int before = (int)
            IntStream.range(0, d).filter(e -> first / distances[e] % side == 0).count();
        lines[d] = task.communicator("line " + first + "." + d, first, before, place, side);
        task.begin(MpiCall.COMM_SPLIT, task.site("split"))
            .number(Parameter.COMMUNICATOR, 0)
            .number(Parameter.NEW_COMMUNICATOR, lines[d])
            .number(
                Parameter.COLOR,
                rank / distances[(d + 1) % 3] % side * side + rank / distances[(d + 2) % 3] % side)
            .end();
      }
      for (int i = 0; i < 30; i++) {
        barrier(task, "line", lines[i % 3]);
      }
      compressor.finish(rank);
    }
    return compressor.trace("", List.of());
  }

  @Test
  void linesOfACubeTakeHardlyMoreBytesInALargerOne() {
    Trace small = cube(4);
    Trace large = cube(8);

    assertThat(large.communicators()).hasSize(2 + 3 * 8 * 8);
    byte[] text = TextCodec.write(large);
    byte[] binary = BinaryCodec.write(large);
    assertThat(binary.length).isBetween(1, BinaryCodec.write(small).length + 60);
    assertThat(binary).hasSizeLessThan(500);
    assertThat(TextCodec.read(text, "cube")).isEqualTo(large);
    assertThat(BinaryCodec.read(binary, "cube")).isEqualTo(large);
  }

  @ParameterizedTest
  @CsvSource({"row, column", "line, line"})
  void communicatorsOfRowsAndColumnsTakeTheSameBytesInAnyGrid(String ofRow, String ofColumn) {
    Trace small = grid(16, ofRow, ofColumn);
    Trace large = grid(64, ofRow, ofColumn);

    assertThat(large.communicators()).hasSize(2 + 2 * 64);
    assertThat(large.events()).hasSameSizeAs(small.events());
    byte[] text = TextCodec.write(large);
    byte[] binary = BinaryCodec.write(large);
    assertThat(text.length).isBetween(1, TextCodec.write(small).length + 50);
    assertThat(text).hasSizeLessThan(1_000);
    assertThat(binary).hasSizeLessThan(700);
    assertThat(TextCodec.read(text, "grid")).isEqualTo(large);
    assertThat(BinaryCodec.read(binary, "grid")).isEqualTo(large);
  }
}
