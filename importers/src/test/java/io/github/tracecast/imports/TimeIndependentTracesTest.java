package io.github.tracecast.imports;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.compress.CompressOptions;
import io.github.tracecast.compress.CompressOptions.DeltaDetail;
import io.github.tracecast.compress.CompressOptions.Deltas;
import io.github.tracecast.decompress.DeltaTable;
import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.decompress.TaskCursor;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.codec.Encoding;
import io.github.tracecast.trace.codec.TraceFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** SimGrid's own traces, compressed and expanded again, compared with the result of a plain reader. */
class TimeIndependentTracesTest {
  private static final CompressOptions ALL = CompressOptions.DEFAULT.withDetail(DeltaDetail.ALL);

  @TempDir
  private Path folder;

  @ParameterizedTest
  @CsvSource({
    "cgS.16, 1100",
    "luS.16, 1200",
    "mgS.64, 2000",
    "st2d9.16, 950",
  })
  void whatIsCompressedExpandsToTheSameActions(String name, long mostBytes) throws Exception {
    Path archive = SharedTraces.folder().resolve("tit/" + name + ".tar.gz");
    Process tar =
        new ProcessBuilder("tar", "xzf", archive.toString(), "-C", folder.toString()).start();
    assertThat(tar.waitFor()).isZero();
    Trace trace = RawTraces.compress(List.of(archive), ALL, lines -> {});
    Map<Integer, List<String>> expected = actions(folder.resolve(name));
    assertThat(expected).hasSize(trace.header().ranks());
    Programs programs = Programs.of(trace);
    EventTable table = EventTable.of(trace);
    DeltaTable deltas = DeltaTable.of(trace);
    expected.forEach((rank, actions) ->
        assertThat(expanded(programs, table, deltas, rank)).as("rank %d", rank).isEqualTo(actions));

    Path file = folder.resolve("small");
    Trace bare = RawTraces.compress(List.of(archive), ALL.withDeltas(Deltas.NONE), lines -> {});
    TraceFiles.write(bare, file, Encoding.BINARY);
    assertThat(Files.size(file)).isLessThan(mostBytes);
  }

  /** By rank: each call with its numbers, and the flops before it. */
  private static Map<Integer, List<String>> actions(Path files) throws IOException {
    Map<Integer, List<String>> byRank = new LinkedHashMap<>();
    try (var paths = Files.list(files)) {
      for (Path path : paths
          .filter(p -> p.toString().contains("rank-"))
          .sorted(Comparator.naturalOrder())
          .toList()) {
        List<String> actions = new ArrayList<>();
        double flops = 0;
        int rank = -1;
        Map<String, List<Integer>> pending = new HashMap<>();
        List<Integer> open = new ArrayList<>();
        int requests = 0;
        for (String line : Files.readAllLines(path)) {
          String[] words = line.strip().split("\\s+");
          rank = Integer.parseInt(words[0]);
          if (words[1].equals("compute")) {
            flops += Double.parseDouble(words[2]);
            continue;
          }
          String call = switch (words[1]) {
            case "send", "recv" -> words[1] + " " + words[2] + " " + words[3] + " " + words[4];
            case "isend", "irecv" -> {
              String key = words[1].equals("isend") ? rank + " " + words[2] : words[2] + " " + rank;
              pending
                  .computeIfAbsent(key + " " + words[3], k -> new ArrayList<>())
                  .add(++requests);
              open.add(requests);
              yield words[1] + " " + words[2] + " " + words[3] + " " + words[4];
            }
            case "wait" -> {
              Integer request =
                  pending.get(words[2] + " " + words[3] + " " + words[4]).removeFirst();
              open.remove(request);
              yield "wait " + request;
            }
            case "waitall" -> {
              String all = "waitall " + open;
              open.clear();
              pending.clear();
              yield all;
            }
            case "bcast", "allreduce", "reduce" -> words[1] + " " + words[2];
            default -> words[1];
          };
          actions.add(call + " after " + flops);
          flops = words[1].endsWith("reduce") ? Double.parseDouble(words[3]) : 0;
        }
        byRank.put(rank, actions);
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    return byRank;
  }

  private static List<String> expanded(
      Programs programs, EventTable table, DeltaTable deltas, int rank) {
    List<String> actions = new ArrayList<>();
    long requests = 0;
    for (TaskCursor cursor = programs.cursor(rank); cursor.next(); ) {
      int event = cursor.event();
      long execution = cursor.execution();
      String call = table.call(event).mpiName().substring(4).toLowerCase(java.util.Locale.ROOT);
      requests += table.call(event).makesRequest() ? 1 : 0;
      StringBuilder text = new StringBuilder(call);
      for (Parameter parameter :
          List.of(Parameter.DESTINATION, Parameter.SOURCE, Parameter.TAG, Parameter.COUNT)) {
        if (table.has(event, parameter)) {
          text.append(' ').append(table.value(event, parameter, rank, execution));
        }
      }
      if (table.has(event, Parameter.REQUEST)) {
        text.append(' ')
            .append(requests - table.value(event, Parameter.REQUEST, rank, execution) + 1);
      }
      if (table.has(event, Parameter.REQUESTS)) {
        List<Long> all = new ArrayList<>();
        for (int i = 0; i < table.listLength(event, Parameter.REQUESTS, rank, execution); i++) {
          all.add(requests - table.listValue(event, Parameter.REQUESTS, rank, execution, i) + 1);
        }
        text.append(' ').append(all);
      }
      int before = deltas.find(Delta.Kind.COMPUTE, event, rank, -3, execution);
      actions.add(text.append(" after ").append(deltas.mean(before)).toString());
    }
    return actions;
  }
}
