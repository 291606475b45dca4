// Lists the third-party packages in the app and their licences: packages bundled into its files, and packages shipped
// beside them.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { isCompatible } from './licences.ts';

/** One package in the app. `text` is its licence as published with the package. */
export type Notice = { name: string; version: string; licence: string; text: string };

/** The terms of libjpeg-turbo, which the package that contains it does not carry. */
const LIBJPEG_TURBO = `Contains libjpeg-turbo (https://libjpeg-turbo.org), under the following terms and those of the Independent JPEG
Group. This software is based in part on the work of the Independent JPEG Group.

Copyright (C)2009-2026 D. R. Commander. All Rights Reserved.
Copyright (C)2015 Viktor Szathmáry. All Rights Reserved.

Redistribution and use in source and binary forms, with or without modification, are permitted provided that the
following conditions are met:

- Redistributions of source code must retain the above copyright notice, this list of conditions and the following
  disclaimer.
- Redistributions in binary form must reproduce the above copyright notice, this list of conditions and the following
  disclaimer in the documentation and/or other materials provided with the distribution.
- Neither the name of the libjpeg-turbo Project nor the names of its contributors may be used to endorse or promote
  products derived from this software without specific prior written permission.

THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS", AND ANY EXPRESS OR IMPLIED WARRANTIES,
INCLUDING, BUT NOT LIMITED TO, THE IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE
DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT HOLDERS OR CONTRIBUTORS BE LIABLE FOR ANY DIRECT, INDIRECT, INCIDENTAL,
SPECIAL, EXEMPLARY, OR CONSEQUENTIAL DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR
SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER CAUSED AND ON ANY THEORY OF LIABILITY,
WHETHER IN CONTRACT, STRICT LIABILITY, OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE OF
THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.`;

/** Components compiled into a package that its own licence file does not mention. */
const COMPILED_INSIDE: Readonly<Record<string, string>> = {
  'wasm-media-encoders': 'Contains LAME (https://lame.sourceforge.io), under the GNU Lesser General Public License.',
  '@cornerstonejs/codec-libjpeg-turbo-8bit': LIBJPEG_TURBO,
  '@img/sharp-wasm32':
    'Contains libvips (https://www.libvips.org), under the GNU Lesser General Public License, and the libraries it is built from.',
  '@evan/opus':
    'Contains libopus (https://opus-codec.org), under the three-clause BSD licence of the Xiph.Org Foundation.',
  '@echogarden/espeak-ng-emscripten':
    'Contains eSpeak NG (https://github.com/espeak-ng/espeak-ng), whose sources are under the GNU General Public License, version 3 or (at your option) any later version. The package itself says "GPL-3.0" and carries the text of version 3, without a word on later versions.',
};

/** Records which packages are included in a bundle, including its workers. One instance can observe several builds. */
export function packageRecorder(): { plugin: Plugin; folders: ReadonlySet<string> } {
  const folders = new Set<string>();
  const plugin: Plugin = {
    name: 'package-recorder',
    generateBundle(_options, bundle) {
      for (const output of Object.values(bundle)) {
        const sources = output.type === 'chunk' ? output.moduleIds : output.originalFileNames;
        for (const source of sources) {
          // Assets are named from the folder that is built.
          const folder = packageFolder(source, this.environment.config.root);
          if (folder) folders.add(folder);
        }
      }
    },
  };
  return { plugin, folders };
}

/**
 * Returns the folders of the packages that `dependencies` install, from the lockfile; those for other systems are not
 * installed and are omitted.
 */
export function carriedPackages(root: string): string[] {
  const lock = readJson<{ packages: Record<string, { dev?: boolean }> }>(path.join(root, 'package-lock.json'));
  return Object.entries(lock.packages)
    .filter(([place, { dev }]) => place !== '' && !dev && !place.startsWith('node_modules/node-'))
    .map(([place]) => path.join(root, place))
    .filter((folder) => existsSync(folder));
}

/** Reads the notice of a package. @throws if its licence is not compatible with that of the app, or has no text. */
export function readNotice(folder: string): Notice {
  const { name, version, license } = readJson<{ name: string; version: string; license?: string }>(
    path.join(folder, 'package.json'),
  );
  if (license === undefined || !isCompatible(license)) throw new Error(`${name}: licence ${license ?? 'unknown'}`);
  const files = readdirSync(folder)
    .filter((file) => /^(licen[cs]e|copying|copyright|notice)/i.test(file))
    .sort();
  // Two packages contain their licence only in the readme.
  if (files.length === 0) files.push(...readdirSync(folder).filter((file) => /^readme/i.test(file)));
  const parts = files.map((file) => readFileSync(path.join(folder, file), 'utf8').trim());
  if (parts.length === 0) throw new Error(`${name}: no licence text`);
  return { name, version, licence: license, text: [COMPILED_INSIDE[name], ...parts].filter(Boolean).join('\n\n') };
}

/**
 * Builds the complete file, with packages in alphabetical order. @param lgpl the text of the LGPL, which packages name
 * but do not contain.
 */
export function writeNotices(notices: readonly Notice[], lgpl: string): string {
  const byName = new Map(notices.map((notice) => [`${notice.name} ${notice.version}`, notice]));
  const sections = [...byName.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([title, { licence, text }]) => `${'='.repeat(80)}\n${title} (${licence})\n${'='.repeat(80)}\n\n${text}\n`);
  return [
    'Relay Studio contains the work of others. Each part is listed with its licence.',
    'Electron and Chromium carry their own notices beside the program: LICENSE.electron.txt and LICENSES.chromium.html.\n',
    ...sections,
    `${'='.repeat(80)}\nGNU Lesser General Public License 3\n${'='.repeat(80)}\n\n${lgpl.trim()}\n`,
  ].join('\n');
}

/** Returns the package that a module belongs to; undefined for modules of the app and of the bundler. */
function packageFolder(source: string, root: string): string | undefined {
  const file = path.resolve(root, source.replace(/^\0/, ''));
  return /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(file)?.[1];
}

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(file, 'utf8')) as T;
}
