import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { PRACTICE_CONNECTION_ID } from '../../shared/connection/connections.ts';
import { pcmTone, replies, type ScriptedRelay } from '../../tests/fakes/scripted-relay.ts';
import { eventually } from '../../tests/support/eventually.ts';
import { openJobSide, SEAL_SECRET, startJobSide } from '../../tests/support/job-side.ts';
import { speechRequest } from '../../tests/support/relay-client.ts';
import type { SealSecret } from '../settings/seal-secret.ts';
import { createJobSeal } from './job-seal.ts';

const HELD = [{ connectionId: 'c', isPaused: true, isUnverified: true, backoff: null }];

/** What an earlier run leaves: a job that waits. */
async function leaveOne(options: Parameters<typeof startJobSide>[0] = {}, connectionId = 'c') {
  const side = await startJobSide(options);
  side.queue.setPaused(connectionId, true);
  const { id } = await side.queue.add('speech', speechRequest({ connectionId, text: 'Mine' }));
  await side.close();
  edit(side.root, (db) => db.exec('DELETE FROM queues'));
  return { ...side, id };
}

function edit(root: string, change: (db: DatabaseSync) => void): void {
  const db = new DatabaseSync(path.join(root, 'library.sqlite'));
  change(db);
  db.close();
}

/** Starts the app again, and waits until its jobs have been checked. */
async function restart(relay: ScriptedRelay, root: string, options: Parameters<typeof startJobSide>[0] = {}) {
  relay.answerWith(replies.audio(pcmTone(0.2)));
  const next = await openJobSide(relay, root, options);
  await next.queue.resume();
  return next;
}

it('a job as it was stored is sent after a restart', async () => {
  const { relay, root, id } = await leaveOne();
  const next = await restart(relay, root);
  await next.reaches(id, 'done');
});

// promise changed-jobs-wait
describe('a job that is not as it was stored waits for a click, and is sent then', () => {
  const changes: [string, (body: string) => string][] = [
    ['its text', (body) => body.replace('Mine', 'Sent to you')],
    ['its connection', (body) => body.replaceAll('"connectionId":"c"', '"connectionId":"d"')],
    ['its seal is gone', (body) => body.replace(/,"seal":"[0-9a-f]+"/, '')],
    ['its seal is another', (body) => body.replace(/"seal":"[0-9a-f]{4}/, '"seal":"0000')],
    ['its seal is no checksum', (body) => body.replace(/"seal":"[0-9a-f]+"/, '"seal":"x"')],
  ];
  it.each(changes)('%s', async (_what, change) => {
    const { relay, root, id } = await leaveOne();
    edit(root, (db) => {
      const body = String(db.prepare('SELECT body FROM jobs').get()?.body);
      expect(change(body)).not.toBe(body);
      db.prepare('UPDATE jobs SET body = ?').run(change(body));
    });
    const next = await restart(relay, root);
    await eventually(() =>
      expect(next.queue.throttledQueues()).toMatchObject([{ isPaused: true, isUnverified: true }]),
    );
    expect(relay.requests).toEqual([]);
    next.queue.setPaused(next.queue.throttledQueues()[0]?.connectionId ?? '', false);
    await next.reaches(id, 'done');
  });

  // promise changed-jobs-wait
  it('a failed job that was edited to be waiting', async () => {
    const side = await startJobSide();
    side.relay.answerWith(replies.json(400, { error: { message: 'no' } }));
    const { id } = await side.queue.add('speech', speechRequest());
    await side.reaches(id, 'failed');
    await side.close();
    edit(side.root, (db) =>
      db.exec(`UPDATE jobs SET state = 'queued', body = json_set(body, '$.state', 'queued', '$.error', NULL)`),
    );
    const next = await restart(side.relay, side.root);
    await eventually(() => expect(next.queue.throttledQueues()).toEqual(HELD));
    expect(side.relay.requests).toHaveLength(1);
  });

  it('and it stays so at every start, whatever else is written of it', async () => {
    const { relay, root } = await leaveOne();
    edit(root, (db) => db.exec(`UPDATE jobs SET body = json_set(body, '$.request.text', 'Sent to you')`));
    const next = await restart(relay, root);
    await eventually(() => expect(next.queue.throttledQueues()).toEqual(HELD));
    const other = await next.queue.add('speech', speechRequest({ text: 'Another' }));
    next.queue.move(other.id, -1);
    await next.close();
    const last = await restart(relay, root);
    await eventually(() => expect(last.queue.throttledQueues()).toEqual(HELD));
    expect(relay.requests).toEqual([]);
  });
});

describe('without a key store', () => {
  const options = { sealSecret: Promise.resolve(undefined) };

  it('jobs of the practice relay are continued', async () => {
    const { relay, root, id } = await leaveOne(options, PRACTICE_CONNECTION_ID);
    const next = await restart(relay, root, options);
    await next.reaches(id, 'done');
  });

  it('others wait for a click', async () => {
    const { relay, root, id } = await leaveOne(options);
    const next = await restart(relay, root, options);
    await eventually(() => expect(next.queue.throttledQueues()).toEqual(HELD));
    expect(relay.requests).toEqual([]);
    next.queue.setPaused('c', false);
    await next.reaches(id, 'done');
  });
});

it('while the key store has not answered, nothing of an earlier run is sent; then what was stored is', async () => {
  const { relay, root, id } = await leaveOne();
  const { promise, resolve } = Promise.withResolvers<SealSecret>();
  const next = await restart(relay, root, { sealSecret: promise });
  expect(next.queue.visible()).toMatchObject([{ state: 'queued' }]);
  expect(relay.requests).toEqual([]);
  resolve(SEAL_SECRET);
  await next.reaches(id, 'done');
});

it('a job that was added before the key store answered is sealed afterwards', async () => {
  const { promise, resolve } = Promise.withResolvers<SealSecret>();
  const side = await startJobSide({ sealSecret: promise });
  await side.queue.resume();
  side.queue.setPaused('c', true);
  const { id } = await side.queue.add('speech', speechRequest());
  expect((await side.store.find(id))?.seal).toBeUndefined();
  resolve(SEAL_SECRET);
  await eventually(async () => expect((await side.store.find(id))?.seal).toMatch(/^[0-9a-f]{64}$/));
  expect(side.onBug).not.toHaveBeenCalled();
});

it('a secret that cannot be had is as none', async () => {
  const seal = createJobSeal(Promise.reject(new Error('locked')));
  await seal.opened;
  const job = { id: 'a', state: 'queued' } as Parameters<typeof seal.seal>[0];
  expect([seal.seal(job), seal.isValid(job)]).toEqual([job, false]);
});
