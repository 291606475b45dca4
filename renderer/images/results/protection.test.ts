import { describe, expect, test } from 'vitest';
import type { Adjustments, EditItem } from '../../../shared/contract/library.ts';
import type { AppError } from '../../../shared/errors.ts';
import { type DecodedExtent, type PictureState, stateAfterDecoding } from '../../../shared/images/picture-states.ts';
import type { SourceUsage } from '../../../shared/images/source-usage.ts';
import { ok } from '../../../shared/result.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import { editItem, editRequest, failure, fakeIpc, mediaId, picture } from '../../testing/fake-ipc.ts';
import type { Images } from '../images-state.ts';
import { compared, isRawShown, MASK, withRaw } from '../middle.ts';
import { DEFAULT_ADJUSTMENTS, type PicturePort, PictureProblem, type Work } from '../ports.ts';
import { createProtection } from './protection.ts';

const ESTIMATE = { verdict: 'notUsed', figure: 0.05, reason: 'unrelated' } as const;
const MEASURED = {
  outsideChangedPx: 0,
  rawOutsideChangedRatio: 0.4,
  rawInsideChangedRatio: 1,
  misalignment: null,
  seamErrorBefore: null,
  seamErrorAfter: null,
  corrections: null,
  paintedBackMediaId: null,
};
const protectedWith = (adjustments: Adjustments): NonNullable<EditItem['protected']> => ({
  picture: picture(`feather ${adjustments.featherPx}`),
  ...MEASURED,
  adjustments,
});
const used = { ...ESTIMATE, overridden: null };
const item = editItem('a', 1, { used, protected: protectedWith(DEFAULT_ADJUSTMENTS) });

type Run = {
  featherPx: number;
  paintedBack: readonly number[] | null;
  signal: AbortSignal;
  finish: () => void;
  /** Ends without a picture. */
  measureOnly: (used: SourceUsage) => void;
  breakDown: () => void;
  reportProgress: Work['onProgress'];
};

/** Creates protection for one result, with a fake worker that acts on request. */
function start(result: EditItem = item) {
  const runs: Run[] = [];
  const reported: AppError[] = [];
  const fake = fakeIpc({
    'media.importBytes': ({ bytes }) => ok(picture(`feather ${bytes[0]}`)),
    'library.addProtected': ({ adjustments, paintedBackMediaId }) => {
      const applied = adjustments ?? DEFAULT_ADJUSTMENTS;
      return ok({ ...result, used, protected: { ...protectedWith(applied), paintedBackMediaId } });
    },
    'library.overrideVerdict': ({ verdict }) => ok({ ...result, used: { ...used, verdict: verdict ?? 'notUsed' } }),
  });
  const composite: PicturePort['composite'] = ({ adjustments, paintedBack }, { signal, onProgress }) =>
    new Promise((resolve, reject) => {
      const { featherPx } = adjustments;
      signal.addEventListener('abort', () => reject(new PictureProblem('cancelled')));
      const composite = { png: Uint8Array.of(featherPx), used: ESTIMATE, changedRatio: 1, ...MEASURED, adjustments };
      runs.push({
        featherPx,
        paintedBack: paintedBack && [...paintedBack],
        signal,
        finish: () => resolve(composite),
        measureOnly: (used) => resolve({ png: null, used, changedRatio: 1 }),
        breakDown: () => reject(new PictureProblem('outOfMemory')),
        reportProgress: onProgress,
      });
    });
  const middle = withRaw(compared(MASK, 'a'), true);
  let state = { results: [result], middle } as unknown as Images;
  const set = (change: Partial<Images>): void => {
    state = { ...state, ...change };
  };
  const unstored: { e: AppError; again: () => void }[] = [];
  const extent: { next: DecodedExtent } = { next: 'whole' };
  const pictures = {
    composite,
    checkUsage: async () => ESTIMATE,
    encodeCoverage: async (coverage: Uint8Array) => new Uint8Array(coverage),
    decodeCoverage: async () => Uint8Array.of(70),
    checkDecoding: async () => extent.next,
  } as unknown as PicturePort;
  const protection = createProtection({
    ipc: fake.ipc,
    pictures,
    get: () => state,
    set,
    starting: () => DEFAULT_ADJUSTMENTS,
    report: (e) => reported.push(e),
    reportUnstored: (e, again) => unstored.push({ e, again }),
  });
  set(protection);
  const shown = () => state.results[0]?.protected?.picture.mediaId;
  /** Waits for the start of the run with this number. */
  const run = (number: number) => eventually(() => runs[number] ?? Promise.reject(new Error('not started')));
  const setResults = (results: Images['results']): void => set({ results });
  return { ...fake, protection, runs, run, reported, unstored, shown, extent, setResults, state: () => state };
}

