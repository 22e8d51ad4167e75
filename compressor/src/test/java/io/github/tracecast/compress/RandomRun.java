package io.github.tracecast.compress;

import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A random nested program that each rank executes differently. Branches and iterations depend on
 * the rank or change over time. It has neighbours, wildcards, communicators and requests. The seed
 * is the size.
 */
final class RandomRun {
  private sealed interface Node permits Call, Loop, Branch {}

  private record Call(int kind, int site, int communicator, int pattern, int offset)
      implements Node {}

  private record Loop(List<Node> body, int iterations, int vary) implements Node {}

  private record Branch(int condition, int value, List<Node> then, List<Node> otherwise)
      implements Node {}

  private static final int KINDS = 13;

  final int ranks;
  private final List<Node> program;
  private final Random random;
  private final boolean orderly;
  private int sites;

  RandomRun(int seed) {
    random = new Random(seed);
    ranks = 1 + random.nextInt(1 + Math.min(seed, 24));
    orderly = random.nextBoolean();
    program = nodes(Math.min(1 + seed / 4, 14), 0);
  }

  private List<Node> nodes(int most, int depth) {
    List<Node> nodes = new ArrayList<>();
    for (int i = 1 + random.nextInt(most); i > 0; i--) {
      int choice = depth > 3 ? 0 : random.nextInt(10);
      if (choice < 6) {
        int site = orderly || sites == 0 || random.nextBoolean() ? sites++ : random.nextInt(sites);
        nodes.add(new Call(
            random.nextInt(KINDS), site, random.nextInt(5), random.nextInt(8), random.nextInt(4)));
      } else if (choice < 8) {
        nodes.add(new Loop(nodes(3, depth + 1), 1 + random.nextInt(5), random.nextInt(4)));
      } else {
        nodes.add(new Branch(
            random.nextInt(5),
            random.nextInt(4),
            nodes(3, depth + 1),
            depth == 0 ? List.of() : nodes(2, depth + 1)));
      }
    }
    return nodes;
  }

  /** One rank's path through the program. */
  void run(int rank, EventSink sink) {
    new Task(rank, sink).run();
  }

  private final class Task {
    private final int rank;
    private final EventSink sink;
    private final Random chance;
    private final int[] handles = new int[5];
    private final int[] locals = new int[5];
    private final int[] sizes = new int[5];
    private final int datatype;
    private final List<Long> pending = new ArrayList<>();
    private final List<Long> persistent = new ArrayList<>();
    private long requests;
    private long events;

    Task(int rank, EventSink sink) {
      this.rank = rank;
      this.sink = sink;
      this.chance = new Random(rank);
      this.datatype = sink.datatype("MPI_DOUBLE", 8);
      define(0, 0, rank, ranks);
      define(1, 1, 0, 1);
      define(2, sink.communicator("dup", 0, 7, rank, ranks), rank, ranks);
      int width = Math.max(1, ranks / 3);
      int row = rank / width;
      int inRow = Math.min(width, ranks - row * width);
      define(
          3,
          sink.communicator("row" + row, row * width, 1, rank % width, inRow),
          rank % width,
          inRow);
      int parity = rank % 2;
      int members = (ranks + 1 - parity) / 2;
      int descending = members - 1 - rank / 2;
      int root = parity + 2 * (members - 1);
      define(
          4,
          sink.communicator("parity" + parity, root, 2, descending, members),
          descending,
          members);
    }

    private void define(int which, int handle, int local, int size) {
      handles[which] = handle;
      locals[which] = local;
      sizes[which] = size;
    }

    void run() {
      run(List.of(new Call(10, sites, 0, 0, 0)));
      run(program);
    }

    private void run(List<Node> nodes) {
      for (Node node : nodes) {
        switch (node) {
          case Call call -> call(call);
          case Loop loop -> {
            int count = switch (loop.vary) {
              case 0 -> loop.iterations + rank % 3;
              case 1 -> 1 + (int) (events % 4);
              default -> loop.iterations;
            };
            for (int i = 0; i < count && events < 3000; i++) {
              run(loop.body);
            }
          }
          case Branch branch -> run(holds(branch) ? branch.then : branch.otherwise);
        }
      }
    }

    private boolean holds(Branch branch) {
      return switch (branch.condition) {
        case 0 -> rank % 2 == branch.value % 2;
        case 1 -> rank == 0;
        case 2 -> rank > 0 && rank < ranks - 1;
        case 3 -> chance.nextInt(4) > branch.value;
        default -> rank % 4 == branch.value;
      };
    }

