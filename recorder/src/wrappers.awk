# Makes the wrappers: awk -f prototypes.awk -f wrappers.awk calls.txt mpi.i, where mpi.i is the user's mpi.h after the preprocessor.

# A wrapper of a function: call is its number in the trace, and slot that of the function itself. A function with large counts is the
# same call as one with small ones.
function wrapper(name, letters, call, slot, is_known,   k, role, value, passed, plain, set, has, prefix) {
  arguments(prototype[name])
  passed = plain = set = has = ""
  for (k = 1; k <= count; k++) {
    role = substr(letters, k, 1)
    if (letters ~ /^-/) role = (letters == "-q" && k == count) ? "q" : makes[k] && letters == "-" && name !~ /[Ff]ree|[Dd]isconnect|_buffer/ ? "^" : "_"
    value = argument[k]
    if (handle[k]) value = "(__typeof__(((tc_args *)0)->" (role == "_" ? "comm" : field[role]) "))" value
    if (handle[k] && role == "B") value = "(MPI_Request[]){(MPI_Request)" argument[k] "}"
    if (role != "_") {
      if (role ~ /[vV]/ && type[k] == "MPI_Count") {
        set = set "  a.wide = 1;\n"
        value = "(const int *)" value
      }
      set = set "  a." field[role] " = " value ";\n"
      has = has " | HAS('" role "')"
    }
    passed = passed ", " (role == "S" || role == "Z" ? "a." field[role] : argument[k])
    plain = plain ", " argument[k]
  }
  printf "typedef int (*tc_type_%s)(%s);\n", name, words
  printf "static TC_INLINE int tc_record_%s(tc_type_%s real, int pmpi%s) {\n", name, name, count ? ", " words : ""
  printf "  int nested = 0;\n  if (!tc_recording() && !(nested = tc_called_back(__builtin_return_address(0), pmpi))) return real(%s);\n", substr(plain, 3)
  printf "  tc_args a;\n  a.has = 0%s;\n  a.wide = 0;\n%s", has, set
  printf "  tc_event e = {.call = %s, .nested = nested, .real = (const void *)real, .ret = __builtin_return_address(0), .cfa = __builtin_dwarf_cfa()};\n", call
  prefix = name ~ /^X_/ ? "MPI" : "MPI_"
  if (!is_known) {
    printf "  e.other = 1;\n  e.name = \"%s%s\";\n", prefix, name
    printf "  e.why = \"of %s%s, which the recorder does not know,; MPI_Other in the trace\";\n", prefix, name
  }
  print "  tc_before(&e, &a);"
  printf "  int result = real(%s);\n", substr(passed, 3)
  print "  tc_after(&e, &a, result);\n  return result;\n}"
  printf "TC_WRAPPED(%s, %s, %d, (%s), (%s))\n\n", prefix, name, slot, words, substr(plain, 3)
}

# Whether the function has the arguments that calls.txt says.
function fits(letters) { return letters ~ /^-/ || length(letters) == count }

END {
  print "#include \"recorder.h\"\n"
  print "const int tc_calls = " calls ";"
  printf "const char *const tc_call_names[] = {"
  for (i = 1; i <= calls; i++) printf "\"MPI_%s\",%s", name[i], i % 6 ? " " : "\n  "
  print "\"MPI_Init\", \"MPI_Init_thread\", \"MPI_Finalize\", \"MPI_Pcontrol\", \"MPI_Other\", 0};\n"
  printf "const char tc_call_makes_request[%d] = {", calls + 5
  for (i = 1; i <= calls; i++) printf "%d, ", given[i] ~ /[qp]/
  print "0};\n"
  printf "const int tc_begun_as[] = {"
  for (i = 1; i <= calls; i++) {
    one = begun[i] != "" ? begun[i] : given[i] !~ /[qpm]/ && name[i] != "Probe" ? "I" tolower(substr(name[i], 1, 1)) substr(name[i], 2) : ""
    printf "%d, ", one in order ? order[one] - 1 : -1
  }
  print "-1, -1, -1, -1, -1};\n"
  split("start startall isend irecv wait waitall waitany waitsome test testall testany testsome session_init session_finalize", used, " ")
  for (i = 1; i in used; i++) printf "const int tc_call_%s = %d;\n", used[i], order[toupper(substr(used[i], 1, 1)) substr(used[i], 2)] - 1
  slots = calls + 5
  print "static void *by_mpi[" slots + declarations "], *by_pmpi[" slots + declarations "];\nvoid **const tc_real[2] = {by_mpi, by_pmpi};"
  for (d = 1; d <= declarations; d++) {
    one = declared[d]
    base = base_of(one)
    if (one ~ /^Session_(init|finalize)$/ || base == "" && stays_here(one) || !wrappable(one)) continue
    slot = one == base ? order[base] - 1 : slots++
    if (base != "" && fits(given[order[base]]) && !times_refused(one)) wrapper(one, given[order[base]], order[base] - 1, slot, 1)
    else wrapper(one, type[count] == "MPI_Request" && !handle[count] && words !~ /\]$/ ? "-q" : "-", "tc_calls + C_other", slot, 0)
  }
}
