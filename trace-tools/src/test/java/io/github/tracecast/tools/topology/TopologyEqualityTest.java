package io.github.tracecast.tools.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Records with an equals of their own compare all components. */
class TopologyEqualityTest {
  @Test
  void gridsAreEqualIfAllComponentsAre() throws ReflectiveOperationException {
    requireAllCompared(
        new GridTopology(List.of(4, 3), List.of(false, true), Neighbourhood.faces(2)),
        List.of(4, 5),
        List.of(true, true),
        Neighbourhood.all(2));
  }

  @Test
  void neighbourhoodsAreEqualIfAllComponentsAre() throws ReflectiveOperationException {
    requireAllCompared(
        new Neighbourhood("4 neighbours", 2, List.of(List.of(1, 0), List.of(0, 1))),
        "6 neighbours",
        3,
        List.of(List.of(1, 0), List.of(1, 1)));
  }

  /** @param others for each component, a value that differs from the record's */
  private static void requireAllCompared(Record one, Object... others)
      throws ReflectiveOperationException {
    RecordComponent[] components = one.getClass().getRecordComponents();
    assertThat(others).hasSameSizeAs(components);
    Object[] values = new Object[components.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = components[i].getAccessor().invoke(one);
    }
    assertThat(made(one, values)).isEqualTo(one).hasSameHashCodeAs(one);
    for (int i = 0; i < values.length; i++) {
      Object[] changed = values.clone();
      changed[i] = others[i];
      assertThat(made(one, changed)).as(components[i].getName()).isNotEqualTo(one);
    }
  }

  private static Object made(Record one, Object[] values) throws ReflectiveOperationException {
    Class<?>[] types = Arrays.stream(one.getClass().getRecordComponents())
        .map(RecordComponent::getType)
        .toArray(Class<?>[]::new);
    return one.getClass().getDeclaredConstructor(types).newInstance(values);
  }
}
