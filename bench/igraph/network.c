/* igraph's C core on the works of `quillian bench network`. Usage: network INPUT THREADS
   Building the graph is not timed. igraph runs on one thread. */
#include "peer.h"
#include <igraph.h>

static igraph_t graph;
static igraph_vector_t weights;
/* What the last run left: for each source the nodes it reached, and where each tier of them starts. */
static igraph_vector_int_t *reached = NULL, *tiers = NULL;
static igraph_matrix_t distances;

static void check(igraph_error_t error) {
    if (error != IGRAPH_SUCCESS) fail(igraph_strerror(error));
}

static void breadth_first(const Input *input) {
    for (uint32_t k = 0; k < input->sources; k++)
        check(igraph_bfs_simple(&graph, input->source[k], IGRAPH_OUT, &reached[k], &tiers[k], NULL));
}

static void collect(const Input *input, Checksum *checksum) {
    for (uint32_t k = 0; k < input->sources; k++)
        for (igraph_integer_t tier = 0; tier + 1 < igraph_vector_int_size(&tiers[k]); tier++)
            for (igraph_integer_t at = VECTOR(tiers[k])[tier]; at < VECTOR(tiers[k])[tier + 1]; at++)
                add_mark(checksum, input->source[k], VECTOR(reached[k])[at], input->work == CLOSURE ? tier : 0);
}

/* One node above all sources, with an arc of weight k to the k-th of them, and all other weights multiplied by the
   number of sources: then one shortest path has least cost and, among equals, the smallest origin. */
static void dijkstra(const Input *input) {
    check(igraph_distances_dijkstra(&graph, &distances, igraph_vss_1(input->nodes), igraph_vss_all(), &weights,
                                    IGRAPH_OUT));
}

static void collect_distances(const Input *input, Checksum *checksum) {
    for (uint32_t node = 0; node < input->nodes; node++) {
        double distance = MATRIX(distances, 0, node);
        if (distance == IGRAPH_INFINITY) continue;
        uint64_t key = distance;
        add_mark(checksum, input->source[key % input->sources], node, key / input->sources);
    }
}

int main(int count, char **arguments) {
    if (count < 3) fail("usage: network INPUT THREADS");
    Input input = read_input(arguments[1]);
    bool spread = input.work == SPREAD;
    igraph_integer_t arcs = input.arcs + (spread ? input.sources : 0);
    igraph_vector_int_t ends;
    check(igraph_vector_int_init(&ends, 2 * arcs));
    check(igraph_vector_init(&weights, arcs));
    for (uint32_t k = 0; k < input.arcs; k++) {
        VECTOR(ends)[2 * k] = input.from[k];
        VECTOR(ends)[2 * k + 1] = input.to[k];
        VECTOR(weights)[k] = (double)input.weight[k] * input.sources;
    }
    for (igraph_integer_t k = input.arcs; k < arcs; k++) {
        VECTOR(ends)[2 * k] = input.nodes;
        VECTOR(ends)[2 * k + 1] = input.source[k - input.arcs];
        VECTOR(weights)[k] = k - input.arcs;
    }
    check(igraph_create(&graph, &ends, input.nodes + spread, true));
    igraph_vector_int_destroy(&ends);
    check(igraph_matrix_init(&distances, 0, 0));
    reached = take(input.sources, sizeof *reached);
    tiers = take(input.sources, sizeof *tiers);
    for (uint32_t k = 0; k < input.sources; k++) {
        check(igraph_vector_int_init(&reached[k], 0));
        check(igraph_vector_int_init(&tiers[k], 0));
    }
    clockid_t clock = CLOCK_PROCESS_CPUTIME_ID;
    if (spread) measure("dijkstra", true, IGRAPH_VERSION, clock, &input, dijkstra, collect_distances);
    else measure("bfs_simple", input.work == CLOSURE, IGRAPH_VERSION, clock, &input, breadth_first, collect);
    return 0;
}
