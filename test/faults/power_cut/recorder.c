/*
 * Records the changes that a process makes below a directory, for `recording.ts`.
 *
 * LD_PRELOAD puts these functions before those of the C library. Each change is done and recorded under one lock, so the order of the
 * recording is the order of the changes, also with several threads and processes. A flush is recorded at its beginning and end, because only
 * writes before its beginning are on the disk at its end. It takes 5 milliseconds instead of writing to the disk.
 *
 * POWER_CUT_ROOT is the directory, without symbolic links. POWER_CUT_RECORDING is the file of the recording. POWER_CUT_BOOT_ID is a file that
 * replaces the boot id of the machine, so that a process without this library seems to run after a restart.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define BOOT_ID "/proc/sys/kernel/random/boot_id"
#define PROC_TYPE 0x9fa0

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int recording = -1;
static unsigned long flushes;

static const char *root(void) { return getenv("POWER_CUT_ROOT"); }

static void lock(void) {
  pthread_mutex_lock(&mutex);
  if (recording < 0)
    recording = (int)syscall(SYS_openat, AT_FDCWD, getenv("POWER_CUT_RECORDING"),
                             O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  flock(recording, LOCK_EX);
}

static void unlock(void) {
  int kept = errno;
  flock(recording, LOCK_UN);
  pthread_mutex_unlock(&mutex);
  errno = kept;
}

/* Must run under the lock. */
static void put(const char *line, const struct iovec *data, int count, size_t length) {
  syscall(SYS_write, recording, line, strlen(line));
  for (int i = 0; i < count && length > 0; i++) {
    size_t part = data[i].iov_len < length ? data[i].iov_len : length;
    for (size_t done = 0; done < part;)
      done += (size_t)syscall(SYS_write, recording, (char *)data[i].iov_base + done, part - done);
    length -= part;
  }
}

static int is_below(const char *path) {
  const char *top = root();
  size_t length = top == NULL ? 0 : strlen(top);
  return length > 0 && strncmp(path, top, length) == 0 && (path[length] == '/' || path[length] == 0);
}

static int is_recorded(int fd) {
  char link[64], path[PATH_MAX];
  if (root() == NULL) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return is_below(path);
}

static unsigned long inode(int fd) {
  struct stat found;
  return fstat(fd, &found) == 0 ? (unsigned long)found.st_ino : 0;
}

/* Finds the directory of a path, and its last name. Returns 0 for a path outside of the root. */
static unsigned long directory_of(const char *path, char *name) {
  char copy[PATH_MAX], whole[PATH_MAX];
  struct stat found;
  if (root() == NULL || path == NULL || strlen(path) >= sizeof copy) return 0;
  strcpy(copy, path);
  for (size_t end = strlen(copy); end > 1 && copy[end - 1] == '/'; end--) copy[end - 1] = 0;
  char *slash = strrchr(copy, '/');
  strcpy(name, slash == NULL ? copy : slash + 1);
  if (slash != NULL) *slash = 0;
  const char *directory = slash == NULL ? "." : copy[0] == 0 ? "/" : copy;
  if (realpath(directory, whole) == NULL || !is_below(whole) || stat(whole, &found) != 0) return 0;
  return (unsigned long)found.st_ino;
}

static unsigned long inode_at(const char *path) {
  struct stat found;
  return lstat(path, &found) == 0 ? (unsigned long)found.st_ino : 0;
}

static void put_entry(char kind, unsigned long directory, const char *name, unsigned long node) {
  char line[PATH_MAX + 128];
  snprintf(line, sizeof line, "%c\t%lu\t%s\t%lu\n", kind, directory, name, node);
  put(line, NULL, 0, 0);
}

static void put_write(int fd, const struct iovec *data, int count, off_t offset, ssize_t written) {
  char line[128];
  if (written <= 0) return;
  snprintf(line, sizeof line, "write\t%lu\t%lld\t%zd\n", inode(fd), (long long)offset, written);
  put(line, data, count, (size_t)written);
  if ((fcntl(fd, F_GETFL) & (O_DSYNC | O_SYNC)) == 0) return;
  snprintf(line, sizeof line, "through\t%lu\t%lld\t%zd\n", inode(fd), (long long)offset, written);
  put(line, NULL, 0, 0);
}

