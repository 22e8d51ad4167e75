# Makes the entries of the payload library: awk -f prototypes.awk -f payload/wrappers.awk calls.txt mpi.i. Three kinds of calls:
# those that the payload has, questions that a rank answers from what it knows, and those that cannot be answered.
# Calls that need no other rank, such as those of datatypes, have no entry: they are MPI's own in both cases.

BEGIN {
  split("Comm_rank Comm_size Comm_compare Comm_group Group_size Group_rank Group_translate_ranks Group_compare Group_union " \
    "Group_intersection Group_difference Group_incl Group_excl Group_range_incl Group_range_excl Group_free Topo_test Cartdim_get " \
    "Cart_get Cart_rank Cart_coords Cart_shift Graph_neighbors_count Graph_neighbors Dist_graph_neighbors_count Dist_graph_neighbors", list, " ")
  for (i in list) {
    question[list[i]] = 1
    order[list[i]] = -1
  }
  split("Comm_remote_group Intercomm_merge Intercomm_create Comm_remote_size Graph_get Graphdims_get", list, " ")
  for (i in list) {
    refuse[list[i]] = 1
    order[list[i]] = -1
  }
}

function local(name) { return name ~ /^(Type_|Op_|Pack|Unpack|Reduce_local$|Buffer_|Comm_set_info$)/ }

function begin_entry(name) {
  arguments(prototype[name])
  plain = typed = ""
  for (k = 1; k <= count; k++) {
    plain = plain ", " argument[k]
    typed = typed ", " (handle[k] ? "(" type[k] ")" : "") argument[k]
  }
  plain = substr(plain, 3)
  typed = substr(typed, 3)
  printf "typedef int (*tc_type_%s)(%s);\n", name, words
  printf "static TC_INLINE int tc_record_%s(tc_type_%s real%s) {\n", name, name, count ? ", " words : ""
}

function end_entry(name, i) { printf "}\nTC_ENTRIES_OF(%s, %s, %d, (%s), (%s))\n\n", name ~ /^X_/ ? "MPI" : "MPI_", name, i, words, plain }

END {
  begun[order["Request_get_status"]] = "" # recorded as a test, and answered as a call of its own
  print "#include \"payload.h\"\n"
  for (i in question) if (i in prototype && !(order[i] > 0)) name[++calls] = i
  for (i in refuse) if (i in prototype && !(order[i] > 0)) name[++calls] = i
  for (d = 1; d <= declarations; d++) {
    one = declared[d]
    if (one in order || one in question || stays_here(one) || local(base_of(one))) continue
    refuse[one] = 1
    name[++calls] = one
  }
  print "const int tc_calls = " calls ";"
  print "static void *by_mpi[" calls + 5 "], *by_pmpi[" calls + 5 "];\nvoid **const tc_real[2] = {by_mpi, by_pmpi};"
  printf "const char *const tc_call_names[] = {"
  for (i = 1; i <= calls; i++) printf "\"MPI_%s\",%s", name[i], i % 6 ? " " : "\n  "
  print "\"MPI_Init\", \"MPI_Init_thread\", \"MPI_Finalize\", \"MPI_Pcontrol\", \"MPI_Other\", 0};\n"
  for (i = 1; i <= calls; i++) {
    if (!(name[i] in prototype) || local(name[i]) || !wrappable(name[i])) continue
    begin_entry(name[i])
    if (name[i] in question) {
      printf "  return tp_mode == TP_ANSWER && tp_depth == 0 ? tp_%s(%s) : real(%s);\n", name[i], typed, plain
      end_entry(name[i], i - 1)
      continue
    }
    print "  if (!tp_active()) return real(" plain ");"
    if (given[i] ~ /^-/ || begun[i] != "" || name[i] in refuse || length(given[i]) != count || times_refused(name[i])) {
      printf "  tp_refuse(\"MPI%s%s\");\n  return real(%s);\n", name[i] ~ /^X_/ ? "" : "_", name[i], plain
      end_entry(name[i], i - 1)
      continue
    }
    passed = set = has = ""
    for (k = 1; k <= count; k++) {
      role = substr(given[i], k, 1)
      value = handle[k] ? "(" type[k] ")" argument[k] : argument[k]
      if (role == "B" && handle[k]) value = "(" type[k] "[]){" value "}"
      if (role != "_") {
        set = set ", ." field[role] " = " value
        has = has " | HAS('" role "')"
      }
      if (role == "_" && substr(given[i], k - 1, 1) == "V") shift = ", .displacements = " value (type[k] == "MPI_Aint" ? ", .wide = 1" : "")
      passed = passed ", " (role == "S" || role == "Z" ? "c.a." field[role] : argument[k])
    }
    printf "  tp_call c = {.call = %d, .a = {.has = 0%s%s}%s};\n", i - 1, has, set, shift
    shift = ""
    print "  if (tp_before(&c)) return MPI_SUCCESS;"
    printf "  int result = real(%s);\n  tp_after(&c, result);\n  return result;\n", substr(passed, 3)
    end_entry(name[i], i - 1)
  }
}
