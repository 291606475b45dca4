import { describe, expect, test, vi } from 'vitest';
import type { ImagesDraft } from '../../shared/contract/drafts.ts';
import type { MissingMedia } from '../../shared/contract/media.ts';
import { ok } from '../../shared/result.ts';
import { editRequest, mediaId } from '../testing/fake-ipc.ts';
import { startImages } from '../testing/images.ts';
import { blockedReason } from './images-store.ts';
import { NO_GUIDE } from './request/instruction.ts';
import { AS_IT_IS } from './tray/open-pictures.ts';

describe('the draft', () => {
  const draft = {
    pictures: [
      { ...AS_IT_IS, key: 'k1', mediaId: mediaId('a'), name: 'a.png', widthPx: 800, heightPx: 600, sizeBytes: 5 },
    ],
    chain: [],
    instruction: 'Not sent',
    guide: NO_GUIDE,
    choices: { variations: 3 },
  };
  const masks = [{ key: 'k1', tiles: [{ index: 2, packed: Uint8Array.of(255) }] }];

  test('restores pictures, masks, instruction and options, but never replaces new work', async () => {
    const { images, answers, restored } = startImages();
    answers['drafts.loadMasks'] = () => ok(masks);
    await images.getState().restore(draft);
    expect(images.getState()).toMatchObject({ pictures: draft.pictures, instruction: 'Not sent' });
    expect(images.getState().choices).toMatchObject({ variations: 3, watermark: false, size: { kind: 'match' } });
    expect(restored).toEqual(['k1']);
    const started = startImages();
    started.answers['drafts.loadMasks'] = () => ok(masks);
    await started.addFile();
    await started.images.getState().restore(draft);
    expect(started.images.getState().pictures.map(({ name }) => name)).toEqual(['a.png']);
    expect(started.restored).toEqual([]);
  });

  test('is saved at once when pictures change, and before the window closes', async () => {
    const { images, drafts, requests, addFile } = startImages();
    const saved = () => requests.filter(({ route }) => route === 'drafts.save').map(({ input }) => input);
    await addFile();
    expect(saved().at(-1)).toMatchObject({ name: 'images', body: { pictures: [{ name: 'a.png' }], instruction: '' } });
    images.getState().setInstruction('Erase');
    images.getState().setInstruction('Erase it');
    expect(saved()).toHaveLength(1);
    drafts.dispose();
    expect(saved().at(-1)).toMatchObject({ body: { instruction: 'Erase it' } });
  });

  /** A window whose draft has a picture that is missing, until `find` is called. */
  async function restoreMissing(pictures: ImagesDraft['pictures'] = draft.pictures, gone = mediaId('a')) {
    const started = startImages();
    let files: MissingMedia[] = [{ mediaId: gone, state: 'missing', path: `/media/${gone}.png` }];
    started.answers['media.findMissing'] = () => ok(files);
    started.answers['drafts.loadMasks'] = () => ok(masks);
    started.answers['media.locate'] = () => {
      files = [];
      return ok({ isLocated: true });
    };
    await started.images.getState().restore({ ...draft, pictures });
    return started;
  }

  test('keeps a picture whose file is missing with its mask, and sends nothing with it', async () => {
    const { images, session, shown, restored, forgotten, sent } = await restoreMissing();
    expect(images.getState().pictures).toEqual(draft.pictures);
    expect([shown, restored, forgotten]).toEqual([[null], ['k1'], []]);
    expect(blockedReason(session.getState(), images.getState())).toBe('missing');
    await images.getState().edit();
    expect(sent()).toEqual([]);
  });

  test('opens the picture with its mask once its file is located', async () => {
    const { images, session, missing, shown, forgotten } = await restoreMissing();
    await missing.getState().locate(mediaId('a'));
    expect([shown, forgotten]).toEqual([[null, 'k1'], []]);
    expect(blockedReason(session.getState(), images.getState())).toBeNull();
  });

  test('removing a missing picture can be undone, and locating it afterwards still opens it', async () => {
    const { images, history, missing, shown } = await restoreMissing();
    images.getState().remove('k1');
    expect(images.getState().pictures).toEqual([]);
    await history.getState().undo('images');
    expect(images.getState().pictures).toEqual(draft.pictures);
    await missing.getState().locate(mediaId('a'));
    expect(shown.at(-1)).toBe('k1');
  });

  test('drops a reduced version whose file is missing, because it can be made again', async () => {
    const fitted = { mediaId: mediaId('small'), widthPx: 80, heightPx: 60, sizeBytes: 1 };
    const pictures = draft.pictures.map((picture) => ({ ...picture, fitted }));
    const { images } = await restoreMissing(pictures, fitted.mediaId);
    expect(images.getState().pictures).toEqual(draft.pictures);
  });

  test('a picture that went missing while it was open is named before anything is sent, and stays open', async () => {
    const { images, answers, addFile, shown, sent } = startImages();
    await addFile('cat.png');
    images.getState().setInstruction('x');
    const [picture] = images.getState().pictures;
    answers['media.findMissing'] = (ids) =>
      ok(ids.map((id) => ({ mediaId: id, state: 'changed' as const, path: '/media/cat.png' })));
    await images.getState().edit();
    expect(images.getState().problem?.error).toMatchObject({
      code: 'media.missing',
      billed: 'no',
      details: { name: 'cat.png', path: '/media/cat.png' },
    });
    expect(images.getState().isPreparing).toBe(false);
    expect([sent(), shown]).toEqual([[], [picture?.key]]);
  });

  test('a past request whose picture is missing is not taken up, and the file is named', async () => {
    const { images, answers } = startImages();
    vi.stubGlobal('fetch', async () => new Response(null, { status: 404 }));
    answers['media.findMissing'] = (ids) =>
      ok(ids.map((id) => ({ mediaId: id, state: 'missing' as const, path: '/media/x.png' })));
    expect(await images.getState().recall(editRequest())).toBe(false);
    expect(images.getState().problem?.error).toMatchObject({
      code: 'media.missing',
      details: { name: 'Erase the cup', path: '/media/x.png' },
    });
    vi.unstubAllGlobals();
  });
});
