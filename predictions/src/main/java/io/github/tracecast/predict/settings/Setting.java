package io.github.tracecast.predict.settings;

import io.github.tracecast.trace.text.UsageException;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/**
 * One setting of a prediction, and its form in options, files, pages and suggested commands. {@link
 * Settings} lists all settings.
 *
 * @param key the setting's option without dashes, which is also the key of its axis in a sweep
 * @param label the placeholder of the setting's value in the help
 * @param group the section of the help that lists the setting's option
 * @param help what the setting's option does; {@code ${DEFAULT-VALUE}} stands for {@code usual}
 * @param usual the setting's usual value as text; null if there is none
 * @param repeats whether its option may be given several times, each time as KEY=VALUE
 * @param read parses the text of an option; the option's name is for errors
 * @param texts the values of its option that reproduce a request; empty for the default value
 * @param get returns the value in a request
 * @param put sets the value in a draft, or adds the value if the setting repeats
 * @param title the setting's name in texts and on pages
 * @param words lines with a request's value for people; none if there is nothing to say
 * @param json the setting's member in JSON; null if other members have its value
 * @param write writes a value to JSON
 * @param <T> the type of its values
 */
public record Setting<T>(
    String key,
    String label,
    Group group,
    String help,
    @Nullable String usual,
    boolean repeats,
    BiFunction<String, String, T> read,
    Function<PredictionRequest, List<String>> texts,
    Function<PredictionRequest, T> get,
    BiConsumer<PredictionRequest.Draft, T> put,
    String title,
    Function<PredictionRequest, List<String>> words,
    @Nullable String json,
    BiConsumer<JsonGenerator, T> write) {
  /** The sections of the help that list the options of settings. */
  public enum Group {
    MACHINE,
    COMPUTATION,
    SIMULATION
  }

  /**
   * Returns a builder of a setting. At first, the setting has no default value, no text in reports
   * and no JSON member.
   */
  static <T> Builder<T> named(String key, String label, Group group, String help) {
    return new Builder<>(key, label, group, help);
  }

  /** Collects the parts of a setting; {@link #value} then creates the setting. */
  static final class Builder<T> {
    private final String key;
    private final String label;
    private final Group group;
    private final String help;
    private @Nullable String usual;
    private boolean repeats;
    private String title;
    private Function<PredictionRequest, List<String>> texts = request -> List.of();
    private Function<PredictionRequest, List<String>> words = request -> List.of();
    private @Nullable String json;
    private BiConsumer<JsonGenerator, T> write = (generator, value) -> {};

    private Builder(String key, String label, Group group, String help) {
      this.key = key;
      this.label = label;
      this.group = group;
      this.help = help;
      this.title = key;
    }

    Builder<T> usual(String value) {
      this.usual = value;
      return this;
    }

    Builder<T> repeats() {
      this.repeats = true;
      return this;
    }

    Builder<T> texts(Function<PredictionRequest, List<String>> ofOption) {
      this.texts = ofOption;
      return this;
    }

    /**
     * Sets the setting's name in texts and on pages, which is the key if this method is not called.
     */
    Builder<T> title(String name) {
      this.title = name;
      return this;
    }

    Builder<T> words(Function<PredictionRequest, List<String>> lines) {
      this.words = lines;
      return this;
    }

    Builder<T> json(String name, BiConsumer<JsonGenerator, T> writer) {
      this.json = name;
      this.write = writer;
      return this;
    }

    Setting<T> value(
        BiFunction<String, String, T> read,
        Function<PredictionRequest, T> get,
        BiConsumer<PredictionRequest.Draft, T> put) {
      return new Setting<>(
          key, label, group, help, usual, repeats, read, texts, get, put, title, words, json,
          write);
    }
  }

  /** Returns the option's name in every command. */
  public String option() {
    return "--" + key;
  }

  /** Returns the help of the option, with the default value. */
  public String described() {
    return usual == null ? help : help.replace("${DEFAULT-VALUE}", usual);
  }

  /**
   * Returns a request with another value.
   *
   * @param name the name of the option in errors
   * @throws UsageException if the text is not a valid value
   */
  public PredictionRequest given(PredictionRequest request, String name, String text) {
    T value = read.apply(name, text);
    return request.with(draft -> put.accept(draft, value));
  }

  /** Writes the value of a request as a member of a JSON object. */
  public void write(PredictionRequest request, JsonGenerator generator) {
    if (json != null) {
      generator.writeName(json);
      write.accept(generator, get.apply(request));
    }
  }

  @Override
  public String toString() {
    return key;
  }
}
