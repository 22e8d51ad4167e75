package io.github.tracecast.compress;

import io.github.tracecast.compress.TaskEntry.LeafNode;
import io.github.tracecast.compress.TaskEntry.LoopNode;
import io.github.tracecast.trace.LazyList;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The calls of a task's program. Calls in sealed entries are unpacked block by block on access. */
final class PackedEvents extends LazyList<MergedProgram.Event> {
  /** Successive events, and the index of the first event. */
  private record Block(int first, List<MergedProgram.Event> events) {}

  private final SealedNodes sealed;
  private final Function<LeafNode, MergedProgram.Event> event;
  private final List<MergedProgram.Event> unpackedEvents;

  /**
   * The block that was unpacked last. Threads may race for this field, because any block is a valid
   * value.
   */
  private Block recent = new Block(0, List.of());

  /** @param event converts a call to an event; the same call must always give an equal event */
  PackedEvents(
      SealedNodes sealed,
      Function<LeafNode, MergedProgram.Event> event,
      List<MergedProgram.Event> rest) {
    this.sealed = sealed;
    this.event = event;
    this.unpackedEvents = rest;
  }

  @Override
  public int size() {
    return sealed.calls() + unpackedEvents.size();
  }

  @Override
  public MergedProgram.Event get(int index) {
    if (index >= sealed.calls()) {
      return unpackedEvents.get(index - sealed.calls());
    }
    Block block = recent;
    int at = index - block.first;
    if (at < 0 || at >= block.events.size()) {
      block = unpacked(sealed.blockOfCall(index));
      recent = block;
      at = index - block.first;
    }
    return block.events.get(at);
  }

  private Block unpacked(int number) {
    List<MergedProgram.Event> events = new ArrayList<>();
    for (TaskEntry node : sealed.block(number)) {
      addTo(events, node);
    }
    return new Block(sealed.callsBefore(number), events);
  }

  private void addTo(List<MergedProgram.Event> events, TaskEntry node) {
    switch (node) {
      case LeafNode leaf -> events.add(event.apply(leaf));
      case LoopNode loop -> {
        for (TaskEntry inner : loop.body) {
          addTo(events, inner);
        }
      }
    }
  }
}
