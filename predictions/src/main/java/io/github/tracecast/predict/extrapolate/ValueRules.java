package io.github.tracecast.predict.extrapolate;

import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.trace.Communicator;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.Term;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The rules of one parameter of one call at one place: a rule for each term of each execution until it repeats. Made from all
 * ranks of all recordings that have the place.
 */
final class ValueRules {
  private static final int MOST_PERIOD = 10_000;

  private final Place place;
  private final int row;
  private final Parameter parameter;
  private final CommunicatorFamilies families;
  private final Findings findings;
  private final List<List<TermRule>> elements = new ArrayList<>();

  /** A term of the result: of a kind that is no number, or a number by a rule. */
  private record TermRule(Term.Kind kind, Rule rule, int communicator) {}

  ValueRules(
      Place place, int row, Parameter parameter, CommunicatorFamilies families, Findings findings) {
    this.place = place;
    this.row = row;
    this.parameter = parameter;
    this.families = families;
    this.findings = findings;
    int period = period();
    for (int element = 0; element < period; element++) {
      elements.add(terms(element));
    }
  }

  private Sequence sequence(Recording recording, int rank) {
    int event = Place.argument(recording, rank, row);
    return recording.trace().events().get(event).parameter(parameter).at(rank);
  }

  private int period() {
    long period = 1;
    for (Map.Entry<Recording, int[]> entry : place.ranks().entrySet()) {
      for (int rank : entry.getValue()) {
        if (entry
                .getKey()
                .trace()
                .events()
                .get(Place.argument(entry.getKey(), rank, row))
                .parameter(parameter)
            == null) {
          throw refused("rank " + rank + " of " + entry.getKey().name() + " has no value");
        }
        int own = sequence(entry.getKey(), rank).period();
        period = period / gcd(period, own) * own;
        if (period > MOST_PERIOD) {
          throw refused("its values repeat after more than " + MOST_PERIOD + " executions");
        }
      }
    }
    return (int) period;
  }

  private static long gcd(long a, long b) {
    return b == 0 ? a : gcd(b, a % b);
  }

  private List<TermRule> terms(int element) {
    Sequence model = sequence(place.largest(), place.model());
    int length = model.length(element % model.period());
    List<TermRule> terms = new ArrayList<>();
    for (int i = 0; i < length; i++) {
      terms.add(term(element, i, length));
    }
    return terms;
  }

  private TermRule term(int element, int i, int length) {
    Sequence model = sequence(place.largest(), place.model());
    Term.Kind kind = model.kind(element % model.period(), i);
    boolean special = kind == Term.Kind.ANY || kind == Term.Kind.NONE;
    List<Sample> samples = new ArrayList<>();
    for (Map.Entry<Recording, int[]> entry : place.ranks().entrySet()) {
      Recording recording = entry.getKey();
      for (int rank : entry.getValue()) {
        Sequence own = sequence(recording, rank);
        int at = element % own.period();
        if (own.length(at) != length) {
          throw refused("its list has " + own.length(at) + " elements at rank " + rank + " of "
              + recording.name() + " and " + length + " at rank " + place.model() + " of "
              + place.largest().name());
        }
        Term.Kind other = own.kind(at, i);
        if (special ? other != kind : other == Term.Kind.ANY || other == Term.Kind.NONE) {
          throw refused("it is " + other + " at rank " + rank + " of " + recording.name() + " and "
              + kind + " at rank " + place.model() + " of " + place.largest().name());
        }
        if (!special) {
          samples.addFirst(sample(recording, rank, element, i));
        }
      }
    }
    if (special) {
      return new TermRule(kind, null, Communicator.WORLD);
    }
    Term.Kind result = kind == Term.Kind.PERSISTENT ? kind : Term.Kind.CONSTANT;
    return new TermRule(result, rule(samples), communicator(element));
  }

