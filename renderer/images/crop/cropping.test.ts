import { describe, expect, test, vi } from 'vitest';
import { draftSchema } from '../../../shared/contract/drafts.ts';
import { cutFromSchema } from '../../../shared/contract/images.ts';
import { type Crop, wholeCrop } from '../../../shared/images/cropping.ts';
import { ok } from '../../../shared/result.ts';
import { editItem, editRequest, mediaId, picture } from '../../testing/fake-ipc.ts';
import { named, PNG, startImages } from '../../testing/images.ts';
import { stepsOf } from '../../work/history.ts';
import { MASK } from '../middle.ts';
import { PictureProblem } from '../ports.ts';
import { putBackOf } from '../results/putting-back.ts';

const SIZE = { width: 800, height: 600 };
const FRAME = { x: 100, y: 50, width: 300, height: 200 };

async function start() {
  const studio = startImages();
  const { images, pictures, addFile } = studio;
  await addFile();
  // A stored file that is read says which one it is, so that it keeps its id.
  vi.stubGlobal('fetch', async (url: string) => new Response(new Blob([PNG, url])));
  const imported = studio.answers['media.importBytes'];
  studio.answers['media.importBytes'] = (input) => {
    const [, id] = /\/media\/([0-9a-f]{64})$/.exec(new TextDecoder().decode(input.bytes)) ?? [];
    return id === undefined ? (imported?.(input) ?? ok(picture(''))) : ok({ ...picture(''), mediaId: id });
  };
  let made = SIZE;
  const crop = vi.spyOn(pictures, 'crop');
  pictures.working = async (bytes) => ({ bytes, widthPx: made.width, heightPx: made.height });
  const state = images.getState;
  const apply = async (): Promise<void> => {
    const frame = state().cropping?.crop.frame;
    made = frame === undefined ? SIZE : { width: frame.width, height: frame.height };
    await state().applyCrop();
  };
  return { ...studio, state, crop, apply, setMade: (size: typeof SIZE) => (made = size) };
}

