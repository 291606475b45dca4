import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { EditRequest } from '../../shared/contract/images.ts';
import { appError } from '../../shared/errors.ts';
import { fittingBytes } from '../../shared/images/reference-problems.ts';
import { ok } from '../../shared/result.ts';
import { createSessionStore } from '../app/session-store.ts';
import {
  appState,
  editItem,
  editJob,
  editRequest,
  failure,
  fakeIpc,
  mediaId,
  OWN,
  PRACTICE,
  picture,
  settle,
} from '../testing/fake-ipc.ts';
import { middleOf, NO_MASK } from './images-state.ts';
import { blockedReason, createImagesStore } from './images-store.ts';
import { type Bytes, DEFAULT_ADJUSTMENTS, type MaskPort, type PicturePort, PictureProblem } from './ports.ts';
import { NO_GUIDE } from './request/instruction.ts';
import { AS_IT_IS } from './tray/tray.ts';

const PNG = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (letter) => letter.charCodeAt(0),
);
const named = (name: string): Bytes => new TextEncoder().encode(name);
const ESTIMATE = { verdict: 'used', figure: 0.9, reason: 'slipped' } as const;
const USED = { ...ESTIMATE, overruled: null };
const MEASURED = {
  outsideChangedPx: 0,
  rawOutsideChangedRatio: 0.4,
  rawInsideChangedRatio: 1,
  adjustments: DEFAULT_ADJUSTMENTS,
  alignment: { dxPx: 2, dyPx: -3, scale: 1.01, confidence: 0.9 },
  seamErrorBefore: 12,
  seamErrorAfter: 2,
};
const nameOf = (bytes: Uint8Array): string =>
  bytes.length === PNG.length ? 'source' : new TextDecoder().decode(bytes);

function start(change: Parameters<typeof appState>[0] = {}) {
  const fake = fakeIpc({
    'library.list': () => ok({ items: [], hasMore: false }),
    'media.importBytes': ({ bytes }) => ok(picture(nameOf(bytes))),
    'library.addProtected': () => failure('item.not_found'),
    'images.edit': (request) => ok(editJob(`job${sent().length}`, { request: request as EditRequest })),
  });
  const session = createSessionStore({ ipc: fake.ipc, initial: appState(change) });
  const painted = new Map<string, Bytes>();
  const shown: (string | null)[] = [];
  const forgotten: string[] = [];
  const restored: string[] = [];
  const mask: MaskPort = {
    show: (one) => shown.push(one?.key ?? null),
    restore: (key) => restored.push(key),
    forget: (key) => forgotten.push(key),
    coverage: async (key) => painted.get(key) ?? null,
    subscribe: () => () => undefined,
  };
  const pictures: PicturePort = {
    working: async (bytes) => ({ bytes, widthPx: 800, heightPx: 600 }),
    wire: async (id, plan) => named(`wire ${id.slice(-4)} ${plan.wire.width}x${plan.wire.height}`),
    wireMask: async () => named('mask'),
    markedCopy: async (_id, _coverage, _plan, maxBytes) => named(`marked ${maxBytes}`),
    maskBoxes: async () => [{ left: 0, top: 0, right: 400, bottom: 300 }],
    encodeCoverage: async () => named('coverage'),
    decodeCoverage: async () => named('plane'),
    makePng: async () => PNG,
    encodeAs: async (_id, { format }) => ({ bytes: named(format), isFlattened: format === 'jpeg' }),
    composite: async () => ({ png: named('protected'), used: ESTIMATE, ...MEASURED }),
    checkUse: async () => ESTIMATE,
    difference: async () => ({ png: PNG, insideChangedRatio: 1, outsideChangedRatio: 0 }),
  };
  const images = createImagesStore({ ipc: fake.ipc, session, mask, pictures, readSample: async () => PNG });
  const sent = () =>
    fake.requests.filter(({ route }) => route === 'images.edit').map(({ input }) => input as EditRequest);
  const addFile = (name = 'a.png', bytes: Bytes = PNG) => images.getState().addFiles([new File([bytes], name)]);
  const paint = () => painted.set(images.getState().pictures[0]?.key ?? '', named('plane'));
  return { ...fake, session, images, pictures, painted, shown, forgotten, restored, sent, addFile, paint };
}

