/* Loaded before the C library (LD_PRELOAD) into a process that keeps a journal: writes down, in order, everything it
 * does to the files below RECORD_UNDER, and what it says on standard output. RECORD_TO names the file with the record.
 *
 * One operation: kind (1 byte), length of the path (2), offset (8), length of the data (8), the path, the data; in the
 * machine's byte order. Each is written down once it has succeeded, under a lock. Kinds: see disk.py.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int record_fd = -1;
static const char *under = "";

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

__attribute__((constructor)) static void begin(void)
{
    const char *place = getenv("RECORD_TO");
    under = getenv("RECORD_UNDER");
    if (!place || !under)
        abort();
    record_fd = REAL(open)(place, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (record_fd < 0)
        abort();
}

static void note(char kind, const char *path, uint64_t offset, const void *data, uint64_t length)
{
    uint16_t named = (uint16_t)strlen(path);
    struct iovec parts[] = {
        {&kind, 1}, {&named, 2}, {&offset, 8}, {&length, 8}, {(void *)path, named}, {(void *)data, length},
    };
    ssize_t whole = 19 + named + (ssize_t)length;
    if (writev(record_fd, parts, 6) != whole)
        abort();
}

/* Whether a file is one of those that are watched, and its path. */
static int watched(const char *path, char *full)
{
    snprintf(full, PATH_MAX, "%s", path); /* a relative path is none of ours: the journal's is absolute */
    return record_fd >= 0 && !strncmp(full, under, strlen(under));
}

static int watched_fd(int fd, char *full)
{
    char link[32];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, full, PATH_MAX - 1);
    if (length < 0)
        return 0;
    full[length] = 0;
    return record_fd >= 0 && !strncmp(full, under, strlen(under));
}

static int opened(const char *path, int flags, mode_t mode, int (*really)(const char *, int, ...))
{
    char full[PATH_MAX];
    struct stat before;
    if (!watched(path, full) || !(flags & (O_CREAT | O_TRUNC)))
        return really(path, flags, mode);
    pthread_mutex_lock(&lock);
    int fresh = stat(path, &before) != 0;
    int fd = really(path, flags, mode);
    if (fd >= 0 && fresh)
        note('c', full, 0, "", 0);
    else if (fd >= 0 && (flags & O_TRUNC))
        note('t', full, 0, "", 0);
    pthread_mutex_unlock(&lock);
    return fd;
}

#define OPEN(name)                                                                                                     \
    int name(const char *path, int flags, ...)                                                                         \
    {                                                                                                                  \
        va_list more;                                                                                                  \
        va_start(more, flags);                                                                                         \
        mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0;                                        \
        va_end(more);                                                                                                  \
        return opened(path, flags, mode, REAL(name));                                                                  \
    }
OPEN(open)
OPEN(open64)

static ssize_t written(int fd, const void *data, size_t length, off_t offset,
                       ssize_t (*really)(int, const void *, size_t, off_t))
{
    char full[PATH_MAX];
    int ours = watched_fd(fd, full);
    pthread_mutex_lock(&lock);
    ssize_t done = really(fd, data, length, offset);
    if (done > 0 && ours)
        note('w', full, (uint64_t)offset, data, (uint64_t)done);
    pthread_mutex_unlock(&lock);
    return done;
}

ssize_t pwrite(int fd, const void *data, size_t length, off_t offset)
{
    return written(fd, data, length, offset, REAL(pwrite));
}

ssize_t pwrite64(int fd, const void *data, size_t length, off_t offset)
{
    return written(fd, data, length, offset, REAL(pwrite64));
}

ssize_t write(int fd, const void *data, size_t length)
{
    char full[PATH_MAX];
    int ours = watched_fd(fd, full);
    if (!ours && fd != 1)
        return REAL(write)(fd, data, length);
    pthread_mutex_lock(&lock);
    off_t offset = fd == 1 ? 0 : lseek(fd, 0, fcntl(fd, F_GETFL) & O_APPEND ? SEEK_END : SEEK_CUR);
    ssize_t done = REAL(write)(fd, data, length);
    if (done > 0)
        note(fd == 1 ? 's' : 'w', fd == 1 ? "" : full, (uint64_t)offset, data, (uint64_t)done);
    pthread_mutex_unlock(&lock);
    return done;
}

#define ON_FD(name, kind, declared, passed, length)                                                                    \
    int name declared                                                                                                  \
    {                                                                                                                  \
        char full[PATH_MAX];                                                                                           \
        if (!watched_fd(fd, full))                                                                                     \
            return REAL(name) passed;                                                                                  \
        pthread_mutex_lock(&lock);                                                                                     \
        int failed = REAL(name) passed;                                                                                \
        if (!failed)                                                                                                   \
            note(kind, full, (uint64_t)(length), "", 0);                                                               \
        pthread_mutex_unlock(&lock);                                                                                   \
        return failed;                                                                                                 \
    }
ON_FD(fsync, 'f', (int fd), (fd), 0)
ON_FD(fdatasync, 'f', (int fd), (fd), 0)
ON_FD(ftruncate, 't', (int fd, off_t size), (fd, size), size)
ON_FD(ftruncate64, 't', (int fd, off_t size), (fd, size), size)

int rename(const char *from, const char *to)
{
    char old[PATH_MAX], fresh[PATH_MAX];
    int ours = watched(from, old) & watched(to, fresh);
    pthread_mutex_lock(&lock);
    int failed = REAL(rename)(from, to);
    if (!failed && ours)
        note('r', old, 0, fresh, strlen(fresh));
    pthread_mutex_unlock(&lock);
    return failed;
}

#define ON_NAME(name, kind, declared, passed)                                                                          \
    int name declared                                                                                                  \
    {                                                                                                                  \
        char full[PATH_MAX];                                                                                           \
        int ours = watched(path, full);                                                                                \
        pthread_mutex_lock(&lock);                                                                                     \
        int failed = REAL(name) passed;                                                                                \
        if (!failed && ours)                                                                                           \
            note(kind, full, 0, "", 0);                                                                                \
        pthread_mutex_unlock(&lock);                                                                                   \
        return failed;                                                                                                 \
    }
ON_NAME(unlink, 'u', (const char *path), (path))
ON_NAME(mkdir, 'm', (const char *path, mode_t mode), (path, mode))
