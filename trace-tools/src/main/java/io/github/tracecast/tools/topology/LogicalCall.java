package io.github.tracecast.tools.topology;

import io.github.tracecast.trace.MpiCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A call with directions as partners. Several ranks make the call, with the same directions.
 *
 * @param fields the arguments in the order in which a listing shows them
 * @param requests the requests that the call completes or starts, by their numbers in the listing
 * @param needsAllRequests whether each rank that makes the call names all requests of the call;
 *     otherwise a rank does not name the requests of calls that it left out
 * @param endsRequests whether no later call names the requests
 */
record LogicalCall(
    MpiCall call,
    List<Field> fields,
    Set<Long> requests,
    boolean needsAllRequests,
    boolean endsRequests,
    String site) {
  /** The name of a missing partner: MPI_PROC_NULL. */
  static final String NONE = "none";

  /** An argument of the call. */
  sealed interface Field {
    String name();

    /** Returns the argument as text for a listing; empty if it is unknown. */
    String text();
  }

  /** An argument that must have the same value on all ranks. */
  record Same(String name, String text) implements Field {}

  /** The direction of the call's partner, or {@link #NONE}. */
  record Partner(String name, String text) implements Field {}

  /**
   * A number that may differ between ranks.
   *
   * @param low the smallest value; not a number if it is unknown
   */
  record Range(String name, double low, double high, String format, String unit) implements Field {
    Range union(Range other) {
      if (Double.isNaN(low) || Double.isNaN(other.low)) {
        return Double.isNaN(low) ? other : this;
      }
      return new Range(name, Math.min(low, other.low), Math.max(high, other.high), format, unit);
    }

    @Override
    public String text() {
      if (Double.isNaN(low)) {
        return "";
      }
      String least = String.format(Locale.ROOT, format, low);
      String most = String.format(Locale.ROOT, format, high);
      return (least.equals(most) ? least : least + ".." + most) + unit;
    }
  }

  /** Returns the call as text, without its ranges and its call site. */
  String key() {
    String arguments = fields.stream()
        .filter(field -> !(field instanceof Range))
        .map(field -> " " + field.name() + "=" + field.text())
        .collect(Collectors.joining());
    return call.mpiName() + arguments + requestText();
  }

  List<Partner> partners() {
    return fields.stream()
        .filter(Partner.class::isInstance)
        .map(Partner.class::cast)
        .toList();
  }

  /** Whether two calls are equal except for ranges, requests and partners that the other call lacks. */
  boolean resembles(LogicalCall other) {
    if (call != other.call
        || fields.size() != other.fields.size()
        || needsAllRequests && !requests.equals(other.requests)) {
      return false;
    }
    for (int i = 0; i < fields.size(); i++) {
      Field mine = fields.get(i);
      Field its = other.fields.get(i);
      boolean alike = switch (mine) {
        case Range range -> its instanceof Range && range.name().equals(its.name());
        case Same same -> same.equals(its);
        case Partner partner ->
          its instanceof Partner
              && partner.name().equals(its.name())
              && (partner.equals(its) || its.text().equals(NONE));
      };
      if (!alike) {
        return false;
      }
    }
    return true;
  }

  /** Returns this call with the ranges and requests of two calls that resemble each other. */
  LogicalCall with(LogicalCall other) {
    List<Field> union = new ArrayList<>();
    for (int i = 0; i < fields.size(); i++) {
      Field mine = fields.get(i);
      union.add(mine instanceof Range range ? range.union((Range) other.fields.get(i)) : mine);
    }
    Set<Long> all = new TreeSet<>(requests);
    all.addAll(other.requests);
    return new LogicalCall(call, union, all, needsAllRequests, endsRequests, site);
  }

  /**
   * Returns the line of a listing.
   *
   * @param index the number of the line
   * @param made the number of the request that the call makes; 0 if it makes no request
   */
  String line(long index, long made) {
    StringBuilder line = new StringBuilder().append(index).append(' ').append(call.mpiName());
    for (Field field : fields) {
      String text = field.text();
      if (!text.isEmpty()) {
        line.append(' ').append(field.name()).append('=').append(text);
      }
    }
    line.append(requestText());
    if (made > 0) {
      line.append(" request=#").append(made);
    }
    return line.append(" site=").append(site).append('\n').toString();
  }

  private String requestText() {
    return requests.isEmpty()
        ? ""
        : requests.stream()
            .map(number -> number == 0 ? NONE : "#" + number)
            .collect(Collectors.joining(",", " requests=", ""));
  }
}