describe('the tray', () => {
  test('takes working pictures in their order and shows the first', async () => {
    const { images, addFile, shown } = start();
    await addFile('a.png');
    await addFile('b.png');
    expect(images.getState().pictures.map(({ name }) => name)).toEqual(['a.png', 'b.png']);
    expect(shown).toEqual([images.getState().pictures[0]?.key]);
  });

  test('refuses what is no picture or cannot be opened, and loses nothing', async () => {
    const { images, addFile, pictures } = start();
    await addFile();
    await addFile('x.txt', named('hello'));
    expect(images.getState().problem?.error).toMatchObject({
      code: 'picture.unusable',
      details: { problem: 'unsupported', name: 'x.txt' },
    });
    await addFile('empty.png', new Uint8Array(0));
    expect(images.getState().problem?.error.details).toMatchObject({ problem: 'empty' });
    pictures.working = () => Promise.reject(new PictureProblem('unreadable'));
    await addFile('cut.png');
    expect(images.getState().problem?.error.details).toMatchObject({ problem: 'undecodable' });
    expect(images.getState()).toMatchObject({ opening: 0, pictures: { length: 1 } });
  });

  test('moves, removes and brings back; masks of pictures long gone are forgotten', async () => {
    const { images, addFile, forgotten } = start();
    for (const name of ['a', 'b', 'c']) await addFile(name);
    const names = () => images.getState().pictures.map(({ name }) => name);
    const keys = images.getState().pictures.map(({ key }) => key);
    images.getState().move(keys[2] ?? '', -2);
    expect(names()).toEqual(['c', 'a', 'b']);
    const putBack = images.getState().remove(keys[0] ?? '');
    expect(names()).toEqual(['c', 'b']);
    putBack();
    expect(names()).toEqual(['c', 'a', 'b']);
    for (let i = 0; i < 6; i++) {
      await addFile(`more ${i}`);
      images.getState().remove(images.getState().pictures.at(-1)?.key ?? '');
    }
    expect(forgotten.length).toBeGreaterThan(0);
    expect(forgotten).not.toContain(keys[0]);
  });
});

