// Owns reading TypeScript with the compiler itself: syntax, and what a name stands for. It must not know what is looked for.

import type { Node, SourceFile } from 'typescript/unstable/ast';
import { API, type Checker, type Project } from 'typescript/unstable/sync';

/** A file as the compiler sees it. */
export type TypedSource = { file: SourceFile; checker: Checker; project: Project };

/**
 * Opens projects, hands over what gives a file of theirs, and ends the compiler's process, whose last words are always `context canceled`.
 * @param configs tsconfig files, absolute.
 */
export function readTypedSources<T>(configs: readonly string[], read: (open: (file: string) => TypedSource) => T): T {
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

/** Every node below this one, in the order of the text. */
export function* nodesBelow(node: Node): Generator<Node> {
  const children: Node[] = [];
  node.forEachChild((child) => void children.push(child));
  for (const child of children) {
    yield child;
    yield* nodesBelow(child);
  }
}
