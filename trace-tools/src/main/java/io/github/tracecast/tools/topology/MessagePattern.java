package io.github.tracecast.tools.topology;

import io.github.tracecast.decompress.EventCounts;
import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.decompress.ExecutedCall;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.decompress.TaskCursor;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.calls.RequestNumbers;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2ObjectMap;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;

/**
 * The point-to-point messages and bytes between each pair of ranks, by class of message size. Ranks
 * are world ranks. Messages to MPI_PROC_NULL are left out. Elements of datatypes of unknown size
 * count 0 bytes.
 *
 * <p>The rows ascend by sender, receiver and size class. The counts of calls in a loop are
 * multiplied by its iterations, so that loops need not be executed. Only the programs of ranks that
 * start persistent sends are executed call by call. Memory: 28 bytes per row. Immutable.
 */
public final class MessagePattern {
  /** Number of size classes. Class 0 has messages of 0 bytes, class k messages of 2^(k-1) to 2^k - 1 bytes. */
  public static final int CLASSES = 64;

  private final int ranks;
  private final int[] senders;
  private final int[] receivers;
  private final byte[] classes;
  private final long[] messages;
  private final long[] bytes;

  private MessagePattern(int ranks, Collector collector) {
    this.ranks = ranks;
    int rows = collector.rows.size();
    Integer[] order = new Integer[rows];
    Arrays.setAll(order, row -> row);
    Arrays.sort(
        order, (a, b) -> Long.compare(collector.keys.getLong(a), collector.keys.getLong(b)));
    senders = new int[rows];
    receivers = new int[rows];
    classes = new byte[rows];
    messages = new long[rows];
    bytes = new long[rows];
    for (int row = 0; row < rows; row++) {
      int from = order[row];
      long key = collector.keys.getLong(from);
      senders[row] = (int) (key >>> 30);
      receivers[row] = (int) (key >>> 6) & 0xff_ffff;
      classes[row] = (byte) (key & 63);
      messages[row] = collector.messages.getLong(from);
      bytes[row] = collector.bytes.getLong(from);
    }
  }

  /** Counts the messages of a trace. */
  public static MessagePattern of(Programs programs, EventTable table) {
    Collector collector = new Collector(programs, table);
    for (int rank = 0; rank < programs.ranks(); rank++) {
      collector.count(rank);
    }
    return new MessagePattern(programs.ranks(), collector);
  }

  /** Number of ranks of MPI_COMM_WORLD. */
  public int ranks() {
    return ranks;
  }

  public int rows() {
    return senders.length;
  }

  public int sender(int row) {
    return senders[row];
  }

  public int receiver(int row) {
    return receivers[row];
  }

  /** The size class of a row's messages, see {@link #CLASSES}. */
  public int sizeClass(int row) {
    return classes[row];
  }

  public long messages(int row) {
    return messages[row];
  }

  public long bytes(int row) {
    return bytes[row];
  }

  /** The smallest number of bytes of a message in a size class. */
  public static long smallestBytes(int sizeClass) {
    return sizeClass == 0 ? 0 : 1L << sizeClass - 1;
  }

  /** The largest number of bytes of a message in a size class. */
  public static long largestBytes(int sizeClass) {
    return sizeClass == 0 ? 0 : (1L << sizeClass - 1) - 1 + (1L << sizeClass - 1);
  }

  /** Number of messages of all rows. */
  public long messages() {
    return Arrays.stream(messages).sum();
  }

  /** Bytes of all rows. */
  public long bytes() {
    return Arrays.stream(bytes).sum();
  }

  /** The number of messages in each of the {@link #CLASSES} size classes. */
  public long[] messagesBySizeClass() {
    return byClass(messages);
  }

  /** The number of bytes in each of the {@link #CLASSES} size classes. */
  public long[] bytesBySizeClass() {
    return byClass(bytes);
  }

  private long[] byClass(long[] column) {
    long[] sums = new long[CLASSES];
    for (int row = 0; row < column.length; row++) {
      sums[classes[row]] += column[row];
    }
    return sums;
  }

  /** Gathers rows, one for each sender, receiver and size class. */
  private static final class Collector {
    private final Programs programs;
    private final EventTable table;
    private final Long2IntOpenHashMap rows = new Long2IntOpenHashMap();
    private final LongArrayList keys = new LongArrayList();
    private final LongArrayList messages = new LongArrayList();
    private final LongArrayList bytes = new LongArrayList();

    Collector(Programs programs, EventTable table) {
      this.programs = programs;
      this.table = table;
      rows.defaultReturnValue(-1);
    }

    void count(int rank) {
      boolean[] persistent = {false};
      EventCounts.visitPartners(programs, rank, (call, times) -> {
        persistent[0] |= call.call().role() == MpiCall.Role.PREPARE_SEND;
        if (call.call().sends()) {
          addSend(call, times);
        }
      });
      if (persistent[0]) {
        walk(rank);
      }
    }

    private void addSend(ExecutedCall call, long times) {
      int receiver = call.partner(Parameter.DESTINATION);
      if (receiver != EventTable.NONE) {
        add(call.rank(), receiver, call.sendBytes(), times);
      }
    }

    private void add(int sender, int receiver, long size, long times) {
      int sizeClass = 64 - Long.numberOfLeadingZeros(size);
      long key = (long) sender << 30 | (long) receiver << 6 | sizeClass;
      int row = rows.get(key);
      if (row < 0) {
        row = rows.size();
        rows.put(key, row);
        keys.add(key);
        messages.add(0);
        bytes.add(0);
      }
      messages.set(row, Math.addExact(messages.getLong(row), times));
      bytes.set(row, Math.addExact(bytes.getLong(row), Math.multiplyExact(size, times)));
    }

    /**
     * Executes a rank's program in order, because MPI_Start refers to persistent requests by the
     * order of their creation.
     */
    private void walk(int rank) {
      Long2ObjectMap<ExecutedCall> prepared = new Long2ObjectOpenHashMap<>();
      RequestNumbers requests = new RequestNumbers();
      TaskCursor cursor = programs.cursor(rank);
      while (cursor.next()) {
        ExecutedCall call = table.at(cursor);
        requests.called(call.call());
        if (call.call().role() == MpiCall.Role.PREPARE_SEND) {
          prepared.put(requests.last(), call);
        } else if (call.call().role() == MpiCall.Role.START) {
          for (int i = 0; i < call.requests(); i++) {
            ExecutedCall started = prepared.get(call.request(i, requests));
            if (started != null) {
              addSend(started, 1);
            }
          }
        }
      }
    }
  }
}
