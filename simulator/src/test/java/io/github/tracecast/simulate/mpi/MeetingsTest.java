package io.github.tracecast.simulate.mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tracecast.simulate.ReplayException;
import java.util.List;
import org.junit.jupiter.api.Test;

class MeetingsTest {
  private static final int BARRIER = 0;
  private static final int BCAST = 1;
  private final Meetings meetings = new Meetings(4, 2, 1, List.of("MPI_Barrier", "MPI_Bcast"));

  @Test
  void aCollectiveIsOpenUntilAllRanksHaveCome() {
    meetings.come(0, 0, BARRIER);
    meetings.come(0, 1, BCAST);
    assertThat(meetings.open()).isEqualTo(2);
    assertThat(meetings.ahead(2)).isEqualTo(2);
    meetings.come(1, 0, BARRIER);
    assertThat(meetings.open()).isEqualTo(1);
    assertThat(meetings.ahead(2)).isEqualTo(1);
    meetings.come(1, 1, BCAST);
    assertThat(meetings.open()).isZero();
  }

  @Test
  void ranksThatComeToDifferentCollectivesAreNamed() {
    meetings.come(0, 0, BARRIER);
    assertThatThrownBy(() -> meetings.come(1, 0, BCAST))
        .isInstanceOf(ReplayException.class)
        .hasMessage("found MPI_Bcast as collective 0 of communicator 4; expected MPI_Barrier, as on"
            + " rank 0");
  }

  @Test
  void eachNumberHasAGatheringOfItsOwn() {
    Meetings.Gathering first = meetings.gathering(0);
    first.waiting.add(1);
    assertThat(meetings.gathering(0)).isSameAs(first);
    assertThat(meetings.gathering(1)).isNotSameAs(first);
    meetings.end(0);
    assertThat(meetings.gathering(2).waiting.toIntArray()).isEmpty();
  }
}
