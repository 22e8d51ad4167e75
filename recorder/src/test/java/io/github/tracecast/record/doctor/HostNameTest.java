package io.github.tracecast.record.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class HostNameTest {
  @Test
  void aLookupThatDoesNotEndIsSlowAndOneThatEndsIsNot() {
    CountDownLatch never = new CountDownLatch(1);

    assertThat(HostName.slow("node1", name -> {
          try {
            never.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        }))
        .hasValue("node1");
    never.countDown();
    assertThat(HostName.slow("node1", name -> {})).isEmpty();
  }
}
