// Converts page/*.ts and a preload into script text that Chromium runs before the page.
//
// The page files are ordinary modules for the type checker and for tests. For injection their types are removed by
// Node, `import` lines are dropped and `export` keywords removed, and the files are joined in one function scope; so a
// page file imports only other page files (or the codec), in the order given here, and exports declarations only.

import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { Script } from 'node:vm';
import type { IsolatedWorldConfig } from './page/isolated-world.ts';
import type { MainWorldConfig } from './page/main-world.ts';

export const ISOLATED_WORLD = 'preload';

export interface PageScripts {
  readonly mainWorld: string;
  readonly isolatedWorld: string;
}

/** In the folder that `npm ci` empties. */
const CACHE = new URL('../../../node_modules/.cache/chromium-host/', import.meta.url);

/**
 * Removes the types. To do that Node loads a compiler, which takes longer than all else in the start of the host, so
 * the result is kept.
 */
function withoutTypes(source: string): string {
  const name = createHash('sha256').update(process.version).update(source).digest('hex');
  const file = new URL(`${name}.js`, CACHE);
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // Not kept yet.
  }
  const stripped = stripTypeScriptTypes(source);
  try {
    mkdirSync(CACHE, { recursive: true });
    // Renamed when complete: several hosts may start at once.
    const part = new URL(`${name}.${process.pid}`, CACHE);
    writeFileSync(part, stripped);
    renameSync(part, file);
  } catch {
    // A folder that cannot be written: the next start removes them again.
  }
  return stripped;
}

function pageSource(...files: string[]): string {
  return files
    .map((file) => withoutTypes(readFileSync(new URL(file, import.meta.url), 'utf8')))
    .join('\n')
    .replaceAll(/^import .*$/gm, '')
    .replaceAll(/^export (?=(?:async )?(?:function|const|class)\b)/gm, '');
}

/** Reads a preload script. @throws if a sandboxed renderer of Electron could not load it. */
export function readPreload(path: string): string {
  const source = readFileSync(path, 'utf8');
  try {
    new Script(`(function () {\n${source}\n})`, { filename: path });
  } catch (error) {
    throw new Error(`Unable to load preload script: ${path}: a sandboxed preload must be one CommonJS file`, {
      cause: error,
    });
  }
  return source;
}

/** Builds the scripts of one window. Event names and the mark are secrets of this window. */
export function buildPageScripts(options: {
  readonly origin: string;
  readonly socketPath: string;
  readonly ticket: string;
  readonly preload: { readonly name: string; readonly source: string } | undefined;
}): PageScripts {
  const names: MainWorldConfig = {
    origin: options.origin,
    toMain: randomUUID(),
    toIsolated: randomUUID(),
    mark: randomUUID(),
  };
  const config: IsolatedWorldConfig = {
    ...names,
    socketPath: options.socketPath,
    ticket: options.ticket,
    preloadName: options.preload?.name ?? '',
    process: { platform: process.platform, arch: process.arch, versions: { node: process.versions.node } },
  };
  const preload = options.preload
    ? `function (require, process, global, exports, module) {\n${options.preload.source}\n}`
    : 'undefined';
  // As in Electron, a preload runs in the main frame only; Chromium runs these scripts in every frame.
  const onlyInMainFrame = 'if (window !== window.top) return;';
  return {
    mainWorld: `(() => {${onlyInMainFrame}${pageSource('page/link.ts', 'page/main-world.ts')}
startMainWorld(${JSON.stringify(names)});
})();`,
    isolatedWorld: `(() => {${onlyInMainFrame}${pageSource('codec.ts', 'page/link.ts', 'page/isolated-world.ts')}
startIsolatedWorld(${JSON.stringify(config)}, ${preload});
})();
//# sourceURL=${options.preload?.name ?? 'preload'}`,
  };
}
