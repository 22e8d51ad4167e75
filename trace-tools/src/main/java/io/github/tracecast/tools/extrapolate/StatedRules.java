package io.github.tracecast.tools.extrapolate;

import io.github.tracecast.tools.extrapolate.NumberRules.Found;
import io.github.tracecast.trace.Datatype;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The rules for a single recording, if the user states how the program scales. Partners are
 * neighbours in the grid, and the root is rank 0. Under weak scaling, sizes stay the same. Under
 * strong scaling, a message across a face of the rank's block shrinks with the face. Other values
 * that may depend on the ranks have no rule.
 */
final class StatedRules {
  private static final Set<Parameter> SIZES = EnumSet.of(Parameter.COUNT, Parameter.RECEIVE_COUNT);

  /** Collectives whose data do not depend on the number of ranks. */
  private static final Set<MpiCall> SAME_FOR_ALL = EnumSet.of(
      MpiCall.BARRIER,
      MpiCall.BCAST,
      MpiCall.REDUCE,
      MpiCall.ALLREDUCE,
      MpiCall.SCAN,
      MpiCall.EXSCAN);

  /** Collectives in which each rank sends or receives its part of the problem. */
  private static final Set<MpiCall> PART_OF_EACH =
      EnumSet.of(MpiCall.GATHER, MpiCall.SCATTER, MpiCall.ALLGATHER);

  private StatedRules() {}

  private record Extent(int dimension) implements Rule {
    @Override
    public OptionalLong value(Layout layout, int rank) {
      return OptionalLong.of(layout.extents().get(dimension));
    }

    @Override
    public String text() {
      return "extent " + (dimension + 1);
    }

    @Override
    public boolean isUniform() {
      return true;
    }
  }

  /**
   * The size of a face of a rank's block: the face of the whole domain, divided by the ranks along
   * it.
   */
  private record Face(long whole, List<Integer> along) implements Rule {
    static Face of(Sample sample, Set<Integer> crossed) {
      List<Integer> along = IntStream.range(0, sample.layout().dimensions())
          .filter(dimension -> !crossed.contains(dimension))
          .boxed()
          .toList();
      return new Face(Math.multiplyExact(sample.value(), ranks(sample.layout(), along)), along);
    }

    private static long ranks(Layout layout, List<Integer> along) {
      return along.stream()
          .mapToLong(dimension -> layout.extents().get(dimension))
          .reduce(1, Math::multiplyExact);
    }

    @Override
    public OptionalLong value(Layout layout, int rank) {
      long ranks = ranks(layout, along);
      return whole % ranks == 0 ? OptionalLong.of(whole / ranks) : OptionalLong.empty();
    }

    @Override
    public String text() {
      return whole + " / the extents along the face";
    }

    @Override
    public boolean isUniform() {
      return true;
    }
  }

  /** Finds the constant rule, if all samples have the same number. */
  static Optional<Found> constant(List<Sample> samples) {
    long value = samples.getFirst().value();
    return samples.stream().allMatch(sample -> sample.value() == value)
        ? Optional.of(new Found(new NumberRules.Constant(value), true))
        : Optional.empty();
  }

  /** Finds the rule that gives the partners: neighbours in the grid, or rank 0 as root. */
  static Optional<Found> partner(Parameter parameter, List<Sample> samples) {
    if (parameter == Parameter.ROOT) {
      return constant(samples)
          .filter(found -> samples.getFirst().value() == 0)
          .map(found ->
              new Found(new PartnerRules.Numbered(PartnerRules.Kind.ABSOLUTE, found.rule()), true));
    }
    PartnerRules.Step step = PartnerRules.step(samples.getFirst());
    boolean near = step.steps().stream().allMatch(steps -> Math.abs(steps) <= 1);
    return near && !parameter.isList() && step.fits(samples)
        ? Optional.of(new Found(step, true))
        : Optional.empty();
  }

  /**
   * Finds the rule of a number that is not a partner.
   *
   * @param i the position of the number in its list
   * @param crossed the dimensions that the message crosses; empty if the call has no neighbour
   * @param types the trace's datatypes that the call uses
   */
  static Optional<Found> number(
      Scaling scaling,
      MpiCall call,
      Parameter parameter,
      int i,
      Set<Integer> crossed,
      List<Datatype> types,
      List<Sample> samples) {
    if (parameter == Parameter.DIMENSIONS) {
      Rule extent = new Extent(samples.getFirst().layout().dimensions() - 1 - i);
      return i < samples.getFirst().layout().dimensions() && extent.fits(samples)
          ? Optional.of(new Found(extent, true))
          : Optional.empty();
    }
    if (SIZES.contains(parameter)) {
      return size(scaling, call, crossed, types, samples);
    }
    return parameter.isList() && !isSetting(parameter) ? Optional.empty() : constant(samples);
  }

  /** Whether a list has an element for each request or dimension instead of each rank. */
  private static boolean isSetting(Parameter parameter) {
    return parameter == Parameter.REQUESTS
        || parameter == Parameter.OUTCOMES
        || parameter == Parameter.PERIODS;
  }

  private static Optional<Found> size(
      Scaling scaling,
      MpiCall call,
      Set<Integer> crossed,
      List<Datatype> types,
      List<Sample> samples) {
    Optional<Found> constant = constant(samples);
    if (call.isCollective()) {
      boolean known = SAME_FOR_ALL.contains(call.blocking())
          || scaling == Scaling.WEAK && PART_OF_EACH.contains(call.blocking());
      return constant.filter(found -> known);
    }
    if (scaling == Scaling.WEAK || crossed.isEmpty()) {
      return constant;
    }
    return constant
        .filter(found -> types.stream().allMatch(type -> type.name().startsWith("MPI_")))
        .map(found -> new Found(Face.of(samples.getFirst(), crossed), true));
  }
}