    private long peer(Call call) {
      int size = sizes[call.communicator];
      int local = locals[call.communicator];
      return switch (call.pattern) {
        case 0, 1 -> Math.floorMod(local + call.offset - 1, size);
        case 2 -> call.offset % size;
        case 3 -> Math.clamp(local + (call.offset - 2L), 0, size - 1);
        case 4 -> (local ^ 1) < size ? local ^ 1 : local;
        case 5 -> (local + events) % size;
        case 6 -> chance.nextInt(size);
        default -> -1;
      };
    }

    private void peer(Call call, Parameter parameter) {
      long peer = peer(call);
      if (peer < 0) {
        sink.none(parameter);
      } else {
        sink.number(parameter, peer);
      }
    }

    private void begin(Call call, MpiCall mpi) {
      sink.begin(mpi, sink.site("site" + call.site + "." + call.kind));
      if (call.offset != 3) {
        sink.compute(Unit.MICROSECONDS, 10 * call.site + chance.nextInt(5));
      }
      if (call.offset == 2) {
        sink.inside(Unit.INSTRUCTIONS, chance.nextInt(100));
      }
      if (mpi.makesRequest()) {
        pending.add(++requests);
      }
      if (mpi.makesPersistentRequest()) {
        persistent.add(requests);
      }
      events++;
    }

    private void call(Call call) {
      switch (call.kind) {
        case 0, 1, 2 -> {
          begin(call, call.kind == 0 ? MpiCall.SEND : MpiCall.ISEND);
          peer(call, Parameter.DESTINATION);
          sink.number(Parameter.COMMUNICATOR, handles[call.communicator]);
          sink.number(Parameter.COUNT, 1 + call.offset * (rank % 2))
              .number(Parameter.DATATYPE, datatype);
        }
        case 3, 4 -> {
          begin(call, MpiCall.IRECV);
          if (call.offset == 0) {
            sink.any(Parameter.SOURCE).any(Parameter.TAG);
          } else {
            peer(call, Parameter.SOURCE);
            sink.number(Parameter.TAG, events % call.offset);
          }
          sink.number(Parameter.COMMUNICATOR, handles[call.communicator]);
        }
        case 5 -> {
          begin(call, MpiCall.WAIT);
          if (pending.isEmpty()) {
            sink.none(Parameter.REQUEST);
          } else {
            sink.number(Parameter.REQUEST, pending.remove(call.pattern % pending.size()));
          }
        }
        case 6 -> {
          begin(call, MpiCall.WAITALL);
          sink.list(Parameter.REQUESTS);
          pending.forEach(sink::add);
          pending.clear();
        }
        case 7 -> {
          for (int i = chance.nextInt(3); i >= 0; i--) {
            begin(call, MpiCall.WAITSOME);
            sink.list(Parameter.REQUESTS);
            pending.forEach(sink::add);
            if (pending.isEmpty()) {
              sink.addNone();
              sink.none(Parameter.OUTCOMES);
            } else {
              pending.removeFirst();
              sink.list(Parameter.OUTCOMES).add(0);
            }
            sink.end();
          }
          return;
        }
        case 8 -> {
          begin(call, MpiCall.BCAST);
          sink.number(Parameter.ROOT, call.offset % sizes[call.communicator]);
          sink.number(Parameter.COMMUNICATOR, handles[call.communicator]);
        }
        case 11 -> {
          begin(call, MpiCall.RECV_INIT);
          peer(call, Parameter.SOURCE);
        }
        case 12 -> {
          begin(call, MpiCall.STARTALL);
          sink.list(Parameter.REQUESTS);
          for (int i = 0; i < Math.min(persistent.size(), call.pattern); i++) {
            sink.add(persistent.get(persistent.size() - 1 - i));
          }
        }
        case 9 -> {
          begin(call, MpiCall.ALLTOALLV);
          sink.list(Parameter.COUNTS);
          for (int i = 0; i < ranks; i++) {
            sink.add(call.pattern < 4 ? i : (i + rank) % 3);
          }
        }
        default -> {
          begin(call, MpiCall.COMM_SPLIT);
          if (rank % 3 == 2) {
            sink.none(Parameter.COLOR);
          } else {
            sink.number(Parameter.COLOR, rank / 2);
          }
          sink.number(Parameter.KEY, call.pattern < 4 ? rank : -rank);
          sink.number(Parameter.NEW_COMMUNICATOR, handles[call.communicator]);
        }
      }
      sink.end();
    }
  }
}