describe('a crop', () => {
  test('begins with the whole picture; Apply makes another picture 1, of the original, with its mask, as one step', async () => {
    const { state, apply, crop, history, paint, shown } = await start();
    const [original] = state().pictures;
    paint();
    await state().startCropping();
    expect(state().middle.kind).toBe('cropping');
    expect(state().cropping?.crop).toEqual(wholeCrop(SIZE));
    state().setCropFrame(FRAME);
    await apply();
    const to: Crop = { ...wholeCrop(SIZE), frame: FRAME };
    expect(crop.mock.calls[0]).toEqual([
      original?.mediaId,
      to,
      { coverage: named('plane'), from: wholeCrop(SIZE) },
      expect.any(AbortSignal),
    ]);
    const [cropped] = state().pictures;
    expect(cropped).toMatchObject({
      widthPx: 300,
      heightPx: 200,
      cutFrom: { mediaId: original?.mediaId, widthPx: 800, heightPx: 600, crop: to, isEdited: false },
    });
    expect(shown.filter((key) => key === cropped?.key).length).toBeGreaterThan(0);
    expect(state()).toMatchObject({ middle: MASK, cropping: null });
    expect(state().chain.map(({ key }) => key)).toEqual([original?.key, cropped?.key]);
    await history.getState().undo('images');
    expect(state().pictures).toEqual([original]);
    await history.getState().redo('images');
    expect(state().pictures).toEqual([cropped]);
  });

  test('again shows the original with its frame, and is made of the original', async () => {
    const { state, apply, crop } = await start();
    const [original] = state().pictures;
    await state().startCropping();
    state().setCropFrame(FRAME);
    await apply();
    await state().startCropping();
    expect(state().cropping).toMatchObject({ base: { mediaId: original?.mediaId }, before: { frame: FRAME } });
    state().turnCrop('right');
    await apply();
    expect(crop.mock.calls[1]?.slice(0, 2)).toEqual([original?.mediaId, expect.objectContaining({ turns: 1 })]);
    expect(state().pictures[0]?.cutFrom).toMatchObject({ mediaId: original?.mediaId, crop: { turns: 1 } });
    // Reset is the original itself, not a copy.
    await state().startCropping();
    state().resetCrop();
    await apply();
    const [whole] = state().pictures;
    expect(whole).toMatchObject({ mediaId: original?.mediaId, cutFrom: null });
    // It is one of the sources once, and the crops are still there.
    const [first, ...others] = state().chain;
    expect(first).toEqual(whole);
    expect(others.map(({ cutFrom }) => cutFrom?.crop.turns)).toEqual([0, 1]);
  });

  test('whose original is gone is of what is there', async () => {
    const { state, apply, answers } = await start();
    const [original] = state().pictures;
    await state().startCropping();
    state().setCropFrame(FRAME);
    await apply();
    const [cropped] = state().pictures;
    answers['media.findMissing'] = (ids) =>
      ok(
        ids.flatMap((id) =>
          id === original?.mediaId ? [{ mediaId: id, state: 'missing' as const, path: '/gone' }] : [],
        ),
      );
    await state().startCropping();
    expect(state().cropping).toMatchObject({
      isOriginalLost: true,
      base: { mediaId: cropped?.mediaId },
      crop: wholeCrop({ width: 300, height: 200 }),
    });
  });

  test('steps are undone one by one, drags as a whole, and those of a crop that was left do nothing', async () => {
    const { state, history } = await start();
    const undo = () => history.getState().undo('images');
    await state().startCropping();
    const before = state().cropping;
    if (before === null) throw new Error('Nothing is cropped');
    state().drawCropFrame({ ...FRAME, x: 7 });
    state().drawCropFrame(FRAME);
    state().keepCropFrame(before);
    state().turnCrop('left');
    await undo();
    expect(state().cropping?.crop).toEqual({ ...wholeCrop(SIZE), frame: FRAME });
    await undo();
    expect(state().cropping?.crop).toEqual(wholeCrop(SIZE));
    await history.getState().redo('images');
    state().leaveCrop();
    expect(state()).toMatchObject({ cropping: null, middle: MASK });
    // The step before is that by which the picture came.
    await undo();
    expect(state().pictures).toEqual([]);
  });

  test('stays while a reference is looked at, or a tool is chosen; not with another picture', async () => {
    const { state, addFile, workOnMask } = await start();
    await addFile('b.png');
    await state().startCropping();
    state().setCropFrame(FRAME);
    state().showPicture(state().pictures[1]?.key ?? '');
    expect(state().middle.kind).toBe('picture');
    state().showPicture(null);
    await state().startCropping();
    expect(state().cropping?.crop.frame).toEqual(FRAME);
    workOnMask();
    expect(state().middle).toEqual(MASK);
    state().move(state().pictures[1]?.key ?? '', -1);
    await state().startCropping();
    expect(state().cropping?.crop).toEqual(wholeCrop(SIZE));
  });

  test('is not made twice at once, and can be given up while it is made: nothing is reported', async () => {
    const { state, pictures, history } = await start();
    const begun = Promise.withResolvers<void>();
    pictures.crop = (_id, _crop, _mask, signal) => {
      begun.resolve();
      return new Promise((_, reject) =>
        signal.addEventListener('abort', () => reject(new PictureProblem('cancelled'))),
      );
    };
    await state().startCropping();
    state().setCropFrame(FRAME);
    const applying = state().applyCrop();
    await state().applyCrop();
    state().straighten(3);
    expect(state().cropping).toMatchObject({ isBusy: true, crop: { angle: 0 } });
    await begun.promise;
    state().leaveCrop();
    await applying;
    expect(state()).toMatchObject({ middle: { kind: 'cropping' }, cropping: { isBusy: false }, problem: null });
    await history.getState().undo('images');
    expect(state().cropping?.crop).toEqual(wholeCrop(SIZE));
  });

  test('of a picture that is taken away meanwhile comes to nothing', async () => {
    const { state } = await start();
    await state().startCropping();
    state().setCropFrame(FRAME);
    const applying = state().applyCrop();
    state().remove(state().pictures[0]?.key ?? '');
    await applying;
    expect(state()).toMatchObject({ pictures: [], middle: MASK, problem: null });
  });

  test('that cannot be made says why, and stays', async () => {
    const { state, pictures } = await start();
    pictures.crop = async () => {
      throw new PictureProblem('outOfMemory');
    };
    await state().startCropping();
    state().setCropFrame(FRAME);
    await state().applyCrop();
    expect(state().problem?.error).toMatchObject({ code: 'picture.unusable', details: { problem: 'outOfMemory' } });
    expect(state().middle.kind).toBe('cropping');
  });

  test('nothing is sent before it is applied or left', async () => {
    const { state, sent } = await start();
    state().setInstruction('Make it blue');
    await state().startCropping();
    await state().edit();
    expect(sent()).toEqual([]);
    state().leaveCrop();
    await state().edit();
    expect(sent()).toHaveLength(1);
  });

  test('keeps the shape that was chosen, also when the picture is turned, and grows again when it is straight', async () => {
    const { state } = await start();
    await state().startCropping();
    state().setCropShape('3:2');
    expect(state().cropping?.crop.frame).toEqual({ x: 0, y: 34, width: 800, height: 533 });
    state().straighten(10);
    const tilted = state().cropping?.crop.frame;
    expect(tilted?.width).toBeLessThan(800);
    state().straighten(0);
    expect(state().cropping?.crop.frame).toMatchObject({ width: 800, height: 533 });
    state().turnCrop('right');
    expect(state().cropping?.crop.frame).toMatchObject({ width: 600, height: 400 });
    state().swapCropSides();
    expect(state().cropping?.crop.frame).toMatchObject({ width: 533, height: 800 });
    state().setCropShape('free');
    state().setCropFrame({ x: 0, y: 0, width: 90, height: 30 });
    state().swapCropSides();
    expect(state().cropping?.crop.frame).toMatchObject({ width: 30, height: 90 });
  });
});

