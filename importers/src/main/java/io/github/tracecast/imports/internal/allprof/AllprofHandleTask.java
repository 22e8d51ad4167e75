package io.github.tracecast.imports.internal.allprof;

import io.github.tracecast.compress.EventSink;
import io.github.tracecast.imports.internal.NamedCalls;
import io.github.tracecast.trace.Communicator;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Creates the events of one rank from the lines of liballprof 2, which have Fortran handles instead
 * of sizes, communicators and requests.
 */
final class AllprofHandleTask extends AllprofRank {
  private final int rank;
  private final int size;
  private final MpiHandles handles;
  private final AllprofRequests requests;
  private final AllprofTypes types;
  private final Map<Long, Integer> communicators = new HashMap<>();

  /** For each communicator with unknown members, by its handle, the call that made the communicator. */
  private final Map<Long, String> makersOfUnknown = new HashMap<>();

  private int duplicates;

  AllprofHandleTask(int rank, int size, MpiHandles handles, EventSink sink) {
    super(sink, handles.anySource);
    this.rank = rank;
    this.size = size;
    this.handles = handles;
    this.requests = new AllprofRequests(handles);
    this.types = new AllprofTypes(handles, sink);
    communicators.put(handles.world, Communicator.WORLD);
    communicators.put(handles.self, Communicator.SELF);
  }

  @Override
  long assumedRequests() {
    return requests.assumed();
  }

  @Override
  void event(AllprofLine line) {
    MpiCall call = MpiCall.byName(line.call()).orElse(MpiCall.OTHER);
    String roles = AllprofCalls.laterRoles(line.call());
    if (roles != null && lacksCounts(line, roles)) {
      roles = null;
    }
    types.noteSize(call, line);
    boolean named = roles == null && NamedCalls.takesNoTime(call);
    if (roles == null && keepsByName(line, call)) {
      call = named ? call : MpiCall.OTHER;
    }
    int handle = roles != null && roles.indexOf('C') >= 0 ? duplicate(line, roles) : 0;
    begin(line, call, roles);
    int status = roles == null ? -1 : roles.indexOf('S');
    times(
        timeOrNaN(line.time(false)),
        timeOrNaN(status < 0 ? line.time(true) : line.endAfter(status)));
    if (named) {
      NamedCalls.write(sink, call);
      noteMaker(line, call);
    } else if (roles != null) {
      for (int i = 0; i < roles.length(); i++) {
        argument(line, call, roles, i, handle);
      }
    }
    sink.end();
  }

  /**
   * Whether a line lacks the elements of an array of counts. The recorder writes elements only if
   * it is configured to.
   */
  private static boolean lacksCounts(AllprofLine line, String roles) {
    if (roles.indexOf('R') >= 0) {
      return false; // only the root has counts for each rank
    }
    for (int i = 0; i < roles.length(); i++) {
      boolean array = roles.charAt(i) == 'v' || roles.charAt(i) == 'V';
      if (array && line.list(i).length == 0) {
        return true;
      }
    }
    return false;
  }

  /** Records which call made a communicator whose members are not in the trace. */
  private void noteMaker(AllprofLine line, MpiCall call) {
    switch (call.role()) {
      case MAKE_COMMUNICATOR, MAKE_COMMUNICATOR_OF_MEMBERS -> {
        if (line.arguments() > 0 && !line.isText(line.arguments() - 1)) {
          makersOfUnknown.put(line.part(line.arguments() - 1, 0), line.call());
        }
      }
      default -> {
        // the call makes no communicator
      }
    }
  }

  /** Defines the duplicate of MPI_COMM_WORLD or MPI_COMM_SELF. */
  private int duplicate(AllprofLine line, String roles) {
    int of = communicator(line, roles.indexOf('c'));
    int made = of == Communicator.SELF
        ? Communicator.SELF
        : sink.communicator(line.call() + " " + (++duplicates), 0, duplicates, rank, size);
    communicators.put(line.part(roles.indexOf('C'), 0), made);
    return made;
  }

  /** Returns NaN for a time of 0, which the recorder writes while MPI is not initialized. */
  private static double timeOrNaN(double time) {
    return time == 0 ? Double.NaN : time;
  }

