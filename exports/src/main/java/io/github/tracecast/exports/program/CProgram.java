package io.github.tracecast.exports.program;

import io.github.tracecast.decompress.MixedCollectives;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.simulate.ReplayOptions.DeltaMode;
import io.github.tracecast.trace.Communicator;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.Group;
import io.github.tracecast.trace.Header;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Piece;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.Term;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Values;
import io.github.tracecast.trace.calls.MatchedReceives;
import io.github.tracecast.trace.text.Printable;
import io.github.tracecast.trace.text.UsageException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;

/**
 * A C program that makes the calls of a trace. Its size is proportional to the size of the
 * compressed trace: loops stay loops, rank lists become conditions, and parameters become
 * expressions of the rank. It needs MPI and a C99 compiler.
 *
 * @param text the C file
 * @param warnings one sentence for each difference between the program and the trace
 */
public record CProgram(String text, List<String> warnings) {
  public CProgram {
    warnings = List.copyOf(warnings);
  }

  /**
   * Writes the program of a trace or its skeleton. The program of a skeleton estimates the time of
   * the whole run on the machine where it is executed.
   *
   * @param skeleton a valid trace
   * @param whole the trace that the skeleton was made from; the same trace if it is not shortened
   * @throws UsageException if the trace cannot be replayed, options do not fit it, or a program
   *     cannot make its calls
   */
  public static CProgram of(Trace skeleton, Trace whole, ProgramOptions options) {
    skeleton.header().notReplayable().ifPresent(note -> {
      throw new UsageException("the trace " + note);
    });
    return new Writing(MatchedReceives.recorded(skeleton), whole, options).program();
  }

  private static final class Writing {
    private static final int MOST_CALLS_OF_A_PART = 40;

    private final Trace trace;
    private final ProgramOptions options;
    private final RankNames names;
    private final CTables values;
    private final DeltaTables deltas;
    private final DatatypeTable datatypes;
    private final Map<String, Integer> sites = new LinkedHashMap<>();
    private final LeftOut leftOut = new LeftOut();
    private final StepText steps;
    private final Programs programs;
    private final MixedCollectives mixed;

    Writing(Trace trace, Trace whole, ProgramOptions options) {
      this.trace = trace;
      this.options = options;
      this.names = new RankNames(trace.header().ranks());
      this.values = new CTables(names);
      this.deltas = new DeltaTables(options, names);
      this.datatypes = new DatatypeTable(trace.datatypes());
      this.programs = Programs.of(trace);
      this.mixed = MixedCollectives.of(programs);
      this.steps = new StepText(trace, whole, names, values, this::callText);
    }

    CProgram program() {
      List<String> functions = new ArrayList<>();
      List<String> starts = new ArrayList<>();
      List<Step> open = new ArrayList<>();
      for (Step step : Structure.of(trace)) {
        if (step instanceof Step.Call call && isInit(call.event())) {
          starts.add(initText(call.event()));
          continue;
        }
        boolean call = step instanceof Step.Call;
        if (!call || open.size() == MOST_CALLS_OF_A_PART) {
          function(functions, open);
        }
        open.add(step);
        if (!call) {
          function(functions, open);
        }
      }
      function(functions, open);
      return assembled(functions, starts);
    }

    private boolean isInit(int event) {
      MpiCall call = trace.events().get(event).call();
      return event == 0 && (call == MpiCall.INIT || call == MpiCall.INIT_THREAD);
    }

    private String initText(int event) {
      Event init = trace.events().get(event);
      return (init.call() == MpiCall.INIT ? "begin(" : "begin_with_threads(") + site(init)
          + ", &argc, &argv);";
    }

    private void function(List<String> functions, List<Step> open) {
      if (open.isEmpty()) {
        return;
      }
      StringBuilder text = new StringBuilder("static void part_" + functions.size() + "(void) {\n");
      steps.append(text, open, RankList.range(0, trace.header().ranks()), 1);
      functions.add(text.append("}\n").toString());
      open.clear();
    }

