package io.github.tracecast.simulate.lowering;

import io.github.tracecast.decompress.ExecutedCall;
import io.github.tracecast.platform.collective.Algorithm;
import io.github.tracecast.platform.collective.Steps;
import io.github.tracecast.simulate.calls.CollectiveArguments;
import io.github.tracecast.simulate.calls.CollectiveChoice;
import io.github.tracecast.simulate.lanes.Share;
import io.github.tracecast.trace.calls.SendMode;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.function.ToLongFunction;

/** Translates the rounds of one rank in one collective into instructions. Equal rounds become a loop. One thread. */
final class RoundLowering implements Steps {
  /** The smallest number of equal rounds that become a loop of {@link Op#ROUNDS}, whose iterations can be skipped. */
  private static final int OPENS_FROM = 256;

  /** Number of rounds in one iteration of a loop of {@link Op#ROUNDS}. With one round per iteration, a LogGP replay took a third longer. */
  private static final int ROUNDS_OF_BODY = 16;

  /** The sizes of the vectors that the rank reduces at the end of the round, and the number of the round's receives. */
  private final LongArrayList reduced = new LongArrayList();

  private int received;

  private final CollectiveArguments call;
  private final ExecutedCall place;
  private final ProgramDraft draft;
  private final CollectiveChoice[] choices;
  private final RolledMessages messages;

  RoundLowering(
      CollectiveArguments call,
      ExecutedCall place,
      ProgramDraft draft,
      CollectiveChoice[] choices) {
    this.call = call;
    this.place = place;
    this.draft = draft;
    this.choices = choices;
    this.messages = new RolledMessages(call, place.rank(), draft);
  }

  void lower(Algorithm algorithm) {
    int round = 0;
    while (true) {
      int alike = algorithm.alike(call, round);
      if (alike == 1) {
        if (!algorithm.round(call, round, this)) {
          messages.emit();
          return;
        }
        endRound();
      } else {
        messages.emit();
        if (draft.opensRounds && alike >= OPENS_FROM) {
          alike -= alike % ROUNDS_OF_BODY;
          draft.code.add(Op.OPEN, Op.ROUNDS, 0, 0, alike / ROUNDS_OF_BODY);
          int body = draft.code.position();
          repeat(algorithm, round, ROUNDS_OF_BODY);
          draft.code.add(Op.CLOSE, body - draft.code.position());
          draft.collectives.addRounds();
        } else {
          repeat(algorithm, round, alike);
        }
      }
      round += alike;
    }
  }

  /** Emits equal rounds as a loop with a counter, whose iterations fast-forward does not skip. */
  private void repeat(Algorithm algorithm, int round, int times) {
    int body = draft.code.position();
    algorithm.round(call, round, this);
    endRound();
    messages.emitBody();
    draft.code.add(Op.AGAIN, draft.code.position() - body, times);
  }

  @Override
  public void receive(int peer, long bytes) {
    messages.add(Op.RECEIVE, peer);
    received++;
  }

  @Override
  public void combine(int peer, long bytes) {
    receive(peer, bytes);
    reduced.add(bytes);
  }

  @Override
  public void copy(long bytes) {
    work(choice -> choice.copyPicos(bytes));
  }

  @Override
  public void pack(int blocks, long bytes) {
    work(choice -> choice.packPicos(blocks, bytes));
  }

  @Override
  public void send(int peer, long bytes) {
    int destination = call.worldRank(peer);
    int cost = draft.costs.row(place.event(), place.rank(), destination, bytes);
    int protocol = draft.costs.protocol(SendMode.STANDARD, place.rank(), destination, bytes);
    messages.add(Op.SEND, peer, bytes, cost, protocol);
  }

  private void work(ToLongFunction<CollectiveChoice> picos) {
    int row = draft.row(
        draft.collectiveTimes, Share.OVERHEAD, place, lane -> picos.applyAsLong(choices[lane]));
    if (!draft.takesNoTime()) {
      messages.add(Op.COPY, row);
    }
  }

  /** Emits the end of a round: the wait for its messages, the search of the receive queue, and the reduction of received data. */
  private void endRound() {
    messages.add(Op.AWAIT, 0);
    int receives = received;
    if (receives > 1 || !reduced.isEmpty()) {
      work(choice -> {
        long picos = choice.searchPicos(receives);
        for (int i = 0; i < reduced.size(); i++) {
          picos += choice.reductionPicos(call, reduced.getLong(i));
        }
        return picos;
      });
    }
    reduced.clear();
    received = 0;
  }
}
