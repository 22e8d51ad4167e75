package io.github.tracecast.predict.fuzz;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.BiFunction;

/** Runs one case after the other. Case N of a seed is always the same. Findings of one kind are reported once, as small as possible. */
final class FuzzDriver {
  private static final int RUNS_TO_SHRINK = 400;

  private final long seed;
  private final BiFunction<Long, Random, FuzzCase> cases;
  private final FuzzRun runs;
  private final Path reports;
  private final Map<String, String> findings = new LinkedHashMap<>();
  private final Map<String, Integer> counts = new TreeMap<>();
  private final Map<String, Integer> failed = new HashMap<>();
  private final Map<String, Integer> repeated = new HashMap<>();

  /**
   * @param cases makes a case from its number and random numbers
   * @param folder for temporary files
   * @param reports where findings are written
   */
  FuzzDriver(long seed, BiFunction<Long, Random, FuzzCase> cases, Path folder, Path reports) {
    this.seed = seed;
    this.reports = reports;
    this.cases = cases;
    this.runs = new FuzzRun(folder);
  }

  /** Runs cases from one number on. */
  void run(long first, long cases) {
    for (long number = first; number < first + cases; number++) {
      runCase(number);
    }
  }

  private void runCase(long number) {
    FuzzCase one = cases.apply(number, new Random(seed * 1_000_003 + number));
    counts.merge(one.name(), 1, Integer::sum);
    Optional<Finding> finding = runs.run(one);
    finding.ifPresent(found -> report(number, one, found));
  }

  private void report(long number, FuzzCase one, Finding found) {
    repeated.merge(found.kind(), 1, Integer::sum);
    failed.merge(one.name(), 1, Integer::sum);
    if (findings.containsKey(found.kind())) {
      return;
    }
    boolean hangs = found.kind().startsWith("hang"); // trying again would hang again
    FuzzCase smallest = hangs
        ? one
        : new Shrinker(
                again -> runs.run(again).map(Finding::kind).equals(Optional.of(found.kind())),
                RUNS_TO_SHRINK)
            .smallest(one);
    Path folder = reports.resolve(String.format("finding-%02d", findings.size() + 1));
    try {
      Files.createDirectories(folder);
      smallest.write(folder);
      List<String> lines = new ArrayList<>();
      lines.add("seed " + seed + ", case " + number + ", " + one.name() + ": " + found.kind());
      smallest.commands().forEach(command -> lines.add(String.join(" ", command)));
      lines.add(found.details());
      Files.write(folder.resolve("report.txt"), lines);
      findings.put(
          found.kind(), lines.getFirst() + " (" + smallest.size() + " bytes in " + folder + ")");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** One line for each kind of finding. */
  List<String> findings() {
    List<String> lines = new ArrayList<>();
    findings.forEach((kind, line) -> lines.add(line + ", " + repeated.get(kind) + " times"));
    return lines;
  }

  /** One line for each family: its cases, and those among them that were findings. */
  List<String> summary() {
    List<String> lines = new ArrayList<>();
    counts.forEach((family, cases) -> lines.add(String.format(
        Locale.ROOT,
        "%-32s %7d cases %5d findings",
        family,
        cases,
        failed.getOrDefault(family, 0))));
    return lines;
  }
}
