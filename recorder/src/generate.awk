# Makes the wrappers: awk -f generate.awk calls.txt mpi.i, where mpi.i is the user's mpi.h after the preprocessor.

BEGIN {
  split("b send_buffer|r receive_buffer|n count|N receive_count|t datatype|T receive_datatype|v counts|V receive_counts|" \
    "w datatypes|W receive_datatypes|o op|R root|d destination|s source|g tag|G receive_tag|c comm|C new_comm|M new_comm|" \
    "q new_request|p new_request|Q request|k request_count|A requests|S status|Z statuses|f flag|i index|" \
    "j out_count|I indices|m message|l color|K key|h group|H new_group|D freed_comm|Y freed_type|" \
    "y root|x root|u comm|B request|L requests|F request|e dimension_count|E dimensions|P periods|a indegree|U sources|z outdegree|O destinations", roles, "|")
  for (i in roles) {
    split(roles[i], pair, " ")
    field[pair[1]] = pair[2]
  }
}

FNR == NR {
  if ($0 !~ /^#/ && NF == 2) {
    calls++
    name[calls] = $1
    given[calls] = $2
    order[$1] = calls
  }
  next
}

# A declaration may go over several lines.
{
  text = text " " $0
  if ($0 !~ /[;}]/) next
  while (match(text, /int[ \t]+MPI_[A-Za-z_0-9]+[ \t]*\(/)) {
    head = substr(text, RSTART, RLENGTH)
    text = substr(text, RSTART + RLENGTH)
    sub(/^int[ \t]+MPI_/, "", head)
    sub(/[ \t]*\($/, "", head)
    depth = 1
    for (at = 1; depth > 0 && at <= length(text); at++) {
      c = substr(text, at, 1)
      depth += (c == "(") - (c == ")")
    }
    if ((head in order) && !(head in prototype)) prototype[head] = substr(text, 1, at - 2)
    text = substr(text, at)
  }
  text = ""
}

# Names, and for each whether it is a handle that is passed by value.
function arguments(list,   i, c, depth, word) {
  count = 0
  words = ""
  depth = 0
  word = ""
  for (i = 1; i <= length(list) + 1; i++) {
    c = i > length(list) ? "," : substr(list, i, 1)
    if (c == "," && depth == 0) {
      handle[count + 1] = word ~ /^[ \t]*MPI_(Comm|Datatype|Op|Group|Request|Win|Info|Errhandler|Message|Session)[ \t]+[A-Za-z_0-9]+[ \t]*$/
      as_word = word
      if (handle[count + 1]) sub(/MPI_[A-Za-z]+/, "tc_word", as_word)
      words = words (count ? "," : "") as_word
      gsub(/\[[^]]*\]/, "", word)
      match(word, /[A-Za-z_0-9]+[ \t]*$/)
      argument[++count] = substr(word, RSTART)
      gsub(/[ \t]/, "", argument[count])
      word = ""
    } else {
      depth += (c == "(") - (c == ")")
      word = word c
    }
  }
}

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
        set = set ", ." field[role] " = " value
        has = has " | HAS('" role "')"
      }
      passed = passed ", " (role == "S" || role == "Z" ? "a." field[role] : argument[k])
    }
    plain = ""
    for (k = 1; k <= count; k++) plain = plain ", " argument[k]
    printf "typedef int (*tc_type_%s)(%s);\n", name[i], words
    printf "static TC_INLINE int tc_record_%s(tc_type_%s real, %s) {\n", name[i], name[i], words
    printf "  if (!tc_recording()) return real(%s);\n", substr(plain, 3)
    printf "  tc_args a = {.has = 0%s%s};\n", has, set
    printf "  tc_event e = {.call = %d, .ret = __builtin_return_address(0), .cfa = __builtin_dwarf_cfa()};\n", i - 1
    print "  tc_before(&e, &a);"
    printf "  int result = real(%s);\n", substr(passed, 3)
    print "  tc_after(&e, &a, result);\n  return result;\n}"
    printf "TC_ENTRIES(%s, %d, (%s), (%s))\n\n", name[i], i - 1, words, substr(plain, 3)
  }
}
