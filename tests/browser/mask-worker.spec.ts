// The mask worker and its client, with messages that an engine would not send, or not in this order. No memory is
// shared here.

import type { Page } from '@playwright/test';
import type { ToWorker } from '../../renderer/engines/mask/protocol.ts';
import { expect, test } from './mask-parts-fixtures.ts';

type Point = { x: number; y: number };

const SIZE = { width: 64, height: 48 };
const BRUSH = { sizePx: 8, hardness: 1, opacity: 1, pressureToSize: 0, leashPx: 0 };

const open = (request: number, pictureId: string): ToWorker => ({
  type: 'open',
  request,
  pictureId,
  source: '',
  beneath: undefined,
  size: SIZE,
  view: { scale: 1, offsetX: 0, offsetY: 0 },
  restored: undefined,
});
const begin = (stroke: number, { x, y }: Point): ToWorker => ({
  type: 'begin',
  stroke,
  mode: 'paint',
  settings: BRUSH,
  point: { x, y, pressure: 1 },
  ring: undefined,
});
const points = (stroke: number, ...path: Point[]): ToWorker => ({
  type: 'points',
  stroke,
  points: path.map(({ x, y }) => ({ x, y, pressure: 1 })),
});
const exported = (request: number, pictureId: string): ToWorker => ({ type: 'export', request, pictureId });

/** An answer as it is passed to the spec. */
type Answer = { type: string; request: number; isShown?: boolean; failure?: string; bytes?: number[] };

/**
 * Sends messages to a new worker, and waits for the answers to these requests. `answered` lists the requests of all
 * answers in their order.
 */
async function talk(
  page: Page,
  messages: readonly ToWorker[],
  requests: readonly number[],
): Promise<{ answers: Answer[]; answered: number[] }> {
  const text = await page.evaluate(
    async ([sent, expected]) => {
      const worker = window.maskParts.startWorker();
      worker.send(...JSON.parse(sent));
      const received = await Promise.all(expected.map(worker.answerTo));
      const answers = received.map((answer) =>
        'bytes' in answer && answer.bytes ? { ...answer, bytes: [...answer.bytes] } : answer,
      );
      const answered = worker.received.flatMap((message) => ('request' in message ? [message.request] : []));
      return JSON.stringify({ answers, answered, errors: worker.errors });
    },
    [JSON.stringify(messages), requests] as const,
  );
  const { answers, answered, errors } = JSON.parse(text);
  expect(errors).toEqual([]);
  expect(answered.length, 'no request is answered twice').toBe(new Set(answered).size);
  return { answers, answered };
}

/** Whether the mask of an answer covers these positions. */
const covers = (answer: Answer | undefined, ...places: Point[]): boolean[] =>
  places.map(({ x, y }) => (answer?.bytes?.[y * SIZE.width + x] ?? 0) > 0);

const [A, B, C, D] = [
  { x: 8, y: 8 },
  { x: 30, y: 8 },
  { x: 8, y: 40 },
  { x: 50, y: 40 },
];

test('ignores changes while no picture is open, but answers requests, and works afterwards', async ({
  parts: page,
}) => {
  const early: ToWorker[] = [
    { type: 'resize', viewport: SIZE },
    { type: 'view', view: { scale: 2, offsetX: 0, offsetY: 0 } },
    begin(1, A),
    points(1, B),
    ...(['end', 'cancel', 'undo', 'redo', 'accept', 'hide'] as const).map((type): ToWorker => ({ type })),
    { type: 'apply', operation: { type: 'selectAll' } },
    { type: 'select', point: A, settings: { tolerance: 0, isContiguous: true }, mode: 'paint' },
    { type: 'close', pictureId: 'none' },
    { type: 'kept', pictureId: 'none', indexes: [0, 99], isKept: false },
    { type: 'preview', request: 1, operation: { type: 'selectAll' } },
    exported(2, 'none'),
  ];
  const { answers } = await talk(
    page,
    [...early, open(3, 'a'), exported(4, 'a'), begin(2, C), { type: 'end' }, exported(5, 'a')],
    [1, 2, 3, 4, 5],
  );
  expect(answers.slice(0, 4)).toEqual([
    { type: 'previewed', request: 1, isShown: false },
    { type: 'exported', request: 2 },
    { type: 'opened', request: 3, failure: 'unreadable' },
    { type: 'exported', request: 4 },
  ]);
  expect(covers(answers[4], A, B, C)).toEqual([false, false, true]);
});

test('points wait for their stroke, and those of a finished stroke are discarded', async ({ parts: page }) => {
  const { answers } = await talk(
    page,
    [
      open(1, 'a'),
      begin(1, A),
      points(1, B),
      points(2, D),
      { type: 'end' },
      points(1, C),
      exported(2, 'a'),
      begin(2, { x: 50, y: 20 }),
      { type: 'end' },
      exported(3, 'a'),
    ],
    [2, 3],
  );
  expect(covers(answers[0], A, B, C, D)).toEqual([true, true, false, false]);
  // The early point waited for its stroke; the late one is not in the mask.
  expect(covers(answers[1], A, B, C, D)).toEqual([true, true, false, true]);
});

