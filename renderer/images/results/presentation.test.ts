import { describe, expect, test } from 'vitest';
import type { EditItem } from '../../../shared/contract/library.ts';
import { ok } from '../../../shared/result.ts';
import { editItem, editJob, editRequest, mediaId, settle } from '../../testing/fake-ipc.ts';
import { startImages } from '../../testing/images.ts';
import { canvasContent } from './presentation.ts';

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
    stored.push(...ids.map((id, index) => editItem(id, stored.length + index)));
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
    expect(state()).toMatchObject({ selectedId: null, ready: [] });
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
    expect(state()).toMatchObject({ selectedId: 'a', ready: ['b'] });
    state().select('b');
    expect(state().ready).toEqual([]);
  });

  test('replaces the one shown before if nothing was done in between', async () => {
    const { images, end, shown } = await startEdit();
    await end('job1', 'a');
    await images.getState().edit();
    await end('job2', 'b');
    expect(shown()).toMatchObject({ kind: 'result', item: { id: 'b' } });
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
    expect(state()).toMatchObject({ watchedJobId: null, ready: [] });
  });

  test('can be compared with each other, and the grid is there afterwards', async () => {
    const { end, shown, state } = await startEdit({ variations: 2 });
    await end('job1', 'a', 'b');
    state().compareTwo('b', 'a');
    expect(state()).toMatchObject({ selectedId: 'b', comparedWithId: 'a' });
    state().openPresented(null);
    expect(state()).toMatchObject({ selectedId: null, comparedWithId: null });
    expect(shown().kind).toBe('grid');
    state().compareTwo('b', 'a');
    state().select(null);
    expect(shown().kind).toBe('mask');
  });

  test('of another source are opened in the comparison, because they do not fit the canvas', async () => {
    const { end, state, images } = await startEdit({ variations: 2 });
    await end('job1', 'a', 'b');
    const other = editRequest({
      pictures: [{ kind: 'media', mediaId: mediaId('other'), wireMediaId: mediaId('other') }],
    });
    images.setState({ results: state().results.map((item) => ({ ...item, request: other })) });
    state().openPresented('b');
    expect(state().selectedId).toBe('b');
  });
});
