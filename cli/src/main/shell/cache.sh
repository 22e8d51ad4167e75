#!/bin/sh
# Makes the start-up cache anew. The launcher starts this in the background when the jars were built again since setup.
set -eu

root=$1
state=$root/.tracecast
# shellcheck source=jdk.sh
. "$root/cli/src/main/shell/jdk.sh"
trap '' HUP # the terminal may close before the cache is made
recall_jdk
set_class_path
cache_is_of_these_jars || make_cache
