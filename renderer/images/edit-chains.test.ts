// Whatever is done to a picture, and in whatever order: nothing changes outside of what was masked. The store, the picture
// port and the tasks of the worker are the real ones; only the codecs are replaced, by PNG that Node can read.

import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { EditItem } from '../../shared/contract/library.ts';
import { fieldOf, moved, placed, reversed, toCropped } from '../../shared/images/cropping.ts';
import { BORDER_FILLS, type Margins } from '../../shared/images/extending.ts';
import { readPictureHeader, uprightSize } from '../../shared/images/picture-header.ts';
import type { Size } from '../../shared/images/size.ts';
import { ok } from '../../shared/result.ts';
import { runs } from '../../tests/support/runs.ts';
import { NO_CHECKPOINT } from '../engines/pixels/checkpoint.ts';
import { encodePng } from '../engines/pixels/codec/png.ts';
import { decodePng } from '../engines/pixels/codec/png-decode.ts';
import { croppedRows } from '../engines/pixels/compositing/crop.ts';
import { hasOnlyOpaque, type Pixels, type Rows, rowsOf } from '../engines/pixels/pixels.ts';
import { editItem, failure } from '../testing/fake-ipc.ts';
import { startImages } from '../testing/images.ts';
import { type Cropping, sizeOf } from './images-state.ts';
import { createPicturePort } from './picture-port.ts';
import { TASKS } from './pipeline/tasks.ts';
import type { PictureTaskName } from './pipeline/tasks-contract.ts';
import type { Bytes } from './ports.ts';
import { putBackOf } from './results/putting-back.ts';

// Small pictures are sent as they are, instead of enlarged to millions of pixels.
vi.mock('../../shared/images/limits.ts', async (original) => ({ ...(await original<object>()), MIN_PIXELS: 100 }));
vi.mock('../engines/pixels/codec/encode.ts', () => {
  const encodeRows = (rows: Rows): Promise<Bytes> => encodePng({ ...rows, isOpaque: false });
  return {
    encodeRows,
    encodePicture: (pixels: Pixels) => encodeRows(rowsOf(pixels)),
    encodeElsewhere: (rows: Rows, _checkpoint: unknown, use: (encode: () => Promise<Bytes>) => unknown) =>
      use(() => encodeRows(rows)),
  };
});
vi.mock('../engines/pixels/codec/decode.ts', () => ({
  UndecodablePicture: class extends Error {},
  isDecodedExactly: () => true,
  measurePicture: (bytes: Bytes) => decodePng(bytes),
  decodePixels: (bytes: Bytes) => decodePng(bytes),
  decodeStrips: async (bytes: Bytes, _isOpaque: boolean, take: (strip: Pixels, top: number) => void) =>
    take(await decodePng(bytes), 0),
}));
vi.mock('./pipeline/picture-worker-client.ts', () => ({
  createPictureWorker: () =>
    new Proxy(
      {},
      {
        get: (_none, name: PictureTaskName) => async (input: never) =>
          ok(await TASKS[name](input, NO_CHECKPOINT, () => undefined)),
      },
    ),
}));

/** A picture as it is, as it would be if nothing had ever been masked, and where it may differ from that. */
type Known = { is: Pixels; was: Pixels; touched: Uint8Array };

/** How far a straightened edit reaches when it is put back: it fades, and resampling mixes neighbours. */
const REACH_PX = 6;
/** How far resampling mixes. */
const KERNEL_PX = 4;

type Made<A> = A extends fc.Arbitrary<infer T> ? T : never;
const share = fc.double({ min: 0, max: 1, noNaN: true });
const tenths = fc.integer({ min: -450, max: 450 }).map((angle) => angle / 10);
const frame = fc.record({ x: share, y: share, width: share, height: share });
const cropping = fc.array(
  fc.oneof(
    fc.constantFrom('left', 'right', 'horizontal', 'vertical', '1:1', '16:9', 'swap', 'reset'),
    frame,
    fc.record({ angle: tenths }),
    fc.record({ angle: tenths }),
  ),
  { minLength: 1, maxLength: 4 },
);
const margin = fc.integer({ min: 0, max: 9 });
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('crop'), cropping }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('extend'),
      by: fc.record({ left: margin, top: margin, right: margin, bottom: margin }),
      fill: fc.constantFrom(...BORDER_FILLS),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('edit'),
      mask: fc.option(frame, { freq: 8 }),
      detail: fc.constantFrom('auto', 'on', 'off'),
      contextRatio: fc.constantFrom(null, 0.25, 2),
      reply: fc.constantFrom('inverted', 'noise', 'larger', 'cut'),
      next: fc.constantFrom('source', 'source', 'putBack'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cutOut'), mask: frame }) },
  { weight: 1, arbitrary: fc.constant({ do: 'undo' }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('goTo'), at: share }) },
);
type Step = Made<typeof step>;
const side = fc.integer({ min: 8, max: 48 });
const scene = fc.record({ size: fc.record({ width: side, height: side }), isOpaque: fc.boolean(), seed: fc.nat() });

