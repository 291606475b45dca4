import { expect, it } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };
import lock from '../package-lock.json' with { type: 'json' };
import { withoutChecksum } from './check-release.ts';
import { isCompatible } from './licences.ts';

it.each([
  'MIT',
  'Apache-2.0 AND LGPL-3.0-or-later',
  'Apache-2.0 AND LGPL-3.0-or-later AND MIT',
  '(MIT OR GPL-2.0-only)',
  '(BSD-2-Clause OR (MIT AND CC0-1.0))',
  'GPL-2.0+',
  'GPL-2.0-or-later WITH Classpath-exception-2.0',
  'GPL-3.0',
])('%s may be in the app', (licence) => expect(isCompatible(licence)).toBe(true));

it.each([
  'GPL-2.0-only',
  'MIT AND GPL-2.0-only',
  '(SSPL-1.0 OR BUSL-1.1)',
  'AGPL-3.0-or-later',
  'CC-BY-NC-4.0',
  'UNLICENSED',
  'SEE LICENSE IN LICENSE.txt',
  'MIT AND',
  '',
])('%j may not', (licence) => expect(isCompatible(licence)).toBe(false));

type Entry = { dev?: boolean; optional?: boolean; integrity?: string; hasInstallScript?: boolean; license?: string };
const entries = Object.entries(lock.packages as Record<string, Entry>).filter(([place]) => place !== '');

// attack 52
it('every package that is carried on any system has a licence that may be in the app', () => {
  const refused = entries.filter(([, { dev, license }]) => !dev && !isCompatible(license ?? ''));
  expect(refused).toEqual([]);
});

// attack 52
it('every entry of the lockfile has a checksum, whatever system it is for', () => {
  expect(withoutChecksum(lock.packages as Record<string, Entry>)).toEqual([]);
});

// attack 52
it('no package may run a script when it is installed', () => {
  const withScript = entries.flatMap(([place, { hasInstallScript }]) =>
    hasInstallScript ? place.replace(/^.*node_modules\//, '') : [],
  );
  expect(packageJson.allowScripts).toEqual(Object.fromEntries(withScript.map((name) => [name, false])));
});
