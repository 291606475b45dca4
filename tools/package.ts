// Owns `npm run package`: builds the app and packs it for this system, by electron-builder.yml; must not know what is inside.
//
//   npm run package -- [--folder] [--inspectable] [--electron-dist=FOLDER]
//
// --folder packs no installer; --inspectable leaves the fuse for debuggers on, for tests: never release that.

import path from 'node:path';
import { build, type Configuration, type PackagerOptions } from 'electron-builder';
import packageJson from '../package.json' with { type: 'json' };
import { buildApp } from './build.ts';

const ROOT = path.join(import.meta.dirname, '..');

export type PackOptions = {
  /** Where packages go. */
  output: string;
  /** An unpacked folder only. */
  isFolderOnly: boolean;
  isInspectable: boolean;
  /** An unpacked Electron to take instead of fetching one. */
  electronDist?: string | undefined;
  afterPack?: Configuration['afterPack'];
};

/** Packs `dist/` as it is. Signs where the environment holds what electron-builder signs with. @returns the packages made. */
export async function pack(options: PackOptions): Promise<string[]> {
  const { output, isFolderOnly, isInspectable, electronDist, afterPack } = options;
  const feed = updateFeed();
  const config: Configuration = {
    extends: 'electron-builder.yml',
    directories: { output },
    ...(electronDist && { electronDist }),
    ...(afterPack && { afterPack }),
    ...(isInspectable && { electronFuses: { enableNodeCliInspectArguments: true } }),
    ...(feed && { publish: { provider: 'generic', url: feed } }),
  };
  const targets = isFolderOnly ? ['dir'] : targetsHere();
  const system = { darwin: 'mac', win32: 'win' }[process.platform as string] ?? 'linux';
  const wanted: PackagerOptions = { [system]: targets };
  return build({ projectDir: ROOT, publish: 'never', config, ...wanted });
}

/** The project's home, if it has one yet. */
function homepage(): string | undefined {
  return 'homepage' in packageJson ? String(packageJson.homepage) : undefined;
}

/** Where signed builds look for newer ones. Unsigned builds, and Linux, which has no signatures of its own, get none and so never update themselves. */
function updateFeed(): string | undefined {
  const home = homepage();
  const isSigned = process.platform !== 'linux' && Boolean(process.env.CSC_LINK);
  return home && isSigned ? `${home.replace(/\/$/, '')}/releases/latest/download` : undefined;
}

/** The targets of electron-builder.yml, without what cannot be made here. */
function targetsHere(): string[] {
  if (process.platform !== 'linux' || homepage()) return [];
  console.error('No .deb: it has to name a project home, and package.json has no "homepage" yet.');
  return ['AppImage', 'tar.gz'];
}

if (import.meta.main) {
  const args = process.argv.slice(2);
  await buildApp();
  const packages = await pack({
    output: path.join(ROOT, 'release'),
    isFolderOnly: args.includes('--folder'),
    isInspectable: args.includes('--inspectable'),
    electronDist: args.find((arg) => arg.startsWith('--electron-dist='))?.slice('--electron-dist='.length),
  });
  for (const file of packages) console.log(file);
}
