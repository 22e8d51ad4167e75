package io.github.tracecast.platform.topology;

/** The rule that spreads messages over equally long paths. */
enum PathSpread {
  /** D-mod-k: paths to the same endpoint join early, and paths to different endpoints stay apart. */
  BY_RECEIVER,
  /** ECMP: a hash of sender and receiver selects the path. */
  HASHED;

  int key(int from, int to) {
    return this == BY_RECEIVER ? to : positive(hash(from, to));
  }

  static int positive(long hash) {
    return (int) (hash >>> 33);
  }

  /** Hashes two numbers with SplitMix64. */
  static long hash(long a, long b) {
    long mixed = a * 0x9e3779b97f4a7c15L + b + 0x632be59bd9b4e019L;
    mixed = (mixed ^ mixed >>> 30) * 0xbf58476d1ce4e5b9L;
    mixed = (mixed ^ mixed >>> 27) * 0x94d049bb133111ebL;
    return mixed ^ mixed >>> 31;
  }
}