describe('editing', () => {
  test('sends picture and mask in the size on the wire, in Form A', async () => {
    const { images, addFile, paint, sent } = start();
    await addFile();
    paint();
    images.getState().setInstruction(' Erase the cup ');
    await images.getState().edit();
    const [request] = sent();
    expect(request).toMatchObject({
      connectionId: 'practice',
      prompt: 'Erase the cup',
      form: 'A',
      mask: { coverageMediaId: mediaId('coverage'), wireMediaId: mediaId('mask') },
    });
    const { size } = request?.options ?? {};
    const wireMediaId = mediaId(`wire ${mediaId('source').slice(-4)} ${size}`);
    expect(request?.pictures).toEqual([{ kind: 'media', mediaId: mediaId('source'), wireMediaId }]);
    expect(images.getState().askedIds).toEqual(['job1']);
  });

  test('tells the mask in Form B in the words, and by a marked copy where a person wants one', async () => {
    const { images, addFile, paint, sent } = start();
    await addFile('a');
    await addFile('b');
    paint();
    images.getState().setInstruction('Like image 2');
    await images.getState().edit();
    expect(sent()[0]).toMatchObject({
      prompt: 'Like image 2',
      form: 'B',
      pictures: { length: 2 },
      mask: { wireMediaId: null, choice: 'automatic', markedMediaId: null },
    });
    expect(sent()[0]?.mask?.sentPrompt).toMatch(/^Like image 2\n.*<bbox>0 0 500 500<\/bbox>/);
    images.getState().change({ mask: 'marked' });
    await images.getState().edit();
    const marked = sent()[1]?.mask;
    // Three pictures share what a body may hold.
    expect(marked?.markedMediaId).toBe(mediaId(`marked ${fittingBytes(3, 'B')}`));
    expect(marked?.sentPrompt).toMatch(/\nImage 3 is a copy of image 1/);
    expect(marked?.sentPrompt).not.toContain('bbox');
    images.getState().change({ mask: 'file' });
    await images.getState().edit();
    expect(sent()[2]).toMatchObject({ form: 'A', mask: { wireMediaId: mediaId('mask'), sentPrompt: null } });
  });

  test('names the area in the picture that the relay sees: with its margins, or as it is behind its address', async () => {
    const { images, addFile, paint, sent } = start();
    await addFile();
    paint();
    images.getState().setInstruction('x');
    images.getState().change({ mask: 'region', size: { kind: 'size', text: '1920x1920' } });
    await images.getState().edit();
    const pictures = images.getState().pictures.map((one) => ({ ...one, address: 'https://pictures.example/a.png' }));
    images.setState({ pictures: pictures.map((one) => ({ ...one, isSentAsAddress: true })) });
    await images.getState().edit();
    const boxes = sent().map(({ mask }) => /<bbox>(.*)<\/bbox>/.exec(mask?.sentPrompt ?? '')?.[1]);
    expect(boxes).toEqual(['0 125 500 500', '0 0 500 500']);
  });

  test('goes in the other form once the relay did not use the picture, until that is forgotten', async () => {
    const unusedPictures = { practice: [{ model: PRACTICE.models.image, form: 'B' as const }] };
    const { images, addFile, sent, requests } = start({ settings: { ...appState().settings, unusedPictures } });
    await addFile();
    images.getState().setInstruction('x');
    await images.getState().edit();
    expect(sent()[0]?.form).toBe('A');
    images.getState().change({ form: 'B' });
    await images.getState().edit();
    expect(sent()[1]?.form).toBe('B');
    images.getState().allowForm('B');
    const input = { connectionId: 'practice', model: PRACTICE.models.image, form: 'B' };
    expect(requests).toContainEqual({ route: 'images.allowForm', input });
  });

  test('nothing painted is no mask; a picture on the wire is made once', async () => {
    const { images, addFile, sent, requests } = start();
    await addFile();
    images.getState().setInstruction('x');
    await images.getState().edit();
    await images.getState().edit();
    expect(sent().map((request) => request.mask)).toEqual([null, null]);
    expect(requests.filter(({ route }) => route === 'media.importBytes')).toHaveLength(2);
  });

  test('variations in Form B are requests of their own', async () => {
    const { images, addFile, paint, sent } = start();
    await addFile('a');
    await addFile('b');
    paint();
    images.getState().setInstruction('x');
    images.getState().change({ variations: 3 });
    await images.getState().edit();
    expect(sent().map(({ form, options, pictures }) => [form, options.n, pictures.length])).toEqual([
      ['B', null, 2],
      ['B', null, 2],
      ['B', null, 2],
    ]);
  });

  test('a failure alerts and can be sent again as it was; a new attempt clears it', async () => {
    const { images, addFile, emit, sent, requests } = start();
    await addFile();
    images.getState().setInstruction('x');
    await images.getState().edit();
    emit('job.updated', editJob('job1', { state: 'unknown', error: appError('outcome.unknown') }));
    expect(images.getState().problem).toMatchObject({ jobId: 'job1', requests: [{ prompt: 'Erase the cup' }] });
    await images.getState().repeat();
    expect(images.getState().problem).toBeNull();
    expect(requests).toContainEqual({ route: 'jobs.dismiss', input: { id: 'job1' } });
    expect(sent()).toHaveLength(2);
  });

  test('one of several results failing is told, but not sent again as a whole', async () => {
    const { images, addFile, emit } = start();
    await addFile();
    images.getState().setInstruction('x');
    await images.getState().edit();
    emit('job.updated', editJob('job1', { state: 'done', itemIds: ['a'], error: appError('result.failed') }));
    expect(images.getState().problem).toMatchObject({ error: { code: 'result.failed' }, requests: [] });
  });

  test('each missing picture stays on the strip until it is asked for again or taken off', async () => {
    const { images, addFile, emit, sent, requests } = start();
    await addFile();
    images.getState().setInstruction('x');
    await images.getState().edit();
    const request = editRequest({ options: { ...editRequest().options, n: 3 } });
    const failures = [1, 2].map((index) => ({ index, error: appError('result.failed') }));
    const [first] = failures;
    if (first === undefined) return;
    emit('job.updated', editJob('job1', { state: 'done', itemIds: ['a'], error: first.error, request, failures }));
    images.getState().dismissProblem();
    const [one, other] = images.getState().failures;
    if (one === undefined || other === undefined) throw new Error('not on the strip');
    await images.getState().retry(one);
    expect(sent().at(-1)?.options.n).toBeNull();
    expect(images.getState().failures).toEqual([other]);
    const dismissed = () => requests.filter(({ route }) => route === 'jobs.dismiss').length;
    const before = dismissed();
    images.getState().dismissFailure(other.id);
    expect(dismissed()).toBe(before + 1);
  });

  test('what failed as a whole leaves the strip with the next attempt', async () => {
    const { images, addFile, emit } = start();
    await addFile();
    images.getState().setInstruction('x');
    await images.getState().edit();
    emit('job.updated', editJob('job1', { state: 'failed', error: appError('relay.bad_request') }));
    expect(images.getState().failures).toHaveLength(1);
    await images.getState().edit();
    expect(images.getState().failures).toEqual([]);
  });

  test('an address goes as its picture where the form carries none', async () => {
    const { images, addFile, sent } = start();
    await addFile();
    const [source] = images.getState().pictures;
    if (source === undefined) return;
    const address = 'https://pictures.example/a.png';
    images.setState({ pictures: [{ ...source, address, isSentAsAddress: true }] });
    images.getState().setInstruction('x');
    await images.getState().edit();
    images.getState().change({ form: 'A' });
    await images.getState().edit();
    expect(sent().map(({ form, pictures }) => [form, pictures[0]?.kind])).toEqual([
      ['B', 'address'],
      ['A', 'media'],
    ]);
  });

  test('a request that is refused at once alerts', async () => {
    const { images, addFile, answers } = start();
    answers['images.edit'] = () => failure('storage.unwritable');
    await addFile();
    images.getState().setInstruction('x');
    await images.getState().edit();
    expect(images.getState().problem?.error.code).toBe('storage.unwritable');
  });
});

