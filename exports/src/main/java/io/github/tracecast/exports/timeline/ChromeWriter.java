package io.github.tracecast.exports.timeline;

import io.github.tracecast.simulate.result.RankOrder;
import io.github.tracecast.simulate.result.Timeline;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.Trace;
import java.io.IOException;
import java.io.Writer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.json.JsonFactory;

/**
 * Writes Chrome's trace format with one event per line. There is one process, and one thread per
 * rank. Computation and calls are events of type complete ({@code X}), with waiting nested in
 * calls. Messages are flow events ({@code s}, {@code f}). Times are in microseconds with nanosecond
 * precision, the finest that viewers show. Each state ends where the next state begins. The process
 * has number 1, and a rank's thread has the rank plus 1, because Perfetto treats process 0 and
 * thread 0 as the kernel's idle process and thread.
 */
public record ChromeWriter(Timeline timeline, Trace trace, String name, Writer out) {
  private static final int PROCESS = 1;

  public void write() throws IOException {
    JsonFactory factory =
        JsonFactory.builder().disable(StreamWriteFeature.AUTO_CLOSE_TARGET).build();
    try (JsonGenerator json = factory.createGenerator(ObjectWriteContext.empty(), out)) {
      json.writeStartObject();
      json.writeStringProperty("displayTimeUnit", "ns");
      json.writeArrayPropertyStart("traceEvents");
      named("process_name", 0, name, json);
      int[] order = RankOrder.of(timeline, trace.header().ranks()).states();
      int rank = -1;
      for (int state : order) {
        if (timeline.rank(state) != rank) {
          rank = timeline.rank(state);
          named("thread_name", rank, "rank " + rank, json);
        }
        state(state, json);
      }
      int id = 0;
      for (int message : MessageOrder.of(timeline)) {
        flow("s", id, message, timeline.source(message), timeline.sent(message), json);
        flow("f", id, message, timeline.destination(message), timeline.arrived(message), json);
        id++;
      }
      json.writeRaw("\n");
      json.writeEndArray();
      json.writeEndObject();
    }
    out.write('\n');
  }

  private static void named(String what, int rank, String called, JsonGenerator json) {
    begin("M", rank, json);
    json.writeStringProperty("name", what);
    json.writeObjectPropertyStart("args");
    json.writeStringProperty("name", called);
    json.writeEndObject();
    json.writeEndObject();
  }

  /** Starts an event on a new line. */
  private static void begin(String phase, int rank, JsonGenerator json) {
    json.writeRaw('\n');
    json.writeStartObject();
    json.writeStringProperty("ph", phase);
    json.writeNumberProperty("pid", PROCESS);
    json.writeNumberProperty("tid", rank + 1);
  }

  private void state(int state, JsonGenerator json) {
    long begin = PredictedClock.nanos(timeline.begin(state));
    begin("X", timeline.rank(state), json);
    time("ts", begin, json);
    time("dur", PredictedClock.nanos(timeline.end(state)) - begin, json);
    int kind = timeline.kind(state);
    if (kind == Timeline.COMPUTATION) {
      json.writeStringProperty("name", "computation");
      json.writeStringProperty("cat", "computation");
    } else if (kind == Timeline.WAITING) {
      json.writeStringProperty("name", "waiting");
      json.writeStringProperty("cat", "waiting");
    } else {
      Event event = trace.events().get(kind);
      json.writeStringProperty("name", event.call().mpiName());
      json.writeStringProperty("cat", "mpi");
      json.writeObjectPropertyStart("args");
      json.writeNumberProperty("event", kind);
      json.writeStringProperty("site", trace.callSites().get(event.callSite()).name());
      json.writeEndObject();
    }
    json.writeEndObject();
  }

  private void flow(String phase, int id, int message, int rank, long picos, JsonGenerator json) {
    begin(phase, rank, json);
    time("ts", PredictedClock.nanos(picos), json);
    json.writeStringProperty("name", "message");
    json.writeStringProperty("cat", "message");
    json.writeNumberProperty("id", id);
    if (phase.equals("f")) {
      json.writeStringProperty("bp", "e");
    }
    json.writeObjectPropertyStart("args");
    json.writeNumberProperty("bytes", timeline.bytes(message));
    json.writeEndObject();
    json.writeEndObject();
  }

  /** Writes a time in microseconds, without an exponent. */
  private static void time(String key, long nanos, JsonGenerator json) {
    json.writeName(key);
    String fraction = Long.toString(1000 + nanos % 1000).substring(1);
    json.writeRawValue(nanos / 1000 + (fraction.equals("000") ? "" : "." + fraction));
  }
}
