package io.github.tracecast.platform.topology;

/**
 * Shortest paths in a dragonfly: within the sender's group to the switch with the cable to the
 * receiver's group, over this cable, and within the receiver's group. The key of the path selects
 * the cable. Detours pass through a third group.
 */
final class DragonflyPaths extends SwitchPaths {
  private final Lattice group;
  private final GlobalLinks global;
  private final int perSwitch;
  private final int globalBase;

  DragonflyPaths(
      PathSpread spread, Lattice group, GlobalLinks global, int perSwitch, Level... levels) {
    super(
        spread,
        Math.multiplyExact(Math.multiplyExact(global.groups, group.switches), perSwitch),
        levels);
    this.group = group;
    this.global = global;
    this.perSwitch = perSwitch;
    this.globalBase =
        Math.addExact(base(), Math.multiplyExact(global.groups * group.switches, group.degree));
  }

  @Override
  public int linkCount() {
    return Math.addExact(globalBase, Math.multiplyExact(global.groups, global.ports));
  }

  @Override
  public int switches() {
    return global.groups * group.switches;
  }

  @Override
  public int longestRoute() {
    return 2 + 3 * group.dimensions + 2;
  }

  @Override
  public int middles() {
    return global.groups;
  }

  @Override
  int switchOf(int endpoint) {
    return endpoint / perSwitch;
  }

  @Override
  int next(int at, int to, int key) {
    int from = at / group.switches;
    int other = to / group.switches;
    return from == other
        ? local(at, to % group.switches)
        : toGroup(at, from, other, global.cable(key));
  }

  @Override
  int towards(int at, int middle, int key) {
    int from = at / group.switches;
    return from == middle ? -1 : toGroup(at, from, middle, global.cable(key));
  }

  private int toGroup(int at, int from, int other, int cable) {
    int port = global.port(from, other, cable);
    int gateway = global.switchOf(from, port);
    return at % group.switches == gateway
        ? globalBase + from * global.ports + port
        : local(at, gateway);
  }

  private int local(int at, int toInGroup) {
    return base() + at * group.degree + group.next(at % group.switches, toInGroup);
  }

  @Override
  int head(int link) {
    if (link >= globalBase) {
      int from = (link - globalBase) / global.ports;
      int port = (link - globalBase) % global.ports;
      int to = global.groupBehind(from, port);
      return to * group.switches + global.switchOf(to, global.portBehind(from, port));
    }
    int at = (link - base()) / group.degree;
    int first = at / group.switches * group.switches;
    return first + group.head(at - first, (link - base()) % group.degree);
  }

  @Override
  int levelOf(int link) {
    return link >= globalBase
        ? 1 + group.dimensions
        : 1 + group.dimension((link - base()) % group.degree);
  }

  @Override
  String switchLinkName(int link) {
    if (link >= globalBase) {
      int from = (link - globalBase) / global.ports;
      int port = (link - globalBase) % global.ports;
      return "global (group " + from + " to " + global.groupBehind(from, port) + ", cable "
          + port / (global.groups - 1) + ")";
    }
    int at = (link - base()) / group.degree;
    return "local (group " + at / group.switches + ", switch " + group.name(at % group.switches)
        + " to " + group.name(head(link) % group.switches) + ")";
  }
}
