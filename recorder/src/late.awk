# Makes late-names.h: awk -f late.awk mpi.i. Each function PMPI_X and each variable of this MPI is looked up when it is first used.
{
  text = text " " $0
  if ($0 !~ /[;}]/) next
  rest = text
  while (match(rest, /[^A-Za-z_0-9]PMPIX?_[A-Za-z_0-9]+ *\(/)) {
    name = substr(rest, RSTART + 1, RLENGTH - 1)
    sub(/ *\($/, "", name)
    late(name, "TC_LATE")
    rest = substr(rest, RSTART + RLENGTH)
  }
  rest = text
  while (match(rest, /[^A-Za-z_0-9]extern [^;(){}]*;/)) {
    name = substr(rest, RSTART, RLENGTH)
    rest = substr(rest, RSTART + RLENGTH)
    sub(/[ \t]*(\[[^;]*)?;$/, "", name)
    sub(/^.*[^A-Za-z_0-9]/, "", name)
    late(name, "TC_LATE_DATA")
  }
  text = ""
}

# mpi.h may have a macro instead, in this or in another version.
function late(name, how) {
  if (!seen[name]++) print "#ifndef " name "\n#define " name " " how "(" name ")\n#endif"
}
