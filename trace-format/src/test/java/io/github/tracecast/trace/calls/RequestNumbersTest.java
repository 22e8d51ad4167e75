package io.github.tracecast.trace.calls;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.trace.MpiCall;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RequestNumbersTest {
  private static final MpiCall[] CALLS = {MpiCall.ISEND, MpiCall.RECV_INIT, MpiCall.WAITALL};

  @Test
  void aPersistentRequestKeepsItsOffsetWhileOtherRequestsAreMade() {
    RequestNumbers numbers = new RequestNumbers();
    numbers.called(MpiCall.SEND_INIT);
    assertThat(numbers.offset(1)).isEqualTo(RequestNumbers.PERSISTENT + 1);
    for (int i = 0; i < 5; i++) {
      numbers.called(MpiCall.IRECV);
    }
    assertThat(numbers.offset(1)).isEqualTo(RequestNumbers.PERSISTENT + 1);
    assertThat(numbers.offset(6)).isEqualTo(1);
    assertThat(numbers.last()).isEqualTo(6);
  }

  @Test
  void offsetsLeadBackToTheNumbersThatTheyCameFrom() {
    for (int seed = 0; seed < 50; seed++) {
      Random random = new Random(seed);
      RequestNumbers numbers = new RequestNumbers();
      for (int i = 0; i <= seed; i++) {
        numbers.called(CALLS[random.nextInt(CALLS.length)]);
        for (long number = 1; number <= numbers.last(); number++) {
          assertThat(numbers.number(numbers.offset(number))).isEqualTo(number);
        }
      }
    }
  }

  @Test
  void persistentRequestsBeyondTheReachAreForgottenAndTheOthersKeepTheirOffsets() {
    RequestNumbers numbers = new RequestNumbers(4);
    for (int i = 0; i < 1000; i++) {
      numbers.called(MpiCall.RECV_INIT);
    }
    assertThat(numbers.persistents()).isLessThan(20);
    assertThat(numbers.number(RequestNumbers.PERSISTENT + 4)).isEqualTo(997);
    assertThat(numbers.offset(997)).isEqualTo(RequestNumbers.PERSISTENT + 4);
    assertThat(numbers.number(RequestNumbers.PERSISTENT + 500)).isLessThan(1);
  }
}
