package io.github.tracecast.platform.collective;

/**
 * A tree of ranks. Each rank has a position; position 0 is the root. Open MPI's trees are in its
 * {@code coll_base_topo}.
 */
interface Tree {
  /** Result of {@link #child} if there is no such child. */
  int NONE = -1;

  /** The parent of a position above 0. */
  int parent(int v, int size);

  /** A child of a position, or {@link #NONE}. Children are numbered from 0 in the order of the messages to them. */
  int child(int v, int size, int number);

  /** Number of children of a position. */
  default int children(int v, int size) {
    int count = 0;
    while (child(v, size, count) != NONE) {
      count++;
    }
    return count;
  }

  /** Number of positions in the subtree of a position, including the position itself. */
  default int subtree(int v, int size) {
    int count = 1;
    for (int i = 0; child(v, size, i) != NONE; i++) {
      count += subtree(child(v, size, i), size);
    }
    return count;
  }

  /** The position of the calling rank. */
  default int position(CollectiveCall call) {
    return Ranks.fromRoot(call);
  }

  /** The rank at a position. */
  default int rankAt(CollectiveCall call, int v) {
    return Ranks.afterRoot(call, v);
  }

  /** The tree in which all other positions are children of the root. */
  record Star() implements Tree {
    @Override
    public int parent(int v, int size) {
      return 0;
    }

    @Override
    public int child(int v, int size, int number) {
      return v == 0 && number < size - 1 ? number + 1 : NONE;
    }

    @Override
    public int children(int v, int size) {
      return v == 0 ? size - 1 : 0;
    }
  }

  /** A complete binary tree, filled level by level. Odd positions are below position 1. */
  record Binary() implements Tree {
    /** Number of positions in the level of a position. */
    private static int width(int v) {
      return Integer.highestOneBit(v + 1);
    }

    @Override
    public int parent(int v, int size) {
      int half = width(v) / 2;
      return v < 3 * half - 1 ? v - half : v - 2 * half;
    }

    @Override
    public int child(int v, int size, int number) {
      long child = v + (number + 1L) * width(v);
      return number < 2 && child < size ? (int) child : NONE;
    }
  }

  /** The binomial tree in which the parent of position p is p with its highest bit set to 0. */
  record HighestBit() implements Tree {
    @Override
    public int parent(int v, int size) {
      return v - Integer.highestOneBit(v);
    }

    @Override
    public int child(int v, int size, int number) {
      long child = v + (Math.max(1L, 2L * Integer.highestOneBit(v)) << number);
      return child < size ? (int) child : NONE;
    }
  }

  /**
   * The tree in which the parent of position p is p with its lowest nonzero digit, in a base, set
   * to 0. In base 2, it is the usual binomial tree.
   *
   * @param nearestFirst whether the children with the smallest subtrees come first; otherwise,
   *     those with the largest subtrees
   */
  record Knomial(int base, boolean nearestFirst) implements Tree {
    /**
     * The place value of the lowest nonzero digit of a position; for position 0, the smallest place
     * value that is not below the number of positions.
     */
    private long place(int v, int size) {
      long place = 1;
      while (place < size && v / place % base == 0) {
        place *= base;
      }
      return place;
    }

    @Override
    public int parent(int v, int size) {
      long place = place(v, size);
      return (int) (v - v / place % base * place);
    }

    @Override
    public int child(int v, int size, int number) {
      int left = number;
      long end = place(v, size);
      for (long place = 1; place < end; place *= base) {
        long here = nearestFirst ? place : end / base / place;
        for (int digit = 1; digit < base && v + digit * here < size; digit++) {
          if (left-- == 0) {
            return (int) (v + digit * here);
          }
        }
      }
      return NONE;
    }

    @Override
    public int subtree(int v, int size) {
      return (int) Math.min(place(v, size), size - (long) v);
    }
  }

  /** The tree in which each child of the root begins a chain. The chains have nearly equal lengths. */
  record Chains(int most) implements Tree {
    private int count(int size) {
      return Math.min(most, size - 1);
    }

    /** The first position of a chain. The first chains may be longer by one position. */
    private int first(int chain, int size) {
      int others = size - 1;
      int chains = count(size);
      return 1 + chain * (others / chains) + Math.min(chain, others % chains);
    }

    private boolean isFirst(int v, int size) {
      for (int chain = 0; chain < count(size); chain++) {
        if (first(chain, size) == v) {
          return true;
        }
      }
      return false;
    }

    @Override
    public int parent(int v, int size) {
      return isFirst(v, size) ? 0 : v - 1;
    }

    @Override
    public int child(int v, int size, int number) {
      if (v == 0) {
        return number < count(size) ? first(number, size) : NONE;
      }
      return number == 0 && v + 1 < size && !isFirst(v + 1, size) ? v + 1 : NONE;
    }
  }

  /**
   * The binary tree that keeps the order of a reduction's operands: the last rank is its root, and
   * each subtree has consecutive ranks.
   */
  record InOrder() implements Tree {
    @Override
    public int position(CollectiveCall call) {
      return call.size() - 1 - call.rank();
    }

    @Override
    public int rankAt(CollectiveCall call, int v) {
      return call.size() - 1 - v;
    }

    /** A position's parent and the size of its subtree, packed into a long. */
    private static long find(int v, int size) {
      int root = 0;
      int here = size;
      int parent = -1;
      while (root != v) {
        parent = root;
        int right = here / 2;
        if (v <= root + right) {
          root++;
          here = right;
        } else {
          root += 1 + right;
          here -= 1 + right;
        }
      }
      return (long) parent << 32 | here;
    }

    @Override
    public int parent(int v, int size) {
      return (int) (find(v, size) >> 32);
    }

    @Override
    public int child(int v, int size, int number) {
      int subtree = (int) find(v, size);
      if (number > 1 || number + 1 >= subtree) {
        return NONE;
      }
      return number == 0 ? v + 1 : v + 1 + subtree / 2;
    }
  }
}
