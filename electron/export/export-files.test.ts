import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { item } from '../../renderer/testing/fake-ipc.ts';
import { BOUNDS } from '../../shared/bounds.ts';
import { failWrites } from '../../tests/support/failing-writes.ts';
import { mountSmallDisk } from '../../tests/support/small-disk.ts';
import { tempFolder } from '../../tests/support/temp-folder.ts';
import { forgetting, noTraces, untraced } from '../../tests/support/untraced.ts';
import { freeBytesOf } from '../disk-space.ts';
import { createExportFiles, type ExportFiles } from './export-files.ts';
import { createUnfinishedParts, type UnfinishedParts } from './unfinished-parts.ts';

const PIECE = Buffer.alloc(100_000, 7);

/** The name of a file that is not complete: nobody else's. */
const PART = expect.stringMatching(/^relay-studio-[0-9a-f]{16}\.part$/);

/** Remembers nothing. */
const NONE: UnfinishedParts = { add: async () => {}, remove: async () => {}, sweep: async () => {} };

const PARTS = {
  library: { get: async () => undefined, getAll: async () => [], media: async () => undefined },
  provenance: noTraces,
  remember: forgetting,
  unfinished: NONE,
  askSavePath: async () => undefined,
  askSaveFolder: async () => undefined,
  freeBytes: freeBytesOf,
  onBusy: () => undefined,
};

/** Exports into a folder, by a person who takes the suggested name. */
function exportsTo(folder: string | undefined, freeBytes = freeBytesOf, unfinished = NONE) {
  return createExportFiles({
    ...PARTS,
    unfinished,
    askSavePath: async (name) => (folder === undefined ? undefined : { path: path.join(folder, name), name }),
    askSaveFolder: async () => folder,
    freeBytes,
  });
}

async function begin(files: ExportFiles, isFolder = false): Promise<string> {
  const begun = await files.begin({ fileName: 'a.wav', isFolder });
  if (!begun.ok || begun.data === null) throw new Error('Not begun');
  return begun.data.id;
}

/** Writes a file of two pieces; stops at the first error. */
async function writeAll(files: ExportFiles, id: string) {
  const opened = await files.openFile({ id, fileName: 'a.wav', remainingBytes: 2 * PIECE.length, itemIds: [] });
  if (!opened.ok) return opened;
  for (const index of [0, 1]) {
    const written = await files.write({ id, index, bytes: PIECE });
    if (!written.ok) return written;
  }
  return files.finish({ id });
}

it('the dialog suggests a name without what turns text around', async () => {
  const askSavePath = vi.fn(async () => undefined);
  const files = createExportFiles({ ...PARTS, askSavePath });
  await files.begin({ fileName: 'take\u202Evaw.exe.wav', isFolder: false });
  expect(askSavePath).toHaveBeenCalledWith('takevaw.exe.wav');
});

it('a sound of several takes has a record of those that are still there, in order; its zip no mark', async () => {
  const folder = await tempFolder();
  const request = { ...item('', 0).request, connectionId: 'own' };
  const takes = ['a', 'b'].map((id) => item(id, 0, { mediaId: id.repeat(64), request }));
  const files = createExportFiles({
    ...PARTS,
    library: { ...PARTS.library, getAll: async (ids) => ids.flatMap((id) => takes.filter((one) => one.id === id)) },
    provenance: { choices: () => ({ hasMark: true, hasRecord: true }), appVersion: '1' },
    askSavePath: async (name) => ({ path: path.join(folder, name), name }),
  });
  const begun = await files.begin({ fileName: 'Episode.zip', isFolder: false });
  const id = begun.ok ? (begun.data?.id ?? '') : '';
  await files.openFile({ id, fileName: 'Episode.zip', remainingBytes: 0, itemIds: ['b', 'gone', 'a'] });
  await files.write({ id, index: 0, bytes: PIECE });
  expect(await files.finish({ id })).toMatchObject({ data: { files: [{ mark: 'noPlace', recordError: null }] } });
  const record = JSON.parse(await readFile(path.join(folder, 'Episode.zip.json'), 'utf8'));
  expect(record).toMatchObject({ file: { content: 'joined' }, sources: [{ itemId: 'b' }, { itemId: 'a' }] });
});

