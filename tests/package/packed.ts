// The package as used by specs: packed once with a replacement for Electron, then extracted into a separate folder.

import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { extractAll } from '@electron/asar';
import type { AfterPackContext } from 'electron-builder';
import { pack } from '../../tools/package.ts';
import { test as base, expect, filesUnder } from '../e2e/support/fixtures.ts';
import { writeStubElectron } from './stub-electron.ts';

/** A packed app. */
export type Packed = {
  /** The folder that an installer would copy to the disk. */
  installed: string;
  archive: string;
  /** The files of the archive, outside this repository, so that no file of the repository can be found by accident. */
  appRoot: string;
  desktopEntry: string;
  /** What the desktop entry inside the AppImage starts. */
  appImageExec: string;
};

/** One file of the app. */
export type AppFile = { name: string; bytes: Buffer; sha256: string };

/** The app's test, run on the packed files: `appRoot` is the extracted archive. */
export const test = base.extend<object, { packed: Packed }>({
  packed: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it should provide from this pattern.
    async ({}, use) => {
      const folder = await mkdtemp(path.join(tmpdir(), 'relay-studio-package-'));
      await use(await packInto(folder));
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  sharesApp: false,
  appRoot: async ({ packed }, use) => use(packed.appRoot),
});
export { expect };

async function packInto(folder: string): Promise<Packed> {
  const electronDist = path.join(folder, 'electron');
  const output = path.join(folder, 'packed');
  const appRoot = path.join(folder, 'app');
  await writeStubElectron(electronDist);
  let entries = { desktopEntry: '', appImageExec: '' };
  await pack({
    output,
    isFolderOnly: true,
    isInspectable: false,
    electronDist,
    afterPack: async (context) => {
      entries = await desktopEntriesOf(context, output);
    },
  });
  const installed = path.join(output, process.arch === 'arm64' ? 'linux-arm64-unpacked' : 'linux-unpacked');
  const archive = path.join(installed, 'resources/app.asar');
  extractAll(archive, appRoot);
  return { installed, archive, appRoot, ...entries };
}

type LinuxHelper = { computeDesktopEntry: (options: unknown) => Promise<string> };
type Target = { desktopEntry: { value: Promise<string> } };

/**
 * Returns the desktop entries of Linux installers; electron-builder writes them only while building one, so this calls
 * its parts.
 */
async function desktopEntriesOf({ packager }: AfterPackContext, output: string) {
  const require = createRequire(createRequire(import.meta.url).resolve('electron-builder'));
  const { LinuxTargetHelper } = require('app-builder-lib/out/targets/LinuxTargetHelper.js') as {
    LinuxTargetHelper: new (packager: unknown) => LinuxHelper;
  };
  const { default: AppImageTarget } = require('app-builder-lib/out/targets/appimage/AppImageTarget.js') as {
    default: new (name: string, packager: unknown, helper: LinuxHelper, output: string) => Target;
  };
  const helper = new LinuxTargetHelper(packager);
  const ofAppImage = await new AppImageTarget('AppImage', packager, helper, output).desktopEntry.value;
  return {
    desktopEntry: await helper.computeDesktopEntry(packager.platformSpecificBuildOptions),
    appImageExec: /^Exec=(.*)$/m.exec(ofAppImage)?.[1] ?? '',
  };
}

/** Returns every file of the extracted app, with its path in forward slashes. */
export async function appFiles(appRoot: string): Promise<AppFile[]> {
  const files = await filesUnder(appRoot);
  return [...files.entries()].map(([name, bytes]) => ({
    name: name.replaceAll('\\', '/'),
    bytes,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }));
}

/** Sets a project home page in the extracted app, as in a released one. */
export async function giveHome(appRoot: string, homepage: string): Promise<void> {
  const file = path.join(appRoot, 'package.json');
  const content = JSON.parse(await readFile(file, 'utf8')) as object;
  await writeFile(file, JSON.stringify({ ...content, homepage }));
}
