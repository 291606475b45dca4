import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { EditRequest } from '../../shared/contract/images.ts';
import type { EditJob } from '../../shared/contract/jobs.ts';
import { appError } from '../../shared/errors.ts';
import { fittingBytes } from '../../shared/images/reference-problems.ts';
import { fail, ok } from '../../shared/result.ts';
import { editOptions } from '../../shared/testing/edit-options.ts';
import { attention } from '../jobs/attention.ts';
import {
  appState,
  editItem,
  editJob,
  editRequest,
  failure,
  mediaId,
  OWN,
  PRACTICE,
  settle,
} from '../testing/fake-ipc.ts';
import { PNG, startImages } from '../testing/images.ts';
import { blockedReason, isEditJob } from './images-store.ts';
import { MASK } from './middle.ts';
import type { EditChoices } from './request/edit-options.ts';
import { NO_GUIDE } from './request/instruction.ts';
import { AS_IT_IS } from './tray/open-pictures.ts';

describe('editing', () => {
  test('sends picture and mask in the wire size, multipart', async () => {
    const { images, addFile, paint, sent } = startImages();
    await addFile();
    paint();
    images.getState().setInstruction(' Erase the cup ');
    await images.getState().edit();
    const [request] = sent();
    expect(request).toMatchObject({
      connectionId: 'practice',
      prompt: 'Erase the cup',
      form: 'multipart',
      mask: { coverageMediaId: mediaId('coverage'), wireMediaId: mediaId('mask') },
    });
    const { size } = request?.options ?? {};
    const wireMediaId = mediaId(`wire ${mediaId('source').slice(-4)} ${size}`);
    expect(request?.pictures).toEqual([{ kind: 'media', mediaId: mediaId('source'), wireMediaId }]);
  });

  test('describes the mask in the instruction in JSON, and by an annotated image if the person chose that', async () => {
    const { images, addFile, paint, sent } = startImages();
    await addFile('a');
    await addFile('b');
    paint();
    images.getState().setInstruction('Like image 2');
    await images.getState().edit();
    expect(sent()[0]).toMatchObject({
      prompt: 'Like image 2',
      form: 'json',
      pictures: { length: 2 },
      mask: { wireMediaId: null, choice: 'automatic', annotatedMediaId: null },
    });
    expect(sent()[0]?.mask?.sentPrompt).toMatch(/^Like image 2\n.*<bbox>0 0 500 500<\/bbox>/);
    images.getState().change({ mask: 'annotated' });
    await images.getState().edit();
    const annotated = sent()[1]?.mask;
    // Three pictures share the size limit of the body.
    expect(annotated?.annotatedMediaId).toBe(mediaId(`annotated ${fittingBytes(3, 'json')}`));
    expect(annotated?.sentPrompt).toMatch(/\nImage 3 is a copy of image 1/);
    expect(annotated?.sentPrompt).not.toContain('bbox');
    images.getState().change({ mask: 'file' });
    await images.getState().edit();
    expect(sent()[2]).toMatchObject({ form: 'multipart', mask: { wireMediaId: mediaId('mask'), sentPrompt: null } });
  });

  test('gives coordinates in the picture that the relay receives: with margins, or as it is at its address', async () => {
    const { images, addFile, paint, sent } = startImages();
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

  describe('around the mask', () => {
    /** A mask of 40 by 40 in the picture of 800 by 600, sent in each way. */
    const startPart = async (change: Partial<EditChoices> = {}) => {
      const started = startImages();
      const calls: Record<string, unknown>[] = [];
      const { wire, wireMask, maskBoxes, annotatedImage } = started.pictures;
      Object.assign(started.pictures, {
        wire: (...[id, plan, how]: Parameters<typeof wire>) => {
          calls.push({ task: 'wire', part: how?.part, source: plan.source });
          return wire(id, plan, how);
        },
        wireMask: (...[coverage, plan, isSoft]: Parameters<typeof wireMask>) => {
          calls.push({ task: 'mask', length: coverage.length, covered: coverage.filter(Boolean).length });
          return wireMask(coverage, plan, isSoft);
        },
        maskBoxes: (...[coverage, width, height]: Parameters<typeof maskBoxes>) => {
          calls.push({ task: 'boxes', length: coverage.length, width, height });
          return maskBoxes(coverage, width, height);
        },
        annotatedImage: (...[id, coverage, plan, how]: Parameters<typeof annotatedImage>) => {
          calls.push({ task: 'annotated', length: coverage.length, part: how.part });
          return annotatedImage(id, coverage, plan, how);
        },
      });
      await started.addFile();
      const coverage = new Uint8Array(800 * 600);
      for (let y = 500; y < 540; y++) coverage.fill(255, 800 * y + 700, 800 * y + 740);
      started.painted.set(started.images.getState().pictures[0]?.key ?? '', coverage);
      started.images.getState().setInstruction('Erase the cup');
      started.images.getState().change({ detail: 'on', ...change });
      return { ...started, calls };
    };
    const part = { x: 453, y: 253, width: 347, height: 347 };
    const length = part.width * part.height;

    test('sends that part, and the mask of it', async () => {
      const { images, calls, sent } = await startPart();
      await images.getState().edit();
      const [request] = sent();
      expect(request).toMatchObject({ part, mask: { detail: 'on', contextRatio: null }, isSizeMatched: true });
      const [width = 0, height = 0] = request?.options.size?.split('x').map(Number) ?? [];
      expect(width / height).toBeCloseTo(part.width / part.height, 2);
      expect(calls).toEqual([
        { task: 'mask', length, covered: 1600 },
        { task: 'wire', part, source: { width: part.width, height: part.height } },
      ]);
    });

    test('gives its place and a guide of that part alone', async () => {
      const { images, calls, sent } = await startPart({ mask: 'annotatedRegion' });
      await images.getState().edit();
      expect(calls.slice(0, 2)).toEqual([
        { task: 'annotated', length, part },
        { task: 'boxes', length, width: part.width, height: part.height },
      ]);
      // The fake finds a box of 400 by 300 in it, which is larger than it.
      expect(sent()[0]?.mask?.sentPrompt).toMatch(/<bbox>0 0 999 865<\/bbox>/);
    });

    test('another part is another picture; the same one is made once', async () => {
      const { images, calls, sent } = await startPart();
      await images.getState().edit();
      await images.getState().edit();
      images.getState().change({ detail: 'off' });
      await images.getState().edit();
      expect(calls.filter(({ task }) => task === 'wire').map(({ part: made }) => made)).toEqual([part, null]);
      expect(sent().map((request) => request.part)).toEqual([part, part, null]);
      expect(sent()[0]).toEqual(sent()[1]);
    });

    test('not of a picture that is sent by its address, nor without a mask, nor by itself where little is lost', async () => {
      const { images, painted, sent } = await startPart();
      images.getState().change({ detail: 'auto' });
      await images.getState().edit();
      images.getState().change({ detail: 'on', form: 'json' });
      const pictures = images.getState().pictures.map((one) => ({ ...one, address: 'https://pictures.example/a.png' }));
      images.setState({ pictures: pictures.map((one) => ({ ...one, isSentAsAddress: true })) });
      await images.getState().edit();
      images.setState({ pictures });
      painted.clear();
      await images.getState().edit();
      expect(sent().map((request) => request.part)).toEqual([null, null, null]);
    });
  });

  test('uses the other form after the relay did not use the picture, until that is forgotten', async () => {
    const unusedPictures = { practice: [{ model: PRACTICE.models.image, form: 'json' as const }] };
    const { images, addFile, sent } = startImages({ settings: { ...appState().settings, unusedPictures } });
    await addFile();
    images.getState().setInstruction('x');
    await images.getState().edit();
    expect(sent()[0]?.form).toBe('multipart');
    images.getState().change({ form: 'json' });
    await images.getState().edit();
    expect(sent()[1]?.form).toBe('json');
  });

  test('without painting there is no mask; a wire picture is made once', async () => {
    const { images, addFile, sent, requests } = startImages();
    await addFile();
    images.getState().setInstruction('x');
    await images.getState().edit();
    await images.getState().edit();
    expect(sent().map((request) => request.mask)).toEqual([null, null]);
    expect(requests.filter(({ route }) => route === 'media.importBytes')).toHaveLength(2);
  });

  test('one without a mask after one that had one is asked about, once for a picture', async () => {
    const { images, addFile, answers, painted, paint, sent } = startImages();
    answers['library.list'] = () => ok({ items: [editItem('masked', 1)], hasMore: false });
    await addFile();
    await settle();
    images.getState().setInstruction('x');
    await images.getState().edit();
    expect(images.getState()).toMatchObject({ isMaskMissed: true, isPreparing: false });
    images.getState().declineWhole();
    expect(images.getState().isMaskMissed).toBe(false);
    paint();
    await images.getState().edit();
    painted.clear();
    await images.getState().edit();
    expect(sent().map(({ mask }) => mask !== null)).toEqual([true]);
    expect(images.getState().isMaskMissed).toBe(true);
    await images.getState().editWhole();
    await images.getState().edit();
    expect(sent().map(({ mask }) => mask !== null)).toEqual([true, false, false]);
    expect(images.getState().isMaskMissed).toBe(false);
  });

  test('one that is taken up without a mask is not asked about', async () => {
    const { images, answers, sent } = startImages();
    answers['library.list'] = () => ok({ items: [editItem('masked', 1)], hasMore: false });
    vi.stubGlobal('fetch', async () => new Response(PNG));
    vi.stubGlobal('createImageBitmap', async () => ({ width: 800, height: 600, close: () => undefined }));
    onTestFinished(() => void vi.unstubAllGlobals());
    await images.getState().recall(editRequest({ mask: null }));
    await images.getState().edit();
    expect(images.getState().isMaskMissed).toBe(false);
    expect(sent()).toHaveLength(1);
  });

  test('variations in JSON are separate requests', async () => {
    const { images, addFile, paint, sent } = startImages();
    await addFile('a');
    await addFile('b');
    paint();
    images.getState().setInstruction('x');
    images.getState().change({ variations: 3 });
    await images.getState().edit();
    expect(sent().map(({ form, options, pictures }) => [form, options.variations, pictures.length])).toEqual([
      ['json', null, 2],
      ['json', null, 2],
      ['json', null, 2],
    ]);
  });

  /** The screen with an edit under way, and what is shown of what went wrong. */
  async function startEdit() {
    const studio = startImages();
    await studio.addFile();
    studio.images.getState().setInstruction('x');
    await studio.images.getState().edit();
    const { emit, requests } = studio;
    const shown = () => attention(studio.session.getState().jobs);
    const update = (change: Partial<EditJob>) => {
      const known = studio.session.getState().jobs.find((job) => job.kind === 'edit') as EditJob;
      emit('job.updated', { ...known, ...change });
    };
    const routes = () => requests.filter(({ route }) => route.startsWith('jobs.dismiss'));
    return { ...studio, shown, update, dismissals: routes };
  }

  test('an edit is sent again unchanged, and takes the place of what went wrong when main has it', async () => {
    const { images, session, answers, update, dismissals, sent, shown } = await startEdit();
    update({ state: 'unknown', error: appError('outcome.unknown') });
    expect(shown()).toMatchObject({ edits: [{ isWaiting: false }], failedPictures: [{ id: 'job1' }] });
    const [job] = session.getState().jobs.filter(isEditJob);
    answers['images.edit'] = () => fail(appError('storage.unwritable'));
    await images.getState().sendAgain(job ?? expect.fail());
    expect(dismissals()).toEqual([]);
    answers['images.edit'] = ({ requests: [request] }) =>
      ok([{ kind: 'job', job: editJob('job2', { request: request as EditRequest }) }]);
    await images.getState().problem?.again?.();
    expect(images.getState().problem).toBeNull();
    expect(dismissals()).toEqual([{ route: 'jobs.dismiss', input: { ids: ['job1'] } }]);
    expect(sent()).toHaveLength(3);
  });

  test('each missing picture is asked for alone, and gives way then', async () => {
    const { images, update, sent, shown, dismissals } = await startEdit();
    const request = editRequest({ options: editOptions({ variations: 3 }) });
    const failures = [1, 2].map((index) => ({ index, error: appError('result.failed') }));
    update({ state: 'done', itemIds: ['a'], error: appError('result.failed'), request, failures });
    const [one, other] = shown().failedPictures;
    await images.getState().retry(one ?? expect.fail());
    expect(sent().at(-1)?.options.variations).toBeNull();
    expect(dismissals()).toEqual([{ route: 'jobs.dismissPicture', input: { id: 'job1', index: 1 } }]);
    expect(other?.index).toBe(2);
  });

  test('a missing result that came later is shown; nothing is sent for it', async () => {
    const { images, update, answers, shown, requests } = await startEdit();
    const failures = [0, 1].map((index) => ({ index, error: appError('result.lost', { url: `/${index}` }) }));
    const error = appError('result.lost', { url: '/0' });
    update({ state: 'failed', error, failures, replyId: 'job1-reply' });
    await settle();
    answers['library.list'] = () => ok({ items: [editItem('job1-0', 2)], hasMore: false });
    const left = appError('result.lost', { url: '/1' });
    update({ state: 'done', itemIds: ['job1-0'], error: left, failures: failures.slice(1) });
    await settle();
    expect(images.getState().results.map(({ id }) => id)).toEqual(['job1-0']);
    expect(shown()).toMatchObject({ edits: [{ error: left }], failedPictures: [{ id: 'job1-1' }] });
    update({ error: null, failures: [], replyId: null });
    expect(shown()).toMatchObject({ edits: [], failedPictures: [] });
    expect(requests.filter(({ route }) => route === 'images.edit')).toHaveLength(1);
  });

  test('a new attempt clears what failed of the same picture, not what may have been billed with other words', async () => {
    const { images, update, dismissals, emit, sent } = await startEdit();
    const [request] = sent();
    if (request === undefined) return expect.fail();
    update({ state: 'failed', error: appError('relay.bad_request') });
    const unknown = (id: string, prompt: string) => editJob(id, { state: 'unknown', request: { ...request, prompt } });
    const error = appError('relay.bad_request');
    const otherId = mediaId('other');
    const otherPicture = editRequest({ pictures: [{ kind: 'media', mediaId: otherId, wireMediaId: otherId }] });
    emit('job.updated', unknown('other words', 'y'));
    emit('job.updated', unknown('same words', 'x'));
    emit('job.updated', { ...unknown('reply kept', 'y'), state: 'failed', error, replyId: 'reply' });
    emit('job.updated', editJob('other', { state: 'failed', error, request: otherPicture }));
    await images.getState().edit();
    expect(dismissals()).toEqual([
      { route: 'jobs.dismiss', input: { ids: expect.arrayContaining(['job1', 'same words']) } },
    ]);
    expect(dismissals()[0]?.input).toMatchObject({ ids: { length: 2 } });
  });

  test('the picture is sent instead of its address if the form has no addresses', async () => {
    const { images, addFile, sent } = startImages();
    await addFile();
    const [source] = images.getState().pictures;
    if (source === undefined) return;
    const address = 'https://pictures.example/a.png';
    images.setState({ pictures: [{ ...source, address, isSentAsAddress: true }] });
    images.getState().setInstruction('x');
    await images.getState().edit();
    images.getState().change({ form: 'multipart' });
    await images.getState().edit();
    expect(sent().map(({ form, pictures }) => [form, pictures[0]?.kind])).toEqual([
      ['json', 'address'],
      ['multipart', 'media'],
    ]);
  });

  test('a request that is refused at once shows an alert', async () => {
    const { images, addFile, answers } = startImages();
    answers['images.edit'] = () => failure('storage.unwritable');
    await addFile();
    images.getState().setInstruction('x');
    await images.getState().edit();
    expect(images.getState().problem?.error.code).toBe('storage.unwritable');
  });
});

test('the most important blocking reason is shown', () => {
  const base = {
    pictures: [],
    missingFiles: new Map(),
    opening: 0,
    middle: MASK,
    instruction: 'x',
    guide: NO_GUIDE,
    choices: startImages().images.getState().choices,
  };
  const one = { ...AS_IT_IS, key: 'k', mediaId: mediaId('m'), name: '', widthPx: 800, heightPx: 600, sizeBytes: 1 };
  expect(blockedReason(appState(), base)).toBe('picture');
  expect(blockedReason(appState(), { ...base, opening: 1 })).toBe('adding');
  const ready = { ...base, pictures: [one] };
  expect(blockedReason(appState(), ready)).toBeNull();
  expect(blockedReason(appState(), { ...ready, middle: { kind: 'cropping' } })).toBe('cropping');
  const missingFiles = new Map([[one.mediaId, { mediaId: one.mediaId, state: 'missing' as const, path: '/gone' }]]);
  expect(blockedReason(appState(), { ...ready, missingFiles })).toBe('missing');
  expect(blockedReason(appState(), { ...ready, instruction: ' ' })).toBe('instruction');
  expect(blockedReason(appState(), { ...ready, instruction: 'The hat of image [?]' })).toBe('gone');
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
