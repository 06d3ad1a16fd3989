/* SuiteSparse:GraphBLAS on the works of `quillian bench network`. Usage: network INPUT THREADS
   Building the matrix is not timed. Each work is done in every way we know to be good; the report takes the
   fastest that gives the answer asked for. */
#include "peer.h"
#include <GraphBLAS.h>

#define OK(call)                                                             \
    do {                                                                     \
        GrB_Info info = (call);                                              \
        if (info != GrB_SUCCESS) {                                           \
            fprintf(stderr, "GraphBLAS: %d in line %d\n", info, __LINE__);   \
            exit(1);                                                         \
        }                                                                    \
    } while (0)

/* The graph three times, each with the values its semiring wants. */
static GrB_Matrix structure, ones, words, costs;
/* What the last run left: marks of many markers, or of one. */
static GrB_Matrix marks = NULL;
static GrB_Vector row = NULL;

static void forget(void) {
    if (marks) OK(GrB_Matrix_free(&marks));
    if (row) OK(GrB_Vector_free(&row));
}

/* ---- Marks of N markers as an N x nodes matrix, tier by tier ---- */

static GrB_Matrix sources_as_rows(const Input *input, GrB_Type type) {
    GrB_Matrix frontier;
    OK(GrB_Matrix_new(&frontier, type, input->sources, input->nodes));
    GrB_Index *rows = take(input->sources, sizeof *rows), *columns = take(input->sources, sizeof *columns);
    for (uint32_t k = 0; k < input->sources; k++) rows[k] = k, columns[k] = input->source[k];
    if (type == GrB_BOOL) {
        bool *values = take(input->sources, sizeof *values);
        for (uint32_t k = 0; k < input->sources; k++) values[k] = true;
        OK(GrB_Matrix_build_BOOL(frontier, rows, columns, values, input->sources, GrB_LOR));
        free(values);
    } else {
        uint32_t *values = calloc(input->sources + 1, sizeof *values);
        OK(GrB_Matrix_build_UINT32(frontier, rows, columns, values, input->sources, GrB_MIN_UINT32));
        free(values);
    }
    free(rows);
    free(columns);
    return frontier;
}

static void matrix_any_pair(const Input *input) {
    forget();
    GrB_Matrix frontier = sources_as_rows(input, GrB_BOOL);
    OK(GrB_Matrix_dup(&marks, frontier));
    for (;;) {
        GrB_Index width;
        OK(GrB_mxm(frontier, marks, NULL, GxB_ANY_PAIR_BOOL, frontier, structure, GrB_DESC_RSC));
        OK(GrB_Matrix_nvals(&width, frontier));
        if (!width) break;
        OK(GrB_Matrix_assign_BOOL(marks, frontier, NULL, true, GrB_ALL, 0, GrB_ALL, 0, GrB_DESC_S));
    }
    OK(GrB_Matrix_free(&frontier));
}

static void matrix_any_pair_tiers(const Input *input) {
    forget();
    GrB_Matrix frontier = sources_as_rows(input, GrB_BOOL);
    OK(GrB_Matrix_new(&marks, GrB_UINT32, input->sources, input->nodes));
    OK(GrB_Matrix_assign_UINT32(marks, frontier, NULL, 0, GrB_ALL, 0, GrB_ALL, 0, GrB_DESC_S));
    for (uint32_t tier = 1;; tier++) {
        GrB_Index width;
        OK(GrB_mxm(frontier, marks, NULL, GxB_ANY_PAIR_BOOL, frontier, structure, GrB_DESC_RSC));
        OK(GrB_Matrix_nvals(&width, frontier));
        if (!width) break;
        OK(GrB_Matrix_assign_UINT32(marks, frontier, NULL, tier, GrB_ALL, 0, GrB_ALL, 0, GrB_DESC_S));
    }
    OK(GrB_Matrix_free(&frontier));
}

static void matrix_min_plus(const Input *input) {
    forget();
    GrB_Matrix frontier = sources_as_rows(input, GrB_UINT32);
    OK(GrB_Matrix_dup(&marks, frontier));
    for (;;) {
        GrB_Index width;
        OK(GrB_mxm(frontier, marks, NULL, GrB_MIN_PLUS_SEMIRING_UINT32, frontier, ones, GrB_DESC_RSC));
        OK(GrB_Matrix_nvals(&width, frontier));
        if (!width) break;
        OK(GrB_Matrix_assign(marks, frontier, NULL, frontier, GrB_ALL, 0, GrB_ALL, 0, GrB_DESC_S));
    }
    OK(GrB_Matrix_free(&frontier));
}

