// Runs the cases that the environment names. Bundled as one CommonJS file.

import * as electron from 'electron';
import { CASES } from './all.ts';
import { type Case, noteOf, RUN } from './case.ts';
import { app, provide } from './electron.ts';
import { registerScheme, servePage } from './page.ts';

/** What hangs must not keep the others from running. */
const LIMIT_MS = 20_000;

provide(electron);
const titles = JSON.parse(process.env[RUN.titles] ?? '[]') as string[];
const asked = CASES.filter(({ title }) => titles.includes(title));
const userData = process.argv.find((argument) => argument.startsWith('--user-data-dir='))?.slice(16);
if (userData) app.setPath('userData', userData);

const alone = asked.find(({ when }) => when === 'alone');
if (alone) void finished(alone);
else runTogether();

function runTogether(): void {
  registerScheme();
  for (const one of asked.filter(({ when }) => when === 'early')) void finished(one);
  app.on('window-all-closed', () => undefined);
  void app.whenReady().then(async () => {
    servePage();
    for (const one of asked.filter(({ when }) => when === 'ready')) await finished(one);
    app.exit();
  });
}

async function finished(one: Case): Promise<void> {
  const note = noteOf(one);
  let limit: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => {
    limit = setTimeout(() => resolve(note('does not end')), LIMIT_MS);
  });
  try {
    const work = one.run(note);
    await (one.when === 'alone' ? work : Promise.race([work, late]));
  } catch (error) {
    note(`failed: ${(error as Error).message}`);
  } finally {
    clearTimeout(limit);
  }
}
