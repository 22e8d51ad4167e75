package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.tracecast.record.Commands;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The scripts of {@code completion} in the shells themselves. */
class CompletionTest {
  private static final Path TRACE =
      Path.of("../examples/heat.ctrace").toAbsolutePath().normalize();

  /** What is typed, and the last word when the shell has completed it. */
  private static final List<List<String>> WORDS = List.of(
      List.of("tracecast sens", "sensitivity"),
      List.of("tracecast predict a.ctrace --platform graph", "graphene"),
      List.of("tracecast platforms ne", "new"),
      List.of("tracecast predict a.ctrace --set network.link_b", "network.link_bandwidth="),
      List.of("tracecast sweep a.ctrace --vary compute-sc", "compute-scale="),
      List.of("tracecast compare a.ctrace --with bluegene-q", "bluegene-q"),
      List.of("tracecast fit a.csv --free usu", "usual"),
      List.of("tracecast predict heat.ctrace --compute-scale-at ex", "exchange="));

  /** A trace whose name has a blank. */
  private static final String QUOTED = "tracecast predict my\\ heat.ctrace --compute-scale-at ex";

  @TempDir
  private Path folder;

  /** A command that answers the scripts as the product does. */
  @BeforeEach
  void makeCommand() throws IOException {
    Path sites = folder.resolve("sites");
    Files.writeString(sites, Cli.run("completion", "--sites", TRACE.toString()).expectOut());
    Files.copy(TRACE, folder.resolve("heat.ctrace"));
    Files.copy(TRACE, folder.resolve("my heat.ctrace"));
    Path command = Files.createDirectories(folder.resolve("bin")).resolve("tracecast");
    Files.writeString(
        command,
        "#!/bin/sh\ncase \"$1 $2 $3\" in 'completion --sites heat.ctrace' | 'completion --sites my heat.ctrace') cat '"
            + sites + "' ;; esac\n");
    assertThat(command.toFile().setExecutable(true)).isTrue();
  }

  @Test
  void bashCompletesMachinesKeysAndCallSites() throws Exception {
    assertCompletes("bash", """
        source completion
        try() {
          COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
          _tracecast_in_bash 2>/dev/null # compopt works only while readline completes
          echo "${COMPREPLY[*]}"
        }
        while read -r line; do try $line; done <lines
        try tracecast predict a.ctrace --set = network.link_b
        try tracecast predict 'my\\ heat.ctrace' --compute-scale-at ex
        """, "network.link_bandwidth=", "exchange=");
  }

  @Test
  void fishCompletesMachinesKeysAndCallSites() throws Exception {
    assertCompletes("fish", """
        source completion
        while read line
          complete -C $line | string replace -r '\\t.*' ''
        end <lines
        complete -C 'tracecast predict a.ctrace --platf' | string replace -r '\\t.*' ''
        complete -C '%s' | string replace -r '\\t.*' ''
        """.formatted(QUOTED.replace("\\", "\\\\")), "--platform", "exchange=");
  }

  /** zsh completes at a terminal alone, which zpty is; the key after Tab writes what stands there. */
  @Test
  void zshCompletesMachinesKeysAndCallSites() throws Exception {
    assertCompletes("zsh", """
        zmodload zsh/zpty
        wait_for() {
          until [[ -f done && $(wc -l <done) -ge $1 ]]; do zpty -r -t shell shown; sleep 0.02; done
        }
        zpty shell 'zsh -f -i'
        zpty -w shell 'autoload -U compinit; compinit -D -u; source completion'
        zpty -w shell 'report() { print -r -- ${${(z)BUFFER}[-1]} >>done; BUFFER=; }; zle -N report'
        zpty -w shell 'bindkey "^I" complete-word; bindkey "^G" report; echo "ready" >>done'
        wait_for 1
        count=1
        while read -r line; do
          zpty -w -n shell $line$'\\t\\a'
          wait_for $((++count))
        done <lines
        zpty -w -n shell '%s'$'\\t\\a'
        wait_for $((++count))
        sed 1d done
        """.formatted(QUOTED), "exchange=");
  }

  private void assertCompletes(String shell, String script, String... more) throws Exception {
    assumeTrue(
        Commands.onPath(shell).isPresent(),
        "SKIPPED: no " + shell + " (apt-get install " + shell + ")");
    Files.writeString(folder.resolve("completion"), Cli.run("completion", shell).expectOut());
    Files.write(folder.resolve("lines"), WORDS.stream().map(List::getFirst).toList());
    Files.writeString(folder.resolve("script"), script);
    ProcessBuilder builder = new ProcessBuilder(shell, "script").directory(folder.toFile());
    builder.environment().merge("PATH", folder.resolve("bin") + ":", (path, bin) -> bin + path);
    builder.environment().put("HOME", folder.toString());
    Process process = builder.redirectErrorStream(true).start();
    process.getOutputStream().close();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor()).as(out).isZero();
    assertThat(out.lines().map(String::strip))
        .startsWith(WORDS.stream().map(List::getLast).toArray(String[]::new))
        .endsWith(more);
  }
}
