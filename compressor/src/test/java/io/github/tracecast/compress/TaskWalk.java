package io.github.tracecast.compress;

import io.github.tracecast.compress.TaskEntry.LeafNode;
import io.github.tracecast.compress.TaskEntry.LoopNode;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** Expands a task's compressed program, and draws its shape, with which folding is compared. */
final class TaskWalk {
  private final Map<TaskEntry, Long> executed = new IdentityHashMap<>();
  private final List<String> events = new ArrayList<>();
  private final TaskCompressor task;

  private TaskWalk(TaskCompressor task) {
    this.task = task;
  }

  /** Call site and values of each event. */
  static List<String> events(TaskCompressor task) {
    TaskWalk walk = new TaskWalk(task);
    for (int i = 0; i < task.folder().length(); i++) {
      walk.walk(task.folder().node(i));
    }
    return walk.events;
  }

  private void walk(TaskEntry node) {
    long execution = executed.merge(node, 1L, Long::sum) - 1;
    switch (node) {
      case LeafNode leaf -> {
        StringBuilder text = new StringBuilder().append(leaf.leaf.site);
        LongSequence[] sequences = leaf.sequences();
        for (int i = 0; i < sequences.length; i++) {
          long value = sequences[i].get(execution);
          text.append(' ').append(leaf.leaf.parameters[i].textName()).append('=');
          if (leaf.leaf.parameters[i].isList()) {
            text.append(java.util.Arrays.toString(task.tuples().get(value)));
          } else {
            text.append(value);
          }
        }
        events.add(text.toString());
      }
      case LoopNode loop -> {
        long iterations = loop.iterations().get(execution);
        for (long i = 0; i < iterations; i++) {
          for (TaskEntry inner : loop.body) {
            walk(inner);
          }
        }
      }
    }
  }

  /** Call sites, loops in brackets after their iterations: {@code 0 100x(1 3x(2)) 4}. */
  static String shape(TaskCompressor task) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < task.folder().length(); i++) {
      shape(task.folder().node(i), text);
    }
    return text.toString().strip();
  }

  private static void shape(TaskEntry node, StringBuilder text) {
    switch (node) {
      case LeafNode leaf -> text.append(leaf.leaf.site).append(' ');
      case LoopNode loop -> {
        LongSequence iterations = loop.iterations();
        for (long count : iterations.onePeriod()) {
          text.append(count).append(',');
        }
        text.setLength(text.length() - 1);
        text.append("x(");
        for (TaskEntry inner : loop.body) {
          shape(inner, text);
        }
        text.setLength(text.length() - 1);
        text.append(") ");
      }
    }
  }
}
