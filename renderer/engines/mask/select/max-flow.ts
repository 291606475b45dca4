// The smallest cut between a source and a sink. Y. Boykov, V. Kolmogorov: An experimental comparison of min-cut/max-flow
// algorithms for energy minimization in vision. PAMI 26 (9), 2004: two trees grow towards each other and are mended after
// each path instead of being built anew.

/** A graph to be cut. All capacities are whole numbers, and those of one node together stay below 2³¹. */
export type FlowGraph = {
  /** What it costs if a node is on the sink's side (`towards` > 0), or on the source's (`towards` < 0). */
  bind: (node: number, towards: number) => void;
  /** What it costs if `from` is on the source's side and `to` on the sink's, and the other way round. */
  link: (from: number, to: number, capacity: number, back: number) => void;
  /** Cuts the graph, once. @returns 1 for each node on the source's side; those that neither side needs are on the sink's. */
  cut: () => Uint8Array;
};

/** A cost that no cut pays if there is any other. */
export const NEVER = 1 << 28;

/** Which tree a node is in. */
const [FREE, SOURCE, SINK] = [0, 1, 2];
/** What a node has instead of an arc to its parent: nothing, a terminal, a lost parent. */
const [NO_PARENT, TERMINAL, ORPHAN] = [-1, -2, -3];
const FAR = 0x7fffffff;

/** Creates a graph of nodes without links. @param maxLinks how many links there will be at most */
export function createFlowGraph(nodes: number, maxLinks: number): FlowGraph {
  // Arc `a` and its way back are `a` and `a ^ 1`; the arcs of a node are a list.
  const first = new Int32Array(nodes).fill(-1);
  const next = new Int32Array(2 * maxLinks);
  const head = new Int32Array(2 * maxLinks);
  const rest = new Int32Array(2 * maxLinks);
  /** What is left of the capacity from the source (> 0), or to the sink (< 0). */
  const terminal = new Int32Array(nodes);
  let arcs = 0;
  const addArc = (from: number, to: number, capacity: number): void => {
    head[arcs] = to;
    rest[arcs] = capacity;
    next[arcs] = first[from] ?? -1;
    first[from] = arcs;
    arcs += 1;
  };
  return {
    bind: (node, towards) => {
      terminal[node] = (terminal[node] ?? 0) + towards;
    },
    link: (from, to, capacity, back) => {
      addArc(from, to, capacity);
      addArc(to, from, back);
    },
    cut: () => cutGraph({ nodes, first, next, head, rest, terminal }),
  };
}

type Arcs = {
  nodes: number;
  first: Int32Array;
  next: Int32Array;
  head: Int32Array;
  rest: Int32Array;
  terminal: Int32Array;
};