describe('what a killed process has left', () => {
  /** Begins an export of several files and stops in the middle, as if the process were gone. */
  async function killed(folder: string, list: string, isFolder: boolean): Promise<void> {
    const files = exportsTo(folder, freeBytesOf, createUnfinishedParts(list));
    // Closes what the end of a process would close.
    onTestFinished(() => files.abortAll());
    const id = await begin(files, isFolder);
    for (const [index, fileName] of ['a.wav', 'b.wav'].entries()) {
      await files.openFile({ id, fileName, remainingBytes: 0, itemIds: [] });
      await files.write({ id, index, bytes: PIECE });
      if (!isFolder) return;
    }
  }

  it.each([false, true])('is removed at the next start, and nothing else (folder: %s)', async (isFolder) => {
    const folder = await tempFolder();
    const list = path.join(await tempFolder(), 'list.json');
    for (const name of ['a.wav.part', 'mine.wav.part']) await writeFile(path.join(folder, name), 'of a person');
    await killed(folder, list, isFolder);
    const parts = isFolder ? [PART, PART] : [PART];
    expect(await readdir(folder)).toEqual(['a.wav.part', 'mine.wav.part', ...parts]);
    await createUnfinishedParts(list).sweep();
    expect(await readdir(folder)).toEqual(['a.wav.part', 'mine.wav.part']);
    expect(await readFile(path.join(folder, 'a.wav.part'), 'utf8')).toBe('of a person');
    await expect(readFile(list)).rejects.toThrow('ENOENT');
  });

  it('is nothing after an export that was saved or cancelled', async () => {
    const [folder, lists] = [await tempFolder(), await tempFolder()];
    const unfinished = createUnfinishedParts(path.join(lists, 'list.json'));
    const files = exportsTo(folder, freeBytesOf, unfinished);
    expect(await writeAll(files, await begin(files))).toMatchObject({ ok: true });
    const id = await begin(files);
    await files.openFile({ id, fileName: 'a.wav', remainingBytes: 0, itemIds: [] });
    expect(await readdir(lists)).toEqual(['list.json']);
    await files.abort({ id });
    expect(await readdir(lists)).toEqual([]);
    expect(await readdir(folder)).toEqual(['a.wav']);
  });

  it('is left where the list names what is no unfinished file, or is damaged', async () => {
    const folder = await tempFolder();
    const list = path.join(folder, 'list.json');
    const names = ['relay-studio-0123456789abcdef.part', 'mine.part', 'relay-studio-1.part', 'song.wav'].sort();
    await mkdir(path.join(folder, 'relay-studio-0123456789abcdef.part'));
    for (const name of names.slice(0, 1).concat(names.slice(2))) await writeFile(path.join(folder, name), 'x');
    const named = names.map((name) => path.join(folder, name));
    for (const content of [
      [...named, 'relay-studio-0123456789abcdef.part'].map((one) => JSON.stringify(one)).join('\n'),
      '"/cut',
      '{}',
    ]) {
      await writeFile(list, content);
      await createUnfinishedParts(list).sweep();
      expect((await readdir(folder)).sort()).toEqual(names);
    }
  });
});