test('a cancelled stroke leaves no trace, although its points arrive before and after', async ({ parts: page }) => {
  const { answers } = await talk(
    page,
    [open(1, 'a'), begin(1, A), points(1, B), { type: 'cancel' }, points(1, C), { type: 'end' }, exported(2, 'a')],
    [2],
  );
  expect(answers).toEqual([{ type: 'exported', request: 2 }]);
});

test('a picture hidden during a stroke keeps the painted part; a closed one is discarded', async ({ parts: page }) => {
  const late: ToWorker[] = [points(1, C), { type: 'end' }, { type: 'undo' }];
  const { answers } = await talk(
    page,
    [
      ...[open(1, 'a'), begin(1, A), points(1, B), { type: 'hide' } as const, ...late, exported(2, 'a')],
      ...[open(3, 'b'), begin(2, A), { type: 'close', pictureId: 'b' } as const, ...late, exported(4, 'b')],
      ...[open(5, 'b'), exported(6, 'b'), exported(7, 'a')],
    ],
    [2, 4, 6, 7],
  );
  expect([answers[0], answers[3]].map((answer) => covers(answer, A, B, C))).toEqual([
    [true, true, false],
    [true, true, false],
  ]);
  expect(answers.slice(1, 3)).toEqual([
    { type: 'exported', request: 4 },
    { type: 'exported', request: 6 },
  ]);
});

test('every request for a picture is answered, even if another picture replaces it', async ({ parts: page }) => {
  const { answers } = await talk(page, [open(1, 'a'), open(2, 'b'), { type: 'hide' }, open(3, 'a')], [1, 2, 3]);
  expect(answers.map((answer) => answer.type)).toEqual(['opened', 'opened', 'opened']);
});

test('a preview is cancelled by any change of the mask, awaited by requests about it, and answered once', async ({
  parts: page,
}) => {
  const grow = (request: number): ToWorker => ({
    type: 'preview',
    request,
    operation: { type: 'grow', radiusPx: 3 },
  });
  const { answers, answered } = await talk(
    page,
    [
      open(1, 'a'),
      begin(1, A),
      { type: 'end' },
      grow(2),
      grow(3),
      { type: 'cancel' },
      exported(4, 'a'),
      grow(5),
      exported(6, 'a'),
      { type: 'undo' },
      { type: 'accept' },
      exported(7, 'a'),
    ],
    [2, 3, 4, 5, 6, 7],
  );
  expect(answered.filter((request) => request !== 1)).toEqual([2, 3, 4, 5, 6, 7]);
  const beside = { x: A.x + 6, y: A.y };
  expect([answers[2], answers[4]].map((answer) => covers(answer, A, beside))).toEqual([
    [true, false],
    [true, true],
  ]);
  // Undone, which cancelled the preview; there is nothing to accept.
  expect(answers[5]).toEqual({ type: 'exported', request: 7 });
});

test('similar pixels are not selected before the picture is decoded', async ({ parts: page }) => {
  const select: ToWorker = {
    type: 'select',
    point: A,
    settings: { tolerance: 255, isContiguous: false },
    mode: 'paint',
  };
  const { answers } = await talk(page, [open(1, 'a'), select, exported(2, 'a')], [2]);
  expect(answers).toEqual([{ type: 'exported', request: 2 }]);
});

test('answers are matched to their requests in any order', async ({ parts: page }) => {
  const order = await page.evaluate(async () => {
    const { client } = window.maskParts.startClient();
    const settled: string[] = [];
    const ask = (type: 'settle' | 'export') =>
      client
        .ask((request) => (type === 'settle' ? { type, request } : { type, request, pictureId: 'a' }))
        .then((answer) => settled.push(`${type}: ${answer.type}`));
    await Promise.all([ask('settle'), ask('export'), ask('settle')]);
    client.dispose();
    return settled;
  });
  expect(order).toEqual(['export: exported', 'settle: settled', 'settle: settled']);
});

test('after disposal nothing is reported, and every request is rejected, whether sent before or after', async ({
  parts: page,
}) => {
  const found = await page.evaluate(async () => {
    const { client, reported } = window.maskParts.startClient();
    const view = { scale: 1, offsetX: 0, offsetY: 0 };
    const size = { width: 64, height: 48 };
    const why = (answer: Promise<unknown>): Promise<string> => answer.then(String, (error: Error) => error.message);
    await client.ask((request) => ({ type: 'settle', request }));
    const before = why(
      client.ask((request) => ({
        type: 'open',
        request,
        pictureId: 'a',
        source: '',
        beneath: undefined,
        size,
        view,
        restored: undefined,
      })),
    );
    client.dispose();
    client.send({ type: 'undo' });
    const after = why(client.ask((request) => ({ type: 'settle', request })));
    return { before: await before, after: await after, reported };
  });
  const reason = 'The mask engine was disposed of.';
  expect(found).toEqual({ before: reason, after: reason, reported: [] });
});
