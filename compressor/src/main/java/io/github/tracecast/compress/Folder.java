package io.github.tracecast.compress;

import io.github.tracecast.compress.TaskEntry.LoopNode;
import java.util.Arrays;

/**
 * Folds a task's program greedily as its entries arrive. Entries at the end become one more
 * iteration of the loop before them, or a new loop. Whether entries are folded depends only on
 * their structure numbers. Not thread-safe.
 *
 * <p>Hashing finds candidates for the length of a new loop's body. Every length below {@link
 * #GRAMS}[0] is tried. A greater length is tried only if the last 4, 16 or 64 entries, the largest
 * of these numbers that fits into the body, also occurred at that distance. Hashes of prefixes show
 * in O(1) whether two stretches can be equal, before they are compared. So entries that cannot be
 * folded take no more time than other entries.
 *
 * <p>New entries can be folded with the last {@link #KEPT} windows of entries, or the last {@link
 * #LEAST} entries if these are more. Entries more than twice as far back are sealed: they are
 * packed and cannot be folded any more. So a stream that cannot be folded takes about the memory of
 * its packed entries. A loop whose body has more entries than stay open is not found.
 *
 * <p>A loop at the end of another loop's body stays open, because the outer loop may be found
 * before the inner loop ends.
 */
final class Folder {
  private static final int[] GRAMS = {4, 16, 64};

  /**
   * The number of windows of entries that stay open. A body and its repetition need two windows.
   * The other windows are for entries that are folded into bodies later.
   */
  private static final int KEPT = 8;

  /** The least number of entries that stay open. */
  private static final int LEAST = 1 << 15;

  private static final long BASE = 0xD1342543DE82EF95L;
  static final long MIX = 0x9E3779B97F4A7C15L;

  private final int window;
  private final Shapes shapes;
  private final int kept;
  private final SealedNodes sealed;

  /** The entries that can still be folded. */
  private TaskEntry[] nodes = new TaskEntry[16];

  private int count;

  /**
   * The hashes of prefixes: {@code hashes[i]} is the hash of the first i entries, and {@code
   * powers[i]} is BASE to the power of i.
   */
  private long[] hashes = new long[17];

  private long[] powers = {1};

  /** The position of the nearest loop at or before each position; -1 if there is none. */
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

  /** Returns the current number of entries. */
  int length() {
    return sealed.size() + count;
  }

  /** Returns the packed entries at the beginning, which do not change any more. */
  SealedNodes sealed() {
    return sealed;
  }

  TaskEntry node(int at) {
    return at < sealed.size() ? sealed.get(at) : nodes[at - sealed.size()];
  }

  /**
   * Returns the length of the shortest repeated loop body that did not fit into the window; 0 if
   * all fitted.
   */
  int missed() {
    return missed;
  }

  /** Appends an entry, and folds the last entries as often as possible. */
  void append(TaskEntry node) {
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

  private void push(TaskEntry node) {
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

  /**
   * Returns the hash of these nodes. It equals the hash of a stretch of the list with the same
   * nodes.
   */
  static long hash(TaskEntry... body) {
    long hash = 0;
    for (TaskEntry node : body) {
      hash = hash * BASE + code(node.id);
    }
    return hash;
  }

  /** Returns the hash of the structure numbers in a stretch of the list. */
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

  /**
   * Folds the last entries into the loop directly before them, or into a loop at the end of that
   * loop's body.
   */
  private boolean extendLoop() {
    for (int at = count < 2 ? -1 : loopAt[count - 2]; at >= 0; at = at == 0 ? -1 : loopAt[at - 1]) {
      int length = count - 1 - at;
      if (length > longestBody) {
        return false;
      }
      for (TaskEntry node = nodes[at]; node instanceof LoopNode loop; node = loop.end()) {
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
        if (loop.lastIterations() == 0) {
          break; // the last execution has no iterations, so it has no inner loop that could grow
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
      int at = indices[i].previousPosition(count - 1);
      for (; at >= 0 && count - 1 - at <= limit; at = indices[i].previousPosition(at)) {
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
   * Detects that the window is too small, by repeated bodies that are longer than the window. It
   * tries the shortest such lengths, and the distance to the previous occurrence of the longest
   * gram that fits.
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
      noteMissed(count - 1 - indices[gram].previousPosition(count - 1));
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
    TaskEntry[] body = Arrays.copyOfRange(nodes, from, from + length);
    LoopNode loop = new LoopNode(shapes.loop(body), body, hash, 2);
    for (int i = 0; i < length; i++) {
      body[i].absorb(nodes[from + length + i]);
    }
    pop(2 * length);
    push(loop);
    return true;
  }
}
