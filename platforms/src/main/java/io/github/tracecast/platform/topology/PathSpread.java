package io.github.tracecast.platform.topology;

/** How messages are spread over equally long paths. */
enum PathSpread {
  /** D-mod-k: messages to one endpoint meet early, and messages to other endpoints stay apart. */
  BY_RECEIVER {
    @Override
    int key(int from, int to) {
      return to;
    }
  },
  /** ECMP: a hash of both ends. */
  HASHED {
    @Override
    int key(int from, int to) {
      return positive(hash(from, to));
    }
  };

  abstract int key(int from, int to);

  static int positive(long hash) {
    return (int) (hash >>> 33);
  }

  /** SplitMix64 of two numbers. */
  static long hash(long a, long b) {
    long mixed = a * 0x9e3779b97f4a7c15L + b + 0x632be59bd9b4e019L;
    mixed = (mixed ^ mixed >>> 30) * 0xbf58476d1ce4e5b9L;
    mixed = (mixed ^ mixed >>> 27) * 0x94d049bb133111ebL;
    return mixed ^ mixed >>> 31;
  }
}
