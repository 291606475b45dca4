// Bundles what page tests run of main: hundreds of modules, which each worker of the tests would load one by one.

import path from 'node:path';
import { build } from 'vite';
import { BESIDE_BUNDLES, nodeConfig } from '../../../tools/build.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
const FOLDER = 'node_modules/.cache/page-studio';
const NAME = 'studio.js';

/** Where the bundle is. */
export const STUDIO_BUNDLE = path.join(ROOT, FOLDER, NAME);

/** Makes the bundle, with the desktop of the page tests in the place of Electron. */
export async function bundleStudio(): Promise<void> {
  const config = nodeConfig(
    'tests/page/support/studio.ts',
    FOLDER,
    'es',
    NAME,
    { name: 'recorder of no packages' },
    BESIDE_BUNDLES,
  );
  const alias = { electron: path.join(import.meta.dirname, 'electron.ts') };
  await build({
    ...config,
    resolve: { ...config.resolve, alias },
    build: { ...config.build, emptyOutDir: true },
  });
}
