import { expect, it } from 'vitest';
import { ok } from '../../../shared/result.ts';
import { fakeWorkers } from '../../testing/fake-worker.ts';
import { createSheetDrawer } from './sheet-drawer.ts';
import type { FromSheetWorker, SheetPage } from './sheet-protocol.ts';

const NO_PROBLEMS = { gone: '', missing: '', undecodable: '', tooComplex: '', outOfMemory: '', tooSlow: '' };

/** A page of two pictures. */
function pageOf(foot: string, endsFile: boolean): SheetPage {
  const texts = { title: '', instruction: '', settings: '', date: '' };
  return {
    design: { paper: 'a4', columns: 2, parts: [] },
    kind: 'pdf',
    locale: 'en',
    title: 'Sheet',
    foot,
    cells: ['a', 'b'].map((mediaId) => ({ picture: { mediaId }, texts })),
    problemTexts: NO_PROBLEMS,
    endsFile,
  };
}

const drawn = (file: Uint8Array<ArrayBuffer> | null = null): FromSheetWorker => ({ type: 'drawn', failures: [], file });

it('after a death draws the pages of the file again, without the picture that was being decoded', async () => {
  const { createWorker, workers } = fakeWorkers<SheetPage, FromSheetWorker>();
  const drawer = createSheetDrawer(createWorker);
  const { signal } = new AbortController();
  const first = drawer.draw(pageOf('1', false), signal);
  workers[0]?.reply(drawn());
  expect(await first).toEqual(ok({ failures: [[]], file: null }));

  const second = drawer.draw(pageOf('2', true), signal);
  workers[0]?.reply({ type: 'decoding', cell: 1 });
  workers[0]?.die();
  await expect.poll(() => workers[1]?.sent.map(({ foot }) => foot)).toEqual(['1']);
  workers[1]?.reply(drawn());
  await expect.poll(() => workers[1]?.sent.map(({ foot }) => foot)).toEqual(['1', '2']);
  expect(workers[1]?.sent[1]?.cells.map(({ picture }) => picture)).toEqual([
    { mediaId: 'a' },
    { problem: 'outOfMemory' },
  ]);
  const file = new Uint8Array(3);
  workers[1]?.reply({ type: 'drawn', failures: [{ cell: 1, problem: 'outOfMemory' }], file });
  expect(await second).toEqual(ok({ failures: [[], [{ cell: 1, problem: 'outOfMemory' }]], file }));
});

it('gives up after several deaths, and says what a worker says', async () => {
  const { createWorker, workers } = fakeWorkers<SheetPage, FromSheetWorker>();
  const drawing = createSheetDrawer(createWorker).draw(pageOf('1', true), new AbortController().signal);
  for (let death = 0; death < 5; death++) {
    await expect.poll(() => workers.length).toBe(death + 1);
    workers[death]?.die('no memory');
  }
  expect(await drawing).toMatchObject({
    ok: false,
    error: { code: 'export.failed', details: { reason: 'no memory' } },
  });
  const other = fakeWorkers<SheetPage, FromSheetWorker>();
  const failing = createSheetDrawer(other.createWorker).draw(pageOf('1', true), new AbortController().signal);
  other.workers[0]?.reply({ type: 'failed', reason: 'No canvas of that size.' });
  expect(await failing).toMatchObject({ ok: false, error: { code: 'export.failed' } });
});

it('cancelling ends the worker at once', async () => {
  const { createWorker, workers } = fakeWorkers<SheetPage, FromSheetWorker>();
  const controller = new AbortController();
  const drawing = createSheetDrawer(createWorker).draw(pageOf('1', true), controller.signal);
  controller.abort();
  expect(await drawing).toEqual(ok(null));
  expect(workers[0]?.isTerminated).toBe(true);
});