describe('an export', () => {
  it('has its name only when it is complete, and replaces a file only then', async () => {
    const folder = await tempFolder();
    const file = path.join(folder, 'a.wav');
    await writeFile(file, 'before');
    const files = exportsTo(folder);
    const id = await begin(files);
    await files.openFile({ id, fileName: 'other.wav', remainingBytes: 0, itemIds: [] });
    for (const index of [0, 1]) await files.write({ id, index, bytes: PIECE });
    expect(await readFile(file, 'utf8')).toBe('before');
    expect((await readdir(folder)).sort()).toEqual(['a.wav', PART]);
    expect(await files.finish({ id })).toEqual({ ok: true, data: { files: [untraced('a.wav')] } });
    expect((await readFile(file)).equals(Buffer.concat([PIECE, PIECE]))).toBe(true);
    expect(await readdir(folder)).toEqual(['a.wav']);
  });

  it('of several files names them safely and replaces none', async () => {
    const folder = await tempFolder();
    await writeFile(path.join(folder, '001 A.wav'), 'before');
    const files = exportsTo(folder);
    const id = await begin(files, true);
    const names = ['001 A.wav', '../002 B.wav', 'con.wav'];
    for (const [index, fileName] of names.entries()) {
      expect(await files.openFile({ id, fileName, remainingBytes: 0, itemIds: [] })).toMatchObject({ ok: true });
      await files.write({ id, index, bytes: Buffer.from(String(index)) });
    }
    const fileNames = ['001 A (2).wav', '002 B.wav', 'untitled con.wav'];
    expect(await files.finish({ id })).toEqual({ ok: true, data: { files: fileNames.map(untraced) } });
    expect((await readdir(folder)).sort()).toEqual([...fileNames, '001 A.wav'].sort());
    expect(await readFile(path.join(folder, '001 A (2).wav'), 'utf8')).toBe('0');
  });

  // bound exports-under-way
  it('is refused while too many others are under way', async () => {
    const files = exportsTo(await tempFolder());
    const ids = await Promise.all(Array.from({ length: BOUNDS.exportsUnderWay }, () => begin(files)));
    const refused = { ok: false, error: { code: 'request.malformed', details: { reason: 'tooMany' } } };
    expect(await files.begin({ fileName: 'a.wav', isFolder: false })).toMatchObject(refused);
    await files.abort({ id: ids[0] ?? '' });
    await begin(files);
  });

  it('that a person does not want begins nothing', async () => {
    expect(await exportsTo(undefined).begin({ fileName: 'a.wav', isFolder: true })).toEqual({ ok: true, data: null });
  });

  it('leaves nothing when it is aborted, when the page is gone, or when pieces are missing', async () => {
    const folder = await tempFolder();
    const files = exportsTo(folder);
    const enders: ((id: string) => Promise<unknown>)[] = [
      (id) => files.abort({ id }),
      () => files.abortAll(),
      (id) => files.write({ id, index: 5, bytes: PIECE }),
    ];
    for (const ending of enders) {
      const id = await begin(files);
      await files.openFile({ id, fileName: 'a.wav', remainingBytes: 0, itemIds: [] });
      await Promise.all([files.write({ id, index: 0, bytes: PIECE }), ending(id)]);
      expect(await readdir(folder)).toEqual([]);
      expect(await files.finish({ id })).toMatchObject({ ok: false, error: { code: 'export.over' } });
      expect(await files.abort({ id })).toMatchObject({ ok: true });
    }
  });

  it('is refused before it writes anything where there is no room for it', async () => {
    const folder = await tempFolder();
    const files = exportsTo(folder, async () => 150_000);
    const details = { neededBytes: 200_000, freeBytes: 150_000 };
    expect(await writeAll(files, await begin(files))).toMatchObject({ error: { code: 'export.no_room', details } });
    expect(await readdir(folder)).toEqual([]);
  });

  it('is refused at once where its place cannot be written', async () => {
    const folder = await tempFolder();
    await mkdir(path.join(folder, 'a.wav'));
    const files = exportsTo(folder);
    expect(await writeAll(files, await begin(files))).toMatchObject({ error: { code: 'storage.failed' } });
    expect(await readdir(folder)).toEqual(['a.wav']);
  });

  it('whose folder vanishes says so and makes no other', async () => {
    const folder = path.join(await tempFolder(), 'drive');
    await mkdir(folder);
    const files = exportsTo(folder);
    const id = await begin(files);
    await files.openFile({ id, fileName: 'a.wav', remainingBytes: 0, itemIds: [] });
    await rm(folder, { recursive: true });
    await files.write({ id, index: 0, bytes: PIECE });
    const error = { code: 'storage.failed', details: { problem: 'gone' } };
    expect(await files.finish({ id })).toMatchObject({ ok: false, error });
    await expect(readdir(folder)).rejects.toThrow('ENOENT');
  });

  it('on a disk that fills up leaves nothing there', async ({ skip }) => {
    const disk = mountSmallDisk(1);
    if (disk === undefined) return skip('Mounting is not allowed here.');
    onTestFinished(disk.unmount);
    // Another program fills the disk meanwhile.
    const files = exportsTo(disk.folder, async () => 1e9);
    await disk.fill(150_000);
    const error = { code: 'storage.failed', details: { problem: 'full' } };
    expect(await writeAll(files, await begin(files))).toMatchObject({ ok: false, error });
    expect(await readdir(disk.folder)).toEqual(['filler']);
  });

  it('is complete or absent, whichever write fails', async () => {
    for (let first = 1; ; first++) {
      const folder = await tempFolder();
      const files = exportsTo(folder);
      const id = await begin(files);
      const writes = await failWrites(first, true);
      const ended = await writeAll(files, id);
      writes.repair();
      // Where only the folder could not be made durable, the file is complete and the export says that it failed.
      for (const name of await readdir(folder)) {
        expect(name).toBe('a.wav');
        expect((await readFile(path.join(folder, name))).length).toBe(2 * PIECE.length);
      }
      if (!writes.hasFailed()) {
        expect(ended.ok).toBe(true);
        break;
      }
    }
  });
});
