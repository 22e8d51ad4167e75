# Reads calls.txt, then all prototypes in mpi.i. Another script prints what is made of them. Names are without MPI_; those of
# extensions, such as MPIX_Barrier_init, are X_Barrier_init.
#   refused   file with the names that did not compile, one a line: once as calls.txt has them, twice as unknown calls
#   left_out  file to write: the functions of this MPI that get no wrapper

BEGIN {
  split("b send_buffer|r receive_buffer|n count|N receive_count|t datatype|T receive_datatype|v counts|V receive_counts|" \
    "w datatypes|W receive_datatypes|o op|R root|d destination|s source|g tag|G receive_tag|c comm|C new_comm|M new_comm|" \
    "q new_request|p new_request|Q request|k request_count|A requests|S status|Z statuses|f flag|i index|" \
    "j out_count|I indices|m message|l color|K key|h group|H new_group|D freed_comm|Y freed_type|" \
    "y root|x root|u comm|X inter_comm|B request|L requests|F request|e dimension_count|E dimensions|P periods|a indegree|U sources|z outdegree|O destinations|" \
    "J new_request|@ partitions|[ low|] high|^ new_comm|? polled", roles, "|")
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

# A declaration may go over several lines. Functions that are defined in mpi.h are not in the library, and typedefs are no functions.
{
  text = text " " $0
  if ($0 !~ /[;}]/) next
  while (match(text, /(^|[^A-Za-z_0-9])int[ \t]+MPIX?_[A-Za-z_0-9]+[ \t]*\(/)) {
    before = substr(text, 1, RSTART)
    sub(/^.*[;{}]/, "", before)
    head = substr(text, RSTART, RLENGTH)
    text = substr(text, RSTART + RLENGTH)
    sub(/^.*int[ \t]+MPI_?/, "", head)
    sub(/[ \t]*\($/, "", head)
    depth = 1
    for (at = 1; depth > 0 && at <= length(text); at++) {
      c = substr(text, at, 1)
      depth += (c == "(") - (c == ")")
    }
    inside = substr(text, 1, at - 2)
    text = substr(text, at)
    if (before ~ /(^|[ \t])(typedef|static|unsigned|long|short)[ \t]*$/ || before ~ /(^|[ \t])(typedef|static)[ \t]/ || text ~ /^[ \t]*\{/) continue
    if (!(head in prototype)) {
      declared[++declarations] = head
      prototype[head] = inside
      gsub(/[ \t]+/, " ", prototype[head])
    }
  }
  text = ""
}

# Whether a function gets a wrapper. If not, its name goes to left_out.
function wrappable(name) {
  if (arguments(prototype[name]) && times_refused(name) < 2) return 1
  if (left_out) print (name ~ /^X_/ ? "MPI" : "MPI_") name >left_out
  return 0
}

function times_refused(name,   one) {
  if (!refused_read++) while (refused && (getline one <refused) > 0) times[one]++
  return times[name] + 0
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
    name ~ /^(T|Add|Remove|Delete|Attr|Errhandler|Error|Get|Graph|Group|Info|Keyval|Op|Pack|Query|Status|Type)_/ ||
    name ~ /^(Address|Alloc_mem|Cart_(coords|get|rank|shift)|Cartdim_get|Comm_(compare|get_parent|rank|remote_size|size|test_inter))$/ ||
    name ~ /^(Dims_create|Dist_graph_neighbors|Dist_graph_neighbors_count|Finalized|Free_mem|Graphdims_get|Initialized|Is_thread_main)$/ ||
    name ~ /^(File_get_.*|Register_datarep|Session_get_.*|Test_cancelled|Topo_test|Win_get_group|Win_shared_query)$/ ||
    name ~ /_(c2f|f2c|c2f08|f082c|f2f08|f082f|toint|fromint)$/ || name ~ /^X_(Query_|GPU_query_|Delete_error_|Grequest_class_)/
}

# Splits the parameters of a function. They get names of their own, because mpi.h may leave them out, or use those of the wrapper's
# variables. For each: whether it is a handle that is passed by value, its type, and whether it may be a new communicator. Returns 0 if a
# wrapper cannot pass one on.
function arguments(list,   i, c, depth, word, clear) {
  count = 0
  words = "void"
  if (list ~ /^ *(void *)?$/) return 1
  clear = list !~ /[()]|\.\.\./
  words = word = ""
  depth = 0
  for (i = 1; i <= length(list) + 1; i++) {
    c = i > length(list) ? "," : substr(list, i, 1)
    if (c == "," && depth == 0) {
      parameter(word)
      word = ""
    } else {
      depth += (c == "(") - (c == ")")
      word = word c
    }
  }
  return clear
}

function parameter(word,   brackets, last, before, i, parts, typed) {
  brackets = ""
  sub(/^ +/, "", word)
  sub(/ +$/, "", word)
  if (match(word, / *\[.*$/)) {
    brackets = substr(word, RSTART)
    word = substr(word, 1, RSTART - 1)
  }
  if (match(word, /[A-Za-z_0-9]+$/)) {
    last = substr(word, RSTART)
    before = substr(word, 1, RSTART - 1)
    typed = 0
    split(before, parts, /[^A-Za-z_0-9]+/)
    for (i in parts) typed += parts[i] != "" && parts[i] !~ /^(const|volatile|struct|union|enum|_*restrict_*)$/
    if (typed && last !~ /^(int|char|double|float|long|short|signed|unsigned|void|const|volatile|_*restrict_*)$/) word = before
  }
  sub(/ +$/, "", word)
  argument[++count] = "tc_" count
  makes[count] = brackets == "" && word ~ /^MPI_Comm *\*( *restrict)?$/
  handle[count] = brackets == "" && word ~ /^(const )?MPI_(Comm|Datatype|Op|Group|Request|Win|Info|Errhandler|Message|Session)( const)?$/
  type[count] = match(word, /MPI_[A-Za-z]+/) ? substr(word, RSTART, RLENGTH) : "int"
  if (handle[count]) sub(/MPI_[A-Za-z]+/, "tc_word", word)
  words = words (count > 1 ? ", " : "") word " " argument[count] brackets
}
