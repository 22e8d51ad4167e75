# Makes the wrappers: awk -f prototypes.awk -f wrappers.awk calls.txt mpi.i, where mpi.i is the user's mpi.h after the preprocessor.

END {
  print "#include \"recorder.h\"\n"
  print "const int tc_calls = " calls ";"
  print "static void *by_mpi[" calls + 5 "], *by_pmpi[" calls + 5 "];\nvoid **const tc_real[2] = {by_mpi, by_pmpi};"
  printf "const char *const tc_call_names[] = {"
  for (i = 1; i <= calls; i++) printf "\"MPI_%s\",%s", name[i], i % 6 ? " " : "\n  "
  print "\"MPI_Init\", \"MPI_Init_thread\", \"MPI_Finalize\", \"MPI_Pcontrol\", \"MPI_Other\", 0};\n"
  printf "const char tc_call_makes_request[%d] = {", calls + 5
  for (i = 1; i <= calls; i++) printf "%d, ", given[i] ~ /[qp]/
  print "0};\n"
  for (i = 1; i <= calls; i++) {
    if (!(name[i] in prototype)) continue
    gsub(/[ \t]+/, " ", prototype[name[i]])
    arguments(prototype[name[i]])
    passed = set = has = ""
    for (k = 1; k <= count; k++) {
      role = substr(given[i], k, 1)
      if (given[i] ~ /^-/) role = (given[i] == "-q" && k == count) ? "q" : "_"
      value = argument[k]
      if (handle[k]) value = "(__typeof__(((tc_args *)0)->" (role == "_" ? "comm" : field[role]) "))" value
      if (role != "_") {
        if (role == "") {
          print "#error \"calls.txt: MPI_" name[i] " has more arguments than it says\""
          exit 1
        }
        set = set "  a." field[role] " = " value ";\n"
        has = has " | HAS('" role "')"
      }
      passed = passed ", " (role == "S" || role == "Z" ? "a." field[role] : argument[k])
    }
    plain = ""
    for (k = 1; k <= count; k++) plain = plain ", " argument[k]
    printf "typedef int (*tc_type_%s)(%s);\n", name[i], words
    printf "static TC_INLINE int tc_record_%s(tc_type_%s real, %s) {\n", name[i], name[i], words
    printf "  if (!tc_recording()) return real(%s);\n", substr(plain, 3)
    printf "  tc_args a;\n  a.has = 0%s;\n%s", has, set
    printf "  tc_event e = {.call = %d, .ret = __builtin_return_address(0), .cfa = __builtin_dwarf_cfa()};\n", i - 1
    print "  tc_before(&e, &a);"
    printf "  int result = real(%s);\n", substr(passed, 3)
    print "  tc_after(&e, &a, result);\n  return result;\n}"
    printf "TC_ENTRIES(%s, %d, (%s), (%s))\n\n", name[i], i - 1, words, substr(plain, 3)
  }
}