  private void argument(AllprofLine line, MpiCall call, String roles, int at, int made) {
    switch (roles.charAt(at)) {
      case 'C' -> sink.number(Parameter.NEW_COMMUNICATOR, made);
      case 'v' -> list(Parameter.COUNTS, line.list(at));
      case 'V' -> list(Parameter.RECEIVE_COUNTS, line.list(at));
      case 'q', 'p' -> {
        int source = roles.indexOf('s');
        requests.make(
            sink.requests(),
            line.part(at, 0),
            source < 0 ? AllprofRequests.NO_RECEIVE : line.part(source, 0),
            source < 0 ? 0 : line.part(roles.indexOf('g'), 0),
            roles.charAt(at) == 'p');
      }
      case 'Q' -> request(line, call, roles, at);
      case 'A' -> requests(line, call, roles, at);
      case 'f' -> {
        if (call == MpiCall.IPROBE) {
          sink.number(Parameter.OUTCOMES, line.part(at, 0) == 0 ? 0 : 1);
        }
      }
      default -> argument(line, roles.charAt(at), at);
    }
  }

  @Override
  int datatype(AllprofLine line, int at) {
    return types.handle(line.part(at, 0));
  }

  private void request(AllprofLine line, MpiCall call, String roles, int at) {
    long handle = line.part(at, 0);
    int flag = roles.indexOf('f');
    boolean ends = switch (call) {
      case START, REQUEST_FREE -> false;
      default -> flag < 0 || line.part(flag, 0) != 0;
    };
    int status = roles.indexOf('S');
    long number = ends
        ? requests.complete(handle, status < 0 ? null : line.status(status))
        : requests.openNumber(handle);
    if (call == MpiCall.REQUEST_FREE) {
      requests.free(number);
    }
    sink.numberOrNone(Parameter.REQUEST, number, number == 0);
    if (flag >= 0) {
      sink.number(Parameter.OUTCOMES, ends ? 1 : 0);
    }
  }

  /** Writes the requests that a call completed or started. Requests that stay open are left out. */
  private void requests(AllprofLine line, MpiCall call, String roles, int at) {
    long[] printed = line.list(at);
    int completed = Math.clamp(completedCount(line, roles), 0, requests.count());
    int status = roles.indexOf('S');
    long @Nullable [] found = status < 0 ? null : line.status(status);
    sink.list(Parameter.REQUESTS);
    int written = 0;
    if (call == MpiCall.STARTALL) {
      for (long handle : printed) {
        sink.add(requests.openNumber(handle));
      }
      return;
    }
    boolean all = completed == requests.count();
    for (long number : all ? requests.completeAll() : new long[0]) {
      sink.add(number);
      written++;
    }
    while (written < completed) {
      long handle = printed.length == completed ? printed[written] : handles.noRequest;
      long number = requests.complete(handle, found);
      if (number == 0) {
        break;
      }
      sink.add(number);
      written++;
    }
    outcomes(call, written, completed > 0);
  }

  private void outcomes(MpiCall call, int written, boolean completed) {
    switch (call) {
      case TESTALL -> sink.number(Parameter.OUTCOMES, completed ? 1 : 0);
      case WAITSOME, TESTSOME -> sink.list(Parameter.OUTCOMES, written, i -> i);
      case WAITANY, TESTANY -> {
        if (written > 0) {
          sink.number(Parameter.OUTCOMES, 0);
        } else {
          sink.list(Parameter.OUTCOMES);
        }
      }
      default -> {
        // the call completes all requests in its arguments
      }
    }
  }

  /** Returns the number of requests that a call completed. */
  private static long completedCount(AllprofLine line, String roles) {
    int flag = roles.indexOf('f');
    if (flag >= 0 && line.part(flag, 0) == 0) {
      return 0;
    }
    int some = roles.indexOf('j');
    int one = roles.indexOf('i');
    if (one >= 0) {
      return line.part(one, 0) < 0 ? 0 : 1;
    }
    return line.part(Math.max(some, 0), 0);
  }

  @Override
  int communicator(AllprofLine line, int at) {
    long handle = line.part(at, 0);
    Integer known = communicators.get(handle);
    if (known == null) {
      String maker = makersOfUnknown.get(handle);
      throw line.fault(
          "communicator " + handle + (maker == null ? "" : ", which " + maker + " made"),
          "MPI_COMM_WORLD or its duplicates, because liballprof does not record the members of other communicators");
    }
    return known;
  }

  private void list(Parameter parameter, long[] values) {
    if (values.length > 0) { // only the root of a gather has counts
      sink.list(parameter, values.length, i -> Math.max(0, values[i]));
    }
  }
}
