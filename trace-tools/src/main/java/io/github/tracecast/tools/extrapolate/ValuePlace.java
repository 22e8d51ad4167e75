package io.github.tracecast.tools.extrapolate;

import io.github.tracecast.decompress.TaskProgram;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Loop;
import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.Unit;
import java.util.List;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.function.ObjIntConsumer;

/**
 * Ranks at one kind of place in the layout, in all recordings. Their programs have one shape.
 *
 * @param key the place in words
 * @param ranks the ranks at this place in each recording, by ascending size of the recordings;
 *     recordings without the place are omitted
 * @param targets the ranks of the result at this place
 */
record ValuePlace(String key, SequencedMap<Recording, int[]> ranks, int[] targets) {
  /** The recording with the most ranks among the recordings that have the place. */
  Recording largest() {
    return ranks.lastEntry().getKey();
  }

  /** Returns the place's model: the middle rank of the place in the largest recording. */
  int model() {
    int[] all = ranks.lastEntry().getValue();
    return all[all.length / 2];
  }

  /** The model's program. */
  TaskProgram program() {
    return largest().program(model());
  }

  void forEachRank(ObjIntConsumer<Recording> action) {
    ranks.forEach((recording, all) -> {
      for (int rank : all) {
        action.accept(recording, rank);
      }
    });
  }

  /** The event or loop of a recording's rank that corresponds to a row of the model's program. */
  static int argument(Recording recording, int rank, int row) {
    return recording.program(rank).argument(row);
  }

  /** The iterations of the loop that corresponds to a row of the model's program. */
  static Sequence iterations(Recording recording, int rank, int row) {
    Loop loop = recording.trace().loops().get(argument(recording, rank, row));
    return Objects.requireNonNull(loop.iterations().at(rank));
  }

  /** Returns a key of a delta: its row, previous call, unit and place. Each key has its own fit. */
  String path(Recording recording, int rank, int row, Delta delta) {
    return "row " + row + " after "
        + (delta.after() < 0 ? delta.after() : recording.number(rank, delta.after())) + " in "
        + delta.unit() + " at the place " + key;
  }

  /** Returns a key of the deltas of a row in a unit, for all previous calls together. */
  String allPaths(int row, Unit unit) {
    return "row " + row + " in " + unit + " at the place " + key;
  }

  /** Throws if the programs of the ranks differ in shape. */
  void requireOneShape() {
    String expected = largest().shape(model());
    forEachRank((recording, rank) -> {
      String shape = recording.shape(rank);
      if (!shape.equals(expected)) {
        throw new RefusedException("ranks at the place \"" + key + "\" behave differently: "
            + difference(recording, rank, shape, expected));
      }
    });
  }

  private String difference(Recording recording, int rank, String shape, String expected) {
    List<String> found = shape.lines().toList();
    List<String> model = expected.lines().toList();
    int row = 0;
    while (row < found.size() && row < model.size() && found.get(row).equals(model.get(row))) {
      row++;
    }
    return "rank " + rank + " of " + recording.name() + " has "
        + (row < found.size() ? found.get(row) : "its end") + " where rank " + model() + " of "
        + largest().name() + " has " + (row < model.size() ? model.get(row) : "its end")
        + " (row " + row + " of their programs)";
  }
}