/* Runs a write at an offset, or at the file's own offset if that is negative. */
static ssize_t write_at(int fd, const struct iovec *data, int count, off_t offset) {
  if (fd == 1 && root() != NULL) {
    char line[64];
    lock();
    ssize_t written = (ssize_t)syscall(SYS_writev, fd, data, count);
    snprintf(line, sizeof line, "said\t%zd\n", written);
    if (written > 0) put(line, data, count, (size_t)written);
    unlock();
    return written;
  }
  int isRecorded = is_recorded(fd);
  if (isRecorded) lock();
  off_t at = offset;
  if (isRecorded && offset < 0)
    at = fcntl(fd, F_GETFL) & O_APPEND ? lseek(fd, 0, SEEK_END) : lseek(fd, 0, SEEK_CUR);
  ssize_t written = offset < 0 ? (ssize_t)syscall(SYS_writev, fd, data, count)
                               : (ssize_t)syscall(SYS_pwritev, fd, data, count, (long)offset, 0L);
  if (isRecorded) {
    int kept = errno;
    put_write(fd, data, count, at, written);
    errno = kept;
    unlock();
  }
  return written;
}

ssize_t write(int fd, const void *bytes, size_t size) {
  struct iovec data = {(void *)bytes, size};
  return write_at(fd, &data, 1, -1);
}
ssize_t writev(int fd, const struct iovec *data, int count) { return write_at(fd, data, count, -1); }
ssize_t pwrite(int fd, const void *bytes, size_t size, off_t offset) {
  struct iovec data = {(void *)bytes, size};
  return write_at(fd, &data, 1, offset);
}
ssize_t pwrite64(int fd, const void *bytes, size_t size, off64_t offset) { return pwrite(fd, bytes, size, offset); }
ssize_t pwritev(int fd, const struct iovec *data, int count, off_t offset) { return write_at(fd, data, count, offset); }
ssize_t pwritev64(int fd, const struct iovec *data, int count, off64_t offset) { return write_at(fd, data, count, offset); }

static int truncate_file(int fd, off_t size) {
  if (!is_recorded(fd)) return (int)syscall(SYS_ftruncate, fd, size);
  char line[128];
  lock();
  int result = (int)syscall(SYS_ftruncate, fd, size);
  snprintf(line, sizeof line, "truncate\t%lu\t%lld\n", inode(fd), (long long)size);
  if (result == 0) put(line, NULL, 0, 0);
  unlock();
  return result;
}
int ftruncate(int fd, off_t size) { return truncate_file(fd, size); }
int ftruncate64(int fd, off64_t size) { return truncate_file(fd, size); }

/* Space that a file is given reads as zeros. `mode` 1 keeps the size. */
static int allocate(int fd, int mode, off_t offset, off_t size) {
  struct stat found;
  if (is_recorded(fd) && mode == 0 && fstat(fd, &found) == 0 && found.st_size < offset + size)
    return truncate_file(fd, offset + size);
  return (int)syscall(SYS_fallocate, fd, mode, offset, size);
}
int fallocate(int fd, int mode, off_t offset, off_t size) { return allocate(fd, mode, offset, size); }
int fallocate64(int fd, int mode, off64_t offset, off64_t size) { return allocate(fd, mode, offset, size); }
int posix_fallocate(int fd, off_t offset, off_t size) { return allocate(fd, 0, offset, size) == 0 ? 0 : errno; }
int posix_fallocate64(int fd, off64_t offset, off64_t size) { return posix_fallocate(fd, offset, size); }

static int flush_file(int fd, long call) {
  if (!is_recorded(fd)) return (int)syscall(call, fd);
  char line[128];
  struct timespec delay = {0, 5000000};
  lock();
  unsigned long number = ++flushes;
  snprintf(line, sizeof line, "flush\t%lu\t%d-%lu\n", inode(fd), getpid(), number);
  put(line, NULL, 0, 0);
  unlock();
  nanosleep(&delay, NULL);
  lock();
  snprintf(line, sizeof line, "flushed\t%lu\t%d-%lu\n", inode(fd), getpid(), number);
  put(line, NULL, 0, 0);
  unlock();
  return 0;
}
int fsync(int fd) { return flush_file(fd, SYS_fsync); }
int fdatasync(int fd) { return flush_file(fd, SYS_fdatasync); }

static int open_file(int directory, const char *path, int flags, mode_t mode) {
  const char *replacement = getenv("POWER_CUT_BOOT_ID");
  if (replacement != NULL && path != NULL && strcmp(path, BOOT_ID) == 0)
    return (int)syscall(SYS_openat, AT_FDCWD, replacement, flags & ~O_NOFOLLOW, mode);
  char name[PATH_MAX];
  unsigned long parent = flags & (O_CREAT | O_TRUNC) ? directory_of(path, name) : 0;
  if (parent == 0) return (int)syscall(SYS_openat, directory, path, flags, mode);
  lock();
  int isNew = inode_at(path) == 0;
  int fd = (int)syscall(SYS_openat, directory, path, flags, mode);
  if (fd >= 0 && isNew) put_entry('+', parent, name, inode(fd));
  else if (fd >= 0 && flags & O_TRUNC) {
    char line[128];
    snprintf(line, sizeof line, "truncate\t%lu\t0\n", inode(fd));
    put(line, NULL, 0, 0);
  }
  unlock();
  return fd;
}

