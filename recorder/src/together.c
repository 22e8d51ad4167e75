/* Decides whether all ranks of the world are recorded into one folder. A rank without the recorder cannot answer, and the other ranks
   cannot communicate without it on a communicator that contains it. The files in the folder therefore decide. The first rank that looks
   decides for all, by a link that can be created only once. If not all ranks share the folder, it never has all logs. If a rank is late and
   its log is missing, the ranks are not merged at the end. Nothing else is lost. */
#define _GNU_SOURCE
#include "recorder.h"
#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { LONGEST = 4096 + 32 };

static void link_in(char *path) { snprintf(path, LONGEST, "%s/together", tc_log_folder()); }

static int all_logs(void) {
  DIR *folder = opendir(tc_log_folder());
  int found = 0;
  if (!folder) return 0;
  for (const struct dirent *file; (file = readdir(folder));) {
    int rank = 0, length = 0;
    if (sscanf(file->d_name, "rank.%d.log%n", &rank, &length) == 1 && length > 0 && !file->d_name[length]) found += rank < tc_size;
  }
  closedir(folder);
  return found == tc_size;
}

int tc_together(int here) {
  char path[LONGEST], all[32], said[32] = "";
  if (!*tc_log_folder()) return 0;
  link_in(path);
  snprintf(all, sizeof all, "all.%d", tc_size);
  if (readlink(path, said, sizeof said - 1) < 0) {
    const char *mine = here && all_logs() ? all : "apart";
    if (symlink(mine, path) == 0) return mine == all;
    if (readlink(path, said, sizeof said - 1) < 0) return 0;
  }
  return strcmp(said, all) == 0;
}

void tc_together_no_more(void) {
  char path[LONGEST];
  link_in(path);
  unlink(path);
}
