package io.github.tracecast.imports.internal.paraver;

/**
 * The sizes of the parts in which a trace is read.
 *
 * @param bytes the number of bytes that are converted to records at a time. Usually all blocks of
 *     two threads, with their records, fit into the second cache of a core.
 * @param calls the number of calls of all tasks in a block of each task. Usually the calls that
 *     wait take about 5 MB, which the garbage collector does not move to the area of old objects.
 * @param least the smallest number of calls in a block
 * @param most the largest number of calls in a block
 */
record BlockSizes(int bytes, int calls, int least, int most) {
  static final BlockSizes USUAL = new BlockSizes(1 << 15, 1 << 14, 64, 256);

  /** Returns the number of calls in a block, for a number of tasks. */
  int calls(int tasks) {
    return Math.clamp(calls / tasks, least, most);
  }
}
