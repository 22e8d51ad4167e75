package io.github.tracecast.exports.paraver;

import io.github.tracecast.decompress.Communicators;
import io.github.tracecast.imports.otf2.RankEvents;
import io.github.tracecast.simulate.ReplayException;
import io.github.tracecast.simulate.result.Timeline;
import io.github.tracecast.trace.Communicator;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.system.WholeFile;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The records of all ranks, which are written in the order of their times. Messages are matched by
 * MPI's rule: sends and receives with the same ranks, tag and communicator match in order.
 */
public final class ParaverTrace {
  /** The ending of the file of records. */
  public static final String RECORDS = ".prv";

  private static final String NAMES = ".pcf";
  private static final String RANKS = ".row";

  /** The first of the kinds of records. Records with equal times are in the order of their kinds. */
  static final int STATE = 1;

  static final int EVENT = 2;
  private static final int MESSAGE = 3;

  /** The regions to which events refer by number. */
  public interface Regions {
    /** The names of all regions so far. */
    List<String> names();

    /** The call of a region; null for a function of the program. */
    @Nullable MpiCall call(String name);
  }

  /** The key of messages that are matched in order. */
  record Channel(int sender, int receiver, int communicator, int tag) {}

  /** One end of a message: the time of the call, the time when the message is sent or arrives, and the size. */
  record End(long time, long arrived, long bytes) {}

  private final Trace trace;
  private final Communicators communicators;
  private final Regions regions;
  private List<String> regionNames = List.of();
  final ParaverNames names = new ParaverNames();

  private final LongArrayList times = new LongArrayList();

  private final List<String> records = new ArrayList<>();
  private final Map<Channel, ArrayDeque<End>> sends = new HashMap<>();
  private final Map<Channel, ArrayDeque<End>> receives = new HashMap<>();
  private long last;

  public ParaverTrace(Trace trace, Communicators communicators, Regions regions) {
    this.trace = trace;
    this.communicators = communicators;
    this.regions = regions;
  }

  public static List<Path> files(Path prv) {
    return List.of(prv, beside(prv, NAMES), beside(prv, RANKS));
  }

  private static Path beside(Path prv, String ending) {
    String name = prv.getFileName().toString();
    return prv.resolveSibling(name.substring(0, name.length() - RECORDS.length()) + ending);
  }

  /** Returns the writer of a rank's events. Ranks are written one after another. */
  public RankEvents rank(int rank) {
    return new ParaverRank(this, rank);
  }

  String name(int region) {
    if (region >= regionNames.size()) {
      regionNames = regions.names();
    }
    return regionNames.get(region);
  }

  @Nullable MpiCall call(String region) {
    return regions.call(region);
  }

  int world(int communicator, int local, int self) {
    return communicators.worldRank(communicator, local, self);
  }

  /** Returns the number of a communicator in the trace. Each rank has its own MPI_COMM_SELF. */
  int number(int communicator, int rank) {
    return 1
        + (trace.communicators().get(communicator).isSelf()
            ? trace.communicators().size() + rank
            : communicator);
  }

  /** Adds a record of a rank: the kind, the rank's place and then the text. */
  void add(int kind, int rank, long time, String text) {
    if (records.size() >= Timeline.MAX_ROWS) {
      throw new ReplayException(
          "paraver: found more than " + Timeline.MAX_ROWS
              + " records, which a single file must hold in order of time; expected fewer records. Choose otf2, or a timeline of fewer ranks");
    }
    times.add(time);
    records.add(kind + ":" + place(rank) + text);
    last = Math.max(last, time);
  }

  /** Returns the place of a rank: CPU, application, task and thread. */
  private static String place(int rank) {
    return (rank + 1) + ":1:" + (rank + 1) + ":1:";
  }

  void sent(Channel channel, End end) {
    match(channel, end, true);
  }

  void received(Channel channel, End end) {
    match(channel, end, false);
  }

  private void match(Channel channel, End end, boolean sends) {
    ArrayDeque<End> others = (sends ? receives : this.sends).get(channel);
    if (others == null || others.isEmpty()) {
      (sends ? this.sends : receives)
          .computeIfAbsent(channel, key -> new ArrayDeque<>())
          .add(end);
      return;
    }
    End other = others.remove();
    End send = sends ? end : other;
    End receive = sends ? other : end;
    add(
        MESSAGE,
        channel.sender,
        send.time,
        send.time + ":" + send.time + ":" + place(channel.receiver) + receive.time + ":"
            + receive.arrived + ":" + send.bytes + ":" + channel.tag);
    last = Math.max(last, receive.arrived);
  }

  public void write(Path prv) throws IOException {
    List<Path> files = files(prv);
    text(files.get(1), out -> out.write(names.text()));
    text(files.get(2), this::ranks);
    text(prv, this::records);
  }

  private static void text(Path file, WholeFile.Text content) throws IOException {
    WholeFile.writeText("`output`", file, content);
  }

  private void records(Writer out) throws IOException {
    int ranks = trace.header().ranks();
    List<String> definitions = definitions(ranks);
    // a constant date, so that the same trace gives the same bytes
    out.write("#Paraver (01/01/1970 at 00:00):" + last + "_ns:1(" + ranks + "):1:" + ranks + "(1:1"
        + ",1:1".repeat(ranks - 1) + ")," + definitions.size() + "\n");
    for (String line : definitions) {
      out.write(line + "\n");
    }
    int[] order = IntStream.range(0, records.size()).toArray();
    IntArrays.mergeSort(order, (a, b) -> {
      int byTime = Long.compare(times.getLong(a), times.getLong(b));
      int byKind =
          byTime != 0 ? byTime : records.get(a).charAt(0) - records.get(b).charAt(0);
      return byKind != 0 ? byKind : Integer.compare(a, b);
    });
    for (int i : order) {
      out.write(records.get(i));
      out.write('\n');
    }
  }

  private List<String> definitions(int ranks) {
    List<String> lines = new ArrayList<>();
    for (int id = 0; id < trace.communicators().size(); id++) {
      Communicator communicator = trace.communicators().get(id);
      if (communicator.isSelf()) {
        for (int rank = 0; rank < ranks; rank++) {
          lines.add("c:1:" + number(id, rank) + ":1:" + (rank + 1));
        }
      } else if (communicators.firstGroup(id) > 0) {
        lines.add("i:1:" + number(id, 0) + ":1:1:1:1"); // an inter-communicator, without groups
      } else {
        StringBuilder line =
            new StringBuilder("c:1:" + number(id, 0) + ":" + communicators.size(id));
        for (int local = 0; local < communicators.size(id); local++) {
          line.append(':').append(world(id, local, 0) + 1);
        }
        lines.add(line.toString());
      }
    }
    return lines;
  }

  private void ranks(Writer out) throws IOException {
    int ranks = trace.header().ranks();
    out.write("LEVEL CPU SIZE " + ranks + "\n");
    for (int rank = 1; rank <= ranks; rank++) {
      out.write(rank + ".machine\n");
    }
    out.write("\nLEVEL NODE SIZE 1\nmachine\n\nLEVEL THREAD SIZE " + ranks + "\n");
    for (int rank = 1; rank <= ranks; rank++) {
      out.write("THREAD 1." + rank + ".1\n");
    }
  }
}
