// Implements `npm run package`: builds the app and packs it for this system, as configured in electron-builder.yml.
//
//   npm run package -- [--folder] [--inspectable] [--output=FOLDER]
//
// --folder packs no installer; --inspectable leaves the fuse for debuggers on, for tests: never release such a package.

import path from 'node:path';
import { build, type Configuration, type PackagerOptions } from 'electron-builder';
import packageJson from '../package.json' with { type: 'json' };
import { LOCALE_TAGS } from '../shared/i18n/index.ts';
import { LOCALES } from '../shared/i18n/locales.ts';
import { buildApp } from './build.ts';
import { installedElectron } from './electron/index.ts';
import { updateFeed } from './update-feed.ts';

const ROOT = path.join(import.meta.dirname, '..');

export type PackOptions = {
  /** Folder of the packages. */
  output: string;
  /** Creates only an unpacked folder. */
  isFolderOnly: boolean;
  isInspectable: boolean;
  /** An unpacked Electron to use instead of fetching one. */
  electronDist?: string | undefined;
  afterPack?: Configuration['afterPack'];
};

/**
 * Packs `dist/` as it is. Signs if the environment contains electron-builder's variables for signing. @returns the
 * created packages.
 */
export async function pack(options: PackOptions): Promise<string[]> {
  const { output, isFolderOnly, isInspectable, electronDist, afterPack } = options;
  const feed = updateFeed(homepage(), process);
  const config: Configuration = {
    extends: 'electron-builder.yml',
    electronLanguages: LOCALE_TAGS.map((tag) => LOCALES[tag].electronLanguage),
    directories: { output },
    ...(electronDist && { electronDist }),
    ...(afterPack && { afterPack }),
    ...(isInspectable && { electronFuses: { enableNodeCliInspectArguments: true } }),
    ...(feed && { publish: feed }),
  };
  const targets = isFolderOnly ? ['dir'] : targetsHere();
  const system = { darwin: 'mac', win32: 'win' }[process.platform as string] ?? 'linux';
  const wanted: PackagerOptions = { [system]: targets };
  return build({ projectDir: ROOT, publish: 'never', config, ...wanted });
}

/** The project's home page, if it has one yet. */
function homepage(): string | undefined {
  return 'homepage' in packageJson ? String(packageJson.homepage) : undefined;
}

/** The targets of electron-builder.yml, except those that cannot be created on this system. */
function targetsHere(): string[] {
  if (process.platform !== 'linux' || homepage()) return [];
  console.error('No .deb: it has to name a project home, and package.json has no "homepage" yet.');
  return ['AppImage', 'tar.gz'];
}

if (import.meta.main) {
  const args = process.argv.slice(2);
  const output = args.find((arg) => arg.startsWith('--output='))?.slice('--output='.length) ?? 'release';
  // In a workflow a secret that is not set is an empty text, which is not a certificate.
  for (const name of ['CSC_LINK', 'WIN_CSC_LINK', 'APPLE_ID']) if (process.env[name] === '') delete process.env[name];
  await buildApp();
  const packages = await pack({
    output: path.resolve(output),
    isFolderOnly: args.includes('--folder'),
    isInspectable: args.includes('--inspectable'),
    // The installed binary, which was verified by npm's checksums; without one electron-builder fetches it.
    electronDist: installedElectron(ROOT)?.folder,
  });
  for (const file of packages) console.log(file);
}
