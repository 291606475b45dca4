// Implements `npm run bench`: builds the app, runs the requested benchmarks, prints their table. Nothing passes or fails.
//
//   npm run bench -- [names…] [--flag[=number]…]    all of them without a name; flags are documented in the benchmarks;
//                                                   one without a number is 1

import { cpus } from 'node:os';
import { decideHost, hostName } from '../../tests/support/test-host.ts';
import { buildApp } from '../build.ts';
import { benchAdjust } from './adjust.ts';
import type { Bench, Figure, Flags } from './bench.ts';
import { benchClient } from './client.ts';
import { benchCompare } from './compare.ts';
import { benchDatabase } from './database.ts';
import { benchEditor } from './editor.ts';
import { benchErase } from './erase.ts';
import { benchExport } from './export.ts';
import { benchLibrary } from './library.ts';
import { benchMask } from './mask.ts';
import { benchMemory } from './memory.ts';
import { benchPicker } from './picker.ts';
import { benchPlayer } from './player.ts';
import { benchPractice } from './practice.ts';
import { benchScript } from './script.ts';
import { benchSpeech } from './speech.ts';
import { benchStart } from './start.ts';
import { formatTable } from './table.ts';
import { benchTrust } from './trust.ts';

/** All benchmarks, in the order they run. A new one is a file that exports a `Bench`, and a line here. */
const BENCHES: ReadonlyMap<string, Bench> = new Map([
  ['start', benchStart],
  ['database', benchDatabase],
  ['library', benchLibrary],
  ['script', benchScript],
  ['speech', benchSpeech],
  ['practice', benchPractice],
  ['trust', benchTrust],
  ['erase', benchErase],
  ['adjust', benchAdjust],
  ['editor', benchEditor],
  ['client', benchClient],
  ['picker', benchPicker],
  ['player', benchPlayer],
  ['export', benchExport],
  ['mask', benchMask],
  ['compare', benchCompare],
  ['memory', benchMemory],
]);

/** What one name asks for besides itself: all that concerns scripts. */
const TOGETHER: ReadonlyMap<string, readonly string[]> = new Map([['script', ['script', 'editor', 'export']]]);

const FLAG = /^--(?<name>[a-z]+)(?:=(?<value>\d+))?$/;
const words = process.argv.slice(2);
const asked = words.filter((word) => !FLAG.test(word)).flatMap((name) => TOGETHER.get(name) ?? name);
const flags: Flags = new Map(
  words.flatMap((word) => {
    const { name, value } = FLAG.exec(word)?.groups ?? {};
    return name === undefined ? [] : [[name, Number(value ?? 1)] as const];
  }),
);
const unknown = asked.filter((name) => !BENCHES.has(name));
if (unknown.length > 0) {
  console.error(`No benchmark ${unknown.join(', ')}. There are: ${[...BENCHES.keys()].join(', ')}.`);
  process.exit(2);
}

const end = await decideHost();
await buildApp();
const figures: Figure[] = [];
for (const [name, bench] of BENCHES) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  console.error(`Measuring ${name} …`);
  figures.push(...(await bench(flags)));
}
const host = hostName() === 'electron' ? 'Electron' : 'the Chromium host';
console.log(`On ${host}, ${process.platform} ${process.arch}, ${cpus().length} cores.\n\n${formatTable(figures)}`);
end();