static void collect_matrix(const Input *input, Checksum *checksum) {
    GrB_Index count;
    GrB_Type type;
    OK(GrB_Matrix_nvals(&count, marks));
    OK(GxB_Matrix_type(&type, marks));
    GrB_Index *rows = take(count, sizeof *rows), *columns = take(count, sizeof *columns);
    uint32_t *values = calloc(count + 1, sizeof *values);
    OK(GrB_Matrix_extractTuples_UINT32(rows, columns, values, &count, marks));
    for (GrB_Index k = 0; k < count; k++)
        add_mark(checksum, input->source[rows[k]], columns[k], type == GrB_BOOL ? 0 : values[k]);
    free(rows);
    free(columns);
    free(values);
}

/* ---- One marker as a vector: what a user would write for one source ---- */

static GrB_Vector first_source(const Input *input, GrB_Type type) {
    GrB_Vector frontier;
    OK(GrB_Vector_new(&frontier, type, input->nodes));
    if (type == GrB_BOOL) OK(GrB_Vector_setElement_BOOL(frontier, true, input->source[0]));
    else OK(GrB_Vector_setElement_UINT32(frontier, 0, input->source[0]));
    return frontier;
}

static void vector_any_pair(const Input *input) {
    forget();
    GrB_Vector frontier = first_source(input, GrB_BOOL);
    OK(GrB_Vector_dup(&row, frontier));
    for (;;) {
        GrB_Index width;
        OK(GrB_vxm(frontier, row, NULL, GxB_ANY_PAIR_BOOL, frontier, structure, GrB_DESC_RSC));
        OK(GrB_Vector_nvals(&width, frontier));
        if (!width) break;
        OK(GrB_Vector_assign_BOOL(row, frontier, NULL, true, GrB_ALL, 0, GrB_DESC_S));
    }
    OK(GrB_Vector_free(&frontier));
}

static void vector_any_pair_tiers(const Input *input) {
    forget();
    GrB_Vector frontier = first_source(input, GrB_BOOL);
    OK(GrB_Vector_new(&row, GrB_UINT32, input->nodes));
    OK(GrB_Vector_assign_UINT32(row, frontier, NULL, 0, GrB_ALL, 0, GrB_DESC_S));
    for (uint32_t tier = 1;; tier++) {
        GrB_Index width;
        OK(GrB_vxm(frontier, row, NULL, GxB_ANY_PAIR_BOOL, frontier, structure, GrB_DESC_RSC));
        OK(GrB_Vector_nvals(&width, frontier));
        if (!width) break;
        OK(GrB_Vector_assign_UINT32(row, frontier, NULL, tier, GrB_ALL, 0, GrB_DESC_S));
    }
    OK(GrB_Vector_free(&frontier));
}

static void vector_min_plus(const Input *input) {
    forget();
    GrB_Vector frontier = first_source(input, GrB_UINT32);
    OK(GrB_Vector_dup(&row, frontier));
    for (;;) {
        GrB_Index width;
        OK(GrB_vxm(frontier, row, NULL, GrB_MIN_PLUS_SEMIRING_UINT32, frontier, ones, GrB_DESC_RSC));
        OK(GrB_Vector_nvals(&width, frontier));
        if (!width) break;
        OK(GrB_Vector_assign(row, frontier, NULL, frontier, GrB_ALL, 0, GrB_DESC_S));
    }
    OK(GrB_Vector_free(&frontier));
}

static void collect_vector(const Input *input, Checksum *checksum) {
    GrB_Index count;
    GrB_Type type;
    OK(GrB_Vector_nvals(&count, row));
    OK(GxB_Vector_type(&type, row));
    GrB_Index *nodes = take(count, sizeof *nodes);
    uint32_t *values = calloc(count + 1, sizeof *values);
    OK(GrB_Vector_extractTuples_UINT32(nodes, values, &count, row));
    for (GrB_Index k = 0; k < count; k++)
        add_mark(checksum, input->source[0], nodes[k], type == GrB_BOOL ? 0 : values[k]);
    free(nodes);
    free(values);
}