describe('results', () => {
  const own = editItem('a', 2);
  const stranger = editItem('s', 1, {
    request: editRequest({ pictures: [{ kind: 'media', mediaId: mediaId('other'), wireMediaId: mediaId('other') }] }),
  });

  test('of the picture in hand are shown, the protected picture is made where it is missing, once', async () => {
    const { images, addFile, answers, requests, emit } = start();
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
          ...MEASURED,
        },
      },
    ]);
  });

  test('without a mask are only judged, once, and keep the verdict', async () => {
    const { images, addFile, answers, pictures, requests, emit } = start();
    const bare = editItem('b', 2, { request: editRequest({ mask: null }) });
    const judged = { ...bare, used: USED };
    const asked: unknown[] = [];
    pictures.checkUse = async (job) => {
      asked.push(job);
      return ESTIMATE;
    };
    answers['library.list'] = () => ok({ items: [bare], hasMore: false });
    answers['library.addPictureUse'] = () => ok(judged);
    await addFile();
    emit('library.changed', { ids: ['b'] });
    await settle();
    await settle();
    expect(asked).toHaveLength(1);
    expect(requests.filter(({ route }) => route === 'library.addPictureUse')).toEqual([
      { route: 'library.addPictureUse', input: { id: 'b', used: ESTIMATE } },
    ]);
    expect(requests.some(({ route }) => route === 'library.addProtected')).toBe(false);
    expect(images.getState().results[0]?.id).toBe('b');
  });

  test('a composite that fails is said and not tried for ever', async () => {
    const { images, addFile, answers, pictures, emit } = start();
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

  test('one that was waited for takes the place of the mask', async () => {
    const { images, addFile, answers, emit } = start();
    await addFile();
    images.getState().setInstruction('x');
    await images.getState().edit();
    images.getState().watch('job1');
    answers['library.list'] = () => ok({ items: [own], hasMore: false });
    emit('job.updated', editJob('job1', { state: 'done', itemIds: ['a'] }));
    await settle();
    expect(images.getState()).toMatchObject({ selectedId: 'a', watchedJobId: null });
    // Its result belongs to another picture: the mask is in the middle again, and its keys act.
    images.getState().watch('job2');
    await images.getState().edit();
    emit('job.updated', editJob('job2', { state: 'done', itemIds: ['elsewhere'] }));
    await settle();
    expect(middleOf(images.getState())).toBe('mask');
  });

  test('what was watched is shown also when the strip is read again meanwhile', async () => {
    const { images, addFile, answers, emit } = start();
    await addFile();
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
    expect(images.getState()).toMatchObject({ selectedId: 'a', watchedJobId: null });
  });

  test('asked for previews, an edit is in the middle, until a person looks at something else', async () => {
    const { images, addFile, answers, emit } = start();
    const middle = () => middleOf(images.getState());
    await addFile();
    images.getState().setInstruction('x');
    await images.getState().edit();
    expect(middle()).toBe('mask');
    images.getState().change({ form: 'B', previews: true });
    await images.getState().edit();
    expect([middle(), images.getState().watchedJobId]).toEqual(['running', 'job2']);
    images.getState().select(null);
    expect(middle()).toBe('mask');
    images.getState().watch('job2');
    answers['library.list'] = () => ok({ items: [own], hasMore: false });
    await images.getState().reloadResults();
    images.getState().select('a');
    expect(middle()).toBe('result');
    emit('job.updated', editJob('job2', { state: 'cancelled' }));
    await settle();
    expect(images.getState()).toMatchObject({ selectedId: 'a', watchedJobId: null });
  });

  test('while an edit is recalled, nothing is sent of what is there instead', async () => {
    vi.stubGlobal('fetch', async () => new Response(PNG));
    const decoded = Promise.withResolvers<ImageBitmap>();
    vi.stubGlobal('createImageBitmap', () => decoded.promise);
    onTestFinished(() => void vi.unstubAllGlobals());
    const { images, session, addFile } = start();
    await addFile();
    images.getState().setInstruction('x');
    const recalled = images.getState().recall(own.request);
    expect(blockedReason(session.getState(), images.getState())).toBe('adding');
    decoded.resolve({ width: 8, height: 6, close: () => undefined } as ImageBitmap);
    expect(await recalled).toBe(true);
    expect(blockedReason(session.getState(), images.getState())).toBeNull();
    expect(images.getState().instruction).toBe(own.request.prompt);
  });

  test('a deleted one gives its place to the next; the last one back to the mask', async () => {
    const { images, addFile, answers, emit } = start();
    const all = [own, editItem('b', 3), editItem('c', 4)];
    const show = async (ids: string): Promise<string | null> => {
      answers['library.list'] = () => ok({ items: all.filter(({ id }) => ids.includes(id)), hasMore: false });
      emit('library.changed', { ids: [] });
      await settle();
      return images.getState().selectedId;
    };
    await addFile();
    await show('abc');
    images.getState().select('b');
    expect(await show('ac')).toBe('c');
    expect(await show('a')).toBe('a');
    expect(await show('')).toBeNull();
  });

  test('an empty tray shows none', async () => {
    const { images, addFile, answers } = start();
    answers['library.list'] = () => ok({ items: [own], hasMore: false });
    await addFile();
    await settle();
    images.getState().select('a');
    images.getState().remove(images.getState().pictures[0]?.key ?? '');
    expect(images.getState()).toMatchObject({ results: [], selectedId: null, mask: NO_MASK });
  });
});

