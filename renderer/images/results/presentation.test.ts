import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { EditItem } from '../../../shared/contract/library.ts';
import { ok } from '../../../shared/result.ts';
import { runs } from '../../../tests/support/runs.ts';
import { editItem, editJob, editRequest, mediaId, settle } from '../../testing/fake-ipc.ts';
import { PNG, startImages } from '../../testing/images.ts';
import { canvasContent, comparedId, comparedIds, MASK, presentedIds, shownKey, watchedId } from '../middle.ts';

/** The screen with a picture, an instruction and an edit under way, and a way to let it end. */
async function startEdit(choices: { variations?: number; previews?: boolean } = {}) {
  const studio = startImages();
  const { images, addFile, answers, emit } = studio;
  await addFile();
  images.getState().setInstruction('x');
  images.getState().change(choices);
  await images.getState().edit();
  const stored: EditItem[] = [];
  const end = async (jobId: string, ...ids: string[]): Promise<void> => {
    const request = editRequest({ mask: null });
    stored.push(...ids.map((id, index) => editItem(id, stored.length + index, { request })));
    answers['library.list'] = () => ok({ items: stored, hasMore: false });
    emit('job.updated', editJob(jobId, { state: ids.length === 0 ? 'failed' : 'done', itemIds: ids }));
    await settle();
    await settle();
  };
  return { ...studio, end, state: images.getState, shown: () => canvasContent(images.getState()) };
}

describe('a new result', () => {
  test('is shown on the canvas by itself; the mask returns with work on it', async () => {
    const { end, state, shown, workOnMask } = await startEdit();
    await end('job1', 'a');
    expect(shown()).toMatchObject({ kind: 'result', item: { id: 'a' } });
    expect(state().ready).toEqual([]);
    workOnMask();
    expect(shown().kind).toBe('mask');
  });

  test('is only announced after a stroke, and shown on request', async () => {
    const { end, state, shown, workOnMask } = await startEdit();
    workOnMask();
    await end('job1', 'a');
    expect(shown().kind).toBe('mask');
    expect(state().ready).toEqual(['a']);
    state().showReady();
    expect(shown()).toMatchObject({ kind: 'result', item: { id: 'a' } });
    expect(state().ready).toEqual([]);
  });

  test('is only announced while another result is looked at, and no longer once it is', async () => {
    const { images, end, state } = await startEdit();
    await end('job1', 'a');
    await images.getState().edit();
    state().select('a');
    await end('job2', 'b');
    expect(state()).toMatchObject({ middle: { kind: 'result', id: 'a' }, ready: ['b'] });
    state().select('b');
    expect(state().ready).toEqual([]);
  });

  test('is only announced once another one was asked for', async () => {
    const { images, end, state, shown } = await startEdit();
    await end('job1', 'a');
    state().returnToMask();
    await images.getState().edit();
    state().present('a');
    await end('job2', 'b');
    expect(shown()).toMatchObject({ kind: 'result', item: { id: 'a' } });
    expect(state().ready).toEqual(['b']);
    state().present('b');
    expect(state().ready).toEqual([]);
  });

  test('replaces the one shown before if nothing was done in between', async () => {
    const { images, end, shown } = await startEdit();
    await end('job1', 'a');
    await images.getState().edit();
    await end('job2', 'b');
    expect(shown()).toMatchObject({ kind: 'result', item: { id: 'b' } });
  });

  test('leaves a reference that is looked at, and is on the canvas afterwards', async () => {
    const { end, state, shown, addFile } = await startEdit();
    await addFile('b.png');
    state().showPicture(state().pictures[1]?.key ?? '');
    await end('job1', 'a');
    expect(state().middle).toMatchObject({ kind: 'picture', key: state().pictures[1]?.key });
    state().showPicture(null);
    expect(shown()).toMatchObject({ kind: 'result', item: { id: 'a' } });
  });

  test('that was announced replaces even a reference when it is asked for', async () => {
    const { end, state, shown, addFile, workOnMask } = await startEdit();
    await addFile('b.png');
    workOnMask();
    state().showPicture(state().pictures[1]?.key ?? '');
    await end('job1', 'a');
    state().showReady();
    expect(shown()).toMatchObject({ kind: 'result', item: { id: 'a' } });
  });

  test('of another picture leaves the canvas as it is', async () => {
    const { images, end, shown, state, addFile } = await startEdit();
    state().remove(state().pictures[0]?.key ?? '');
    await addFile('other.png', new TextEncoder().encode('other'));
    await end('job1', 'a');
    expect(shown().kind).toBe('mask');
    expect(images.getState().ready).toEqual([]);
  });

  test('leaves the canvas with its picture', async () => {
    const { end, shown, state } = await startEdit();
    await end('job1', 'a');
    state().remove(state().pictures[0]?.key ?? '');
    expect(shown().kind).toBe('mask');
  });

  test('leaves the canvas when it is deleted', async () => {
    const { end, shown, state, answers } = await startEdit();
    await end('job1', 'a');
    answers['library.list'] = () => ok({ items: [], hasMore: false });
    await state().reloadResults();
    expect(shown().kind).toBe('mask');
  });
});

