package io.github.tracecast.platform.topology;

/**
 * Shortest paths in a dragonfly+: from a leaf up to a spine, over a cable to a spine of the other
 * group, and down to a leaf. Within a group, the key of the path selects the spine; between groups,
 * it selects the cable. Detours pass through a third group. They avoid its leaves if one of its
 * spines has the cables to both other groups.
 *
 * <p>In a group, the leaves have the lower numbers and the spines the higher numbers.
 */
final class DragonflyPlusPaths extends SwitchPaths {
  private final int leaves;
  private final int spines;
  private final int perGroup;
  private final GlobalLinks global;
  private final int perSwitch;
  private final int globalBase;

  DragonflyPlusPaths(
      PathSpread spread,
      int leaves,
      int spines,
      GlobalLinks global,
      int perSwitch,
      Level... levels) {
    super(spread, Math.multiplyExact(Math.multiplyExact(global.groups, leaves), perSwitch), levels);
    this.leaves = leaves;
    this.spines = spines;
    this.perGroup = leaves + spines;
    this.global = global;
    this.perSwitch = perSwitch;
    this.globalBase = Math.addExact(
        base(), Math.multiplyExact(2 * global.groups, Math.multiplyExact(leaves, spines)));
  }

  @Override
  public int linkCount() {
    return Math.addExact(globalBase, Math.multiplyExact(global.groups, global.ports));
  }

  @Override
  public int switches() {
    return global.groups * perGroup;
  }

  @Override
  public int longestRoute() {
    return 2 + 8;
  }

  @Override
  public int middles() {
    return global.groups;
  }

  @Override
  int switchOf(int endpoint) {
    int leaf = endpoint / perSwitch;
    return leaf / leaves * perGroup + leaf % leaves;
  }

  @Override
  int next(int at, int to, int key) {
    int from = at / perGroup;
    int other = to / perGroup;
    if (from != other) {
      return toGroup(at, from, other, key);
    }
    int mine = at % perGroup;
    return mine < leaves ? up(from, mine, spine(key)) : down(from, mine - leaves, to % perGroup);
  }

  @Override
  int towards(int at, int middle, int key) {
    int from = at / perGroup;
    return from == middle ? -1 : toGroup(at, from, middle, key);
  }

  private int toGroup(int at, int from, int other, int key) {
    int mine = at % perGroup;
    if (mine < leaves) {
      return up(from, mine, global.switchOf(from, global.port(from, other, global.cable(key))));
    }
    int cable = global.cableAt(from, other, mine - leaves, key);
    return cable < 0
        ? down(from, mine - leaves, Math.floorMod(key, leaves))
        : globalBase + from * global.ports + global.port(from, other, cable);
  }

  private int spine(int key) {
    return (key & 0x7fffffff) % spines;
  }

  private int up(int group, int leaf, int spine) {
    return base() + 2 * ((group * leaves + leaf) * spines + spine);
  }

  private int down(int group, int spine, int leaf) {
    return up(group, leaf, spine) + 1;
  }

  @Override
  int head(int link) {
    if (link >= globalBase) {
      int from = (link - globalBase) / global.ports;
      int port = (link - globalBase) % global.ports;
      int to = global.groupBehind(from, port);
      return to * perGroup + leaves + global.switchOf(to, global.portBehind(from, port));
    }
    int cable = (link - base()) / 2;
    int leaf = cable / spines;
    int group = leaf / leaves * perGroup;
    return link % 2 == 0 ? group + leaves + cable % spines : group + leaf % leaves;
  }

  @Override
  int levelOf(int link) {
    return link >= globalBase ? 2 : 1;
  }

  @Override
  String switchLinkName(int link) {
    if (link >= globalBase) {
      int from = (link - globalBase) / global.ports;
      int port = (link - globalBase) % global.ports;
      return "global (group " + from + " to " + global.groupBehind(from, port) + ", cable "
          + port / (global.groups - 1) + ")";
    }
    int cable = (link - base()) / 2;
    int leaf = cable / spines;
    return (link % 2 == 0 ? "up (group " : "down (group ") + leaf / leaves + ", leaf "
        + leaf % leaves + ", spine " + cable % spines + ")";
  }
}
