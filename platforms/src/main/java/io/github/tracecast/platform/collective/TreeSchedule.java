package io.github.tracecast.platform.collective;

/**
 * A schedule in which data passes through a {@link Tree}, to its root or from its root. With one
 * segment, a rank exchanges messages with at most {@code atOnce} of its children at a time, and
 * before or after that with its parent. With S segments of a vector, as in Open MPI's generic
 * broadcast and reduction, a rank exchanges a segment with all its children, and at the same time
 * the next or the previous segment with its parent.
 *
 * <p>Whole vectors take (p - 1) S messages and (p - 1) n bytes. The time along a chain with eager
 * messages is (p - 1) D(n / S) + (S - 1) 2 o, where D(m) = L + 2o + (m - 1) G.
 *
 * @param up whether data passes to the root
 * @param inBlocks whether a message has the blocks of the child's subtree; otherwise a message has
 *     the whole vector, which is reduced on the way to the root
 * @param atOnce largest number of children at a time; 0 for all children
 * @param segmentBytes largest segment, in bytes; 0 for one segment
 * @param halves whether odd positions receive the segments of the first half of the vector, and
 *     even positions the segments of the second half
 */
record TreeSchedule(
    Tree tree, boolean up, boolean inBlocks, long atOnce, long segmentBytes, boolean halves)
    implements Schedule {
  private static final int MAX_SEGMENTS = 1 << 16;

  /** Passes the two halves of a vector from the root through the two subtrees of a binary tree. */
  static TreeSchedule ofHalves(long segmentBytes) {
    return new TreeSchedule(new Tree.Binary(), false, false, 0, segmentBytes, true);
  }

  /**
   * Passes a vector in segments to the root, with a reduction on the way, or from the root.
   *
   * @param segmentBytes largest segment, in bytes; 0 for one segment
   */
  static Schedule ofSegments(Tree tree, Operation operation, long segmentBytes) {
    return new TreeSchedule(tree, operation.isToRoot(), false, 0, segmentBytes, false);
  }

  /**
   * The binomial tree with one message per round, because implementations block on each message. On
   * the way to the root, the nearest child comes first. On the way from the root, the farthest
   * child comes first, because it has the largest subtree. p - 1 messages. Time of whole vectors
   * (reduce, broadcast): lg p (a + n b). Time of blocks (gather, scatter): lg p a + (p - 1) m b. In
   * these times, a = L + 2o - G and b = G. Source: Thakur, Rabenseifner, Gropp, "Optimization of
   * collective communication operations in MPICH" (IJHPCA 2005).
   */
  static Schedule binomial(Operation operation) {
    boolean up = operation.isToRoot();
    return new TreeSchedule(new Tree.Knomial(2, up), up, operation.isOfBlocks(), 1, 0, false);
  }

  /** Allreduce: a vector is reduced on the way to the root, and then broadcast. */
  static Schedule binomialBothWays() {
    return new ScheduleSequence(binomial(Operation.REDUCE), binomial(Operation.BCAST));
  }

  /**
   * Messages between the root and all other ranks. There are p - 1 messages with (p - 1) m bytes.
   * Time: L + p o + (m - 1) G, plus p - 1 handshakes for successive rendezvous messages.
   *
   * @param atOnce largest number of the root's messages at a time; 0 for all messages
   */
  static Schedule linear(Operation operation, long atOnce) {
    boolean inBlocks = operation.isOfBlocks();
    return new TreeSchedule(new Tree.Star(), operation.isToRoot(), inBlocks, atOnce, 0, false);
  }

  static Schedule linearBothWays() {
    return new ScheduleSequence(linear(Operation.REDUCE, 0), linear(Operation.BCAST, 0));
  }

  /**
   * A reduction that keeps the order of its operands. It follows a binary tree to the last rank
   * ({@link Tree.InOrder}), which sends the result to the root. It sends (p - 1) n bytes, plus n
   * bytes if the root is not the last rank.
   */
  static Schedule inOrderReduce(long segmentBytes) {
    Schedule toRoot = Schedule.of(
        call -> {
          int last = call.size() - 1;
          boolean takesPart = call.rank() == last || call.rank() == call.root();
          return takesPart && call.root() != last ? 1 : 0;
        },
        (call, round, steps) -> {
          int last = call.size() - 1;
          if (call.rank() == last) {
            steps.sendAll(call.root());
          } else {
            steps.receiveAll(last);
          }
        });
    return new ScheduleSequence(
        ofSegments(new Tree.InOrder(), Operation.REDUCE, segmentBytes), toRoot);
  }

  static int segments(long bytes, long segmentBytes) {
    return segmentBytes == 0 ? 1 : Math.clamp(Math.ceilDiv(bytes, segmentBytes), 1, MAX_SEGMENTS);
  }

  /** The number of segments of the vector, or of each half of it. */
  int segments(CollectiveCall call) {
    return segmentBytes == 0
        ? 1
        : segments(halves ? Math.ceilDiv(call.bytes(), 2) : call.bytes(), segmentBytes);
  }

  @Override
  public int blocks(CollectiveCall call) {
    return halves ? 2 * segments(call) : segmentBytes == 0 ? call.size() : segments(call);
  }

  /** The number of rounds in which a position exchanges one segment with its children. */
  private int withChildren(int v, int size) {
    int children = tree.children(v, size);
    return atOnce == 0 ? Math.min(1, children) : (int) Math.ceilDiv(children, atOnce);
  }

  @Override
  public int rounds(CollectiveCall call) {
    if (call.size() == 1) {
      return 0;
    }
    int v = tree.position(call);
    return segments(call) + withChildren(v, call.size()) - (v == 0 ? 1 : 0);
  }

  @Override
  public int alike(CollectiveCall call, int round) {
    int segments = segments(call);
    if (halves || segments == 1 || round >= segments || call.size() == 1) {
      return 1;
    }
    int larger = (int) (call.bytes() % segments);
    int v = tree.position(call);
    if (v == 0 || withChildren(v, call.size()) == 0) {
      return until(round, segments, larger);
    }
    return round == 0
        ? 1
        : Math.min(until(round, segments, larger), until(round - 1, segments, larger));
  }

  /** The number of consecutive segments with the same size, from a given segment on. */
  private static int until(int segment, int segments, int larger) {
    return (segment < larger ? larger : segments) - segment;
  }

  /**
   * In a reduction, the memory for the children's data and for the sums. In an allreduce by a
   * binomial tree, the sums are in the receive buffer.
   */
  @Override
  public long allocatedBytes(CollectiveCall call, long vector) {
    int v = tree.position(call);
    boolean reduces = up && !inBlocks && !(tree instanceof Tree.Star);
    if (!reduces || withChildren(v, call.size()) == 0) {
      return 0;
    }
    long received = segmentBytes == 0 ? vector : Math.min(vector, 2 * segmentBytes);
    boolean toAll =
        call.operation() == Operation.ALLREDUCE || call.operation() == Operation.AGREEMENT;
    boolean hasSums = v == 0 || atOnce == 1 && toAll;
    return hasSums ? received : Math.addExact(vector, received);
  }

  @Override
  public void emit(CollectiveCall call, int round, BlockSteps steps) {
    int v = tree.position(call);
    int segments = segments(call);
    int batches = withChildren(v, call.size());
    if (up) {
      if (round < segments - 1 + batches) {
        exchangeWithChildren(call, v, round, batches, steps);
      }
      if (v > 0 && round >= batches) {
        int parent = tree.rankAt(call, tree.parent(v, call.size()));
        move(call, parent, v, round - batches, true, steps);
      }
    } else {
      if (v > 0 && round < segments) {
        int parent = tree.rankAt(call, tree.parent(v, call.size()));
        move(call, parent, v, round, false, steps);
      }
      int sent = v > 0 ? round - 1 : round;
      if (sent >= 0) {
        exchangeWithChildren(call, v, sent, batches, steps);
      }
    }
  }

  /** Emits the exchange of the next segment with all children, or of the only segment with the next children. */
  private void exchangeWithChildren(
      CollectiveCall call, int v, int number, int batches, BlockSteps steps) {
    int size = call.size();
    int children = tree.children(v, size);
    long first = batches > 1 ? number * atOnce : 0;
    long end = batches > 1 ? Math.min(children, first + atOnce) : children;
    for (long i = first; i < end; i++) {
      int child = tree.child(v, size, (int) i);
      move(call, tree.rankAt(call, child), child, batches > 1 ? 0 : number, !up, steps);
    }
  }

  /** Emits a message with a segment, the whole vector, or the blocks of the subtree of {@code below}. */
  private void move(
      CollectiveCall call, int peer, int below, int segment, boolean sends, BlockSteps steps) {
    boolean whole = !inBlocks && segmentBytes == 0 && !halves;
    int before = halves && below % 2 == 0 ? segments(call) : 0;
    int first = inBlocks ? tree.rankAt(call, below) : whole ? 0 : before + segment;
    int count = inBlocks ? tree.subtree(below, call.size()) : whole ? steps.blocks() : 1;
    if (sends) {
      steps.send(peer, first, count);
    } else if (up && !inBlocks) {
      steps.combine(peer, first, count);
    } else {
      steps.receive(peer, first, count);
    }
  }
}
