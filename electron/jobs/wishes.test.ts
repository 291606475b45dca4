import fc from 'fast-check';
import sharp from 'sharp';
import { expect, it, vi } from 'vitest';
import { isJobOver } from '../../shared/app/job-states.ts';
import { ONE_WISH_MS } from '../../shared/app/one-wish.ts';
import { DEFAULT_DIALECT, DEFAULT_MODELS } from '../../shared/connection/connections.ts';
import { NO_PRICES } from '../../shared/connection/prices.ts';
import { type EditOrder, editOrderSchema } from '../../shared/contract/images.ts';
import type { Connection } from '../../shared/contract/settings.ts';
import type { SpeechOrder } from '../../shared/contract/speech.ts';
import { editOptions } from '../../shared/testing/edit-options.ts';
import { editRequest } from '../../shared/testing/edit-request.ts';
import { pcmTone, replies } from '../../tests/fakes/scripted-relay.ts';
import { eventually } from '../../tests/support/eventually.ts';
import { openJobSide, startJobSide } from '../../tests/support/job-side.ts';
import { manualClock } from '../../tests/support/manual-clock.ts';
import { runs } from '../../tests/support/runs.ts';
import { orderEdit } from './order-edit.ts';
import { orderSpeech } from './order-speech.ts';

const connection: Connection = {
  id: 'c',
  name: 'Own',
  baseUrl: 'https://relay.example',
  allowsPrivateHttp: false,
  models: DEFAULT_MODELS,
  dialect: DEFAULT_DIALECT,
  prices: NO_PRICES,
  isPractice: false,
  keyState: 'stored',
  keyLast4: '',
};
const speech: SpeechOrder = { connectionId: 'c', text: 'Hi', voice: null, speed: 1, format: 'pcm', extras: {} };

/** What orders are given over the parts of a job side. */
function ordersOver({ queue, library }: Pick<Awaited<ReturnType<typeof startJobSide>>, 'queue' | 'library'>) {
  const parts = {
    connections: { list: () => [connection] },
    library,
    jobs: queue,
    practice: { restart: vi.fn() },
    disk: { opened: async () => ({ isWritable: true as const, folder: '', reason: '' }) },
  };
  const said = async (order: SpeechOrder) => expect(await orderSpeech([order], parts)).toMatchObject({ ok: true });
  const edited = async (order: EditOrder) =>
    expect(await orderEdit(editOrderSchema.parse(order), parts)).toMatchObject({ ok: true });
  return { said, edited };
}

async function startOrders() {
  const clock = manualClock();
  const side = await startJobSide({ clock, dialect: { speechConcurrency: 20, imageConcurrency: 20 } });
  const stored = await side.importPicture(
    await sharp({ create: { width: 8, height: 6, channels: 4, background: 'red' } })
      .png()
      .toBuffer(),
  );
  if (!stored.ok) throw new Error('not stored');
  const request = editRequest({ connectionId: 'c', mask: null, options: editOptions() }, stored.data.mediaId);
  const { said, edited } = ordersOver(side);
  const line = (lineId: string) => ({ scriptId: 's', lineId });
  /** What a person can want: how it is ordered, and how many requests it is. */
  const wants = {
    redo1: [() => said({ ...speech, again: true, line: line('1') }), 1],
    redo2: [() => said({ ...speech, again: true, line: line('2') }), 1],
    again: [() => said({ ...speech, again: true }), 1],
    edit: [() => edited({ requests: [request], inPlaceOf: null }), 1],
    variations: [() => edited({ requests: [request, request, request], inPlaceOf: null }), 3],
    picture1: [() => edited({ requests: [request], inPlaceOf: 'job-1' }), 1],
    picture2: [() => edited({ requests: [request], inPlaceOf: 'job-2' }), 1],
  } as const;
  return { ...side, clock, wants, request };
}

// fault 51
it('however often it is pressed: what reaches the relay is what was wanted', async () => {
  const { relay, queue, clock, wants } = await startOrders();
  let expected = 0;
  const names = Object.keys(wants) as (keyof typeof wants)[];
  const wish = fc.record({
    wanted: fc.uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 3 }),
    /** Milliseconds after each press; together a double click, unless it is on its way all the time. */
    gapsMs: fc.array(fc.integer({ min: 0, max: 120 }), { minLength: 1, maxLength: 4 }),
    /** `fails` at once; `hangs` until it is cancelled, and is pressed long after. */
    end: fc.constantFrom('made', 'fails', 'hangs'),
    isEndAwaited: fc.boolean(),
  });
  const isOver = () => eventually(() => expect(queue.visible().filter(({ state }) => !isJobOver(state))).toEqual([]));
  await fc.assert(
    fc.asyncProperty(fc.array(wish, { minLength: 1, maxLength: 4 }), async (wishes) => {
      for (const { wanted, gapsMs, end, isEndAwaited } of wishes) {
        const reply = { made: replies.audio(pcmTone(0.1)), fails: replies.json(400, {}), hangs: replies.silence() };
        relay.answerWith(reply[end]);
        expected += wanted.reduce((sum, name) => sum + wants[name][1], 0);
        const pressed: Promise<void>[] = [];
        for (const gapMs of gapsMs) {
          pressed.push(...wanted.map((name) => wants[name][0]()));
          if (isEndAwaited) await Promise.all(pressed);
          if (isEndAwaited && end !== 'hangs') await isOver();
          clock.advance(end === 'hangs' ? gapMs * 1000 : gapMs);
        }
        await Promise.all(pressed);
        if (end === 'hangs') {
          await eventually(() => expect(relay.requests.length).toBeGreaterThanOrEqual(expected));
          for (const { id } of queue.visible()) queue.cancel(id);
        }
        await isOver();
        expect(relay.requests).toHaveLength(expected);
        clock.advance(ONE_WISH_MS);
      }
    }),
    { numRuns: runs(20), endOnFailure: true },
  );
});

it('what waits since an earlier run is not ordered a second time', async () => {
  const { root, relay, close, wants, queue, request } = await startOrders();
  queue.setPaused('c', true);
  await wants.edit[0]();
  await wants.redo1[0]();
  await close();
  const later = await openJobSide(relay, root);
  await later.queue.resume();
  const { said, edited } = ordersOver(later);
  await edited({ requests: [request], inPlaceOf: null });
  await said({ ...speech, again: true, line: { scriptId: 's', lineId: '1' } });
  expect(later.queue.visible()).toHaveLength(2);
});
