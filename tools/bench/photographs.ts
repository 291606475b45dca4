// Photographs under free licences, from a package of Debian, for benchmarks only: fetched by apt, kept in the cache folder
// of node_modules.

import { execFile } from 'node:child_process';
import { access, mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

/** CC BY-SA and LGPL; the package's file `copyright` names the authors. */
const PACKAGE = 'plasma-workspace-wallpapers';
const CACHE = path.join(import.meta.dirname, '../../node_modules/.cache/relay-studio', PACKAGE);
/** Those of its pictures that were taken by a camera, of 2560 by 1600 pixels. */
const NAMES = ['FallenLeaf', 'Path', 'ColorfulCups', 'OneStandsOut', 'EveningGlow', 'ColdRipple'] as const;

/** Returns the files of the photographs by name; undefined, with a line that says why, where apt cannot fetch them. */
export async function fetchPhotographs(): Promise<ReadonlyMap<string, string> | undefined> {
  const run = promisify(execFile);
  try {
    await access(path.join(CACHE, 'usr')).catch(async () => {
      await mkdir(CACHE, { recursive: true });
      // As root apt fetches as another user, who may have no access to this folder.
      await run('apt-get', ['-o', 'APT::Sandbox::User=root', 'download', PACKAGE], { cwd: CACHE });
      const archive = (await readdir(CACHE)).find((name) => name.endsWith('.deb')) ?? '';
      await run('dpkg-deb', ['-x', archive, '.'], { cwd: CACHE });
    });
  } catch (error) {
    console.error(`No photographs: ${String(error).split('\n')[0]}`);
    return undefined;
  }
  const folder = path.join(CACHE, 'usr/share/wallpapers');
  return new Map(NAMES.map((name) => [name, path.join(folder, name, 'contents/images/2560x1600.jpg')]));
}
