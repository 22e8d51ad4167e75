package io.github.tracecast.compress;

import io.github.tracecast.compress.Node.LoopNode;
import java.util.Arrays;

/**
 * Folds a task's program greedily as its entries come: into one more iteration of a loop before them, or into a new loop. A fold is
 * decided by structure numbers alone. One thread.
 *
 * <p>Candidates for the length of a new loop's body are found by hashing: lengths below {@link #GRAMS}[0] are tried, longer ones
 * only where the last 4, 16 or 64 entries, whichever still fit into the body, stood there before; and whether two stretches agree
 * is known from hashes of prefixes in O(1) before it is checked. So entries that fold with nothing cost no more than others.
 *
 * <p>The last {@link #KEPT} windows of entries, and at least {@link #LEAST}, can be folded with; what lies twice as far back is sealed,
 * so that a stream in which nothing folds takes about as much memory as its packed entries. Loops in which so much does not fold at
 * first are not found.
 *
 * <p>A loop at the end of another one's body stays open: the outer loop may be found before the inner one has come to its end.
 */
final class Folder {
  private static final int[] GRAMS = {4, 16, 64};

  /** Windows that are kept open: two for a body and its repetition, more for those that fold into bodies later. */
  private static final int KEPT = 8;

  /** Entries that are kept open whatever the window is. */
  private static final int LEAST = 1 << 15;

  private static final long BASE = 0xD1342543DE82EF95L;
  static final long MIX = 0x9E3779B97F4A7C15L;

  private final int window;
  private final Shapes shapes;
  private final int kept;
  private final SealedNodes sealed;

  /** The entries that can still be folded with. */
  private Node[] nodes = new Node[16];

  private int count;

  /** hashes[i] is that of the first i entries; powers[i] is BASE to the power of i. */
  private long[] hashes = new long[17];

  private long[] powers = {1};

  /** Position of the loop at or before each position, -1 where there is none. */
  private int[] loopAt = new int[16];

  private int longestBody;
  private final GramIndex[] indices = new GramIndex[GRAMS.length];
  private int missed;

  Folder(CompressOptions options, Shapes shapes) {
    this.window = options.window();
    this.kept = Math.clamp((long) KEPT * window, LEAST, Integer.MAX_VALUE / 4);
    this.sealed = new SealedNodes(options);
    this.shapes = shapes;
    for (int i = 0; i < GRAMS.length; i++) {
      indices[i] = new GramIndex();
    }
  }

  /** Entries now. */
  int length() {
    return sealed.size() + count;
  }

  /** The entries at the beginning that will not change any more. */
  SealedNodes sealed() {
    return sealed;
  }

  Node node(int at) {
    return at < sealed.size() ? sealed.get(at) : nodes[at - sealed.size()];
  }

  /** The shortest loop body that was seen to repeat but was longer than the window; 0 where there was none. */
  int missed() {
    return missed;
  }

  /** Appends an entry and folds as far as it goes. */
  void append(Node node) {
    push(node);
    boolean folded;
    do {
      folded = extendLoop() || makeLoop();
    } while (folded);
    if (count == 2 * kept) {
      seal(kept);
    }
  }

  private void seal(int number) {
    for (int i = 0; i < number; i++) {
      sealed.add(nodes[i]);
    }
    System.arraycopy(nodes, number, nodes, 0, count - number);
    Arrays.fill(nodes, count - number, count, null);
    System.arraycopy(hashes, number, hashes, 0, count - number + 1);
    for (int i = number; i < count; i++) {
      loopAt[i - number] = Math.max(loopAt[i] - number, -1);
    }
    count -= number;
    for (int i = 0; i < GRAMS.length; i++) {
      indices[i].forget(number, GRAMS[i] - 1, count);
    }
  }

  private void push(Node node) {
    if (count == nodes.length) {
      int more = 2 * count;
      nodes = Arrays.copyOf(nodes, more);
      hashes = Arrays.copyOf(hashes, more + 1);
      loopAt = Arrays.copyOf(loopAt, more);
    }
    nodes[count] = node;
    hashes[count + 1] = hashes[count] * BASE + code(node.id);
    if (node instanceof LoopNode loop) {
      loopAt[count] = count;
      longestBody = Math.max(longestBody, loop.body.length);
    } else {
      loopAt[count] = count == 0 ? -1 : loopAt[count - 1];
    }
    count++;
    for (int i = 0; i < GRAMS.length && count >= GRAMS[i]; i++) {
      indices[i].push(count - 1, hash(count - GRAMS[i], count));
    }
  }

