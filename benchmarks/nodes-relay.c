// The network between the nodes of benchmarks/nodes: a switch with one full-duplex link for each node.
//
// usage: nodes-relay BYTES_PER_SECOND LATENCY_NS NAMESPACE...
//
// Opens a TUN device net0 in each network namespace, prints "ready", and forwards the packets of node i (10.99.0.i) until it is ended.
// A packet occupies the sender's link and then the receiver's for its size / bandwidth each. The two overlap, as in a switch that starts to
// forward before it has the whole packet. A packet that waits for the sender's link does not keep others from the receiver's. It arrives LATENCY_NS
// after its last byte left the receiver's link. A bandwidth of 0 is unlimited.
// Nothing is lost and nothing passes ahead of time, unlike with the kernel's shapers, which let a burst through.
// The kernel's timer wakes the relay some microseconds late. So the relay has itself woken earlier by as much, and waits for the rest.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/if_tun.h>
#include <linux/virtio_net.h>
#include <net/if.h>
#include <netinet/ip.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

enum { MAX_NODES = 250, MAX_PACKET = 65536 + 4096, LONGEST_LATENESS_NS = 200000 };

typedef struct {
  int64_t due_ns;  // begins on its sender's link, and then: arrives
  uint64_t number; // packets that are due at once leave in the order in which they came
  int has_begun;
  int target;
  int size;
  char *bytes;
} Packet;

static int nodes;
static int device[MAX_NODES];
static int64_t up_free_ns[MAX_NODES];   // the senders' links
static int64_t down_free_ns[MAX_NODES]; // the receivers'
static double ns_per_byte;
static int64_t latency_ns;

// A binary heap, the packet that is due first at its root.
static Packet *waiting;
static size_t waiting_count;
static size_t waiting_capacity;
static uint64_t packets;

static int64_t wake_at_ns;  // what the timer is set to; 0: nothing
static int64_t lateness_ns; // of the timer, on average

static void fail(const char *what) {
  fprintf(stderr, "nodes-relay: %s: %s\n", what, strerror(errno));
  exit(1);
}

static int64_t now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * INT64_C(1000000000) + t.tv_nsec;
}

static int open_device(const char *name) {
  char path[256];
  snprintf(path, sizeof path, "/run/netns/%s", name);
  int space = open(path, O_RDONLY | O_CLOEXEC);
  if (space < 0 || setns(space, CLONE_NEWNET)) fail(path);
  close(space);
  int fd = open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC);
  if (fd < 0) fail("/dev/net/tun");
  // With offloads, the kernel hands over up to 64 KiB at a time and computes no checksums.
  struct ifreq request = {.ifr_flags = IFF_TUN | IFF_NO_PI | IFF_VNET_HDR};
  strcpy(request.ifr_name, "net0");
  if (ioctl(fd, TUNSETIFF, &request)) fail("TUNSETIFF");
  if (ioctl(fd, TUNSETOFFLOAD, TUN_F_CSUM | TUN_F_TSO4)) fail("TUNSETOFFLOAD");
  return fd;
}

static int before(const Packet *a, const Packet *b) {
  return a->due_ns < b->due_ns || (a->due_ns == b->due_ns && a->number < b->number);
}

static void push(Packet packet) {
  if (waiting_count == waiting_capacity) {
    waiting_capacity = waiting_capacity ? 2 * waiting_capacity : 1024;
    waiting = realloc(waiting, waiting_capacity * sizeof *waiting);
    if (!waiting) fail("memory");
  }
  size_t i = waiting_count++;
  for (; i > 0 && before(&packet, &waiting[(i - 1) / 2]); i = (i - 1) / 2) waiting[i] = waiting[(i - 1) / 2];
  waiting[i] = packet;
}

static Packet pop(void) {
  Packet first = waiting[0];
  Packet last = waiting[--waiting_count];
  size_t i = 0;
  for (size_t child; (child = 2 * i + 1) < waiting_count; i = child) {
    if (child + 1 < waiting_count && before(&waiting[child + 1], &waiting[child])) child++;
    if (!before(&waiting[child], &last)) break;
    waiting[i] = waiting[child];
  }
  waiting[i] = last;
  return first;
}

