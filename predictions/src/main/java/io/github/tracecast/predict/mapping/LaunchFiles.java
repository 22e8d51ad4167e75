package io.github.tracecast.predict.mapping;

import io.github.tracecast.platform.Machine;
import io.github.tracecast.trace.text.Numbers;
import io.github.tracecast.trace.text.UsageException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A mapping in the forms that launchers take: Open MPI's rankfile, and a list of the ranks' hosts,
 * one in each line, which Slurm takes as {@code SLURM_HOSTFILE} and MPICH as {@code -f}.
 *
 * @param hosts the hosts of the job, one for each node of the machine
 */
public record LaunchFiles(List<String> hosts) {
  /** Reads the hosts of a job, one in each line, as {@code scontrol show hostnames} prints them. */
  public static LaunchFiles read(String option, Path file) {
    List<String> lines;
    try {
      lines = Files.readAllLines(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    List<String> hosts = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      String host = lines.get(i).strip();
      if (!host.isEmpty() && !host.matches("[A-Za-z0-9_.:-]+")) {
        throw new UsageException(option + ": " + file + ":" + (i + 1) + ": found " + host
            + "; expected the name of one host");
      }
      if (!host.isEmpty()) {
        hosts.add(host);
      }
    }
    return new LaunchFiles(hosts);
  }

  /**
   * Refuses a machine with more nodes than hosts.
   *
   * @param option the option of the hosts, for the error
   */
  public void check(String option, Machine machine) {
    if (hosts.size() < machine.nodes()) {
      throw new UsageException(
          option + ": found " + Numbers.counted(hosts.size(), "host") + "; expected "
              + Numbers.counted(machine.nodes(), "host")
              + ", one for each node of the machine, in the order of the nodes' numbers");
    }
  }

  public String rankfile(Machine machine) {
    return lines(
        machine,
        rank -> "rank " + rank + "=" + host(machine, rank) + " slot=" + machine.coreOf(rank));
  }

  /** Returns the host of each rank, one in each line. */
  public String hostsOfRanks(Machine machine) {
    return lines(machine, rank -> host(machine, rank));
  }

  private static String lines(Machine machine, IntFunction<String> line) {
    return IntStream.range(0, machine.ranks())
        .mapToObj(rank -> line.apply(rank) + "\n")
        .collect(Collectors.joining());
  }

  private String host(Machine machine, int rank) {
    return hosts.get(machine.nodeOf(rank));
  }
}
