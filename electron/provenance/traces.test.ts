import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { expect, it, onTestFinished } from 'vitest';
import { editItem, editRequest, item, picture } from '../../renderer/testing/fake-ipc.ts';
import type { EditItem, LibraryItem } from '../../shared/contract/library.ts';
import { provenanceRecordSchema } from '../../shared/contract/provenance.ts';
import { SOURCE_TYPES } from '../../shared/library/provenance.ts';
import { mountSmallDisk } from '../../tests/support/small-disk.ts';
import { tempFolder } from '../../tests/support/temp-folder.ts';
import { createPartFiles } from '../export/part-files.ts';
import { createUnfinishedParts } from '../export/unfinished-parts.ts';
import { type FileOrigin, originOfCopy } from './origin.ts';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const png = (): Promise<Buffer> =>
  sharp({ create: { width: 9, height: 9, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();

const request = editRequest({
  connectionId: 'own',
  pictures: [
    { kind: 'media', mediaId: 'a'.repeat(64), wireMediaId: 'b'.repeat(64) },
    { kind: 'address', url: 'https://user:pass@pictures.example/cup.png?token=secret#x' },
  ],
});
const made: EditItem['protected'] = {
  picture: picture('made'),
  outsideChangedPx: 0,
  rawOutsideChangedRatio: 0.4,
  rawInsideChangedRatio: 1,
  adjustments: {
    growPx: 2,
    featherPx: 4,
    isAligned: true,
    isSeamMatched: false,
    isLightMatched: false,
    isGrainMatched: false,
    isBlended: false,
  },
  misalignment: null,
  seamErrorBefore: null,
  seamErrorAfter: null,
  corrections: null,
  paintedBackMediaId: null,
};
const edit = editItem('e', 1_700_000_000_000, {
  connectionName: 'Acme',
  connectionOrigin: 'https://relay.example:8443',
  request,
  protected: made,
});

type Choices = { hasMark: boolean; hasRecord: boolean };
const BOTH: Choices = { hasMark: true, hasRecord: true };

/** Saves bytes under a name in a folder. */
async function save(folder: string, fileName: string, bytes: Uint8Array, origin: FileOrigin | null, choices = BOTH) {
  const unfinished = createUnfinishedParts(path.join(await tempFolder(), 'unfinished.json'));
  const parts = createPartFiles({ path: folder, isFolder: true }, unfinished, {
    choices: () => choices,
    appVersion: '1.2.3',
  });
  try {
    await parts.next(fileName, origin);
    await parts.write(bytes);
    return await parts.keep();
  } catch (error) {
    await parts.remove();
    throw error;
  }
}

it('a protected picture is marked as edited, and its record says what is known and no secret', async () => {
  const folder = await tempFolder();
  const before = await png();
  await writeFile(path.join(folder, 'cup.png.json'), 'of a person');
  const saved = await save(folder, 'cup.png', before, originOfCopy(edit, 'protected'));
  expect(saved).toEqual([{ name: 'cup.png', mark: 'written', recordError: null }]);
  const after = await readFile(path.join(folder, 'cup.png'));
  expect(after.includes(SOURCE_TYPES.edited)).toBe(true);
  expect(await readFile(path.join(folder, 'cup.png.json'), 'utf8')).toBe('of a person');
  const text = await readFile(path.join(folder, 'cup.png (2).json'), 'utf8');
  const record = provenanceRecordSchema.parse(JSON.parse(text));
  expect(record.file).toEqual({
    name: 'cup.png',
    sizeBytes: after.length,
    sha256: sha256(after),
    unmarkedSha256: sha256(before),
    mark: 'written',
    content: 'protected',
  });
  expect(record.sources).toMatchObject([
    {
      kind: 'edit',
      itemId: 'e',
      requestedAt: '2023-11-14T22:13:20.000Z',
      connection: { name: 'Acme', origin: 'https://relay.example:8443' },
      model: edit.model,
      received: { sha256: edit.raw.mediaId },
      request: {
        instruction: 'Erase the cup',
        pictures: [
          { sha256: 'b'.repeat(64), workingSha256: 'a'.repeat(64) },
          { address: 'https://pictures.example/cup.png' },
        ],
      },
      outsideMask: { changedPixels: 0, adjustments: { growPx: 2, isAligned: true } },
    },
  ]);
  expect(text).not.toMatch(/user|pass|token|secret/);
  expect(await readdir(folder)).toHaveLength(3);
});

it('what is not known is absent from the record, and the take of an earlier version names no model', async () => {
  const folder = await tempFolder();
  const take = item('t', 0, {
    mediaId: 'c'.repeat(64),
    connectionName: '',
    model: '',
    request: { ...item('t', 0).request, connectionId: 'own' },
  });
  await save(folder, 'a.pcm', Buffer.from('pcm'), originOfCopy(take, 'received'));
  const record = provenanceRecordSchema.parse(JSON.parse(await readFile(path.join(folder, 'a.pcm.json'), 'utf8')));
  expect(record.file).toMatchObject({ mark: 'noPlace', content: 'received', sha256: sha256(Buffer.from('pcm')) });
  expect(record.sources[0]).toMatchObject({ connection: {} });
  expect(Object.keys(record.sources[0] ?? {})).not.toContain('model');
});

const plain: FileOrigin = { content: 'joined', sources: [] };
const demo: LibraryItem = item('d', 1);
it.each<[string, FileOrigin | null, Choices, string, number]>([
  ['the raw result', originOfCopy(edit, 'received'), BOTH, SOURCE_TYPES.generated, 2],
  [
    'a result without a mask',
    originOfCopy({ ...edit, request: { ...request, mask: null } }, 'protected'),
    BOTH,
    SOURCE_TYPES.generated,
    2,
  ],
  ['sound whose takes are gone', plain, BOTH, SOURCE_TYPES.generated, 2],
  ['what demo mode made', originOfCopy(demo, 'received'), BOTH, '', 2],
  ['a mask', null, BOTH, '', 1],
  ['anything, if that is not wanted', originOfCopy(edit, 'received'), { hasMark: false, hasRecord: false }, '', 1],
])('%s is marked and recorded accordingly', async (_name, origin, choices, type, count) => {
  const folder = await tempFolder();
  const before = await png();
  await save(folder, 'a.png', before, origin, choices);
  const after = await readFile(path.join(folder, 'a.png'));
  expect(type === '' ? after.equals(before) : after.includes(type)).toBe(true);
  expect(await readdir(folder)).toHaveLength(count);
});

it('a record that cannot be written costs nothing but itself', async () => {
  const folder = await tempFolder();
  const name = `${'x'.repeat(251)}.png`;
  const place = path.join(folder, name);
  const unfinished = createUnfinishedParts(path.join(await tempFolder(), 'unfinished.json'));
  const parts = createPartFiles({ path: place, isFolder: false }, unfinished, { choices: () => BOTH, appVersion: '' });
  await parts.next(name, originOfCopy(edit, 'received'));
  await parts.write(await png());
  expect(await parts.keep()).toMatchObject([{ name, mark: 'written', recordError: { code: 'storage.failed' } }]);
  expect(await readdir(folder)).toEqual([name]);
});

it('a disk that has no room for the marked file is an error, and leaves nothing there', async ({ skip }) => {
  const disk = mountSmallDisk(1);
  if (disk === undefined) return skip('Mounting is not allowed here.');
  onTestFinished(disk.unmount);
  const folder = path.join(disk.folder, 'place');
  await mkdir(folder);
  const large = Buffer.concat([await png(), Buffer.alloc(700_000)]);
  await expect(save(folder, 'a.png', large, originOfCopy(edit, 'received'))).rejects.toThrow('ENOSPC');
  expect(await readdir(folder)).toEqual([]);
});
