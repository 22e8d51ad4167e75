package io.github.tracecast.predict.report.chart;

import io.github.tracecast.predict.text.JsonOutput;
import io.github.tracecast.trace.text.Numbers.TimeUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/**
 * The ranks' activities over time: one row per rank, time from left to right, messages as lines.
 *
 * @param iterations the part of the time that the chart shows at first
 */
public record TimelineChart(
    String id,
    String summary,
    TimelineRows rows,
    Optional<TimelineRows> iterations,
    List<Message> messages,
    TimeUnit unit)
    implements Chart {

  /**
   * A message between two rows.
   *
   * @param from row of the sender
   * @param to row of the receiver
   * @param sent departure, s
   * @param arrived arrival, s
   */
  public record Message(int from, int to, double sent, double arrived) {}

  @Override
  public String shape() {
    return "drawn";
  }

  /**
   * Writes runs of slots in one state, row by row, as pairs of state and length. {@code states} has
   * the name of computation, 0, and of each call k, k from 1, whose work is state 2k - 1 and whose
   * waiting is state 2k.
   */
  @Override
  public void data(JsonGenerator json) {
    json.writeStringProperty("kind", "timeline");
    json.writeStringProperty("unit", unit.symbol());
    json.writeNumberProperty("per_unit", unit.perSecond());
    json.writeNumberProperty("from", rows.from());
    json.writeNumberProperty("to", rows.to());
    json.writeNumberProperty("slots", TimelineRows.SLOTS);
    List<String> states = new ArrayList<>(rows.calls());
    states.addFirst("computation");
    JsonOutput.texts(json, "states", states);
    JsonOutput.numbers(
        json, "ranks", rows.ranks().stream().mapToInt(Integer::intValue).toArray());
    states(rows, json);
    if (iterations.isPresent()) {
      json.writeObjectPropertyStart("iterations");
      json.writeNumberProperty("from", iterations.get().from());
      json.writeNumberProperty("to", iterations.get().to());
      states(iterations.get(), json);
      json.writeEndObject();
    }
    json.writeArrayPropertyStart("messages");
    for (Message message : messages) {
      json.writeNumber(message.from());
      json.writeNumber(message.to());
      json.writeNumber(message.sent());
      json.writeNumber(message.arrived());
    }
    json.writeEndArray();
  }

  private static void states(TimelineRows rows, JsonGenerator json) {
    json.writeArrayPropertyStart("rows");
    for (int row = 0; row < rows.ranks().size(); row++) {
      json.writeStartArray();
      runs(rows.states(row), json);
      json.writeEndArray();
    }
    json.writeEndArray();
  }

  private static void runs(int[] states, JsonGenerator json) {
    int begin = 0;
    for (int slot = 1; slot <= states.length; slot++) {
      if (slot == states.length || states[slot] != states[begin]) {
        json.writeNumber(states[begin]);
        json.writeNumber(slot - begin);
        begin = slot;
      }
    }
  }
}
