package io.github.tracecast.platform.topology;

import io.github.tracecast.platform.internal.Figures;
import io.github.tracecast.platform.internal.Keys;
import io.github.tracecast.platform.internal.Kind;
import java.util.List;
import java.util.Locale;

/**
 * The rule that chooses a message's route, with its parameters.
 *
 * @param rule how the route is chosen
 * @param thresholdBytes UGAL takes a detour only if load times length, in bytes, is smaller by more
 *     than this threshold
 * @param candidates number of minimal routes, and of non-minimal routes, that an adaptive rule
 *     compares
 * @param firstLink whether a rule compares the loads of the first links between switches;
 *     otherwise, it compares the busiest links of routes
 */
record Routing(Rule rule, long thresholdBytes, int candidates, boolean firstLink) {
  enum Rule {
    /** The receiver's number selects one of several shortest routes (d-mod-k). */
    MINIMAL,
    /** A hash of sender and receiver selects one of several shortest routes (ECMP). */
    ECMP,
    /** A message takes the route with the least load among {@code candidates} shortest routes. */
    ADAPTIVE,
    /** Each message takes a detour through a random place. */
    VALIANT,
    /**
     * A message takes a shortest route or a detour, depending on which has the smaller load times
     * length (Singh 2005; Kim, Dally et al. 2008).
     */
    UGAL
  }

  /** The names of the rules that need no detours. */
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
        "number of shortest routes that `network.routing` `adaptive` or `ugal` compares; `ugal` compares as"
            + " many detours");
    keys.may(
        "network.adaptive_threshold",
        Kind.BYTES,
        "0B",
        "`ugal` takes a detour only if its load × length is smaller than that of a shortest route by more than"
            + " this size");
    keys.may(
        "network.adaptive_view",
        Kind.choice(List.of("route", "first-link")),
        "route",
        "the load of a route that `adaptive` and `ugal` compare: that of its busiest link (`route`) or of its"
            + " first link");
  }

  static Routing read(Figures figures) {
    return new Routing(
        Rule.valueOf(figures.get("network.routing", String.class).toUpperCase(Locale.ROOT)),
        figures.get("network.adaptive_threshold", Long.class),
        figures.count("network.adaptive_candidates"),
        figures.get("network.adaptive_view", String.class).equals("first-link"));
  }

  /** The rule that spreads messages over equally long routes if links are idle. */
  PathSpread spread() {
    return rule == Rule.ECMP ? PathSpread.HASHED : PathSpread.BY_RECEIVER;
  }

  boolean adapts() {
    return rule != Rule.MINIMAL && rule != Rule.ECMP;
  }
}
