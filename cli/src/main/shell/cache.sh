#!/bin/sh
# Makes the start-up cache: cache.sh ROOT in the background, for the launcher; cache.sh ROOT setup [OPTION] for setup in the archive for
# Linux, which has nothing else to set up.
set -eu

root=$1
state=$root/.tracecast
# shellcheck source=jdk.sh
. "$root/cli/src/main/shell/jdk.sh"
recall_jdk
set_class_path
[ "${2-}" = setup ] || {
  trap '' HUP # the terminal may close before the cache is made
  make_cache
  exit
}

case ${3-} in
  '') ;;
  -h | --help)
    cat <<'END'
Usage: ./tracecast setup
Makes the start-up cache, after which every command starts sooner. Without setup, the first command makes it in the background.
This archive brings all else that Tracecast needs. For record and calibrate, install a C compiler and an MPI.
END
    exit
    ;;
  *)
    echo "error: setup: found $3; expected no option, since this archive brings all that Tracecast needs" >&2
    exit 2
    ;;
esac
mkdir -p "$state" 2>/dev/null || :
[ -w "$state" ] || {
  echo "error: $root cannot be written to; it belongs to $(stat -c %U "$root"). Run setup as that user. Until then, every command works and takes a little longer to start" >&2
  exit 1
}
cache_fits || {
  echo "Making the start-up cache by a few predictions, so that commands start faster"
  make_cache || {
    echo "error: the start-up cache could not be made (see $state/cache.log); every command works and takes a little longer to start" >&2
    exit 1
  }
}
echo "Tracecast is set up. For record and calibrate, install a C compiler and an MPI."
