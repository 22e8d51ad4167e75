# Sourced by setup --test: the programs that only tests need, and which parts of Tracecast they test. Needs can_install(),
# update_packages(), in_own_suite(), apt_get() and say().

# One line for each part: what is tested; the files that the test needs, as patterns; the packages that have them.
test_parts() {
  cat <<'END'
recording and measuring under Open MPI;/usr/bin/mpicc.openmpi /usr/bin/mpirun.openmpi;libopenmpi-dev openmpi-bin
recording and measuring under MPICH;/usr/bin/mpicc.mpich /usr/bin/mpirun.mpich;libmpich-dev mpich
recording Fortran programs;/usr/bin/gfortran;gfortran
recording C++ programs;/usr/bin/g++;g++
the structure that a compiler sees;/usr/bin/clang /usr/lib/llvm-*/include/llvm/Passes/PassPlugin.h;clang llvm-dev
recording and sweeps under Slurm;/usr/sbin/slurmctld /usr/sbin/slurmd /usr/bin/sbatch /usr/sbin/munged;slurmctld slurmd slurm-client munge
HTML reports in a browser;/usr/bin/chromium;chromium
OTF2 archives, also against the OTF2 tools;/usr/lib/*/libopen-trace-format2.so.10 /usr/bin/otf2-print;libopen-trace-format2-10 otf2-tools
a network of several nodes;/usr/bin/ip /usr/sbin/tc /usr/sbin/sysctl;iproute2 procps
examples in Python;/usr/lib/python3/dist-packages/pandas;python3-pandas
the Python package;/usr/lib/python3/dist-packages/pytest/__init__.py;python3-pytest
completion in zsh and fish;/usr/bin/zsh /usr/bin/fish;zsh fish
the shell scripts by shellcheck;/usr/bin/shellcheck;shellcheck
END
}

# True if all files of the patterns $1 are there.
has_files() {
  for file in $1; do
    [ -e "$file" ] || return 1
  done
}

# Runs a command with the part, the files and the packages of each part that cannot be tested.
for_missing_parts() {
  test_parts | while IFS=';' read -r part files packages; do
    has_files "$files" || "$@" "$part" "$files" "$packages" || :
  done
}

print_packages() {
  echo "$3"
}

# Installs the missing packages that this system offers.
install_test_tools() {
  missing=$(for_missing_parts print_packages)
  [ -n "$missing" ] || return 0
  can_install || return 0
  say "Some tests need more programs"
  update_packages
  wanted=
  for package in $missing; do
    ! in_own_suite "$package" || wanted="$wanted $package"
  done
  # shellcheck disable=SC2086  # a list of packages
  [ -z "$wanted" ] || apt_get install -y --no-install-recommends $wanted || say "note: not all of it was installed; the tests go on without"
}

say_not_tested() {
  say "NOT TESTED: $1. It needs $3 (apt-get install $3)."
}

# Names each part whose tests were skipped, as the test runner's reports $@ give the reasons, after the number of its tests.
say_skipped() {
  sed -n 's/.*<skipped[^>]* message="\([^"]*\)".*/\1/p; s/.*<skipped[^>]*><!\[CDATA\[[^ ]* \(.*\)/\1/p' "$@" 2>/dev/null |
    sed 's/&#10;.*//; s/^SKIPPED: //; s/&lt;/</g; s/&gt;/>/g; s/&quot;/"/g; s/&apos;/'"'"'/g; s/&amp;/\&/g' |
    sort | uniq -c | while read -r count reason; do
    say "NOT TESTED, $count of the tests: $reason"
  done
}
