# Reads calls.txt, then all prototypes in mpi.i. Another script prints what is made of them. Names are without MPI_; those of
# extensions, such as MPIX_Barrier_init, are X_Barrier_init.

BEGIN {
  split("b send_buffer|r receive_buffer|n count|N receive_count|t datatype|T receive_datatype|v counts|V receive_counts|" \
    "w datatypes|W receive_datatypes|o op|R root|d destination|s source|g tag|G receive_tag|c comm|C new_comm|M new_comm|" \
    "q new_request|p new_request|Q request|k request_count|A requests|S status|Z statuses|f flag|i index|" \
    "j out_count|I indices|m message|l color|K key|h group|H new_group|D freed_comm|Y freed_type|" \
    "y root|x root|u comm|X inter_comm|B request|L requests|F request|e dimension_count|E dimensions|P periods|a indegree|U sources|z outdegree|O destinations|" \
    "J new_request|@ partitions|[ low|] high", roles, "|")
  for (i in roles) {
    split(roles[i], pair, " ")
    field[pair[1]] = pair[2]
  }
}

FNR == NR {
  if ($0 !~ /^#/ && NF >= 2) {
    calls++
    name[calls] = $1
    given[calls] = $2
    begun[calls] = $3
    order[$1] = calls
  }
  next
}

# A declaration may go over several lines.
{
  text = text " " $0
  if ($0 !~ /[;}]/) next
  while (match(text, /int[ \t]+MPIX?_[A-Za-z_0-9]+[ \t]*\(/)) {
    head = substr(text, RSTART, RLENGTH)
    text = substr(text, RSTART + RLENGTH)
    sub(/^int[ \t]+MPI_?/, "", head)
    sub(/[ \t]*\($/, "", head)
    depth = 1
    for (at = 1; depth > 0 && at <= length(text); at++) {
      c = substr(text, at, 1)
      depth += (c == "(") - (c == ")")
    }
    if (!(head in prototype)) {
      declared[++declarations] = head
      prototype[head] = substr(text, 1, at - 2)
      gsub(/[ \t]+/, " ", prototype[head])
    }
    text = substr(text, at)
  }
  text = ""
}

# The call of calls.txt that a function is a variant of: one with large counts, or one of an extension that became part of MPI.
function base_of(name) {
  sub(/^X_/, "", name)
  if (!(name in order)) sub(/_c$/, "", name)
  return name in order ? name : ""
}

# Whether a function outside calls.txt asks or changes something at its own rank alone. Others may communicate.
function stays_here(name) {
  sub(/_c$/, "", name)
  return name ~ /^(Abort|Init|Init_thread|Finalize|Pcontrol)$/ || name ~ /_(get|set|call|create|free|delete)_(errhandler|keyval|attr|info|name)$/ ||
    name ~ /^(T|Add|Delete|Attr|Errhandler|Error|Get|Graph|Group|Info|Keyval|Op|Pack|Query|Status|Type)_/ ||
    name ~ /^(Address|Alloc_mem|Cart_(coords|get|rank|shift)|Cartdim_get|Comm_(compare|get_parent|rank|remote_size|size|test_inter))$/ ||
    name ~ /^(Dims_create|Dist_graph_neighbors|Dist_graph_neighbors_count|Finalized|Free_mem|Graphdims_get|Initialized|Is_thread_main)$/ ||
    name ~ /^(File_get_.*|Register_datarep|Session_get_.*|Test_cancelled|Topo_test|Win_get_group|Win_shared_query)$/ ||
    name ~ /_(c2f|f2c|c2f08|f082c|f2f08|f082f|toint|fromint)$/ || name ~ /^X_(Query_|GPU_query_|Delete_error_|Grequest_class_)/
}

# Names, and for each whether it is a handle that is passed by value, and its type.
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
      type[count + 1] = match(word, /MPI_[A-Za-z]+/) ? substr(word, RSTART, RLENGTH) : "int"
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