describe('an extension', () => {
  test('begins with the first shape that is larger; Apply adds what the frame has around the picture', async () => {
    const { state, pictures, setMade } = await start();
    const extend = vi.spyOn(pictures, 'extend');
    await state().startExtending();
    expect(state().cropping).toMatchObject({
      kind: 'extend',
      shape: '16:9',
      crop: { frame: { x: -133, width: 1067 } },
    });
    state().swapCropSides();
    expect(state().cropping?.crop.frame).toEqual({ x: 0, y: -411, width: 800, height: 1422 });
    state().setCropShape('free');
    state().setCropFrame({ x: -10, y: -20, width: 830, height: 650 });
    state().setFill('plain');
    setMade({ width: 830, height: 650 });
    await state().applyCrop();
    expect(extend.mock.calls[0]?.slice(1, 3)).toEqual([{ left: 10, top: 20, right: 20, bottom: 30 }, 'plain']);
    expect(state()).toMatchObject({ cropping: null, middle: MASK, pictures: [{ cutFrom: null }] });
  });

  test('of a picture that has the shape takes the next one, and a crop is begun anew', async () => {
    const { state, setMade, addFile } = await start();
    state().remove(state().pictures[0]?.key ?? '');
    setMade({ width: 1600, height: 900 });
    await addFile('wide.png');
    await state().startExtending();
    expect(state().cropping).toMatchObject({ shape: '1:1', crop: { frame: { y: -350, height: 1600 } } });
    state().returnToMask();
    await state().startCropping();
    expect(state().cropping).toMatchObject({ kind: 'crop', crop: wholeCrop({ width: 1600, height: 900 }) });
  });
});

