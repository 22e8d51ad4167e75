package io.github.tracecast.predict.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import picocli.AutoComplete;
import picocli.CommandLine;

/**
 * Completion for bash and zsh: the values of {@link ValueCandidates}, then picocli's completion of
 * commands and options.
 */
final class BashCompletion {
  /**
   * zsh's emulation of bash cannot leave out the space after a value that ends with =, so zsh has a
   * function of its own. Both bash and zsh must be able to parse this text.
   */
  private static final String SHELLS = """

      _tracecast_sites() {
        local command=$1 word
        for word; do
          word=${word/#\\~\\//$HOME/} # words stand here as they were typed
          word=${word//[\\\\\\"\\']/}
          case $word in *.ctrace) [ ! -f "$word" ] || "$command" completion --sites "$word" 2>/dev/null ;; esac
        done
      }

      _tracecast_in_bash() {
        local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} value
        if [ "$current" = "=" ]; then
          current=
        elif [ "$before" = "=" ]; then
          before=${COMP_WORDS[COMP_CWORD-2]}
        fi
        COMPREPLY=()
        while IFS= read -r value; do
          case $value in "$current"*) COMPREPLY+=("$(printf %q "$value")") ;; esac
        done < <(_tracecast_values "$before" "${COMP_WORDS[@]}")
        case ${COMPREPLY[0]-} in
          "") _complete_tracecast "$@" ;;
          *=) compopt -o nospace ;;
        esac
      }

      _tracecast_in_zsh() {
        local value
        local -a whole begun
        while IFS= read -r value; do
          case $value in *=) begun+=("$value") ;; ?*) whole+=("$value") ;; esac
        done < <(_tracecast_values "${words[CURRENT-1]}" "${words[@]}")
        compadd -a whole
        compadd -S "" -a begun
        [ "${compstate[nmatches]}" != 0 ] || _bash_complete -o default -F _complete_tracecast
      }

      if [ -n "${ZSH_VERSION-}" ]; then
        compdef _tracecast_in_zsh tracecast
      else
        complete -o default -F _tracecast_in_bash tracecast ./tracecast
      fi
      """;

  private BashCompletion() {}

  static void print(CommandLine all, PrintWriter out) {
    out.print(AutoComplete.bash("tracecast", all));
    out.println("\n_tracecast_values() {\n  case $1 in");
    out.println("    " + ValueCandidates.AT_SITE + ") shift; _tracecast_sites \"$@\" ;;");
    for (Map.Entry<String, List<String>> values : ValueCandidates.byWord().entrySet()) {
      out.println("    " + values.getKey() + ") printf '%s\\n' "
          + String.join(" ", values.getValue()) + " ;;");
    }
    out.println("  esac\n}");
    out.print(SHELLS);
  }
}
