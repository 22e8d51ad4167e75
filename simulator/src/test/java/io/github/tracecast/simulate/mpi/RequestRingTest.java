package io.github.tracecast.simulate.mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tracecast.simulate.ReplayException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestRingTest {

  @Test
  void offsetOneIsTheMostRecentRequest() {
    RequestRing ring = new RequestRing(100);
    for (int request = 0; request < 50; request++) {
      ring.add(request);
    }
    assertThat(ring.get(1)).isEqualTo(49);
    assertThat(ring.get(50)).isZero();
  }

  @Test
  void whatIsOverIsNobody() {
    RequestRing ring = new RequestRing(100);
    ring.add(7);
    ring.add(8);
    ring.replace(7, RequestRing.NONE);
    assertThat(ring.get(2)).isEqualTo(RequestRing.NONE);
    assertThat(ring.get(1)).isEqualTo(8);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, 3, Long.MAX_VALUE})
  void anOffsetBeyondTheRequestsMadeIsRefused(long offset) {
    RequestRing ring = new RequestRing(100);
    ring.add(1);
    ring.add(2);
    assertThatThrownBy(() -> ring.get(offset))
        .isInstanceOf(ReplayException.class)
        .hasMessageContaining("found request offset " + offset + "; expected 1 to 2");
  }

  @Test
  void theRingIsNoLargerThanTheRecordersWas() {
    RequestRing ring = new RequestRing(4);
    for (int request = 0; request < 4; request++) {
      assertThat(ring.add(request)).isEqualTo(RequestRing.NONE);
    }
    assertThat(ring.add(4)).isZero();
    assertThat(ring.get(4)).isEqualTo(1);
    assertThatThrownBy(() -> ring.get(5)).hasMessageContaining("expected 1 to 4");
  }

  @Test
  void requestsThatWereNeverNamedCountAllTheSame() {
    RequestRing ring = new RequestRing(100);
    for (int i = 0; i < 3; i++) {
      assertThat(ring.add(RequestRing.NONE)).isEqualTo(RequestRing.NONE);
    }
    ring.add(7);
    assertThat(ring.get(1)).isEqualTo(7);
    assertThat(ring.get(4)).isEqualTo(RequestRing.NONE);
    ring.remove(1);
    ring.remove(1);
    ring.add(RequestRing.NONE);
    assertThat(ring.get(2)).isEqualTo(RequestRing.NONE);
  }

  @Test
  void whatIsOverIsNotPushedOutOfReach() {
    RequestRing ring = new RequestRing(4);
    for (int request = 0; request < 4; request++) {
      ring.add(request);
    }
    ring.replace(1, 7);
    ring.remove(4);
    assertThat(ring.add(4)).isEqualTo(RequestRing.NONE);
    assertThat(ring.add(5)).isEqualTo(7);
  }

  /** Against a list of all requests ever made, in random lives. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 8, 13, 100, 1_000})
  void itAgreesWithAListOfAllRequests(int alive) {
    Random random = new Random(alive);
    int limit = 4 * alive;
    RequestRing ring = new RequestRing(limit);
    List<Integer> all = new ArrayList<>();
    List<Integer> open = new ArrayList<>();
    for (int step = 0; step < 20_000; step++) {
      if (open.size() < alive && random.nextInt(3) > 0) {
        int displaced = ring.add(all.size());
        if (displaced != RequestRing.NONE) {
          all.set(displaced, RequestRing.NONE);
          open.remove((Integer) displaced);
        }
        open.add(all.size());
        all.add(all.size());
      } else if (!open.isEmpty()) {
        int over = open.remove(random.nextInt(open.size()));
        ring.replace(over, RequestRing.NONE);
        all.set(over, RequestRing.NONE);
      }
      if (!all.isEmpty()) {
        int offset = 1 + random.nextInt(Math.min(all.size(), limit));
        assertThat(ring.get(offset)).isEqualTo(all.get(all.size() - offset));
      }
    }
  }
}