/** Plain areas with noise in them. */
function pictureOf({ width, height }: Size, isOpaque: boolean, seed: number): Pixels {
  let state = seed * 2654435761 + 1;
  const data = Uint8ClampedArray.from({ length: 4 * width * height }, (_, i) => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    const [x, y] = [Math.floor(i / 4) % width, Math.floor(i / 4 / width)];
    if (i % 4 === 3) return isOpaque ? 255 : state >>> 24;
    return 40 + 130 * ((x * 3 < width ? 1 : 0) ^ (y * 2 < height ? 1 : 0)) + ((state >>> 28) + 20 * (i % 4));
  });
  return { data, width, height, isOpaque: hasOnlyOpaque(data) };
}

function read({ width, height, readRow }: Rows): Pixels {
  const data = new Uint8ClampedArray(4 * width * height);
  for (let y = 0; y < height; y++) readRow(y, data.subarray(4 * y * width, 4 * (y + 1) * width));
  return { data, width, height, isOpaque: hasOnlyOpaque(data) };
}

/** What is touched of another picture of this size. @param place where its pixels lie here. @param reach in pixels */
function touchedAt(
  { is: { width, height }, touched }: Known,
  size: Size,
  place: ReturnType<typeof toCropped>,
  reach: number,
) {
  return Uint8Array.from({ length: size.width * size.height }, (_, i) => {
    const at = moved(place, { x: (i % size.width) + 0.5, y: Math.floor(i / size.width) + 0.5 });
    if (at.x < -1 || at.y < -1 || at.x > width + 1 || at.y > height + 1) return 0;
    const [x, y] = [Math.floor(at.x), Math.floor(at.y)];
    for (let v = Math.max(0, y - reach); v <= Math.min(height - 1, y + reach); v++)
      for (let u = Math.max(0, x - reach); u <= Math.min(width - 1, x + reach); u++)
        if (touched[v * width + u]) return 1;
    return 0;
  });
}

function changedOutside({ is, was, touched }: Known): number {
  let count = 0;
  for (let i = 0; i < touched.length; i++)
    if (!touched[i] && [0, 1, 2, 3].some((channel) => is.data[4 * i + channel] !== was.data[4 * i + channel])) count++;
  return count;
}

function maskOf({ width, height }: Size, { x, y, width: across, height: down }: Made<typeof frame>): Bytes {
  const [left, top] = [Math.floor(x * (width - 1)), Math.floor(y * (height - 1))];
  const [right, bottom] = [left + 1 + across * (width - left) * 0.5, top + 1 + down * (height - top) * 0.5];
  // Soft at its left.
  return Uint8Array.from({ length: width * height }, (_, i) => {
    const [u, v] = [i % width, Math.floor(i / width)];
    return u >= left && u < right && v >= top && v < bottom ? (u === left ? 90 : 255) : 0;
  });
}

/** What a relay makes of a picture. */
async function answerTo(sent: Pixels, reply: string, seed: number): Promise<Bytes> {
  const { width, height } = sent;
  const made = pictureOf(sent, sent.isOpaque, seed);
  if (reply !== 'noise')
    for (let i = 0; i < made.data.length; i++) made.data[i] = i % 4 === 3 ? 255 : 255 - (sent.data[i] ?? 0);
  const from = reply === 'cut' ? 1 : 0;
  const by = reply === 'larger' ? 2 : 1;
  const size = { width: Math.max(1, by * (width - 2 * from)), height: Math.max(1, by * (height - 2 * from)) };
  return encodePng({
    ...size,
    isOpaque: false,
    readRow: (y, row) => {
      for (let x = 0; x < size.width; x++) {
        const at = 4 * (Math.floor(y / by + from) * width + Math.floor(x / by) + from);
        row.set(made.data.subarray(at, at + 4), 4 * x);
      }
    },
  });
}