    private boolean mayUseTwoGroups(Event event) {
      Values values = event.parameter(Parameter.COMMUNICATOR);
      return values != null
          && trace.communicators().stream().anyMatch(Communicator::isInter)
          && values.pieces().stream().map(Piece::sequence).anyMatch(this::hasTwoGroups);
    }

    private boolean hasTwoGroups(Sequence communicators) {
      return IntStream.range(0, communicators.period())
          .anyMatch(e -> communicators.kind(e, 0) == Term.Kind.CONSTANT
              && trace.communicators().get((int) communicators.number(e, 0)).isInter());
    }

    private int site(Event event) {
      String name = trace.callSites().get(event.callSite()).name();
      String row = "{" + Literals.string(event.call().mpiName()) + ", " + event.callSite() + ", "
          + Literals.string(Printable.line(name)) + "}";
      return sites.computeIfAbsent(row, key -> sites.size());
    }

    private CallStatements statements(Expressions of) {
      return new CallStatements(of, datatypes.bytes(), options.laterAbove().isPresent());
    }

    private void callText(StringBuilder out, int number, String indent) {
      Event event = trace.events().get(number);
      Expressions of = new Expressions(event, names, values, mayUseTwoGroups(event));
      String communicator = of.declaredCommunicator();
      String statement = mixed.has(number)
          ? statements(of).statement(event.call().nonblocking()) + ", finish_latest()"
          : statements(of).statement(event.call());
      if (statement == null) {
        statement = event.call().makesRequest() ? "no_request()" : "";
        if (event.call() != MpiCall.INIT && event.call() != MpiCall.INIT_THREAD) {
          leftOut.add(event.call());
        }
      }
      DeltaTables.Amount before = deltas.before(number, event);
      boolean counted = of.counted() || before.counted();
      String k = counted ? "k" : "0";
      String at = "at(" + site(event) + ", " + before.micros() + ")";
      String made = statement.replaceAll("\\bk\\b", k);
      if (counted || communicator != null) {
        out.append(indent).append("{\n");
        if (counted) {
          out.append(indent).append("  static long long runs;\n");
          out.append(indent).append("  long long k = runs++;\n");
        }
        if (communicator != null) {
          out.append(indent)
              .append("  int c = ")
              .append(communicator.replaceAll("\\bk\\b", k))
              .append(";\n");
        }
        out.append(indent).append("  ").append(at).append(";\n");
        statement(out, indent + "  ", made);
        out.append(indent).append("}\n");
      } else {
        out.append(indent).append(at).append(";\n");
        statement(out, indent, made);
      }
    }

    private static void statement(StringBuilder out, String indent, String made) {
      if (!made.isEmpty()) {
        out.append(indent).append(made).append(";\n");
      }
    }

    private CProgram assembled(List<String> functions, List<String> starts) {
      boolean initialised = !starts.isEmpty();
      if (sites.isEmpty()) {
        sites.put("{\"none\", 0, \"\"}", 0);
      }
      StringBuilder body = new StringBuilder();
      values.write(body);
      deltas.write(body);
      if (!values.isEmpty()) {
        values.writeLoading(body);
      }
      functions.forEach(function -> body.append(function).append('\n'));
      body.append("int main(int argc, char **argv) {\n  ");
      body.append(initialised ? starts.getFirst() : "begin_unrecorded(&argc, &argv);")
          .append('\n');
      if (!values.isEmpty()) {
        body.append("  load_values();\n");
      }
      int[] unborn = UnbornCommunicators.of(trace);
      if (unborn.length > 0) {
        body.append("  make_unborn();\n");
      }
      for (int part = 0; part < functions.size(); part++) {
        body.append("  part_").append(part).append("();\n");
      }
      String sent = options.laterAbove().isPresent() ? "finish_sends(), " : "";
      body.append("  if (!ended) " + sent + "finalize_unrecorded();\n  return failed;\n}\n");
      boolean computes = body.indexOf(" at(") >= 0;
      String runtime =
          new RuntimeUnits().needed((computes ? options.compute().macros() : "") + "\n" + body);
      StringBuilder text = new StringBuilder();
      head(text);
      if (runtime.contains("groups[")) {
        groups(text);
      }
      if (runtime.contains("group_of[")) {
        byCommunicator(text, "group_of", Communicator::group);
      }
      if (runtime.contains("first_of[")) {
        firstGroups(text);
      }
      if (unborn.length > 0) {
        numbers(text, "unborn[]", IntStream.of(unborn));
      }
      deltas.writeDistributions(text);
      text.append(runtime).append(body);
      return new CProgram(text.toString(), leftOut.warnings());
    }