static int target_of(const char *bytes, int size) {
  const struct iphdr *ip = (const void *)(bytes + sizeof(struct virtio_net_hdr));
  if (size < (int)(sizeof(struct virtio_net_hdr) + sizeof *ip) || ip->version != 4) return -1;
  uint32_t address = ntohl(ip->daddr);
  int number = (int)(address & 255);
  return address >> 8 == 0x0A6300 && number >= 1 && number <= nodes ? number - 1 : -1;
}

static int64_t transfer_ns(int size) { return (int64_t)(ns_per_byte * (size - (int)sizeof(struct virtio_net_hdr))); }

// From the moment when a packet begins on its sender's link, it takes its turn on its receiver's.
static void begin(Packet packet) {
  int64_t start = packet.due_ns > down_free_ns[packet.target] ? packet.due_ns : down_free_ns[packet.target];
  packet.due_ns = (down_free_ns[packet.target] = start + transfer_ns(packet.size)) + latency_ns;
  packet.has_begun = 1;
  push(packet);
}

static void deliver(const Packet *packet) {
  if (write(device[packet->target], packet->bytes, (size_t)packet->size) < 0) fail("write");
  free(packet->bytes);
}

static void next(void) {
  Packet packet = pop();
  if (packet.has_begun) deliver(&packet);
  else begin(packet);
}

// Takes up to a few packets of a node, so that each node has its turn.
static void take(int source) {
  static char buffer[MAX_PACKET];
  for (int i = 0; i < 8; i++) {
    int size = (int)read(device[source], buffer, sizeof buffer);
    if (size < 0) return;
    int target = target_of(buffer, size);
    if (target < 0) continue; // a neighbour's discovery or another protocol
    int64_t now = now_ns();
    int64_t start = up_free_ns[source] > now ? up_free_ns[source] : now;
    up_free_ns[source] = start + transfer_ns(size);
    Packet packet = {start, packets++, 0, target, size, malloc((size_t)size)};
    if (!packet.bytes) fail("memory");
    memcpy(packet.bytes, buffer, (size_t)size);
    push(packet);
  }
}

static void set_timer(int timer) {
  int64_t due = waiting[0].due_ns - lateness_ns;
  struct itimerspec at = {.it_value = {due / 1000000000, due % 1000000000}};
  if (timerfd_settime(timer, TFD_TIMER_ABSTIME, &at, NULL)) fail("timerfd_settime");
  wake_at_ns = due > now_ns() ? due : 0;
}

static void timer_expired(int timer) {
  uint64_t expirations;
  if (read(timer, &expirations, sizeof expirations) < 0) {
    if (errno != EAGAIN) fail("timer");
    return;
  }
  int64_t late = now_ns() - wake_at_ns;
  // A wake-up that is very late was held up by something else.
  if (wake_at_ns && late < LONGEST_LATENESS_NS) lateness_ns += (late - lateness_ns) / 16;
  while (waiting_count && waiting[0].due_ns - now_ns() > 0 && waiting[0].due_ns - now_ns() <= lateness_ns) {}
}

int main(int argc, char **argv) {
  nodes = argc - 3;
  if (nodes < 1 || nodes > MAX_NODES) {
    fprintf(stderr, "usage: nodes-relay BYTES_PER_SECOND LATENCY_NS NAMESPACE...   (at most %d)\n", MAX_NODES);
    return 2;
  }
  double bytes_per_second = atof(argv[1]);
  ns_per_byte = bytes_per_second > 0 ? 1e9 / bytes_per_second : 0;
  latency_ns = atoll(argv[2]);
  int events = epoll_create1(EPOLL_CLOEXEC);
  int timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
  struct epoll_event event = {.events = EPOLLIN, .data.fd = -1};
  if (events < 0 || timer < 0 || epoll_ctl(events, EPOLL_CTL_ADD, timer, &event)) fail("epoll");
  for (int i = 0; i < nodes; i++) {
    device[i] = open_device(argv[3 + i]);
    event.data.fd = i;
    if (epoll_ctl(events, EPOLL_CTL_ADD, device[i], &event)) fail("epoll_ctl");
  }
  puts("ready");
  fclose(stdout);
  for (;;) {
    while (waiting_count && waiting[0].due_ns <= now_ns()) next();
    if (waiting_count) set_timer(timer);
    struct epoll_event ready[64];
    int count = epoll_wait(events, ready, 64, -1);
    if (count < 0 && errno != EINTR) fail("epoll_wait");
    for (int i = 0; i < count; i++) {
      if (ready[i].data.fd >= 0) take(ready[i].data.fd);
      else timer_expired(timer);
    }
  }
}