function cutGraph({ nodes, first, next, head, rest, terminal }: Arcs): Uint8Array {
  const tree = new Uint8Array(nodes);
  const parent = new Int32Array(nodes).fill(NO_PARENT);
  /** The distance from the terminal, and when it was last known to be right. */
  const distance = new Int32Array(nodes);
  const checked = new Int32Array(nodes);
  let time = 0;
  const active = createQueue(nodes);
  const orphans = createQueue(nodes);
  for (let node = 0; node < nodes; node++) {
    const left = terminal[node] ?? 0;
    if (left === 0) continue;
    tree[node] = left > 0 ? SOURCE : SINK;
    parent[node] = TERMINAL;
    distance[node] = 1;
    active.add(node);
  }

  /** Whether flow can pass between a node and the other end of its arc, in the direction of the node's tree. */
  const leads = (side: number, arc: number): boolean => (rest[side === SOURCE ? arc : arc ^ 1] ?? 0) > 0;
  const adopt = (node: number, arcToParent: number, to: number): void => {
    parent[node] = arcToParent;
    checked[node] = time;
    distance[node] = to;
  };
  /** Lets the tree of a node grow by its neighbours. @returns the arc from the source's tree to the sink's, or -1 */
  const grow = (node: number): number => {
    const side = tree[node] ?? FREE;
    for (let arc = first[node] ?? -1; arc >= 0; arc = next[arc] ?? -1) {
      if (!leads(side, arc)) continue;
      const other = head[arc] ?? 0;
      if (parent[other] === NO_PARENT) {
        tree[other] = side;
        parent[other] = arc ^ 1;
        checked[other] = checked[node] ?? 0;
        distance[other] = (distance[node] ?? 0) + 1;
        active.add(other);
      } else if (tree[other] !== side) return side === SOURCE ? arc : arc ^ 1;
      else if ((checked[other] ?? 0) <= (checked[node] ?? 0) && (distance[other] ?? 0) > (distance[node] ?? 0)) {
        parent[other] = arc ^ 1;
        checked[other] = checked[node] ?? 0;
        distance[other] = (distance[node] ?? 0) + 1;
      }
    }
    return -1;
  };
  /** The least that is left on the way from a node up to its terminal. */
  const leastUp = (from: number, side: number): number => {
    let least = FAR;
    let node = from;
    for (let arc = parent[node] ?? TERMINAL; arc !== TERMINAL; arc = parent[node] ?? TERMINAL) {
      least = Math.min(least, rest[side === SOURCE ? arc ^ 1 : arc] ?? 0);
      node = head[arc] ?? 0;
    }
    return Math.min(least, Math.abs(terminal[node] ?? 0));
  };
  const pushUp = (from: number, side: number, flow: number): void => {
    let node = from;
    for (let arc = parent[node] ?? TERMINAL; arc !== TERMINAL; arc = parent[node] ?? TERMINAL) {
      const used = side === SOURCE ? arc ^ 1 : arc;
      rest[used] = (rest[used] ?? 0) - flow;
      rest[used ^ 1] = (rest[used ^ 1] ?? 0) + flow;
      const up = head[arc] ?? 0;
      if (rest[used] === 0) {
        parent[node] = ORPHAN;
        orphans.addFirst(node);
      }
      node = up;
    }
    terminal[node] = (terminal[node] ?? 0) + (side === SOURCE ? -flow : flow);
    if (terminal[node] === 0) {
      parent[node] = ORPHAN;
      orphans.addFirst(node);
    }
  };
  const augment = (arc: number): void => {
    const [above, below] = [head[arc ^ 1] ?? 0, head[arc] ?? 0];
    const flow = Math.min(rest[arc] ?? 0, leastUp(above, SOURCE), leastUp(below, SINK));
    rest[arc] = (rest[arc] ?? 0) - flow;
    rest[arc ^ 1] = (rest[arc ^ 1] ?? 0) + flow;
    pushUp(above, SOURCE, flow);
    pushUp(below, SINK, flow);
  };
  /** How far a node is from its terminal; `FAR` if the way up ends at an orphan. */
  const distanceUp = (from: number): number => {
    let steps = 0;
    for (let node = from; ; node = head[parent[node] ?? 0] ?? 0) {
      if (checked[node] === time) return steps + (distance[node] ?? 0);
      steps += 1;
      if (parent[node] === TERMINAL) {
        checked[node] = time;
        distance[node] = 1;
        return steps;
      }
      if ((parent[node] ?? ORPHAN) < 0) return FAR;
    }
  };
  const mend = (node: number): void => {
    const side = tree[node] ?? FREE;
    let [best, bestDistance] = [NO_PARENT, FAR];
    for (let arc = first[node] ?? -1; arc >= 0; arc = next[arc] ?? -1) {
      const other = head[arc] ?? 0;
      if (tree[other] !== side || parent[other] === NO_PARENT || !leads(side, arc ^ 1)) continue;
      let far = distanceUp(other);
      if (far === FAR) continue;
      if (far < bestDistance) [best, bestDistance] = [arc, far];
      for (let up = other; checked[up] !== time; up = head[parent[up] ?? 0] ?? 0) {
        checked[up] = time;
        distance[up] = far;
        far -= 1;
      }
    }
    if (best !== NO_PARENT) {
      adopt(node, best, bestDistance + 1);
      return;
    }
    parent[node] = NO_PARENT;
    tree[node] = FREE;
    for (let arc = first[node] ?? -1; arc >= 0; arc = next[arc] ?? -1) {
      const other = head[arc] ?? 0;
      const up = parent[other] ?? NO_PARENT;
      if (tree[other] !== side || up === NO_PARENT) continue;
      if (leads(side, arc ^ 1)) active.add(other);
      if (up >= 0 && head[up] === node) {
        parent[other] = ORPHAN;
        orphans.add(other);
      }
    }
  };

  for (let node = active.take(); node >= 0; node = active.take()) {
    // A node that has met the other tree grows on after the path is used.
    for (let arc = parent[node] === NO_PARENT ? -1 : grow(node); arc >= 0; ) {
      time += 1;
      augment(arc);
      for (let orphan = orphans.take(); orphan >= 0; orphan = orphans.take()) mend(orphan);
      arc = parent[node] === NO_PARENT ? -1 : grow(node);
    }
  }
  return tree.map((side) => (side === SOURCE ? 1 : 0));
}

/** A queue in which each node is at most once. */
function createQueue(nodes: number): {
  add: (node: number) => void;
  addFirst: (node: number) => void;
  /** The first node, or -1. */
  take: () => number;
} {
  const ring = new Int32Array(nodes + 1);
  const isIn = new Uint8Array(nodes);
  let [start, end] = [0, 0];
  return {
    add: (node) => {
      if (isIn[node] === 1) return;
      isIn[node] = 1;
      ring[end] = node;
      end = end === nodes ? 0 : end + 1;
    },
    addFirst: (node) => {
      if (isIn[node] === 1) return;
      isIn[node] = 1;
      start = start === 0 ? nodes : start - 1;
      ring[start] = node;
    },
    take: () => {
      if (start === end) return -1;
      const node = ring[start] ?? -1;
      start = start === nodes ? 0 : start + 1;
      isIn[node] = 0;
      return node;
    },
  };
}
