// A copy of the app's source for tests that change it, and what the compiler says of the copy.

import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { API, type Program } from 'typescript/unstable/sync';

const ROOT = path.join(import.meta.dirname, '../..');
const COPIED = ['shared', 'electron', 'renderer', 'practice-relay', 'assets/voices.json', 'tsconfig.base.json'];

/** Files are relative to the root of the repository, here and in the copy. */
export type SourceCopy = {
  /** Writes files and deletes those that are null. */
  change: (files: Readonly<Record<string, string | null>>) => Promise<void>;
  /**
   * Returns the files in which the compiler finds errors, sorted: of these, or of all. To check all takes seconds, to
   * check a few after that takes milliseconds.
   */
  filesWithErrors: (files?: readonly string[]) => string[];
  /** Imports a module of the copy as it is now. A module that was imported before stays as it was then. */
  load: <Module>(file: string) => Promise<Module>;
  remove: () => Promise<void>;
};

/** Returns the text of a file of the app's source. */
export function readSource(file: string): Promise<string> {
  return readFile(path.join(ROOT, file), 'utf8');
}

/** Copies the source of the app. @param compiled the folders to compile, without their tests. */
export async function copySource(compiled: readonly string[]): Promise<SourceCopy> {
  const folder = await mkdtemp(path.join(tmpdir(), 'relay-studio-'));
  const inCopy = (file: string): string => path.join(folder, file);
  for (const name of COPIED) await cp(path.join(ROOT, name), inCopy(name), { recursive: true });
  await symlink(path.join(ROOT, 'node_modules'), inCopy('node_modules'), 'junction');
  await writeFile(inCopy('package.json'), '{ "type": "module" }');
  const config = {
    extends: './tsconfig.base.json',
    compilerOptions: {
      lib: ['ES2024', 'DOM', 'DOM.Iterable', 'ESNext.Disposable'],
      types: ['node', 'vite/client'],
      jsx: 'react-jsx',
      // What a test omits leaves unused imports.
      noUnusedLocals: false,
    },
    include: compiled,
    exclude: ['**/*.test.ts', '**/*.test.tsx', 'electron/preload.ts'],
  };
  await writeFile(inCopy('tsconfig.json'), JSON.stringify(config));

  const compiler = new API({ cwd: folder });
  let program: Program | undefined;
  /** The files changed since the program was read. */
  let changes: Record<'changed' | 'created' | 'deleted', string[]> = { changed: [], created: [], deleted: [] };

  return {
    async change(files) {
      for (const [file, text] of Object.entries(files)) {
        if (text === null) await rm(inCopy(file), { force: true });
        else {
          await mkdir(path.dirname(inCopy(file)), { recursive: true });
          await writeFile(inCopy(file), text);
        }
        // Whether it existed before makes no difference for the compiler.
        changes[text === null ? 'deleted' : 'changed'].push(inCopy(file));
      }
    },
    filesWithErrors(files) {
      const params = program ? { fileChanges: changes } : { openProjects: [inCopy('tsconfig.json')] };
      changes = { changed: [], created: [], deleted: [] };
      program = compiler.updateSnapshot(params).getProjects()[0]?.program;
      if (!program) throw new Error('The compiler has not opened the project.');
      const read = program;
      const found = files
        ? files
            .map(inCopy)
            .flatMap((file) => [...read.getSyntacticDiagnostics(file), ...read.getSemanticDiagnostics(file)])
        : [
            ...read.getConfigFileParsingDiagnostics(),
            ...read.getProgramDiagnostics(),
            ...read.getSyntacticDiagnostics(),
            ...read.getGlobalDiagnostics(),
            ...read.getSemanticDiagnostics(),
          ];
      const names = found.map(({ fileName, text }) =>
        fileName === undefined ? text : path.relative(folder, fileName),
      );
      return [...new Set(names)].sort();
    },
    load: (file) => import(inCopy(file)),
    async remove() {
      compiler.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
