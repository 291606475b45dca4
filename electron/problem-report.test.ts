import { mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { appState, OWN } from '../renderer/testing/fake-ipc.ts';
import { tempFolder } from '../tests/support/temp-folder.ts';
import { openLog } from './log.ts';
import { createProblemReports } from './problem-report.ts';
import { tidyLogLine } from './tidy-log.ts';

const KEY = 'canary/Key+4711=secret';
const HOME = '/home/anna';
const SCRIPT = 'The canary script, which "nobody" else may read.';

async function start() {
  const folder = await tempFolder();
  const logFolder = path.join(folder, 'logs');
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const log = openLog(logFolder, (line) => line);
  const state = appState();
  const saved = path.join(folder, 'saved');
  await mkdir(saved);
  const reports = createProblemReports({
    readFacts: () => ({
      ...state,
      settings: {
        ...state.settings,
        speech: { ...state.settings.speech, extras: { emotion: SCRIPT } },
        voices: { favourites: [SCRIPT], recent: [], custom: [SCRIPT] },
        library: { nameTemplate: SCRIPT },
        refusedVoices: { own: [SCRIPT] },
      },
      connections: [
        {
          ...OWN,
          baseUrl: `https://relay.example/${KEY}/x`,
          keyLast4: '4711',
          name: SCRIPT,
          dialect: { ...OWN.dialect, endUserId: SCRIPT },
        },
      ],
      storage: { ...state.storage, reason: `${HOME}/x: ${KEY}` },
    }),
    keys: () => [KEY],
    logFolder,
    homeFolder: HOME,
    askSaveFolder: async () => saved,
  });
  return { reports, log, saved };
}

// attack 48
it('contains no key, no end of one, no text of a person and no name of their folder', async () => {
  const { reports, log } = await start();
  log.info('practice.stderr', { text: SCRIPT });
  log.info('app.started', { version: '1.0.0', unknown: SCRIPT });
  log.error(
    'job.bug',
    new Error(
      `The reply to "${SCRIPT}" from '${HOME}/a.txt' with ${KEY}, ${encodeURIComponent(KEY)}, ${btoa(KEY)} and sk-abcdefghijkl`,
    ),
  );
  log.error('library.takenOver', { host: 'annas-laptop' });
  const { files } = await reports.prepare();
  const all = files.map(({ text }) => text).join('\n');
  for (const secret of [
    KEY,
    encodeURIComponent(KEY),
    btoa(KEY),
    '4711',
    'canary script',
    'nobody',
    HOME,
    'annas-laptop',
    'sk-abc',
  ])
    expect(all).not.toContain(secret);
  expect(all).toContain('"version":"1.0.0"');
  expect(all).toContain('The reply to [left out]');
  expect(all).toContain('https://relay.example');
});

it('keeps what shows the cause: event, message, names of properties, frames', () => {
  const error = new TypeError("Cannot read properties of undefined (reading 'length')");
  error.stack = `TypeError: ${error.message}\n    at run (${HOME}/app/main.js:10:3)`;
  const line = JSON.stringify({
    at: 'now',
    level: 'error',
    event: 'job.bug',
    name: error.name,
    message: error.message,
    stack: error.stack,
  });
  expect(JSON.parse(tidyLogLine(line, { keys: [], home: HOME }))).toEqual({
    at: 'now',
    level: 'error',
    event: 'job.bug',
    name: 'TypeError',
    message: error.message,
    stack: ['at run (~/app/main.js:10:3)'],
  });
});

// promise harmless-reports
it('leaves out what an error of the JSON parser quotes, whatever a relay sent', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 12, maxLength: 60 }), (text) => {
      let error = new Error('none');
      try {
        JSON.parse(`canary ${text}`);
      } catch (thrown) {
        error = thrown as Error;
      }
      const line = JSON.stringify({ event: 'job.bug', name: error.name, message: error.message, stack: error.stack });
      expect(tidyLogLine(line, { keys: [], home: '' })).not.toContain('canary');
    }),
  );
});

it('saves what was shown, in a folder of its own, beside an earlier one', async () => {
  const { reports, log, saved } = await start();
  log.info('app.started');
  const { folderName, files } = await reports.prepare();
  log.info('after.shown');
  expect(await reports.save()).toEqual({ ok: true, data: { folder: path.join(saved, folderName) } });
  await reports.save();
  expect((await readdir(saved)).sort()).toEqual([folderName, `${folderName} (2)`].sort());
  for (const { name, text } of files) expect(await readFile(path.join(saved, folderName, name), 'utf8')).toBe(text);
});
