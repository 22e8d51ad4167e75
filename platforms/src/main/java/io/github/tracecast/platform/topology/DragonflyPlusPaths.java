package io.github.tracecast.platform.topology;

/**
 * Shortest paths in a dragonfly+: from a leaf up to a spine, over a cable to a spine of the other
 * group, and down to a leaf. Within a group, the key of the path selects the spine; between groups,
 * it selects the cable. Detours avoid the leaves of the third group if one of its spines has the
 * cables to both other groups.
 *
 * <p>In a group, the leaves have the lower numbers and the spines the higher numbers.
 */
final class DragonflyPlusPaths extends GroupPaths {
  private final int leaves;
  private final int spines;
  private final int perSwitch;

  DragonflyPlusPaths(
      PathSpread spread,
      int leaves,
      int spines,
      GlobalLinks global,
      int perSwitch,
      Level... levels) {
    super(
        spread,
        Math.multiplyExact(Math.multiplyExact(global.groups, leaves), perSwitch),
        leaves + spines,
        leaves,
        Math.multiplyExact(2 * global.groups, Math.multiplyExact(leaves, spines)),
        global,
        levels);
    this.leaves = leaves;
    this.spines = spines;
    this.perSwitch = perSwitch;
  }

  @Override
  public int longestRoute() {
    return 2 + 8;
  }

  @Override
  int switchOf(int endpoint) {
    int leaf = endpoint / perSwitch;
    return leaf / leaves * perGroup + leaf % leaves;
  }

  @Override
  int inGroup(int at, int to, int key) {
    int mine = at % perGroup;
    int group = at / perGroup;
    return mine < leaves ? up(group, mine, spine(key)) : down(group, mine - leaves, to);
  }

  @Override
  int toGroup(int at, int from, int other, int key) {
    int mine = at % perGroup;
    if (mine < leaves) {
      return up(from, mine, global.switchOf(from, global.port(from, other, global.cable(key))));
    }
    int cable = global.cableAt(from, other, mine - leaves, key);
    return cable < 0
        ? down(from, mine - leaves, Math.floorMod(key, leaves))
        : cable(from, global.port(from, other, cable));
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
  int localHead(int link) {
    int leaf = link / 2 / spines;
    int group = leaf / leaves * perGroup;
    return link % 2 == 0 ? group + leaves + link / 2 % spines : group + leaf % leaves;
  }

  @Override
  int localLevel(int link) {
    return 1;
  }

  @Override
  String localName(int link) {
    int leaf = link / 2 / spines;
    return (link % 2 == 0 ? "up (group " : "down (group ") + leaf / leaves + ", leaf "
        + leaf % leaves + ", spine " + link / 2 % spines + ")";
  }
}
