package io.github.tracecast.predict.cli.options;

import io.github.tracecast.simulate.engine.Engines;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Makes LogGP the default engine of commands that replay many machines at once. */
public final class LogGpByDefault implements IDefaultValueProvider {
  @Override
  public String defaultValue(ArgSpec argument) {
    return argument instanceof OptionSpec option && option.longestName().equals("--engine")
        ? Engines.LOGGP
        : null;
  }
}
