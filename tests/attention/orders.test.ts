// What needs a person is the same whenever main settles what an earlier run left, whenever the page asks, opens a script
// or is read again, and whenever a person dismisses something. Real: queue, SQLite, the page's session and script store.

import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import type { JobRecord } from '../../electron/jobs/job-record.ts';
import { createIpc } from '../../renderer/ipc.ts';
import { attention } from '../../renderer/jobs/attention.ts';
import { createSessionStore, type SessionStore } from '../../renderer/shell/session-store.ts';
import { createScriptStore, type ScriptStore } from '../../renderer/speech/script/script-store.ts';
import { appState, editJob, job } from '../../renderer/testing/fake-ipc.ts';
import { createDraftKeeper } from '../../renderer/work/draft-keeper.ts';
import type { Job } from '../../shared/contract/jobs.ts';
import type { Script } from '../../shared/contract/scripts.ts';
import { appError } from '../../shared/errors.ts';
import { fail, ok } from '../../shared/result.ts';
import { startScriptedRelay } from '../fakes/scripted-relay.ts';
import { eventually } from '../support/eventually.ts';
import { openJobSide } from '../support/job-side.ts';
import { runs } from '../support/runs.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { openTestDatabase } from '../support/test-database.ts';

const SCRIPT: Script = {
  id: 'open',
  title: 'Open',
  text: 'One.\nTwo.\nThree.',
  lines: ['one', 'two', 'three'].map((id, index) => ({ id, index, takeIds: [], usedTakeId: null })),
  cast: [],
  lexicon: [],
  createdAtMs: 1,
  changedAtMs: 1,
};
const BASE = { voice: null, speed: 1, extras: {} };
const lineOf = (scriptId: string, lineId: string, text = 'Gone.') => ({
  line: { scriptId, lineId },
  request: { connectionId: 'c', text, format: 'pcm' as const, ...BASE },
});
const SENT = { state: 'sending', sentAtMs: 2, connectionId: 'c' } as const;
const lost = appError('result.lost', { url: 'https://relay.example/a.png' });
const picture = (index: number) => ({ index, error: lost });

/** What an earlier run left: sent and not answered, failed, and edits of which some pictures came. */
const LEFT: Job[] = [
  job('line', { ...SENT, ...lineOf('open', 'one', 'One.') }),
  job('failedLine', { state: 'failed', error: appError('relay.voice_unknown'), ...lineOf('open', 'two', 'Two.') }),
  job('otherScript', { ...SENT, ...lineOf('other', 'gone') }),
  job('deletedScript', { ...SENT, ...lineOf('deleted', 'gone') }),
  job('audition', SENT),
  editJob('edit', SENT),
  editJob('several', { state: 'done', itemIds: ['several-0'], error: lost, failures: [picture(1), picture(2)] }),
  editJob('told', { state: 'done', itemIds: ['told-0'], error: null, failures: [picture(1)] }),
];
const DISMISSED = ['otherScript', 'told'];

const STEPS = ['main settles', 'page asks', 'page hears', 'script opens', 'page reloads', 'person dismisses'] as const;
type Step = (typeof STEPS)[number];

function recordOf(one: Job): JobRecord {
  const own = { firstTriedAtMs: one.sentAtMs, earlierTries: 0, arrival: null };
  return one.kind === 'edit' ? { ...one, ...own } : { ...one, ...own, fingerprint: '', parts: [], isReread: false };
}

