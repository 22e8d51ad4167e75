# Reads calls.txt, then the prototypes of its calls in mpi.i. Another script prints what is made of them.

BEGIN {
  split("b send_buffer|r receive_buffer|n count|N receive_count|t datatype|T receive_datatype|v counts|V receive_counts|" \
    "w datatypes|W receive_datatypes|o op|R root|d destination|s source|g tag|G receive_tag|c comm|C new_comm|M new_comm|" \
    "q new_request|p new_request|Q request|k request_count|A requests|S status|Z statuses|f flag|i index|" \
    "j out_count|I indices|m message|l color|K key|h group|H new_group|D freed_comm|Y freed_type|" \
    "y root|x root|u comm|X inter_comm|B request|L requests|F request|e dimension_count|E dimensions|P periods|a indegree|U sources|z outdegree|O destinations", roles, "|")
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
