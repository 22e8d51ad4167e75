package io.github.tracecast.compress;

import io.github.tracecast.compress.CompressOptions.Deltas;
import io.github.tracecast.compress.TaskEntry.LeafNode;
import io.github.tracecast.compress.TaskEntry.LoopNode;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The packed entries of a task's program, which cannot be folded any more. A call takes one or two
 * bytes, plus one to three bytes for each parameter and nine bytes for each time. Entries are
 * unpacked block by block, on each access. Thread-safe when no more entries are added.
 */
final class SealedNodes {
  /** The number of entries that are unpacked together. */
  private static final int BLOCK = 32;

  private static final int ONCE = 0;
  private static final int OFTEN = 1;
  private static final int LOOP = 2;
  private static final int KINDS = 3;

  private final CompressOptions options;
  private final PackedBytes bytes = new PackedBytes();
  private int count;
  private int calls;

  /** For each block, the position of its first byte, and the number of calls before it. */
  private final LongArrayList starts = new LongArrayList(4);

  private final IntArrayList callsBefore = new IntArrayList(4);

  /** The leaves by structure number. */
  private Leaf[] leaves = new Leaf[8];

  /** The times that were summed up, in the order of their calls. */
  private final List<DeltaLog> summedUp = new ArrayList<>();

  SealedNodes(CompressOptions options) {
    this.options = options;
  }

  int size() {
    return count;
  }

  /** Returns the number of calls in all entries. */
  int calls() {
    return calls;
  }

  void add(TaskEntry node) {
    if (count % BLOCK == 0) {
      starts.add(bytes.size());
      callsBefore.add(calls);
    }
    pack(node);
    count++;
  }

  int blocks() {
    return starts.size();
  }

  /** Returns the number of calls in all blocks before a block. */
  int callsBefore(int block) {
    return callsBefore.getInt(block);
  }

  /** Returns the block that contains the call with number {@code call}. */
  int blockOfCall(int call) {
    int found = Arrays.binarySearch(callsBefore.elements(), 0, blocks(), call);
    return found >= 0 ? found : -found - 2;
  }

  TaskEntry get(int at) {
    return block(at / BLOCK)[at % BLOCK];
  }

  TaskEntry[] block(int block) {
    PackedBytes.Reader reader = bytes.new Reader(starts.getLong(block));
    TaskEntry[] nodes = new TaskEntry[Math.min(BLOCK, count - block * BLOCK)];
    for (int i = 0; i < nodes.length; i++) {
      nodes[i] = unpack(reader);
    }
    return nodes;
  }

  private void pack(TaskEntry node) {
    switch (node) {
      case LeafNode leaf -> pack(leaf);
      case LoopNode loop -> {
        bytes.varint((long) KINDS * loop.id + LOOP);
        loop.packIterations(bytes);
        bytes.varint(loop.body.length);
        for (TaskEntry inner : loop.body) {
          pack(inner);
        }
      }
    }
  }

  private void pack(LeafNode node) {
    calls++;
    if (node.id >= leaves.length) {
      leaves = Arrays.copyOf(leaves, 2 * node.id);
    }
    leaves[node.id] = node.leaf;
    bytes.varint((long) KINDS * node.id + (node.executions == 1 ? ONCE : OFTEN));
    node.packValues(bytes);
    if (node.deltas != null && !node.deltas.pack(bytes)) {
      bytes.varint(summedUp.size());
      summedUp.add(node.deltas);
    }
  }

  private TaskEntry unpack(PackedBytes.Reader reader) {
    long head = reader.varint();
    int id = (int) (head / KINDS);
    int kind = (int) (head % KINDS);
    return kind == LOOP ? unpackLoop(id, reader) : unpackCall(leaves[id], kind == OFTEN, reader);
  }

  private LoopNode unpackLoop(int id, PackedBytes.Reader reader) {
    long iterations = reader.varint();
    LongSequence earlier = (iterations & 1) == 0 ? null : LongSequence.unpack(reader);
    TaskEntry[] body = new TaskEntry[reader.smallVarint()];
    for (int i = 0; i < body.length; i++) {
      body[i] = unpack(reader);
    }
    return new LoopNode(id, body, earlier, iterations >>> 1);
  }

  private LeafNode unpackCall(Leaf leaf, boolean often, PackedBytes.Reader reader) {
    long executions = often ? reader.varint() : 1;
    LongSequence[] sequences = new LongSequence[leaf.parameters.length];
    for (int i = 0; i < sequences.length; i++) {
      sequences[i] = often ? LongSequence.unpack(reader) : new LongSequence(reader.number());
    }
    return new LeafNode(leaf, sequences, executions, unpackDeltas(reader));
  }

  private @Nullable DeltaLog unpackDeltas(PackedBytes.Reader reader) {
    if (options.deltas() == Deltas.NONE) {
      return null;
    }
    DeltaLog deltas = DeltaLog.unpack(reader, options);
    return deltas != null ? deltas : summedUp.get(reader.smallVarint());
  }
}
