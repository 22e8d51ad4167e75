#include "merge.h"

tc_ranks tc_ranks_both(tc_ranks one, tc_ranks two) {
  tc_ranks all = {one.count + two.count, tc_merge_keep((one.count + two.count) * sizeof *all.ranks)};
  for (uint32_t i = 0, j = 0; all.ranks && i + j < all.count;) {
    int first = j == two.count || (i < one.count && one.ranks[i] < two.ranks[j]);
    all.ranks[i + j] = first ? one.ranks[i] : two.ranks[j];
    if (first) i++;
    else j++;
  }
  return all;
}

typedef struct {
  uint32_t first, stride, count;
} section;

static section section_at(tc_ranks r, uint32_t i) {
  section s = {r.ranks[i], i + 1 < r.count ? r.ranks[i + 1] - r.ranks[i] : 1, 1};
  while (i + s.count < r.count && r.ranks[i + s.count] - r.ranks[i + s.count - 1] == s.stride) s.count++;
  return s;
}

/* Returns the number of sections of a rank list, where equal sections at equal distances count as one. */
uint32_t tc_ranks_sections(tc_ranks r) {
  uint32_t sections = 0, distance = 0;
  section last = {0};
  for (uint32_t i = 0; i < r.count;) {
    section s = section_at(r, i);
    int alike = i > 0 && s.stride == last.stride && s.count == last.count;
    int again = alike && (distance == 0 || s.first - last.first == distance);
    distance = again ? s.first - last.first : 0;
    sections += !again;
    last = s;
    i += s.count;
  }
  return sections;
}

void tc_ranks_pack(tc_packer *p, tc_ranks r) {
  uint64_t sections = 0;
  for (uint32_t i = 0; i < r.count; i += section_at(r, i).count) sections++;
  tc_pack_number(p, sections);
  for (uint32_t i = 0, last = 0; i < r.count;) {
    section s = section_at(r, i);
    tc_pack_number(p, s.first - last);
    tc_pack_number(p, s.stride);
    tc_pack_number(p, s.count);
    i += s.count;
    last = r.ranks[i - 1];
  }
}

uint64_t tc_number_take(const unsigned char **from) {
  uint64_t n;
  *from += tc_decode(*from, &n);
  return n;
}

tc_ranks tc_ranks_take(const unsigned char **from) {
  uint64_t sections = tc_number_take(from), count = 0;
  const unsigned char *start = *from;
  for (uint64_t s = 0; s < sections; s++) {
    tc_number_take(from);
    tc_number_take(from);
    count += tc_number_take(from);
  }
  tc_ranks all = {(uint32_t)count, tc_merge_keep(count * sizeof *all.ranks)};
  uint64_t rank = 0;
  for (uint32_t i = 0; i < count && all.ranks;) {
    rank += tc_number_take(&start);
    uint64_t stride = tc_number_take(&start), n = tc_number_take(&start);
    for (uint64_t k = 0; k < n; k++) all.ranks[i++] = (uint32_t)(rank + k * stride);
    rank += (n - 1) * stride;
  }
  return all;
}
