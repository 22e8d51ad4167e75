package io.github.tracecast.platform.collective;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Bruck's alltoall forwards blocks of others, so that it is followed block by block. */
class BruckTest {
  @Test
  void brucksAlltoallBringsEachBlockToItsReceiver() {
    Algorithm bruck = Algorithms.named(Operation.ALLTOALL, "bruck");
    for (int size = 1; size <= 33; size++) {
      TestCall[] calls = TestCall.uniform(Operation.ALLTOALL, size, 0, 24);
      Messages messages = Messages.of(bruck, calls);
      int[][] at = new int[size][size];
      for (int source = 0; source < size; source++) {
        Arrays.fill(at[source], source);
      }
      for (int round = 0; 1 << round < size; round++) {
        for (int rank = 0; rank < size; rank++) {
          Messages.Message sent = messages.ranks().get(rank).get(round).sends().getFirst();
          assertThat(sent.peer()).isEqualTo((rank + (1 << round)) % size);
          assertThat(sent.bytes()).isEqualTo(24L * moving(at, rank, round));
        }
        for (int[] blocks : at) {
          for (int target = 0; target < size; target++) {
            if ((Math.floorMod(target - blocks[target], size) >> round & 1) == 1) {
              blocks[target] = (blocks[target] + (1 << round)) % size;
            }
          }
        }
      }
      for (int[] blocks : at) {
        assertThat(blocks)
            .as("where the blocks for rank 0, 1... are")
            .isEqualTo(IntStream.range(0, blocks.length).toArray());
      }
    }
  }

  /** Blocks at a rank whose way to go has the round's bit. */
  private static int moving(int[][] at, int rank, int round) {
    int moving = 0;
    for (int[] blocks : at) {
      for (int target = 0; target < blocks.length; target++) {
        boolean hasBit = (Math.floorMod(target - rank, blocks.length) >> round & 1) == 1;
        moving += blocks[target] == rank && hasBit ? 1 : 0;
      }
    }
    return moving;
  }
}