describe('several results', () => {
  test('of one request are a grid; one is opened, and left again', async () => {
    const { end, shown, state } = await startEdit({ variations: 3 });
    await end('job1', 'a', 'b', 'c');
    expect(shown()).toMatchObject({ kind: 'grid', items: [{ id: 'a' }, { id: 'b' }, { id: 'c' }] });
    state().openPresented('b');
    expect(shown()).toMatchObject({ kind: 'result', item: { id: 'b' } });
    state().openPresented(null);
    expect(shown().kind).toBe('grid');
  });

  test('are a grid again when one of them is asked for later', async () => {
    const { end, shown, state, answers } = await startEdit({ variations: 2 });
    await end('job1', 'a', 'b');
    const together = state().results.map((item) => ({ ...item, createdAtMs: 7 }));
    answers['library.list'] = () => ok({ items: together, hasMore: false });
    await state().reloadResults();
    state().returnToMask();
    state().present('b');
    expect(shown()).toMatchObject({ kind: 'result', item: { id: 'b' } });
    state().goBack();
    expect(shown()).toMatchObject({ kind: 'grid', items: [{ id: 'a' }, { id: 'b' }] });
  });

  test('of several requests are shown when all have ended, also if one failed', async () => {
    const { images, addFile, end, shown, state, sent } = await startEdit();
    await end('job1', 'a');
    await addFile('b');
    images.getState().change({ variations: 3 });
    await images.getState().edit();
    expect(sent()).toHaveLength(4);
    await end('job2', 'b');
    await end('job3', 'c');
    expect(shown()).toMatchObject({ kind: 'result', item: { id: 'a' } });
    await end('job4');
    expect(shown()).toMatchObject({ kind: 'grid', items: [{ id: 'b' }, { id: 'c' }] });
    expect(state().ready).toEqual([]);
  });

  test('of a watched edit are a grid as well', async () => {
    const { end, shown, state } = await startEdit({ variations: 2 });
    state().watch('job1');
    await end('job1', 'a', 'b');
    expect(shown().kind).toBe('grid');
    expect(state().ready).toEqual([]);
  });

  test('can be compared with each other, and the grid is there afterwards', async () => {
    const { end, shown, state } = await startEdit({ variations: 2 });
    await end('job1', 'a', 'b');
    state().compareTwo('b', 'a');
    expect(state()).toMatchObject({ middle: { kind: 'result', id: 'b', among: ['a', 'b'] } });
    state().openPresented(null);
    expect(shown().kind).toBe('grid');
    state().compareTwo('b', 'a');
    state().select(null);
    expect(shown().kind).toBe('mask');
  });

  test('are chosen one by one: the second is compared with the first, with a third all are side by side', async () => {
    const { end, state, shown } = await startEdit({ variations: 3 });
    await end('job1', 'a', 'b', 'c');
    expect(state().toggleCompared('a')).toBe(true);
    expect(shown()).toMatchObject({ kind: 'result', item: { id: 'a' } });
    state().toggleCompared('a');
    expect(shown()).toMatchObject({ kind: 'result', item: { id: 'a' } });
    state().toggleCompared('b');
    expect(state()).toMatchObject({ middle: { id: 'b', among: ['a', 'b'] }, compareMode: 'slider' });
    state().toggleCompared('c');
    expect(state()).toMatchObject({ middle: { id: 'c', among: ['a', 'b', 'c'] }, compareMode: 'side' });
    state().chooseCompared('a');
    state().toggleCompared('b');
    expect(state()).toMatchObject({ middle: { id: 'a', among: ['a', 'c'] }, compareMode: 'side' });
  });

  test('are shown side by side together, of more than four the first', async () => {
    const { end, state } = await startEdit({ variations: 6 });
    await end('job1', 'a', 'b', 'c', 'd', 'e');
    expect(state().compareAll(['a', 'b', 'gone'])).toBe(true);
    expect(state()).toMatchObject({ middle: { id: 'a', among: ['a', 'b'] }, compareMode: 'side' });
    expect(state().compareAll(['e', 'd', 'c', 'b', 'a'])).toBe(false);
    expect(comparedIds(state().middle)).toEqual(['e', 'd', 'c', 'b']);
    expect(state().toggleCompared('a')).toBe(false);
    expect(state().compareAll(['b', 'gone'])).toBe(true);
    expect(canvasContent(state())).toMatchObject({ kind: 'result', item: { id: 'b' } });
  });

  test('of another source are opened in the comparison, because they do not fit the canvas', async () => {
    const { end, state, images } = await startEdit({ variations: 2 });
    await end('job1', 'a', 'b');
    const other = editRequest({
      pictures: [{ kind: 'media', mediaId: mediaId('other'), wireMediaId: mediaId('other') }],
    });
    images.setState({ results: state().results.map((item) => ({ ...item, request: other })) });
    state().openPresented('b');
    expect(state().middle).toMatchObject({ kind: 'result', id: 'b' });
    state().goBack();
    expect(state().middle).toEqual(MASK);
  });

  test('of a picture of the same size fit the canvas too, also after the person has gone on', async () => {
    const { end, state, shown, images } = await startEdit();
    await end('job1', 'a');
    const [source] = state().pictures;
    if (source === undefined) throw new Error('No picture.');
    images.setState({ pictures: [{ ...source, key: 'next', mediaId: mediaId('next') }], chain: [source] });
    state().present('a');
    expect(shown()).toMatchObject({ kind: 'result', item: { id: 'a' } });
    images.setState({ pictures: [{ ...source, key: 'next', mediaId: mediaId('next'), widthPx: source.widthPx + 1 }] });
    state().present('a');
    expect(state().middle).toMatchObject({ kind: 'result', id: 'a' });
  });
});

