package io.github.tracecast.simulate.collective;

/**
 * A tree over positions. Position 0 is its root. Open MPI's trees come from {@code coll_base_topo}.
 * Their neighbours differ from the binomial tree of {@link Binomial}.
 */
interface Tree {
  /** The parent of a position above 0. */
  int parent(int v, int size);

  /** Number of children of a position. */
  int children(int v, int size);

  /** A child. Children are numbered from 0 in the order of the messages to them. */
  int child(int v, int size, int number);

  /** The position of the call's rank. */
  default int position(CollectiveCall call) {
    return Ranks.fromRoot(call);
  }

  /** The rank at a position. */
  default int rankAt(CollectiveCall call, int v) {
    return Ranks.afterRoot(call, v);
  }

  /** A complete binary tree, filled level by level. Odd positions are below position 1. */
  record Binary() implements Tree {
    /** Number of positions of the level that holds a position. */
    private static int width(int v) {
      return Integer.highestOneBit(v + 1);
    }

    @Override
    public int parent(int v, int size) {
      int half = width(v) / 2;
      return v < 3 * half - 1 ? v - half : v - 2 * half;
    }

    @Override
    public int children(int v, int size) {
      int width = width(v);
      return (v + width < size ? 1 : 0) + (v + 2 * width < size ? 1 : 0);
    }

    @Override
    public int child(int v, int size, int number) {
      return v + (number + 1) * width(v);
    }
  }

  /** The binomial tree with position p's parent at p without its highest bit. */
  record HighestBit() implements Tree {
    @Override
    public int parent(int v, int size) {
      return v - Integer.highestOneBit(v);
    }

    @Override
    public int children(int v, int size) {
      int first = v == 0 ? 1 : 2 * Integer.highestOneBit(v);
      int count = 0;
      for (long bit = first; v + bit < size; bit *= 2) {
        count++;
      }
      return count;
    }

    @Override
    public int child(int v, int size, int number) {
      return v + ((v == 0 ? 1 : 2 * Integer.highestOneBit(v)) << number);
    }
  }

  /**
   * The tree with position p's parent at p with its lowest nonzero digit, in a base, set to 0. The
   * largest subtrees come first.
   */
  record Knomial(int base) implements Tree {
    /** The place value of the lowest digit that is not 0, or of the first one above all positions. */
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
    public int children(int v, int size) {
      int count = 0;
      for (long place = 1; place < place(v, size); place *= base) {
        for (int digit = 1; digit < base && v + digit * place < size; digit++) {
          count++;
        }
      }
      return count;
    }

    @Override
    public int child(int v, int size, int number) {
      int left = number;
      for (long place = place(v, size) / base; place > 0; place /= base) {
        for (int digit = 1; digit < base && v + digit * place < size; digit++) {
          if (left-- == 0) {
            return (int) (v + digit * place);
          }
        }
      }
      throw new AssertionError(number);
    }
  }

  /** Chains of nearly equal length below the root. */
  record Chains(int most) implements Tree {
    private int count(int size) {
      return Math.min(most, size - 1);
    }

    /** The first position of a chain; the first chains are longer by one. */
    private int first(int chain, int size) {
      int others = size - 1;
      int chains = count(size);
      return 1 + chain * (others / chains) + Math.min(chain, others % chains);
    }

    private int chainOf(int v, int size) {
      int chain = (int) ((long) (v - 1) * count(size) / (size - 1));
      while (chain + 1 < count(size) && first(chain + 1, size) <= v) {
        chain++;
      }
      while (first(chain, size) > v) {
        chain--;
      }
      return chain;
    }

    @Override
    public int parent(int v, int size) {
      return first(chainOf(v, size), size) == v ? 0 : v - 1;
    }

    @Override
    public int children(int v, int size) {
      if (v == 0) {
        return count(size);
      }
      int chain = chainOf(v, size);
      int end = chain + 1 < count(size) ? first(chain + 1, size) : size;
      return v + 1 < end ? 1 : 0;
    }

    @Override
    public int child(int v, int size, int number) {
      return v == 0 ? first(number, size) : v + 1;
    }
  }

  /**
   * The binary tree that keeps the order of operands: the last rank is its root, and each subtree
   * has consecutive ranks.
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

    /** The parent and the size of the subtree of a position, packed. */
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
    public int children(int v, int size) {
      return Math.min(2, (int) find(v, size) - 1);
    }

    @Override
    public int child(int v, int size, int number) {
      return number == 0 ? v + 1 : v + 1 + (int) find(v, size) / 2;
    }
  }
}