/* ---- 64 markers as the bits of one word a node ---- */

static void vector_words(const Input *input) {
    forget();
    GrB_Vector frontier, reached, fresh;
    OK(GrB_Vector_new(&frontier, GrB_UINT64, input->nodes));
    OK(GrB_Vector_new(&reached, GrB_UINT64, input->nodes));
    OK(GrB_Vector_new(&fresh, GrB_UINT64, input->nodes));
    for (uint32_t k = 0; k < input->sources; k++)
        OK(GrB_Vector_setElement_UINT64(frontier, 1ull << k, input->source[k]));
    /* `row` holds the bits a node does not have yet, so that one AND finds the new ones. */
    OK(GrB_Vector_new(&row, GrB_UINT64, input->nodes));
    OK(GrB_Vector_assign_UINT64(row, NULL, NULL, UINT64_MAX, GrB_ALL, 0, NULL));
    for (;;) {
        GrB_Index width;
        OK(GrB_Vector_assign(row, NULL, GrB_BXOR_UINT64, frontier, GrB_ALL, 0, NULL));
        OK(GrB_vxm(reached, NULL, NULL, GxB_BOR_BAND_UINT64, frontier, words, NULL));
        OK(GrB_Vector_eWiseMult_BinaryOp(fresh, NULL, NULL, GrB_BAND_UINT64, reached, row, NULL));
        OK(GrB_Vector_select_UINT64(frontier, NULL, NULL, GrB_VALUENE_UINT64, fresh, 0, NULL));
        OK(GrB_Vector_nvals(&width, frontier));
        if (!width) break;
    }
    OK(GrB_Vector_free(&frontier));
    OK(GrB_Vector_free(&reached));
    OK(GrB_Vector_free(&fresh));
}

static void collect_words(const Input *input, Checksum *checksum) {
    GrB_Index count = input->nodes;
    GrB_Index *nodes = take(count, sizeof *nodes);
    uint64_t *values = take(count, sizeof *values);
    OK(GrB_Vector_extractTuples_UINT64(nodes, values, &count, row));
    for (GrB_Index k = 0; k < count; k++)
        for (uint32_t marker = 0; marker < input->sources; marker++)
            if (~values[k] >> marker & 1) add_mark(checksum, input->source[marker], nodes[k], 0);
    free(nodes);
    free(values);
}

/* ---- Least cost and origin: both in one 64-bit integer, so that min-plus carries the origin along ---- */

static void spread(const Input *input) {
    forget();
    GrB_Vector frontier, reached, better;
    OK(GrB_Vector_new(&frontier, GrB_UINT64, input->nodes));
    OK(GrB_Vector_new(&reached, GrB_UINT64, input->nodes));
    OK(GrB_Vector_new(&better, GrB_BOOL, input->nodes));
    OK(GrB_Vector_new(&row, GrB_UINT64, input->nodes));
    OK(GrB_Vector_assign_UINT64(row, NULL, NULL, UINT64_MAX, GrB_ALL, 0, NULL));
    for (uint32_t k = 0; k < input->sources; k++)
        OK(GrB_Vector_setElement_UINT64(frontier, input->source[k], input->source[k]));
    for (;;) {
        GrB_Index width;
        OK(GrB_Vector_nvals(&width, frontier));
        if (!width) break;
        OK(GrB_Vector_assign(row, frontier, NULL, frontier, GrB_ALL, 0, GrB_DESC_S));
        OK(GrB_vxm(reached, NULL, NULL, GrB_MIN_PLUS_SEMIRING_UINT64, frontier, costs, NULL));
        OK(GrB_Vector_eWiseMult_BinaryOp(better, NULL, NULL, GrB_LT_UINT64, reached, row, NULL));
        OK(GrB_Vector_assign(frontier, better, NULL, reached, GrB_ALL, 0, GrB_DESC_R));
    }
    OK(GrB_Vector_free(&frontier));
    OK(GrB_Vector_free(&reached));
    OK(GrB_Vector_free(&better));
}

