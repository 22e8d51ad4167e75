#!/bin/sh
# Settles the private prefix of a clone that was moved. The launcher calls this.
set -eu

root=$1
state=$root/.tracecast
# shellcheck source=prefix.sh
. "$root/cli/src/main/shell/prefix.sh"
# shellcheck source=simgrid.sh
. "$root/cli/src/main/shell/simgrid.sh"
if ! [ -w "$state" ] || ! [ -w "$prefix" ]; then
  echo "error: $state belongs to another user, who must run ./tracecast setup once" >&2
  exit 1
fi
settle_prefix
