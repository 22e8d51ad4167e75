package io.github.tracecast.platform.topology;

/**
 * Shortest paths in a dragonfly: within the sender's group to the switch with the cable to the
 * receiver's group, over this cable, and within the receiver's group. The key of the path selects
 * the cable.
 */
final class DragonflyPaths extends GroupPaths {
  private final Lattice group;
  private final int perSwitch;

  DragonflyPaths(
      PathSpread spread, Lattice group, GlobalLinks global, int perSwitch, Level... levels) {
    super(
        spread,
        Math.multiplyExact(Math.multiplyExact(global.groups, group.switches), perSwitch),
        group.switches,
        0,
        Math.multiplyExact(global.groups * group.switches, group.degree),
        global,
        levels);
    this.group = group;
    this.perSwitch = perSwitch;
  }

  @Override
  public int longestRoute() {
    return 2 + 3 * group.dimensions + 2;
  }

  @Override
  int switchOf(int endpoint) {
    return endpoint / perSwitch;
  }

  @Override
  int inGroup(int at, int to, int key) {
    return base() + at * group.degree + group.next(at % group.switches, to);
  }

  @Override
  int toGroup(int at, int from, int other, int key) {
    int port = global.port(from, other, global.cable(key));
    int gateway = global.switchOf(from, port);
    return at % group.switches == gateway ? cable(from, port) : inGroup(at, gateway, key);
  }

  @Override
  int localHead(int link) {
    int at = link / group.degree;
    int first = at / group.switches * group.switches;
    return first + group.head(at - first, link % group.degree);
  }

  @Override
  int localLevel(int link) {
    return 1 + group.dimension(link % group.degree);
  }

  @Override
  String localName(int link) {
    int at = link / group.degree;
    return "local (group " + at / group.switches + ", switch " + group.name(at % group.switches)
        + " to " + group.name(localHead(link) % group.switches) + ")";
  }
}