  private void pop(int number) {
    for (int k = 0; k < number; k++) {
      for (int i = 0; i < GRAMS.length && count >= GRAMS[i]; i++) {
        indices[i].pop(count - 1);
      }
      nodes[--count] = null;
    }
  }

  static long code(int id) {
    long code = (id + 1) * MIX;
    return code ^ code >>> 31;
  }

  /** The hash that a stretch of the list has which consists of these. */
  static long hash(Node... body) {
    long hash = 0;
    for (Node node : body) {
      hash = hash * BASE + code(node.id);
    }
    return hash;
  }

  /** Hash of a body's structure numbers, the same that a stretch of the list has. */
  private long hash(int from, int to) {
    int length = to - from;
    if (length >= powers.length) {
      int known = powers.length;
      powers = Arrays.copyOf(powers, Math.max(2 * known, length + 1));
      for (int i = known; i < powers.length; i++) {
        powers[i] = powers[i - 1] * BASE;
      }
    }
    return hashes[to] - hashes[from] * powers[length];
  }

  /** Folds the last entries into the loop directly before them, or into one at the end of its body. */
  private boolean extendLoop() {
    for (int at = count < 2 ? -1 : loopAt[count - 2]; at >= 0; at = at == 0 ? -1 : loopAt[at - 1]) {
      int length = count - 1 - at;
      if (length > longestBody) {
        return false;
      }
      for (Node node = nodes[at]; node instanceof LoopNode loop; node = loop.end()) {
        if (loop.body.length == length
            && loop.bodyHash == hash(at + 1, count)
            && sameAsBody(loop, at + 1)) {
          for (int i = 0; i < length; i++) {
            loop.body[i].absorb(nodes[at + 1 + i]);
          }
          loop.iterate();
          pop(length);
          return true;
        }
        if (length == 1 && node != nodes[at] && node.id == nodes[count - 1].id) {
          loop.join((LoopNode) nodes[count - 1]);
          pop(1);
          return true;
        }
      }
    }
    return false;
  }

  private boolean sameAsBody(LoopNode loop, int from) {
    for (int i = 0; i < loop.body.length; i++) {
      if (loop.body[i].id != nodes[from + i].id) {
        return false;
      }
    }
    return true;
  }

  private boolean makeLoop() {
    int most = Math.min(window, count / 2);
    for (int length = 1; length < GRAMS[0] && length <= most; length++) {
      if (repeats(length)) {
        return fold(length);
      }
    }
    for (int i = 0; i < GRAMS.length && GRAMS[i] <= most; i++) {
      int limit = i + 1 < GRAMS.length ? Math.min(most, GRAMS[i + 1] - 1) : most;
      int at = indices[i].before(count - 1);
      for (; at >= 0 && count - 1 - at <= limit; at = indices[i].before(at)) {
        int length = count - 1 - at;
        if (length >= GRAMS[i] && repeats(length)) {
          return fold(length);
        }
      }
    }
    seekBeyondWindow();
    return false;
  }

  /**
   * Notices that the window is too small: from short lengths beyond it, and from the last place where the longest gram stood that a body
   * beyond the window can hold.
   */
  private void seekBeyondWindow() {
    if (count <= 2 * window) {
      return;
    }
    for (int length = window + 1; length < GRAMS[0]; length++) {
      noteMissed(length);
    }
    int gram = GRAMS.length - 1;
    while (gram > 0 && GRAMS[gram] > window) {
      gram--;
    }
    if (count > GRAMS[gram]) {
      noteMissed(count - 1 - indices[gram].before(count - 1));
    }
  }

  private void noteMissed(int length) {
    if (length > window
        && 2 * length <= count
        && (missed == 0 || length < missed)
        && repeats(length)) {
      missed = length;
    }
  }

  private boolean repeats(int length) {
    if (nodes[count - 1].id != nodes[count - 1 - length].id
        || hash(count - length, count) != hash(count - 2 * length, count - length)) {
      return false;
    }
    for (int i = count - length; i < count; i++) {
      if (nodes[i].id != nodes[i - length].id) {
        return false;
      }
    }
    return true;
  }

  private boolean fold(int length) {
    int from = count - 2 * length;
    if (length == 1 && nodes[from] instanceof LoopNode loop) {
      loop.join((LoopNode) nodes[count - 1]);
      pop(1);
      return true;
    }
    long hash = hash(from, from + length);
    Node[] body = Arrays.copyOfRange(nodes, from, from + length);
    LoopNode loop = new LoopNode(shapes.loop(body), body, hash, 2);
    for (int i = 0; i < length; i++) {
      body[i].absorb(nodes[from + length + i]);
    }
    pop(2 * length);
    push(loop);
    return true;
  }
}
