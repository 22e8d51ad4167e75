package io.github.tracecast.imports.internal.paraver;

import io.github.tracecast.imports.ParaverText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/** A run with exchanges, collectives and new communicators, whose lines can be put in any order that keeps the order of a task's calls. */
final class RandomParaverRun {
  /** @param task the task to whose calls the line belongs; -1 for a message */
  private record Line(long time, int task, String text) {}

  private final Random random;
  private final int tasks;
  private final long[] now;
  private final List<Line> lines = new ArrayList<>();

  RandomParaverRun(Random random, int tasks, int steps, boolean sameMakers) {
    this.random = random;
    this.tasks = tasks;
    this.now = new long[tasks];
    for (int task = 0; task < tasks; task++) {
      now[task] = random.nextInt(5);
      add(task, now[task], ":40000001:1");
      if (sameMakers || task > 0) {
        call(task, "50000003:22", 3);
      }
    }
    for (int step = 0; step < steps; step++) {
      switch (random.nextInt(5)) {
        case 0 -> collective();
        case 1 -> call(random.nextInt(tasks), "50000003:31", random.nextInt(3));
        default -> exchange();
      }
    }
    for (int task = 0; task < tasks; task++) {
      call(task, "50000003:32", 1);
      add(task, now[task] + random.nextInt(2), ":40000001:0");
    }
  }

  private void add(int task, long time, String rest) {
    lines.add(new Line(time, task, "2:1:1:" + (task + 1) + ":1:" + time + rest));
  }

  /** A call, begun some time after the last one. Calls may take no time. Returns when it began. */
  private long call(int task, String call, int length) {
    long begin = now[task] + random.nextInt(4);
    now[task] = begin + length;
    add(task, begin, ":" + call);
    add(task, now[task], ":" + call.substring(0, call.indexOf(':')) + ":0");
    return begin;
  }

  private void collective() {
    int root = random.nextInt(tasks);
    String kind = List.of("7", "8", "11", "13").get(random.nextInt(4));
    for (int task = 0; task < tasks; task++) {
      call(
          task,
          "50000002:" + kind + ":50100004:1:50100001:" + 8 * random.nextInt(3) + ":50100002:"
              + 8 * random.nextInt(3) + (task == root ? ":50100003:1" : ""),
          random.nextInt(20));
    }
    Arrays.fill(now, Arrays.stream(now).max().getAsLong());
  }

  /** Each task receives from a random task or from none, sends what others receive, and waits. */
  private void exchange() {
    int[] from = random.ints(tasks, -1, tasks).toArray();
    long[] received = new long[tasks];
    long[] arrived = new long[tasks];
    for (int task = 0; task < tasks; task++) {
      received[task] = call(task, "50000001:4", random.nextInt(3));
    }
    for (int task = 0; task < tasks; task++) {
      for (int to = 0; to < tasks; to++) {
        if (from[to] == task) {
          long sent = call(task, "50000001:3", 1 + random.nextInt(2));
          arrived[to] = Math.max(sent, received[to]) + random.nextInt(9);
          lines.add(new Line(
              sent,
              -1,
              "3:1:1:" + (task + 1) + ":1:" + sent + ":" + sent + ":1:1:" + (to + 1) + ":1:"
                  + received[to] + ":" + arrived[to] + ":" + 8 * random.nextInt(3) + ":1"));
        }
      }
    }
    for (int task = 0; task < tasks; task++) {
      call(task, "50000001:6", (int) Math.max(random.nextInt(30), arrived[task] - now[task]));
    }
  }

  /** Returns the file in order of time. */
  String inOrder() {
    return text(lines.stream().sorted(Comparator.comparingLong(Line::time)).toList());
  }

  /** Returns the file with the calls of different tasks, and messages, anywhere. */
  String shuffled() {
    List<List<Line>> piles = new ArrayList<>();
    for (int task = 0; task < tasks; task++) {
      int own = task;
      piles.add(new ArrayList<>(lines.stream().filter(line -> line.task == own).toList()));
    }
    lines.stream()
        .filter(line -> line.task < 0)
        .forEach(line -> piles.add(new ArrayList<>(List.of(line))));
    List<Line> mixed = new ArrayList<>();
    while (!piles.isEmpty()) {
      List<Line> pile = piles.get(random.nextInt(piles.size()));
      mixed.add(pile.removeFirst());
      if (pile.isEmpty()) {
        piles.remove(pile);
      }
    }
    return text(mixed);
  }

  private String text(List<Line> all) {
    ParaverText text = new ParaverText(tasks);
    StringBuilder world = new StringBuilder("c:1:1:" + tasks);
    for (int task = 1; task <= tasks; task++) {
      world.append(':').append(task);
    }
    text.line(world.toString());
    all.forEach(line -> text.line(line.text));
    return text.text();
  }
}
