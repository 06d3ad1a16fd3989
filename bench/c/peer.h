/* What every C peer shares: the input, the clock, the repetitions, the checksum and the line it prints.
   The input is a file of 32-bit little-endian words: see bench/README.md. */
#ifndef QUILLIAN_PEER_H
#define QUILLIAN_PEER_H
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { CLOSURE = 0, BROADCAST = 1, SPREAD = 2 };

typedef struct {
    uint32_t work, nodes, arcs, sources;
    uint32_t *from, *to, *weight, *source;
} Input;

typedef struct {
    uint64_t marks, sum;
} Checksum;

static void fail(const char *what) {
    fprintf(stderr, "%s\n", what);
    exit(1);
}

static void *take(size_t count, size_t size) {
    void *memory = malloc(count * size + 1);
    if (!memory) fail("out of memory");
    return memory;
}

static uint32_t *read_words(FILE *file, size_t count) {
    uint32_t *words = take(count, 4);
    if (fread(words, 4, count, file) != count) fail("the input file is too short");
    return words;
}

static Input read_input(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file) fail("cannot open the input file");
    uint32_t *head = read_words(file, 5);
    if (head[0] != 0x314E4251) fail("not an input file of this benchmark");
    Input input = {.work = head[1], .nodes = head[2], .arcs = head[3], .sources = head[4]};
    input.from = read_words(file, input.arcs);
    input.to = read_words(file, input.arcs);
    input.weight = read_words(file, input.arcs);
    input.source = read_words(file, input.sources);
    free(head);
    fclose(file);
    return input;
}

/* The sum does not depend on the order of the marks, so that no peer has to sort them. */
static void add_mark(Checksum *checksum, uint64_t origin, uint64_t node, uint64_t value) {
    uint64_t bits = ((value << 32 | origin) ^ (node * 0x9E3779B97F4A7C15ull)) * 0xBF58476D1CE4E5B9ull;
    checksum->sum += bits ^ bits >> 29;
    checksum->marks += 1;
}

static double milliseconds(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return now.tv_sec * 1e3 + now.tv_nsec / 1e6;
}

/* Times one way of doing the work: warm, repeated within a sample until the sample is long enough to be read
   from the clock, three to fifteen samples in about a second. `collect` is not timed. */
static void measure(const char *variant, bool values, const char *version, clockid_t clock, const Input *input,
                    void (*run)(const Input *), void (*collect)(const Input *, Checksum *)) {
    Checksum checksum = {0, 0};
    double start = milliseconds(clock);
    run(input);
    double once = milliseconds(clock) - start;
    collect(input, &checksum);
    long repeat = once < 1 ? (long)(5 / (once > 0.0001 ? once : 0.0001)) : once < 10 ? 3 : 1;
    int least = once > 10000 ? 1 : 3;
    printf("{\"variant\":\"%s\",\"values\":%s,\"version\":\"%s\",\"marks\":%llu,\"checksum\":\"%016llx\",\"times\":[",
           variant, values ? "true" : "false", version, (unsigned long long)checksum.marks,
           (unsigned long long)checksum.sum);
    double spent = 0;
    for (int sample = 0; sample < 15 && (sample < least || spent < 1000); sample++) {
        start = milliseconds(clock);
        for (long turn = 0; turn < repeat; turn++) run(input);
        double time = milliseconds(clock) - start;
        spent += time;
        printf("%s%.6f", sample ? "," : "", time / repeat);
    }
    printf("]}\n");
    fflush(stdout);
}
#endif
