import { expect, test } from 'vitest';
import { createRepositories } from './repositories.ts';
import { openDatabase } from './schema.ts';
import { createUsageRows } from './usage.ts';

const OWN = { id: 'own', name: 'Own' };
const PRACTICE = { id: 'practice', name: 'Demo mode' };

function start() {
  let today = new Date(2026, 0, 31, 23, 59);
  const usage = createUsageRows(openDatabase(':memory:'), () => new Date(today));
  return { usage, goTo: (...parts: [number, number, number]) => (today = new Date(...parts, 12)) };
}

test('requests are counted by the local day and by connection', () => {
  const { usage, goTo } = start();
  usage.countSent(OWN, 100);
  usage.countSent(OWN, 50);
  usage.countReceived(OWN, 4000, 0);
  goTo(2026, 1, 1);
  usage.countSent({ ...OWN, name: 'Renamed' }, 10);
  usage.countReceived({ ...OWN, name: 'Renamed' }, 7, 2);
  expect(usage.list().rows).toEqual([
    {
      day: '2026-02-01',
      connectionId: 'own',
      connectionName: 'Renamed',
      requests: 1,
      sentBytes: 10,
      receivedBytes: 7,
      pictures: 2,
    },
    {
      day: '2026-01-31',
      connectionId: 'own',
      connectionName: 'Own',
      requests: 2,
      sentBytes: 150,
      receivedBytes: 4000,
      pictures: 0,
    },
  ]);
});

test('the practice relay is listed but not summed; older days count only in the total', () => {
  const { usage, goTo } = start();
  usage.countSent(OWN, 1);
  goTo(2026, 2, 2);
  usage.countSent(OWN, 10);
  usage.countSent(PRACTICE, 1000);
  const { rows, recent, total } = usage.list();
  expect(rows.map((row) => row.connectionId)).toEqual(['practice', 'own']);
  expect(recent).toMatchObject({ requests: 1, sentBytes: 10 });
  expect(total).toMatchObject({ requests: 2, sentBytes: 11 });
});

test('a month is the 30 days that end today', () => {
  const { usage, goTo } = start();
  goTo(2026, 0, 2);
  usage.countSent(OWN, 1);
  goTo(2026, 0, 31);
  expect(usage.list().recent.requests).toBe(1);
  goTo(2026, 1, 1);
  expect(usage.list().recent.requests).toBe(0);
});

test('without requests nothing is counted', () => {
  expect(start().usage.list()).toEqual({
    rows: [],
    scripts: [],
    billed: [],
    recent: { requests: 0, sentBytes: 0, receivedBytes: 0, pictures: 0 },
    total: { requests: 0, sentBytes: 0, receivedBytes: 0, pictures: 0 },
  });
});

test('requests for the lines of a script are counted by script as well, whatever became of it', () => {
  const db = openDatabase(':memory:');
  const usage = createUsageRows(db, () => new Date(2026, 0, 31));
  const { scripts } = createRepositories(db, () => undefined);
  const entry = {
    id: 's',
    title: 'Tides',
    excerpt: '',
    lineCount: 1,
    changedAtMs: 1,
    trashedAtMs: null,
    problem: null,
  };
  scripts.put(entry, 1, '');
  usage.countSent({ ...OWN, scriptId: 's' }, 100);
  usage.countReceived({ ...OWN, scriptId: 's' }, 4000, 0);
  usage.countSent({ ...OWN, scriptId: 'gone' }, 7);
  usage.countSent({ ...PRACTICE, scriptId: 's' }, 1);
  usage.countSent(OWN, 1);
  const seen = usage.list();
  expect(seen.total.requests).toBe(3);
  expect(seen.scripts).toMatchObject([
    { scriptId: 'gone', script: null, connectionId: 'own', requests: 1, sentBytes: 7 },
    {
      scriptId: 's',
      script: { title: 'Tides' },
      connectionName: 'Own',
      requests: 1,
      sentBytes: 100,
      receivedBytes: 4000,
    },
    { scriptId: 's', connectionId: 'practice', requests: 1 },
  ]);
});

test('what may have been billed is counted by day and connection, and read from a day on', () => {
  const { usage, goTo } = start();
  goTo(2026, 0, 30);
  usage.countBilled('own', { characters: 100, pictures: 0 });
  usage.countBilled('own', { characters: 20, pictures: 3 });
  goTo(2026, 0, 31);
  usage.countBilled('own', { characters: 7, pictures: 0 });
  const latest = { day: '2026-01-31', connectionId: 'own', characters: 7, pictures: 0 };
  expect(usage.billedSince('2026-01-31')).toEqual([latest]);
  expect(usage.list().billed).toEqual([
    latest,
    { day: '2026-01-30', connectionId: 'own', characters: 120, pictures: 3 },
  ]);
});
