package io.github.tracecast.imports.internal.recording;

import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What the first pass over a rank's log finds: all that its events refer to, and what wildcards matched. */
final class LogDefinitions {
  /** A frame of a call path; module 0 is none, others are counted from 1. */
  record Frame(int module, long offset) {}

  record Type(String name, long bytes) {}

  record Comm(String name, int root, int number, int localRank, int size) {}

  /** No match is known. */
  static final long NO_MATCH = -1;

  final Path file;
  final int rank;
  final int size;
  final boolean finished;
  final String stopped;
  final List<String> modules = new ArrayList<>();
  final List<List<Frame>> sites = new ArrayList<>();
  final List<Type> datatypes = new ArrayList<>();
  final TreeMap<Integer, Comm> communicators = new TreeMap<>();
  final List<int[]> groups = new ArrayList<>();
  final List<String> notes = new ArrayList<>();
  final List<MpiCall> calls = new ArrayList<>();

  /** By code in the log, from 1. */
  final List<Parameter> parameters = new ArrayList<>();

  /** By number of the request: source in the upper half, tag in the lower. */
  private final Map<Long, Long> matches = new HashMap<>();

  LogDefinitions(Path file) throws IOException {
    this.file = file;
    try (LogReader log = new LogReader(file)) {
      this.rank = log.rank();
      this.size = log.size();
      this.finished = log.finished();
      this.stopped = log.stopped();
      if (rank < 0 || rank >= size) {
        throw log.fault("rank " + rank, "0 to " + (size - 1) + ", the ranks of the run");
      }
      while (log.more()) {
        take(log, log.octet());
      }
    }
  }

  /** What a wildcard of a request matched, {@link #NO_MATCH} where that is not known. */
  long match(long request) {
    return matches.getOrDefault(request, NO_MATCH);
  }

  private void take(LogReader log, int kind) throws IOException {
    switch (kind) {
      case LogReader.EVENT -> skipEvent(log);
      case LogReader.SITE -> {
        List<Frame> frames = new ArrayList<>();
        for (int left = log.count("frames:"); left > 0; left--) {
          frames.add(new Frame(log.index("module", modules.size() + 1L), log.number()));
        }
        sites.add(frames);
      }
      case LogReader.MODULE -> modules.add(log.text());
      case LogReader.DATATYPE -> datatypes.add(new Type(log.text(), log.number() - 1));
      case LogReader.COMMUNICATOR -> {
        int id = log.index("communicator", Integer.MAX_VALUE);
        communicators.put(
            id,
            new Comm(
                log.text(),
                log.index("rank", size),
                log.index("number of a communicator:", Integer.MAX_VALUE),
                log.index("rank", size),
                log.index("size", size + 1L)));
      }
      case LogReader.MATCH -> {
        long request = log.number();
        matches.put(
            request, (long) log.index("source", size) << 32 | log.index("tag", Integer.MAX_VALUE));
      }
      case LogReader.NOTE -> notes.add(log.text());
      case LogReader.GROUP -> {
        int[] ranks = new int[log.count("ranks of a group:")];
        for (int i = 0; i < ranks.length; i++) {
          ranks[i] = log.index("rank", size);
        }
        groups.add(ranks);
      }
      case LogReader.CALLS -> {
        for (int left = log.count("calls:"); left > 0; left--) {
          calls.add(MpiCall.byName(log.text()).orElse(MpiCall.OTHER));
        }
      }
      case LogReader.PARAMETERS -> {
        for (int left = log.count("parameters:"); left > 0; left--) {
          String name = log.text();
          parameters.add(Parameter.byTextName(name)
              .orElseThrow(() -> log.fault("parameter " + name, "one that traces have")));
        }
      }
      default -> throw log.fault("a record of kind " + kind, "1 to 10");
    }
  }

  private static void skipEvent(LogReader log) throws IOException {
    for (int i = 0; i < 4; i++) {
      log.number();
    }
    for (int code = log.octet(); code != 0; code = log.octet()) {
      for (int left = code < 0x80 ? 1 : log.count("terms:"); left > 0; left--) {
        log.number();
      }
    }
  }
}
