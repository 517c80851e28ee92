/* Loaded before the C library (LD_PRELOAD), fails calls of the system by a seed.

     ATTACK_SEED=S   which calls fail
     ATTACK_RATE=R   one call in R fails
     ATTACK_HARD=1   with errors, too, and not only EINTR and short counts
     ATTACK_LOG=F    how many have failed is appended to F at the end

   A disk that is full stays so for some calls, and takes a part of the first. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/uio.h>
#include <unistd.h>

enum { NONE = 0, SHORT = -1 };

static _Atomic uint64_t calls, failed;
static _Atomic int64_t full; /* for so many calls the disk is still full */
static uint64_t seed, rate;
static int hard;

__attribute__((constructor)) static void start(void) {
    const char *text = getenv("ATTACK_SEED");
    seed = text ? strtoull(text, 0, 10) : 0;
    text = getenv("ATTACK_RATE");
    rate = text ? strtoull(text, 0, 10) : 0;
    hard = getenv("ATTACK_HARD") != 0;
}

__attribute__((destructor)) static void end(void) {
    const char *log = getenv("ATTACK_LOG");
    FILE *file = log ? fopen(log, "a") : 0;
    rate = 0;
    if (file) {
        fprintf(file, "%llu\n", (unsigned long long)atomic_load(&failed));
        fclose(file);
    }
}

/* SplitMix64 of the seed and the number of the call. */
static uint64_t draw(void) {
    uint64_t z = seed + (1 + atomic_fetch_add(&calls, 1)) * 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* What becomes of a call: NONE, SHORT or an error. */
static int fate(int interruptible) {
    if (!rate)
        return NONE;
    uint64_t z = draw();
    if (atomic_load(&full) > 0 && atomic_fetch_sub(&full, 1) > 0) {
        atomic_fetch_add(&failed, 1);
        return ENOSPC;
    }
    if (z % rate)
        return NONE;
    int soft = z >> 32 & 1 ? EINTR : SHORT;
    if (!interruptible)
        soft = NONE;
    int what = soft;
    if (hard)
        switch (z >> 40 & 7) {
        case 0:
            what = EIO;
            break;
        case 1:
            what = ENOSPC;
            break;
        case 2: /* takes a part now, and nothing for a while */
            atomic_store(&full, z >> 48 & 31);
            what = interruptible ? SHORT : ENOSPC;
            break;
        }
    if (what != NONE)
        atomic_fetch_add(&failed, 1);
    return what;
}

#define NEXT(type, name) \
    static type (*real)(); \
    if (!real) \
        real = (type(*)())dlsym(RTLD_NEXT, name)

#define FAIL_BY(interruptible) \
    int why = fate(interruptible); \
    if (why > 0) { \
        errno = why; \
        return -1; \
    }

ssize_t write(int fd, const void *bytes, size_t length) {
    NEXT(ssize_t, "write");
    FAIL_BY(1)
    return real(fd, bytes, why == SHORT && length > 1 ? 1 + length / 3 : length);
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
    NEXT(ssize_t, "writev");
    FAIL_BY(1)
    return real(fd, parts, why == SHORT ? 1 : count);
}

ssize_t read(int fd, void *bytes, size_t length) {
    NEXT(ssize_t, "read");
    FAIL_BY(1)
    return real(fd, bytes, why == SHORT && length > 1 ? 1 + length / 3 : length);
}

int fsync(int fd) {
    NEXT(int, "fsync");
    FAIL_BY(0)
    return real(fd);
}

int fdatasync(int fd) {
    NEXT(int, "fdatasync");
    FAIL_BY(0)
    return real(fd);
}

int ftruncate64(int fd, off64_t length) {
    NEXT(int, "ftruncate64");
    FAIL_BY(0)
    return real(fd, length);
}

int rename(const char *from, const char *to) {
    NEXT(int, "rename");
    FAIL_BY(0)
    return real(from, to);
}

int open64(const char *path, int flags, ...) {
    NEXT(int, "open64");
    va_list more;
    va_start(more, flags);
    mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(more, mode_t) : 0;
    va_end(more);
    /* What is only read is there, or it is not. */
    if (flags & (O_WRONLY | O_RDWR | O_CREAT)) {
        FAIL_BY(0)
    }
    return real(path, flags, mode);
}