describe('a new result', () => {
  const startWith = (state: PictureState, extent: DecodedExtent) => {
    const started = start();
    const item = editItem('b', 2, { raw: { ...picture('b'), state }, request: editRequest({ mask: null }) });
    started.setResults([item]);
    started.answers['library.addDecoding'] = ({ extent: found }) =>
      ok({ ...item, raw: { ...item.raw, state: stateAfterDecoding(state, found) } });
    started.answers['library.addSourceUsage'] = ({ used }) => ok({ ...item, used: { ...used, overridden: null } });
    started.extent.next = extent;
    started.protection.begin([item]);
    const routes = () => started.requests.map(({ route }) => route);
    return { ...started, routes, raw: () => started.state().results[0]?.raw.state };
  };

  test('is decoded before anything is made of it', async () => {
    const { routes, state } = startWith('unchecked', 'whole');
    await eventually(() => expect(state().working.size).toBe(0));
    expect(routes()).toEqual(['library.addDecoding', 'library.addSourceUsage']);
  });

  test.each([
    ['unchecked', 'not', 'undecodable'],
    ['damaged', 'not', 'undecodable'],
  ] as const)('that is %s and cannot be decoded stays without a verdict', async (before, extent, after) => {
    const { routes, raw, state } = startWith(before, extent);
    await eventually(() => expect(state().working.size).toBe(0));
    expect([raw(), routes()]).toEqual([after, ['library.addDecoding']]);
  });

  test.each(['foreign', 'tooLarge'] as const)('that is %s is not decoded at all', (state) => {
    expect(startWith(state, 'whole').state().working.size).toBe(0);
  });

  test('whose source is not in the tray is decoded too', async () => {
    const { protection, answers, requests } = start();
    const item = editItem('c', 2, { raw: { ...picture('c'), state: 'unchecked' } });
    answers['library.getItem'] = () => ok(item);
    answers['library.addDecoding'] = () => ok(item);
    await protection.checkOthers(['a', 'c']);
    expect(requests.map(({ route, input }) => [route, input])).toEqual([
      ['library.getItem', { id: 'c' }],
      ['library.addDecoding', { id: 'c', extent: 'whole' }],
    ]);
  });
});

describe('adjusting', () => {
  test('applies a dragged value once it is still, to the raw result, and stores it with the item', async () => {
    const { protection, run, runs, state, shown } = start();
    for (let featherPx = 1; featherPx <= 8; featherPx++) protection.adjust('a', { featherPx });
    expect(state().pending.get('a')).toEqual({ ...DEFAULT_ADJUSTMENTS, featherPx: 8 });
    expect([isRawShown(state().middle, 'a'), state().working.get('a')]).toEqual([false, 0]);
    const only = await run(0);
    only.reportProgress(0.4);
    expect(state().working.get('a')).toBe(0.4);
    expect(shown()).toBe(mediaId('feather 0'));
    only.finish();
    await eventually(() => expect(state().pending.size).toBe(0));
    expect(shown()).toBe(mediaId('feather 8'));
    expect([runs.length, state().working.size]).toEqual([1, 0]);
  });

  test('cancels an earlier adjustment that is running: the last one wins, late results are ignored', async () => {
    const { protection, run, state, shown, requests } = start();
    protection.adjust('a', { featherPx: 3 });
    const first = await run(0);
    protection.adjust('a', { growPx: 2, featherPx: 5 });
    expect(first.signal.aborted).toBe(true);
    first.reportProgress(0.9);
    expect(state().working.get('a')).toBe(0);
    const second = await run(1);
    second.finish();
    await eventually(() => expect(state().pending.size).toBe(0));
    expect(shown()).toBe(mediaId('feather 5'));
    const stored = requests.filter(({ route }) => route === 'library.addProtected').map(({ input }) => input);
    expect(stored).toMatchObject([{ adjustments: { growPx: 2, featherPx: 5 } }]);
  });

  test('leaves everything unchanged when stopped, and shows no error', async () => {
    const { protection, run, state, shown, reported } = start();
    protection.adjust('a', { featherPx: 3 });
    await run(0);
    protection.stopWork('a');
    await eventually(() => expect(state().working.size).toBe(0));
    expect([shown(), state().pending.size, state().undone.size, reported]).toEqual([mediaId('feather 0'), 0, 0, []]);
  });

  test('shows an alert when it fails and leaves everything unchanged', async () => {
    const { protection, run, state, shown, reported, answers } = start();
    protection.adjust('a', { featherPx: 3 });
    (await run(0)).breakDown();
    await eventually(() => expect(reported.map(({ code }) => code)).toEqual(['result.not_adjusted']));
    expect([shown(), state().pending.size, state().undone.size]).toEqual([mediaId('feather 0'), 0, 0]);
    answers['media.importBytes'] = () => failure('storage.unwritable');
    protection.adjust('a', { featherPx: 4 });
    (await run(1)).finish();
    await eventually(() => expect(reported.at(-1)?.code).toBe('storage.unwritable'));
    expect(shown()).toBe(mediaId('feather 0'));
  });

  test('does not apply to results without a mask or without a stored source', () => {
    const address = { kind: 'address', url: 'https://pictures.example/a.png' } as const;
    for (const request of [editRequest({ mask: null }), editRequest({ pictures: [address] })]) {
      const { protection, state } = start(editItem('a', 1, { request }));
      protection.adjust('a', { featherPx: 3 });
      expect(state().working.size).toBe(0);
    }
  });
});