describe('what a picture was cut from', () => {
  const cutFrom = {
    mediaId: mediaId('o'),
    widthPx: 800,
    heightPx: 600,
    crop: { ...wholeCrop(SIZE), frame: FRAME },
    isEdited: false,
  };

  test('is sent along with the request, kept with the draft, and recalled', async () => {
    const { state, apply, sent, requests } = await start();
    await state().startCropping();
    state().setCropFrame(FRAME);
    await apply();
    state().setInstruction('Make it blue');
    await state().edit();
    const [request] = sent();
    const [source] = state().pictures;
    expect(request?.pictures[0]).toMatchObject({ cutFrom: source?.cutFrom });
    const saved = requests.filter(({ route }) => route === 'drafts.save').at(-1)?.input;
    expect(draftSchema.parse(saved)).toMatchObject({ body: { pictures: [{ cutFrom: source?.cutFrom }] } });
    if (request === undefined) throw new Error('Nothing was sent');
    vi.stubGlobal('createImageBitmap', async () => ({ width: 300, height: 200, close: () => undefined }));
    await state().recall(request);
    expect(state().pictures[0]?.cutFrom).toEqual(source?.cutFrom);
    vi.unstubAllGlobals();
  });

  test('must be possible: a frame beyond the picture is refused', () => {
    expect(cutFromSchema.safeParse(cutFrom).success).toBe(true);
    const beyond = { ...cutFrom, crop: { ...cutFrom.crop, frame: { ...FRAME, x: 501 } } };
    expect(cutFromSchema.safeParse(beyond).success).toBe(false);
    expect(cutFromSchema.safeParse({ ...cutFrom, crop: { ...cutFrom.crop, turns: 4 } }).success).toBe(false);
  });

  test('a result goes back there if it is as large as the frame; then the whole picture is picture 1', async () => {
    const { state, history, setMade, pictures } = await start();
    const laid = vi.spyOn(pictures, 'layBack');
    const source = { kind: 'media' as const, mediaId: mediaId('c'), wireMediaId: mediaId('c'), cutFrom };
    const item = editItem('e', 1, { request: editRequest({ pictures: [source] }) });
    const result = { ...item, raw: { ...item.raw, widthPx: 300, heightPx: 200 } };
    expect(putBackOf({ ...item, raw: { ...item.raw, widthPx: 301, heightPx: 200 } }, state())).toBeNull();
    const back = putBackOf(result, state());
    if (back === null) throw new Error('It cannot be put back');
    setMade(SIZE);
    const [before] = state().pictures;
    await state().putBack(back);
    const laying = { mediaId: cutFrom.mediaId, crop: cutFrom.crop, resultMediaId: item.raw.mediaId };
    expect(laid.mock.calls[0]?.[0]).toEqual(laying);
    expect(state().pictures[0]).toMatchObject({ widthPx: 800, heightPx: 600, cutFrom: null });
    await history.getState().undo('images');
    expect(state().pictures).toEqual([before]);
  });

  test('putting back can be given up: nothing is changed, nothing is reported, and it can be done afterwards', async () => {
    const { state, history, setMade, pictures } = await start();
    const { layBack } = pictures;
    const begun = Promise.withResolvers<void>();
    pictures.layBack = (_laying, signal) => {
      begun.resolve();
      return new Promise((_, reject) =>
        signal.addEventListener('abort', () => reject(new PictureProblem('cancelled'))),
      );
    };
    const [before] = state().pictures;
    const back = { mediaId: mediaId('r'), cutFrom };
    const putting = state().putBack(back);
    await begun.promise;
    state().stopReplacing?.();
    expect(await putting).toBeNull();
    expect(state()).toMatchObject({ pictures: [before], isReplacing: false, stopReplacing: null, problem: null });
    expect(stepsOf(history.getState(), 'images').done).toHaveLength(1);
    setMade(SIZE);
    pictures.layBack = layBack;
    expect(await state().putBack(back)).not.toBeNull();
  });

  test('stays known when a result is edited further, as the place to put later ones; it is not shown in its stead', async () => {
    const { state, setMade } = await start();
    setMade({ width: 300, height: 200 });
    await state().replaceSource(Promise.resolve(picture('r')), 'result', cutFrom);
    expect(state().pictures[0]?.cutFrom).toEqual({ ...cutFrom, isEdited: true });
    await state().startCropping();
    expect(state().cropping?.base.mediaId).toBe(state().pictures[0]?.mediaId);
    setMade({ width: 301, height: 200 });
    state().leaveCrop();
    await state().replaceSource(Promise.resolve(picture('s')), 'other', cutFrom);
    expect(state().pictures[0]?.cutFrom).toBeNull();
  });
});
