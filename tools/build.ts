// Builds the app into dist/: main (ESM), preload (one CommonJS file), practice relay, renderer, the guide, and the
// licence notices of all of it.

import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { build, type InlineConfig, type Plugin } from 'vite';
import packageJson from '../package.json' with { type: 'json' };
import { buildGuide } from './guide.ts';
import { carriedPackages, packageRecorder, readNotice, writeNotices } from './third-party-notices.ts';

const ROOT = path.join(import.meta.dirname, '..');
/** Modules outside the bundles: packages shipped beside them, whole or by a path inside, and modules of the runtime. */
export const BESIDE_BUNDLES = [
  /^node:/,
  ...builtinModules.map((name) => new RegExp(`^${name}$`)),
  ...Object.keys(packageJson.dependencies).map((name) => new RegExp(`^${name}(/|$)`)),
];

/** Builds everything; `dist/` is complete when this resolves. */
export async function buildApp(): Promise<void> {
  await rm(path.join(ROOT, 'dist'), { recursive: true, force: true });
  const { plugin, folders } = packageRecorder();
  await Promise.all([
    build(nodeConfig('electron/main.ts', 'dist/electron', 'es', 'main.js', plugin)),
    build(nodeConfig('electron/verify-worker.ts', 'dist/electron', 'es', 'verify-worker.js', plugin)),
    build(nodeConfig('electron/transfer-worker.ts', 'dist/electron', 'es', 'transfer-worker.js', plugin)),
    build(nodeConfig('electron/database/database-worker.ts', 'dist/electron', 'es', 'database-worker.js', plugin)),
    build(nodeConfig('electron/preload.ts', 'dist/electron', 'cjs', 'preload.cjs', plugin)),
    ...['main', 'speech-worker', 'picture-worker'].map((name) =>
      build(nodeConfig(`practice-relay/${name}.ts`, 'dist/practice-relay', 'es', `${name}.js`, plugin)),
    ),
    build({
      configFile: path.join(ROOT, 'renderer/vite.config.ts'),
      root: path.join(ROOT, 'renderer'),
      logLevel: 'warn',
      plugins: [plugin],
      worker: { plugins: () => [plugin] },
    }),
    copyIcons(),
  ]);
  await buildGuide(path.join(ROOT, 'dist/renderer'));
  const notices = [...folders, ...carriedPackages(ROOT)].map(readNotice);
  const lgpl = await readFile(path.join(ROOT, 'assets/licences/LGPL-3.0.txt'), 'utf8');
  // Stored with the page's files: the app shows them in Settings.
  await writeFile(path.join(ROOT, 'dist/renderer/third-party-notices.txt'), writeNotices(notices, lgpl));
}

/** Copies the icon of the window, and the one under the pointer while a file is dragged out of it. */
async function copyIcons(): Promise<void> {
  const folder = path.join(ROOT, 'dist/electron');
  await mkdir(folder, { recursive: true });
  const icons = path.join(ROOT, 'assets/icons');
  await copyFile(path.join(icons, '256x256.png'), path.join(folder, 'icon.png'));
  await copyFile(path.join(icons, '64x64.png'), path.join(folder, 'drag-icon.png'));
}

/** How what runs in Node is bundled; `entry` and `outDir` are relative to the project's folder. */
export function nodeConfig(
  entry: string,
  outDir: string,
  format: 'es' | 'cjs',
  fileName: string,
  plugin: Plugin,
  external: readonly RegExp[] = [/^electron$/, ...BESIDE_BUNDLES],
): InlineConfig {
  return {
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    plugins: [plugin],
    resolve: { conditions: ['node'], mainFields: ['module', 'main'] },
    ssr: { noExternal: true },
    build: {
      ssr: path.join(ROOT, entry),
      outDir: path.join(ROOT, outDir),
      emptyOutDir: false,
      target: 'node24',
      minify: false,
      rolldownOptions: {
        external: [...external],
        output: { format, entryFileNames: fileName, chunkFileNames: 'lazy-[hash].js' },
      },
    },
  };
}

if (import.meta.main) await buildApp();
