"""networkx on the works of `quillian bench network`. Usage: network.py INPUT

Building the graph is not timed. One JSON line, as the C peers print it.
"""

import array
import json
import sys
import time

import networkx

CLOSURE, BROADCAST, SPREAD = range(3)
WORD = (1 << 64) - 1


def read_input(path):
    words = array.array("I")
    with open(path, "rb") as file:
        words.frombytes(file.read())
    if sys.byteorder == "big":
        words.byteswap()
    magic, work, nodes, arcs, sources = words[:5]
    if magic != 0x314E4251:
        sys.exit("not an input file of this benchmark")
    part = lambda number: words[5 + number * arcs : 5 + (number + 1) * arcs]
    return work, nodes, zip(part(0), part(1), part(2)), list(words[5 + 3 * arcs :][:sources])


def checksum(marks):
    count, total = 0, 0
    for origin, node, value in marks:
        bits = ((value << 32 | origin) ^ (node * 0x9E3779B97F4A7C15 & WORD)) * 0xBF58476D1CE4E5B9 & WORD
        total += bits ^ bits >> 29
        count += 1
    return count, total & WORD


def main():
    work, nodes, arcs, sources = read_input(sys.argv[1])
    graph = networkx.DiGraph()
    graph.add_nodes_from(range(nodes))
    if work == SPREAD:
        # One node above all sources, with an arc of weight k to the k-th, and all other weights multiplied by the
        # number of sources: then one shortest path has least cost and, among equals, the smallest origin.
        graph.add_weighted_edges_from((source, target, weight * len(sources)) for source, target, weight in arcs)
        graph.add_weighted_edges_from((nodes, source, rank) for rank, source in enumerate(sources))
        variant, values = "dijkstra", True

        def run():
            return networkx.single_source_dijkstra_path_length(graph, nodes)

        def marks(result):
            for node, key in result.items():
                if node != nodes:
                    yield sources[key % len(sources)], node, key // len(sources)

    else:
        graph.add_edges_from((source, target) for source, target, _ in arcs)
        variant, values = "single_source_shortest_path_length", work == CLOSURE

        def run():
            return [networkx.single_source_shortest_path_length(graph, source) for source in sources]

        def marks(result):
            for source, lengths in zip(sources, result):
                for node, length in lengths.items():
                    yield source, node, length if work == CLOSURE else 0

    start = time.process_time()
    count, total = checksum(marks(run()))
    long_work = time.process_time() - start > 10
    times = []
    while len(times) < (1 if long_work else 3):
        start, turns = time.process_time(), 0
        while turns == 0 or time.process_time() - start < 0.02:
            run()
            turns += 1
        times.append((time.process_time() - start) / turns * 1e3)
    print(json.dumps({"variant": variant, "values": values, "version": networkx.__version__, "marks": count,
                      "checksum": f"{total:016x}", "times": times}))


main()