#define MODE_OF(flags)                                      \
  mode_t mode = 0;                                          \
  if (flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE) { \
    va_list rest;                                           \
    va_start(rest, flags);                                  \
    mode = va_arg(rest, mode_t);                            \
    va_end(rest);                                           \
  }
int open(const char *path, int flags, ...) {
  MODE_OF(flags)
  return open_file(AT_FDCWD, path, flags, mode);
}
int open64(const char *path, int flags, ...) {
  MODE_OF(flags)
  return open_file(AT_FDCWD, path, flags | O_LARGEFILE, mode);
}
int openat(int directory, const char *path, int flags, ...) {
  MODE_OF(flags)
  return open_file(directory, path, flags, mode);
}
int openat64(int directory, const char *path, int flags, ...) {
  MODE_OF(flags)
  return open_file(directory, path, flags | O_LARGEFILE, mode);
}
int creat(const char *path, mode_t mode) { return open_file(AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode); }
int creat64(const char *path, mode_t mode) { return creat(path, mode); }

/* The file in place of the boot id must look like one of /proc. */
static int is_boot_id(int fd) {
  char link[64], path[PATH_MAX];
  const char *replacement = getenv("POWER_CUT_BOOT_ID");
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  return replacement != NULL && length == (ssize_t)strlen(replacement) && memcmp(path, replacement, (size_t)length) == 0;
}
int fstatfs(int fd, struct statfs *found) {
  int result = NEXT(fstatfs)(fd, found);
  if (result == 0 && is_boot_id(fd)) found->f_type = PROC_TYPE;
  return result;
}
int fstatfs64(int fd, struct statfs64 *found) {
  int result = NEXT(fstatfs64)(fd, found);
  if (result == 0 && is_boot_id(fd)) found->f_type = PROC_TYPE;
  return result;
}

int mkdir(const char *path, mode_t mode) {
  char name[PATH_MAX];
  unsigned long parent = directory_of(path, name);
  if (parent == 0) return (int)syscall(SYS_mkdirat, AT_FDCWD, path, mode);
  lock();
  int result = (int)syscall(SYS_mkdirat, AT_FDCWD, path, mode);
  if (result == 0) put_entry('d', parent, name, inode_at(path));
  unlock();
  return result;
}

static int remove_entry(const char *path, int flags) {
  char name[PATH_MAX];
  unsigned long parent = directory_of(path, name);
  if (parent == 0) return (int)syscall(SYS_unlinkat, AT_FDCWD, path, flags);
  lock();
  int result = (int)syscall(SYS_unlinkat, AT_FDCWD, path, flags);
  if (result == 0) put_entry('-', parent, name, 0);
  unlock();
  return result;
}
int unlink(const char *path) { return remove_entry(path, 0); }
int rmdir(const char *path) { return remove_entry(path, AT_REMOVEDIR); }

int link(const char *from, const char *to) {
  char name[PATH_MAX];
  unsigned long parent = directory_of(to, name);
  if (parent == 0) return (int)syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0);
  lock();
  int result = (int)syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0);
  if (result == 0) put_entry('l', parent, name, inode_at(to));
  unlock();
  return result;
}

int rename(const char *from, const char *to) {
  char name[PATH_MAX], target[PATH_MAX], line[2 * PATH_MAX + 128];
  unsigned long parent = directory_of(from, name), into = directory_of(to, target);
  if (parent == 0 || into == 0) return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
  lock();
  int result = (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
  snprintf(line, sizeof line, "rename\t%lu\t%s\t%lu\t%s\n", parent, name, into, target);
  if (result == 0) put(line, NULL, 0, 0);
  unlock();
  return result;
}

/* Writes through memory cannot be recorded. */
static void *map(void *address, size_t length, int protection, int flags, int fd, off_t offset) {
  if (protection & PROT_WRITE && flags & MAP_SHARED && fd >= 0 && is_recorded(fd)) {
    char line[64];
    lock();
    snprintf(line, sizeof line, "map\t%lu\n", inode(fd));
    put(line, NULL, 0, 0);
    unlock();
  }
  return (void *)syscall(SYS_mmap, address, length, protection, flags, fd, offset);
}
void *mmap(void *address, size_t length, int protection, int flags, int fd, off_t offset) {
  return map(address, length, protection, flags, fd, offset);
}
void *mmap64(void *address, size_t length, int protection, int flags, int fd, off64_t offset) {
  return map(address, length, protection, flags, fd, offset);
}