async function start(first: Pixels) {
  const studio = startImages();
  Object.assign(studio.pictures, createPicturePort());
  const { images, answers, painted, history } = studio;
  const state = images.getState;
  const files = new Map<string, Bytes>();
  const items: EditItem[] = [];
  const known = new Map<string, Known>();
  const store = (bytes: Uint8Array) => {
    const mediaId = createHash('sha256').update(bytes).digest('hex');
    files.set(mediaId, new Uint8Array(bytes));
    return pictureWith(mediaId);
  };
  const pictureWith = (mediaId: string) => {
    const bytes = files.get(mediaId) ?? new Uint8Array();
    const header = readPictureHeader(bytes);
    if (header === undefined) throw new Error('There is no such picture.');
    const { width: widthPx, height: heightPx } = uprightSize(header);
    return { mediaId, mime: 'image/png' as const, widthPx, heightPx, sizeBytes: bytes.length };
  };
  const pixelsOf = (mediaId: string): Promise<Pixels> => decodePng(files.get(mediaId) ?? new Uint8Array());
  vi.stubGlobal('fetch', async (url: string) => new Response(files.get(url.slice('/media/'.length)) ?? null));
  answers['media.importBytes'] = ({ bytes }) => ok(store(bytes));
  answers['library.list'] = () => ok({ items: [...items], hasMore: false });
  const changed = (id: string, change: Partial<EditItem>) => {
    const at = items.findIndex((item) => item.id === id);
    const item = items[at];
    if (item === undefined) return failure('item.not_found');
    items[at] = { ...item, ...change };
    return ok({ ...item, ...change });
  };
  answers['library.addProtected'] = ({ id, mediaId, used: _used, changedRatio: _ratio, ...facts }) => {
    expect(facts.outsideChangedPx).toBe(0);
    return changed(id, { protected: { ...facts, picture: pictureWith(mediaId) } } as Partial<EditItem>);
  };
  answers['library.addSourceUsage'] = ({ id }) => changed(id, {});
  await studio.addFile('a.png', await encodePng({ ...rowsOf(first), isOpaque: false }));
  state().setInstruction('Change it');

  const [opened] = state().pictures;
  known.set(opened?.mediaId ?? '', { is: first, was: first, touched: new Uint8Array(first.width * first.height) });
  const factsOf = (mediaId: string): Known => {
    const facts = known.get(mediaId);
    if (facts === undefined) throw new Error('The picture is not known.');
    return facts;
  };
  const present = () => {
    const [source] = state().pictures;
    if (source === undefined) throw new Error('There is no picture 1.');
    return { source, facts: factsOf(source.mediaId) };
  };
  /** Notes what is known of the picture that has become picture 1. */
  const note = async (was: Pixels, touched: Uint8Array): Promise<void> => {
    const [source] = state().pictures;
    const is = await pixelsOf(source?.mediaId ?? '');
    expect([is.width, is.height]).toEqual([was.width, was.height]);
    known.set(source?.mediaId ?? '', { is, was, touched });
  };

  const chosen = (): Cropping => {
    const { cropping: now } = state();
    if (now === null) throw new Error('Nothing is cropped.');
    return now;
  };
  const crop = async (actions: Made<typeof cropping>): Promise<void> => {
    await state().startCropping();
    for (const action of actions) {
      const field = fieldOf(chosen().crop, sizeOf(chosen().base));
      if (action === 'left' || action === 'right') state().turnCrop(action);
      else if (action === 'horizontal' || action === 'vertical') state().flipCrop(action);
      else if (action === '1:1' || action === '16:9') state().setCropShape(action);
      else if (action === 'swap') state().swapCropSides();
      else if (action === 'reset') state().resetCrop();
      else if ('angle' in action) state().straighten(action.angle);
      else {
        const { width, height } = field.turned;
        const sides = { width: Math.max(4, action.width * width), height: Math.max(4, action.height * height) };
        state().setCropFrame(placed(sides, { x: action.x * width, y: action.y * height }, field));
      }
    }
    const { crop: to, base } = chosen();
    const { source } = present();
    const whole = factsOf(base.mediaId);
    await state().applyCrop();
    expect(state().problem).toBeNull();
    if (state().pictures[0]?.key === source.key) return;
    const back = reversed(toCropped(to, whole.is));
    await note(read(croppedRows(whole.was, to)), touchedAt(whole, to.frame, back, to.angle === 0 ? 0 : KERNEL_PX));
  };
  const extend = async (by: Margins, fill: (typeof BORDER_FILLS)[number]): Promise<void> => {
    const { facts } = present();
    if ((await state().extend(by, fill)) === null) return;
    const is = await pixelsOf(state().pictures[0]?.mediaId ?? '');
    const was = { ...is, data: is.data.slice() };
    const touched = new Uint8Array(is.width * is.height).fill(1);
    const { width, height } = facts.is;
    for (let y = 0; y < height; y++) {
      const at = (by.top + y) * is.width + by.left;
      was.data.set(facts.was.data.subarray(4 * y * width, 4 * (y + 1) * width), 4 * at);
      touched.set(facts.touched.subarray(y * width, (y + 1) * width), at);
    }
    await note(was, touched);
  };
  const cutOut = async (mask: Bytes): Promise<void> => {
    const { source, facts } = present();
    painted.set(source.key, mask);
    await state().cutOut('masked');
    await note(
      facts.was,
      facts.touched.map((touched, i) => (mask[i] === 255 ? touched : 1)),
    );
  };
  const putBack = async (item: EditItem, result: Known): Promise<void> => {
    const back = putBackOf(item, state());
    if (back === null) return;
    const { crop: cut, mediaId } = back.cutFrom;
    const whole = factsOf(mediaId);
    const there = toCropped(cut, whole.is);
    const laid = touchedAt(result, whole.is, there, cut.angle === 0 ? 0 : REACH_PX);
    const inFrame = (i: number): boolean => {
      const { width, height } = cut.frame;
      const { x, y } = moved(there, { x: (i % whole.is.width) + 0.5, y: Math.floor(i / whole.is.width) + 0.5 });
      return x > 0 && y > 0 && x < width && y < height;
    };
    expect(await state().putBack(back)).not.toBeNull();
    await note(
      whole.was,
      whole.touched.map((touched, i) => (touched || (laid[i] && inFrame(i)) ? 1 : 0)),
    );
  };
  const edit = async (
    { mask, detail, contextRatio, reply, next }: Extract<Step, { reply: string }>,
    seed: number,
  ): Promise<void> => {
    const { source, facts } = present();
    const before = studio.sent().length;
    const size = sizeOf(source);
    if (mask !== null) painted.set(source.key, maskOf(size, mask));
    else painted.delete(source.key);
    state().change({ detail: detail as 'auto', contextRatio, size: { kind: 'match' } });
    await state().edit();
    if (state().isMaskMissed) await state().editWhole();
    expect(state().problem).toBeNull();
    const request = studio.sent()[before];
    const [sent] = request?.pictures ?? [];
    if (request === undefined || sent?.kind !== 'media') throw new Error('Nothing was sent.');
    const raw = store(await answerTo(await pixelsOf(sent.wireMediaId), reply, seed));
    const id = `edit ${items.length}`;
    items.push(
      editItem(id, items.length + 1, { request: request as EditItem['request'], raw: { ...raw, state: 'whole' } }),
    );
    await state().reloadResults();
    const listed = state().results.find((item) => item.id === id);
    if (listed === undefined) throw new Error('The result is not listed.');
    const made = await state().whenMade(listed);
    expect(state().undone.size).toBe(0);
    const shown = made.protected?.picture ?? made.raw;
    const is = await pixelsOf(shown.mediaId);
    const masked = painted.get(source.key);
    const isOfSize = is.width === size.width && is.height === size.height;
    if (!isOfSize) return;
    const touched = facts.touched.map((one, i) => (one || made.protected === null || (masked?.[i] ?? 255) > 0 ? 1 : 0));
    const result: Known = { is, was: facts.was, touched };
    known.set(shown.mediaId, result);
    expect(changedOutside(result)).toBe(0);
    if (next === 'putBack') await putBack(made, result);
    if (next === 'source') {
      await state().replaceSource(Promise.resolve(shown), 'result', sent.cutFrom);
      expect(state().pictures[0]?.mediaId).toBe(shown.mediaId);
    }
  };

  return {
    present,
    perform: async (one: Step, seed: number): Promise<void> => {
      if ('cropping' in one) await crop(one.cropping);
      else if ('by' in one) await extend(one.by, one.fill);
      else if ('reply' in one) await edit(one, seed);
      else if ('mask' in one) await cutOut(maskOf(sizeOf(present().source), one.mask));
      else if ('at' in one) {
        const { chain } = state();
        state().goToSource(chain[Math.floor(one.at * chain.length)]?.key ?? '');
      } else if (state().chain.length > 1) await history.getState().undo('images');
    },
    end: () => images.getState().dispose(),
  };
}

test('any chain of crops, extensions and edits, put back or not, changes no pixel outside of the masks', async () => {
  await fc.assert(
    fc.asyncProperty(scene, fc.array(step, { minLength: 2, maxLength: 7 }), async ({ size, isOpaque, seed }, steps) => {
      const chain = await start(pictureOf(size, isOpaque, seed));
      try {
        for (const [index, one] of steps.entries()) {
          await chain.perform(one, seed + index);
          expect(changedOutside(chain.present().facts)).toBe(0);
        }
      } finally {
        chain.end();
      }
    }),
    { numRuns: runs(150) },
  );
});