test('a watched edit that was removed from the queue is not shown', async () => {
  const { emit, state } = await startEdit();
  emit('job.updated', editJob('job1'));
  state().watch('job1');
  emit('job.removed', { id: 'job1' });
  expect(state().middle).toEqual(MASK);
});

test('whatever is done in whatever order, the middle shows what is there', async () => {
  const names = [
    ...[
      'edit',
      'edit',
      'edit',
      'end',
      'end',
      'end',
      'fail',
      'watch',
      'work',
      'ask',
      'select',
      'compareTwo',
      'compareAll',
      'toggle',
      'toggle',
      'choose',
      'showReady',
      'open',
      'goBack',
      'hold',
    ],
    ...['addPicture', 'showPicture', 'showPicture', 'move', 'removePicture', 'useAsSource', 'delete'],
  ];
  const steps = fc.array(fc.tuple(fc.constantFrom(...names), fc.nat({ max: 12 })), { maxLength: 40, size: 'max' });
  const play = async (chosen: readonly (readonly [name: string, at: number])[]): Promise<void> => {
    const { images, answers, emit, sent, workOnMask, addFile } = startImages();
    const get = images.getState;
    const addPicture = (at: number) => addFile(`${at}`, Uint8Array.of(...PNG, at));
    let stored: EditItem[] = [];
    answers['library.list'] = () => ok({ items: stored, hasMore: false });
    for (const at of [0, 1, 2]) await addPicture(at);
    get().setInstruction('x');
    const jobs: string[] = [];
    const nth = <T>(list: readonly T[], at: number): T | undefined => list[at % Math.max(1, list.length)];
    const resultAt = (at: number): string => nth(get().results, at)?.id ?? 'none';
    const keyAt = (at: number): string => nth(get().pictures, at)?.key ?? 'none';
    const end = (at: number, count: number): void => {
      const id = nth(jobs, at);
      if (id === undefined) return;
      jobs.splice(jobs.indexOf(id), 1);
      const mediaIdOfSource = get().pictures[0]?.mediaId ?? mediaId('source');
      const pictures = [{ kind: 'media' as const, mediaId: mediaIdOfSource, wireMediaId: mediaIdOfSource }];
      const made = Array.from({ length: count }, (_, index) =>
        editItem(`${id} ${index}`, stored.length + index, { request: editRequest({ pictures, mask: null }) }),
      );
      stored = [...stored, ...made];
      emit('job.updated', editJob(id, { state: 'done', itemIds: made.map((item) => item.id) }));
    };
    const acts: Readonly<Record<string, (at: number) => unknown>> = {
      edit: async () => {
        const before = sent().length;
        await get().edit();
        if (sent().length > before) jobs.push(`job${sent().length}`);
      },
      end: (at) => end(at, 1 + (at % 3)),
      fail: (at) => end(at, 0),
      watch: (at) => get().watch(nth(jobs, at) ?? null),
      work: workOnMask,
      ask: (at) => get().present(resultAt(at)),
      select: (at) => get().select(resultAt(at)),
      compareTwo: (at) => get().compareTwo(resultAt(at), resultAt(at + 1)),
      compareAll: (at) => get().compareAll([0, 1, 2, 3, 4].map((by) => resultAt(at + by))),
      toggle: (at) => get().toggleCompared(resultAt(at)),
      choose: (at) => get().chooseCompared(resultAt(at)),
      showReady: () => get().showReady(),
      open: (at) => get().openPresented(at % 3 === 0 ? null : resultAt(at)),
      goBack: () => get().goBack(),
      hold: (at) => get().showBefore(at % 2 === 0),
      addPicture,
      showPicture: (at) => get().showPicture(keyAt(at)),
      move: (at) => get().move(keyAt(at), (at % 3) - 1),
      removePicture: (at) => get().remove(keyAt(at)),
      useAsSource: (at) => get().replaceSource(Promise.resolve({ mediaId: mediaId(`m${at}`) }), 'next'),
      delete: (at) => {
        const gone = resultAt(at);
        stored = stored.filter(({ id }) => id !== gone);
        emit('library.changed', { ids: [gone] });
      },
    };
    const wrong: unknown[] = [];
    // At every moment, not only after each act.
    const stop = images.subscribe(({ middle, results, pictures }) => {
      const ids = [...presentedIds(middle), ...comparedIds(middle), comparedId(middle)].filter((id) => id !== null);
      const key = shownKey(middle);
      const isResultThere = ids.every((id) => results.some((item) => item.id === id));
      const isPictureThere = key === null || pictures.slice(1).some((one) => one.key === key);
      if (!isResultThere || !isPictureThere) wrong.push(middle);
    });
    for (const [name, at] of chosen) {
      await acts[name]?.(at);
      await settle();
      await settle();
      const watched = watchedId(get().middle);
      if (watched !== null) expect(jobs).toContain(watched);
    }
    stop();
    expect(wrong).toEqual([]);
  };
  await fc.assert(fc.asyncProperty(steps, play), { numRuns: runs(100) });
});
