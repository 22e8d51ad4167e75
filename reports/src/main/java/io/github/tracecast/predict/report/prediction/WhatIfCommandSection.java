package io.github.tracecast.predict.report.prediction;

import io.github.tracecast.predict.report.html.Html;
import io.github.tracecast.predict.report.page.PageSection;
import io.github.tracecast.predict.settings.Settings;
import io.github.tracecast.predict.sweep.Axis;
import io.github.tracecast.predict.sweep.SweepPlan;
import io.github.tracecast.trace.text.Numbers;
import io.github.tracecast.trace.text.Shell;
import java.util.ArrayList;
import java.util.List;

/** The command for the controls of latency, bandwidth and computation, if their predictions take longer than that of the page. */
final class WhatIfCommandSection extends PageSection {
  private final String trace;
  private final SweepPlan plan;

  WhatIfCommandSection(String trace, SweepPlan plan) {
    super("what-if", "What if?");
    this.trace = trace;
    this.plan = plan;
  }

  @Override
  public void write(Html html) {
    html.sentence("a page with controls for latency, bandwidth and computation needs "
        + Numbers.count(plan.size()) + " predictions, which take longer than this one");
    html.open("pre", "tabindex", "0").element("code", command()).close("pre");
  }

  private String command() {
    List<String> words = new ArrayList<>(List.of("tracecast", "sweep", trace));
    words.addAll(Settings.options(
        plan.base(),
        Settings.all().stream().filter(setting -> !plan.varies(setting.key())).toList()));
    for (Axis axis : plan.axes()) {
      words.addAll(List.of("--vary", axis.key() + "=" + String.join(",", axis.values())));
    }
    words.addAll(List.of("--html", "what-if.html"));
    return Shell.command(words);
  }
}
