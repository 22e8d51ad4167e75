package io.github.tracecast.imports.internal.dumpi;

import io.github.tracecast.imports.internal.FileBytes;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Reads the lists and texts of a rank's file. Not thread-safe. */
final class DumpiBytes extends FileBytes {
  DumpiBytes(InputStream in, String file, long from, long end) {
    super(in, file, ByteOrder.BIG_ENDIAN, from, end);
  }

  /** Reads a number of items. A negative number counts as 0, as in the format's own tools. */
  int count(int octetsEach) throws IOException {
    long at = offset();
    int count = Math.max(0, i32());
    if ((long) count * octetsEach > octetsLeft()) {
      throw fault(
          at,
          "a list of " + count + " items",
          "at most the " + octetsLeft() / octetsEach
              + " no more items than the bytes left can hold");
    }
    return count;
  }

  /** Fills an array with numbers of 32 bits. */
  void read(int[] numbers) throws IOException {
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = i32();
    }
  }

  /** Reads a text that follows its length, a number of 16 bits. */
  String shortText() throws IOException {
    int length = u16();
    if (length > octetsLeft()) {
      throw fault(
          offset(),
          "a text of " + length + " bytes",
          "at most the " + octetsLeft() + " bytes that are left");
    }
    byte[] text = octets(length);
    int terminator = 0;
    while (terminator < length && text[terminator] != 0) {
      terminator++;
    }
    return new String(text, 0, terminator, StandardCharsets.UTF_8);
  }
}
