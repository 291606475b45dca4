// Builds the app into dist/: main (ESM), preload (one CommonJS file), practice relay, renderer. Plain Vite builds.

import { rm } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { build, type InlineConfig } from 'vite';
import packageJson from '../package.json' with { type: 'json' };

const ROOT = path.join(import.meta.dirname, '..');
/** What stays outside the bundles: packages carried beside them, whole or by a path inside, and what the runtime brings. */
const EXTERNAL = [
  /^electron$/,
  /^node:/,
  ...builtinModules.map((name) => new RegExp(`^${name}$`)),
  ...Object.keys(packageJson.dependencies).map((name) => new RegExp(`^${name}(/|$)`)),
];

/** Builds everything; `dist/` is complete when this resolves. */
export async function buildApp(): Promise<void> {
  await rm(path.join(ROOT, 'dist'), { recursive: true, force: true });
  await Promise.all([
    build(nodeConfig('electron/main.ts', 'dist/electron', 'es', 'main.js')),
    build(nodeConfig('electron/preload.ts', 'dist/electron', 'cjs', 'preload.cjs')),
    ...['main', 'speech-worker', 'picture-worker'].map((name) =>
      build(nodeConfig(`practice-relay/${name}.ts`, 'dist/practice-relay', 'es', `${name}.js`)),
    ),
    build({
      configFile: path.join(ROOT, 'renderer/vite.config.ts'),
      root: path.join(ROOT, 'renderer'),
      logLevel: 'warn',
    }),
  ]);
}

function nodeConfig(entry: string, outDir: string, format: 'es' | 'cjs', fileName: string): InlineConfig {
  return {
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    resolve: { conditions: ['node'], mainFields: ['module', 'main'] },
    ssr: { noExternal: true },
    build: {
      ssr: path.join(ROOT, entry),
      outDir: path.join(ROOT, outDir),
      emptyOutDir: false,
      target: 'node24',
      minify: false,
      rolldownOptions: {
        external: EXTERNAL,
        output: { format, entryFileNames: fileName, codeSplitting: false },
      },
    },
  };
}

if (import.meta.main) await buildApp();
