package io.github.tracecast.platform.topology;

/**
 * Paths in groups of switches with cables between every two groups. The links inside groups have
 * the lower numbers, and the cables have the higher numbers. Detours pass through a third group.
 */
abstract class GroupPaths extends SwitchPaths {
  final GlobalLinks global;

  /** The number of switches of a group. */
  final int perGroup;

  /** The number in its group of the first switch with cables. */
  private final int firstGateway;

  private final int firstCable;
  private final int levelOfCables;

  /**
   * @param localLinks the number of links inside all groups
   * @param levels the levels of links; the last is that of the cables
   */
  GroupPaths(
      PathSpread spread,
      int endpoints,
      int perGroup,
      int firstGateway,
      int localLinks,
      GlobalLinks global,
      Level... levels) {
    super(spread, endpoints, levels);
    this.global = global;
    this.perGroup = perGroup;
    this.firstGateway = firstGateway;
    this.firstCable = Math.addExact(base(), localLinks);
    this.levelOfCables = levels.length - 1;
  }

  @Override
  public final int linkCount() {
    return Math.addExact(firstCable, Math.multiplyExact(global.groups, global.ports));
  }

  @Override
  public final int switches() {
    return global.groups * perGroup;
  }

  @Override
  public final int middles() {
    return global.groups;
  }

  @Override
  final int next(int at, int to, int key) {
    int from = at / perGroup;
    int other = to / perGroup;
    return from == other ? inGroup(at, to % perGroup, key) : toGroup(at, from, other, key);
  }

  @Override
  final int towards(int at, int middle, int key) {
    int from = at / perGroup;
    return from == middle ? -1 : toGroup(at, from, middle, key);
  }

  /** The next link to another switch of the same group, given by its number in the group. */
  abstract int inGroup(int at, int to, int key);

  /** The next link from a switch of a group to another group. */
  abstract int toGroup(int at, int from, int other, int key);

  /** The link at a port of a group. */
  final int cable(int group, int port) {
    return firstCable + group * global.ports + port;
  }

  @Override
  final int head(int link) {
    if (link < firstCable) {
      return localHead(link - base());
    }
    int from = (link - firstCable) / global.ports;
    int port = (link - firstCable) % global.ports;
    int to = global.groupBehind(from, port);
    return to * perGroup + firstGateway + global.switchOf(to, global.portBehind(from, port));
  }

  /** The switch at the end of a link inside a group. Such links are numbered from 0. */
  abstract int localHead(int link);

  @Override
  final int levelOf(int link) {
    return link < firstCable ? localLevel(link - base()) : levelOfCables;
  }

  abstract int localLevel(int link);

  @Override
  final String switchLinkName(int link) {
    if (link < firstCable) {
      return localName(link - base());
    }
    int from = (link - firstCable) / global.ports;
    int port = (link - firstCable) % global.ports;
    return "global (group " + from + " to " + global.groupBehind(from, port) + ", cable "
        + port / (global.groups - 1) + ")";
  }

  abstract String localName(int link);
}
