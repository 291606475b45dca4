import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { wholeCrop } from '../../../shared/images/cropping.ts';
import { ok } from '../../../shared/result.ts';
import { editItem, editJob, editRequest, mediaId, picture, settle } from '../../testing/fake-ipc.ts';
import { ESTIMATE, MEASURED, PNG, startImages, USED } from '../../testing/images.ts';
import { NO_MASK } from '../images-state.ts';
import { blockedReason } from '../images-store.ts';
import { comparedId, MASK } from '../middle.ts';
import { PictureProblem } from '../ports.ts';

describe('results', () => {
  const own = editItem('a', 2);
  const stranger = editItem('s', 1, {
    request: editRequest({ pictures: [{ kind: 'media', mediaId: mediaId('other'), wireMediaId: mediaId('other') }] }),
  });

  test('of the current picture are shown; a missing protected picture is made once', async () => {
    const { images, addFile, answers, requests, emit } = startImages();
    const made = editItem('a', 2, {
      used: USED,
      protected: { picture: picture('protected'), ...MEASURED },
    });
    answers['library.list'] = () => ok({ items: [own, stranger], hasMore: false });
    answers['library.addProtected'] = () => ok(made);
    await addFile();
    emit('library.changed', { ids: ['a'] });
    await settle();
    await settle();
    expect(images.getState().results).toEqual([made]);
    expect(requests.filter(({ route }) => route === 'library.addProtected')).toEqual([
      {
        route: 'library.addProtected',
        input: {
          id: 'a',
          mediaId: mediaId('protected'),
          used: ESTIMATE,
          changedRatio: 1,
          ...MEASURED,
        },
      },
    ]);
  });

  test('of an opened picture are all that were made of it, also by way of other results or crops', async () => {
    const { images, addFile, answers, emit } = startImages();
    const of = (id: string, madeOf: string, atMs: number) => {
      const pictures = [{ kind: 'media' as const, mediaId: mediaId(madeOf), wireMediaId: mediaId(madeOf) }];
      const raw = { ...editItem(id, atMs).raw, mediaId: mediaId(`${id}-raw`) };
      return editItem(id, atMs, { raw, used: USED, request: editRequest({ mask: null, pictures }) });
    };
    const cut = of('d', 'cut', 4);
    const crop = wholeCrop({ width: 8, height: 6 });
    const cutFrom = { mediaId: mediaId('a-raw'), widthPx: 8, heightPx: 6, crop, isEdited: false };
    const ofCut = { ...cut.request, pictures: cut.request.pictures.map((one) => ({ ...one, cutFrom })) };
    const tree = [of('a', 'source', 1), of('b', 'a-raw', 2), of('c', 'b-raw', 3), { ...cut, request: ofCut }];
    answers['library.list'] = () => ok({ items: [stranger, ...tree].reverse(), hasMore: false });
    await addFile();
    emit('library.changed', { ids: ['c'] });
    await settle();
    expect(images.getState().results.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
  });

  test('without a mask are only judged, once, and store the verdict', async () => {
    const { images, addFile, answers, pictures, requests, emit } = startImages();
    const bare = editItem('b', 2, { request: editRequest({ mask: null }) });
    const judged = { ...bare, used: USED };
    const asked: unknown[] = [];
    pictures.checkUsage = async (job) => {
      asked.push(job);
      return { used: ESTIMATE, changedRatio: 0.5 };
    };
    answers['library.list'] = () => ok({ items: [bare], hasMore: false });
    answers['library.addSourceUsage'] = () => ok(judged);
    await addFile();
    emit('library.changed', { ids: ['b'] });
    await settle();
    await settle();
    expect(asked).toHaveLength(1);
    expect(requests.filter(({ route }) => route === 'library.addSourceUsage')).toEqual([
      { route: 'library.addSourceUsage', input: { id: 'b', used: ESTIMATE, changedRatio: 0.5 } },
    ]);
    expect(requests.some(({ route }) => route === 'library.addProtected')).toBe(false);
    expect(images.getState().results[0]?.id).toBe('b');
  });

  test('of a matched size are brought back to their source without a mask', async () => {
    const { images, addFile, answers, pictures, requests } = startImages();
    const bare = editItem('b', 2, { request: editRequest({ mask: null, isSizeMatched: true }) });
    const asked: unknown[] = [];
    pictures.bringBack = async (job) => {
      asked.push(job);
      return { png: PNG, used: ESTIMATE, changedRatio: 0.5, ...MEASURED, adjustments: null };
    };
    const chosen = editItem('c', 3, { request: editRequest({ mask: null }) });
    answers['library.list'] = () => ok({ items: [bare, chosen], hasMore: false });
    answers['library.addSourceUsage'] = () => ok(chosen);
    await addFile();
    await settle();
    await settle();
    await settle();
    const sent = { sentSize: '2560x1440', part: null };
    expect(asked).toEqual([{ sourceMediaId: mediaId('source'), rawMediaId: bare.raw.mediaId, ...sent }]);
    expect(requests.filter(({ route }) => route === 'library.addProtected')).toMatchObject([
      { input: { id: 'b', changedRatio: 0.5, adjustments: null } },
    ]);
    expect(images.getState().results).toHaveLength(2);
  });

  test('a composite that fails is reported and not retried for ever', async () => {
    const { images, addFile, answers, pictures, emit } = startImages();
    let tries = 0;
    pictures.composite = () => {
      tries += 1;
      return Promise.reject(new PictureProblem('unreadable'));
    };
    answers['library.list'] = () => ok({ items: [own], hasMore: false });
    await addFile();
    await settle();
    emit('library.changed', { ids: ['a'] });
    await settle();
    expect(tries).toBe(1);
    expect(images.getState().undone).toEqual(new Map([['a', 'failed']]));
  });

  test('the result of a watched edit is shown on the canvas', async () => {
    const { images, addFile, answers, emit } = startImages();
    await addFile('a');
    images.getState().setInstruction('x');
    await images.getState().edit();
    images.getState().watch('job1');
    answers['library.list'] = () => ok({ items: [own], hasMore: false });
    emit('job.updated', editJob('job1', { state: 'done', itemIds: ['a'] }));
    await settle();
    expect(images.getState()).toMatchObject({ middle: { kind: 'presented', ids: ['a'] } });
    // Its result belongs to another picture: the mask is shown again, and its keys work.
    images.getState().watch('job2');
    await images.getState().edit();
    emit('job.updated', editJob('job2', { state: 'done', itemIds: ['elsewhere'] }));
    await settle();
    expect(images.getState().middle).toEqual(MASK);
  });

  test('a watched result is shown even if the history is read again in the meantime', async () => {
    const { images, addFile, answers, emit } = startImages();
    await addFile('a');
    images.getState().setInstruction('x');
    await images.getState().edit();
    images.getState().watch('job1');
    const { promise, resolve } = Promise.withResolvers<void>();
    let readings = 0;
    answers['library.list'] = async () => {
      readings += 1;
      if (readings > 1) await promise;
      return ok({ items: [own], hasMore: false });
    };
    emit('job.updated', editJob('job1', { state: 'done', itemIds: ['a'] }));
    emit('library.changed', { ids: ['a'] });
    await settle();
    resolve();
    await settle();
    expect(images.getState()).toMatchObject({ middle: { kind: 'presented', ids: ['a'] } });
  });

  test('an edit with previews is shown until the person selects something else', async () => {
    const { images, addFile, answers, emit } = startImages();
    const middle = () => images.getState().middle;
    await addFile();
    images.getState().setInstruction('x');
    await images.getState().edit();
    expect(middle()).toEqual(MASK);
    images.getState().change({ form: 'json', previews: true });
    await images.getState().edit();
    expect(middle()).toEqual({ kind: 'running', jobId: 'job2' });
    images.getState().select(null);
    expect(middle()).toEqual(MASK);
    images.getState().watch('job2');
    answers['library.list'] = () => ok({ items: [own], hasMore: false });
    await images.getState().reloadResults();
    images.getState().select('a');
    expect(middle().kind).toBe('result');
    emit('job.updated', editJob('job2', { state: 'cancelled' }));
    await settle();
    expect(images.getState()).toMatchObject({ middle: { kind: 'result', id: 'a' } });
  });

  test('while an edit is being recalled, the current contents cannot be sent', async () => {
    vi.stubGlobal('fetch', async () => new Response(PNG));
    const decoded = Promise.withResolvers<ImageBitmap>();
    vi.stubGlobal('createImageBitmap', () => decoded.promise);
    onTestFinished(() => void vi.unstubAllGlobals());
    const { images, session, addFile } = startImages();
    await addFile();
    images.getState().setInstruction('x');
    const recalled = images.getState().recall(own.request);
    expect(blockedReason(session.getState(), images.getState())).toBe('adding');
    decoded.resolve({ width: 8, height: 6, close: () => undefined } as ImageBitmap);
    expect(await recalled).toBe(true);
    expect(blockedReason(session.getState(), images.getState())).toBeNull();
    expect(images.getState().instruction).toBe(own.request.prompt);
  });

  test('after a deletion the next result is shown; after the last one, the mask', async () => {
    const { images, addFile, answers, emit } = startImages();
    const all = [own, editItem('b', 3), editItem('c', 4)];
    const show = async (ids: string): Promise<string | null> => {
      answers['library.list'] = () => ok({ items: all.filter(({ id }) => ids.includes(id)), hasMore: false });
      emit('library.changed', { ids: [] });
      await settle();
      return comparedId(images.getState().middle);
    };
    await addFile();
    await show('abc');
    images.getState().select('b');
    expect(await show('ac')).toBe('c');
    expect(await show('a')).toBe('a');
    expect(await show('')).toBeNull();
  });

  test('an empty tray has none', async () => {
    const { images, addFile, answers } = startImages();
    answers['library.list'] = () => ok({ items: [own], hasMore: false });
    await addFile();
    await settle();
    images.getState().select('a');
    images.getState().remove(images.getState().pictures[0]?.key ?? '');
    expect(images.getState()).toMatchObject({ results: [], middle: MASK, mask: NO_MASK });
  });
});
