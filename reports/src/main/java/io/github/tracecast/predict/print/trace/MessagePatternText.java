package io.github.tracecast.predict.print.trace;

import io.github.tracecast.tools.topology.MessagePattern;
import java.io.IOException;
import java.io.Writer;
import tools.jackson.core.JsonGenerator;

/** The bytes from each rank to each other rank as CSV and JSON. */
public record MessagePatternText(MessagePattern pattern) {
  /** The most rows in JSON; the CSV has all rows. */
  private static final int MOST_JSON_ROWS = 1 << 20;

  /** Writes one line for each sender, receiver and class of message size. */
  public void writeCsv(Writer writer) throws IOException {
    writer.write("sender,receiver,smallest_bytes,largest_bytes,messages,bytes\n");
    for (int row = 0; row < pattern.rows(); row++) {
      int sizeClass = pattern.sizeClass(row);
      writer.write(pattern.sender(row) + "," + pattern.receiver(row) + ","
          + MessagePattern.smallestBytes(sizeClass) + "," + MessagePattern.largestBytes(sizeClass)
          + "," + pattern.messages(row) + "," + pattern.bytes(row) + "\n");
    }
  }

  /** Writes the sums by class of message size, and the rows of the CSV. */
  void write(JsonGenerator json) {
    long[] messages = pattern.messagesBySizeClass();
    long[] bytes = pattern.bytesBySizeClass();
    json.writeArrayPropertyStart("message_sizes");
    for (int sizeClass = 0; sizeClass < MessagePattern.CLASSES; sizeClass++) {
      if (messages[sizeClass] > 0) {
        json.writeStartObject();
        writeSums(json, sizeClass, messages[sizeClass], bytes[sizeClass]);
        json.writeEndObject();
      }
    }
    json.writeEndArray();
    if (pattern.rows() > MOST_JSON_ROWS) {
      return;
    }
    json.writeArrayPropertyStart("message_pairs");
    for (int row = 0; row < pattern.rows(); row++) {
      json.writeStartObject();
      json.writeNumberProperty("sender", pattern.sender(row));
      json.writeNumberProperty("receiver", pattern.receiver(row));
      writeSums(json, pattern.sizeClass(row), pattern.messages(row), pattern.bytes(row));
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void writeSums(JsonGenerator json, int sizeClass, long messages, long bytes) {
    json.writeNumberProperty("smallest_bytes", MessagePattern.smallestBytes(sizeClass));
    json.writeNumberProperty("largest_bytes", MessagePattern.largestBytes(sizeClass));
    json.writeNumberProperty("messages", messages);
    json.writeNumberProperty("bytes", bytes);
  }
}
