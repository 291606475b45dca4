// Photographs under free licences, from packages of Debian, for benchmarks only: fetched by apt, kept in the cache folder
// of node_modules.

import { execFile } from 'node:child_process';
import { access, mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import type { Size } from '../../shared/images/size.ts';

const CACHE = path.join(import.meta.dirname, '../../node_modules/.cache/relay-studio');

/** CC BY, CC BY-SA, CC0 and LGPL; each package's file `copyright` names the authors. */
const FOLDERS = {
  'plasma-workspace-wallpapers': 'usr/share/wallpapers',
  'lomiri-wallpapers-16.04': 'usr/share/backgrounds',
  'lomiri-wallpapers-20.04': 'usr/share/backgrounds',
  'gnome-backgrounds': 'usr/share/backgrounds/gnome',
} as const;
type Package = keyof typeof FOLDERS;

/** A photograph: what it shows, and where it is. */
export type Photograph = { readonly name: string; readonly file: string };
type Listed = readonly [name: string, from: Package, file: string];

const plasma = (name: string): Listed => [name, 'plasma-workspace-wallpapers', `${name}/contents/images/2560x1600.jpg`];

/** Those on which filling a hole is measured: all of 2560 by 1600 pixels. */
export const LARGE: readonly Listed[] = [
  'FallenLeaf',
  'Path',
  'ColorfulCups',
  'OneStandsOut',
  'EveningGlow',
  'ColdRipple',
].map(plasma);

/** Those by which methods and thresholds may be chosen: from sharp to blurred, one with slats that all are alike. */
export const TRAINING: readonly Listed[] = [
  ['bridge', 'lomiri-wallpapers-16.04', 'Bridge_by_Sander_Klootwijk.jpg'],
  ['brushes', 'lomiri-wallpapers-16.04', 'Picture_1A_by_freespace.jpg'],
  ['meadow', 'lomiri-wallpapers-16.04', 'aitzgorri_by_Aitzol_Berasategi.jpg'],
  ['dogs', 'lomiri-wallpapers-16.04', 'friends_by_Aitzol_Berasategi.jpg'],
  ['dandelions', 'lomiri-wallpapers-16.04', 'seeding_by_Clements_Engelhardt.jpg'],
  ['slats', 'gnome-backgrounds', 'wood-l.webp'],
  plasma('ColdRipple'),
  plasma('ColorfulCups'),
  plasma('FallenLeaf'),
  plasma('DarkestHour'),
];

/** Those by which nothing may be chosen. */
export const JUDGING: readonly Listed[] = [
  ['dragonfly', 'lomiri-wallpapers-16.04', 'Dragonfly_by_Bolly.jpg'],
  ['fig', 'lomiri-wallpapers-16.04', 'Picture_0B_by_freespace.jpg'],
  ['clock', 'lomiri-wallpapers-16.04', 'greentock_by_Peter_Nerlich.jpg'],
  ['brook', 'lomiri-wallpapers-16.04', 'life_by_Aitzol_Berasategi.jpg'],
  ['peaks', 'lomiri-wallpapers-16.04', 'picosdeeuropa_by_Aitzol_Berasategi.jpg'],
  ['nuthatch', 'lomiri-wallpapers-20.04', 'Kleiber_by_Lukas_Baubkus.jpg'],
  plasma('BytheWater'),
  plasma('EveningGlow'),
  plasma('Kite'),
  plasma('Grey'),
];

/** Fetches photographs. Those that cannot be had are left out, with a line that says why. */
export async function fetchPhotographs(listed: readonly Listed[]): Promise<Photograph[]> {
  const found: Photograph[] = [];
  for (const [name, from, file] of listed) {
    try {
      const whole = path.join(await unpacked(from), FOLDERS[from], file);
      await access(whole);
      found.push({ name, file: whole });
    } catch (error) {
      console.error(`No photograph ${name}: ${String(error).split('\n')[0]}`);
    }
  }
  return found;
}

/** The folder of a package's files. It is fetched once; no rights are needed for that. */
async function unpacked(name: Package): Promise<string> {
  const folder = path.join(CACHE, name);
  const run = promisify(execFile);
  await access(path.join(folder, 'usr')).catch(async () => {
    await mkdir(folder, { recursive: true });
    // As root apt fetches as another user, who may have no access to this folder.
    await run('apt-get', ['-o', 'APT::Sandbox::User=root', 'download', name], { cwd: folder });
    const archive = (await readdir(folder)).find((one) => one.endsWith('.deb')) ?? '';
    await run('dpkg-deb', ['-x', archive, '.'], { cwd: folder });
  });
  return folder;
}

/** A photograph, cut to a size: three bytes for each pixel. */
export async function readPhotograph({ file }: Photograph, { width, height }: Size) {
  const data = await sharp(file)
    .resize(width, height, { fit: 'cover' })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer();
  return { data: new Uint8Array(data), width, height };
}
