import { expect, test } from 'vitest';
import type { UnsavedThing } from '../shared/contract/storage.ts';
import { createStudioLife } from './studio-life.ts';

function start({
  unsaved = [],
  isHeadless = false,
  answer = false,
}: {
  unsaved?: UnsavedThing[];
  isHeadless?: boolean;
  answer?: boolean;
} = {}) {
  const done: string[] = [];
  const now = (what: string) => () => void done.push(what);
  const does = (what: string) => async () => void done.push(what);
  const life = createStudioLife({
    database: { close: does('database') },
    disk: {
      stop: now('disk'),
      async saveAll() {
        done.push('save');
        return unsaved;
      },
    },
    settings: { flush: does('settings') },
    vault: { flush: does('keys') },
    http: { close: does('http') },
    practice: { stop: now('practice') },
    jobs: { resume: does('resume'), stop: now('jobs') },
    keptReplies: { begin: does('fetch'), stop: now('replies') },
    maintenance: { close: does('maintenance') },
    follower: { followScripts: now('scripts') },
    sweeps: { begin: now('sweep'), stop: now('sweeps') },
    deleteForGood: {
      async resume() {
        done.push('delete');
        return { ok: true, data: null };
      },
      stop: now('deletions'),
    },
    dragOut: { sweep: does('dragged') },
    exportFiles: { abortAll: does('exports') },
    printReady: now('ready'),
    isHeadless,
    async askAboutUnsaved() {
      done.push('ask');
      return answer;
    },
  });
  return { life, done };
}

test('a start continues what an earlier run left', async () => {
  const { life, done } = start();
  expect(done).toEqual([]);
  await life.resume();
  expect(done).toEqual(['resume', 'fetch', 'sweep', 'delete', 'dragged']);
});

test('a page that can be used ends the exports of the one before it', () => {
  const { life, done } = start();
  life.onUsable({ isIsolated: true });
  expect(done).toEqual(['exports', 'scripts', 'ready']);
});

test('before the end everything is saved; only what cannot be is asked about, if somebody can be asked', async () => {
  const saved = start();
  expect(await saved.life.mayQuit()).toBe(true);
  expect(saved.done).toEqual(['save']);
  const headless = start({ unsaved: ['draft'], isHeadless: true });
  expect(await headless.life.mayQuit()).toBe(true);
  expect(headless.done).toEqual(['save']);
  for (const answer of [true, false]) {
    const asked = start({ unsaved: ['draft'], answer });
    expect(await asked.life.mayQuit()).toBe(answer);
    expect(asked.done).toEqual(['save', 'ask']);
  }
});

test('at the end everything is stopped before files are finished, and the database closes last', async () => {
  const { life, done } = start();
  await life.close();
  expect(done.slice(0, 7)).toEqual(['disk', 'jobs', 'replies', 'sweeps', 'deletions', 'practice', 'exports']);
  expect(done.slice(7, -2).sort()).toEqual(['dragged', 'http', 'keys', 'settings']);
  expect(done.slice(-2)).toEqual(['maintenance', 'database']);
});