static void collect_spread(const Input *input, Checksum *checksum) {
    GrB_Index count = input->nodes;
    GrB_Index *nodes = take(count, sizeof *nodes);
    uint64_t *keys = take(count, sizeof *keys);
    OK(GrB_Vector_extractTuples_UINT64(nodes, keys, &count, row));
    for (GrB_Index k = 0; k < count; k++)
        if (keys[k] != UINT64_MAX) add_mark(checksum, (uint32_t)keys[k], nodes[k], keys[k] >> 32);
    free(nodes);
    free(keys);
}

/* ---- */

static void build(const Input *input) {
    GrB_Index *from = take(input->arcs, sizeof *from), *to = take(input->arcs, sizeof *to);
    for (uint32_t k = 0; k < input->arcs; k++) from[k] = input->from[k], to[k] = input->to[k];
    if (input->work == SPREAD) {
        uint64_t *values = take(input->arcs, sizeof *values);
        for (uint32_t k = 0; k < input->arcs; k++) values[k] = (uint64_t)input->weight[k] << 32;
        OK(GrB_Matrix_new(&costs, GrB_UINT64, input->nodes, input->nodes));
        OK(GrB_Matrix_build_UINT64(costs, from, to, values, input->arcs, GrB_MIN_UINT64));
        OK(GrB_Matrix_wait(costs, GrB_MATERIALIZE));
        free(values);
    } else {
        GrB_Scalar one, unit, all;
        OK(GrB_Scalar_new(&one, GrB_BOOL));
        OK(GrB_Scalar_setElement_BOOL(one, true));
        OK(GrB_Scalar_new(&unit, GrB_UINT32));
        OK(GrB_Scalar_setElement_UINT32(unit, 1));
        OK(GrB_Scalar_new(&all, GrB_UINT64));
        OK(GrB_Scalar_setElement_UINT64(all, UINT64_MAX));
        OK(GrB_Matrix_new(&structure, GrB_BOOL, input->nodes, input->nodes));
        OK(GrB_Matrix_new(&ones, GrB_UINT32, input->nodes, input->nodes));
        OK(GrB_Matrix_new(&words, GrB_UINT64, input->nodes, input->nodes));
        OK(GxB_Matrix_build_Scalar(structure, from, to, one, input->arcs));
        OK(GxB_Matrix_build_Scalar(ones, from, to, unit, input->arcs));
        OK(GxB_Matrix_build_Scalar(words, from, to, all, input->arcs));
        OK(GrB_Matrix_wait(structure, GrB_MATERIALIZE));
        OK(GrB_Matrix_wait(ones, GrB_MATERIALIZE));
        OK(GrB_Matrix_wait(words, GrB_MATERIALIZE));
    }
    free(from);
    free(to);
}

int main(int count, char **arguments) {
    if (count < 3) fail("usage: network INPUT THREADS");
    Input input = read_input(arguments[1]);
    int threads = atoi(arguments[2]);
    clockid_t clock = threads > 1 ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID;
    OK(GrB_init(GrB_NONBLOCKING));
    OK(GxB_Global_Option_set(GxB_GLOBAL_NTHREADS, threads));
    OK(GxB_Global_Option_set(GxB_BURBLE, false));
    int number[3];
    OK(GxB_Global_Option_get(GxB_LIBRARY_VERSION, number));
    char version[64];
    snprintf(version, sizeof version, "%d.%d.%d", number[0], number[1], number[2]);
    build(&input);
#define TRY(name, values, run, collect) measure(name, values, version, clock, &input, run, collect)
    if (input.work == CLOSURE) {
        if (input.sources == 1) {
            TRY("vector any-pair, marks only", false, vector_any_pair, collect_vector);
            TRY("vector any-pair, tier as value", true, vector_any_pair_tiers, collect_vector);
            TRY("vector min-plus", true, vector_min_plus, collect_vector);
        }
        TRY("matrix any-pair, marks only", false, matrix_any_pair, collect_matrix);
        TRY("matrix any-pair, tier as value", true, matrix_any_pair_tiers, collect_matrix);
        TRY("matrix min-plus", true, matrix_min_plus, collect_matrix);
    } else if (input.work == BROADCAST) {
        TRY("matrix any-pair", false, matrix_any_pair, collect_matrix);
        if (input.sources <= 64) TRY("vector of 64-bit words", false, vector_words, collect_words);
    } else {
        TRY("min-plus on cost and origin in one word", true, spread, collect_spread);
    }
    forget();
    return 0;
}
