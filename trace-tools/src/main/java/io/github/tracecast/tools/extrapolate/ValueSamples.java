package io.github.tracecast.tools.extrapolate;

import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.trace.Communicator;
import io.github.tracecast.trace.Datatype;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.Term;
import io.github.tracecast.trace.Values;
import io.github.tracecast.trace.calls.RequestNumbers;
import java.util.ArrayList;
import java.util.List;

/**
 * The values of one parameter of one call for the ranks of a place, in all recordings, in terms
 * that are independent of the layout.
 *
 * @param reference the recording whose numbering of datatypes is used for all recordings
 */
record ValueSamples(ValuePlace place, int row, Parameter parameter, Recording reference) {
  /** Returns the values of a rank, execution by execution until they repeat. */
  Sequence sequence(Recording recording, int rank) {
    int event = ValuePlace.argument(recording, rank, row);
    Values values = recording.trace().events().get(event).parameter(parameter);
    Sequence own = values == null ? null : values.at(rank);
    if (own == null) {
      throw refused("rank " + rank + " of " + recording.name() + " has no value");
    }
    return own;
  }

  /** The values of the place's model. */
  Sequence model() {
    return sequence(place.largest(), place.model());
  }

  /**
   * Returns the kind of a term. Refuses the values if no rule can give this kind and the kind of
   * another rank.
   */
  Term.Kind kind(int element, int i) {
    Sequence model = model();
    return model.kind(element % model.period(), i);
  }

  /** Whether terms of this kind are not numbers. */
  static boolean isSpecial(Term.Kind kind) {
    return kind == Term.Kind.ANY || kind == Term.Kind.NONE;
  }

  /** Throws if the length of a rank's list, or the kind of its term, differs from the model's. */
  void requireAlike(Recording recording, int rank, int element, int i, int length, Term.Kind kind) {
    Sequence own = sequence(recording, rank);
    int at = element % own.period();
    if (own.length(at) != length) {
      throw refused("its list has " + own.length(at) + " elements at rank " + rank + " of "
          + recording.name() + " and " + length + " at rank " + place.model() + " of "
          + place.largest().name());
    }
    Term.Kind other = own.kind(at, i);
    if (isSpecial(kind) ? other != kind : isSpecial(other)) {
      throw refused(
          "its value is " + other + " at rank " + rank + " of " + recording.name() + " and " + kind
              + " at rank " + place.model() + " of " + place.largest().name());
    }
  }

  /**
   * Returns a rank's number at an execution. Partners are world ranks. The number of a communicator
   * has a bit for each dimension in which all its members have the same coordinate.
   */
  Sample sample(Recording recording, int rank, int element, int i) {
    int event = ValuePlace.argument(recording, rank, row);
    EventTable table = recording.table();
    long value = table.listValue(event, parameter, rank, element, i);
    if (RequestNumbers.isPersistent(value)) {
      value -= RequestNumbers.PERSISTENT;
    }
    if (parameter.isEndpoint()) {
      int communicator = table.communicator(event, rank, element);
      value = table.communicators().worldRank(communicator, (int) value, rank);
    }
    return switch (parameter) {
      case COMMUNICATOR, NEW_COMMUNICATOR ->
        new Sample(recording.layout(), rank, fixed(recording, (int) value));
      case DATATYPE, RECEIVE_DATATYPE, DATATYPES, RECEIVE_DATATYPES ->
        new Sample(recording.layout(), rank, datatype(recording, (int) value));
      case GROUP, NEW_GROUP, RANKS -> throw refused("groups of processes follow no rule");
      default -> new Sample(recording.layout(), rank, value);
    };
  }

  /** The datatypes that the model's rank uses in the call. */
  List<Datatype> datatypes(Event called) {
    List<Datatype> types = new ArrayList<>();
    Recording largest = place.largest();
    int event = ValuePlace.argument(largest, place.model(), row);
    for (Parameter one : List.of(Parameter.DATATYPE, Parameter.RECEIVE_DATATYPE)) {
      if (called.parameters().containsKey(one)) {
        long id = largest.table().value(event, one, place.model(), 0);
        types.add(largest.trace().datatypes().get((int) id));
      }
    }
    return types;
  }

  private int fixed(Recording recording, int id) {
    if (id <= Communicator.SELF) {
      return -1 - id;
    }
    int fixed = CommunicatorFamilies.fixed(recording, id);
    if (fixed < 0) {
      throw refused("communicator " + id + " of " + recording.name()
          + " is neither all ranks nor a line or plane of the layout");
    }
    return fixed;
  }

  private int datatype(Recording recording, int id) {
    var wanted = recording.trace().datatypes().get(id);
    int number = reference.trace().datatypes().indexOf(wanted);
    if (number < 0) {
      throw refused("datatype " + wanted.name() + " of " + recording.name() + " is unknown in "
          + reference.name());
    }
    return number;
  }

  /** Describes some of the samples: at least one per layout, or all samples if they are few. */
  static String examples(List<Sample> samples) {
    StringBuilder text = new StringBuilder();
    Layout last = null;
    int shown = 0;
    for (Sample sample : samples.reversed()) {
      if (shown < 6 && (!sample.layout().equals(last) || samples.size() <= 6)) {
        text.append(shown == 0 ? "" : ", ").append(sample.value()).append(" at rank ");
        text.append(sample.rank()).append(" of ").append(sample.layout().ranks());
        shown++;
      }
      last = sample.layout();
    }
    return text.toString();
  }

  RefusedException refused(String what) {
    Recording largest = place.largest();
    int event = ValuePlace.argument(largest, place.model(), row);
    return new RefusedException(parameter.textName() + " of " + largest.place(event)
        + " at the place \"" + place.key() + "\": " + what);
  }
}
