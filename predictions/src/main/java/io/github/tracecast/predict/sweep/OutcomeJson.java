package io.github.tracecast.predict.sweep;

import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/** Converts outcomes to one line of JSON and back without loss of precision. */
final class OutcomeJson {
  private static final JsonMapper MAPPER = JsonMapper.builder()
      .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
      .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
      .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
      .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
      .build();

  private OutcomeJson() {}

  static String write(Outcome outcome) {
    return MAPPER.writeValueAsString(outcome);
  }

  /** Parses an outcome; empty if the text is not an outcome. */
  static Optional<Outcome> read(String text) {
    try {
      JsonNode node = MAPPER.readTree(text);
      Class<? extends Outcome> type =
          node.has("reason") ? Outcome.Failed.class : Outcome.Predicted.class;
      return Optional.ofNullable(MAPPER.treeToValue(node, type)); // null for an empty text
    } catch (JacksonException e) {
      return Optional.empty();
    }
  }
}
