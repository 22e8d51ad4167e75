package io.github.tracecast.platform.topology;

/**
 * Shortest paths in a HyperX, which cross one dimension after another. Detours pass through a third
 * switch.
 */
final class HyperXPaths extends SwitchPaths {
  private final Lattice lattice;
  private final int perSwitch;

  HyperXPaths(Lattice lattice, int perSwitch, Level... levels) {
    super(PathSpread.BY_RECEIVER, Math.multiplyExact(lattice.switches, perSwitch), levels);
    this.lattice = lattice;
    this.perSwitch = perSwitch;
  }

  @Override
  public int linkCount() {
    return Math.addExact(base(), Math.multiplyExact(lattice.switches, lattice.degree));
  }

  @Override
  public int switches() {
    return lattice.switches;
  }

  @Override
  public int longestRoute() {
    return 2 + 2 * lattice.dimensions;
  }

  @Override
  public int middles() {
    return lattice.switches;
  }

  @Override
  int switchOf(int endpoint) {
    return endpoint / perSwitch;
  }

  @Override
  int next(int at, int to, int key) {
    return base() + at * lattice.degree + lattice.next(at, to);
  }

  @Override
  int towards(int at, int middle, int key) {
    return at == middle ? -1 : next(at, middle, key);
  }

  @Override
  int head(int link) {
    return lattice.head((link - base()) / lattice.degree, (link - base()) % lattice.degree);
  }

  @Override
  int levelOf(int link) {
    return 1 + lattice.dimension((link - base()) % lattice.degree);
  }

  @Override
  String switchLinkName(int link) {
    return "switch " + lattice.name((link - base()) / lattice.degree) + " to "
        + lattice.name(head(link));
  }
}
