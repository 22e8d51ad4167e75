package io.github.tracecast.predict.fit;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * The machines of the settings whose runs are in progress. The machines of all settings together
 * would not fit into memory. Thread-safe.
 */
final class MachinesInUse {
  private final Function<Trial.Setting, TrialMachines> make;
  private final Map<Trial.Setting, TrialMachines> machines = new ConcurrentHashMap<>();
  private final Map<Trial.Setting, Integer> runsLeft = new HashMap<>();

  /** @param ofRuns the setting of each run */
  MachinesInUse(List<Trial.Setting> ofRuns, Function<Trial.Setting, TrialMachines> make) {
    this.make = make;
    ofRuns.forEach(setting -> runsLeft.merge(setting, 1, Integer::sum));
  }

  /** Returns the machines of a setting, which the first run creates. */
  TrialMachines of(Trial.Setting setting) {
    return machines.computeIfAbsent(setting, make);
  }

  /** Ends a run of a setting. The last run removes the machines. */
  synchronized void leave(Trial.Setting setting) {
    if (runsLeft.merge(setting, -1, Integer::sum) == 0) {
      machines.remove(setting);
    }
  }
}
