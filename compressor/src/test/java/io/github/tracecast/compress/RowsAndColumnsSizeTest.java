package io.github.tracecast.compress;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.trace.BinaryCodec;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.TextCodec;
import io.github.tracecast.trace.Trace;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A square grid of ranks with a communicator for each row and each column. */
class RowsAndColumnsSizeTest {
  private static Trace grid(int side) {
    Compressor compressor = new Compressor(
        side * side, CompressOptions.DEFAULT.withDeltas(CompressOptions.Deltas.NONE));
    for (int rank = 0; rank < side * side; rank++) {
      EventSink task = compressor.task(rank);
      int column = rank % side;
      int mine = task.communicator("row", rank - column, 0, column, side);
      int other = task.communicator("column", column, column == 0 ? 1 : 0, rank / side, side);
      split(task, "split in rows", mine);
      split(task, "split in columns", other);
      for (int i = 0; i < 10; i++) {
        barrier(task, "row", mine);
        barrier(task, "column", other);
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

  @Test
  void communicatorsOfRowsAndColumnsTakeBytesAsTheSideOfTheGridDoes() {
    Trace small = grid(16);
    Trace large = grid(64);

    assertThat(large.communicators()).hasSize(2 + 2 * 64);
    assertThat(large.events()).hasSameSizeAs(small.events());
    assertThat(TextCodec.write(large)).hasSizeLessThan(5 * TextCodec.write(small).length);
    assertThat(TextCodec.write(large)).hasSizeLessThan(11_000);
    assertThat(BinaryCodec.write(large)).hasSizeLessThan(1_400);
    assertThat(BinaryCodec.read(BinaryCodec.write(large), "grid")).isEqualTo(large);
  }
}
