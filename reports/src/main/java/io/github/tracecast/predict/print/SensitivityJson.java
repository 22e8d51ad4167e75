package io.github.tracecast.predict.print;

import io.github.tracecast.predict.sensitivity.Derivative;
import io.github.tracecast.predict.sensitivity.Sensitivity;
import io.github.tracecast.predict.settings.Settings;
import io.github.tracecast.predict.text.JsonOutput;
import io.github.tracecast.trace.text.Version;
import java.util.Set;
import tools.jackson.core.JsonGenerator;

/**
 * The parts of a predicted time as members of a JSON object. The members that name call sites and
 * ranks of the critical path are computed without contention, and are missing if the path cannot be
 * followed. A tolerance's {@code factor} is null if no factor makes the run slower by the stated
 * share. A tolerance's {@code options} set this factor in a prediction. {@code derivatives_seconds}
 * are derivatives with respect to logarithms, see {@link Derivative}.
 */
public final class SensitivityJson {
  private SensitivityJson() {}

  /** Writes the whole result of {@code sensitivity}. */
  public static void writeAlone(Sensitivity sensitivity, JsonGenerator json) {
    json.writeStringProperty("trace", sensitivity.name());
    json.writeStringProperty("tracecast_version", Version.number());
    json.writeStringProperty("platform", sensitivity.machine().platform().name());
    json.writeNumberProperty("ranks", sensitivity.machine().ranks());
    json.writeNumberProperty("predicted_seconds", sensitivity.path().seconds());
    json.writeStringProperty("engine", sensitivity.request().engine());
    json.writeStringProperty("computation", sensitivity.computationText());
    Settings.write(sensitivity.request(), json, Set.of("platform", "engine"));
    write(sensitivity, json);
  }

  /** Writes the members that a prediction also has with {@code --sensitivity}. */
  public static void write(Sensitivity sensitivity, JsonGenerator json) {
    json.writeObjectPropertyStart("critical_path_seconds");
    sensitivity
        .path()
        .byShare()
        .forEach((share, seconds) -> json.writeNumberProperty(Sensitivity.name(share), seconds));
    json.writeEndObject();
    json.writeObjectPropertyStart("derivatives_seconds");
    sensitivity
        .derivatives()
        .forEach(derivative -> json.writeNumberProperty(derivative.name(), derivative.seconds()));
    json.writeEndObject();
    JsonOutput.objects(json, "tolerances", sensitivity.tolerances(), tolerance -> {
      json.writeStringProperty("share", Sensitivity.name(tolerance.share()));
      json.writeNumberProperty("slower", tolerance.slower());
      JsonOutput.optional(json, "factor", tolerance.factor());
      JsonOutput.texts(json, "options", sensitivity.options(tolerance));
    });
    sensitivity.chain().ifPresent(chain -> {
      JsonOutput.table(
          json,
          "critical_path_by_call_site",
          Sensitivity.siteColumns(chain),
          sensitivity.bySite(chain));
      JsonOutput.table(
          json,
          "critical_path_by_ranks",
          Sensitivity.rankColumns(chain),
          sensitivity.byRanks(chain));
    });
  }
}