test('what blocks is said in order of weight', () => {
  const base = {
    pictures: [],
    opening: 0,
    instruction: 'x',
    guide: NO_GUIDE,
    choices: start().images.getState().choices,
  };
  const one = { ...AS_IT_IS, key: 'k', mediaId: mediaId('m'), name: '', widthPx: 800, heightPx: 600, sizeBytes: 1 };
  expect(blockedReason(appState(), base)).toBe('picture');
  expect(blockedReason(appState(), { ...base, opening: 1 })).toBe('adding');
  const ready = { ...base, pictures: [one] };
  expect(blockedReason(appState(), ready)).toBeNull();
  expect(blockedReason(appState(), { ...ready, instruction: ' ' })).toBe('instruction');
  const small = { ...base.choices, size: { kind: 'size', text: '10x10' } } as const;
  expect(blockedReason(appState(), { ...ready, choices: small })).toBe('size');
  const odd = { ...base.choices, background: 'transparent', outputFormat: 'jpeg' } as const;
  expect(blockedReason(appState(), { ...ready, choices: odd })).toBe('transparentJpeg');
  const keyless = {
    connections: [{ ...OWN, keyState: 'missing' as const }],
    settings: { ...appState().settings, activeConnectionId: 'own' },
  };
  expect(blockedReason(appState(keyless), ready)).toBe('key');
});

