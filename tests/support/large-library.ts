// Libraries with thousands of items, made quickly: files as the app writes them, without waiting for the disk.

import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { madeId, madeTake, writeMadeItem } from './made-library.ts';

/** Writes a library of takes into a folder. Every tenth is in the trash. @param bytesEach size of each media file. */
export function makeLargeLibrary(root: string, count: number, bytesEach = 2000): void {
  for (let number = 1; number <= count; number++) {
    const text = `Take ${number} `.padEnd(bytesEach, `${number} `);
    const item = madeTake(number, text, { title: `Take ${number}` });
    writeMadeItem(root, item, number);
  }
}

/** Writes a script whose lines were spoken by these takes. */
export function writeMadeScript(
  root: string,
  number: number,
  takeNumbers: readonly number[],
  title = 'A script',
): void {
  const id = `5c000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
  const lines = takeNumbers.map((take, index) => ({
    id: `11000000-0000-4000-8000-${String(take).padStart(12, '0')}`,
    index,
    takeIds: [madeId(take)],
    usedTakeId: null,
  }));
  const text = takeNumbers.map((take) => `Line ${take}`).join('\n');
  const script = { id, title, text, lines, cast: [], lexicon: [], createdAtMs: 1, changedAtMs: 2 };
  mkdirSync(path.join(root, 'scripts'), { recursive: true });
  writeFileSync(
    path.join(root, 'scripts', `${id}.json`),
    JSON.stringify({ version: 1, trashedAtMs: null, script, colourOfLater: 'red' }),
  );
}
