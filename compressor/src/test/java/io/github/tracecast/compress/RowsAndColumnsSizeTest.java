package io.github.tracecast.compress;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.trace.BinaryCodec;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.TextCodec;
import io.github.tracecast.trace.Trace;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A square grid of ranks with a communicator for each row and each column. */
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