describe('the draft', () => {
  const draft = {
    pictures: [
      { ...AS_IT_IS, key: 'k1', mediaId: mediaId('a'), name: 'a.png', widthPx: 800, heightPx: 600, sizeBytes: 5 },
    ],
    instruction: 'Not sent',
    guide: NO_GUIDE,
    choices: { variations: 3 },
  };
  const masks = [{ key: 'k1', tiles: [{ index: 2, packed: Uint8Array.of(255) }] }];

  test('brings back pictures, masks, words and options, but never over what has been begun', async () => {
    const { images, answers, restored } = start();
    answers['drafts.loadImages'] = () => ok({ draft, masks });
    await images.getState().restore();
    expect(images.getState()).toMatchObject({ pictures: draft.pictures, instruction: 'Not sent' });
    expect(images.getState().choices).toMatchObject({ variations: 3, watermark: false, size: { kind: 'match' } });
    expect(restored).toEqual(['k1']);
    const begun = start();
    begun.answers['drafts.loadImages'] = () => ok({ draft, masks });
    await begun.addFile();
    await begun.images.getState().restore();
    expect(begun.images.getState().pictures.map(({ name }) => name)).toEqual(['a.png']);
    expect(begun.restored).toEqual([]);
  });

  test('is kept at once when pictures change, and before the window closes', async () => {
    const { images, requests, addFile } = start();
    const saved = () => requests.filter(({ route }) => route === 'drafts.saveImages').map(({ input }) => input);
    await addFile();
    expect(saved().at(-1)).toMatchObject({ pictures: [{ name: 'a.png' }], instruction: '' });
    images.getState().setInstruction('Erase');
    images.getState().setInstruction('Erase it');
    expect(saved()).toHaveLength(1);
    images.getState().dispose();
    expect(saved().at(-1)).toMatchObject({ instruction: 'Erase it' });
  });
});
