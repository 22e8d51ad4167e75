package io.github.tracecast.platform.topology;

/**
 * The links between groups that are connected each to each. A group's ports are numbered by cable,
 * then by {@link Arrangement}; consecutive ports are at one switch.
 *
 * <p>The arrangements are those of Hastings et al., "Comparing global link arrangements for
 * dragonfly networks", CLUSTER 2015.
 */
final class GlobalLinks {
  enum Arrangement {
    /** Port j leads to the j-th of the other groups. */
    ABSOLUTE,
    /** Port j of group g leads to group g + j + 1. */
    RELATIVE,
    /** Ports lead to the groups g + 1, g - 1, g + 2, g - 2 and so on. */
    CIRCULANT
  }

  final int groups;

  /** Ports of each group. */
  final int ports;

  final int cables;
  private final int perSwitch;
  private final Arrangement arrangement;

  /**
   * @param cables links between each two groups
   * @param switches switches of a group that share its ports
   */
  GlobalLinks(int groups, int cables, int switches, Arrangement arrangement) {
    this.groups = groups;
    this.cables = cables;
    this.ports = Math.multiplyExact(groups - 1, cables);
    this.perSwitch = Math.max(1, Math.ceilDiv(ports, switches));
    this.arrangement = arrangement;
  }

  /** The switch of a port, by its number among those that have ports. */
  int switchOf(int port) {
    return port / perSwitch;
  }

  /** The port of a group by which a cable leads to another group. */
  int port(int group, int to, int cable) {
    return cable * (groups - 1) + index(group, to);
  }

  /** The group at the other end of a port. */
  int groupBehind(int group, int port) {
    int index = port % (groups - 1);
    return switch (arrangement) {
      case ABSOLUTE -> index < group ? index : index + 1;
      case RELATIVE -> (group + index + 1) % groups;
      case CIRCULANT ->
        Math.floorMod(group + (index % 2 == 0 ? index / 2 + 1 : -(index / 2 + 1)), groups);
    };
  }

  private int index(int group, int to) {
    int ahead = Math.floorMod(to - group, groups);
    return switch (arrangement) {
      case ABSOLUTE -> to < group ? to : to - 1;
      case RELATIVE -> ahead - 1;
      case CIRCULANT -> 2 * ahead <= groups ? 2 * (ahead - 1) : 2 * (groups - ahead - 1) + 1;
    };
  }

  /** The port at the other end of a port's cable. */
  int portBehind(int group, int port) {
    return port(groupBehind(group, port), group, port / (groups - 1));
  }

  /** The cable among {@code cables} between two groups that is at a switch; -1 if none is. */
  int cableAt(int group, int to, int atSwitch, int key) {
    for (int i = 0; i < cables; i++) {
      int cable = (int) (((key & 0x7fffffffL) + i) % cables);
      if (switchOf(port(group, to, cable)) == atSwitch) {
        return cable;
      }
    }
    return -1;
  }

  int cable(int key) {
    return (key & 0x7fffffff) % cables;
  }
}