describe('painting back', () => {
  const plane = (value: number) => async () => ({ coverage: Uint8Array.of(value), widthPx: 1, heightPx: 1 });

  test('stores what is painted once it is still, and keeps it when an adjustment follows', async () => {
    const { protection, run, runs, state } = start();
    for (const value of [50, 60, 70]) protection.storePaintedBack('a', plane(value));
    const first = await run(0);
    expect(first.paintedBack).toEqual([70]);
    // Before it is stored, and after.
    protection.adjust('a', { featherPx: 3 });
    const second = await run(1);
    expect([first.signal.aborted, second.paintedBack, second.featherPx]).toEqual([true, [70], 3]);
    second.finish();
    await eventually(() => expect(state().working.size).toBe(0));
    expect(state().results[0]?.protected?.paintedBackMediaId).toBe(mediaId('feather 70'));
    protection.adjust('a', { featherPx: 4 });
    expect((await run(2)).paintedBack).toEqual([70]);
    expect(runs).toHaveLength(3);
  });

  test('that cannot be stored is told, and kept for another try', async () => {
    const { protection, run, state, unstored, reported, answers } = start();
    answers['media.importBytes'] = () => failure('storage.unwritable');
    protection.storePaintedBack('a', plane(70));
    await eventually(() => expect(unstored.map(({ e }) => e.code)).toEqual(['storage.unwritable']));
    expect([state().results[0]?.protected?.paintedBackMediaId, reported]).toEqual([null, []]);
    answers['media.importBytes'] = ({ bytes }) => ok(picture(`feather ${bytes[0]}`));
    unstored[0]?.again();
    (await run(0)).finish();
    await eventually(() => expect(state().working.size).toBe(0));
    expect(state().results[0]?.protected?.paintedBackMediaId).toBe(mediaId('feather 70'));
  });
});

describe('protecting', () => {
  const raw = editItem('a', 1);

  test('can be stopped and started again', async () => {
    const { protection, run, state, shown } = start(raw);
    protection.begin([raw]);
    await run(0);
    protection.stopWork('a');
    await eventually(() => expect(state().undone.get('a')).toBe('cancelled'));
    // It does not restart automatically.
    protection.begin([raw]);
    expect(state().working.size).toBe(0);
    protection.workAgain('a');
    expect(state().undone.size).toBe(0);
    (await run(1)).finish();
    await eventually(() => expect(shown()).toBe(mediaId('feather 0')));
  });

  // fault 56
  test('lays nothing over where a result shows another part of its source, and does not begin again', async () => {
    const { protection, run, runs, state, shown, answers, requests } = start(raw);
    answers['library.addSourceUsage'] = (measured) => {
      return ok({ ...raw, ...measured, used: { ...measured.used, overridden: null } });
    };
    protection.begin([raw]);
    (await run(0)).measureOnly({ verdict: 'partly', figure: 0.9, reason: 'otherShape' });
    await eventually(() => expect(state().working.size).toBe(0));
    expect(requests.map(({ route }) => route)).toEqual(['library.addSourceUsage']);
    expect(shown()).toBeUndefined();
    expect(state().undone.size).toBe(0);
    const reopened = start(state().results[0]);
    reopened.protection.begin(reopened.state().results);
    expect([runs.length, reopened.state().working.size]).toEqual([1, 0]);
  });

  test('stops when the window closes', async () => {
    const { protection, run } = start(raw);
    protection.begin([raw]);
    const { signal } = await run(0);
    protection.endAll();
    expect(signal.aborted).toBe(true);
  });
});

test('the person’s verdict is stored', async () => {
  const { protection, requests, state } = start();
  await protection.overrideVerdict('a', 'used');
  expect(requests).toEqual([{ route: 'library.overrideVerdict', input: { id: 'a', verdict: 'used' } }]);
  expect(state().results[0]?.used?.verdict).toBe('used');
});
