package io.github.tracecast.predict.report.prediction;

import io.github.tracecast.predict.report.chart.Chart;
import io.github.tracecast.predict.report.chart.TimelineChart;
import io.github.tracecast.predict.report.chart.TimelineRows;
import io.github.tracecast.predict.report.page.PageSection;
import io.github.tracecast.predict.report.page.SectionBody;
import io.github.tracecast.simulate.Picos;
import io.github.tracecast.simulate.result.Timeline;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.text.Arguments;
import io.github.tracecast.trace.text.Numbers;
import io.github.tracecast.trace.text.Numbers.TimeUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** The activities of selected ranks in a window of the run. */
record TimelineSection(Timeline timeline, Trace trace) {
  /** The most messages in the picture, because more lines would hide the bars. */
  private static final int MOST_MESSAGES = 600;

  /** @param trace the trace whose replay filled the timeline */
  static PageSection of(@Nullable Timeline timeline, Trace trace) {
    return new PageSection("timeline", "Timeline", body -> {
      if (timeline != null) {
        new TimelineSection(timeline, trace).write(body);
      }
    });
  }

  private void write(SectionBody body) {
    if (timeline.states() == 0) {
      body.element("p", "Nothing happens on the chosen ranks in the chosen window.");
      return;
    }
    body.chart(chart());
    body.open("p")
        .text("Drag over the chart to zoom. For every call and message, ")
        .element("a", "open in Perfetto", "href", "https://ui.perfetto.dev", "rel", "noreferrer")
        .text(Arguments.asOptions(" the file of `timeline` (FILE.json)."))
        .close("p");
  }

  private Chart chart() {
    IntFunction<String> callOf = event -> trace.events().get(event).call().mpiName();
    TimelineRows rows = new TimelineRows(timeline, callOf);
    Optional<TimelineRows> iterations = rows.iterations(timeline, callOf);
    TimeUnit unit = TimeUnit.of(rows.to());
    return new TimelineChart(
        "timeline-chart", summary(rows, iterations), rows, iterations, messages(rows), unit);
  }

  private List<TimelineChart.Message> messages(TimelineRows rows) {
    List<TimelineChart.Message> messages = new ArrayList<>();
    if (timeline.messages() > MOST_MESSAGES) {
      return messages;
    }
    for (int message = 0; message < timeline.messages(); message++) {
      int from = rows.row(timeline.source(message));
      int to = rows.row(timeline.destination(message));
      if (from >= 0 && to >= 0) {
        messages.add(new TimelineChart.Message(
            from,
            to,
            Picos.seconds(timeline.sent(message)),
            Picos.seconds(timeline.arrived(message))));
      }
    }
    return messages;
  }

  private String summary(TimelineRows rows, Optional<TimelineRows> iterations) {
    int drawn = rows.ranks().size();
    StringBuilder text = new StringBuilder("Activity of ")
        .append(
            drawn < rows.all()
                ? "the first " + drawn + " of " + Numbers.count(rows.all()) + " chosen ranks"
                : drawn == 1 ? "rank " + rows.ranks().getFirst() : drawn + " ranks")
        .append(" from ")
        .append(Numbers.time(rows.from()))
        .append(" to ")
        .append(Numbers.time(rows.to()));
    text.append(": computation ")
        .append(Numbers.percent(rows.computationShare()))
        .append("%, work in calls ")
        .append(Numbers.percent(rows.workShare()))
        .append("%, waiting ")
        .append(Numbers.percent(rows.waitingShare()))
        .append("%. Each MPI call has its own colour, which is pale while the call waits");
    text.append(". ");
    iterations.ifPresent(part -> text.append("The chart first shows three iterations, from ")
        .append(Numbers.time(part.from()))
        .append(" to ")
        .append(Numbers.time(part.to()))
        .append(". "));
    return text.append(
            timeline.messages() > MOST_MESSAGES
                ? "The " + Numbers.count(timeline.messages())
                    + " messages are too many to draw. Choose a shorter window or fewer ranks."
                : "Lines are messages: " + Numbers.count(timeline.messages()) + " in total.")
        .toString();
  }
}
