package io.github.tracecast.imports.internal;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.LongConsumer;

/** Reports how many bytes each call reads or skips. */
final class CountedInput extends FilterInputStream {
  private final LongConsumer report;

  CountedInput(InputStream in, LongConsumer report) {
    super(in);
    this.report = report;
  }

  private long counted(long more) {
    if (more > 0) {
      report.accept(more);
    }
    return more;
  }

  @Override
  public int read() throws IOException {
    int octet = super.read();
    counted(octet < 0 ? 0 : 1);
    return octet;
  }

  @Override
  public int read(byte[] into, int from, int length) throws IOException {
    return (int) counted(super.read(into, from, length));
  }

  @Override
  public long skip(long bytes) throws IOException {
    return counted(super.skip(bytes));
  }
}
