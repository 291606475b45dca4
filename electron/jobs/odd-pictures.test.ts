// What becomes of pictures that are damaged, of other formats, turned or beyond the limits: over a real socket, from the
// reply to the file and the item in the library.

import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import type { EditItem } from '../../shared/contract/library.ts';
import { editRequest } from '../../shared/testing/edit-request.ts';
import { replies } from '../../tests/fakes/scripted-relay.ts';
import { startJobSide } from '../../tests/support/job-side.ts';
import { runs } from '../../tests/support/runs.ts';

/** A source in a library, and edits of it that a relay answers with these files. */
async function start() {
  const { importPicture, queue, relay, reaches, store, library } = await startJobSide();
  const source = await importPicture(await photo().png().toBuffer());
  if (!source.ok) throw new Error('not stored');
  const { mediaId } = source.data;
  return async (...files: Uint8Array[]) => {
    const data = files.map((bytes) => ({ b64_json: Buffer.from(bytes).toString('base64') }));
    relay.answerWith(replies.json(200, { created: 1, data }));
    const asked = editRequest({ form: 'multipart', options: { outputFormat: 'webp' } }, mediaId);
    const { id } = await queue.add('edit', asked);
    await reaches(id, 'done');
    const job = await store.find(id);
    const items = (await library.getAll(job?.itemIds ?? [])).filter((item): item is EditItem => item.kind === 'edit');
    const kept = await Promise.all(
      items.map(async ({ raw }) => readFile((await library.media(raw.mediaId))?.path ?? '')),
    );
    return { job, items, kept, raws: items.map(({ raw }) => raw) };
  };
}

const [WIDTH, HEIGHT] = [90, 60];
const photo = () => {
  const data = Buffer.alloc(WIDTH * HEIGHT * 3);
  for (let at = 0; at < data.length; at++) data[at] = (at * 7919 + (at >> 5) * 31) & 255;
  return sharp(data, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } });
};
const heic = (): Buffer =>
  Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), Buffer.alloc(500, 7)]);

it.each([
  // IR-60
  ['a cut PNG', () => photo().png().toBuffer(), 0.6, 'png'],
  // IR-61
  ['a cut JPEG', () => photo().jpeg().toBuffer(), 0.6, 'jpeg'],
  // IR-62
  ['a cut WebP', () => photo().webp().toBuffer(), 0.6, 'webp'],
  // IR-63
  ['a cut GIF', () => photo().gif().toBuffer(), 0.6, 'gif'],
  // IR-64
  ['a cut AVIF', () => photo().avif({ effort: 0 }).toBuffer(), 0.9, 'avif'],
] as const)(
  '%s beside a whole one: both are kept as they came, and only the whole one may be done',
  async (_, make, share, kind) => {
    const edit = await start();
    const whole = await make();
    const cut = whole.subarray(0, Math.floor(whole.length * share));
    const { job, raws, kept } = await edit(cut, whole);
    expect(raws).toMatchObject([
      { state: 'damaged', mime: `image/${kind}` },
      { state: 'unchecked', mime: `image/${kind}`, widthPx: WIDTH, heightPx: HEIGHT },
    ]);
    expect(kept.map((bytes, index) => bytes.equals([cut, whole][index] ?? cut))).toEqual([true, true]);
    expect(job).toMatchObject({ state: 'done', error: null, failures: [] });
  },
);

it.each([
  // IR-65
  ['HEIC', async () => heic(), 'image/heic'],
  // IR-66
  ['TIFF', () => photo().tiff().toBuffer(), 'image/tiff'],
] as const)('%s is kept under its own name, and is no error', async (_, make, mime) => {
  const edit = await start();
  const file = await make();
  const { job, raws, kept } = await edit(file);
  expect(raws).toMatchObject([{ state: 'foreign', mime, sizeBytes: file.length }]);
  expect(kept[0]?.equals(file)).toBe(true);
  expect(job).toMatchObject({ state: 'done', error: null });
});

// IR-67
it('a picture beyond the limits of the app is kept with its size', async () => {
  const edit = await start();
  const file = await sharp({ create: { width: 17_000, height: 4, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  const { raws, kept } = await edit(file);
  expect(raws).toMatchObject([{ state: 'tooLarge', widthPx: 17_000, heightPx: 4 }]);
  expect(kept[0]?.equals(file)).toBe(true);
});

// IR-68
it('a picture that EXIF turns has the sides it is displayed with', async () => {
  const edit = await start();
  const { raws } = await edit(await photo().withMetadata({ orientation: 6 }).jpeg().toBuffer());
  expect(raws).toMatchObject([{ widthPx: HEIGHT, heightPx: WIDTH, mime: 'image/jpeg' }]);
});

// IR-69
it('wherever the file of a picture is cut, exactly its bytes are kept', async () => {
  const edit = await start();
  const files = await Promise.all([photo().png().toBuffer(), photo().jpeg().toBuffer(), photo().webp().toBuffer()]);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...files), fc.nat(), async (file, place) => {
      // Shorter ones have no signature.
      const cut = file.subarray(0, 12 + (place % (file.length - 12)));
      const { raws, kept } = await edit(cut);
      expect(raws[0]?.state).not.toBe('whole');
      expect(kept[0]?.equals(cut)).toBe(true);
    }),
    { numRuns: runs(15) },
  );
});
