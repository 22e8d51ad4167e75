package io.github.tracecast.trace.internal.text;

import java.util.Arrays;

/** The line numbers of all statements of one kind, such as the groups. */
final class Lines {
  private int[] numbers = new int[16];
  private int size;

  int size() {
    return size;
  }

  int of(int index) {
    return numbers[index];
  }

  void add(int number) {
    insert(size, number);
  }

  void insert(int index, int number) {
    if (size == numbers.length) {
      numbers = Arrays.copyOf(numbers, 2 * size);
    }
    System.arraycopy(numbers, index, numbers, index + 1, size - index);
    numbers[index] = number;
    size++;
  }
}
