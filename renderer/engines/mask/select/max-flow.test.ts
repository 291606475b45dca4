import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../tests/support/runs.ts';
import { createFlowGraph } from './max-flow.ts';

type Graph = { terminals: number[]; links: { from: number; to: number; capacity: number; back: number }[] };

/** What a division costs: `sides` holds 1 for the source's side. */
function costOf({ terminals, links }: Graph, sides: ArrayLike<number>): number {
  let cost = 0;
  for (const [node, towards] of terminals.entries())
    cost += sides[node] === 1 ? Math.max(0, -towards) : Math.max(0, towards);
  for (const { from, to, capacity, back } of links) {
    if (sides[from] === 1 && sides[to] !== 1) cost += capacity;
    if (sides[from] !== 1 && sides[to] === 1) cost += back;
  }
  return cost;
}

function cheapest(graph: Graph): number {
  const nodes = graph.terminals.length;
  let least = Infinity;
  for (let bits = 0; bits < 1 << nodes; bits++)
    least = Math.min(
      least,
      costOf(
        graph,
        Array.from({ length: nodes }, (_none, node) => (bits >> node) & 1),
      ),
    );
  return least;
}

function cut({ terminals, links }: Graph): Uint8Array {
  const graph = createFlowGraph(terminals.length, links.length);
  for (const [node, towards] of terminals.entries()) graph.bind(node, towards);
  for (const { from, to, capacity, back } of links) graph.link(from, to, capacity, back);
  return graph.cut();
}

test('no division of a graph is cheaper than its cut', () => {
  const capacity = fc.integer({ min: 0, max: 12 });
  const graphs = fc.integer({ min: 1, max: 8 }).chain((nodes) => {
    const node = fc.integer({ min: 0, max: nodes - 1 });
    return fc.record({
      terminals: fc.array(fc.integer({ min: -15, max: 15 }), { minLength: nodes, maxLength: nodes }),
      links: fc.array(fc.record({ from: node, to: node, capacity, back: capacity }), { maxLength: 24 }),
    });
  });
  fc.assert(
    fc.property(graphs, (graph) => {
      expect(costOf(graph, cut(graph))).toBe(cheapest(graph));
    }),
    { numRuns: runs(3000) },
  );
});

test('a chain is cut at its weakest link', () => {
  const links = [5, 2, 9].map((capacity, from) => ({ from, to: from + 1, capacity, back: capacity }));
  expect([...cut({ terminals: [50, 0, 0, -50], links })]).toEqual([1, 1, 0, 0]);
});