    private void head(StringBuilder out) {
      Header header = trace.header();
      out.append(
              "/* The MPI calls of a trace, written by tracecast program.\n   Build: mpicc -O2 -o app app.c;"
                  + " run: mpirun -n ")
          .append(header.ranks())
          .append(" ./app */\n");
      out.append(
          "#define _POSIX_C_SOURCE 200809L\n#include <limits.h>\n#include <mpi.h>\n#include <sched.h>\n#include <stdint.h>\n"
              + "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <time.h>\n\n");
      out.append("enum { RANKS = ").append(header.ranks());
      out.append(", LISTS = ").append(names.count());
      out.append(", SITES = ").append(sites.size());
      out.append(", COMMUNICATORS = ").append(Math.max(2, trace.communicators().size()));
      out.append(", RING = ")
          .append(RequestReach.of(trace) + (mixed.isEmpty() ? 0 : 1))
          .append(" };\n");
      out.append("enum { BUFFERED_BYTES = ")
          .append(BufferedBytes.of(trace))
          .append(", TAG_LIMIT = 32767, UNRECEIVED = ")
          .append(HangCheck.mayLackReceives(programs) ? 1 : 0)
          .append(" };\n");
      ReceiveRoom room = ReceiveRoom.of(programs);
      out.append("#define WILD_BYTES ").append(room.wildcard()).append("LL\n");
      out.append("#define NAMED_BYTES ").append(room.named()).append("LL\n");
      options
          .laterAbove()
          .ifPresent(bytes -> out.append("#define LATER_ABOVE ").append(bytes).append("LL\n"));
      if (options.deltas() == DeltaMode.HISTOGRAM) {
        out.append("#define SEED ((uint64_t)").append(options.seed()).append(")\n");
      }
      out.append(options.compute().macros()).append("\n\n");
      out.append("/* This rank */\nstatic int me;\n\n");
      names.write(out);
      out.append(
          "/* Call sites: call, number and name in the trace. */\n"
              + "static const struct {\n  const char *call;\n  int id;\n  const char *name;\n} sites[SITES] = {\n");
      sites.keySet().forEach(row -> out.append("  ").append(row).append(",\n"));
      out.append("};\n\n");
      datatypes.write(out);
    }

    private void groups(StringBuilder out) {
      out.append("/* Groups: runs of start, stride and number of ranks. */\n");
      List<String> all = new ArrayList<>();
      for (Group group : trace.groups()) {
        IntStream runs = group.runs().stream()
            .flatMapToInt(run -> IntStream.of(run.start(), run.stride(), run.count()));
        String name = "G" + all.size();
        out.append("static const int ").append(name).append("[] = {");
        Literals.list(out, words(IntStream.concat(IntStream.of(group.runs().size()), runs)));
        out.append("};\n");
        all.add(name);
      }
      out.append("static const int *const groups[] = {");
      Literals.list(out, all.isEmpty() ? List.of("NULL") : all);
      out.append("};\n\n");
    }

    private void firstGroups(StringBuilder out) {
      out.append("/* Inter-communicators: the size of the first group; 0 for others. */\n");
      byCommunicator(out, "first_of", Communicator::firstGroup);
    }

    private void byCommunicator(StringBuilder out, String name, ToIntFunction<Communicator> of) {
      numbers(out, name + "[COMMUNICATORS]", trace.communicators().stream().mapToInt(of));
    }

    private static void numbers(StringBuilder out, String array, IntStream numbers) {
      out.append("static const int ").append(array).append(" = {");
      Literals.list(out, words(numbers));
      out.append("};\n\n");
    }

    private static List<String> words(IntStream numbers) {
      return numbers.mapToObj(Integer::toString).toList();
    }
  }
}
