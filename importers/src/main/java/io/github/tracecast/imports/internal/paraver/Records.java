package io.github.tracecast.imports.internal.paraver;

import io.github.tracecast.trace.TraceException;
import io.github.tracecast.trace.validation.TraceValidator;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The records of a file, which are lines of integers separated by colons, in order. Not thread-safe.
 */
final class Records {
  private final RecordBlocks blocks;
  private final String file;
  private @Nullable RecordBlock block;

  /** The heads and fields of the records of the block. */
  private long[] numbers = {};

  private int next;
  private int end;
  private int first;
  private int count;
  private char kind;
  private long line;

  /** The number of lines before the block. */
  private long before;

  /**
   * @param blocks the file after its first lines
   * @param before the number of these lines
   */
  Records(RecordBlocks blocks, String file, int before) {
    this.blocks = blocks;
    this.file = file;
    this.before = before;
    this.line = before;
  }

  /** Returns the number of the current record's line, from 1; after the last record, the number of lines. */
  long line() {
    return line;
  }

  TraceException fault(String found, String expected) {
    return fault(line, found, expected);
  }

  TraceException fault(long where, String found, String expected) {
    return TraceException.inFile(file + ":" + where, found, expected);
  }

  /** Moves to the next record, without states. Returns false at the end. */
  boolean next() throws IOException {
    while (next == end) {
      if (block != null) {
        block.check(file, before);
        before += block.lines();
        line = before;
        if (block.isLast()) {
          return false;
        }
      }
      block = blocks.take();
      numbers = block.numbers();
      next = 0;
      end = block.end();
    }
    long head = numbers[next];
    line = before + RecordBlock.line(head);
    kind = RecordBlock.kind(head);
    count = RecordBlock.count(head);
    first = next + 1;
    next = first + count;
    return true;
  }

  /** Returns the first character of the record. */
  char kind() {
    return kind;
  }

  /** Returns the number of fields after the first field. */
  int count() {
    return count;
  }

  void requireCount(int least) {
    if (count < least) {
      throw fault(
          "a record with " + count + (count == 1 ? " field" : " fields"),
          "at least " + least + "; the file is probably incomplete or damaged");
    }
  }

  long field(int index) {
    return numbers[first + index];
  }

  /** Returns a field, which must be within bounds. */
  int field(int index, String what, int least, int most) {
    return (int) number(index, what, least, most);
  }

  /** Returns a field that is the size of a message. */
  long bytes(int index, String what) {
    return number(index, what, 0, TraceValidator.MAX_COUNT);
  }

  /** Returns a field that must be at least 0. */
  long positive(int index, String what) {
    return number(index, what, 0, Long.MAX_VALUE);
  }

  private long number(int index, String what, long least, long most) {
    long value = field(index);
    if (value < least || value > most) {
      throw fault(
          what + " " + value, most == Long.MAX_VALUE ? "at least " + least : least + " to " + most);
    }
    return value;
  }
}