/** The app after a crash, over real files. Events reach the page one by one, when it is told to hear them. */
async function start() {
  const root = await tempFolder();
  const relay = await startScriptedRelay();
  onTestFinished(relay.close);
  const database = openTestDatabase(root);
  await database.jobs.saveAll(LEFT.map(recordOf));
  await database.close();

  const told: { seq: number; name: string; payload: unknown }[] = [];
  let seq = 0;
  const tell = (name: string) => (payload: unknown) => void told.push({ seq: seq++, name, payload });
  const { queue, close } = await openJobSide(relay, root, {
    events: {
      onUpdated: tell('job.updated'),
      onRemoved: (id) => tell('job.removed')({ id }),
      onQueueChanged: tell('queue.changed'),
      onLoaded: (jobs) => jobs.forEach(tell('job.updated')),
    },
  });
  let hear: (event: unknown) => void = () => undefined;
  const answer = async (route: string, input: unknown): Promise<unknown> => {
    if (route === 'app.getState') return ok(appState({ jobs: queue.visible() }));
    if (route === 'scripts.read') return ok(SCRIPT);
    if (route === 'scripts.takes') return ok([]);
    if (route === 'jobs.dismiss') return ok(queue.dismiss((input as { ids: string[] }).ids) ?? null);
    return fail(appError('item.not_found'));
  };
  let page: { session: SessionStore; script: ScriptStore } | undefined;
  const leave = (): void => {
    page?.script.getState().dispose();
    page?.session.getState().dispose();
    page = undefined;
    hear = () => undefined;
  };
  onTestFinished(leave);

  const steps: Record<Step, () => Promise<void> | void> = {
    'main settles': () => queue.resume(),
    'page asks': async () => {
      if (page !== undefined) return;
      const ipc = createIpc({
        request: answer,
        onEvent: (listener) => {
          hear = listener;
        },
      });
      // What is told before the page asks is in the answer.
      told.length = 0;
      const state = await ipc.request('app.getState', null);
      if (!state.ok) return expect.fail();
      const session = createSessionStore({ ipc, initial: state.data });
      const drafts = createDraftKeeper(ipc);
      page = { session, script: createScriptStore({ ipc, session, drafts, base: BASE, makeId: () => 'new' }) };
    },
    'page hears': () => {
      const event = page === undefined ? undefined : told.shift();
      if (event !== undefined) hear(event);
    },
    'script opens': async () => void (await page?.script.getState().open('open')),
    'page reloads': () => leave(),
    'person dismisses': () => {
      const shown = page?.session.getState().jobs.map(({ id }) => id) ?? [];
      // Of what is not over nothing can be dismissed yet.
      page?.session.getState().dismissJobs(DISMISSED.filter((id) => shown.includes(id)));
    },
  };
  const shown = () => {
    if (page === undefined) return expect.fail();
    page.script.getState().settle();
    const { speech, edits, failedPictures, counts } = attention(page.session.getState().jobs);
    return {
      speech: speech.map(({ jobs, error }) => [jobs.map(({ id }) => id), error.code]).sort(),
      edits: edits.map(({ jobs, error }) => [jobs.map(({ id }) => id), error.code]).sort(),
      failedPictures: failedPictures.map(({ id }) => id).sort(),
      counts,
      lines: page.script.getState().lines.map(({ state }) => state),
    };
  };
  return { steps, shown, close, isAllHeard: () => told.length === 0 };
}

const EXPECTED = {
  speech: [
    [['audition'], 'outcome.interrupted'],
    [['deletedScript'], 'outcome.interrupted'],
    [['failedLine'], 'relay.voice_unknown'],
    [['line'], 'outcome.interrupted'],
  ],
  edits: [
    [['edit'], 'outcome.interrupted'],
    [['several'], 'result.lost'],
  ],
  failedPictures: ['edit', 'several-1', 'several-2'],
  counts: { speech: 4, images: 2 },
  lines: ['failed', 'failed', 'none'],
};

it('any order of events ends in the same state', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...STEPS), { maxLength: 30 }), async (order) => {
      const { steps, shown, close, isAllHeard } = await start();
      for (const step of order) await steps[step]();
      // Whatever came in whichever order: in the end all has happened.
      await steps['page asks']();
      await steps['main settles']();
      await steps['script opens']();
      const hearAll = (): void => {
        while (!isAllHeard()) void steps['page hears']();
      };
      await eventually(() => {
        hearAll();
        void steps['person dismisses']();
        hearAll();
        expect(shown()).toEqual(EXPECTED);
      });
      await close();
    }),
    { numRuns: runs(30) },
  );
});
