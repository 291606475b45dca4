import { expect, it } from 'vitest';
import type { ImportedScript } from '../../../shared/import/imported-script.ts';
import { fail, ok } from '../../../shared/result.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import { fakeWorkers } from '../../testing/fake-worker.ts';
import type { FromImportWorker, ToImportWorker } from './protocol.ts';
import { createScriptFiles } from './script-files.ts';

const SCRIPT: ImportedScript = {
  title: '',
  text: 'Hi.',
  chapters: [],
  roles: [],
  voices: [],
  lineVoices: [],
  cues: [],
  bareLines: [],
  notes: new Map(),
  noteRows: new Map(),
  delimiter: undefined,
  joinsRows: undefined,
  encoding: 'utf-8',
};

it('reads one file after the other, and names the one that could not be read', async () => {
  const { createWorker, workers } = fakeWorkers<ToImportWorker, FromImportWorker>();
  const files = createScriptFiles(createWorker);
  const first = files.read(new File(['x'], 'a.txt'));
  const second = files.read(new File(['y'], 'b.log', { type: 'text/plain' }), { encoding: 'gb18030' });
  await eventually(() => expect(workers[0]?.sent).toHaveLength(1));
  workers[0]?.reply(ok(SCRIPT));
  expect(await first).toEqual(ok(SCRIPT));
  await eventually(() => expect(workers[0]?.sent).toHaveLength(2));
  expect(workers[0]?.sent.map(({ name, as }) => [name, as.encoding])).toEqual([
    ['a.txt', undefined],
    ['b.log.txt', 'gb18030'],
  ]);
  workers[0]?.reply(fail({ code: 'notText' }));
  expect(await second).toMatchObject({
    error: { code: 'import.refused', details: { name: 'b.log', problem: 'notText' } },
  });
  files.rest();
  expect(workers[0]?.isTerminated).toBe(true);
});

it('goes on with a new worker when a file has ended one', async () => {
  const { createWorker, workers } = fakeWorkers<ToImportWorker, FromImportWorker>();
  const files = createScriptFiles(createWorker);
  const first = files.read(new File(['x'], 'bomb.docx'));
  const second = files.read(new File(['x'], 'b.txt'));
  await eventually(() => expect(workers).toHaveLength(1));
  workers[0]?.die();
  expect(await first).toMatchObject({ error: { details: { name: 'bomb.docx', problem: 'workerEnded' } } });
  await eventually(() => expect(workers[1]?.sent).toHaveLength(1));
  workers[1]?.reply(ok(SCRIPT));
  expect(await second).toEqual(ok(SCRIPT));
});

it('does not load a file that is too large', async () => {
  const { createWorker, workers } = fakeWorkers<ToImportWorker, FromImportWorker>();
  const huge = Object.defineProperty(new File([''], 'huge.txt'), 'size', { value: 1e9 });
  expect(await createScriptFiles(createWorker).read(huge)).toMatchObject({
    error: { details: { name: 'huge.txt', problem: 'tooLarge' } },
  });
  expect(workers).toEqual([]);
});
