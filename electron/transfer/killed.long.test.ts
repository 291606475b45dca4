import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { eventually } from '../../tests/support/eventually.ts';
import { makeLargeLibrary } from '../../tests/support/large-library.ts';
import { madeTake, writeMadeItem } from '../../tests/support/made-library.ts';
import { tempFolder } from '../../tests/support/temp-folder.ts';
import { findingsOf, namesIn, openTrashRun } from '../../tests/support/trash-run.ts';
import { partPathBeside } from '../files.ts';
import { readLibraryPlace } from '../library-place.ts';
import { backUpToFolder } from './back-up-folder.ts';
import { copyLibrary, finishCopy, removeMark, removeMoved, unfinishedCopyOf } from './copy-library.ts';
import { openFolderSource } from './folder-source.ts';
import { importLibrary } from './import-library.ts';
import { writeZip } from './write-zip.ts';
import { openZipSource } from './zip-source.ts';

const COUNT = 400;
const KILLS = 20;
/** Items of the library that another one is imported into. */
const OWN = 20;
const SUPPORT = path.join(import.meta.dirname, '../../tests/support');
const run = { signal: new AbortController().signal, onProgress: () => undefined };

/** Runs a program of `tests/support`, and kills it so long after it has begun to report. @returns whether it had ended before. */
async function killed(program: string, afterMs: number, ...args: string[]): Promise<boolean> {
  const child = fork(path.join(SUPPORT, program), args, { execArgv: ['--disable-warning=ExperimentalWarning'] });
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
    await killed('transfer-program.ts', (kill * 1700) / KILLS, 'move', place, to, userData);
    const found = readLibraryPlace(userData)?.folder ?? place;
    seen[found === place ? 'before' : 'after'] += 1;
    const content = contentOf(found);
    for (const mark of ['moving.json', 'moved.json']) content.delete(mark);
    expect(inOrder(content)).toEqual(whole);
    if (found === place)
      expect(await unfinishedCopyOf(to).then((from) => from === undefined || from === place)).toBe(true);
    // As the next start does, or the person who tries again.
    if (found === place) {
      await finishCopy(await copyLibrary(place, to, run), run);
      await removeMark(to);
    }
    await removeMark(to);
    await removeMoved({ from: place, to, copied: new Map() }, run.signal);
    expect(inOrder(contentOf(to))).toEqual(whole);
    place = to;
  }
  expect(seen.before).toBeGreaterThan(0);
}, 1_800_000);

it(`a back-up that is killed ${KILLS} times takes nothing from the library, and the next one makes it whole`, async () => {
  const folder = await tempFolder();
  const root = path.join(folder, 'library');
  makeLargeLibrary(root, COUNT);
  const whole = inOrder(contentOf(root));
  let interrupted = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    const to = path.join(folder, `back-up-${kill}`);
    const zip = path.join(folder, `${kill}.zip`);
    if (!(await killed('transfer-program.ts', (kill * 900) / KILLS, 'backUp', root, to))) interrupted += 1;
    expect(inOrder(contentOf(root))).toEqual(whole);
    const manifest = contentOf(to).get('manifest.json') ?? '{"isWhole":false}';
    const next = await backUpToFolder(root, to, '1.0.0', run);
    expect(next.isContinued).toBe(manifest.includes('"isWhole": false'));
    const copy = contentOf(to);
    for (const [name, bytes] of whole) expect(copy.get(name) === bytes).toBe(true);
    await killed('transfer-program.ts', (kill * 500) / KILLS, 'zip', root, zip);
    // There is no zip file under its name, or a whole one.
    if (readdirSync(folder).includes(`${kill}.zip`)) await (await openZipSource(zip)).close();
    await writeZip({ root, file: zip, part: partPathBeside(zip), wanted: null, appVersion: '1.0.0' }, run);
    const source = await openZipSource(zip);
    expect(source.records).toHaveLength(COUNT);
    await source.close();
  }
  expect(interrupted).toBeGreaterThan(0);
}, 1_800_000);

it(`an import that is killed ${KILLS} times has added whole items only, and the next one adds the rest`, async () => {
  const folder = await tempFolder();
  const theirs = path.join(folder, 'theirs');
  makeLargeLibrary(theirs, COUNT);
  const own = path.join(folder, 'own');
  for (let number = 1; number <= OWN; number++)
    writeMadeItem(own, madeTake(COUNT + number, `own ${number}`), COUNT + number);
  await (await opened(own)).close();
  const before = contentOf(path.join(own, 'items'));
  const added: number[] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    const mine = path.join(folder, `mine-${kill}`);
    cpSync(own, mine, { recursive: true });
    await killed('importing-process.ts', (kill * 1500) / KILLS, theirs, mine);
    const start = await opened(mine);
    // As the next start does.
    await start.imports.adoptUnlisted();
    const { search: _, mediaLeftOver: __, ...findings } = await findingsOf(mine);
    expect(findings).toEqual({});
    const items = contentOf(path.join(mine, 'items'));
    for (const [name, bytes] of before) expect(items.get(name) === bytes).toBe(true);
    // What was being written is there under another name, until the sweep of a later day removes it.
    const addedNow = [...items.keys()].filter((name) => name.endsWith('.json')).length - OWN;
    added.push(addedNow);

    const source = await openFolderSource(theirs);
    const tools = { ...run, reserve: start.items.reserve, adopt: start.imports.adopt };
    const next = await importLibrary(source, mine, tools);
    expect([next.added.items, next.known.items, next.renamed]).toEqual([COUNT - addedNow, addedNow, 0]);
    await start.close();
    expect(await findingsOf(mine)).toEqual({});
    expect(namesIn(mine, 'incoming')).toEqual([]);
    rmSync(mine, { recursive: true });
  }
  expect(added.some((count) => count > 0 && count < COUNT)).toBe(true);
}, 1_800_000);

/** The database of a library, as a start of the app opens it. */
async function opened(root: string) {
  const { database } = await openTrashRun(root);
  await eventually(async () => expect((await database.opened()).isWritable).toBe(true));
  return database;
}
