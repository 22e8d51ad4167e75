package io.github.tracecast.platform.topology;

import io.github.tracecast.platform.internal.Figures;
import io.github.tracecast.platform.internal.Keys;
import io.github.tracecast.platform.internal.Kind;
import java.util.List;
import java.util.Locale;

/**
 * How a message's route is chosen.
 *
 * @param rule the rule
 * @param thresholdBytes UGAL takes a detour only if it saves more than this load
 * @param candidates number of minimal and of non-minimal routes that an adaptive rule compares
 * @param firstLink whether a rule sees only the load of the first link behind the node; otherwise
 *     it sees the busiest link of the route
 */
record Routing(Rule rule, long thresholdBytes, int candidates, boolean firstLink) {
  enum Rule {
    /** A shortest route; the receiver's number chooses among several (d-mod-k). */
    MINIMAL,
    /** A shortest route; a hash of sender and receiver chooses among several. */
    ECMP,
    /** The least busy of some shortest routes. */
    ADAPTIVE,
    /** A detour through a random place, chosen for each message. */
    VALIANT,
    /** A shortest route or a detour, by load times length (Singh 2005; Kim, Dally et al. 2008). */
    UGAL
  }

  /** The rules of a topology without detours. */
  static final List<String> SHORTEST = List.of("minimal", "ecmp", "adaptive");

  static final List<String> ALL = List.of("minimal", "ecmp", "adaptive", "valiant", "ugal");

  static void keys(Keys keys, List<String> rules) {
    keys.may(
        "network.routing",
        Kind.choice(rules),
        "minimal",
        "the rule that chooses the route of each message, see [Routing](machines.md#routing)");
    keys.may(
        "network.adaptive_candidates",
        Kind.CANDIDATES,
        "2",
        "number of candidate routes of each kind, minimal and non-minimal, that `adaptive` and `ugal` compare");
    keys.may(
        "network.adaptive_threshold",
        Kind.BYTES,
        "0B",
        "`ugal` takes a detour only if it saves more than this load");
    keys.may(
        "network.adaptive_view",
        Kind.choice(List.of("route", "first-link")),
        "route",
        "the load that a rule sees: of the busiest link, or of the first one");
  }

  static Routing read(Figures figures) {
    return new Routing(
        Rule.valueOf(figures.get("network.routing", String.class).toUpperCase(Locale.ROOT)),
        figures.get("network.adaptive_threshold", Long.class),
        figures.count("network.adaptive_candidates"),
        figures.get("network.adaptive_view", String.class).equals("first-link"));
  }

  /** The distribution of messages over equally long routes if links are idle. */
  PathSpread spread() {
    return rule == Rule.ECMP ? PathSpread.HASHED : PathSpread.BY_RECEIVER;
  }

  boolean adapts() {
    return rule != Rule.MINIMAL && rule != Rule.ECMP;
  }
}
