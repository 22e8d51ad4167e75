package io.github.tracecast.trace.internal.families;

import io.github.tracecast.trace.Communicator;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Successive communicators of successive groups. Their names are equal, or have a number that grows
 * or shrinks by a step.
 *
 * @param count the number of communicators, at least 1
 * @param name the name of the first communicator; if there is a step, the part of the name before
 *     its number
 * @param number the number in the first name; 0 if there is no step
 * @param step 0 if the names are equal
 * @param rest the part of the name after the number; empty if there is no step
 */
public record CommunicatorRun(
    Communicator first, int count, String name, int number, int step, String rest) {
  private static final Pattern PARTS = Pattern.compile("(?<=[0-9])(?=[^0-9])|(?<=[^0-9])(?=[0-9])");
  private static final Pattern NUMBER = Pattern.compile("0|[1-9][0-9]{0,8}");

  /** Creates a run of communicators with equal names. */
  public CommunicatorRun(Communicator first, int count) {
    this(first, count, first.name(), 0, 0, "");
  }

  /** Returns the communicators as runs, in order. */
  public static List<CommunicatorRun> of(List<Communicator> communicators) {
    List<CommunicatorRun> runs = new ArrayList<>();
    boolean few = communicators.size() <= OwnCommunicators.DEFINITIONS;
    for (int from = 0; from < communicators.size(); ) {
      CommunicatorRun run = few && from + 1 < communicators.size()
          ? candidate(communicators.get(from), communicators.get(from + 1))
          : null;
      int count = 1;
      while (run != null
          && from + count < communicators.size()
          && communicators.get(from + count).equals(run.at(count))) {
        count++;
      }
      boolean worth = count >= OwnCommunicators.WORTH;
      Communicator first = communicators.get(from);
      runs.add(
          worth && run != null
              ? new CommunicatorRun(first, count, run.name, run.number, run.step, run.rest)
              : new CommunicatorRun(first, 1));
      from += worth ? count : 1;
    }
    return runs;
  }

  /** Returns the run that begins with two given communicators; null if they do not form a run. */
  private static @Nullable CommunicatorRun candidate(Communicator first, Communicator second) {
    if (first.isSelf()) {
      return null;
    }
    if (first.name().equals(second.name())) {
      return new CommunicatorRun(first, 2);
    }
    String[] parts = PARTS.split(first.name());
    String[] others = PARTS.split(second.name());
    int at = 0;
    while (at < parts.length && at < others.length && parts[at].equals(others[at])) {
      at++;
    }
    if (at == parts.length
        || at == others.length
        || !NUMBER.matcher(parts[at]).matches()
        || !NUMBER.matcher(others[at]).matches()) {
      return null;
    }
    int number = Integer.parseInt(parts[at]);
    return new CommunicatorRun(
        first,
        2,
        String.join("", List.of(parts).subList(0, at)),
        number,
        Integer.parseInt(others[at]) - number,
        String.join("", List.of(parts).subList(at + 1, parts.length)));
  }

  private Communicator at(int i) {
    String name = step == 0 ? this.name : this.name + (number + (long) i * step) + rest;
    return new Communicator(name, Math.addExact(first.group(), i), first.firstGroup());
  }

  /** Returns the communicators of this run. */
  public List<Communicator> communicators() {
    return IntStream.range(0, count).mapToObj(this::at).toList();
  }
}
