import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { makeLargeLibrary } from '../../tests/support/large-library.ts';
import { tempFolder } from '../../tests/support/temp-folder.ts';
import { partPathBeside } from '../files.ts';
import { readLibraryPlace } from '../library-place.ts';
import { backUpToFolder } from './back-up-folder.ts';
import { copyLibrary, finishCopy, removeMark, removeMoved, unfinishedCopyOf } from './copy-library.ts';
import { writeZip } from './write-zip.ts';
import { openZipSource } from './zip-source.ts';

const COUNT = 400;
const KILLS = 20;
const PROGRAM = path.join(import.meta.dirname, '../../tests/support/transfer-program.ts');
const run = { signal: new AbortController().signal, onProgress: () => undefined };

/** Runs a transfer, and kills it so long after it has begun to report. @returns whether it had ended before. */
async function killed(afterMs: number, ...args: string[]): Promise<boolean> {
  const child = fork(PROGRAM, args, { execArgv: ['--disable-warning=ExperimentalWarning'] });
  let isEnded = false;
  const begun = Promise.withResolvers<void>();
  child.on('message', ({ phase }: { phase: string }) => {
    begun.resolve();
    isEnded ||= phase === 'ended';
  });
  const exit = once(child, 'exit');
  await begun.promise;
  await Promise.race([delay(afterMs), exit]);
  child.kill('SIGKILL');
  await exit;
  return isEnded;
}

/** Every file of a library with its bytes. */
function contentOf(root: string): Map<string, string> {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = entries.map((entry) => path.join(entry.parentPath, entry.name));
  return new Map(files.map((file) => [path.relative(root, file), readFileSync(file, 'latin1')]));
}

const inOrder = (content: Map<string, string>) => [...content].sort(([a], [b]) => (a < b ? -1 : 1));

it(`a move that is killed ${KILLS} times leaves one whole library in use each time`, async () => {
  const userData = await tempFolder();
  let place = path.join(userData, 'library');
  makeLargeLibrary(place, COUNT);
  const whole = inOrder(contentOf(place));
  const seen = { before: 0, after: 0 };
  for (let kill = 0; kill < KILLS; kill++) {
    const to = path.join(userData, `disk-${kill}`);
    mkdirSync(to);
    await killed((kill * 1700) / KILLS, 'move', place, to, userData);
    const found = readLibraryPlace(userData)?.folder ?? place;
    seen[found === place ? 'before' : 'after'] += 1;
    const content = contentOf(found);
    content.delete('moving.json');
    expect(inOrder(content)).toEqual(whole);
    if (found === place)
      expect(await unfinishedCopyOf(to).then((from) => from === undefined || from === place)).toBe(true);
    // As the next start does, or the person who tries again.
    if (found === place) {
      await finishCopy(await copyLibrary(place, to, run), run);
      await removeMark(to);
    }
    await removeMark(to);
    await removeMoved(place, to);
    expect(inOrder(contentOf(to))).toEqual(whole);
    place = to;
  }
  expect(seen.before).toBeGreaterThan(0);
}, 600_000);

it(`a back-up that is killed ${KILLS} times takes nothing from the library, and the next one makes it whole`, async () => {
  const folder = await tempFolder();
  const root = path.join(folder, 'library');
  makeLargeLibrary(root, COUNT);
  const whole = inOrder(contentOf(root));
  let interrupted = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    const to = path.join(folder, `back-up-${kill}`);
    const zip = path.join(folder, `${kill}.zip`);
    if (!(await killed((kill * 900) / KILLS, 'backUp', root, to))) interrupted += 1;
    expect(inOrder(contentOf(root))).toEqual(whole);
    const manifest = contentOf(to).get('manifest.json') ?? '{"isWhole":false}';
    const next = await backUpToFolder(root, to, '1.0.0', run);
    expect(next.isContinued).toBe(manifest.includes('"isWhole": false'));
    const copy = contentOf(to);
    for (const [name, bytes] of whole) expect(copy.get(name) === bytes).toBe(true);
    await killed((kill * 500) / KILLS, 'zip', root, zip);
    // There is no zip file under its name, or a whole one.
    if (readdirSync(folder).includes(`${kill}.zip`)) await (await openZipSource(zip)).close();
    await writeZip({ root, file: zip, part: partPathBeside(zip), wanted: null, appVersion: '1.0.0' }, run);
    const source = await openZipSource(zip);
    expect(source.records).toHaveLength(COUNT);
    await source.close();
  }
  expect(interrupted).toBeGreaterThan(0);
}, 600_000);
