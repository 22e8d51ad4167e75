package io.github.tracecast.platform.topology;

import java.util.List;
import java.util.Locale;

/**
 * The links between groups of switches, with cables between every two groups. A group's ports are
 * numbered by cable, then by {@link Arrangement}. Each switch has consecutive ports.
 *
 * <p>The arrangements come from Hastings et al., "Comparing global link arrangements for dragonfly
 * networks", CLUSTER 2015.
 */
final class GlobalLinks {
  enum Arrangement {
    /** Port j leads to the j-th other group. */
    ABSOLUTE,
    /** Port j of group g leads to group g + j + 1. */
    RELATIVE,
    /** Ports lead to the groups g + 1, g - 1, g + 2, g - 2 and so on. */
    CIRCULANT,
    /** Switch j has all cables to group j. */
    BY_NUMBER;

    static final List<String> WORDS = List.of("absolute", "relative", "circulant", "by-number");

    static Arrangement of(String word) {
      return valueOf(word.replace('-', '_').toUpperCase(Locale.ROOT));
    }
  }

  final int groups;

  /** Number of ports of each group. */
  final int ports;

  final int cables;
  private final int perSwitch;
  private final Arrangement arrangement;

  /**
   * @param cables number of cables between every two groups
   * @param switches number of switches of a group that share its ports
   */
  GlobalLinks(int groups, int cables, int switches, Arrangement arrangement) {
    this.groups = groups;
    this.cables = cables;
    this.ports = Math.multiplyExact(groups - 1, cables);
    this.perSwitch = Math.max(1, Math.ceilDiv(ports, switches));
    this.arrangement = arrangement;
  }

  /** The switch that has a group's port, as a number among the switches with ports. */
  int switchOf(int group, int port) {
    return arrangement == Arrangement.BY_NUMBER ? groupBehind(group, port) : port / perSwitch;
  }

  /** The port of a group at which a cable to another group begins. */
  int port(int group, int to, int cable) {
    return cable * (groups - 1) + index(group, to);
  }

  /** The group at the other end of a port's cable. */
  int groupBehind(int group, int port) {
    int index = port % (groups - 1);
    return switch (arrangement) {
      case ABSOLUTE, BY_NUMBER -> index < group ? index : index + 1;
      case RELATIVE -> (group + index + 1) % groups;
      case CIRCULANT ->
        Math.floorMod(group + (index % 2 == 0 ? index / 2 + 1 : -(index / 2 + 1)), groups);
    };
  }

  private int index(int group, int to) {
    int ahead = Math.floorMod(to - group, groups);
    return switch (arrangement) {
      case ABSOLUTE, BY_NUMBER -> to < group ? to : to - 1;
      case RELATIVE -> ahead - 1;
      case CIRCULANT -> 2 * ahead <= groups ? 2 * (ahead - 1) : 2 * (groups - ahead - 1) + 1;
    };
  }

  /** The port at the other end of a port's cable. */
  int portBehind(int group, int port) {
    return port(groupBehind(group, port), group, port / (groups - 1));
  }

  /** One of the cables to another group that begin at a switch, selected by the key; -1 if there is no such cable. */
  int cableAt(int group, int to, int atSwitch, int key) {
    for (int i = 0; i < cables; i++) {
      int cable = (int) (((key & 0x7fffffffL) + i) % cables);
      if (switchOf(group, port(group, to, cable)) == atSwitch) {
        return cable;
      }
    }
    return -1;
  }

  int cable(int key) {
    return (key & 0x7fffffff) % cables;
  }
}
