// Reads TypeScript with the compiler itself: syntax, and the meaning of names. Independent of its use.

import type { Node, SourceFile } from 'typescript/unstable/ast';
import { API, type Checker, type Project } from 'typescript/unstable/sync';

/** A file as the compiler sees it. */
export type TypedSource = { file: SourceFile; checker: Checker; project: Project };

/** Returns a file of the projects that are open. @param file absolute. */
export type OpenSource = (file: string) => TypedSource;

/**
 * Opens projects, which takes most of the time, passes a function that returns their files, and ends the compiler's
 * process, which always prints `context canceled` at its end.
 * @param configs tsconfig files, absolute.
 */
export function readTypedSources<T>(configs: readonly string[], read: (open: OpenSource) => T): T {
  const api = new API();
  try {
    const snapshot = api.updateSnapshot({ openProjects: [...configs] });
    return read((name) => {
      const project = snapshot.getDefaultProjectForFile(name);
      const file = project?.program.getSourceFile(name);
      if (!project || !file) throw new Error(`${name} is in none of ${configs.join(', ')}`);
      return { file, checker: project.checker, project };
    });
  } finally {
    api.close();
  }
}

/** Yields all nodes below this one, in the order of the text. */
export function* nodesBelow(node: Node): Generator<Node> {
  const children: Node[] = [];
  node.forEachChild((child) => void children.push(child));
  for (const child of children) {
    yield child;
    yield* nodesBelow(child);
  }
}