  /** The id that the event's communicator has in the model, whose family the result's is of. */
  private int communicator(int element) {
    int event = Place.argument(place.largest(), place.model(), row);
    return place.largest().table().communicator(event, place.model(), element);
  }

  private Sample sample(Recording recording, int rank, int element, int i) {
    int event = Place.argument(recording, rank, row);
    EventTable table = recording.table();
    long value = table.listValue(event, parameter, rank, element, i);
    if (value > EventTable.PERSISTENT) {
      value -= EventTable.PERSISTENT;
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
      case GROUP, NEW_GROUP, RANKS -> throw refused("groups of processes have no formula");
      default -> new Sample(recording.layout(), rank, value);
    };
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

  /** The largest recording's number of a datatype of that name. */
  private int datatype(Recording recording, int id) {
    var wanted = recording.trace().datatypes().get(id);
    int known = findings.largest().trace().datatypes().indexOf(wanted);
    if (known < 0) {
      throw refused("datatype " + wanted.name() + " of " + recording.name() + " is unknown in "
          + findings.largest().name());
    }
    return known;
  }

  private Rule rule(List<Sample> samples) {
    Optional<NumberRules.Found> found = find(samples);
    if (found.isEmpty()) {
      throw refused("no rule gives " + examples(samples));
    }
    findings.found(found.get(), this::find, samples);
    return found.get().rule();
  }

  private Optional<NumberRules.Found> find(List<Sample> samples) {
    if (parameter.isEndpoint()) {
      return PartnerRules.find(samples);
    }
    Optional<NumberRules.Found> number = NumberRules.find(samples);
    return number.isPresent() || !parameter.isRelative() ? number : CoordinateRules.find(samples);
  }

  private String examples(List<Sample> samples) {
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

  private RefusedException refused(String what) {
    Recording largest = place.largest();
    int event = Place.argument(largest, place.model(), row);
    return new RefusedException(parameter.textName() + " of " + largest.place(event)
        + " at the place \"" + place.key() + "\": " + what);
  }

  /** Whether all ranks of the place have the same values. */
  boolean isUniform() {
    return parameter != Parameter.COMMUNICATOR
        && parameter != Parameter.NEW_COMMUNICATOR
        && elements.stream()
            .flatMap(List::stream)
            .allMatch(term -> term.rule() == null || term.rule().isUniform());
  }

  /** What a rank of the result sees. */
  Sequence sequence(Layout target, int rank) {
    Sequence.Builder builder = Sequence.builder();
    for (int element = 0; element < elements.size(); element++) {
      for (TermRule term : elements.get(element)) {
        add(builder, term, element, target, rank);
      }
      builder.endTuple();
    }
    return builder.build();
  }

  private void add(Sequence.Builder builder, TermRule term, int element, Layout target, int rank) {
    if (term.rule() == null) {
      builder.add(term.kind(), 0);
      return;
    }
    if (parameter == Parameter.COMMUNICATOR || parameter == Parameter.NEW_COMMUNICATOR) {
      int event = Place.argument(place.largest(), place.model(), row);
      int id = (int) place.largest().table().value(event, parameter, place.model(), element);
      builder.add(Term.Kind.CONSTANT, families.id(id, rank));
      return;
    }
    OptionalLong value = term.rule().value(target, rank);
    if (value.isEmpty()) {
      throw refused("the rule \"" + term.rule().text()
          + "\" gives no whole number or no rank for rank " + rank + " of " + target.ranks());
    }
    long number = value.getAsLong();
    if (!parameter.isEndpoint()) {
      builder.add(term.kind(), number);
      return;
    }
    int communicator = families.id(term.communicator(), rank);
    int local = families.localRank(communicator, (int) number);
    if (local < 0) {
      throw refused("rank " + number + " is no member of the communicator of rank " + rank);
    }
    if (term.rule().isUniform()) {
      builder.add(Term.Kind.CONSTANT, local);
    } else {
      builder.add(Term.Kind.RANK_PLUS, local - families.localRank(communicator, rank));
    }
  }
}
