package io.github.tracecast.simulate.simgrid;

import org.simgrid.s4u.Activity;
import org.simgrid.s4u.Comm;

/**
 * The address of an activity's native object: what two Java wrappers of one activity have in common. A
 * callback is handed a fresh wrapper, so this tells which activity it is about.
 */
final class Pointer extends Comm {
  private Pointer() {
    super(0, false);
  }

  static long of(Activity activity) {
    return getCPtr(activity);
  }
}
