package io.github.tracecast.repair.times;

import io.github.tracecast.repair.times.RankContexts.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The known times before calls, by role and by change of message size. The price of a path's time depends on the times of other paths. One thread. */
final class Consensus {
  private static final double ROLE = 0.1;
  private static final double STEP = 0.05;
  private static final double MOST = 3;

  private record Weighted(double sum, double weight) {
    Weighted plus(Weighted other) {
      return new Weighted(sum + other.sum, weight + other.weight);
    }
  }

  private final Map<Record, Map<Path, Weighted>> times = new HashMap<>();

  void add(Path path, PathFit.Group group, Context.@Nullable Step step, double mean) {
    Weighted value = new Weighted(Math.log(Math.max(mean, 1)), 1);
    for (Record key : new Record[] {group.role(), step}) {
      if (key != null) {
        times.computeIfAbsent(key, k -> new LinkedHashMap<>()).merge(path, value, Weighted::plus);
      }
    }
  }

  /** Returns the price of a mean. It grows with the distance of the mean from the known times of other paths. */
  double price(Path path, Context.Role role, Context.@Nullable Step step, double mean) {
    double ofRole = difference(path, role, mean);
    return ofRole >= 0
        ? ROLE * ofRole
        : STEP * (step == null ? 0 : Math.max(0, difference(path, step, mean)));
  }

  private double difference(Path path, Record key, double mean) {
    Weighted others = new Weighted(0, 0);
    for (Map.Entry<Path, Weighted> entry : times.getOrDefault(key, Map.of()).entrySet()) {
      if (!entry.getKey().equals(path)) {
        others = others.plus(entry.getValue());
      }
    }
    return others.weight == 0
        ? -1
        : Math.min(MOST, Math.abs(Math.log(Math.max(mean, 1)) - others.sum / others.weight));
  }
}
