package io.github.tracecast.predict.cli;

import java.util.List;
import java.util.Map;

/** The examples that end each command's help. A test parses every example. */
public final class Examples {
  private static final Map<String, List<String>> OF_COMMAND = Map.ofEntries(
      Map.entry(
          "tracecast",
          List.of(
              "tracecast record -o app.ctrace -- mpirun -n 4 ./app",
              "tracecast predict app.ctrace --platform cluster")),
      Map.entry(
          "predict",
          List.of(
              "tracecast predict app.ctrace --platform cluster",
              "tracecast predict app.ctrace --platform bluegene-l --set network.link_bandwidth=350MBps",
              "tracecast predict app.ctrace --platform mymachine.yaml --html report.html")),
      Map.entry(
          "sweep",
          List.of(
              "tracecast sweep app.ctrace --platform cluster --vary network.link_bandwidth=1GBps:100GBps:log8",
              "tracecast sweep app.ctrace --vary platform=cluster,fat-tree --engine loggp --csv points.csv")),
      Map.entry(
          "sensitivity",
          List.of("tracecast sensitivity app.ctrace --platform cluster --engine loggp")),
      Map.entry(
          "compare",
          List.of(
              "tracecast compare a.json b.json",
              "tracecast compare app.ctrace --platform cluster --with fat-tree")),
      Map.entry("map", List.of("tracecast map app.ctrace --platform bluegene-l")),
      Map.entry("info", List.of("tracecast info app.ctrace")),
      Map.entry("topology", List.of("tracecast topology app.ctrace")),
      Map.entry(
          "expand",
          List.of(
              "tracecast expand app.ctrace --rank 3",
              "tracecast expand app.ctrace --all > app.listing")),
      Map.entry("import", List.of("tracecast import lu.scalatrace -o lu.ctrace")),
      Map.entry(
          "record",
          List.of(
              "tracecast record -o app.ctrace -- mpirun -n 4 ./app",
              "tracecast record -o app.ctrace --counter cpu-time -- srun -n 64 ./app input.txt")),
      Map.entry(
          "structure",
          List.of("tracecast structure --build -- make MPICC=mpicc", "tracecast structure ./app")),
      Map.entry("calibrate", List.of("tracecast calibrate -o mymachine.yaml -- mpirun -n 2")),
      Map.entry(
          "fit",
          List.of(
              "tracecast fit osu.txt --nodes 16 --platform start.yaml -o mymachine.yaml",
              "tracecast fit measured.csv --platform mymachine.yaml --free none")),
      Map.entry("compress", List.of("tracecast compress app.listing -o app.ctrace")),
      Map.entry("export", List.of("tracecast export app.ctrace --to tit -o app.tit")),
      Map.entry(
          "program",
          List.of(
              "tracecast program app.ctrace -o app.c",
              "tracecast program app.ctrace --seconds 5 -o skeleton.c")),
      Map.entry("replay", List.of("tracecast replay app.ctrace --compute sleep -- mpirun -n 64")),
      Map.entry(
          "generate",
          List.of(
              "tracecast generate stencil --ranks 64 --steps 100 --bytes 8192 -o stencil.ctrace")),
      Map.entry(
          "platforms", List.of("tracecast platforms", "tracecast platforms bluegene-l --verbose")),
      Map.entry(
          "new",
          List.of(
              "tracecast platforms new ours.yaml",
              "tracecast platforms new ours.yaml --topology dragonfly:nodes=1000:rails=4")),
      Map.entry(
          "extrapolate",
          List.of("tracecast extrapolate 16.ctrace 64.ctrace --ranks 1024 -o 1024.ctrace")),
      Map.entry(
          "retime",
          List.of(
              "tracecast retime app.ctrace --payload app.ctrace.payload -o retimed.ctrace -- ./app")),
      Map.entry("doctor", List.of("tracecast doctor")),
      Map.entry("completion", List.of("source <(tracecast completion)")),
      Map.entry("man", List.of("tracecast man predict | man -l -")));

  private Examples() {}

  /** Returns the examples of a command; empty if it has none. */
  public static List<String> of(String command) {
    return OF_COMMAND.getOrDefault(command, List.of());
  }
}
